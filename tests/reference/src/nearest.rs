//! The nearest pixel to a point: a look at every pixel.

use tileray::Rect;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};

/// The pixels of a rectangle.
pub fn pixels(area: Rect) -> impl Iterator<Item = IVec2> {
    (area.min.y..area.max.y).flat_map(move |y| (area.min.x..area.max.x).map(move |x| ivec2(x, y)))
}

/// The nearest of some pixels, the closest point of its closed square, and the distance; the point is at a multiple of
/// 1/256 px.
pub fn nearest(pixels: impl Iterator<Item = IVec2>, point: Vec2, max: f32) -> Option<(IVec2, Vec2, f32)> {
    let units = |value: f32| (f64::from(value) * 256.0) as i128;
    let (x, y) = (units(point.x), units(point.y));
    let gap = |point: i128, pixel: i32| {
        let low = i128::from(pixel) * 256;
        if point < low { low - point } else { (point - low - 256).max(0) }
    };
    let key = |pixel: IVec2| {
        let (gap_x, gap_y) = (gap(x, pixel.x), gap(y, pixel.y));
        let (aside, down) = (i128::from(pixel.x) * 256 + 128 - x, i128::from(pixel.y) * 256 + 128 - y);
        let center = aside * aside + down * down;
        (gap_x * gap_x + gap_y * gap_y, center, -aside.abs().max(down.abs()), pixel.y, pixel.x)
    };
    let (distance, _, _, row, column) = pixels.map(key).min()?;
    let pixel = ivec2(column, row);
    let corner = pixel.as_vec2();
    let closest = vec2(point.x.max(corner.x).min(corner.x + 1.0), point.y.max(corner.y).min(corner.y + 1.0));
    let distance = (distance as f64).sqrt() / 256.0;
    (distance <= f64::from(max)).then_some((pixel, closest, distance as f32))
}
