use super::SpriteHullError;
use crate::solidity::SolidityMap;
use glam::{DVec2, I64Vec2, IVec2, ivec2};

/// The corners of the smallest convex polygon that holds the squares of all solid pixels, clockwise on screen from the
/// leftmost of the topmost; none where no pixel is solid.
///
/// Andrew's monotone chain (1979), in integers, row by row: of each row only the first and the last solid pixel matter. Costs
/// a few operations for every 64 pixels.
pub(super) fn convex_hull(mask: &SolidityMap) -> Vec<IVec2> {
    let (mut right, mut left) = (Vec::new(), Vec::new());
    for y in 0..mask.height() {
        if let Some((first, last)) = mask.extent_of_row(y) {
            let (y, first, last) = (y as i32, first as i32, last as i32 + 1);
            for y in [y, y + 1] {
                add_to_chain(&mut right, ivec2(last, y), 1);
                add_to_chain(&mut left, ivec2(first, y), -1);
            }
        }
    }
    // The left chain is walked upward, and ends where the right one begins or beside it.
    right.extend(left.into_iter().rev());
    right.dedup();
    let count = right.len();
    right.rotate_right(usize::from(count > 0));
    right
}

/// Adds a point to a chain that goes down and turns one way only, clockwise where `sense` is 1.
fn add_to_chain(chain: &mut Vec<IVec2>, point: IVec2, sense: i64) {
    while let [.., a, b] = chain[..]
        && turn(a, b, point) * sense <= 0
    {
        chain.pop();
    }
    if chain.last() != Some(&point) {
        chain.push(point);
    }
}

fn turn(a: IVec2, b: IVec2, c: IVec2) -> i64 {
    let [a, b, c] = [a, b, c].map(|point| I64Vec2::new(point.x.into(), point.y.into()));
    (b - a).perp_dot(c - a)
}

/// A convex polygon of at most `most` corners around another, clockwise on screen: edge after edge is left out, and its
/// neighbors go on to where they meet, the one first that adds the least area.
///
/// # Errors
///
/// [`SpriteHullError::TooFewVertices`] where edges are left over that cannot be left out, as their neighbors do not meet.
pub(super) fn grown_to(corners: &[IVec2], most: usize) -> Result<Vec<DVec2>, SpriteHullError> {
    let mut corners: Vec<_> = corners.iter().map(|corner| corner.as_dvec2()).collect();
    while corners.len() > most {
        let count = corners.len();
        let around = |place: usize| [count - 1, 0, 1, 2].map(|step| corners[(place + step) % count]);
        let best = (0..count)
            .filter_map(|place| tip_over(around(place)).map(|(tip, area)| (place, tip, area)))
            .min_by(|a, b| a.2.total_cmp(&b.2));
        let Some((place, tip, _)) = best else {
            return Err(SpriteHullError::TooFewVertices { asked: most, least: count });
        };
        corners[place] = tip;
        corners.remove((place + 1) % count);
    }
    Ok(corners)
}

/// Where the edges before and after the edge from `b` to `c` meet beyond it, and the area between.
fn tip_over([a, b, c, d]: [DVec2; 4]) -> Option<(DVec2, f64)> {
    let (before, after) = (b - a, d - c);
    let turn = before.perp_dot(after);
    // A turn of half a circle or more, or one that is lost in rounding, has no tip.
    if turn <= before.length() * after.length() * 1e-9 {
        return None;
    }
    let tip = b + before * ((c - b).perp_dot(after) / turn);
    Some((tip, (tip - b).perp_dot(c - b).abs() / 2.0))
}
