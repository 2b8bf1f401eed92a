//! The contestants: each moves the same box from the same places and keeps its answers.

use super::motion::{Motion, REACH, SIZE};
use crate::bit_mask::BitMask;
use crate::race::{BoxedTester, each};
use anyhow::Result;
use tileray::glam::IVec2;
use tileray::motion::MaskHit;
use tileray::{Body, LayerMask, SolidityMap, Terrain};

/// How far behind its place a motion begins where one is to begin without a touch, in pixels.
pub(super) const BEHIND: f32 = 1.0 / 64.0;

/// How many pixels a box got in a motion; and from [`BEHIND`] its place, of those who answer in real numbers.
pub(super) type Way = (f64, Option<f64>);

/// Tileray, and a loop that is written by hand.
pub(crate) fn pixel_movers<'a>(
    terrain: &'a Terrain,
    mask: &'a BitMask,
    motions: &[Motion],
) -> Result<Vec<BoxedTester<'a, Way>>> {
    let mut body = Body::rectangle(SIZE, IVec2::ZERO)?;
    let bits = SolidityMap::from_fn(SIZE.x, SIZE.y, |_, _| true);
    let moved = |_: &Motion, it: &i32| (f64::from(it.abs()), None);
    let touched = |_: &Motion, it: &Option<MaskHit>| (it.map_or(REACH, |it| it.moved.abs().max_element()).into(), None);
    let own = || motions.to_vec();
    Ok(vec![
        each("tileray", own(), move |it: &Motion| axis_move(&mut body, terrain, it), moved),
        each(
            "tileray cast",
            own(),
            move |it: &Motion| terrain.cast_mask(&bits, it.at, it.vector(), LayerMask::ALL),
            touched,
        ),
        each("pixel loop", own(), move |it: &Motion| edge_steps(mask, it), moved),
    ])
}

fn axis_move(body: &mut Body, terrain: &Terrain, motion: &Motion) -> i32 {
    let vector = motion.vector().as_vec2();
    body.set_position(motion.at);
    let along = if motion.step.x == 0 { body.move_y(terrain, vector.y) } else { body.move_x(terrain, vector.x) };
    along.moved
}

/// The loop that one writes by hand: at each step the pixels that the leading edge would come to lie on.
fn edge_steps(mask: &BitMask, motion: &Motion) -> i32 {
    let (size, step) = (SIZE.as_ivec2(), motion.step);
    let across = IVec2::ONE - step.abs();
    let (length, mut edge) = ((size * across).element_sum(), motion.at + step.max(IVec2::ZERO) * (size - 1));
    for way in 0..REACH {
        edge += step;
        if (0..length).any(|place| mask.is_solid(edge + across * place)) {
            return way;
        }
    }
    REACH
}
