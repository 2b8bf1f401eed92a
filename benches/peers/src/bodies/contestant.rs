//! The contestants: each moves the same box from the same places and keeps its answers.

use super::motion::{Motion, REACH, SIZE};
use crate::bit_mask::BitMask;
use anyhow::Result;
use std::fmt;
use std::hint::black_box;
use tileray::glam::IVec2;
use tileray::motion::MaskHit;
use tileray::{Body, LayerMask, SolidityMap, Terrain};

/// How far behind its place a motion begins where one is to begin without a touch, in pixels.
pub(super) const BEHIND: f32 = 1.0 / 64.0;

/// One that moves boxes.
pub(crate) trait Mover {
    fn name(&self) -> &'static str;

    /// Takes the first `count` motions.
    fn ask(&mut self, count: usize);

    /// How many pixels the box got in a motion.
    fn way(&self, index: usize) -> f64;

    /// The same from [`BEHIND`] the place, of those who answer in real numbers.
    fn way_from_behind(&self, index: usize) -> Option<f64>;
}

impl fmt::Debug for dyn Mover + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Tileray, and a loop that is written by hand.
pub(crate) fn pixel_movers<'a>(
    terrain: &'a Terrain,
    mask: &'a BitMask,
    motions: &[Motion],
) -> Result<Vec<Box<dyn Mover + 'a>>> {
    let mut body = Body::rectangle(SIZE, IVec2::ZERO)?;
    let bits = SolidityMap::from_fn(SIZE.x, SIZE.y, |_, _| true);
    let moved = |it: &i32| f64::from(it.abs());
    let touched = |it: &Option<MaskHit>| it.map_or(REACH, |it| it.moved.abs().max_element()).into();
    let own = || motions.to_vec();
    Ok(vec![
        Each::counted("tileray", own(), move |it: &Motion| axis_move(&mut body, terrain, it), moved),
        Each::counted(
            "tileray cast",
            own(),
            move |it: &Motion| terrain.cast_mask(&bits, it.at, it.vector(), LayerMask::ALL),
            touched,
        ),
        Each::counted("pixel loop", own(), move |it: &Motion| edge_steps(mask, it), moved),
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

/// Motions in the form that a contestant takes, the function that answers, and a place for each of its answers.
pub(super) struct Each<Q, A, F, R> {
    name: &'static str,
    motions: Vec<Q>,
    answers: Vec<A>,
    /// Those from behind, where they are asked for.
    from_behind: Vec<A>,
    test: F,
    read: R,
}

impl<'a, Q, A, F, R> Each<Q, A, F, R>
where
    Q: 'a,
    A: 'a,
    F: FnMut(&Q) -> A + 'a,
    R: Fn(&A) -> f64 + 'a,
{
    fn counted(name: &'static str, motions: Vec<Q>, test: F, read: R) -> Box<dyn Mover + 'a> {
        Self::rounded(name, motions, &[], test, read)
    }

    /// One that answers in real numbers, with its motions from behind.
    pub(super) fn rounded(
        name: &'static str,
        motions: Vec<Q>,
        from_behind: &[Q],
        mut test: F,
        read: R,
    ) -> Box<dyn Mover + 'a> {
        let answers = motions.iter().map(&mut test).collect();
        let from_behind = from_behind.iter().map(&mut test).collect();
        Box::new(Self { name, motions, answers, from_behind, test, read })
    }
}

impl<Q, A, F: FnMut(&Q) -> A, R: Fn(&A) -> f64> Mover for Each<Q, A, F, R> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn ask(&mut self, count: usize) {
        for (motion, answer) in black_box(&self.motions[..count]).iter().zip(&mut self.answers) {
            *answer = (self.test)(motion);
        }
        black_box(&mut self.answers);
    }

    fn way(&self, index: usize) -> f64 {
        (self.read)(&self.answers[index])
    }

    fn way_from_behind(&self, index: usize) -> Option<f64> {
        self.from_behind.get(index).map(&self.read)
    }
}
