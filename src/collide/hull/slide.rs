//! A hull that moves and slides along what it meets, one thing after the other.

use super::Hull;
use super::obstacle::Obstacle;
use crate::collide::sweep::Sweep;
use fearless_simd::Simd;
use glam::Vec2;

/// How many things a hull may meet in one motion; where it would meet more it stops.
const MOST_MET: usize = 4;

/// How far the hull is kept off what it slides along, as a share of its size, so that rounding does not stop it.
const SKIN: f32 = 1.0 / (1 << 18) as f32;

/// Moves a hull against obstacles, and lets it slide.
///
/// The first touch is that of the earliest pair of pieces. What is left of the motion there slides along that pair's edge,
/// where another pair may stop it: then it slides along that one, unless that would lead back through the one before, as in
/// a notch, where it stays.
#[inline(always)]
pub(super) fn slide<S: Simd, O: Obstacle>(simd: S, hull: &Hull, obstacles: &[O], motion: Vec2) -> Sweep {
    let first = earliest(simd, hull, obstacles, motion, Vec2::ZERO);
    let Some(time) = first.time else { return first };
    if first.intersects {
        return first;
    }
    let skin = hull.reach().max_element() * SKIN;
    let mut place = motion * time;
    let mut rest = motion * (1.0 - time) + first.mtv;
    let mut normal = first.normal;
    for _ in 1..MOST_MET {
        let next = earliest(simd, hull, obstacles, rest, place + normal * skin);
        let Some(time) = next.time else {
            return Sweep { mtv: place + rest - motion, ..first };
        };
        place += rest * time;
        let slid = rest * (1.0 - time) + next.mtv;
        if next.intersects || slid.dot(normal) < -slid.length() * SKIN {
            break;
        }
        (rest, normal) = (slid, next.normal);
    }
    Sweep { mtv: place - motion, ..first }
}

/// What the hull, moved by `place`, meets first.
#[inline(always)]
fn earliest<S: Simd, O: Obstacle>(simd: S, hull: &Hull, obstacles: &[O], motion: Vec2, place: Vec2) -> Sweep {
    let mut first = Sweep::default();
    for obstacle in obstacles {
        first = first.or_earlier(hull.first_met(simd, &obstacle.moved(-place), motion));
    }
    first
}
