//! Masks of layers, and the rule for one-way layers. `TerrainLayer::stops` in `layer_stack.rs` applies both.

use crate::tile::{LayerNameError, LayerSet, TileMap};
use std::ops::{BitAnd, BitOr, Not};

/// A set of a map's layers as bits: bit `i` stands for the layer with the index `i` in [`TileMap::layers`].
///
/// Layers from the 33rd on have no bit; only [`ALL`](Self::ALL) includes them.
///
/// A query and an edit of a terrain take a mask. [`Terrain::from_layers`](super::Terrain::from_layers) takes a
/// [`LayerSet`] instead, which may hold any layer.
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
    /// All layers.
    pub const ALL: Self = Self(u32::MAX);
    /// No layer, so that nothing is solid.
    pub const NONE: Self = Self(0);

    /// Returns the mask of one layer; [`NONE`](Self::NONE) for an index above 31.
    #[must_use]
    pub const fn layer(index: usize) -> Self {
        if index < Self::LAYERS { Self(1 << index) } else { Self::NONE }
    }

    /// Returns the layers of a map with these names or paths (`group/layer`), as [`LayerSet::named`] finds them.
    ///
    /// # Errors
    /// [`LayerNameError::Unknown`] for a name that no layer has, [`LayerNameError::BeyondMask`] for a layer without a
    /// bit.
    ///
    /// ```
    /// use tileray::glam::{IVec2, ivec2, uvec2};
    /// use tileray::{LayerMask, Rect, TileLayer, TileMap};
    ///
    /// let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(4, 4))?;
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
                let name = map.layer(index).map(|layer| layer.path.clone()).unwrap_or_default();
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

    /// Returns the layers that are not in `other`; `self & !other` does the same.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether the mask includes a layer.
    #[must_use]
    pub const fn contains(self, index: usize) -> bool {
        self.0 == u32::MAX || Self::layer(index).0 & self.0 != 0
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

/// The rule by which a query treats one-way layers and [tiles](crate::TileSet::ONE_WAY), which are solid against [one
/// direction](crate::Direction) only.
///
/// ```
/// use tileray::terrain::OneWayRule;
/// use tileray::{Direction, Ray, SolidityMap, Terrain};
///
/// let mut planks = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y == 32));
/// planks.set_one_way(0, Some(Direction::Down))?;
///
/// let up = Ray::new((8.5, 60.5), (0.0, -1.0), 60.0);
/// assert_eq!(planks.raycast(&up), None);
/// assert!(planks.query().one_way(OneWayRule::Solid).raycast(&up).is_some());
/// # Ok::<(), tileray::terrain::EditError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum OneWayRule {
    /// They are solid against motion in their direction.
    #[default]
    Respect,
    /// They are solid against every motion.
    Solid,
    /// They are free.
    Free,
}
