//! The rays of one frame and their hits.

use tileray::glam::{DVec2, IVec2};
use tileray::raycast::bresenham;
use tileray::{Ray, RayFan, RayHit, Terrain, TerrainQuery, Traversal};
use web_time::{Duration, Instant};

/// The length of the rays of the fan, and the range of its light, in pixels.
pub(super) const FAN_REACH: i32 = 360;
/// The length of the beam with all bounces, in pixels.
const BEAM_REACH: f64 = 3000.0;
/// The largest number of bounces.
const BOUNCES: usize = 8;
/// The range of the lines of sight, in pixels.
const SIGHT_REACH: f32 = 480.0;

/// The settings of the casts, and of the beam on the screen.
#[derive(Clone, Copy, Debug)]
pub(super) struct RaySettings {
    pub(super) traversal: Traversal,
    pub(super) fan: bool,
    pub(super) rays: usize,
    pub(super) reflections: bool,
    /// Whether there are lines of sight to the markers.
    pub(super) sight: bool,
    pub(super) trace: bool,
}

impl Default for RaySettings {
    fn default() -> Self {
        Self { traversal: Traversal::default(), fan: true, rays: 1536, reflections: true, sight: true, trace: false }
    }
}

impl RaySettings {
    /// Returns the view of the terrain that all rays are cast in.
    pub(super) fn query<'a>(&self, terrain: &'a Terrain) -> TerrainQuery<'a> {
        terrain.query().traversal(self.traversal)
    }
}

/// A ray from the middle of one pixel to the middle of another, and its hit.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PixelRay {
    pub(super) from: IVec2,
    /// The last pixel of the ray if nothing is in the way.
    pub(super) end: IVec2,
    pub(super) hit: Option<RayHit>,
    traversal: Traversal,
}

impl PixelRay {
    fn cast(terrain: &Terrain, from: IVec2, end: IVec2, settings: &RaySettings) -> Self {
        let mut ray = Self { from, end, hit: None, traversal: settings.traversal };
        ray.hit = settings.query(terrain).raycast(&ray.ray());
        ray
    }

    pub(super) fn ray(&self) -> Ray {
        Ray::between_f64(center(self.from), center(self.end))
    }

    /// Returns the pixels of the ray up to its hit.
    pub(super) fn pixels(&self) -> impl Iterator<Item = IVec2> + use<> {
        walked(&self.ray(), self.traversal, self.hit.as_ref())
    }

    /// Returns the pixels to its end, as if nothing were in the way.
    pub(super) fn whole(&self) -> impl Iterator<Item = IVec2> + use<> {
        walked(&self.ray(), self.traversal, None)
    }

    /// Returns the length of the ray up to its hit, in pixels.
    pub(super) fn length(&self) -> f64 {
        let whole = (self.end - self.from).as_dvec2().length();
        self.hit.map_or(whole, |hit| f64::from(hit.distance()))
    }
}

/// Returns the pixels of a ray; the pixel of the hit is the last.
fn walked(ray: &Ray, traversal: Traversal, hit: Option<&RayHit>) -> impl Iterator<Item = IVec2> + use<> {
    let pixels: Box<dyn Iterator<Item = IVec2>> = match traversal {
        Traversal::Exact => Box::new(ray.exact_pixels()),
        _ => Box::new(bresenham(ray.origin().floor().as_ivec2(), ray.end().floor().as_ivec2())),
    };
    let last = hit.map(RayHit::pixel);
    let mut is_over = false;
    pixels.take_while(move |&pixel| !std::mem::replace(&mut is_over, Some(pixel) == last))
}

/// The casts of a frame.
#[derive(Clone, Debug, Default)]
pub(super) struct Casts {
    pub(super) beam: Vec<PixelRay>,
    /// The lines of sight to the markers in range.
    pub(super) sights: Vec<PixelRay>,
    /// The hits of rays in all directions; empty while the fan is off.
    pub(super) fan: Vec<Option<RayHit>>,
    time: Duration,
}

impl Casts {
    /// Casts the beam from `eye` to `target`, the fan around `eye`, and the lines of sight from `eye`.
    pub(super) fn cast(
        terrain: &Terrain,
        markers: &[IVec2],
        [eye, target]: [IVec2; 2],
        settings: &RaySettings,
    ) -> Self {
        let fan = vec![None; if settings.fan { settings.rays } else { 0 }];
        let mut casts = Self { fan, ..Self::default() };
        let near = |marker: &&IVec2| settings.sight && (**marker - eye).as_vec2().length() <= SIGHT_REACH;
        let start = Instant::now();
        settings.query(terrain).fan(&fan_around(eye), &mut casts.fan);
        casts.beam = cast_beam(terrain, eye, target, settings);
        let look = |&marker: &IVec2| PixelRay::cast(terrain, eye, marker, settings);
        casts.sights = markers.iter().filter(near).map(look).collect();
        casts.time = start.elapsed();
        casts
    }

    /// Returns the number of rays.
    pub(super) fn rays(&self) -> usize {
        self.fan.len() + self.beam.len() + self.sights.len()
    }

    /// Returns the time per ray in nanoseconds.
    pub(super) fn nanos_a_ray(&self) -> f64 {
        self.time.as_secs_f64() * 1e9 / self.rays().max(1) as f64
    }

    /// Returns the distances of all hits, in pixels.
    pub(super) fn distances(&self) -> impl Iterator<Item = f64> + '_ {
        let rays = self.beam.iter().chain(&self.sights).filter_map(|ray| ray.hit.as_ref());
        self.fan.iter().flatten().chain(rays).map(|hit| f64::from(hit.distance()))
    }

    /// Returns the first hit of the beam.
    pub(super) fn hit(&self) -> Option<&RayHit> {
        self.beam.first()?.hit.as_ref()
    }

    /// Returns the hits of the beam.
    pub(super) fn beam_hits(&self) -> impl Iterator<Item = &RayHit> {
        self.beam.iter().filter_map(|leg| leg.hit.as_ref())
    }

    /// Returns the pixels of all rays of the fan around `eye`, up to their hits.
    pub(super) fn fan_pixels(&self, eye: IVec2, traversal: Traversal) -> impl Iterator<Item = IVec2> {
        let (fan, count) = (fan_around(eye), self.fan.len());
        let rays = self.fan.iter().enumerate();
        rays.flat_map(move |(index, hit)| walked(&fan.ray(index, count), traversal, hit.as_ref()))
    }
}

/// Returns the middle of a pixel.
fn center(pixel: IVec2) -> DVec2 {
    pixel.as_dvec2() + 0.5
}

/// Returns the rays of a fan around an eye.
fn fan_around(eye: IVec2) -> RayFan {
    RayFan::circle(center(eye).as_vec2(), FAN_REACH as f32)
}

/// Casts the beam from `eye` to `target`, with its bounces.
fn cast_beam(terrain: &Terrain, eye: IVec2, target: IVec2, settings: &RaySettings) -> Vec<PixelRay> {
    let mut direction = target - eye;
    if direction == IVec2::ZERO {
        return vec![PixelRay::cast(terrain, eye, target, settings)];
    }
    let (mut from, mut left) = (eye, BEAM_REACH);
    let mut legs = Vec::new();
    loop {
        let length = direction.as_dvec2().length();
        // Whole multiples of the direction repeat the exact pixels of the line to the target.
        let times = (left / length).ceil().max(1.0) as i32;
        let leg = PixelRay::cast(terrain, from, from + direction * times, settings);
        left -= leg.length();
        let hit = leg.hit;
        legs.push(leg);
        match hit.and_then(|hit| Some((hit.previous()?, hit))) {
            Some((previous, hit)) if settings.reflections && left > 1.0 && legs.len() <= BOUNCES => {
                from = previous;
                let is_aside = hit.normal().x != 0.0;
                direction *= if is_aside { IVec2::new(-1, 1) } else { IVec2::new(1, -1) };
            }
            _ => return legs,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rays::testing::settings;
    use tileray::SolidityMap;
    use tileray::glam::ivec2;

    /// Returns a room of 80 by 60 free pixels.
    fn room() -> Terrain {
        let inside = |x, y| (10..90).contains(&x) && (10..70).contains(&y);
        Terrain::from_solidity(&SolidityMap::from_fn(100, 80, |x, y| !inside(x, y)))
    }

    /// Casts from pixel (50, 40).
    fn cast(terrain: &Terrain, target: IVec2, settings: &RaySettings) -> Casts {
        Casts::cast(terrain, &[], [ivec2(50, 40), target], settings)
    }

    #[test]
    fn the_beam_goes_through_the_pixel_under_the_mouse() {
        let terrain = Terrain::from_solidity(&SolidityMap::new(16, 16));
        for target in [ivec2(61, 43), ivec2(49, 12), ivec2(50, 41), ivec2(-7, 300)] {
            let beam = cast(&terrain, target, &settings()).beam;
            assert!(beam[0].pixels().any(|pixel| pixel == target));
        }
    }

    #[test]
    fn a_bounce_mirrors_the_direction() {
        let beam = cast(&room(), ivec2(53, 41), &settings()).beam;
        assert_eq!(beam.len(), BOUNCES + 1);
        assert_eq!(beam[0].hit.expect("a wall").normal(), tileray::glam::Vec2::NEG_X);
        let (first, second) = (beam[0].end - beam[0].from, beam[1].end - beam[1].from);
        assert_eq!((first.x.signum(), first.y.signum()), (-second.x.signum(), second.y.signum()));
        assert_eq!(Some(beam[1].from), beam[0].hit.and_then(|hit| hit.previous()));
    }

    #[test]
    fn aiming_at_oneself_is_a_beam_of_one_pixel() {
        let beam = cast(&room(), ivec2(50, 40), &settings()).beam;
        assert_eq!((beam.len(), beam[0].pixels().count(), beam[0].hit), (1, 1, None));
    }

    #[test]
    fn a_fan_in_a_closed_room_hits_with_every_ray() {
        let settings = RaySettings { fan: true, rays: 100, ..settings() };
        let casts = cast(&room(), ivec2(53, 41), &settings);
        assert!(casts.fan.iter().all(Option::is_some));
        let mean = casts.distances().sum::<f64>() / casts.distances().count() as f64;
        assert!((20.0..100.0).contains(&mean), "{mean}");
    }
}
