//! The how-tos of docs/hosts: text for authors, with the blocks they paste. A site of the fixtures names a block where
//! an author would paste it, so that no such block can rot. Blocks without a name are not tried.

use anyhow::{Context, Result, ensure};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// The named blocks of a how-to. A block is fenced, and has a name behind the name of its language.
pub struct HowTo {
    file: PathBuf,
    blocks: BTreeMap<String, String>,
}

impl HowTo {
    pub fn read(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        Ok(Self { file: file.to_owned(), blocks: blocks(&text) })
    }

    /// Copies a site from `fixture` to `folder`, with each line that names a block replaced by that block. It is an
    /// error if the how-to has a block that the site does not try.
    pub fn lay_out(&self, fixture: &Path, folder: &Path) -> Result<()> {
        let mut tried = Vec::new();
        self.copy(fixture, folder, &mut tried)?;
        for name in self.blocks.keys() {
            ensure!(tried.contains(name), "{} has a block {name:?} that no fixture tries", self.file.display());
        }
        Ok(())
    }

    fn copy(&self, from: &Path, to: &Path, tried: &mut Vec<String>) -> Result<()> {
        if from.is_dir() {
            fs::create_dir_all(to)?;
            return fs::read_dir(from)?.try_for_each(|entry| {
                let entry = entry?;
                self.copy(&entry.path(), &to.join(entry.file_name()), tried)
            });
        }
        let mut text = fs::read_to_string(from).with_context(|| format!("cannot read {}", from.display()))?;
        for (name, block) in &self.blocks {
            let place = format!("{{{{ {name} }}}}");
            if text.contains(&place) {
                tried.push(name.clone());
                text = text.replace(&place, &written_for(to, block)?);
            }
        }
        Ok(fs::write(to, text)?)
    }
}

/// `block` as a file has it inside: a notebook is JSON, with the text of a cell in a string.
fn written_for(file: &Path, block: &str) -> Result<String> {
    if file.extension().is_none_or(|extension| extension != "ipynb") {
        return Ok(block.to_owned());
    }
    let quoted = serde_json::to_string(block)?;
    Ok(quoted[1..quoted.len() - 1].to_owned())
}

fn blocks(text: &str) -> BTreeMap<String, String> {
    let mut blocks = BTreeMap::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let info = line.trim_start_matches('`');
        let fence = &line[..line.len() - info.len()];
        if fence.len() < 3 {
            continue;
        }
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != fence).collect();
        if let Some((_language, name)) = info.split_once(' ') {
            blocks.insert(name.to_owned(), block.join("\n"));
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_blocks_are_found_and_others_passed_over() {
        let text =
            "Text\n\n```html frame\n<a>\n<b>\n```\n\n```sh\nnpm\n```\n\n````md inner\n```{raw} html\n<c>\n```\n````\n";
        let expected = [("frame", "<a>\n<b>"), ("inner", "```{raw} html\n<c>\n```")];
        assert_eq!(blocks(text), expected.map(|(name, block)| (name.to_owned(), block.to_owned())).into());
    }

    #[test]
    fn a_notebook_has_a_block_inside_a_string() {
        let block = "print(\"a\")\n";
        assert_eq!(written_for(Path::new("a.ipynb"), block).unwrap(), "print(\\\"a\\\")\\n");
        assert_eq!(written_for(Path::new("a.md"), block).unwrap(), block);
    }
}
