//! Layers of pixels that are edited one by one, by the definitions.

use crate::nearest::pixels;
use tileray::glam::{IVec2, Vec2};
use tileray::{Rect, SolidityMap};

/// The solid pixels of each layer within some bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Pixels {
    pub bounds: Rect,
    pub layers: Vec<Vec<bool>>,
}

impl Pixels {
    pub fn new(bounds: Rect, layers: usize) -> Self {
        Self { bounds, layers: vec![vec![false; bounds.area() as usize]; layers] }
    }

    fn place(&self, pixel: IVec2) -> Option<usize> {
        let inside = pixel - self.bounds.min;
        self.bounds.contains(pixel).then(|| inside.y as usize * self.bounds.width() as usize + inside.x as usize)
    }

    pub fn get(&self, layer: usize, pixel: IVec2) -> bool {
        self.place(pixel).is_some_and(|place| self.layers[layer][place])
    }

    pub fn set(&mut self, layer: usize, pixel: IVec2, solid: bool) {
        if let Some(place) = self.place(pixel) {
            self.layers[layer][place] = solid;
        }
    }

    /// Sets every pixel of some layers that a test is true for.
    pub fn paint(&mut self, layers: impl Fn(usize) -> bool, solid: bool, is_in: impl Fn(IVec2) -> bool) {
        let meant: Vec<usize> = (0..self.layers.len()).filter(|&layer| layers(layer)).collect();
        for (place, _) in pixels(self.bounds).enumerate().filter(|(_, pixel)| is_in(*pixel)) {
            meant.iter().for_each(|&layer| self.layers[layer][place] = solid);
        }
    }

    /// Whether another has the same pixels outside of a rectangle inside the bounds.
    pub fn equals_outside(&self, other: &Self, rect: &Rect) -> bool {
        let width = self.bounds.width() as usize;
        let (left, right) = ((rect.min.x - self.bounds.min.x) as usize, (rect.max.x - self.bounds.min.x) as usize);
        self.layers.iter().zip(&other.layers).all(|(own, other)| {
            own.chunks(width).zip(other.chunks(width)).zip(self.bounds.min.y..).all(|((own, other), y)| {
                let is_beside = rect.is_empty() || !(rect.min.y..rect.max.y).contains(&y);
                if is_beside { own == other } else { own[..left] == other[..left] && own[right..] == other[right..] }
            })
        })
    }
}

/// A coordinate in units of 1/512 px, after it is rounded to two of them, on a tie to an even number of these.
fn units(number: f32) -> i128 {
    2 * (f64::from(number) * 256.0).round_ties_even() as i128
}

/// The center of a pixel, in units.
fn center_of(pixel: IVec2) -> (i128, i128) {
    (i128::from(pixel.x) * 512 + 256, i128::from(pixel.y) * 512 + 256)
}

/// Whether a pixel's center is in a circle or on its border.
pub fn in_circle(pixel: IVec2, center: Vec2, radius: f32) -> bool {
    if !(center.is_finite() && radius.is_finite() && radius > 0.0) {
        return false;
    }
    let (x, y) = center_of(pixel);
    let (dx, dy, radius) = (x - units(center.x), y - units(center.y), units(radius));
    radius > 0 && dx * dx + dy * dy <= radius * radius
}

/// Whether a pixel's center is inside a polygon or on its border.
pub fn in_polygon(pixel: IVec2, points: &[Vec2]) -> bool {
    let corners: Vec<_> = points.iter().map(|point| [units(point.x), units(point.y)]).collect();
    even_odd(&corners, center_of(pixel).into())
}

/// Whether a point is inside a closed outline by the even-odd rule, or on its border. An outline whose corners lie on one
/// line has no points.
pub fn even_odd(corners: &[[i128; 2]], [x, y]: [i128; 2]) -> bool {
    let (mut inside, mut is_on_border) = (false, false);
    for (index, a) in corners.iter().enumerate() {
        let b = &corners[(index + 1) % corners.len()];
        let (upper, lower) = if a[1] < b[1] { (a, b) } else { (b, a) };
        // Above 0 where the point is to the right of the edge.
        let side = |[x, y]: [i128; 2]| (x - upper[0]) * (lower[1] - upper[1]) - (lower[0] - upper[0]) * (y - upper[1]);
        inside ^= upper[1] <= y && y < lower[1] && side([x, y]) >= 0;
        let is_within = |axis: usize, at: i128| a[axis].min(b[axis]) <= at && at <= a[axis].max(b[axis]);
        is_on_border |= is_within(0, x) && is_within(1, y) && side([x, y]) == 0;
    }
    (inside || is_on_border) && !is_flat(corners)
}

/// Whether all corners of an outline lie on one line.
fn is_flat(corners: &[[i128; 2]]) -> bool {
    let cross =
        |a: &[i128; 2], b: &[i128; 2], c: &[i128; 2]| (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    corners.iter().all(|b| corners.iter().all(|c| cross(&corners[0], b, c) == 0))
}

/// Whether a pixel is solid in a mask that lies at a pixel.
pub fn in_mask(pixel: IVec2, mask: &SolidityMap, at: IVec2) -> bool {
    mask.get(pixel.x - at.x, pixel.y - at.y)
}
