//! A step of a command: named before it runs, timed after it, and named again if it fails.

use anyhow::{Context, Error, Result};
use std::time::Instant;

/// Runs `work`, saying what it is and how long it took.
pub fn step<T, E: Into<Error>>(name: &str, work: impl FnOnce() -> Result<T, E>) -> Result<T> {
    eprintln!("\n==> {name}");
    let started = Instant::now();
    let value = work().map_err(Into::into).with_context(|| format!("failed at this step: {name}"))?;
    eprintln!("    {name}: {:.1} s", started.elapsed().as_secs_f64());
    Ok(value)
}
