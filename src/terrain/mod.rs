//! Terrain: a map's solidity in world coordinates, made fast to query.

mod block;
mod brick_table;
mod build;
mod edit;
mod edit_error;
mod grid;
mod layers;
mod overlap;
mod packing;
mod polygon;
mod region;
mod selection;
mod shape;
mod snapshot;
mod source;
mod stack;
mod state_hash;
mod window;

pub use build::TerrainError;
pub use edit_error::EditError;
pub use layers::{LayerMask, OneWayRule};
pub use shape::Shape;
pub use snapshot::TerrainSnapshot;
pub use state_hash::StateHash;

pub(crate) use crate::solidity::BRICK_SHIFT;
pub(crate) use block::Block;
pub(crate) use grid::{BlockPlace, BrickGrid};
pub(crate) use region::{BLOCK_SHIFT, REGION_SHIFT, Region, Square};
pub(crate) use selection::Selection;
pub(crate) use window::WindowRows;

use crate::geometry::Direction;
use crate::geometry::Rect;
use crate::tile::{TileLayer, TileMap};
use glam::IVec2;
use source::Source;
pub(crate) use source::{Owner, Owners};
use stack::Stack;
use std::fmt;

/// A map's solidity in world coordinates, made fast to query.
///
/// Solidity is kept in bricks of 16×16 pixels, equal bricks mostly once, so memory follows the distinct tiles and the grid
/// rather than the pixels. Outside its bounds nothing is solid. A terrain is `Send` and `Sync`, and queries take `&self`.
///
/// ```
/// use tileray::{Ray, SolidityMap, Terrain, glam::ivec2};
///
/// // A wall 10 pixels thick, from x = 100 on.
/// let wall = SolidityMap::from_fn(200, 50, |x, _| (100..110).contains(&x));
/// let terrain = Terrain::from_solidity(&wall);
///
/// let hit = terrain.raycast(&Ray::between((0.5, 20.5), (150.5, 20.5))).expect("the wall is in the way");
/// assert_eq!(hit.pixel, ivec2(100, 20));
/// assert_eq!(hit.previous, Some(ivec2(99, 20)));
/// assert_eq!(hit.normal, (-1.0, 0.0).into());
/// ```
#[derive(Clone)]
pub struct Terrain {
    stack: Stack,
    source: Source,
}

impl Terrain {
    const fn new(stack: Stack, source: Source) -> Self {
        Self { stack, source }
    }

    /// Whether a pixel is solid on any layer, one-way or not; outside the bounds none is.
    #[must_use]
    pub fn is_solid(&self, pixel: IVec2) -> bool {
        self.stack.is_solid(pixel)
    }

    /// Makes a layer stop one direction of motion only, or all, as [`TileLayer::with_one_way`](crate::tile::TileLayer) does before
    /// a terrain is made. A mask is layer 0.
    ///
    /// Costs a look at every brick of the terrain.
    ///
    /// # Errors
    /// [`EditError::NoSuchLayer`] for a layer that is not in the terrain.
    pub fn set_one_way(&mut self, layer: usize, one_way: Option<Direction>) -> Result<(), EditError> {
        if self.stack.set_one_way(layer, one_way) { Ok(()) } else { Err(self.no_such_layer(layer)) }
    }

    fn no_such_layer(&self, layer: usize) -> EditError {
        EditError::NoSuchLayer { layer, layers: self.stack.layers().iter().map(|layer| layer.place).collect() }
    }

    /// The map that it was made of, with the tiles that were set since; `None` where it was made of a mask.
    #[must_use]
    pub const fn map(&self) -> Option<&TileMap> {
        match &self.source {
            Source::Tiles(map) => Some(map),
            Source::Mask(_) => None,
        }
    }

    /// Whether some tile of its layers may be a conveyor.
    pub(crate) fn has_conveyor(&self) -> bool {
        let runs = |map: &TileMap| {
            let mut layers = self.stack.layers().iter();
            layers.any(|layer| map.layers().nth(layer.place).is_some_and(TileLayer::has_conveyor))
        };
        self.map().is_some_and(runs)
    }

    /// The pixels that the terrain holds: the map's, out to whole bricks of 16×16 pixels.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.stack.union().pixels()
    }

    /// The bytes that the solidity takes, without the tile map that the terrain shares.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.stack.memory()
    }
}

impl fmt::Debug for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terrain")
            .field("bounds", &self.bounds())
            .field("distinct_bricks", &self.stack.distinct())
            .field("memory", &self.memory())
            .finish()
    }
}
