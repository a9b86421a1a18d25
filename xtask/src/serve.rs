//! `cargo xtask serve`: the page on this machine, as a visitor would get it.

use crate::{
    build,
    server::{self, Server},
};
use anyhow::{Context, Result};
use std::{io, net::TcpListener};
use xshell::Shell;

/// Where the ports to try begin when none was asked for, and how many of them to try.
const FIRST_PORT: u16 = 8080;
const PORTS_TRIED: u16 = 20;

/// Options of `serve`.
#[derive(clap::Args)]
pub struct Args {
    /// Port to listen on; 8080, or the next free one, if not given
    #[arg(long)]
    port: Option<u16>,
}

/// Builds the site and serves it until interrupted.
pub fn run(shell: &Shell, args: &Args) -> Result<()> {
    build::run(shell)?;
    let listener = match args.port {
        Some(port) => server::listen(port).with_context(|| format!("cannot listen on port {port}"))?,
        None => listen_on_first_free()?,
    };
    println!("\nServing {} at {} (Ctrl-C stops)", build::SITE, server::url(&listener)?);
    Server::new(build::SITE).run(listener)
}

fn listen_on_first_free() -> Result<TcpListener> {
    let last = FIRST_PORT + PORTS_TRIED - 1;
    for port in FIRST_PORT..=last {
        match server::listen(port) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => continue,
            result => return Ok(result?),
        }
    }
    anyhow::bail!("every port from {FIRST_PORT} to {last} is in use: name another with --port")
}
