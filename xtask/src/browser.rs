//! The Chromium that tests and benchmarks drive: one that is there, or else one installed the way the system has it.

use crate::{debian, node::NPM, step::step};
use anyhow::{Context, Result};
use std::{env, ffi::OsString, path::PathBuf};
use xshell::{Shell, cmd};

/// The environment variable that names a browser, by path or by a name on `PATH`.
const OVERRIDE: &str = "CHROMIUM";

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const MAC_APPS: [&str; 2] = [
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/// Finds a browser, installing one if there is none. Needs the npm packages.
pub fn find_or_install(shell: &Shell) -> Result<PathBuf> {
    if let Some(browser) = chosen(env::var_os(OVERRIDE))? {
        return Ok(browser);
    }
    if let Some(browser) = find(shell) {
        return Ok(browser);
    }
    step("install a browser", || install(shell))?;
    find(shell).with_context(|| format!("no browser found, even after installing one: set {OVERRIDE} to one"))
}

/// A choice that cannot be had is an error: another browser in its place would mislead.
fn chosen(value: Option<OsString>) -> Result<Option<PathBuf>> {
    value
        .filter(|name| !name.is_empty())
        .map(|name| which::which(&name).with_context(|| format!("{OVERRIDE} names no program: {}", name.display())))
        .transpose()
}

fn find(shell: &Shell) -> Option<PathBuf> {
    let on_path = NAMES.iter().find_map(|name| which::which(name).ok());
    let mac_app = || MAC_APPS.iter().map(PathBuf::from).find(|app| app.exists());
    on_path.or_else(mac_app).or_else(|| downloaded(shell))
}

/// The browser that Playwright itself downloaded on this machine, now or for another project.
fn downloaded(shell: &Shell) -> Option<PathBuf> {
    let ask = "require('@playwright/test').chromium.executablePath()";
    let path = cmd!(shell, "node --print {ask}").quiet().ignore_stderr().read().ok()?;
    Some(PathBuf::from(path)).filter(|path| path.exists())
}

fn install(shell: &Shell) -> Result<()> {
    if debian::can_install(shell) {
        debian::install(shell, &["chromium", "fonts-noto-core"])
    } else {
        Ok(cmd!(shell, "{NPM} exec -- playwright install chromium").run()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chosen_browser_is_taken_or_missed_but_never_replaced() {
        let program = env::current_exe().unwrap();
        assert_eq!(chosen(Some(program.clone().into())).unwrap(), Some(program));
        assert!(chosen(Some("no/such/browser".into())).is_err());
    }

    #[test]
    fn an_empty_choice_is_none() {
        assert_eq!(chosen(None).unwrap(), None);
        assert_eq!(chosen(Some("".into())).unwrap(), None);
    }
}
