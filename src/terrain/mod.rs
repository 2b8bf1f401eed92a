//! Terrain: a map's solidity in world coordinates, made fast to query.

mod brick;
mod build;
mod grid;
mod layers;
mod node;
mod selection;
mod source;

pub use build::TerrainError;
pub use layers::{LayerMask, OneWay, OneWayRule};

pub(crate) use brick::{BRICK_SHIFT, Brick};
pub(crate) use grid::BrickGrid;
pub(crate) use node::{BLOCK_SHIFT, Block, Node, REGION_SHIFT, Region};
pub(crate) use selection::Selection;

use crate::geometry::Rect;
use glam::IVec2;
use source::{Owner, Source};
use std::fmt;

/// A map's solidity in world coordinates, made fast to query.
///
/// Solidity is kept in bricks of 16×16 pixels, equal bricks once, so memory follows the distinct tiles and the grid
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
    bricks: BrickGrid,
    source: Source,
}

impl Terrain {
    const fn new(bricks: BrickGrid, source: Source) -> Self {
        Self { bricks, source }
    }

    /// Whether a pixel is solid; outside the bounds none is.
    #[must_use]
    pub fn is_solid(&self, pixel: IVec2) -> bool {
        self.bricks.is_solid(pixel)
    }

    /// The pixels that the terrain holds: the map's, out to whole bricks of 16×16 pixels.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.bricks.pixels()
    }

    /// The bytes that the solidity takes, without the tile map that the terrain shares.
    #[must_use]
    pub fn memory(&self) -> usize {
        self.bricks.memory()
    }

    /// To whom a pixel belongs that is solid on some of these layers.
    pub(crate) fn owner(&self, pixel: IVec2, _layers: LayerMask) -> Owner {
        self.source.owner(pixel)
    }
}

impl fmt::Debug for Terrain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Terrain")
            .field("bounds", &self.bounds())
            .field("distinct_bricks", &self.bricks.distinct())
            .field("memory", &self.memory())
            .finish()
    }
}
