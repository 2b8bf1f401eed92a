use super::TileMap;

/// Which layers of a map a query is about: a set of places in [`TileMap::layers`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerSet {
    /// Ascending, each once.
    places: Vec<usize>,
}

/// Why layers could not be chosen by their names.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LayerNameError {
    /// No layer of the map has this name or path.
    #[error("no tile layer is named '{name}'; the map has {}", known(.available))]
    Unknown {
        /// The name that was asked for.
        name: String,
        /// The paths of the map's tile layers.
        available: Vec<String>,
    },
    /// A [`LayerMask`](crate::terrain::LayerMask) has no bit for this layer.
    #[error(
        "the tile layer '{name}' has the index {index}, and a layer mask holds only 0 to 31; move it down in the map"
    )]
    BeyondMask {
        /// The layer's path.
        name: String,
        /// Its index in [`TileMap::layers`].
        index: usize,
    },
}

fn known(available: &[String]) -> String {
    match available {
        [] => "no tile layers".into(),
        paths => paths.iter().map(|path| format!("'{path}'")).collect::<Vec<_>>().join(", "),
    }
}

impl LayerSet {
    /// The layers that are solid where none are named: those that say so, and the visible ones that do not say no.
    #[must_use]
    pub fn solid(map: &TileMap) -> Self {
        let solid = map.layers().enumerate().filter(|(_, layer)| layer.is_solid_by_default());
        Self { places: solid.map(|(place, _)| place).collect() }
    }

    /// Every layer, hidden ones too.
    #[must_use]
    pub fn all(map: &TileMap) -> Self {
        Self { places: (0..map.layers().len()).collect() }
    }

    /// The layers with these names or paths (`group/layer`), hidden ones too; one name may mean several layers.
    ///
    /// # Errors
    /// [`LayerNameError`] for a name that no layer has.
    pub fn named<S: AsRef<str>>(map: &TileMap, names: impl IntoIterator<Item = S>) -> Result<Self, LayerNameError> {
        let mut chosen = vec![false; map.layers().len()];
        for name in names {
            let name = name.as_ref();
            let mut found = false;
            for (choice, layer) in chosen.iter_mut().zip(map.layers()) {
                if layer.name() == name || layer.path() == name {
                    (*choice, found) = (true, true);
                }
            }
            if !found {
                let available = map.layers().map(|layer| layer.path().to_owned()).collect();
                return Err(LayerNameError::Unknown { name: name.to_owned(), available });
            }
        }
        Ok(Self { places: (0..chosen.len()).filter(|&place| chosen[place]).collect() })
    }

    /// Whether the layer at this place is one of them.
    #[must_use]
    pub fn contains(&self, layer: usize) -> bool {
        self.places.binary_search(&layer).is_ok()
    }

    /// The places of the chosen layers, the one at the back first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = usize> + ExactSizeIterator + '_ {
        self.places.iter().copied()
    }
}
