//! Shapes to carve and to fill, rasterized a band of 16 rows at a time; and the squares that are dirty after them.

use super::grid::BLOCK_SHIFT;
use crate::geometry::{Circle, Polygon, Rect};
use crate::solidity::{FixedShape, PlacedMask, SolidityMap, bits_between};
use glam::{IVec2, Vec2};
use std::collections::BTreeMap;

/// The farthest center of a circle, in pixels.
const FARTHEST: f32 = (1_u64 << 31) as f32;

/// A shape that can be [carved](crate::Terrain::carve) and [filled](crate::Terrain::fill).
///
/// Implemented for [`Circle`], [`Capsule`](crate::Capsule), [`Rect`], [`Aabb`](crate::Aabb), [`Polygon`],
/// [`ConvexPolygon`](crate::ConvexPolygon), [`RoundedPolygon`](crate::collide::RoundedPolygon), [`Hull`](crate::Hull)
/// and [`PlacedMask`]. An `IVec2` is one pixel. A `[Vec2]` is a closed outline, which may cross itself, by the even-odd
/// rule. The trait is sealed.
///
/// A pixel belongs to a shape if its center lies inside or on the border. So a mirrored shape has the mirrored pixels,
/// and shapes that share a border leave no pixel out between them. Points and radii are rounded to 1/256 px, and so are
/// the straight sides of capsules and rounded polygons. All decisions after that are made in whole numbers.
/// [`TileMap::object_mask`](crate::TileMap::object_mask) has the same rule, so a circle of a map has the pixels of a
/// circle that is carved.
///
/// A shape has no pixel if a number is NaN or infinite, if its radius is below 0, if it has no area, or if it is a circle with a center beyond ±2^31. Other coordinates beyond ±2^31 are clamped.
///
/// ```
/// use tileray::glam::{ivec2, vec2};
/// use tileray::{Capsule, LayerMask, Polygon, SolidityMap, Terrain};
///
/// let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, _| true));
/// terrain.carve(&Capsule::new((16.0, 32.0), (48.0, 32.0), 8.0), LayerMask::ALL);
/// assert!(terrain.line_of_sight((9.0, 32.0), (55.0, 32.0)));
/// let ramp = Polygon::new(vec![vec2(16.0, 40.0), vec2(40.0, 32.0), vec2(40.0, 40.0)])?;
/// terrain.fill(&ramp, LayerMask::ALL);
/// assert!(terrain.is_solid(ivec2(39, 34)) && !terrain.is_solid(ivec2(17, 34)));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
pub trait Stencil {
    /// Returns the pixels. No other crate can name their type, which seals the trait.
    #[doc(hidden)]
    fn pixels(&self) -> StencilPixels<'_>;
}

/// The pixels of a [`Stencil`].
#[derive(Debug)]
pub struct StencilPixels<'a>(StencilKind<'a>);

#[derive(Debug)]
enum StencilKind<'a> {
    Drawn(FixedShape),
    Mask(&'a PlacedMask),
}

impl From<FixedShape> for StencilPixels<'_> {
    fn from(shape: FixedShape) -> Self {
        Self(StencilKind::Drawn(shape))
    }
}

impl Stencil for Circle {
    fn pixels(&self) -> StencilPixels<'_> {
        let is_near = self.is_valid() && self.center.abs().cmple(Vec2::splat(FARTHEST)).all();
        if is_near { FixedShape::circle(self.center.as_dvec2(), self.radius.into()) } else { FixedShape::default() }
            .into()
    }
}

impl Stencil for [Vec2] {
    fn pixels(&self) -> StencilPixels<'_> {
        let points: &[Vec2] = if self.iter().all(|point| point.is_finite()) { self } else { &[] };
        FixedShape::polygon(points.iter().map(|point| point.as_dvec2())).into()
    }
}

impl Stencil for Polygon {
    fn pixels(&self) -> StencilPixels<'_> {
        self.points().pixels()
    }
}

impl Stencil for PlacedMask {
    fn pixels(&self) -> StencilPixels<'_> {
        StencilPixels(StencilKind::Mask(self))
    }
}

impl<'a> StencilPixels<'a> {
    /// Returns the pixels as rows of bits, within a rectangle.
    pub(super) fn rows(self, bounds: &Rect) -> ShapeRows<'a> {
        match self.0 {
            StencilKind::Drawn(shape) => ShapeRows::drawn(shape, bounds),
            StencilKind::Mask(placed) => ShapeRows::of_mask(&placed.mask, placed.at, bounds),
        }
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

impl<'a> ShapeRows<'a> {
    fn drawn(shape: FixedShape, bounds: &Rect) -> Self {
        let clip = shape.bounds().intersection(bounds);
        // Words of the band begin at multiples of 64, so squares are read without a carry.
        let left = clip.min.x & !63;
        let band = SolidityMap::new((clip.max.x - left).max(0) as u32, 16);
        ShapeRows { clip, top: 0, pixels: ShapePixels::Drawn { shape, band, left } }
    }

    /// Returns the solid pixels of a mask that lies at `at`.
    pub(super) fn of_mask(mask: &'a SolidityMap, at: IVec2, bounds: &Rect) -> Self {
        let clip = Rect::from_size(at, mask.size()).intersection(bounds);
        ShapeRows { clip, top: 0, pixels: ShapePixels::Mask(mask, at) }
    }

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

/// The pixels that edits changed since the last [`take`](Self::take): a rectangle for each square of 256×256 pixels.
/// The keys are the squares' rows and columns.
///
/// `None` before the first `take`: then all pixels count as changed, and nothing is kept.
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

/// A clone begins anew: it may take the place of the other terrain in a picture, and then all of its pixels are drawn.
impl Clone for DirtySquares {
    fn clone(&self) -> Self {
        Self::default()
    }
}
