//! Tells whether the window opens for the first time, by an empty file in the folder for the state of programs.

use std::path::{Path, PathBuf};
use std::{env, fs};

/// Returns whether this is the first window, and remembers it. False if nothing can be remembered, because a tour at
/// each start would be in the way.
pub(super) fn is_first() -> bool {
    state_folder(|name| env::var_os(name).map(PathBuf::from)).is_some_and(|folder| mark(&folder))
}

/// Returns the folder for the state of this program, by the variables of the system.
fn state_folder(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    // Relative folders would depend on where the program is started.
    let folder = |name: &str| variable(name).filter(|folder| folder.is_absolute());
    let home = || Some(folder("HOME")?.join(".local/state"));
    Some(folder("XDG_STATE_HOME").or_else(|| folder("LOCALAPPDATA")).or_else(home)?.join("tileray"))
}

/// Creates the file of the first run; returns false if it is there, or cannot be created.
fn mark(folder: &Path) -> bool {
    fs::create_dir_all(folder).and_then(|()| fs::File::create_new(folder.join("tour-shown"))).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Result;

    #[test]
    fn only_the_first_run_is_the_first() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let state = folder.path().join("a/b");
        assert!(mark(&state));
        assert!(!mark(&state));
        fs::write(folder.path().join("file"), "")?;
        assert!(!mark(&folder.path().join("file/below")), "a folder cannot be created there");
        Ok(())
    }

    #[test]
    fn the_folder_is_that_of_the_system() {
        let root = env::temp_dir();
        let variable = |known: &'static str| {
            let root = root.clone();
            move |name: &str| (name == known).then(|| root.clone())
        };
        assert_eq!(state_folder(variable("XDG_STATE_HOME")), Some(root.join("tileray")));
        assert_eq!(state_folder(variable("LOCALAPPDATA")), Some(root.join("tileray")));
        assert_eq!(state_folder(variable("HOME")), Some(root.join(".local/state/tileray")));
        assert_eq!(state_folder(|_| Some("relative".into())), None);
        assert_eq!(state_folder(|_| None), None);
    }
}
