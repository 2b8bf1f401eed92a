//! The answer of a shape cast.

use crate::tile::Tile;
use glam::{IVec2, Vec2};

/// A shape hit: the first solid pixel that stops a moving shape.
///
/// ```
/// use tileray::cast::ShapeCastOptions;
/// use tileray::{Circle, SolidityMap, Terrain, glam::{ivec2, vec2}};
///
/// let floor = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 40));
/// let ball = Circle::new((20.5, 10.0), 6.0);
/// let hit = floor.cast_shape(&ball, (0.0, 48.0), &ShapeCastOptions::default()).expect("the floor");
/// assert_eq!((hit.time, hit.remaining), (0.5, vec2(0.0, 24.0)));
/// assert_eq!((hit.pixel, hit.point, hit.normal), (ivec2(20, 40), vec2(20.5, 40.0), vec2(0.0, -1.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ShapeHit {
    /// The part of the motion before the touch, from 0 to 1.
    pub time: f32,
    /// The motion that is left after [`time`](Self::time).
    pub remaining: Vec2,
    /// The point of the pixel's closed square that the shape touches. Where they touch along an edge, it is the middle
    /// of the common part.
    pub point: Vec2,
    /// The unit normal of the pair that touches, from the pixel to the shape. Zero if the shape overlaps the pixel
    /// before it moves.
    pub normal: Vec2,
    /// The solid pixel.
    pub pixel: IVec2,
    /// The index of the layer in [`TileMap::layers`](crate::tile::TileMap::layers). If several layers are solid for the
    /// motion, the frontmost.
    pub layer: usize,
    /// The cell of the hit tile in the layer's grid.
    pub cell: IVec2,
    /// The hit tile. `None` on a filled pixel that no tile covers, and in the terrain of a mask.
    pub tile: Option<Tile>,
    /// Whether the shape overlaps the pixel before it moves.
    pub inside: bool,
}
