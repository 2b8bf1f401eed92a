use super::BodyShape;
use crate::collide::Hull;
use crate::geometry::{Pose, Rect};
use crate::solidity::SolidityMap;
use crate::tile::TileMap;
use glam::{DVec2, IVec2, ivec2};

/// The pixels that a hull shares more than an edge with, as a mask and where it lies.
///
/// Piece by piece and row by row: within a row of pixels a convex piece reaches from the least to the greatest x of its
/// corners there and of the points at which its edges cross the row's two sides. Its interior meets the pixels between
/// those, from the one that holds the least to the last that begins before the greatest.
pub(super) fn covered(hull: &Hull, pose: &Pose) -> Option<(SolidityMap, IVec2)> {
    let hull = hull.transformed(pose);
    let bounds = hull.bounds();
    let (min, max) = (bounds.min.as_dvec2().floor(), bounds.max.as_dvec2().ceil());
    let size = max - min;
    let most = f64::from(TileMap::MAX_COORDINATE);
    let is_near = min.min_element() >= -most && max.max_element() <= most;
    // Comparisons with a NaN are false.
    if !(is_near && size.max_element() <= f64::from(BodyShape::MAX_SIDE) && size.min_element() > 0.0) {
        return None;
    }
    let mut mask = SolidityMap::new(size.x as u32, size.y as u32);
    for piece in hull.pieces() {
        let corners: Vec<DVec2> = piece.points().map(|corner| corner.as_dvec2() - min).collect();
        for y in 0..mask.height() {
            if let Some((from, to)) = extent(&corners, f64::from(y)) {
                let y = y as i32;
                mask.fill_rect(Rect::new(ivec2(from.floor() as i32, y), ivec2(to.ceil() as i32, y + 1)), true);
            }
        }
    }
    Some((mask, min.as_ivec2()))
}

/// The least and the greatest x of what a convex polygon has strictly between `top` and `top + 1`; `None` where it has
/// nothing there.
fn extent(corners: &[DVec2], top: f64) -> Option<(f64, f64)> {
    let bottom = top + 1.0;
    let (mut from, mut to) = (f64::INFINITY, f64::NEG_INFINITY);
    let mut add = |x: f64| (from, to) = (from.min(x), to.max(x));
    for (index, &a) in corners.iter().enumerate() {
        let b = corners[(index + 1) % corners.len()];
        if a.y.max(b.y) <= top || a.y.min(b.y) >= bottom {
            continue;
        }
        for y in [a.y.clamp(top, bottom), b.y.clamp(top, bottom)] {
            // The ends are taken as they are.
            add(if y == a.y {
                a.x
            } else if y == b.y {
                b.x
            } else {
                a.x + (b.x - a.x) * ((y - a.y) / (b.y - a.y))
            });
        }
    }
    (from < to).then_some((from, to))
}
