//! `cargo xtask pictures`: draws the pictures of the README, which the page also shows where it cannot run. A test
//! tells when they are out of date.

use anyhow::{Result, anyhow};
use paged_attention_explainer::{chart::picture, params::Params, pipeline::Pipeline};
use std::fs;
use xshell::Shell;

/// Draws every picture anew.
pub fn run(_: &Shell) -> Result<()> {
    let mut pipeline = Pipeline::new(Params::default());
    let css = fs::read_to_string("www/tokens.css")?;
    for (file, scheme) in picture::FILES {
        let picture = picture::draw(pipeline.report(), &css, scheme).map_err(|error| anyhow!(error))?;
        fs::write(file, picture)?;
        eprintln!("{file}");
    }
    Ok(())
}
