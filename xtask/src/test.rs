//! `cargo xtask test`: every check there is, those first that fail fastest.

use crate::{
    browser, build, hosts,
    node::{self, NPM},
    npm,
    server::Server,
    step::step,
    wasm_target::{self, WASM_TARGET},
};
use anyhow::Result;
use std::path::Path;
use xshell::{Shell, cmd};

#[derive(clap::Args)]
pub struct Args {
    /// Build and drive the sites of other documentation tools, and do nothing else
    #[arg(long)]
    hosts: bool,
    /// Build the page and drive it in a browser, and do nothing else
    #[arg(long, conflicts_with = "hosts")]
    page: bool,
    /// Passed on to Playwright, which drives the page: names of tests, for instance
    #[arg(last = true, requires = "page")]
    args: Vec<String>,
}

/// Checks formatting, lints, documentation and types, and runs the native and the browser tests.
pub fn run(shell: &Shell, args: &Args) -> Result<()> {
    if args.hosts || args.page {
        build::everything(shell)?;
        let browser = browser::find_or_install(shell)?;
        return if args.hosts { hosts::test(shell, &browser) } else { drive_page(shell, &browser, &args.args) };
    }
    step("check formatting", || cmd!(shell, "cargo fmt --all --check").run())?;
    node::prepare(shell)?;
    wasm_target::ensure(shell)?;
    check_rust(shell)?;
    build::everything(shell)?;
    // After the build: it generates the types of the bindings.
    step("check JavaScript types", || cmd!(shell, "{NPM} exec -- tsc --project tsconfig.json").run())?;
    let browser = browser::find_or_install(shell)?;
    test_page(shell, &browser)?;
    hosts::test(shell, &browser)
}

fn check_rust(shell: &Shell) -> Result<()> {
    step("lint for this machine", || {
        cmd!(shell, "cargo clippy --workspace --all-targets --locked -- -D warnings").run()
    })?;
    for features in [&[][..], &["--no-default-features"]] {
        step("lint for the browser", || {
            let package = ["-p", "paged-attention-explainer", "--lib", "--target", WASM_TARGET, "--locked"];
            cmd!(shell, "cargo clippy {package...} {features...} -- -D warnings").run()
        })?;
    }
    step("run the native tests", || cmd!(shell, "cargo test --workspace --locked").run())?;
    step("check the documentation", || {
        cmd!(shell, "cargo doc -p paged-attention-explainer --no-deps --locked")
            .env("RUSTDOCFLAGS", "-D warnings")
            .run()
    })
}

fn test_page(shell: &Shell, browser: &Path) -> Result<()> {
    step("test the npm package", || npm::test(shell, browser))?;
    drive_page(shell, browser, &[])
}

fn drive_page(shell: &Shell, browser: &Path, args: &[String]) -> Result<()> {
    // Twice, for a deployed page may stand at the root or in any folder.
    let url = Server::new(build::SITE).mount("/any/folder", build::SITE).spawn()?;
    step("test the page in a browser", || {
        cmd!(shell, "{NPM} exec -- playwright test {args...}").env("BASE_URL", url).env("BROWSER_PATH", browser).run()
    })
}
