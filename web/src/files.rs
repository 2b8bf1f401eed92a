//! The files that the page has: those that it fetched, and those that a visitor dropped on it.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use tileray::load::AssetReader;
use wasm_bindgen::prelude::wasm_bindgen;

/// Files by their paths.
///
/// A visitor may drop a map and its pictures without their folders. So a file that is at no such path is the one file
/// of the same name, wherever it is.
#[wasm_bindgen]
#[derive(Clone, Debug, Default)]
pub struct PageFiles {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

#[wasm_bindgen]
impl PageFiles {
    /// Has no files yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file, in place of one with the same path. Folders are separated by `/`.
    pub fn add(&mut self, path: &str, bytes: Vec<u8>) {
        self.files.insert(normal(path), bytes);
    }
}

impl PageFiles {
    /// Returns the file at a path, or else the only file of its name.
    pub(crate) fn find(&self, path: &Path) -> Option<&[u8]> {
        let found = self.files.get(path).or_else(|| {
            let mut same = self.files.iter().filter(|(known, _)| known.file_name() == path.file_name());
            let (_, first) = same.next()?;
            same.next().is_none().then_some(first)
        });
        found.map(Vec::as_slice)
    }
}

impl AssetReader for PageFiles {
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read + '_>> {
        self.find(path).map(|bytes| Box::new(bytes) as Box<dyn Read>).ok_or_else(|| ErrorKind::NotFound.into())
    }

    fn size(&self, path: &Path) -> Option<u64> {
        self.find(path).map(|bytes| bytes.len() as u64)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let inside = self.files.keys().filter(|path| path.parent() == Some(folder));
        Ok(inside.filter_map(|path| path.file_name().map(PathBuf::from)).collect())
    }
}

/// Returns a path without empty parts and without a `/` at its start.
pub(crate) fn normal(path: &str) -> PathBuf {
    path.split('/').filter(|part| !part.is_empty() && *part != ".").collect()
}

/// Returns the files of the repository's maps and pictures.
#[cfg(all(test, feature = "full"))]
pub(crate) fn repository() -> PageFiles {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = PageFiles::new();
    for folder in ["maps", "assets", "assets/sprites"] {
        for entry in std::fs::read_dir(root.join(folder)).expect("a folder of the repository") {
            let path = entry.expect("an entry").path();
            if path.is_file() {
                let name = path.file_name().expect("a name").to_string_lossy();
                files.add(&format!("{folder}/{name}"), std::fs::read(&path).expect("a file"));
            }
        }
    }
    files
}

#[cfg(all(test, feature = "full"))]
mod tests {
    use super::*;

    fn files() -> PageFiles {
        let mut files = PageFiles::new();
        for path in ["/level/maps/a.tmx", "level/art/rock.png", "level/art/tree.png", "level/old/tree.png"] {
            files.add(path, path.into());
        }
        files
    }

    #[test]
    fn a_file_is_found_by_its_path_or_by_its_name_alone() {
        let files = files();
        let find = |path: &str| files.find(Path::new(path)).map(|bytes| String::from_utf8_lossy(bytes).into_owned());
        assert_eq!(find("level/maps/a.tmx").as_deref(), Some("/level/maps/a.tmx"));
        assert_eq!(find("elsewhere/rock.png").as_deref(), Some("level/art/rock.png"));
        assert_eq!(find("level/art/tree.png").as_deref(), Some("level/art/tree.png"));
        assert_eq!(find("tree.png"), None, "there are two");
        assert_eq!(find("grass.png"), None);
    }

    #[test]
    fn the_files_of_a_folder_are_listed() {
        let listed = files().list(Path::new("level/art")).expect("a list");
        assert_eq!(listed, [PathBuf::from("rock.png"), PathBuf::from("tree.png")]);
    }

    #[test]
    fn a_missing_picture_is_named() {
        let mut files = PageFiles::new();
        let map = r#"<map width="1" height="1" tilewidth="8" tileheight="8">
            <tileset firstgid="1" name="a" tilewidth="8" tileheight="8" tilecount="1" columns="1">
            <image source="art/rock.png" width="8" height="8"/></tileset>
            <layer id="1" name="l" width="1" height="1"><data encoding="csv">1</data></layer></map>"#;
        files.add("maps/a.tmx", map.into());
        let error = crate::Stage::rays(&files, "maps/a.tmx", 64, 64).expect_err("there is no picture");
        assert!(error.contains("maps/art/rock.png"), "{error}");
    }
}
