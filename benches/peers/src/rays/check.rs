//! Answers are compared before anything is timed; what differs is counted, and its reason is put to the test.

use crate::race::verdict;
use crate::solid::BitMask;
use anyhow::{Result, bail, ensure};
use tileray::Ray;
use tileray::glam::{DVec2, IVec2, ivec2};

/// What a caster says of a ray, whatever it calls it: whether anything is met; the pixel and the distance where they are told.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Answer {
    pub(crate) is_met: bool,
    pub(crate) pixel: Option<IVec2>,
    pub(crate) distance: Option<f32>,
}

impl Answer {
    pub(crate) fn pixel(pixel: Option<IVec2>) -> Self {
        Self { is_met: pixel.is_some(), pixel, distance: None }
    }

    pub(crate) fn distance(distance: Option<f32>) -> Self {
        Self { is_met: distance.is_some(), pixel: None, distance }
    }

    pub(crate) fn hit(hit: Option<(IVec2, f32)>) -> Self {
        let (pixel, distance) = hit.unzip();
        Self { is_met: hit.is_some(), pixel, distance }
    }
}

/// What a caster's answers are held against.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// The first solid pixel of Bresenham's line.
    Line(Rounding),
    /// Whether there is a solid pixel on Tileray's line.
    AnyOnLine,
    /// The first solid pixel that the segment touches, in `f64`.
    Exact,
    /// The same, between ends that are moved to the nearest 1/256 pixel.
    Snapped,
    /// The distance to it, in `f32`.
    Real,
}

/// How far a distance in `f32` may be off to be called the same, in pixels.
const TOLERANCE: f64 = 1.0;

/// How far a real-valued ray is moved aside to see whether it grazes a corner, in units of the last place of its
/// largest coordinate: what a few sums and products in `f32` may be off by.
const GRAZING_ULPS: [f64; 4] = [0.5, 1.0, 2.0, 4.0];

/// What all rays of a set meet, by the definitions.
pub(crate) struct Oracle<'a> {
    mask: &'a BitMask,
    rays: &'a [Ray],
    bresenham: Vec<Option<IVec2>>,
    exact: Vec<Option<(IVec2, f64)>>,
}

impl<'a> Oracle<'a> {
    pub(crate) fn new(mask: &'a BitMask, rays: &'a [Ray]) -> Self {
        let bresenham = rays.iter().map(|ray| first_solid(mask, ray, Rounding::Symmetric)).collect();
        let exact = rays.iter().map(|ray| first_touched(mask, ray.origin(), ray.end())).collect();
        Self { mask, rays, bresenham, exact }
    }

    /// The share of rays that hit.
    pub(crate) fn hits(&self) -> f64 {
        self.exact.iter().flatten().count() as f64 / self.rays.len() as f64
    }

    /// How far rays come on average, in pixels, where they may leave the map.
    pub(crate) fn walked(&self) -> f64 {
        let ways = self.rays.iter().zip(&self.exact);
        ways.map(|(ray, exact)| exact.map_or(ray.length(), |(_, distance)| distance)).sum::<f64>()
            / self.rays.len() as f64
    }

    /// `equal`, or how many answers differ from Tileray's and why; an error where that reason does not hold.
    pub(crate) fn check(&self, rule: Rule, answers: &[Answer]) -> Result<String> {
        ensure!(answers.len() == self.rays.len(), "{} answers for {} rays", answers.len(), self.rays.len());
        verdict(answers.iter().enumerate().map(|(index, &answer)| self.reason(rule, index, answer)))
    }

    /// Why an answer differs from Tileray's, if it does.
    fn reason(&self, rule: Rule, index: usize, answer: Answer) -> Result<Option<&'static str>> {
        let (ray, bresenham, exact) = (&self.rays[index], self.bresenham[index], self.exact[index]);
        Ok(match rule {
            Rule::Line(rounding) => {
                let expected = first_solid(self.mask, ray, rounding);
                ensure!(answer.pixel == expected, "{ray:?} meets {expected:?} on its line, not {:?}", answer.pixel);
                (answer.pixel != bresenham).then(|| rounding.difference())
            }
            Rule::AnyOnLine => {
                ensure!(
                    answer.is_met == bresenham.is_some(),
                    "{ray:?} meets {bresenham:?} on its line, not {answer:?}"
                );
                None
            }
            Rule::Exact => {
                ensure!(is_touch(answer, exact), "{ray:?} touches {exact:?} first, not {answer:?}");
                None
            }
            Rule::Snapped => {
                let expected = first_touched(self.mask, snapped(ray.origin()), snapped(ray.end()));
                if is_touch(answer, expected) {
                    let is_other = answer.pixel != exact.map(|(pixel, _)| pixel);
                    return Ok(is_other.then_some("it rounds the ends of a ray to 1/256 px"));
                }
                let stopped = ray.exact_pixels().find(|&pixel| self.mask.is_solid(pixel));
                ensure!(answer.pixel == stopped, "{ray:?} touches {expected:?} first, not {answer:?}");
                Some("it stops at either pixel beside a corner that the ray passes through")
            }
            Rule::Real if is_near(answer, exact) => None,
            Rule::Real if self.begins_on_border(ray) && answer.distance == Some(0.0) => {
                Some("its boxes are closed, pixels are half-open, and these rays begin on a border")
            }
            Rule::Real
                if exact.is_some_and(|(_, at)| at == 0.0) && self.begins_on_border(ray) && self.enters(ray, answer) =>
            {
                Some("it passes the box on whose border these rays begin")
            }
            Rule::Real if self.grazes(ray, answer) => Some("rays that pass a corner within the rounding of f32"),
            Rule::Real => bail!("{ray:?} touches {exact:?} first, not {answer:?}, and grazes no corner"),
        })
    }

    /// Whether a ray begins where a free pixel ends and a solid one lies on the other side.
    fn begins_on_border(&self, ray: &Ray) -> bool {
        let before = ray.origin().ceil().as_ivec2() - 1;
        let pixel = ray.origin().floor().as_ivec2();
        [before, before.with_x(pixel.x), before.with_y(pixel.y)].into_iter().any(|pixel| self.mask.is_solid(pixel))
    }

    /// Whether a ray is in a solid pixel 1/64 px after the distance of the answer.
    fn enters(&self, ray: &Ray, answer: Answer) -> bool {
        let direction = (ray.end() - ray.origin()) / ray.length();
        let after = |distance: f32| ray.origin() + direction * (f64::from(distance) + 1.0 / 64.0);
        answer.distance.is_some_and(|distance| self.mask.is_solid(after(distance).floor().as_ivec2()))
    }

    /// Whether the answer is that of the ray moved aside, or turned about its origin, by a few rounding errors.
    fn grazes(&self, ray: &Ray, answer: Answer) -> bool {
        let (origin, end) = (ray.origin(), ray.end());
        let aside = (end - origin).perp() / ray.length();
        let largest = origin.abs().max(end.abs()).max_element() as f32;
        let ulp = f64::from(largest.next_up() - largest);
        GRAZING_ULPS.into_iter().flat_map(|ulps| [ulps, -ulps]).any(|ulps| {
            let shift = aside * ulps * ulp;
            let moved = first_touched(self.mask, origin + shift, end + shift);
            let turned = first_touched(self.mask, origin, end + shift);
            is_near(answer, moved) || is_near(answer, turned)
        })
    }
}

/// Whether an answer is the pixel that is touched, at its distance where that is told.
fn is_touch(answer: Answer, exact: Option<(IVec2, f64)>) -> bool {
    let is_near = |distance: f32| exact.is_some_and(|exact| (f64::from(distance) - exact.1).abs() < 1e-3);
    answer.pixel == exact.map(|(pixel, _)| pixel) && answer.distance.is_none_or(is_near)
}

/// Rounds a point to 1/256 px, as exact rays do.
pub(crate) fn snapped(point: DVec2) -> DVec2 {
    (point * 256.0).map(f64::round_ties_even) / 256.0
}

/// Whether both hit at the same distance, or neither hits.
fn is_near(answer: Answer, exact: Option<(IVec2, f64)>) -> bool {
    match (answer.distance, exact) {
        (Some(distance), Some((_, exact))) => (f64::from(distance) - exact).abs() <= TOLERANCE,
        (None, None) => true,
        _ => false,
    }
}

/// How the minor coordinate of Bresenham's line is rounded after `k` of `D` steps, of which `k·d/D` have gone aside.
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

impl Rounding {
    /// Why a hit may differ from that of Tileray's line.
    const fn difference(self) -> &'static str {
        match self {
            Self::Symmetric => "",
            Self::TiesOnward => "it rounds ties toward the end of the line, Tileray the same way from both ends",
            Self::Down => "it rounds down, so its line is half a pixel off",
        }
    }
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_library_and_of_the_crates() {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut point = move || ivec2(rng.i32(-20..20), rng.i32(-20..20));
        for (a, b) in (0..2_000).map(|_| (point(), point())) {
            let line = |rounding| (0..=(b - a).abs().max_element()).map(move |step| pixel(a, b, step, rounding));
            assert!(tileray::raycast::bresenham(a, b).eq(line(Rounding::Symmetric)), "{a} to {b}");
            let theirs = clipline::LineB::<i32>::new(a.x, a.y, b.x, b.y).map(|(x, y)| ivec2(x, y)).chain([b]);
            assert!(theirs.eq(line(Rounding::TiesOnward)), "{a} to {b}");
            let theirs = line_drawing::Bresenham::new((a.x, a.y), (b.x, b.y)).map(|(x, y)| ivec2(x, y));
            assert!(theirs.eq(line(Rounding::Down)), "{a} to {b}");
        }
    }
}
