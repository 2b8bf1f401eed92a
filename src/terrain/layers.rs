use crate::tile::{LayerNameError, LayerSet, TileMap};
use std::ops::{BitAnd, BitOr, Not};

/// Some of a map's layers: bit `i` stands for the layer at place `i` of [`TileMap::layers`](crate::tile::TileMap::layers).
///
/// Layers from the 33rd on have no bit; only [`ALL`](Self::ALL) has them.
///
/// ```
/// use tileray::LayerMask;
///
/// let ground_and_water = LayerMask::layer(0) | LayerMask::layer(3);
/// assert!(ground_and_water.contains(3) && !ground_and_water.contains(1));
/// assert_eq!(ground_and_water & !LayerMask::layer(0), LayerMask::layer(3));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LayerMask(pub u32);

impl LayerMask {
    /// The number of layers that have a bit.
    const LAYERS: usize = u32::BITS as usize;
    /// Every layer that the terrain has.
    pub const ALL: Self = Self(u32::MAX);
    /// No layer: nothing is solid.
    pub const NONE: Self = Self(0);

    /// One layer; none where `place` is above 31.
    #[must_use]
    pub const fn layer(place: usize) -> Self {
        if place < Self::LAYERS { Self(1 << place) } else { Self::NONE }
    }

    /// Returns the layers of a map with these names or paths (`group/layer`), as [`LayerSet::named`] finds them.
    ///
    /// # Errors
    /// [`LayerNameError::Unknown`] for a name that no layer has, and [`LayerNameError::BeyondMask`] for a layer that has no bit.
    ///
    /// ```
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    /// use tileray::{LayerMask, Rect, TileLayer, TileMap};
    ///
    /// let mut map = TileMap::new(uvec2(16, 16), uvec2(4, 4))?;
    /// for name in ["sky", "ground", "platforms"] {
    ///     map.add_layer(TileLayer::new(name, Rect::new(IVec2::ZERO, ivec2(4, 4))))?;
    /// }
    /// let solid = LayerMask::named(&map, ["ground", "platforms"])?;
    /// assert_eq!(solid, LayerMask::layer(1) | LayerMask::layer(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn named<S: AsRef<str>>(map: &TileMap, names: impl IntoIterator<Item = S>) -> Result<Self, LayerNameError> {
        let mut mask = Self::NONE;
        for index in LayerSet::named(map, names)?.iter() {
            if index >= Self::LAYERS {
                let name = map.layers().nth(index).map(|layer| layer.path().to_owned()).unwrap_or_default();
                return Err(LayerNameError::BeyondMask { name, index });
            }
            mask = mask | Self::layer(index);
        }
        Ok(mask)
    }

    /// Returns the layers that are in either mask; `|` does the same.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// The layers but these.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Whether a layer is one of them.
    #[must_use]
    pub const fn contains(self, place: usize) -> bool {
        self.0 == u32::MAX || Self::layer(place).0 & self.0 != 0
    }
}

impl BitOr for LayerMask {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

impl BitAnd for LayerMask {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl Not for LayerMask {
    type Output = Self;

    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl Default for LayerMask {
    fn default() -> Self {
        Self::ALL
    }
}

/// What a query makes of layers that are solid in one direction only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OneWayRule {
    /// They are solid against motion in their direction.
    #[default]
    Respect,
    /// They are solid as all others.
    Solid,
    /// They are free.
    Free,
}
