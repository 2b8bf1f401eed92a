//! Whether edges meet where they should not, with exact signs.

use glam::DVec2;

/// Whether two edges have more in common than an end at the same point.
pub(super) fn edges_meet([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let are_apart = |a: f64, b: f64, c: f64, d: f64| a.max(b) < c.min(d) || c.max(d) < a.min(b);
    if are_apart(a.x, b.x, c.x, d.x) || are_apart(a.y, b.y, c.y, d.y) {
        return false;
    }
    // From a common end, they have more in common only where both go the same way.
    let fold = |at: DVec2, one: DVec2, other: DVec2| same_way(one - at, other - at);
    if a == c || b == d || a == d || b == c {
        return a == c && fold(a, b, d)
            || b == d && fold(b, a, c)
            || a == d && fold(a, b, c)
            || b == c && fold(b, a, d);
    }
    let side = |a: DVec2, b: DVec2, point: DVec2| (b - a).perp_dot(point - a);
    let part = |left: f64, right: f64| left > 0.0 && right > 0.0 || left < 0.0 && right < 0.0;
    // Where neither lies beside the other's line, they cross, or lie on one line and overlap, as their boxes meet.
    !part(side(a, b, c), side(a, b, d)) && !part(side(c, d, a), side(c, d, b))
}

fn same_way(a: DVec2, b: DVec2) -> bool {
    a.perp_dot(b) == 0.0 && a.dot(b) > 0.0
}

/// On which side of a way through a point another direction lies: on its right (true) or on its left; `None` where it is one of
/// the way's own, or the way turns back on itself.
///
/// The way comes from the point at `back` and goes on to that at `on`, both seen from where it turns. On its right are the
/// directions that come after `on` and before `back` as angles grow, clockwise on screen.
pub(super) fn is_right_of_way(back: DVec2, on: DVec2, direction: DVec2) -> Option<bool> {
    let is_between = |from: DVec2, to: DVec2| from.perp_dot(direction) > 0.0 && direction.perp_dot(to) > 0.0;
    if same_way(on, back) || same_way(on, direction) || same_way(back, direction) {
        return None;
    }
    let turn = on.perp_dot(back);
    Some(if turn > 0.0 {
        is_between(on, back)
    } else if turn < 0.0 {
        !is_between(back, on)
    } else {
        on.perp_dot(direction) > 0.0
    })
}

/// Whether a ring of corners goes around a point that is not on it.
pub(super) fn winds_around(ring: impl Iterator<Item = DVec2> + Clone, point: DVec2) -> bool {
    let next = ring.clone().cycle().skip(1);
    let mut winding = 0;
    for (a, b) in ring.zip(next) {
        // An edge counts where it crosses the ray to the right of the point.
        if (a.y <= point.y) != (b.y <= point.y) {
            let side = (b - a).perp_dot(point - a);
            if a.y < b.y && side > 0.0 {
                winding += 1;
            } else if a.y > b.y && side < 0.0 {
                winding -= 1;
            }
        }
    }
    winding != 0
}
