//! Bresenham's line by its definition, as Tileray and its rivals round it: the oracle of all that walk it.

use crate::bit_mask::BitMask;
use tileray::Ray;
use tileray::glam::{DVec2, IVec2, ivec2};

/// How the minor coordinate is rounded after `k` of `D` steps, of which `k·d/D` have gone aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounding {
    /// To nearest, ties toward the end with the larger major coordinate: the same pixels from either end.
    Symmetric,
    /// To nearest, ties toward the end of the line.
    TiesOnward,
    /// Down, toward the start of the line.
    Down,
}

/// The first solid pixel of a ray's line, each pixel computed anew and tested.
pub(crate) fn first_solid(mask: &BitMask, ray: &Ray, rounding: Rounding) -> Option<IVec2> {
    let (a, b) = (pixel_of(ray.origin()), pixel_of(ray.end()));
    let steps = (b - a).abs().max_element();
    (0..=steps).map(|step| pixel(a, b, step, rounding)).find(|&pixel| mask.is_solid(pixel))
}

/// The pixel after `step` steps from `a` to `b`.
fn pixel(a: IVec2, b: IVec2, step: i32, rounding: Rounding) -> IVec2 {
    let (extent, sign) = ((b - a).abs(), (b - a).signum());
    let steep = extent.y > extent.x;
    let (steps, aside) = (i64::from(extent.max_element()), i64::from(extent.min_element()));
    let backward = if steep { sign.y < 0 } else { sign.x < 0 };
    let double = 2 * i64::from(step) * aside;
    let moved = match rounding {
        _ if steps == 0 => 0,
        // Toward the larger coordinate is toward the start where the line runs the other way.
        Rounding::Symmetric if backward => (double + steps - 1) / (2 * steps),
        Rounding::Symmetric | Rounding::TiesOnward => (double + steps) / (2 * steps),
        Rounding::Down => double / (2 * steps),
    } as i32;
    a + sign * if steep { ivec2(moved, step) } else { ivec2(step, moved) }
}

/// The pixel that a point belongs to.
///
/// Without `floor`, which is a call into a library where the processor is not known to have an instruction for it.
#[inline(always)]
pub(crate) fn pixel_of(point: DVec2) -> IVec2 {
    let floor = |value: f64| {
        let toward_zero = value as i32;
        toward_zero - i32::from(f64::from(toward_zero) > value)
    };
    ivec2(floor(point.x), floor(point.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(a: IVec2, b: IVec2, rounding: Rounding) -> Vec<IVec2> {
        let steps = (b - a).abs().max_element();
        (0..=steps).map(|step| pixel(a, b, step, rounding)).collect()
    }

    fn random_lines() -> impl Iterator<Item = (IVec2, IVec2)> {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut point = move || ivec2(rng.i32(-20..20), rng.i32(-20..20));
        (0..2_000).map(move |_| (point(), point()))
    }

    #[test]
    fn symmetric_lines_are_those_of_the_library() {
        for (a, b) in random_lines() {
            assert!(tileray::raycast::bresenham(a, b).eq(line(a, b, Rounding::Symmetric)), "{a} to {b}");
        }
    }

    #[test]
    fn ties_onward_is_the_line_of_clipline() {
        for (a, b) in random_lines() {
            let theirs = clipline::LineB::<i32>::new(a.x, a.y, b.x, b.y).map(|(x, y)| ivec2(x, y)).chain([b]);
            assert!(theirs.eq(line(a, b, Rounding::TiesOnward)), "{a} to {b}");
        }
    }

    #[test]
    fn down_is_the_line_of_line_drawing() {
        for (a, b) in random_lines() {
            let theirs = line_drawing::Bresenham::new((a.x, a.y), (b.x, b.y)).map(|(x, y)| ivec2(x, y));
            assert!(theirs.eq(line(a, b, Rounding::Down)), "{a} to {b}");
        }
    }
}
