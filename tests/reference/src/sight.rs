//! Oracle of sight: the segment against the square of every solid pixel, in whole numbers.

use tileray::glam::IVec2;

/// Whether a point sees another, both in units of 1/256 pixel: `Some(false)` where the segment passes through the
/// inside of a solid pixel, `Some(true)` where it touches none, `None` where it only touches.
pub fn sees(solid: &[IVec2], from: [i64; 2], to: [i64; 2]) -> Option<bool> {
    let mut touches = false;
    for pixel in solid {
        let (low, high) =
            ([pixel.x, pixel.y].map(|at| i64::from(at) * 256), [pixel.x, pixel.y].map(|at| (i64::from(at) + 1) * 256));
        let before = |axis: usize| from[axis].max(to[axis]).cmp(&low[axis]);
        let behind = |axis: usize| high[axis].cmp(&from[axis].min(to[axis]));
        let corners = [[low[0], low[1]], [high[0], low[1]], [low[0], high[1]], [high[0], high[1]]];
        let sides =
            corners.map(|corner| (to[0] - from[0]) * (corner[1] - from[1]) - (to[1] - from[1]) * (corner[0] - from[0]));
        // Apart along an axis, or along the normal of the segment; touching where one of these is exactly 0.
        let gaps = [before(0), before(1), behind(0), behind(1)];
        let (least, most) = (sides.into_iter().min().unwrap_or(0), sides.into_iter().max().unwrap_or(0));
        let is_apart = gaps.iter().any(|gap| gap.is_lt()) || least > 0 || most < 0;
        let only_touches = gaps.iter().any(|gap| gap.is_eq()) || least == 0 || most == 0;
        if is_apart {
            continue;
        }
        if !only_touches {
            return Some(false);
        }
        touches = true;
    }
    (!touches).then_some(true)
}
