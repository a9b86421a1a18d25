//! The project's build tool, run as `cargo xtask COMMAND`. Every command does its own set-up on a fresh machine that
//! has rustup and Node.js, so that the README needs one line for each.

mod bench;
mod browser;
mod build;
mod debian;
mod hosts;
mod minify;
mod node;
mod npm;
mod pictures;
mod serve;
mod server;
mod standalone;
mod step;
mod test;
mod wasm_target;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use std::{env, path::PathBuf, process::ExitCode};
use xshell::Shell;

#[derive(Parser)]
#[command(bin_name = "cargo xtask", about = "Builds, serves, tests and measures the explainer")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Leave the deployable static site in dist/, with the npm package and the page in one file
    Build,
    /// Build, then serve the page on this machine
    Serve(serve::Args),
    /// Draw the pictures of the README
    Pictures,
    /// Run every check and test
    Test(test::Args),
    /// Build, then measure the page in a browser
    Bench(bench::Args),
}

fn main() -> ExitCode {
    match run(Cli::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        // One line, last on the screen, even where RUST_BACKTRACE is set: the cause is a command's output above it.
        Err(error) => {
            eprintln!("\nerror: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: Command) -> Result<()> {
    env::set_current_dir(repository_root()?)?;
    let shell = Shell::new()?;
    match command {
        Command::Build => build::everything(&shell),
        Command::Pictures => pictures::run(&shell),
        Command::Serve(args) => serve::run(&shell, &args),
        Command::Test(args) => test::run(&shell, &args),
        Command::Bench(args) => bench::run(&shell, &args),
    }
}

/// Every path in this tool is relative to the repository's root, wherever in it the command was typed.
fn repository_root() -> Result<PathBuf> {
    let package = env::var("CARGO_MANIFEST_DIR").context("run this tool as `cargo xtask`")?;
    Ok(PathBuf::from(package).join(".."))
}
