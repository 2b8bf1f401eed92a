//! Warnings: parts of a level that are missing and were left out.

use crate::geometry::sort_by;
use std::fmt;
use std::sync::Arc;

/// A part of a level that is missing and was left out: a picture, a tile set, a template, a tile, or a map of a world.
///
/// [`TileMap::warnings`](super::TileMap::warnings) lists the warnings of a map, and `Project::warnings` those of a
/// project.
///
/// ```
/// # #[cfg(feature = "tmx")] {
/// use std::{io, path::Path};
/// use tileray::{TileMap, load::LoadOptions};
///
/// // A hidden layer has a tile of a set that does not exist.
/// let map = br#"<map width="1" height="1" tilewidth="8" tileheight="8">
///     <tileset firstgid="1" source="gone.tsx"/>
///     <layer name="notes" visible="0"><data encoding="csv">1</data></layer></map>"#;
/// let files = |path: &Path| match path.to_str() {
///     Some("a.tmx") => Ok(&map[..]),
///     _ => Err(io::ErrorKind::NotFound.into()),
/// };
/// let map = TileMap::read("a.tmx", &files, &LoadOptions::default()).expect("no solid layer needs the set");
/// let [warning] = map.warnings() else { panic!("one part is missing") };
/// assert!(warning.message().starts_with("gone.tsx: there is no such file"));
/// assert_eq!((warning.layers(), map.tile(0, (0, 0))), (&[0][..], None));
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoadWarning {
    message: Arc<str>,
    /// In ascending order, without duplicates.
    layers: Vec<usize>,
}

impl LoadWarning {
    /// Returns the message in one line: the file, the place, the fault and the remedy.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the indices of the map's tile layers that have empty cells because of the missing part, in ascending
    /// order.
    #[must_use]
    pub fn layers(&self) -> &[usize] {
        &self.layers
    }
}

/// Formats the [message](LoadWarning::message).
impl fmt::Display for LoadWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// A list of warnings. Beyond the first [`MOST`](Self::MOST) it has one more, which stands for all others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Warnings {
    list: Vec<LoadWarning>,
    /// The number of parts that the last warning stands for, if the list has one more than the most.
    more: u64,
}

impl Warnings {
    /// The most warnings that name a part.
    const MOST: usize = 64;

    pub(crate) fn list(&self) -> &[LoadWarning] {
        &self.list
    }
}

/// Lists of maps that are loaded.
#[cfg(any(feature = "ldtk", feature = "tmx"))]
impl Warnings {
    /// Adds a warning, and returns its index. The message is made only if the list has room for it.
    pub(crate) fn push(&mut self, message: impl FnOnce() -> String) -> usize {
        if self.list.len() < Self::MOST {
            self.list.push(LoadWarning { message: message().into(), layers: Vec::new() });
            self.list.len() - 1
        } else {
            self.push_more(1)
        }
    }

    /// Records that cells of a layer were left empty.
    pub(crate) fn add_layer(&mut self, index: usize, layer: usize) {
        let layers = &mut self.list[index].layers;
        if let Err(place) = layers.binary_search(&layer) {
            layers.insert(place, layer);
        }
    }
}

/// Lists of maps that are put together.
impl Warnings {
    /// Gives the layers new indices, in the same order.
    pub(crate) fn renumber(&mut self, new_index: &[usize]) {
        self.list.iter_mut().flat_map(|warning| &mut warning.layers).for_each(|layer| *layer = new_index[*layer]);
    }

    /// Adds the warnings of another map, whose layers have new indices. Equal messages become one warning.
    pub(crate) fn append(&mut self, other: &Self, new_index: &[usize]) {
        for (index, warning) in other.list.iter().enumerate() {
            let named = &self.list[..self.list.len().min(Self::MOST)];
            let same = named.iter().position(|known| known.message == warning.message);
            let target = match same {
                _ if index == Self::MOST => self.push_more(other.more),
                Some(same) => same,
                None if named.len() == Self::MOST => self.push_more(1),
                None => {
                    self.list.push(LoadWarning { layers: Vec::new(), ..warning.clone() });
                    self.list.len() - 1
                }
            };
            let layers = &mut self.list[target].layers;
            layers.extend(warning.layers.iter().map(|layer| new_index[*layer]));
            sort_by(layers, Ord::cmp);
            layers.dedup();
        }
    }

    /// Counts parts that the last warning stands for, and returns its index.
    fn push_more(&mut self, parts: u64) -> usize {
        self.more = self.more.saturating_add(parts);
        let message = format!("{} more parts are missing; mend the others first", self.more).into();
        match self.list.get_mut(Self::MOST) {
            Some(last) => last.message = message,
            None => self.list.push(LoadWarning { message, layers: Vec::new() }),
        }
        Self::MOST
    }
}

#[cfg(all(test, feature = "tmx"))]
mod tests {
    use super::*;

    /// Returns the warnings of a map that lacks `parts` parts, `of_layer` of them in each layer.
    fn lacking(parts: usize, of_layer: usize, name: &str) -> Warnings {
        let mut warnings = Warnings::default();
        for part in 0..parts {
            let index = warnings.push(|| format!("{name} {part}"));
            warnings.add_layer(index, part / of_layer);
        }
        warnings
    }

    #[test]
    fn joined_lists_have_each_message_once_and_are_bounded() {
        let mut joined = lacking(2, 1, "a");
        joined.renumber(&[1, 4]);
        joined.append(&lacking(3, 1, "a"), &[0, 2, 3]);
        let found: Vec<_> = joined.list().iter().map(|warning| (warning.message(), warning.layers())).collect();
        assert_eq!(found, [("a 0", &[0, 1][..]), ("a 1", &[2, 4]), ("a 2", &[3])]);

        joined.append(&lacking(70, 69, "b"), &[5, 6]);
        joined.append(&lacking(70, 69, "b"), &[5, 6]);
        assert_eq!(joined.list().len(), 65);
        // 61 of the first 64 have room. The other 3 are counted each time, and so are the 6 of the last warning.
        assert_eq!(joined.list()[64].message(), "18 more parts are missing; mend the others first");
        assert_eq!(joined.list()[64].layers(), [5, 6]);
        assert!(joined.list()[3..64].iter().all(|warning| warning.message().starts_with("b ")));
    }
}
