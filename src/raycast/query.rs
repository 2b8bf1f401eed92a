//! Queries of single rays: first hit, any hit, line of sight, exit, spans.

use super::bresenham::BresenhamKernel;
use super::exact::ExactKernel;
use super::hit::{RayExit, RayHit, RaySpan};
use super::options::{RayOptions, StartInside, Traversal};
use super::ray::Ray;
use super::steps::{SequencePosition, StepSequence};
use super::walk::{CastTarget, Kernel, PreparedLine};
use crate::simd::dispatch;
use crate::terrain::{BrickGrid, LayerSelection, Terrain};
use glam::Vec2;
use std::iter::FusedIterator;

impl Terrain {
    /// Returns the first solid pixel on the ray, by Bresenham's line.
    ///
    /// The pixels of origin and end are tested too. Everything outside the terrain is free, so a ray may start,
    /// travel and end there. Returns `None` if nothing solid is hit, and if the ray is not [valid](Ray::is_valid).
    ///
    /// The answer equals a test of every pixel of [`bresenham`](crate::raycast::bresenham), one after another. An empty
    /// brick of 16×16 pixels costs a single test.
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x >= 40));
    /// let hit = terrain.raycast(&Ray::new((0.5, 8.5), (1.0, 0.0), 60.0));
    /// assert_eq!(hit.map(|hit| hit.pixel), Some(ivec2(40, 8)));
    /// assert_eq!(terrain.raycast(&Ray::new((0.5, 8.5), (1.0, 0.0), 39.0)), None);
    /// ```
    #[must_use]
    pub fn raycast(&self, ray: &Ray) -> Option<RayHit> {
        self.raycast_with(ray, &RayOptions::default())
    }

    /// Returns the first solid pixel on the ray, by the traversal, the layers and the rules of `options`.
    ///
    /// ```
    /// use tileray::{Ray, RayOptions, SolidityMap, Terrain, Traversal, glam::vec2};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x >= 40));
    /// let exact = RayOptions { traversal: Traversal::Exact, ..RayOptions::default() };
    /// let ray = Ray::new((0.25, 8.5), (1.0, 0.0), 60.0);
    /// let hit = terrain.raycast_with(&ray, &exact).expect("the wall is in the way");
    /// assert_eq!((hit.point, hit.distance), (vec2(40.0, 8.5), 39.75));
    /// ```
    #[must_use]
    pub fn raycast_with(&self, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
        first_hit(self, ray, options)
    }

    /// Returns whether the ray hits anything: `raycast_with(ray, options).is_some()` without describing the hit.
    ///
    /// Useful for shadows and coverage. False if the ray is not [valid](Ray::is_valid).
    ///
    /// ```
    /// use tileray::{Ray, RayOptions, SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y < 10));
    /// let options = RayOptions::default();
    /// assert!(terrain.raycast_any(&Ray::new((20.5, 50.5), (0.0, -1.0), 100.0), &options));
    /// assert!(!terrain.raycast_any(&Ray::new((20.5, 50.5), (0.0, -1.0), 20.0), &options));
    /// ```
    #[must_use]
    pub fn raycast_any(&self, ray: &Ray, options: &RayOptions) -> bool {
        hits_any(self, ray, options) == Some(true)
    }

    /// Returns whether no pixel of the line between two points is solid. The pixels of both points are tested too.
    ///
    /// Symmetric: `line_of_sight(a, b) == line_of_sight(b, a)`. False if a coordinate is NaN, infinite or beyond
    /// ±2^30.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// let post = SolidityMap::from_fn(64, 64, |x, y| x == 32 && y >= 10);
    /// let terrain = Terrain::from_solidity(&post);
    /// assert!(!terrain.line_of_sight((5.0, 40.0), (60.0, 40.0)));
    /// assert!(terrain.line_of_sight((5.0, 5.0), (60.0, 5.0)));
    /// ```
    #[must_use]
    pub fn line_of_sight(&self, a: impl Into<Vec2>, b: impl Into<Vec2>) -> bool {
        self.line_of_sight_with(a, b, &RayOptions::default())
    }

    /// Returns whether no pixel of the line between two points is solid, with options.
    ///
    /// The view is from `a` to `b`. With [`StartInside::Leave`] the solid pixels around `a` do not block it. One-way
    /// layers block views in their own direction only. Without that option and without such layers, the answer is
    /// symmetric. False if a coordinate is NaN, infinite or beyond ±2^30.
    ///
    /// ```
    /// use tileray::raycast::StartInside;
    /// use tileray::{RayOptions, SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x < 8));
    /// let leave = RayOptions { inside: StartInside::Leave, ..RayOptions::default() };
    /// assert!(terrain.line_of_sight_with((4.0, 5.0), (60.0, 5.0), &leave));
    /// assert!(!terrain.line_of_sight((4.0, 5.0), (60.0, 5.0)));
    /// ```
    #[must_use]
    pub fn line_of_sight_with(&self, a: impl Into<Vec2>, b: impl Into<Vec2>, options: &RayOptions) -> bool {
        hits_any(self, &Ray::between(a, b), options) == Some(false)
    }

    /// Returns where a ray that starts in a solid pixel leaves the solid pixels.
    ///
    /// Outside the terrain's bounds everything is free, so leaving the bounds is an exit. Returns `None` if the ray
    /// does not start inside, if it ends inside, and if it is not [valid](Ray::is_valid). [`RayOptions::inside`] is
    /// ignored.
    ///
    /// Costs a test for each 16 pixels of a Bresenham line of up to 2^20 steps, and a test for each pixel of longer
    /// lines and of exact segments.
    ///
    /// ```
    /// use tileray::{Ray, RayOptions, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let block = SolidityMap::from_fn(64, 64, |x, _| (20..40).contains(&x));
    /// let terrain = Terrain::from_solidity(&block);
    /// let ray = Ray::new((30.5, 8.5), (-1.0, 0.0), 50.0);
    /// let exit = terrain.raycast_exit(&ray, &RayOptions::default()).expect("the ray is long enough");
    /// assert_eq!((exit.pixel, exit.previous), (ivec2(19, 8), ivec2(20, 8)));
    /// assert_eq!((exit.distance, exit.normal), (11.0, (-1.0, 0.0).into()));
    /// ```
    #[must_use]
    pub fn raycast_exit(&self, ray: &Ray, options: &RayOptions) -> Option<RayExit> {
        let (sequence, selection) = StepSequence::in_terrain(self, ray, options)?;
        if !selection.is_solid(sequence.first_pixel()) {
            return None;
        }
        let position = sequence.first_free(options.simd.level(), &selection, sequence.start())?;
        sequence.exit(&selection, position)
    }

    /// Returns all runs of solid pixels on a ray, in order.
    ///
    /// The ray may start in the first run and end in the last. [`StartInside::Leave`] omits the run that the ray
    /// starts in, so the first span's `enter` is always the answer of [`raycast_with`](Self::raycast_with). Empty if
    /// the ray is not [valid](Ray::is_valid). Runs of different layers that touch on the ray are one run.
    ///
    /// An exact ray may pass exactly through a corner between solid pixels. It then has a span of length 0: it enters
    /// the pixel beside the corner, and at the same point exits into the pixel across. Between two spans there is
    /// always a free pixel that the ray passes through.
    ///
    /// The iterator is lazy. A span costs a test for each 16 pixels of a Bresenham line of up to 2^20 steps, and a test
    /// for each pixel of longer lines and of exact segments. The gap between two spans costs as much as a cast.
    ///
    /// ```
    /// use tileray::{Ray, RayOptions, SolidityMap, Terrain};
    ///
    /// let bars = SolidityMap::from_fn(100, 10, |x, _| x % 20 >= 15);
    /// let terrain = Terrain::from_solidity(&bars);
    /// let ray = Ray::new((0.5, 5.5), (1.0, 0.0), 96.0);
    /// let spans: Vec<_> = terrain.raycast_spans(&ray, &RayOptions::default()).collect();
    /// let starts: Vec<_> = spans.iter().map(|span| span.enter.pixel.x).collect();
    /// assert_eq!(starts, [15, 35, 55, 75, 95]);
    /// let thickness = spans[0].exit.map(|exit| exit.distance - spans[0].enter.distance);
    /// assert_eq!((thickness, spans[4].exit), (Some(5.0), None));
    /// ```
    #[must_use]
    pub fn raycast_spans(&self, ray: &Ray, options: &RayOptions) -> RaySpans<'_> {
        let rest =
            StepSequence::in_terrain(self, ray, options).map(|(sequence, selection)| (sequence, selection, None));
        let mut spans = RaySpans { terrain: self, options: *options, rest };
        spans.leave_start();
        spans
    }

    /// Replaces the content of `spans` by all runs of solid pixels on a ray, as
    /// [`raycast_spans`](Self::raycast_spans) returns them.
    ///
    /// Allocates nothing if the buffer is large enough.
    ///
    /// ```
    /// use tileray::{Ray, RayOptions, SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 10, |x, _| x % 20 >= 15));
    /// let mut spans = Vec::new();
    /// for y in 0..10 {
    ///     let ray = Ray::new((0.5, y as f32), (1.0, 0.0), 96.0);
    ///     terrain.raycast_spans_into(&ray, &RayOptions::default(), &mut spans);
    ///     assert_eq!(spans.len(), 5);
    /// }
    /// ```
    pub fn raycast_spans_into(&self, ray: &Ray, options: &RayOptions, spans: &mut Vec<RaySpan>) {
        spans.clear();
        spans.extend(self.raycast_spans(ray, options));
    }
}

/// An iterator over the runs of solid pixels on a ray. Created by [`Terrain::raycast_spans`].
#[derive(Clone, Debug)]
pub struct RaySpans<'a> {
    terrain: &'a Terrain,
    options: RayOptions,
    /// The pixels of the ray, the grids, and the free pixel to go on after, if any. `None` at the end.
    rest: Option<(StepSequence, LayerSelection<'a>, Option<SequencePosition>)>,
}

impl RaySpans<'_> {
    /// Skips the run that the ray starts in, if the options say [`StartInside::Leave`].
    fn leave_start(&mut self) {
        if self.options.inside == StartInside::Hit {
            return;
        }
        let Some((sequence, selection, after)) = &mut self.rest else { return };
        if selection.is_solid(sequence.first_pixel()) {
            match sequence.first_free(self.options.simd.level(), selection, sequence.start()) {
                None => self.rest = None,
                free => *after = free,
            }
        }
    }
}

impl Iterator for RaySpans<'_> {
    type Item = RaySpan;

    fn next(&mut self) -> Option<RaySpan> {
        let (sequence, selection, after) = self.rest.as_mut()?;
        let level = self.options.simd.level();
        let span = sequence.first_solid(level, selection, *after).and_then(|enter| {
            let exit = sequence.first_free(level, selection, enter);
            *after = exit;
            Some(RaySpan {
                enter: sequence.hit(self.terrain, selection, enter, &self.options)?,
                exit: exit.and_then(|position| sequence.exit(selection, position)),
            })
        });
        if span.is_none_or(|span| span.exit.is_none()) {
            self.rest = None;
        }
        span
    }
}

impl FusedIterator for RaySpans<'_> {}

/// Casts a ray: in one grid by the walk, else by [`StepSequence`].
pub(super) fn first_hit(terrain: &Terrain, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
    if matches!(options.inside, StartInside::Hit)
        && let LayerSelection::One(grid) = terrain.select(options.layers, options.one_way, ray.motion())
    {
        return match options.traversal {
            Traversal::Bresenham => first_hit_in::<BresenhamKernel>(terrain, grid, ray, options),
            Traversal::Exact => first_hit_in::<ExactKernel>(terrain, grid, ray, options),
        };
    }
    first_hit_of_any_ray(terrain, ray, options)
}

/// Casts a ray in one grid.
///
/// The ray is prepared and the hit is described within the vectorized function, because both values would otherwise be
/// passed through memory.
#[inline(always)]
fn first_hit_in<K: Kernel>(terrain: &Terrain, grid: &BrickGrid, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
    dispatch!(
        options.simd.level(),
        simd => {
            let prepared = K::prepare(ray, &grid.pixels());
            if !prepared.fits_strip_walk {
                return first_hit_of_any_ray(terrain, ray, options);
            }
            // A copy is lent. If a part of `prepared` were, all of it would lie in memory, and the walk would wait for it.
            let ends = prepared.ends;
            let line = PreparedLine::<_, _, K>::new(simd, prepared.line, prepared.direction, ends.lend());
            let found = line.first_found(grid)?;
            let target = CastTarget { grid, owners: terrain.owners(options.layers, options.one_way) };
            let mut hit = None;
            K::describe(&target, ray, &prepared, &found, &mut hit);
            hit
        },
        plain => first_hit_of_any_ray(terrain, ray, options)
    )
}

/// Casts a ray of any kind: one through several grids, one that first leaves solid pixels, or one longer than fixed
/// point allows.
#[inline(never)]
fn first_hit_of_any_ray(terrain: &Terrain, ray: &Ray, options: &RayOptions) -> Option<RayHit> {
    let (sequence, selection) = StepSequence::in_terrain(terrain, ray, options)?;
    let position = sequence.first_hit(options.simd.level(), &selection, options.inside)?;
    sequence.hit(terrain, &selection, position, options)
}

/// Returns whether a ray hits anything, or `None` if it is not valid.
pub(super) fn hits_any(terrain: &Terrain, ray: &Ray, options: &RayOptions) -> Option<bool> {
    let (sequence, selection) = StepSequence::in_terrain(terrain, ray, options)?;
    Some(sequence.hits_any(options.simd.level(), &selection, options.inside))
}
