//! Node.js and the packages of `package-lock.json`, which type-check and drive the page. The page itself needs neither.

use crate::step::step;
use anyhow::{Context, Result, ensure};
use std::{fs, io, path::Path, time::SystemTime};
use xshell::{Shell, cmd};

/// npm, under the name by which a process can start it.
pub const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

const OLDEST_MAJOR: u32 = 20;

/// Checks Node.js and installs the packages where they are missing or older than the lock file.
pub fn prepare(shell: &Shell) -> Result<()> {
    check_version(shell)?;
    if packages_are_current(Path::new("."))? {
        return Ok(());
    }
    step("install the npm packages", || cmd!(shell, "{NPM} ci --no-audit --no-fund").run())
}

fn check_version(shell: &Shell) -> Result<()> {
    let version = cmd!(shell, "node --version")
        .quiet()
        .read()
        .with_context(|| format!("Node.js {OLDEST_MAJOR} or newer is needed, and `node` does not start"))?;
    let major = major(&version).with_context(|| format!("`node --version` says {version:?}"))?;
    ensure!(major >= OLDEST_MAJOR, "Node.js {OLDEST_MAJOR} or newer is needed, and `node` is {version}");
    Ok(())
}

/// 20 of `v20.20.2`.
fn major(version: &str) -> Option<u32> {
    version.strip_prefix('v')?.split('.').next()?.parse().ok()
}

/// Whether what the lock file in `folder` names is installed there.
pub fn packages_are_current(folder: &Path) -> io::Result<bool> {
    let locked = modified(&folder.join("package-lock.json"))?;
    // npm writes this file last, so an interrupted installation does not count.
    match modified(&folder.join("node_modules/.package-lock.json")) {
        Ok(installed) => Ok(installed >= locked),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

fn modified(file: &Path) -> io::Result<SystemTime> {
    fs::metadata(file)?.modified()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_the_first_number() {
        assert_eq!(major("v20.20.2"), Some(20));
        assert_eq!(major("v8.0.0-pre"), Some(8));
        assert_eq!(major("20.20.2"), None);
        assert_eq!(major("vNext"), None);
    }
}
