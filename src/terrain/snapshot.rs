use super::Terrain;
use super::source::Source;
use crate::geometry::Rect;
use std::fmt;

/// A terrain as it was at one time: its solidity, its tiles, and which of its layers are one-way.
///
/// It shares with the terrain all that neither changed since, so that taking one costs a few pointers and keeping one
/// costs what was edited.
#[derive(Clone)]
pub struct TerrainSnapshot(Terrain);

impl Terrain {
    /// The terrain as it is now, to come back to.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, _| true));
    /// let before = terrain.snapshot();
    /// terrain.carve_circle((32.0, 32.0), 10.0);
    /// let dirty = terrain.restore(&before);
    /// assert!(terrain.is_solid(ivec2(32, 32)) && dirty.contains(ivec2(32, 32)));
    /// ```
    #[must_use]
    pub fn snapshot(&self) -> TerrainSnapshot {
        TerrainSnapshot(self.clone())
    }

    /// Makes the terrain what it was, or another what this one was, and says which pixels changed, in their solidity on
    /// some layer or in their tile: one rectangle, [`Rect::EMPTY`] where none did.
    ///
    /// A snapshot of a terrain with other bounds or layers is taken over whole: the terrain has its bounds then, and all
    /// pixels of both count as changed.
    ///
    /// Costs a look at whatever the two do not share, and a pointer for each 4096×4096 pixels and for each 4096 cells.
    pub fn restore(&mut self, snapshot: &TerrainSnapshot) -> Rect {
        let dirty = self.difference(&snapshot.0);
        self.clone_from(&snapshot.0);
        dirty
    }

    fn difference(&self, other: &Self) -> Rect {
        let tiles = match (&self.source, &other.source) {
            (Source::Tiles(map), Source::Tiles(other)) => map.changed_pixels(other),
            (Source::Mask(mask), Source::Mask(other)) if mask == other => Some(Rect::EMPTY),
            _ => None,
        };
        match (tiles, self.stack.difference(&other.stack)) {
            (Some(tiles), Some(pixels)) => tiles.intersection(&self.bounds()).union(&pixels),
            _ => self.bounds().union(&other.bounds()),
        }
    }
}

impl fmt::Debug for TerrainSnapshot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TerrainSnapshot").field(&self.0).finish()
    }
}
