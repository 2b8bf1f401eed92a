//! Masks that move pixel by pixel.

use crate::bits::Bits;
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::motion::MaskHit;
use tileray::raycast::bresenham;

/// The topmost pixel of a mask at `at` that is solid, of these the leftmost. What is solid lies at `corner`.
pub fn overlap(mask: &[IVec2], at: IVec2, solid: &Bits, corner: IVec2) -> Option<IVec2> {
    mask.iter().map(|&pixel| pixel + at).find(|&pixel| solid.get(pixel - corner))
}

/// Returns the number of pixels of a mask at `at` that are solid in the level.
pub fn area(mask: &[IVec2], at: IVec2, solid: &Bits, corner: IVec2) -> u64 {
    mask.iter().filter(|&&pixel| solid.get(pixel + at - corner)).count() as u64
}

/// The values of a hit, without the owner of the pixel.
#[derive(Debug, PartialEq)]
pub struct PlainMaskHit {
    pub moved: IVec2,
    pub fraction: f32,
    pub pixel: IVec2,
    pub normal: Vec2,
    pub inside: bool,
}

impl From<MaskHit> for PlainMaskHit {
    fn from(hit: MaskHit) -> Self {
        let (moved, fraction, pixel, normal) = (hit.moved(), hit.fraction(), hit.pixel(), hit.normal());
        Self { moved, fraction, pixel, normal, inside: hit.inside() }
    }
}

/// Returns the first hit of a mask that moves from `at`: tests every pixel at every step. A mask that is to leave its start
/// moves to the first step at which it is free.
pub fn expected(
    mask: &[IVec2],
    at: IVec2,
    motion: IVec2,
    leaves: bool,
    solid: &Bits,
    corner: IVec2,
) -> Option<PlainMaskHit> {
    let over = |at: IVec2| overlap(mask, at, solid, corner);
    if let (Some(pixel), false) = (over(at), leaves) {
        return Some(PlainMaskHit { moved: IVec2::ZERO, fraction: 0.0, pixel, normal: Vec2::ZERO, inside: true });
    }
    let steps: Vec<_> = bresenham(at, at + motion).collect();
    let free = steps.iter().position(|&step| over(step).is_none())?;
    for (index, pair) in steps.windows(2).enumerate().skip(free) {
        let (from, to) = (pair[0], pair[1]);
        let (x, y) = (ivec2(to.x, from.y), ivec2(from.x, to.y));
        let x_major = motion.x.abs() >= motion.y.abs();
        let (pixel, blocked) = if x == to || y == to {
            (over(to), to)
        } else {
            let around = [over(x), over(y)];
            let way = match around {
                [Some(_), None] => x,
                [None, Some(_)] => y,
                _ if x_major => x,
                _ => y,
            };
            let corner = if around.iter().all(Option::is_some) { around[usize::from(!x_major)] } else { None };
            (over(to).or(corner), way)
        };
        if let Some(pixel) = pixel {
            let time = (index as f64 / (steps.len() - 1) as f64) as f32;
            let normal = (from - blocked).as_vec2();
            return Some(PlainMaskHit { moved: from - at, fraction: time, pixel, normal, inside: false });
        }
    }
    None
}
