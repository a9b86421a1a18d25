//! `cargo xtask build`: Rust to WebAssembly, its JavaScript bindings, and the static site made of both.

use crate::{
    minify, node, npm, standalone,
    step::step,
    wasm_target::{self, WASM_TARGET},
};
use anyhow::{Context, Result};
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use wasm_bindgen_cli_support::Bindgen;
use xshell::{Shell, cmd};

/// The deployable site, minified. It refers to itself by relative URLs only, so any folder of any server will do.
pub const SITE: &str = "dist";

/// What is generated, next to the hand-written modules that import it.
const GENERATED: &str = "www/pkg";

/// The module twice: without what a page can do without at first, and whole; each with the features that make it, and the
/// folder that its bindings go to.
const MODULES: [(&str, &[&str], &str); 2] =
    [("first", &["--no-default-features"], GENERATED), ("whole", &[], "www/pkg/whole")];

/// Modules with the styles of the explainer, each with its stylesheets in the order in which they apply: what is there at
/// first, and what comes with other modules.
const STYLES: [(&str, &[&str]); 2] =
    [("styles", &["www/tokens.css", "www/explainer.css"]), ("own-lengths-styles", &["www/own-lengths.css"])];

/// What the site consists of beside its modules: its page, the page for frames, their styles, what is generated, and the
/// pictures shown without scripting.
const SITE_PARTS: [&str; 10] = [
    "index.html",
    "embed.html",
    "www/tokens.css",
    "www/page.css",
    "www/embed-page.css",
    "www/pkg/paged_attention_explainer.js",
    "www/pkg/paged_attention_explainer_bg.wasm",
    "www/pkg/whole/paged_attention_explainer.js",
    "www/pkg/whole/paged_attention_explainer_bg.wasm",
    "docs/pictures",
];

/// What the page refers to and a browser would not show under its own name, and the one that it has in the site.
const SITE_TEXTS: [(&str, &str); 1] = [("tests/serving.rs", "tests/serving.rs.txt")];

/// The script that makes frames. Pages of others have it as a classic script, so it comes in one piece.
const EMBED_SCRIPT: &str = "embed.js";

/// Builds all that is given away: the site, the page in one file, and the npm package.
pub fn everything(shell: &Shell) -> Result<()> {
    run(shell)?;
    report_size(&step("put the page into one file", || standalone::build(shell))?)?;
    step("make the npm package", || npm::build(shell))
}

/// Builds the site afresh.
pub fn run(shell: &Shell) -> Result<()> {
    node::prepare(shell)?;
    wasm_target::ensure(shell)?;
    remove_folder(GENERATED)?;
    for (name, features, folder) in MODULES {
        let module = step(&format!("compile to WebAssembly: the {name} module"), || compile(shell, features))?;
        step("generate the JavaScript bindings", || bind(&module, folder))?;
    }
    step("put the styles into modules", || write_styles(shell))?;
    step("assemble the site", assemble)?;
    step("bundle and minify the site", || minify::run(shell))?;
    step("bundle the script that makes frames", || minify::bundle(shell, EMBED_SCRIPT))?;
    report_sizes()
}

fn compile(shell: &Shell, features: &[&str]) -> Result<PathBuf> {
    let package = ["-p", "paged-attention-explainer", "--lib"];
    cmd!(shell, "cargo build --release --locked --target {WASM_TARGET} {package...} {features...}").run()?;
    let folder = target_folder(shell)?.join(WASM_TARGET).join("release");
    Ok(folder.join("paged_attention_explainer.wasm"))
}

/// What cargo says of the workspace.
pub fn metadata(shell: &Shell) -> Result<serde_json::Value> {
    let metadata = cmd!(shell, "cargo metadata --format-version 1 --no-deps --locked").quiet().read()?;
    Ok(serde_json::from_str(&metadata)?)
}

/// Asked of cargo, for a developer's configuration may have moved it.
pub fn target_folder(shell: &Shell) -> Result<PathBuf> {
    let metadata = metadata(shell)?;
    let folder = metadata["target_directory"].as_str().context("cargo metadata names no target directory")?;
    Ok(folder.into())
}

fn bind(module: &Path, folder: &str) -> Result<()> {
    Bindgen::new()
        .input_path(module)
        .web(true)?
        .typescript(true)
        .remove_name_section(true)
        .remove_producers_section(true)
        // Without the default path the page would have to tell `init()` where the module is.
        .omit_default_module_path(false)
        // A panic leaves an instance unusable: this lets the page start a fresh one.
        .reset_state_function(true)
        .generate(folder)
}

/// As text in a module, which needs no request of its own, and which every bundler takes along as it is.
fn write_styles(shell: &Shell) -> Result<()> {
    for (name, files) in STYLES {
        let styles = files.iter().map(|file| minify::read(shell, file)).collect::<Result<String>>()?;
        let module = Path::new(GENERATED).join(name);
        fs::write(module.with_extension("js"), format!("export default {};\n", serde_json::to_string(&styles)?))?;
        fs::write(module.with_extension("d.ts"), "declare const css: string;\nexport default css;\n")?;
    }
    Ok(())
}

fn assemble() -> Result<()> {
    remove_folder(SITE)?;
    SITE_PARTS.iter().try_for_each(|part| copy(Path::new(part), &Path::new(SITE).join(part)))?;
    SITE_TEXTS.iter().try_for_each(|(part, name)| copy(Path::new(part), &Path::new(SITE).join(name)))
}

/// Removes a folder, if it is there.
pub fn remove_folder(folder: impl AsRef<Path>) -> io::Result<()> {
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        result => result,
    }
}

/// Copies a file, or a folder with all that is in it. TypeScript declarations stay behind: they serve this project's own
/// checks, not the browser.
pub fn copy(from: &Path, to: &Path) -> Result<()> {
    if from.is_dir() {
        return fs::read_dir(from)?.try_for_each(|entry| {
            let entry = entry?;
            copy(&entry.path(), &to.join(entry.file_name()))
        });
    }
    if from.to_string_lossy().ends_with(".d.ts") {
        return Ok(());
    }
    fs::create_dir_all(to.parent().context("a file of the site has a folder")?)?;
    fs::copy(from, to).with_context(|| format!("cannot copy {} into {SITE}", from.display()))?;
    Ok(())
}

fn report_sizes() -> Result<()> {
    for ((_, _, folder), name) in MODULES.iter().flat_map(|module| ["_bg.wasm", ".js"].map(|name| (module, name))) {
        report_size(&Path::new(SITE).join(folder).join(format!("paged_attention_explainer{name}")))?;
    }
    Ok(())
}

fn report_size(file: &Path) -> Result<()> {
    eprintln!("{:>8.1} kB  {}", fs::metadata(file)?.len() as f64 / 1000.0, file.display());
    Ok(())
}
