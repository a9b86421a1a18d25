//! The site's scripts and styles: in few files, and without what only its authors read.

use crate::{build::SITE, node::NPM};
use anyhow::Result;
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use xshell::{Shell, cmd};

const OPTIONS: [&str; 3] = ["--minify", "--target=es2023", "--log-level=warning"];

/// Modules that a page may import, its own or a host's. What they share goes into files of its own.
const ENTRIES: [&str; 7] = ["address", "define", "element", "embed-dialog", "embed-page", "own-lengths", "page"];

/// What modules fetch when they run, so that a page shows something before it is there.
const FETCHED_LATER: [&str; 2] = ["./pkg/paged_attention_explainer.js", "./pkg/whole/paged_attention_explainer.js"];

/// Minifies what is in the site, and adds the modules to it, bundled: thirty small ones would be thirty requests, and
/// compress a good deal worse.
pub fn run(shell: &Shell) -> Result<()> {
    let files = files(Path::new(SITE))?;
    let in_place = [&format!("--outbase={SITE}"), &format!("--outdir={SITE}"), "--allow-overwrite"];
    cmd!(shell, "{NPM} exec -- esbuild {files...} {OPTIONS...} {in_place...}").quiet().run()?;

    let entries = ENTRIES.map(|name| format!("www/{name}.js"));
    let output = ["--bundle", "--splitting", "--format=esm", &format!("--outdir={SITE}/www")];
    let external = FETCHED_LATER.map(|file| format!("--external:{file}"));
    Ok(cmd!(shell, "{NPM} exec -- esbuild {entries...} {OPTIONS...} {output...} {external...}").quiet().run()?)
}

/// Adds a classic script to the site: a module together with what it imports.
pub fn bundle(shell: &Shell, file: &str) -> Result<()> {
    let output = ["--bundle", "--format=iife", &format!("--outdir={SITE}")];
    Ok(cmd!(shell, "{NPM} exec -- esbuild {file} {OPTIONS...} {output...}").quiet().run()?)
}

/// A module or a stylesheet, minified.
pub fn read(shell: &Shell, file: &str) -> Result<String> {
    Ok(cmd!(shell, "{NPM} exec -- esbuild {file} {OPTIONS...}").quiet().read()?)
}

/// Modules and stylesheets in a folder and the folders in it.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(self::files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "js" || extension == "css") {
            files.push(path);
        }
    }
    Ok(files)
}
