//! Shapes to carve and to fill, rasterized a band of 16 rows at a time; and the squares that are dirty after them.

use super::grid::BLOCK_SHIFT;
use crate::geometry::Rect;
use crate::solidity::{FixedShape, SolidityMap, bits_between};
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;

/// The farthest center of a circle, in pixels. Points of polygons beyond count as there.
const FARTHEST: f32 = (1_u64 << 31) as f32;

/// The pixels that an edit carves or fills.
///
/// A pixel belongs to a circle or a polygon where its center lies inside. A center on the border belongs to the shape if
/// the shape lies to its right, or below it where the border is level; so shapes that share a border share no pixel and
/// leave none out. Points and radii are rounded to 1/256 px, and all decisions after that are made in whole numbers.
/// [`TileMap::object_mask`](crate::TileMap::object_mask) has the same rule, so a circle of a map has the pixels of a
/// circle that is carved.
///
/// ```
/// use tileray::{LayerMask, SolidityMap, Terrain};
/// use tileray::terrain::Shape;
///
/// let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, _| true));
/// terrain.carve(&Shape::circle((32.0, 32.0), 10.0), LayerMask::ALL);
/// assert!(terrain.line_of_sight((25.0, 32.0), (39.0, 32.0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Shape<'a> {
    /// The pixels whose centers lie within `radius` of a point.
    ///
    /// A center or a radius that is NaN or infinite, a radius below 0, or a center beyond ±2^31 means no pixel.
    Circle {
        /// The center.
        center: Vec2,
        /// The radius in pixels.
        radius: f32,
    },
    /// The pixels whose centers lie inside a closed polyline, by the even-odd rule.
    ///
    /// Fewer than 3 points, or a point that is NaN or infinite, mean no pixel.
    Polygon(&'a [Vec2]),
    /// The solid pixels of a mask.
    Mask {
        /// The mask.
        mask: &'a SolidityMap,
        /// The pixel of the world at which the mask's pixel `(0, 0)` lies.
        at: IVec2,
    },
}

impl<'a> Shape<'a> {
    /// Returns the circle around a point.
    #[must_use]
    pub fn circle(center: impl Into<Vec2>, radius: f32) -> Self {
        Self::Circle { center: center.into(), radius }
    }

    /// Returns the pixels of the shape as rows of bits, within a rectangle.
    pub(super) fn rows(&self, bounds: &Rect) -> ShapeRows<'a> {
        let shape = match *self {
            Self::Circle { center, radius }
                if center.abs().cmple(Vec2::splat(FARTHEST)).all() && radius.is_finite() && radius >= 0.0 =>
            {
                FixedShape::circle(center.as_dvec2(), radius.into())
            }
            Self::Polygon(points) if points.iter().all(|point| point.is_finite()) => {
                FixedShape::polygon(points.iter().map(|point| point.as_dvec2()))
            }
            Self::Mask { mask, at } => {
                let clip = Rect::from_size(at, mask.size()).intersection(bounds);
                return ShapeRows { clip, top: 0, pixels: ShapePixels::Mask(mask, at) };
            }
            Self::Circle { .. } | Self::Polygon(_) => FixedShape::default(),
        };
        let clip = shape.bounds().intersection(bounds);
        // Words of the band begin at multiples of 64, so squares are read without a carry.
        let left = clip.min.x & !63;
        let band = SolidityMap::new((clip.max.x - left).max(0) as u32, 16);
        ShapeRows { clip, top: 0, pixels: ShapePixels::Drawn { shape, band, left } }
    }
}

/// A shape as rows of bits, for a band of 16 rows at a time.
pub(super) struct ShapeRows<'a> {
    /// A rectangle around all pixels.
    pub(super) clip: Rect,
    top: i32,
    pixels: ShapePixels<'a>,
}

enum ShapePixels<'a> {
    /// A shape, and the band of it that was drawn last, from column `left` on.
    Drawn {
        shape: FixedShape,
        band: SolidityMap,
        left: i32,
    },
    Mask(&'a SolidityMap, IVec2),
}

impl ShapeRows<'_> {
    /// Moves to the band whose first row is `top`.
    pub(super) fn go_to(&mut self, top: i32) {
        self.top = top;
        if let ShapePixels::Drawn { shape, band, left } = &mut self.pixels {
            shape.draw_over(band, IVec2::new(*left, top));
        }
    }

    /// Returns 16 columns of the band from `left` on; bit 0 is at the left.
    #[inline]
    pub(super) fn square(&self, left: i32) -> [u16; 16] {
        let (mask, at) = match &self.pixels {
            ShapePixels::Drawn { band, left, .. } => (band, IVec2::new(*left, self.top)),
            ShapePixels::Mask(mask, at) => (*mask, *at),
        };
        mask.square(i64::from(left) - i64::from(at.x), i64::from(self.top) - i64::from(at.y))
    }
}

/// Returns the pixels of a rectangle in the square of 16×16 pixels at `corner`.
pub(super) fn rect_square(rect: &Rect, corner: IVec2) -> [u16; 16] {
    let column = |x: i32| i64::from(x) - i64::from(corner.x);
    let row = bits_between(column(rect.min.x), column(rect.max.x)) as u16;
    std::array::from_fn(|y| if (rect.min.y..rect.max.y).contains(&(corner.y + y as i32)) { row } else { 0 })
}

/// The pixels that edits changed since they were taken: a rectangle for each square of 256×256 pixels, by row and column.
///
/// `None` where nobody has taken them yet: then all pixels count as changed, and nothing is kept.
#[derive(Debug, Default)]
pub(super) struct DirtySquares(Option<BTreeMap<(i32, i32), Rect>>);

impl DirtySquares {
    /// Adds the pixels of an edit, cut at the borders of the squares.
    #[inline]
    pub(super) fn add(&mut self, rect: &Rect) {
        if let Some(squares) = &mut self.0
            && !rect.is_empty()
        {
            let (first, last) = (rect.min >> BLOCK_SHIFT as i32, (rect.max - 1) >> BLOCK_SHIFT as i32);
            for (row, column) in (first.y..=last.y).flat_map(|row| (first.x..=last.x).map(move |column| (row, column)))
            {
                let corner = IVec2::new(column, row) << BLOCK_SHIFT as i32;
                let pixels = rect.intersection(&Rect::new(corner, corner + (1 << BLOCK_SHIFT)));
                squares.entry((row, column)).and_modify(|dirty| *dirty = dirty.union(&pixels)).or_insert(pixels);
            }
        }
    }

    /// Returns the rectangles, row after row, and keeps what is added from now on; `None` the first time.
    pub(super) fn take(&mut self) -> Option<Vec<Rect>> {
        self.0.replace(BTreeMap::new()).map(|squares| squares.into_values().collect())
    }
}

/// A clone is another terrain, which may be put in place of the one that it was cloned from. What it holds then is all new
/// to the picture.
impl Clone for DirtySquares {
    fn clone(&self) -> Self {
        Self::default()
    }
}
