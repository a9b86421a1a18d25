//! `cargo xtask bench`: what the page costs, measured in a browser against other ways to build it, and what serving over
//! time costs, natively as well.

use crate::{browser, build, node, server::Server, step::step};
use anyhow::Result;
use xshell::{Shell, cmd};

/// Options of `bench`.
#[derive(clap::Args)]
pub struct Args {
    /// Tables to print, rather than all: changes, redraw, sweep, reading, serving
    #[arg(last = true)]
    args: Vec<String>,
}

/// Builds the site and runs the benchmarks against it.
pub fn run(shell: &Shell, args: &Args) -> Result<()> {
    node::prepare(shell)?;
    build::run(shell)?;
    let args = &args.args;
    if args.is_empty() || args.iter().any(|table| table == "serving") {
        step("compile the simulator", || cmd!(shell, "cargo bench --locked --bench serving --no-run").run())?;
    }
    let browser = browser::find_or_install(shell)?;
    let url = Server::new(build::SITE)
        .mount("/bench", "bench")
        .mount("/source", "www")
        .mount("/node_modules", "node_modules")
        .spawn()?;
    step("measure", || {
        cmd!(shell, "node bench/run.mjs {args...}").env("BASE_URL", url).env("BROWSER_PATH", browser).run()
    })
}
