//! The npm package: the element's modules, their types, and what tells others about them.

use crate::{build, node::NPM};
use anyhow::{Context, Result, ensure};
use serde_json::Value;
use std::{
    fs,
    path::{Path, PathBuf},
};
use xshell::{Shell, cmd};

/// The package, ready for `npm pack`.
const PACKAGE: &str = "dist/npm";

/// What is in the package as it is here.
const PARTS: [(&str, &str); 5] = [
    ("npm/README.md", "README.md"),
    ("npm/custom-elements.json", "custom-elements.json"),
    ("npm/define.d.ts", "lib/define.d.ts"),
    ("LICENSE-APACHE", "LICENSE-APACHE"),
    ("LICENSE-MIT", "LICENSE-MIT"),
];

/// What is generated for the modules, in `www`.
const GENERATED: &str = "pkg";

/// Modules whose types are for those who use the package. What is inside may change.
const PUBLIC: [&str; 5] = ["compare", "define", "element", "index", "simulate"];

/// Fields of `package.json` that Cargo.toml has, so that there is one place to change them.
const FROM_CARGO: [&str; 4] = ["version", "description", "keywords", "license"];

/// Makes the package from the modules as they are written, for who uses it has tools of their own and may want to read
/// them. The site is built before. Needs the npm packages.
pub fn build(shell: &Shell) -> Result<()> {
    let library = Path::new(PACKAGE).join("lib");
    for module in declare(shell, &library)? {
        let file = format!("{module}.js");
        build::copy(&Path::new("www").join(&file), &library.join(&file))?;
    }
    build::copy(&Path::new("www").join(GENERATED), &library.join(GENERATED))?;
    for (from, to) in PARTS {
        let to = Path::new(PACKAGE).join(to);
        fs::copy(from, &to).with_context(|| format!("cannot copy {from} to {}", to.display()))?;
    }
    write_manifest(shell)
}

/// Packs the package, installs it elsewhere, and uses it there, in Node and in `browser`.
pub fn test(shell: &Shell, browser: &Path) -> Result<()> {
    // One by one: not every Node.js takes a folder or a pattern.
    let files = ["package", "manifest", "types", "page"].map(|name| format!("tests/npm/{name}.test.js"));
    cmd!(shell, "node --test --test-reporter=spec {files...}").env("BROWSER_PATH", browser).run()?;
    Ok(())
}

/// Has the compiler write the public declarations to `folder`. Returns the names of all modules that the package
/// consists of: the compiler follows the imports, and leaves a declaration for each.
fn declare(shell: &Shell, folder: &Path) -> Result<Vec<String>> {
    cmd!(shell, "{NPM} exec -- tsc --project npm/tsconfig.json").run()?;
    let mut modules = Vec::new();
    for declaration in fs::read_dir(folder)? {
        let declaration: PathBuf = declaration?.path();
        let name = declaration.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let module = name.strip_suffix(".d.ts").with_context(|| format!("{name} declares no module"))?.to_owned();
        if !PUBLIC.contains(&module.as_str()) {
            fs::remove_file(&declaration)?;
        }
        modules.push(module);
    }
    for module in PUBLIC {
        ensure!(modules.iter().any(|each| each == module), "www/{module}.js is not part of the npm package");
    }
    Ok(modules)
}

fn write_manifest(shell: &Shell) -> Result<()> {
    let mut manifest: Value = serde_json::from_str(&fs::read_to_string("npm/package.json")?)?;
    let metadata = build::metadata(shell)?;
    let packages = metadata["packages"].as_array().context("cargo metadata names no packages")?;
    let published =
        packages.iter().find(|each| each["name"] == manifest["name"]).context("no crate has the npm package's name")?;
    for field in FROM_CARGO {
        manifest[field] = published[field].clone();
    }
    Ok(fs::write(Path::new(PACKAGE).join("package.json"), format!("{manifest:#}\n"))?)
}
