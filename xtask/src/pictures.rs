//! `cargo xtask pictures`: draws the pictures of the README, some of which the page also shows where it cannot run. A test
//! tells when they are out of date.

use anyhow::{Result, anyhow};
use paged_attention_explainer::chart::picture::Picture;
use std::fs;
use xshell::Shell;

/// Draws every picture anew.
pub fn run(_: &Shell) -> Result<()> {
    let css = fs::read_to_string("www/tokens.css")?;
    fs::create_dir_all("docs/pictures")?;
    for picture in Picture::all() {
        let file = picture.file();
        fs::write(&file, picture.draw(&css).map_err(|error| anyhow!(error))?)?;
        eprintln!("{file}");
    }
    Ok(())
}
