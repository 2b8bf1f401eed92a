use super::polygon::PolygonRows;
use crate::geometry::Rect;
use crate::solidity::SolidityMap;
use glam::{DVec2, IVec2, Vec2};

/// Pixels to be carved out of a terrain or filled in it.
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
    /// The pixels whose centers lie within a distance of a point.
    ///
    /// The pixel `(i, j)` does where `(i + 0.5 - x)² + (j + 0.5 - y)² <= radius²`, each operation in `f64` and rounded
    /// once. That is exact for all numbers that a map needs: squares of distances with no more than 26 bits. A center or a
    /// radius that is NaN or infinite, or a radius below 0, means no pixel.
    Circle {
        /// The point.
        center: Vec2,
        /// The distance in pixels.
        radius: f32,
    },
    /// The pixels whose centers lie inside a closed line through these points, by the even-odd rule.
    ///
    /// A center on an edge belongs to what lies to the right of the edge; on a level one, to what lies below. So polygons
    /// that share an edge share no pixel, and leave none out. Edges are told from centers by products of differences in
    /// `f64`, which are exact for multiples of 1/256 up to ±2^16; beyond, they are rounded, for both polygons alike. Fewer
    /// than 3 points, or one that is NaN or infinite, mean no pixel.
    Polygon(&'a [Vec2]),
    /// The solid pixels of a mask.
    Mask {
        /// The mask.
        mask: &'a SolidityMap,
        /// The pixel of the world where the mask's pixel `(0, 0)` lies.
        at: IVec2,
    },
}

impl<'a> Shape<'a> {
    /// The circle around a point.
    #[must_use]
    pub fn circle(center: impl Into<Vec2>, radius: f32) -> Self {
        Self::Circle { center: center.into(), radius }
    }

    /// A rectangle that no pixel of the shape lies outside of.
    pub(super) fn bounds(&self) -> Rect {
        match *self {
            Self::Circle { center, radius } if center.is_finite() && radius.is_finite() && radius >= 0.0 => {
                let (center, radius) = (center.as_dvec2(), f64::from(radius));
                around(center - radius, center + radius)
            }
            Self::Polygon(points) if points.len() >= 3 && points.iter().all(|point| point.is_finite()) => {
                let points = points.iter().map(|point| point.as_dvec2());
                let (min, max) = points
                    .fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(min, max), point| (min.min(point), max.max(point)));
                around(min, max)
            }
            Self::Mask { mask, at } => Rect::from_size(at, mask.size()),
            Self::Circle { .. } | Self::Polygon(_) => Rect::EMPTY,
        }
    }

    /// The same as rows of bits, of which `clip` will be asked for.
    pub(super) fn rows(&self, clip: &Rect) -> ShapeRows<'a> {
        match *self {
            Self::Circle { center, radius } => {
                let (center, radius) = (center.as_dvec2(), f64::from(radius));
                ShapeRows::Circle(CircleRows { center, square: radius * radius, clip: *clip, spans: [(0, 0); 16] })
            }
            Self::Polygon(points) => ShapeRows::Polygon(PolygonRows::new(points, clip)),
            Self::Mask { mask, at } => ShapeRows::Mask { mask, at, top: 0 },
        }
    }
}

/// The pixels from `min` to `max` and one more all around, for the rounding; coordinates stop at the ends of `i32`.
fn around(min: DVec2, max: DVec2) -> Rect {
    Rect::new((min.floor() - 1.0).as_ivec2(), (max.ceil() + 1.0).as_ivec2())
}

/// A shape as rows of bits, a band of 16 rows at a time.
pub(super) enum ShapeRows<'a> {
    Circle(CircleRows),
    Polygon(PolygonRows),
    Mask { mask: &'a SolidityMap, at: IVec2, top: i32 },
}

impl ShapeRows<'_> {
    /// Goes to the band whose first row is `top`.
    pub(super) fn go_to(&mut self, top: i32) {
        match self {
            Self::Circle(circle) => circle.go_to(top),
            Self::Polygon(polygon) => polygon.go_to(top),
            Self::Mask { top: band, .. } => *band = top,
        }
    }

    /// The pixels of the band from `left` on, bit 0 at the left.
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

/// The pixels of a rectangle in the square of 16×16 pixels at `corner`.
pub(super) fn rect_square(rect: &Rect, corner: IVec2) -> [u16; 16] {
    let row = span_bits(rect.min.x, rect.max.x, corner.x);
    std::array::from_fn(|y| if (rect.min.y..rect.max.y).contains(&(corner.y + y as i32)) { row } else { 0 })
}

/// The pixels from `start` up to `end` as bits, of which bit 0 is `left`.
#[inline]
fn span_bits(start: i32, end: i32, left: i32) -> u16 {
    let bit = |x: i32| (i64::from(x) - i64::from(left)).clamp(0, 16) as u32;
    let below = |bits: u32| (1_u32 << bits) - 1;
    (below(bit(end)) & !below(bit(start))) as u16
}

/// The rows of a circle: in each one span.
pub(super) struct CircleRows {
    center: DVec2,
    /// The square of the radius.
    square: f64,
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

    /// The pixels of row `y` that are in the circle and in the clip.
    ///
    /// A difference, a square and a sum, rounded, never fall where their operands grow. So the test holds for a pixel
    /// wherever it holds for one farther from the center, and the pixels for which it does are those from one end to
    /// another. A square root tells where they should be; where the test itself disagrees, they are found by halving.
    fn span(&self, y: i32) -> (i32, i32) {
        let dy = f64::from(y) + 0.5 - self.center.y;
        let rise = dy * dy;
        let is_inside = |x: i32| {
            let dx = f64::from(x) + 0.5 - self.center.x;
            dx * dx + rise <= self.square
        };
        let (first, last) = (self.clip.min.x, self.clip.max.x - 1);
        let nearest = (self.center.x.floor() as i32).clamp(first, last);
        if !is_inside(nearest) {
            return (0, 0);
        }
        let half = (self.square - rise).max(0.0).sqrt();
        let (left, right) = ((self.center.x - half - 0.5).ceil() as i32, (self.center.x + half - 0.5).floor() as i32);
        let (left, right) = (left.clamp(first, nearest), right.clamp(nearest, last));
        let is_left_end = is_inside(left) && (left == first || !is_inside(left - 1));
        let is_right_end = is_inside(right) && (right == last || !is_inside(right + 1));
        let start = if is_left_end { left } else { first_where(first, nearest, is_inside) };
        let end = if is_right_end { right + 1 } else { first_where(nearest, last + 1, |x| !is_inside(x)) };
        (start, end)
    }
}

/// The first of `start..end` for which a test holds that holds for all after it; `end` where there is none.
pub(super) fn first_where(mut start: i32, mut end: i32, holds: impl Fn(i32) -> bool) -> i32 {
    while start < end {
        let middle = start + (end - start) / 2;
        if holds(middle) { end = middle } else { start = middle + 1 }
    }
    start
}
