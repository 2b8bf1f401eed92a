use super::LoadErrorKind;
use std::fmt;
use std::path::{Path, PathBuf};

/// Why a picture or a map was not loaded: the file, the place in it, and what is wrong there.
///
/// Its message is one line with the remedy, such as `maps/cave.tmx:12:3: layer 'rock': the data holds 5 cells where 6
/// are expected; ...`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadError(Box<Report>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct Report {
    path: PathBuf,
    position: Option<TextPosition>,
    place: Option<String>,
    kind: LoadErrorKind,
    referrer: Option<Referrer>,
}

/// The file that names another one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Referrer {
    path: PathBuf,
    position: TextPosition,
    place: String,
}

/// A place in a text file; both count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TextPosition {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl fmt::Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl LoadError {
    pub(super) fn new(path: &Path, kind: LoadErrorKind) -> Self {
        Self(Box::new(Report { path: path.to_owned(), position: None, place: None, kind, referrer: None }))
    }

    /// The file: as it was named, or its map's folder joined with the reference in the map.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The line and column, where the file is a text.
    #[must_use]
    pub fn position(&self) -> Option<TextPosition> {
        self.0.position
    }

    /// What is wrong.
    #[must_use]
    pub fn kind(&self) -> &LoadErrorKind {
        &self.0.kind
    }
}

/// Maps are texts, and name other files.
#[cfg(feature = "tmx")]
impl LoadError {
    pub(super) fn at(mut self, position: TextPosition) -> Self {
        self.0.position = Some(position);
        self
    }

    /// Says where in the file, in the words of its format: `layer 'rock', cell (3, 4)`; a place that is known stays.
    pub(super) fn within(mut self, place: impl Into<String>) -> Self {
        self.0.place.get_or_insert(place.into());
        self
    }

    /// Says which file names this one, unless that is known already.
    pub(super) fn named_by(mut self, path: &Path, position: TextPosition, place: impl Into<String>) -> Self {
        self.0.referrer.get_or_insert(Referrer { path: path.to_owned(), position, place: place.into() });
        self
    }
}

impl std::error::Error for LoadError {}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        let Report { path, position, place, kind, referrer } = &*self.0;
        let mut line = OneLine(f);
        write!(line, "{}:", path.display())?;
        if let Some(position) = position {
            write!(line, "{position}:")?;
        }
        if let Some(place) = place {
            write!(line, " {place}:")?;
        }
        write!(line, " {kind}")?;
        if let Some(Referrer { path, position, place }) = referrer {
            write!(line, " (named by {}:{position}, {place})", path.display())?;
        }
        Ok(())
    }
}

/// Escapes what would break the line: names come from files.
struct OneLine<'a, 'f>(&'a mut fmt::Formatter<'f>);

impl fmt::Write for OneLine<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        text.chars().try_for_each(|found| match found.is_control() || matches!(found, '\u{2028}' | '\u{2029}') {
            true => write!(self.0, "{}", found.escape_default()),
            false => self.0.write_char(found),
        })
    }
}

/// At most 60 characters of a text, for messages.
#[cfg(feature = "tmx")]
pub(super) fn shortened(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
