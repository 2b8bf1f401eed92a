use super::Sweep;
use crate::geometry::SLIDING_GAP;
use glam::Vec2;

/// How many things a shape may meet in one motion; where it would meet more it stops.
const MOST_MET: usize = 4;

/// Moves a shape past what has several sides, and lets it slide along one after the other.
///
/// `first_met(motion, place)` is what it meets first if it begins at `place`, seen from where it is, and of which it alone
/// would slide along that. `size` is that of the shapes. What is left of the motion at the first touch slides along what is
/// met there, until something else stops it: then along that, unless that would lead back through what came before, as in a
/// notch, where the shape stays.
#[inline(always)]
pub(in crate::collide) fn slide(motion: Vec2, size: f32, first_met: impl Fn(Vec2, Vec2) -> Sweep) -> Sweep {
    let first = first_met(motion, Vec2::ZERO);
    let Some(time) = first.time else { return first };
    if first.intersects {
        return first;
    }
    let mut place = motion * time;
    let mut rest = motion * (1.0 - time) + first.mtv;
    let mut normal = first.normal;
    for _ in 1..MOST_MET {
        let next = first_met(rest, place + normal * (size * SLIDING_GAP));
        let Some(time) = next.time else {
            return Sweep { mtv: place + rest - motion, ..first };
        };
        if next.intersects {
            break;
        }
        place += rest * time;
        let slid = rest * (1.0 - time) + next.mtv;
        if slid.dot(normal) < -slid.length() * SLIDING_GAP {
            break;
        }
        (rest, normal) = (slid, next.normal);
    }
    Sweep { mtv: place - motion, ..first }
}
