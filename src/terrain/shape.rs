//! Shapes to carve and to fill, rasterized a band of 16 rows at a time; and the squares that are dirty after them.

use super::grid::BLOCK_SHIFT;
use crate::geometry::{Bound, Rect};
use crate::solidity::{SolidityMap, fill_between};
use glam::{DVec2, IVec2, Vec2};
use std::collections::BTreeMap;

/// The pixels that an edit carves or fills.
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
    /// The center of pixel `(i, j)` does where `(i + 0.5 - x)² + (j + 0.5 - y)² <= radius²`, each operation in `f64`
    /// and rounded once. That is exact for all distances of at most 26 bits, which suffices for maps. A center or a
    /// radius that is NaN or infinite, or a radius below 0, means no pixel.
    Circle {
        /// The center.
        center: Vec2,
        /// The radius in pixels.
        radius: f32,
    },
    /// The pixels whose centers lie inside a closed polyline, by the even-odd rule.
    ///
    /// A center on an edge belongs to the side to the right of the edge, on a level edge to the side below. So
    /// polygons that share an edge share no pixel and leave none out. Centers are compared with edges by products of
    /// differences in `f64`, which are exact for multiples of 1/256 up to ±2^16; beyond, they are rounded, for both
    /// polygons alike. Fewer than 3 points, or a point that is NaN or infinite, mean no pixel.
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

    /// Returns a rectangle around all pixels of the shape.
    pub(super) fn bounds(&self) -> Rect {
        match *self {
            Self::Circle { center, radius } if center.is_finite() && radius.is_finite() && radius >= 0.0 => {
                let (center, radius) = (center.as_dvec2(), f64::from(radius));
                around(center - radius, center + radius)
            }
            Self::Polygon(points) if points.len() >= 3 && points.iter().all(|point| point.is_finite()) => {
                let points = points.iter().map(|point| point.as_dvec2());
                let (min, max) = points.fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(min, max), point| {
                    (min.at_most(point), max.at_least(point))
                });
                around(min, max)
            }
            Self::Mask { mask, at } => Rect::from_size(at, mask.size()),
            Self::Circle { .. } | Self::Polygon(_) => Rect::EMPTY,
        }
    }

    /// Returns the pixels of the shape within `clip` as rows of bits.
    pub(super) fn rows(&self, clip: &Rect) -> ShapeRows<'a> {
        match *self {
            Self::Circle { center, radius } => {
                let (center, radius) = (center.as_dvec2(), f64::from(radius));
                ShapeRows::Circle(CircleRows {
                    center,
                    radius_squared: radius * radius,
                    middle: (center.x.floor() as i32).clamp(clip.min.x, clip.max.x - 1),
                    clip: *clip,
                    spans: [(0, 0); 16],
                })
            }
            Self::Polygon(points) => ShapeRows::Polygon(PolygonRows::new(points, clip)),
            Self::Mask { mask, at } => ShapeRows::Mask { mask, at, top: 0 },
        }
    }
}

/// Returns the pixels from `min` to `max` and one more on each side, for rounding; coordinates end with `i32`.
fn around(min: DVec2, max: DVec2) -> Rect {
    Rect::new((min.floor() - 1.0).as_ivec2(), (max.ceil() + 1.0).as_ivec2())
}

/// A shape as rows of bits, for a band of 16 rows at a time.
pub(super) enum ShapeRows<'a> {
    Circle(CircleRows),
    Polygon(PolygonRows),
    Mask { mask: &'a SolidityMap, at: IVec2, top: i32 },
}

impl ShapeRows<'_> {
    /// Moves to the band whose first row is `top`.
    pub(super) fn go_to(&mut self, top: i32) {
        match self {
            Self::Circle(circle) => circle.go_to(top),
            Self::Polygon(polygon) => polygon.go_to(top),
            Self::Mask { top: band, .. } => *band = top,
        }
    }

    /// Returns 16 columns of the band from `left` on, a multiple of 16; bit 0 is at the left.
    #[inline]
    pub(super) fn square(&self, left: i32) -> [u16; 16] {
        match self {
            Self::Circle(circle) => circle.spans.map(|(start, end)| span_bits(start, end, left)),
            Self::Polygon(polygon) => polygon.square(left),
            Self::Mask { mask, at, top } => {
                mask.square(i64::from(left) - i64::from(at.x), i64::from(*top) - i64::from(at.y))
            }
        }
    }
}

/// Returns the pixels of a rectangle in the square of 16×16 pixels at `corner`.
pub(super) fn rect_square(rect: &Rect, corner: IVec2) -> [u16; 16] {
    let row = span_bits(rect.min.x, rect.max.x, corner.x);
    std::array::from_fn(|y| if (rect.min.y..rect.max.y).contains(&(corner.y + y as i32)) { row } else { 0 })
}

/// Returns the pixels from `start` to below `end` as bits, of which bit 0 is `left`.
#[inline]
fn span_bits(start: i32, end: i32, left: i32) -> u16 {
    let bit = |x: i32| (i64::from(x) - i64::from(left)).clamp(0, 16) as u32;
    let below = |bits: u32| (1_u32 << bits) - 1;
    (below(bit(end)) & !below(bit(start))) as u16
}

/// The rows of a circle, each a single span.
pub(super) struct CircleRows {
    center: DVec2,
    radius_squared: f64,
    /// The column of the clip that is nearest to the center.
    middle: i32,
    clip: Rect,
    spans: [(i32, i32); 16],
}

impl CircleRows {
    fn go_to(&mut self, top: i32) {
        self.spans = std::array::from_fn(|row| {
            let y = top + row as i32;
            if (self.clip.min.y..self.clip.max.y).contains(&y) { self.span(y) } else { (0, 0) }
        });
    }

    /// Returns the pixels of row `y` that are in the circle and in the clip.
    ///
    /// A rounded difference, square or sum never falls where its operands grow. So the test holds for a pixel
    /// wherever it holds for one farther from the center, and the pixels that pass are one span. A square root
    /// estimates its ends; where the test disagrees, a binary search finds them.
    fn span(&self, y: i32) -> (i32, i32) {
        let dy = f64::from(y) + 0.5 - self.center.y;
        let rise = dy * dy;
        let is_inside = |x: i32| {
            let dx = f64::from(x) + 0.5 - self.center.x;
            dx * dx + rise <= self.radius_squared
        };
        let (first, last) = (self.clip.min.x, self.clip.max.x - 1);
        let nearest = self.middle;
        if !is_inside(nearest) {
            return (0, 0);
        }
        let half = (self.radius_squared - rise).at_least(0.0).sqrt();
        let (left, right) = ((self.center.x - half - 0.5).ceil() as i32, (self.center.x + half - 0.5).floor() as i32);
        let (left, right) = (left.clamp(first, nearest), right.clamp(nearest, last));
        let is_left_end = is_inside(left) && (left == first || !is_inside(left - 1));
        let is_right_end = is_inside(right) && (right == last || !is_inside(right + 1));
        let start = if is_left_end { left } else { first_where(first, nearest, is_inside) };
        let end = if is_right_end { right + 1 } else { first_where(nearest, last + 1, |x| !is_inside(x)) };
        (start, end)
    }
}

/// The rows of a polygon, by the even-odd rule.
pub(super) struct PolygonRows {
    /// The ends of each edge that is not level, the upper end first, so that the winding does not matter.
    edges: Vec<(DVec2, DVec2)>,
    clip: Rect,
    /// The column of the first bit of each row, a multiple of 64.
    left: i32,
    words_per_row: usize,
    /// 16 rows, bit 0 at the left.
    words: Vec<u64>,
}

impl PolygonRows {
    fn new(points: &[Vec2], clip: &Rect) -> Self {
        let points = || points.iter().map(|point| point.as_dvec2());
        let pairs = points().zip(points().cycle().skip(1));
        let edges = pairs.filter(|(a, b)| a.y != b.y).map(|(a, b)| if a.y < b.y { (a, b) } else { (b, a) });
        let left = clip.min.x & !63;
        let words_per_row = ((clip.max.x - left) as usize).div_ceil(64);
        Self { edges: edges.collect(), clip: *clip, left, words_per_row, words: vec![0; 16 * words_per_row] }
    }

    /// Moves to the band whose first row is `top`.
    ///
    /// An edge that crosses a row swaps inside and outside from the first pixel to its right on. So each edge flips
    /// that pixel's bit, and the prefix parity of the bits is the row: no crossings are sorted.
    fn go_to(&mut self, top: i32) {
        self.words.fill(0);
        let (first, end) = (top.max(self.clip.min.y), (top + 16).min(self.clip.max.y));
        for &(upper, lower) in &self.edges {
            if lower.y <= f64::from(first) || f64::from(end) < upper.y {
                continue;
            }
            for row in first..end {
                let y = f64::from(row) + 0.5;
                if upper.y <= y && y < lower.y {
                    let x = self.first_right_of(upper, lower, y);
                    if x < self.clip.max.x {
                        let bit = (x - self.left) as usize;
                        self.words[(row - top) as usize * self.words_per_row + bit / 64] ^= 1 << (bit % 64);
                    }
                }
            }
        }
        for row in self.words.chunks_exact_mut(self.words_per_row) {
            fill_between(row);
        }
    }

    /// Returns the first pixel of the clip whose center is on or to the right of an edge, in the row whose centers
    /// are at `y`.
    ///
    /// The test is `(x - upper.x) * (lower.y - upper.y) >= (lower.x - upper.x) * (y - upper.y)`. Where it holds it
    /// holds for all pixels to the right, even rounded. A quotient estimates the pixel; where the test disagrees, a
    /// binary search finds it.
    fn first_right_of(&self, upper: DVec2, lower: DVec2, y: f64) -> i32 {
        let across = lower - upper;
        let product = across.x * (y - upper.y);
        let is_right = |x: i32| (f64::from(x) + 0.5 - upper.x) * across.y >= product;
        let (first, end) = (self.clip.min.x, self.clip.max.x);
        let guess = ((upper.x + product / across.y - 0.5).ceil() as i32).clamp(first, end);
        if (guess == end || is_right(guess)) && (guess == first || !is_right(guess - 1)) {
            return guess;
        }
        first_where(first, end, is_right)
    }

    /// Returns 16 columns of the band from `left` on.
    #[inline]
    fn square(&self, left: i32) -> [u16; 16] {
        let bit = left - self.left;
        std::array::from_fn(|row| match usize::try_from(bit) {
            Ok(bit) if bit / 64 < self.words_per_row => {
                (self.words[row * self.words_per_row + bit / 64] >> (bit % 64)) as u16
            }
            _ => 0,
        })
    }
}

/// Returns the first of `start..end` that passes a test which all later ones pass too; `end` where none does.
fn first_where(mut start: i32, mut end: i32, holds: impl Fn(i32) -> bool) -> i32 {
    while start < end {
        let middle = start + (end - start) / 2;
        if holds(middle) { end = middle } else { start = middle + 1 }
    }
    start
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
