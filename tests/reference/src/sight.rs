//! Oracles of sight: the segment against the square of every solid pixel, and the edges of a pixel against their shadows, in
//! whole numbers.

use tileray::glam::{IVec2, ivec2};

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

/// Whether the center of a free pixel sees that of another if lines pass corners: the segment passes through the inside of no
/// solid pixel, and those that it touches lie on one side of it.
pub fn sees_past_corners(solid: &[IVec2], from: IVec2, to: IVec2) -> bool {
    let center = |pixel: IVec2| [pixel.x, pixel.y].map(|at| i64::from(at) * 256 + 128);
    let (from, to) = (center(from), center(to));
    let side = |pixel: &IVec2| {
        let at = center(*pixel);
        ((to[0] - from[0]) * (at[1] - from[1]) - (to[1] - from[1]) * (at[0] - from[0])).signum()
    };
    let touched: Vec<&IVec2> = solid.iter().filter(|&&pixel| sees(&[pixel], from, to) != Some(true)).collect();
    let is_entered = touched.iter().any(|&&pixel| sees(&[pixel], from, to) == Some(false));
    let is_on = |sign: i64| touched.iter().any(|pixel| side(pixel) == sign);
    !is_entered && (!is_on(-1) || !is_on(1))
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
struct Fraction(i64, i64);

impl Fraction {
    fn is_below(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// Whether the center of a free pixel sees a part of an edge of a solid one.
///
/// Seen from the center, a solid pixel between it and the line of the edge hides the slopes between its outermost corners. What
/// lies behind that line hides nothing.
pub fn sees_edge(solid: &[IVec2], origin: IVec2, pixel: IVec2) -> bool {
    // Each edge becomes the left one, with the center to its left.
    (0..4).any(|turns| {
        let turned = |step: IVec2| (0..turns).fold(step, |step, _| step.perp());
        let pixel = turned(pixel - origin);
        let solid = solid.iter().map(|&solid| turned(solid - origin));
        // In halves of a pixel.
        let slope = |x: i32, y: i32| Fraction(i64::from(2 * y - 1), i64::from(2 * x - 1));
        if pixel.x < 1 {
            return false;
        }
        let (low, high) = (slope(pixel.x, pixel.y), slope(pixel.x, pixel.y + 1));
        let mut shadows: Vec<[Fraction; 2]> = Vec::new();
        for at in solid.filter(|at| (0..pixel.x).contains(&at.x)) {
            // The near corners in the column of the center lie to its left: they hide all slopes up or down.
            let steep = Fraction(if at.y < 0 { i64::MIN >> 32 } else { i64::MAX >> 32 }, 1);
            let near = |y: i32| if at.x == 0 { steep } else { slope(at.x, y) };
            let corners = [near(at.y), near(at.y + 1), slope(at.x + 1, at.y), slope(at.x + 1, at.y + 1)];
            let least = corners.into_iter().reduce(|a, b| if b.is_below(a) { b } else { a });
            let most = corners.into_iter().reduce(|a, b| if a.is_below(b) { b } else { a });
            shadows.extend(least.zip(most).map(|(least, most)| [least, most]));
        }
        // From the lowest slope on, shadow after shadow.
        let mut hidden = low;
        while let Some([_, most]) =
            shadows.iter().find(|[least, most]| !hidden.is_below(*least) && hidden.is_below(*most))
        {
            hidden = *most;
        }
        hidden.is_below(high)
    })
}

/// Whether a solid pixel is at an inner corner: the pixel beside it along x and the one along y are lit by an edge, and the pixel
/// diagonal between these two is seen.
pub fn is_inner_corner(pixel: IVec2, is_lit: impl Fn(IVec2) -> bool, is_seen: impl Fn(IVec2) -> bool) -> bool {
    [ivec2(-1, -1), ivec2(-1, 1), ivec2(1, -1), ivec2(1, 1)]
        .into_iter()
        .any(|way| is_lit(pixel + ivec2(way.x, 0)) && is_lit(pixel + ivec2(0, way.y)) && is_seen(pixel + way))
}
