//! Poses and beams: what every contestant measures.

use fastrand::Rng;
use std::f32::consts::{PI, TAU};
use tileray::glam::{DVec2, dvec2, vec2};
use tileray::scan::scan_ray;
use tileray::{Pose, Ray, SolidityMap};

/// The maximum range, in pixels.
pub(super) const MAX_RANGE: f32 = 500.0;
/// About how many beams a work has.
const BEAMS: usize = 200_000;
/// The angles over which a scanner's beams are spread.
const SWEEP: f32 = 1.5 * PI;

/// Poses, each with a beam at each angle, in every form that a contestant takes.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) name: &'static str,
    pub(super) poses: Vec<Pose>,
    pub(super) angles: Vec<f32>,
    /// The beams as rays.
    pub(super) rays: Vec<Ray>,
    /// The beams as starts and headings: x, y, θ.
    pub(super) headings: Vec<[f32; 3]>,
}

/// A beam in `f64`, made without the library.
#[derive(Clone, Copy, Debug)]
pub(super) struct Beam {
    pub(super) origin: DVec2,
    pub(super) angle: f64,
}

impl Beam {
    pub(super) fn direction(&self) -> DVec2 {
        let (sine, cosine) = self.angle.sin_cos();
        dvec2(cosine, sine)
    }

    pub(super) fn end(&self) -> DVec2 {
        self.origin + self.direction() * f64::from(MAX_RANGE)
    }
}

impl Work {
    /// Returns the three works in a map: one beam a pose, 61, and 1081.
    pub(super) fn all(mask: &SolidityMap) -> [Self; 3] {
        [Self::new("random", 1, mask), Self::new("61 beams", 61, mask), Self::new("1081 beams", 1081, mask)]
    }

    fn new(name: &'static str, beams: usize, mask: &SolidityMap) -> Self {
        let mut rng = Rng::with_seed(63 + beams as u64);
        let size = mask.size().as_vec2();
        let any = || Pose::new(vec2(rng.f32() * size.x, rng.f32() * size.y), rng.f32() * TAU);
        let is_free = |pose: &Pose| !mask.get(pose.translation.x as i32, pose.translation.y as i32);
        let poses: Vec<Pose> = std::iter::repeat_with(any).filter(is_free).take(BEAMS / beams).collect();
        let last = (beams - 1).max(1) as f32;
        let first = if beams == 1 { 0.0 } else { -SWEEP / 2.0 };
        let angles: Vec<f32> = (0..beams).map(|beam| first + SWEEP * beam as f32 / last).collect();
        Self::with(name, poses, angles)
    }

    /// Returns the work of these poses and angles.
    pub(super) fn with(name: &'static str, poses: Vec<Pose>, angles: Vec<f32>) -> Self {
        let pairs = || poses.iter().flat_map(|pose| angles.iter().map(move |&angle| (pose, angle)));
        let rays = pairs().map(|(pose, angle)| scan_ray(pose, angle, MAX_RANGE)).collect();
        let heading = |(pose, angle): (&Pose, f32)| {
            [pose.translation.x, pose.translation.y, (pose.rotation + angle).rem_euclid(TAU)]
        };
        let headings = pairs().map(heading).collect();
        Self { name, rays, headings, poses, angles }
    }

    pub(super) fn beams(&self) -> impl Iterator<Item = Beam> + '_ {
        let beam = |(pose, angle): (&Pose, f32)| Beam {
            origin: pose.translation.as_dvec2(),
            angle: f64::from(pose.rotation) + f64::from(angle),
        };
        self.poses.iter().flat_map(|pose| self.angles.iter().map(move |&angle| (pose, angle))).map(beam)
    }
}
