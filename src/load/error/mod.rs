//! Errors of loading: the file, the position in it, the fault, and the remedy. `kind.rs` has the text of each fault,
//! this file the line around it.

mod kind;

pub use kind::{Limit, LimitExceeded, LoadErrorKind};
use std::fmt;
use std::path::{Path, PathBuf};

/// The error of a file that cannot be loaded: its path, the position in it, and the fault.
///
/// Its message is one line, which ends with the remedy: `maps/cave.tmx:12:3: layer 'rock': the data holds 5 cells where
/// 6 are expected; ...`. `Debug` gives the same line, so that an error that `main` returns is readable.
///
/// ```
/// use tileray::SolidityMap;
/// use tileray::load::LoadErrorKind;
///
/// let error = SolidityMap::open("missing.png").unwrap_err();
/// assert_eq!(error.kind(), &LoadErrorKind::NotFound);
/// assert!(error.to_string().starts_with("missing.png: there is no such file"));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct LoadError(Box<LoadFailure>);

#[derive(Clone, PartialEq, Eq)]
struct LoadFailure {
    path: PathBuf,
    position: Option<TextPosition>,
    /// The element in the file, in the words of its format: `layer 'rock'`.
    element: Option<String>,
    kind: LoadErrorKind,
    reference: Option<Reference>,
}

/// The file that references the faulty one.
#[derive(Clone, PartialEq, Eq)]
struct Reference {
    path: PathBuf,
    position: Option<TextPosition>,
    element: String,
}

/// A position in a text file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPosition {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl LoadError {
    pub(in crate::load) fn new(path: &Path, kind: LoadErrorKind) -> Self {
        Self(Box::new(LoadFailure { path: path.to_owned(), position: None, element: None, kind, reference: None }))
    }

    /// Returns the file's path: as given, or the map's folder joined with the reference in the map.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Returns the path of the file that references the faulty one, if the error names it.
    ///
    /// ```
    /// # #[cfg(feature = "tmx")] {
    /// use std::{io, path::Path};
    /// use tileray::{TileMap, load::LoadOptions};
    ///
    /// let map = br#"<map width="1" height="1" tilewidth="8" tileheight="8">
    ///     <tileset firstgid="1" source="rock.tsx"/>
    ///     <layer name="ground"><data encoding="csv">1</data></layer></map>"#;
    /// let files = |path: &Path| match path.to_str() {
    ///     Some("a.tmx") => Ok(&map[..]),
    ///     _ => Err(io::ErrorKind::NotFound.into()),
    /// };
    /// let error = TileMap::read("a.tmx", &files, &LoadOptions::default()).unwrap_err();
    /// assert_eq!((error.path(), error.referencing_file()), (Path::new("rock.tsx"), Some(Path::new("a.tmx"))));
    /// # }
    /// ```
    #[must_use]
    pub fn referencing_file(&self) -> Option<&Path> {
        self.0.reference.as_ref().map(|reference| reference.path.as_path())
    }

    /// Returns the line and column, if the file is a text.
    #[must_use]
    pub fn position(&self) -> Option<TextPosition> {
        self.0.position
    }

    /// Returns the fault.
    #[must_use]
    pub fn kind(&self) -> &LoadErrorKind {
        &self.0.kind
    }
}

/// Positions in text files, and references between files.
impl LoadError {
    /// Returns whether a limit was exceeded. Such an error is never a warning.
    pub(in crate::load) fn is_limit(&self) -> bool {
        matches!(self.0.kind, LoadErrorKind::LimitExceeded(_))
    }

    pub(in crate::load) fn at(mut self, position: TextPosition) -> Self {
        self.0.position = Some(position);
        self
    }

    /// Adds the element in the file, in the words of its format: `layer 'rock', cell (3, 4)`. An element added earlier
    /// stays.
    pub(in crate::load) fn within(mut self, element: impl Into<String>) -> Self {
        self.0.element.get_or_insert(element.into());
        self
    }

    /// Adds the place in a world where the faulty map is listed.
    pub(in crate::load) fn in_world(mut self, path: &Path, position: TextPosition, element: &str) -> Self {
        match &mut self.0.reference {
            Some(reference) => reference.element += &format!(", for {}:{position}, {element}", short_path(path)),
            None => return self.referenced_by(path, position, element),
        }
        self
    }

    /// Adds the file that references this one, and the element there. A reference added earlier stays.
    pub(in crate::load) fn referenced_by(
        mut self,
        path: &Path,
        position: impl Into<Option<TextPosition>>,
        element: impl Into<String>,
    ) -> Self {
        let (path, position, element) = (path.to_owned(), position.into(), element.into());
        self.0.reference.get_or_insert(Reference { path, position, element });
        self
    }
}

impl std::error::Error for LoadError {}

/// Formats the same line as `Display`, as Rust prints the error that `main` returns by `Debug`.
impl fmt::Debug for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        let LoadFailure { path, position, element, kind, reference } = &*self.0;
        let mut line = format!("{}:", short_path(path));
        if let Some(position) = position {
            write!(line, "{position}:")?;
        }
        if let Some(element) = element {
            write!(line, " {element}:")?;
        }
        write!(line, " {kind}")?;
        if let Some(Reference { path, position, element }) = reference {
            let position = position.map(|position| format!(":{position}")).unwrap_or_default();
            write!(line, " (referenced by {}{position}, {element})", short_path(path))?;
        }
        f.write_str(&escaped(&line))
    }
}

/// Returns a path for a message. A very long path, as in a hostile file, is cut in the middle.
fn short_path(path: &Path) -> String {
    const SCRATCH: usize = 150;
    // The path is escaped before it is measured, as a control character is up to eight characters in the message.
    let text = escaped(&path.display().to_string());
    match (
        text.char_indices().nth(2 * SCRATCH),
        text.char_indices().nth(SCRATCH),
        text.char_indices().nth_back(SCRATCH - 1),
    ) {
        (Some(_), Some((end, _)), Some((start, _))) => format!("{}...{}", &text[..end], &text[start..]),
        _ => text,
    }
}

/// Escapes control characters and line breaks in names from files, so that a message is one line.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for found in text.chars() {
        if is_escaped(found) {
            escaped.extend(found.escape_default());
        } else {
            escaped.push(found);
        }
    }
    escaped
}

fn is_escaped(found: char) -> bool {
    found.is_control() || matches!(found, '\u{2028}' | '\u{2029}')
}

/// Shortens a text to 60 characters of a message. A control character counts as up to eight.
pub(in crate::load) fn shortened(text: &str) -> String {
    let mut length = 0;
    for (start, found) in text.char_indices() {
        length += if is_escaped(found) { found.escape_default().len() } else { 1 };
        if length > 60 {
            return format!("{}...", &text[..start]);
        }
    }
    text.to_owned()
}
