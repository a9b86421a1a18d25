//! The compilation target of the page. A toolchain may come without it, and with automatic installation switched off.

use crate::step::step;
use anyhow::{Context, Result};
use std::path::Path;
use xshell::{Shell, cmd};

/// The target's name, as rustc knows it.
pub const WASM_TARGET: &str = "wasm32-unknown-unknown";

/// Has rustup install the target, unless the toolchain has it: one from a Linux distribution may, without rustup.
pub fn ensure(shell: &Shell) -> Result<()> {
    let library = cmd!(shell, "rustc --print target-libdir --target {WASM_TARGET}").quiet().read()?;
    if Path::new(&library).exists() {
        return Ok(());
    }
    step("install the WebAssembly target", || {
        cmd!(shell, "rustup target add {WASM_TARGET}")
            .run()
            .with_context(|| format!("this toolchain lacks {WASM_TARGET}, and rustup could not add it"))
    })
}
