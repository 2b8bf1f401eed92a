/// Some of a map's layers: bit `i` stands for the layer at place `i` of [`TileMap::layers`](crate::TileMap::layers).
///
/// Layers from the 33rd on have no bit; only [`ALL`](Self::ALL) has them.
///
/// ```
/// use tileray::LayerMask;
///
/// let ground_and_water = LayerMask::layer(0).and(LayerMask::layer(3));
/// assert!(ground_and_water.contains(3) && !ground_and_water.contains(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LayerMask(pub u32);

impl LayerMask {
    /// Every layer that the terrain has.
    pub const ALL: Self = Self(u32::MAX);
    /// No layer: nothing is solid.
    pub const NONE: Self = Self(0);

    /// One layer; none where `place` is above 31.
    #[must_use]
    pub const fn layer(place: usize) -> Self {
        if place < 32 { Self(1 << place) } else { Self::NONE }
    }

    /// The layers of both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
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
