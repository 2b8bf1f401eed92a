//! Lit edges: the parts of solid pixels' edges on the border of a visible region.

use super::cone::{Cone, SightOrigin, SlopeRange};
use super::piece::{SightPiece, WallKind};
use crate::geometry::Bound;
use crate::geometry::ray::floor;
use crate::geometry::tolerance::EDGE_ROUNDING;
use crate::terrain::OwnerFinder;
use crate::tile::Tile;
use glam::{DVec2, IVec2, Vec2};

/// A part of an edge of a solid pixel that is lit.
///
/// ```
/// use tileray::glam::{ivec2, vec2};
/// use tileray::{SolidityMap, Terrain};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 40));
/// let region = terrain.query().visible_region((32.0, 35.0), 6.5);
/// let edges: Vec<_> = region.lit_edges(&terrain).collect();
/// assert_eq!(edges.len(), 10, "of the floor");
/// let below = edges.iter().find(|edge| edge.pixel == ivec2(32, 40)).expect("the pixel below the lamp");
/// assert_eq!((below.normal, below.from, below.to), (vec2(0.0, -1.0), vec2(33.0, 40.0), vec2(32.0, 40.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LitEdge {
    /// The solid pixel.
    pub pixel: IVec2,
    /// The begin of the lit part, clockwise around the origin on screen.
    pub from: Vec2,
    /// The end of the lit part.
    pub to: Vec2,
    /// The unit normal of the edge, out of the pixel.
    pub normal: Vec2,
    /// The index of the layer in [`TileMap::layers`](crate::tile::TileMap::layers). If several layers are solid,
    /// the frontmost.
    pub layer: usize,
    /// The cell of the tile in the layer's grid.
    pub cell: IVec2,
    /// The tile. `None` on a filled pixel that no tile covers, and in the terrain of a mask.
    pub tile: Option<Tile>,
}

impl LitEdge {
    /// Returns the lit edges of a piece, clockwise. [`find_owner`](Self::find_owner) fills in their owners.
    pub(super) fn new(
        origin: &SightOrigin,
        radius: f64,
        quarter: usize,
        piece: &SightPiece,
    ) -> impl Iterator<Item = Self> + use<> {
        let (origin, piece, cone) = (*origin, *piece, origin.cone(quarter));
        let lit = piece.lit(&cone, radius);
        let (first, last) = lit.map_or((1, 0), |lit| indices(&cone, &piece, lit));
        let edge = move |index: i32| {
            let lit = lit?;
            let (low, high) = (piece.point(&cone, lit.low), piece.point(&cone, lit.high));
            // The ends of the pixel's edge, cut to the lit part.
            let border = piece.wall.border();
            let (pixel, normal, ends) = match piece.wall.kind {
                WallKind::Face => {
                    let (start, end) = (cone.across(index).at_least(low.1), cone.across(index + 1).at_most(high.1));
                    (cone.pixel(border, index), (-1.0, 0.0), [(low.0, start), (low.0, end)])
                }
                WallKind::Side => {
                    let (near, far) = (low.0.at_most(high.0), low.0.at_least(high.0));
                    let (start, end) = (cone.along(index).at_least(near), cone.along(index + 1).at_most(far));
                    // Slopes of a wall on the side of larger rows fall with the distance.
                    let is_behind = low.1 > 0.0;
                    let ends = if is_behind { [(end, low.1), (start, low.1)] } else { [(start, low.1), (end, low.1)] };
                    let pixel = cone.pixel(index, if is_behind { border } else { border - 1 });
                    (pixel, (0.0, if is_behind { -1.0 } else { 1.0 }), ends)
                }
                WallKind::Open | WallKind::Dark => return None,
            };
            let world = |(along, across): (f64, f64)| (origin.point() + cone.vector(along, across)).as_vec2();
            let [from, to] = if cone.is_mirrored { [ends[1], ends[0]] } else { ends }.map(world);
            let normal = cone.vector(normal.0, normal.1).as_vec2().positive_zero();
            Some(Self { pixel, from, to, normal, layer: 0, cell: IVec2::ZERO, tile: None })
                .filter(|edge| edge.from != edge.to)
        };
        // In the order of the angle. Along a side on the side of larger rows, distances fall as slopes grow.
        let is_behind = piece.wall.kind == WallKind::Side && piece.wall.distance(&cone) > 0.0;
        let is_falling = is_behind != cone.is_mirrored;
        (first..=last).filter_map(move |index| edge(if is_falling { first + last - index } else { index }))
    }

    /// Fills in the owner of the pixel, as it is seen from a point.
    pub(super) fn find_owner(&mut self, owners: &OwnerFinder<'_>, origin: DVec2) {
        let middle = (self.from.as_dvec2() + self.to.as_dvec2()) * 0.5;
        let owner = owners.owner_of(self.pixel, || middle - origin);
        (self.layer, self.cell, self.tile) = (owner.layer, owner.cell, *owner.tile);
    }
}

/// Returns the first and the last row of a lit face, or line of a lit side.
///
/// A sliver of a neighbor that only rounding lights is left out. Nearly everywhere it has no length in `f32` either;
/// but beside the coordinate 0 an `f32` is finer than the rounding.
fn indices(cone: &Cone, piece: &SightPiece, lit: SlopeRange) -> (i32, i32) {
    let (low, high) = (piece.point(cone, lit.low), piece.point(cone, lit.high));
    let (from, to) = match piece.wall.kind {
        WallKind::Face => (low.1 + cone.across, high.1 + cone.across),
        _ => (low.0.at_most(high.0) + cone.near, low.0.at_least(high.0) + cone.near),
    };
    (floor(from + EDGE_ROUNDING), floor(to - EDGE_ROUNDING))
}
