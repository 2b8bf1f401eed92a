//! Every pixel that a segment touches, by its definition: the oracle of all that cast real-valued rays.

use super::line::pixel_of;
use crate::bit_mask::BitMask;
use tileray::Ray;
use tileray::glam::{DVec2, IVec2, ivec2};

/// The first solid pixel that a segment enters, and the distance at which it does.
///
/// Each border of a pixel is compared anew, so that no error adds up.
pub(crate) fn first_touched(mask: &BitMask, origin: DVec2, end: DVec2) -> Option<(IVec2, f64)> {
    let along = end - origin;
    let (mut pixel, last) = (pixel_of(origin), pixel_of(end));
    let step = ivec2(if along.x < 0.0 { -1 } else { 1 }, if along.y < 0.0 { -1 } else { 1 });
    // The share of the segment at which it leaves the pixel.
    let leaves = |pixel: i32, step: i32, origin: f64, along: f64| {
        if along == 0.0 { f64::INFINITY } else { (f64::from(pixel + i32::from(step > 0)) - origin) / along }
    };
    let mut entered = 0.0;
    loop {
        if mask.get(pixel)? {
            return Some((pixel, entered * along.length()));
        }
        if pixel == last {
            return None;
        }
        let x = leaves(pixel.x, step.x, origin.x, along.x);
        let y = leaves(pixel.y, step.y, origin.y, along.y);
        entered = x.min(y);
        if entered > 1.0 {
            return None;
        }
        if x <= y { pixel.x += step.x } else { pixel.y += step.y }
    }
}

/// The same for a ray.
pub(crate) fn first_touched_by(mask: &BitMask, ray: &Ray) -> Option<(IVec2, f64)> {
    first_touched(mask, ray.origin(), ray.end())
}
