//! The tools of the hosts, in ignored folders. Each is installed where it is missing, or other than the one asked for.

use crate::{
    build, debian,
    node::{self, NPM},
    step::step,
};
use anyhow::{Context, Result, bail};
use std::{
    fs,
    path::{Path, PathBuf},
};
use xshell::{Shell, cmd};

/// The packages of Python and npm, each in the version that it has here.
const PINNED: &str = "tests/hosts/tools";

const MDBOOK_VERSION: &str = "0.5.4";

pub struct Tools {
    folder: PathBuf,
}

impl Tools {
    /// Installs what is missing into `folder`. Needs the npm package in `dist/npm`.
    pub fn install(shell: &Shell, folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder)?;
        let tools = Self { folder: folder.canonicalize()? };
        tools.install_mdbook(shell)?;
        tools.install_python_packages(shell)?;
        tools.install_npm_packages(shell)?;
        Ok(tools)
    }

    pub fn mdbook(&self) -> PathBuf {
        self.folder.join("mdbook/bin").join(executable("mdbook"))
    }

    /// A program that a Python package brings, or Python itself.
    pub fn python_tool(&self, name: &str) -> PathBuf {
        self.folder.join("python").join(if cfg!(windows) { "Scripts" } else { "bin" }).join(executable(name))
    }

    /// A program that an npm package brings.
    pub fn node_tool(&self, name: &str) -> PathBuf {
        let name = if cfg!(windows) { format!("{name}.cmd") } else { name.to_owned() };
        self.folder.join("node_modules/.bin").join(name)
    }

    fn install_mdbook(&self, shell: &Shell) -> Result<()> {
        let mdbook = self.mdbook();
        let version = cmd!(shell, "{mdbook} --version").quiet().ignore_stderr().read();
        if version.is_ok_and(|version| version.ends_with(MDBOOK_VERSION)) {
            return Ok(());
        }
        let [root, target] = ["mdbook", "mdbook-target"].map(|name| self.folder.join(name));
        // With its search, for the keys that it listens for; without its server.
        let features = ["--no-default-features", "--features", "search"];
        step("install mdBook", || {
            cmd!(shell, "cargo install mdbook --version {MDBOOK_VERSION} --locked {features...} --root {root}")
                .env("CARGO_TARGET_DIR", target)
                .run()
        })
    }

    fn install_python_packages(&self, shell: &Shell) -> Result<()> {
        let wanted = Path::new(PINNED).join("requirements.txt");
        let environment = self.folder.join("python");
        // Copied last, so that an interrupted installation does not count.
        let installed = environment.join("requirements.txt");
        if fs::read(&installed).is_ok_and(|text| fs::read(&wanted).is_ok_and(|wanted| text == wanted)) {
            return Ok(());
        }
        build::remove_folder(&environment)?;
        step("install the Python packages of the hosts", || {
            make_python_environment(shell, &environment)?;
            let python = self.python_tool("python");
            cmd!(shell, "{python} -m pip install --quiet --disable-pip-version-check --requirement {wanted}").run()?;
            fs::copy(&wanted, &installed).context("cannot note what is installed")
        })?;
        Ok(())
    }

    fn install_npm_packages(&self, shell: &Shell) -> Result<()> {
        for file in ["package.json", "package-lock.json"] {
            copy_if_changed(&Path::new(PINNED).join(file), &self.folder.join(file))?;
        }
        let package = fs::canonicalize("dist/npm")?;
        let _in_folder = shell.push_dir(&self.folder);
        if !node::packages_are_current(&self.folder)? {
            step("install the npm packages of the hosts", || cmd!(shell, "{NPM} ci --no-audit --no-fund").run())?;
        }
        // As an author has it: packed, then installed. Nothing notes it, for the next one has the same version.
        let packed = cmd!(shell, "{NPM} pack --silent {package}").read()?;
        let installed = self.folder.join("node_modules/paged-attention-explainer");
        build::remove_folder(&installed)?;
        fs::create_dir_all(&installed)?;
        cmd!(shell, "tar --extract --file {packed} --strip-components 1 --directory {installed}").run()?;
        Ok(())
    }
}

/// A virtual environment, with what Debian leaves out of its Python where that is missing.
fn make_python_environment(shell: &Shell, folder: &Path) -> Result<()> {
    let python = which::which("python3").or_else(|_| which::which("python"));
    let make = |python: &Path| cmd!(shell, "{python} -m venv {folder}").run();
    if let Ok(python) = &python
        && make(python).is_ok()
    {
        return Ok(());
    }
    if debian::can_install(shell) {
        debian::install(shell, &["python3-venv"])?;
        return Ok(make(Path::new("python3"))?);
    }
    bail!(
        "Python 3.11 or newer with its venv module is needed for the sites of Sphinx, MkDocs, Hugo, Quarto and Jupyter"
    )
}

/// Leaves a file alone that is the same: what is installed for it is compared with its time.
fn copy_if_changed(from: &Path, to: &Path) -> Result<()> {
    let text = fs::read(from)?;
    if !fs::read(to).is_ok_and(|present| present == text) {
        fs::write(to, text)?;
    }
    Ok(())
}

fn executable(name: &str) -> String {
    format!("{name}{}", std::env::consts::EXE_SUFFIX)
}
