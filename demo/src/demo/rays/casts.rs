//! The rays of one frame and what they met.

use std::time::{Duration, Instant};
use tileray::glam::{DVec2, IVec2, Vec2};
use tileray::raycast::bresenham;
use tileray::{LayerMask, Ray, RayFan, RayHit, RayOptions, Terrain, Traversal};

/// The range of the light of the fan, in pixels.
pub(crate) const FAN_REACH: i32 = 360;
/// The length of the beam with all bounces, in pixels.
const BEAM_REACH: f64 = 3000.0;
/// The largest number of bounces.
const BOUNCES: usize = 8;
/// The number of passes of a frame's casts. The quickest pass gives the time, without the time of a sleeping
/// processor and cold caches. All passes give the same hits.
const PASSES: usize = 3;
/// The range of the lines of sight, in pixels.
const SIGHT_REACH: f32 = 480.0;

/// The radius of the surface around a pixel that gives its smooth normal, in pixels.
pub(crate) const NORMAL_RADIUS: u32 = 7;

/// Returns the pixels that a ray walks; the one that it hit is the last.
pub(crate) fn walked(ray: &Ray, traversal: Traversal, hit: Option<&RayHit>) -> impl Iterator<Item = IVec2> + use<> {
    let pixels: Box<dyn Iterator<Item = IVec2>> = match traversal {
        Traversal::Exact => Box::new(ray.exact_pixels()),
        _ => Box::new(bresenham(ray.origin().floor().as_ivec2(), ray.end().floor().as_ivec2())),
    };
    let last = hit.map(|hit| hit.pixel);
    let mut is_over = false;
    pixels.take_while(move |&pixel| !std::mem::replace(&mut is_over, Some(pixel) == last))
}

/// A straight leg of the beam.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Leg {
    pub(crate) from: IVec2,
    /// The pixel that it would end at if nothing were in the way.
    pub(crate) end: IVec2,
    pub(crate) traversal: Traversal,
    pub(crate) hit: Option<RayHit>,
}

impl Leg {
    fn cast(terrain: &Terrain, from: IVec2, end: IVec2, options: &RayOptions) -> Self {
        let hit = terrain.raycast_with(&between(from, end), options);
        Self { from, end, traversal: options.traversal, hit }
    }

    /// Returns the ray, from the middle of one pixel to the middle of another.
    pub(crate) fn ray(&self) -> Ray {
        between(self.from, self.end)
    }

    /// Returns the pixels that the ray walked; the one that it hit is the last.
    pub(crate) fn pixels(&self) -> impl Iterator<Item = IVec2> + use<> {
        walked(&self.ray(), self.traversal, self.hit.as_ref())
    }

    /// Returns the pixels to its end, as if nothing were in the way.
    pub(crate) fn whole(&self) -> impl Iterator<Item = IVec2> + use<> {
        walked(&self.ray(), self.traversal, None)
    }

    /// Returns the length of the ray up to its hit, in pixels.
    pub(crate) fn length(&self) -> f64 {
        let whole = (self.end - self.from).as_dvec2().length();
        self.hit.map_or(whole, |hit| f64::from(hit.distance))
    }
}

/// A look at a marker.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sight {
    pub(crate) marker: IVec2,
    /// The hit on the line of sight; `None` for a marker in sight.
    pub(crate) hit: Option<RayHit>,
}

impl Sight {
    /// Returns the pixels to the marker, whether or not something is in the way.
    pub(crate) fn pixels(&self, eye: IVec2, traversal: Traversal) -> impl Iterator<Item = IVec2> + use<> {
        walked(&between(eye, self.marker), traversal, None)
    }
}

/// Rays in all directions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Fan {
    pub(crate) hits: Vec<Option<RayHit>>,
    pub(crate) traversal: Traversal,
}

/// Returns the rays of a fan around an eye.
fn fan_around(eye: IVec2) -> RayFan {
    RayFan::circle(center(eye).as_vec2(), FAN_REACH as f32)
}

impl Fan {
    /// Returns the pixels that a ray walked, the one that it hit last.
    pub(crate) fn pixels(&self, eye: IVec2, ray: usize) -> impl Iterator<Item = IVec2> + use<> {
        walked(&fan_around(eye).ray(ray, self.hits.len()), self.traversal, self.hits[ray].as_ref())
    }
}

/// The casts of a frame.
#[derive(Clone, Debug, Default)]
pub(crate) struct Casts {
    pub(crate) beam: Vec<Leg>,
    pub(crate) sights: Vec<Sight>,
    /// Empty while the fan is off.
    pub(crate) fan: Fan,
    /// The time of the casts.
    pub(crate) time: Duration,
}

/// The parameters of the casts of a frame.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wanted<'a> {
    pub(crate) eye: IVec2,
    /// The pixel that the beam is aimed at.
    pub(crate) target: IVec2,
    pub(crate) beyond: bool,
    pub(crate) reflections: bool,
    /// Whether they are off the smooth normals.
    pub(crate) smooth: bool,
    /// The rays of the fan; 0 for none.
    pub(crate) fan: usize,
    pub(crate) markers: &'a [IVec2],
    pub(crate) options: RayOptions,
}

impl Casts {
    /// Casts everything that is wanted.
    pub(crate) fn cast(terrain: &Terrain, wanted: &Wanted<'_>) -> Self {
        let fan = Fan { hits: vec![None; wanted.fan], traversal: wanted.options.traversal };
        let mut casts = Self { fan, ..Self::default() };
        casts.time = Duration::MAX;
        for _ in 0..PASSES {
            let start = Instant::now();
            casts.pass(terrain, wanted);
            casts.time = casts.time.min(start.elapsed());
        }
        casts
    }

    fn pass(&mut self, terrain: &Terrain, wanted: &Wanted<'_>) {
        terrain.raycast_fan(&fan_around(wanted.eye), &wanted.options, &mut self.fan.hits);
        self.beam = cast_beam(terrain, wanted);
        let near = |marker: &&IVec2| (**marker - wanted.eye).as_vec2().length() <= SIGHT_REACH;
        let look = |&marker: &IVec2| Sight {
            marker,
            hit: terrain.raycast_with(&between(wanted.eye, marker), &wanted.options),
        };
        self.sights = wanted.markers.iter().filter(near).map(look).collect();
    }

    /// Returns the number of rays.
    pub(crate) fn rays(&self) -> usize {
        self.fan.hits.len() + self.beam.len() + self.sights.len()
    }

    /// Returns the time per ray in nanoseconds.
    pub(crate) fn nanos_a_ray(&self) -> f64 {
        self.time.as_secs_f64() * 1e9 / self.rays().max(1) as f64
    }

    /// Returns the number of rays that met something.
    pub(crate) fn hits(&self) -> usize {
        self.distances().count()
    }

    /// Returns the mean distance of the hits in pixels, if there are hits.
    pub(crate) fn mean_distance(&self) -> Option<f64> {
        let hits = self.hits();
        (hits > 0).then(|| self.distances().sum::<f64>() / hits as f64)
    }

    fn distances(&self) -> impl Iterator<Item = f64> + '_ {
        let fan = self.fan.hits.iter().flatten();
        let beam = self.beam.iter().filter_map(|leg| leg.hit.as_ref());
        let sights = self.sights.iter().filter_map(|sight| sight.hit.as_ref());
        fan.chain(beam).chain(sights).map(|hit| f64::from(hit.distance))
    }

    /// Returns the first thing that the beam hit.
    pub(crate) fn hit(&self) -> Option<&RayHit> {
        self.beam.first()?.hit.as_ref()
    }
}

/// Returns the middle of a pixel.
fn center(pixel: IVec2) -> DVec2 {
    pixel.as_dvec2() + 0.5
}

/// Returns the ray from the middle of one pixel to the middle of another.
fn between(from: IVec2, end: IVec2) -> Ray {
    Ray::between_f64(center(from), center(end))
}

fn cast_beam(terrain: &Terrain, wanted: &Wanted<'_>) -> Vec<Leg> {
    let mut direction = wanted.target - wanted.eye;
    if !wanted.beyond || direction == IVec2::ZERO {
        return vec![Leg::cast(terrain, wanted.eye, wanted.target, &wanted.options)];
    }
    let (mut from, mut left) = (wanted.eye, BEAM_REACH);
    let mut legs = Vec::new();
    loop {
        let length = direction.as_dvec2().length();
        // Whole multiples of the direction repeat the very pixels of the line to the target.
        let times = (left / length).ceil().max(1.0) as i32;
        let leg = Leg::cast(terrain, from, from + direction * times, &wanted.options);
        left -= leg.length();
        let hit = leg.hit;
        legs.push(leg);
        match hit.and_then(|hit| Some((hit.previous?, hit))) {
            Some((previous, hit)) if wanted.reflections && left > 1.0 && legs.len() <= BOUNCES => {
                from = previous;
                let smooth =
                    wanted.smooth.then(|| terrain.surface_normal(hit.pixel, NORMAL_RADIUS, LayerMask::ALL)).flatten();
                direction = mirrored(direction, hit.normal, smooth);
            }
            _ => return legs,
        }
    }
}

/// Returns a direction after a bounce: off the smooth normal where there is one that it runs against, else off the
/// face.
fn mirrored(direction: IVec2, face: Vec2, smooth: Option<Vec2>) -> IVec2 {
    let along = direction.as_dvec2();
    match smooth.map(Vec2::as_dvec2).filter(|normal| along.dot(*normal) < 0.0) {
        // Long enough for its pixels to tell any angle from the next.
        Some(normal) => (along.reflect(normal).normalize() * BEAM_REACH).round().as_ivec2(),
        None if face.x != 0.0 => direction * IVec2::new(-1, 1),
        None => direction * IVec2::new(1, -1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::rays::testing::wanted;
    use tileray::SolidityMap;
    use tileray::glam::ivec2;

    /// Returns a room of 80 by 60 free pixels.
    fn room() -> Terrain {
        let inside = |x, y| (10..90).contains(&x) && (10..70).contains(&y);
        Terrain::from_solidity(&SolidityMap::from_fn(100, 80, |x, y| !inside(x, y)))
    }

    #[test]
    fn the_walk_ends_at_the_hit_and_only_there_it_is_solid() {
        let terrain = room();
        for target in [ivec2(51, 40), ivec2(47, 33), ivec2(44, 99), ivec2(20, 41), ivec2(53, 37)] {
            for leg in Casts::cast(&terrain, &wanted(ivec2(50, 40), target)).beam {
                let hit = leg.hit.expect("rooms are closed");
                let walked: Vec<IVec2> = leg.pixels().collect();
                assert_eq!(walked.last(), Some(&hit.pixel));
                assert_eq!(walked.iter().rev().nth(1).copied(), hit.previous);
                assert_eq!(walked.iter().filter(|&&pixel| terrain.is_solid(pixel)).count(), 1);
            }
        }
    }

    #[test]
    fn the_beam_goes_through_the_pixel_under_the_mouse() {
        let terrain = Terrain::from_solidity(&SolidityMap::new(16, 16));
        for target in [ivec2(61, 43), ivec2(49, 12), ivec2(50, 41), ivec2(-7, 300)] {
            let mut wanted = wanted(ivec2(50, 40), target);
            let beyond: Vec<IVec2> = Casts::cast(&terrain, &wanted).beam[0].pixels().collect();
            wanted.beyond = false;
            let to_mouse: Vec<IVec2> = Casts::cast(&terrain, &wanted).beam[0].pixels().collect();
            assert_eq!(to_mouse.last(), Some(&target));
            assert!(beyond.starts_with(&to_mouse));
        }
    }

    #[test]
    fn a_bounce_mirrors_the_direction() {
        let beam = Casts::cast(&room(), &wanted(ivec2(50, 40), ivec2(53, 41))).beam;
        assert_eq!(beam.len(), BOUNCES + 1);
        assert_eq!(beam[0].hit.expect("a wall").normal, Vec2::new(-1.0, 0.0));
        let (first, second) = (beam[0].end - beam[0].from, beam[1].end - beam[1].from);
        assert_eq!((first.x.signum(), first.y.signum()), (-second.x.signum(), second.y.signum()));
        assert_eq!(Some(beam[1].from), beam[0].hit.and_then(|hit| hit.previous));
    }

    #[test]
    fn an_exact_walk_ends_at_the_hit_too() {
        let mut wanted = wanted(ivec2(50, 40), ivec2(57, 43));
        wanted.options.traversal = Traversal::Exact;
        for leg in Casts::cast(&room(), &wanted).beam {
            let walked: Vec<IVec2> = leg.pixels().collect();
            assert_eq!(walked.last().copied(), leg.hit.map(|hit| hit.pixel));
            assert_eq!(walked, leg.whole().take(walked.len()).collect::<Vec<_>>());
        }
    }

    #[test]
    fn a_slope_mirrors_by_its_smooth_normal() {
        let slope = Terrain::from_solidity(&SolidityMap::from_fn(200, 200, |x, y| y >= x));
        let mut wanted = wanted(ivec2(150, 20), ivec2(150, 40));
        wanted.smooth = true;
        let beam = Casts::cast(&slope, &wanted).beam;
        let second = beam[1].end - beam[1].from;
        assert!(second.x > 1000 && second.y.abs() < 300, "straight down becomes to the right: {second}");
    }

    #[test]
    fn aiming_at_oneself_is_a_beam_of_one_pixel() {
        let beam = Casts::cast(&room(), &wanted(ivec2(50, 40), ivec2(50, 40))).beam;
        assert_eq!((beam.len(), beam[0].pixels().count(), beam[0].hit), (1, 1, None));
    }

    #[test]
    fn a_fan_in_a_closed_room_hits_with_every_ray() {
        let mut wanted = wanted(ivec2(50, 40), ivec2(53, 41));
        wanted.fan = 100;
        let casts = Casts::cast(&room(), &wanted);
        assert!(casts.fan.hits.iter().all(Option::is_some));
        let mean = casts.mean_distance().expect("there are hits");
        assert!((20.0..100.0).contains(&mean), "{mean}");
    }
}
