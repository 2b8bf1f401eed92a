//! Sets of a map's layers, chosen by default or by name.

use super::map::TileMap;
use super::warning::LoadWarning;
use crate::geometry::sort_by;
use std::error::Error;
use std::fmt;
use std::ops::BitOr;

/// A set of a map's layers, by their indices in [`TileMap::layers`].
///
/// A terrain is built from a set. A query or an edit of the terrain takes a `LayerMask` instead.
///
/// ```
/// use tileray::glam::{IVec2, ivec2, uvec2};
/// use tileray::{LayerSet, Rect, TileLayer, TileMap};
///
/// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(4, 4))?;
/// let cells = Rect::new(IVec2::ZERO, ivec2(4, 4));
/// map.add_layer(TileLayer { solid: Some(false), ..TileLayer::new("sky", cells) })?;
/// map.add_layer(TileLayer { path: "caves/ground".into(), ..TileLayer::new("ground", cells) })?;
///
/// assert_eq!(LayerSet::solid(&map).iter().collect::<Vec<_>>(), [1]);
/// assert_eq!(LayerSet::named(&map, ["caves/ground", "sky"])?, LayerSet::all(&map));
/// assert_eq!(LayerSet::solid(&map) | LayerSet::named(&map, ["sky"])?, LayerSet::all(&map));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerSet {
    /// In ascending order, without duplicates.
    indices: Vec<usize>,
}

/// The error of a layer that is chosen by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerNameError {
    /// No layer of the map has this name or path.
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The paths of the map's tile layers.
        available: Vec<String>,
    },
    /// A [`LayerMask`](crate::terrain::LayerMask) has no bit for this layer.
    BeyondMask {
        /// The layer's path.
        name: String,
        /// Its index in [`TileMap::layers`].
        index: usize,
    },
}

impl fmt::Display for LayerNameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, available } => {
                write!(f, "no tile layer is named '{name}'; the map has {}", known(available))
            }
            Self::BeyondMask { name, index } => write!(
                f,
                "the tile layer '{name}' has the index {index}, and a layer mask holds only 0 to 31; move it down in the map"
            ),
        }
    }
}

impl Error for LayerNameError {}

fn known(available: &[String]) -> String {
    match available {
        [] => "no tile layers".into(),
        paths => paths.iter().map(|path| format!("'{path}'")).collect::<Vec<_>>().join(", "),
    }
}

/// Returns the layers of both sets: `LayerSet::solid(&map) | LayerSet::named(&map, ["planks"])?`.
impl BitOr for LayerSet {
    type Output = Self;

    fn bitor(mut self, other: Self) -> Self {
        self.indices.extend(other.indices);
        self.sorted()
    }
}

impl LayerSet {
    fn sorted(mut self) -> Self {
        sort_by(&mut self.indices, Ord::cmp);
        self.indices.dedup();
        self
    }

    /// Returns the layers that are solid by default: layers declared solid, and visible layers not declared free.
    #[must_use]
    pub fn solid(map: &TileMap) -> Self {
        let solid = map.layers().enumerate().filter(|(_, layer)| layer.is_solid_by_default());
        Self { indices: solid.map(|(index, _)| index).collect() }
    }

    /// Returns every layer, hidden ones too.
    #[must_use]
    pub fn all(map: &TileMap) -> Self {
        Self { indices: (0..map.layers().len()).collect() }
    }

    /// Returns the layers with these names or paths (`group/layer`), hidden ones too. One name may mean several layers.
    ///
    /// # Errors
    /// [`LayerNameError::Unknown`] for a name that no layer has.
    pub fn named<S: AsRef<str>>(map: &TileMap, names: impl IntoIterator<Item = S>) -> Result<Self, LayerNameError> {
        let mut indices = Vec::new();
        for name in names {
            let name = name.as_ref();
            let before = indices.len();
            let layers = map.layers().enumerate().filter(|(_, layer)| layer.is_named(name));
            indices.extend(layers.map(|(index, _)| index));
            if indices.len() == before {
                let available = map.layers().map(|layer| layer.path.clone()).collect();
                return Err(LayerNameError::Unknown { name: name.to_owned(), available });
            }
        }
        Ok(Self { indices }.sorted())
    }

    /// Returns whether the layer with this index is in the set.
    #[must_use]
    pub fn contains(&self, layer: usize) -> bool {
        self.indices.binary_search(&layer).is_ok()
    }

    /// Returns the indices of the layers, back to front.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + '_ {
        self.indices.iter().copied()
    }
}

impl LoadWarning {
    /// Returns whether one of these layers has empty cells because of the missing part. A program that chooses layers by
    /// name asks this, as [`LoadOptions::allow_missing`](crate::load::LoadOptions::allow_missing) shows.
    #[must_use]
    pub fn concerns(&self, layers: &LayerSet) -> bool {
        self.layers().iter().any(|layer| layers.contains(*layer))
    }
}
