//! Debian's packages, where this process may install them.

use anyhow::Result;
use std::fs;
use xshell::{Shell, cmd};

/// Whether this is Debian, and this process may install packages of the system.
pub fn can_install(shell: &Shell) -> bool {
    let is_debian = fs::read_to_string("/etc/os-release").is_ok_and(|release| names_debian(&release));
    is_debian && cmd!(shell, "id -u").quiet().read().is_ok_and(|id| id == "0")
}

/// Installs packages, from lists that are fetched anew: a fresh machine may have none.
pub fn install(shell: &Shell, packages: &[&str]) -> Result<()> {
    cmd!(shell, "apt-get update").run()?;
    cmd!(shell, "apt-get install --yes --no-install-recommends {packages...}")
        .env("DEBIAN_FRONTEND", "noninteractive")
        .run()?;
    Ok(())
}

/// Debian itself: its derivatives may lack a package, or have a stand-in that wants another package manager.
fn names_debian(os_release: &str) -> bool {
    os_release.lines().any(|line| line == "ID=debian")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_debian_itself_counts_as_debian() {
        assert!(names_debian("NAME=\"Debian GNU/Linux\"\nID=debian\n"));
        assert!(!names_debian("ID=ubuntu\nID_LIKE=debian\n"));
    }
}
