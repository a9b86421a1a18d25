//! The explainer in other people's sites: builds the smallest site with each of their tools, from the very text that our
//! how-tos tell authors to paste, and drives it in a browser.

mod how_to;
mod tools;

use crate::{build, node::NPM, server::Server, step::step};
use anyhow::{Context, Result};
use how_to::HowTo;
use std::{
    fs,
    path::{Path, PathBuf},
};
use tools::Tools;
use xshell::{Shell, cmd};

/// The sites as they are written, one folder each, named like the how-to in `HOW_TOS` that they hold to.
const FIXTURES: &str = "tests/hosts";

const HOW_TOS: &str = "docs/hosts";

/// Builds every site and drives it in `browser`. Needs the site, the npm package and the npm packages.
pub fn test(shell: &Shell, browser: &Path) -> Result<()> {
    let work = build::target_folder(shell)?.join("hosts");
    let tools = Tools::install(shell, &work)?;
    let mut server = Server::new(build::SITE);
    for host in HOSTS {
        let built = step(&format!("build a site with {}", host.name), || build_site(shell, host, &work, &tools))?;
        server = server.mount(&format!("/{}", host.name), &built.to_string_lossy());
    }
    let url = server.spawn()?;
    step("drive the sites of the hosts in a browser", || {
        cmd!(shell, "{NPM} exec -- playwright test --config {FIXTURES}/playwright.config.js")
            .env("BASE_URL", url)
            .env("BROWSER_PATH", browser)
            .env("JUPYTER", tools.python_tool("jupyter"))
            .env("NOTEBOOKS", work.join("sites/jupyter"))
            .run()
    })?;
    Ok(())
}

/// A host's tool, and what it makes of a folder.
struct Host {
    name: &'static str,
    /// Runs in the folder that has the site's sources. Returns the path there of the folder with what it has built.
    build: fn(&Shell, &Tools) -> Result<&'static str>,
}

const HOSTS: &[Host] = &[
    Host {
        name: "mdbook",
        build: |shell, tools| {
            let mdbook = tools.mdbook();
            cmd!(shell, "{mdbook} build").run()?;
            Ok("book")
        },
    },
    Host {
        name: "mkdocs-material",
        build: |shell, tools| {
            let mkdocs = tools.python_tool("mkdocs");
            cmd!(shell, "{mkdocs} build --quiet --strict").run()?;
            Ok("site")
        },
    },
    Host {
        name: "sphinx",
        build: |shell, tools| {
            let sphinx = tools.python_tool("sphinx-build");
            cmd!(shell, "{sphinx} -q -W . _build").run()?;
            Ok("_build")
        },
    },
    Host {
        name: "docusaurus",
        build: |shell, tools| {
            let docusaurus = tools.node_tool("docusaurus");
            cmd!(shell, "{docusaurus} build").env("DOCUSAURUS_NO_PERSISTENT_CACHE", "true").run()?;
            Ok("build")
        },
    },
    Host {
        name: "vitepress",
        build: |shell, tools| {
            let vitepress = tools.node_tool("vitepress");
            cmd!(shell, "{vitepress} build").run()?;
            Ok(".vitepress/dist")
        },
    },
    Host {
        name: "vite",
        build: |shell, tools| {
            let vite = tools.node_tool("vite");
            cmd!(shell, "{vite} build").run()?;
            Ok("dist")
        },
    },
    Host {
        name: "quarto",
        build: |shell, tools| {
            let python = tools.python_tool("python");
            // Quarto itself comes in no package; it has Pandoc turn its Markdown into pages, and so does this.
            let pandoc = cmd!(shell, "{python} -c 'import pypandoc; print(pypandoc.get_pandoc_path())'").read()?;
            for page in ["frame", "element"] {
                cmd!(shell, "{pandoc} {page}.qmd --from markdown --template template.html --output {page}.html")
                    .run()?;
            }
            Ok(".")
        },
    },
    Host {
        name: "hugo",
        build: |shell, tools| {
            let hugo = tools.python_tool("hugo");
            cmd!(shell, "{hugo} --quiet").run()?;
            Ok("public")
        },
    },
    Host { name: "jupyter", build: |_, _| Ok(".") },
];

/// Lays out the sources of a site afresh and has the host's tool build it. Returns the folder of what is built.
fn build_site(shell: &Shell, host: &Host, work: &Path, tools: &Tools) -> Result<PathBuf> {
    let name = host.name;
    let sources = work.join("sites").join(name);
    build::remove_folder(&sources)?;
    let how_to = HowTo::read(&Path::new(HOW_TOS).join(name).with_extension("md"))?;
    how_to.lay_out(&Path::new(FIXTURES).join(name), &sources)?;
    let _in_sources = shell.push_dir(&sources);
    let built = sources.join((host.build)(shell, tools)?);
    fs::canonicalize(&built).with_context(|| format!("{name} has not left {}", built.display()))
}
