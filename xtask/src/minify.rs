//! The site without what only its authors read: comments, long names and white space are a tenth of what it loads.

use crate::{build::SITE, node::NPM};
use anyhow::Result;
use std::{
    fs, io,
    path::{Path, PathBuf},
};
use xshell::{Shell, cmd};

const OPTIONS: [&str; 3] = ["--minify", "--target=es2023", "--log-level=warning"];

/// Minifies every module and stylesheet of the site in its place. They stay separate files: a host page may import any
/// of them.
pub fn run(shell: &Shell) -> Result<()> {
    let files = files(Path::new(SITE))?;
    let in_place = [&format!("--outbase={SITE}"), &format!("--outdir={SITE}"), "--allow-overwrite"];
    Ok(cmd!(shell, "{NPM} exec -- esbuild {files...} {OPTIONS...} {in_place...}").quiet().run()?)
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
