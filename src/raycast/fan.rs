use super::batch::cast_all;
use super::hit::RayHit;
use super::options::RayOptions;
use super::ray::Ray;
use super::rays::Rays;
use crate::geometry::{sin_cos_of_turns, turns_of};
use crate::parallel::share;
use crate::terrain::Terrain;
use glam::{DVec2, Vec2};

/// Rays from one point over an angle, evenly apart: a lidar, a field of view, light around a lamp.
///
/// Angles are radians from +x toward +y, which is clockwise on the screen; a negative sweep turns the other way. How many
/// rays there are is said where they are cast.
///
/// Directions are the same to the bit on every machine, and within 1e-15, and 2^-52 of the largest angle, of what the angles
/// say. An angle that is the `f32` nearest to a multiple of an eighth of a turn, up to 4 turns, stands for that multiple:
/// a sweep of `TAU` is a full turn, and of its rays those along an axis are exactly so.
///
/// **What is not a ray:** where an angle is NaN or infinite, the length NaN or the origin not finite, no ray of the fan is
/// [valid](Ray::is_valid), and each hits nothing.
///
/// ```
/// use tileray::{RayFan, glam::dvec2};
///
/// let lidar = RayFan::circle((10.0, 10.0), 100.0);
/// let ends: Vec<_> = lidar.rays(4).map(|ray| ray.end()).collect();
/// assert_eq!(ends, [dvec2(110.0, 10.0), dvec2(10.0, 110.0), dvec2(-90.0, 10.0), dvec2(10.0, -90.0)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayFan {
    origin: Vec2,
    /// That of the first ray; for a view that of its middle.
    angle: f32,
    sweep: f32,
    length: f32,
    /// Whether the angle is that of the middle, and a ray lies on each of the two borders.
    is_view: bool,
}

impl RayFan {
    /// `n` rays at the angles `start_angle + sweep · i / n`: the first lies on the one border, none on the other.
    ///
    /// So the parts of a full turn are all equal, and fans side by side share no ray. A sweep is at most 2^20 turns; lengths
    /// are as those of [`Ray::new`].
    #[must_use]
    pub fn new(origin: impl Into<Vec2>, start_angle: f32, sweep: f32, length: f32) -> Self {
        Self { origin: origin.into(), angle: start_angle, sweep, length, is_view: false }
    }

    /// `n` rays at the angles `center_angle − sweep / 2 + sweep · i / (n − 1)`: one on each border; a single one looks
    /// along the middle.
    #[must_use]
    pub fn view(origin: impl Into<Vec2>, center_angle: f32, sweep: f32, length: f32) -> Self {
        Self { origin: origin.into(), angle: center_angle, sweep, length, is_view: true }
    }

    /// `n` rays around a point, the first along +x.
    #[must_use]
    pub fn circle(origin: impl Into<Vec2>, length: f32) -> Self {
        Self::new(origin, 0.0, std::f32::consts::TAU, length)
    }

    /// Where all of the rays begin.
    #[must_use]
    pub const fn origin(&self) -> Vec2 {
        self.origin
    }

    /// Ray `i` of `n`, counted from 0. Where `i` is not below `n` there is none, and what is returned is not
    /// [valid](Ray::is_valid).
    #[must_use]
    pub fn ray(&self, i: usize, n: usize) -> Ray {
        if i < n { self.spread(n).ray(i) } else { Ray::between_f64(DVec2::NAN, DVec2::NAN) }
    }

    /// All of `n` rays.
    pub fn rays(&self, n: usize) -> impl ExactSizeIterator<Item = Ray> + use<> {
        let spread = self.spread(n);
        (0..n).map(move |i| spread.ray(i))
    }

    /// What all of `n` rays have in common.
    fn spread(&self, n: usize) -> Spread {
        const MOST_TURNS: f64 = (1u64 << 20) as f64;
        let n = n as f64;
        let (offset, parts) = if self.is_view { (n - 1.0, (n - 1.0).max(1.0)) } else { (0.0, n) };
        Spread {
            origin: self.origin.as_dvec2(),
            turns: turns_of(self.angle) % 1.0,
            sweep: turns_of(self.sweep).clamp(-MOST_TURNS, MOST_TURNS),
            offset,
            half_parts: 2.0 * parts,
            length: f64::from(self.length).clamp(-Ray::MAX_LENGTH, Ray::MAX_LENGTH),
        }
    }
}

/// Ray `i` lies at `turns + sweep · (2·i − offset) / half_parts`.
#[derive(Clone, Copy)]
pub(super) struct Spread {
    origin: DVec2,
    turns: f64,
    sweep: f64,
    offset: f64,
    half_parts: f64,
    length: f64,
}

impl Spread {
    #[inline(always)]
    pub(super) fn ray(&self, i: usize) -> Ray {
        self.ray_after(i as f64, 0)
    }

    /// Ray `first + i`. Both are exact, and only `i` is to be made a float for each ray.
    #[inline(always)]
    pub(super) fn ray_after(&self, first: f64, i: u32) -> Ray {
        let i = first + f64::from(i);
        let (sin, cos) = sin_cos_of_turns(self.turns + self.sweep * (2.0 * i - self.offset) / self.half_parts);
        Ray::between_f64(self.origin, self.origin + DVec2::new(cos, sin) * self.length)
    }
}

impl Terrain {
    /// Casts the rays of a fan, as many as `hits` has places, and writes the answer of ray `i` to place `i`.
    ///
    /// Each answer is to the bit that of [`raycast_with`](Self::raycast_with) for [`fan.ray(i, n)`](RayFan::ray). The rays
    /// are shared among threads as those of a [`batch`](Self::raycast_batch).
    ///
    /// ```
    /// use tileray::{RayFan, RayOptions, SolidityMap, Terrain};
    ///
    /// // A round room, 40 pixels in radius.
    /// let room = SolidityMap::from_fn(100, 100, |x, y| (x as i32 - 50).pow(2) + (y as i32 - 50).pow(2) > 1600);
    /// let terrain = Terrain::from_solidity(&room);
    /// let mut hits = [None; 360];
    /// terrain.raycast_fan(&RayFan::circle((50.5, 50.5), 100.0), &RayOptions::default(), &mut hits);
    /// assert!(hits.iter().all(|hit| hit.is_some_and(|hit| (38.0..43.0).contains(&hit.distance))));
    /// ```
    pub fn raycast_fan(&self, fan: &RayFan, options: &RayOptions, hits: &mut [Option<RayHit>]) {
        let spread = fan.spread(hits.len());
        share(hits, |first, hits| cast_all(self, Rays::Fan(&spread), first, options, hits));
    }
}
