//! The page in one file: it opens by a double click, where a browser refuses module scripts and `fetch`, and in a frame
//! whose sandbox allows scripts alone. Its script is a classic one, with stylesheets and module inside.

use crate::{
    build::{self, SITE},
    node::NPM,
};
use anyhow::{Context, Result, ensure};
use flate2::{Compression, write::GzEncoder};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};
use xshell::{Shell, cmd};

/// The page's script, from which the bundler starts: a path in the site, as all that the page refers to.
const ENTRY: &str = "www/page.js";

/// What the script would fetch first.
const MODULE: &str = "www/pkg/whole/paged_attention_explainer_bg.wasm";

/// What cannot stand in a URL inside an attribute of HTML, one with several URLs included.
const NOT_IN_URL: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'%').add(b'&').add(b'<').add(b'>').add(b',');

/// Attributes by which a page may refer to other files.
const REFERENCES: [&str; 3] = [" href=\"", " src=\"", " srcset=\""];

/// Makes the file from a site that is built, and returns its path. Needs the npm packages.
pub fn build(shell: &Shell) -> Result<PathBuf> {
    let site = Path::new(SITE);
    let folder = build::target_folder(shell)?.join("standalone");
    build::remove_folder(&folder)?;
    let script = bundle(shell, &modules(&folder)?, &compress(&folder, &site.join(MODULE))?)?;
    let read = |file: &str| fs::read_to_string(site.join(file)).with_context(|| format!("cannot read {file}"));
    let file = site.join("standalone.html");
    fs::write(&file, inline(&read("index.html")?, &script, read)?)?;
    Ok(file)
}

/// Copies the modules to `folder`, with the whole of what is compiled in the place of what is loaded first, so that the file
/// has it once; returns the one to start from.
fn modules(folder: &Path) -> Result<PathBuf> {
    let copy = folder.join("www");
    build::copy(&Path::new(SITE).join("www"), &copy)?;
    let [first, whole] = ["pkg", "pkg/whole"].map(|folder| copy.join(folder).join("paged_attention_explainer.js"));
    fs::rename(&whole, first)?;
    fs::write(whole, "export {};\n")?;
    Ok(folder.join(ENTRY))
}

/// Base64 makes a file a third larger; compressed before that, it is half as large as it was.
fn compress(folder: &Path, module: &Path) -> Result<PathBuf> {
    let file = folder.join("module.wasm.gz");
    let mut encoder = GzEncoder::new(fs::File::create(&file)?, Compression::best());
    encoder.write_all(&fs::read(module)?)?;
    encoder.finish()?;
    Ok(file)
}

fn bundle(shell: &Shell, entry: &Path, module: &Path) -> Result<String> {
    let output = ["--bundle", "--format=iife", "--minify", "--charset=utf8", "--log-level=warning"];
    // What this does, the injected file says.
    let fetching = ["--inject:xtask/src/standalone/fetch.js", "--define:import.meta.url=\"inlined:///\""];
    let module = ["--loader:.gz=binary", &format!("--alias:module.wasm.gz={}", module.display())];
    let script = cmd!(shell, "{NPM} exec -- esbuild {entry} {output...} {fetching...} {module...}").quiet().read()?;
    // The bundler writes both in another way: an end of the script, and what may hide one.
    let lowercase = script.to_ascii_lowercase();
    ensure!(!lowercase.contains("</script") && !lowercase.contains("<!--"), "the script would end within itself");
    Ok(script)
}

/// `page` with its stylesheets and pictures inside, and `script` in the place of its module. `read` has its files.
fn inline(page: &str, script: &str, read: impl Fn(&str) -> Result<String>) -> Result<String> {
    let mut lines = Vec::new();
    let mut modules = Vec::new();
    for line in page.lines() {
        let tag = line.trim();
        if let Some(file) = within(tag, "<link rel=\"stylesheet\" href=\"", "\">") {
            lines.push(format!("<style>\n{}</style>", read(file)?));
        } else if let Some(file) = within(tag, "<script type=\"module\" src=\"", "\"></script>") {
            modules.push(file);
        } else if tag == "</body>" {
            // A module waits until the page is there; a classic script has to stand at its end.
            lines.push(format!("<script>\n{script}\n</script>\n</body>"));
        } else if !is_preload(tag) {
            lines.push(inline_pictures(line, &read)?);
        }
    }
    ensure!(modules == [ENTRY], "index.html has other scripts than {ENTRY}: {modules:?}");
    Ok(lines.join("\n") + "\n")
}

fn is_preload(tag: &str) -> bool {
    tag.starts_with("<link rel=\"modulepreload\"") || tag.starts_with("<link rel=\"preload\"")
}

fn within<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    text.strip_prefix(before)?.strip_suffix(after)
}

/// `line` with a data URL for each picture. A text loses its link; any other file
/// that it refers to is an error: it would be missing.
fn inline_pictures(line: &str, read: impl Fn(&str) -> Result<String>) -> Result<String> {
    let mut line = line.to_owned();
    for reference in REFERENCES {
        for part in line.clone().split(reference).skip(1) {
            let file = part.split('"').next().unwrap_or_default();
            // A query leads to the page itself.
            if ["https://", "data:", "#", "?"].iter().any(|elsewhere| file.starts_with(elsewhere)) {
                continue;
            }
            // A text to read beside the page is not there.
            if file.ends_with(".txt") {
                line = line.replace(&format!("{reference}{file}\""), "");
                continue;
            }
            ensure!(file.ends_with(".svg"), "standalone.html cannot take in {file}");
            let url = format!("data:image/svg+xml,{}", utf8_percent_encode(&read(file)?, NOT_IN_URL));
            line = line.replace(&format!("{reference}{file}\""), &format!("{reference}{url}\""));
        }
    }
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inlined(head: &str, body: &str) -> Result<String> {
        let module = "<script type=\"module\" src=\"www/page.js\"></script>";
        inline(&format!("{module}\n{head}\n<body>\n{body}\n</body>\n"), "run()", |file| Ok(format!("<{file}, 1 #>\n")))
    }

    #[test]
    fn styles_pictures_and_the_script_move_in() {
        let page = inlined(
            "  <link rel=\"stylesheet\" href=\"a.css\">\n<link rel=\"preload\" href=\"b\" as=\"fetch\">",
            "<source srcset=\"c.svg\"><img src=\"d.svg\"><a href=\"https://host/\"></a><a href=\"?g#h\"></a>",
        );
        let expected = "<style>\n<a.css, 1 #>\n</style>\n<body>\n\
            <source srcset=\"data:image/svg+xml,%3Cc.svg%2C%201%20%23%3E%0A\">\
            <img src=\"data:image/svg+xml,%3Cd.svg%2C%201%20%23%3E%0A\"><a href=\"https://host/\"></a><a href=\"?g#h\"></a>\n\
            <script>\nrun()\n</script>\n</body>\n";
        assert_eq!(page.unwrap(), expected);
    }

    #[test]
    fn nothing_is_left_outside() {
        for line in
            ["<img src=\"e.png\">", "<a href=\"other.html\"></a>", "<script type=\"module\" src=\"f.js\"></script>"]
        {
            assert!(inlined("", line).is_err(), "{line}");
        }
    }
}
