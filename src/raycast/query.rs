//! Queries of single rays: first hit, any hit, line of sight, exit, spans.

use super::bresenham::BresenhamKernel;
use super::exact::ExactKernel;
use super::hit::{RayExit, RayHit, RaySpan};
use super::ray::Ray;
use super::steps::{SequencePosition, StepSequence};
use super::walk::{Kernel, PreparedLine};
use crate::simd::dispatch;
use crate::terrain::{BrickGrid, LayerSelection, Terrain, TerrainQuery, Traversal};
use glam::Vec2;
use std::iter::FusedIterator;

impl Terrain {
    /// Returns the first solid pixel on the ray, by Bresenham's line: [`TerrainQuery::raycast`] with the defaults.
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x >= 40));
    /// let hit = terrain.raycast(&Ray::new((0.5, 8.5), (1.0, 0.0), 60.0));
    /// assert_eq!(hit.map(|hit| hit.pixel()), Some(ivec2(40, 8)));
    /// assert_eq!(terrain.raycast(&Ray::new((0.5, 8.5), (1.0, 0.0), 39.0)), None);
    /// ```
    #[must_use]
    #[inline]
    #[doc(alias = "cast_ray", alias = "intersect_ray", alias = "RayCast2D")]
    pub fn raycast(&self, ray: &Ray) -> Option<RayHit> {
        self.query().raycast(ray)
    }

    /// Returns whether nothing solid lies between two points: [`TerrainQuery::line_of_sight`] with the defaults.
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
        self.query().line_of_sight(a, b)
    }
}

/// # Rays
impl<'a> TerrainQuery<'a> {
    /// Returns the first solid pixel on the ray.
    ///
    /// The pixels of origin and end are tested too; an exact ray that only touches a face there is free. A ray may start,
    /// travel and end outside the terrain. Returns `None` if nothing solid is hit, and if the ray is not
    /// [valid](Ray::is_valid).
    ///
    /// The answer equals a test of every pixel of [`bresenham`](fn@crate::raycast::bresenham), or by the rule of
    /// [`Traversal::Exact`] of [`Ray::exact_pixels`], one after another. An empty brick of 16×16 pixels costs a single test.
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain, glam::vec2};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x >= 40));
    /// let ray = Ray::new((0.25, 8.5), (1.0, 0.0), 60.0);
    /// let hit = terrain.query().exact().raycast(&ray).expect("the wall is in the way");
    /// assert_eq!((hit.point(), hit.distance()), (vec2(40.0, 8.5), 39.75));
    /// ```
    #[must_use]
    #[inline]
    pub fn raycast(&self, ray: &Ray) -> Option<RayHit> {
        cast(self, ray, true)
    }

    /// Returns whether the ray hits anything: `raycast(ray).is_some()` without describing the hit.
    ///
    /// Useful for shadows and coverage. False if the ray is not [valid](Ray::is_valid).
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y < 10));
    /// assert!(terrain.query().raycast_any(&Ray::new((20.5, 50.5), (0.0, -1.0), 100.0)));
    /// assert!(!terrain.query().raycast_any(&Ray::new((20.5, 50.5), (0.0, -1.0), 20.0)));
    /// ```
    #[must_use]
    #[doc(alias = "intersects_ray")]
    #[inline]
    pub fn raycast_any(&self, ray: &Ray) -> bool {
        cast(self, ray, false).is_some()
    }

    /// Returns whether nothing solid lies between two points: whether an [exact](Self::exact) ray between them is free.
    ///
    /// So a point on a face sees along the face and away from it, and is seen from there. Pixels and cells agree. The
    /// segments of a [region](Self::visible_region) may also touch corners. All sight is exact, whatever the
    /// [traversal](Self::traversal). For Bresenham's line, ask [`raycast_any`](Self::raycast_any).
    ///
    /// The view is from `a` to `b`. After [`leave_start`](Self::leave_start) the solid pixels around `a` do not block
    /// it. One-way layers block views in their own direction only. Without that rule and without such layers it is
    /// symmetric: `line_of_sight(a, b) == line_of_sight(b, a)`. False if a coordinate is NaN, infinite or beyond ±2^30.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x < 8));
    /// assert!(!terrain.query().line_of_sight((4.0, 5.0), (60.0, 5.0)));
    /// assert!(terrain.query().leave_start().line_of_sight((4.0, 5.0), (60.0, 5.0)));
    /// ```
    #[must_use]
    pub fn line_of_sight(&self, a: impl Into<Vec2>, b: impl Into<Vec2>) -> bool {
        let ray = Ray::between(a, b);
        ray.is_valid() && !self.exact().raycast_any(&ray)
    }

    /// Returns where a ray that starts in a solid pixel leaves the solid pixels.
    ///
    /// Where the terrain's [outside](Terrain::outside) is free, leaving the bounds is an exit. Returns `None` if the ray
    /// does not start inside, if it ends inside, and if it is not [valid](Ray::is_valid).
    ///
    /// Costs a test for each 16 pixels of a Bresenham line of up to 2^20 steps, and a test for each pixel of longer
    /// lines and of exact segments.
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let block = SolidityMap::from_fn(64, 64, |x, _| (20..40).contains(&x));
    /// let terrain = Terrain::from_solidity(&block);
    /// let ray = Ray::new((30.5, 8.5), (-1.0, 0.0), 50.0);
    /// let exit = terrain.query().raycast_exit(&ray).expect("the ray is long enough");
    /// assert_eq!((exit.pixel(), exit.previous()), (ivec2(19, 8), ivec2(20, 8)));
    /// assert_eq!((exit.distance(), exit.normal()), (10.5, (-1.0, 0.0).into()));
    /// ```
    #[must_use]
    pub fn raycast_exit(&self, ray: &Ray) -> Option<RayExit> {
        let (sequence, selection) = StepSequence::in_terrain(self, ray)?;
        if !sequence.starts_inside(&selection) {
            return None;
        }
        let position = sequence.first_free(self.level(), &selection, sequence.start())?;
        sequence.exit(&selection, position)
    }

    /// Returns all runs of solid pixels on a ray, in order.
    ///
    /// The ray may start in the first run and end in the last. [`leave_start`](Self::leave_start) omits the run that
    /// the ray starts in, so the first span's `enter` is always the answer of [`raycast`](Self::raycast). Empty if
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
    /// use tileray::{Ray, SolidityMap, Terrain};
    ///
    /// let bars = SolidityMap::from_fn(100, 10, |x, _| x % 20 >= 15);
    /// let terrain = Terrain::from_solidity(&bars);
    /// let ray = Ray::new((0.5, 5.5), (1.0, 0.0), 96.0);
    /// let spans: Vec<_> = terrain.query().raycast_spans(&ray).collect();
    /// let starts: Vec<_> = spans.iter().map(|span| span.enter.pixel().x).collect();
    /// assert_eq!(starts, [15, 35, 55, 75, 95]);
    /// let thickness = spans[0].exit.map(|exit| exit.distance() - spans[0].enter.distance());
    /// assert_eq!((thickness, spans[4].exit), (Some(5.0), None));
    /// ```
    #[must_use]
    pub fn raycast_spans(&self, ray: &Ray) -> RaySpans<'a> {
        let rest = StepSequence::in_terrain(self, ray).map(|(sequence, selection)| (sequence, selection, None));
        let mut spans = RaySpans { query: *self, rest };
        spans.leave_start();
        spans
    }
}

/// An iterator over the runs of solid pixels on a ray. Created by [`TerrainQuery::raycast_spans`].
#[derive(Clone, Debug)]
pub struct RaySpans<'a> {
    query: TerrainQuery<'a>,
    /// The pixels of the ray, the grids, and the free pixel to go on after, if any. `None` at the end.
    rest: Option<(StepSequence, LayerSelection<'a>, Option<SequencePosition>)>,
}

impl RaySpans<'_> {
    /// Skips the run that the ray starts in, if the query leaves it.
    fn leave_start(&mut self) {
        if !self.query.leaves_start {
            return;
        }
        let Some((sequence, selection, after)) = &mut self.rest else { return };
        if sequence.starts_inside(selection) {
            match sequence.first_free(self.query.level(), selection, sequence.start()) {
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
        let level = self.query.level();
        let span = sequence.first_solid(level, selection, *after).and_then(|enter| {
            let exit = sequence.first_free(level, selection, enter);
            *after = exit;
            Some(RaySpan {
                enter: sequence.hit(&self.query, selection, enter)?,
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

/// Casts a ray: in one grid by the walk, else by [`StepSequence`]. A hit that is not `described` is a placeholder.
///
/// Only what a ray far from everything solid needs is inlined into callers.
#[inline(always)]
fn cast(query: &TerrainQuery<'_>, ray: &Ray, described: bool) -> Option<RayHit> {
    match query.union_for_all() {
        Some(grid) if grid.is_passed_by(ray) => None,
        Some(grid) if !query.leaves_start => cast_in_grid(query, grid, ray, described),
        _ => cast_in_selection(query, ray, described),
    }
}

/// Casts a ray in the grids that it selects.
#[inline(never)]
fn cast_in_selection(query: &TerrainQuery<'_>, ray: &Ray, described: bool) -> Option<RayHit> {
    match query.along(ray.motion()) {
        LayerSelection::One(grid) if !query.leaves_start => cast_in_grid(query, grid, ray, described),
        _ => cast_any_ray(query, ray, described),
    }
}

/// Casts a ray in one grid.
#[inline(never)]
fn cast_in_grid(query: &TerrainQuery<'_>, grid: &BrickGrid, ray: &Ray, described: bool) -> Option<RayHit> {
    // Here, where the compiler loads origin and end one by one. In vector code it loads all four numbers at once, which
    // waits until the two halves of a ray that was just made have reached the cache: a sixth of the time of a cast.
    if !ray.is_valid() {
        return None;
    }
    match query.ray_traversal() {
        Traversal::Bresenham => cast_by::<BresenhamKernel>(query, grid, ray, described),
        Traversal::Exact => cast_by::<ExactKernel>(query, grid, ray, described),
    }
}

/// Casts a valid ray in one grid.
///
/// The ray is prepared and the hit is described within the vectorized function, because both values would otherwise be
/// passed through memory.
#[inline(always)]
fn cast_by<K: Kernel>(query: &TerrainQuery<'_>, grid: &BrickGrid, ray: &Ray, described: bool) -> Option<RayHit> {
    dispatch!(
        query.level(),
        move simd => {
            let prepared = K::prepare(ray, &grid.pixels());
            if !prepared.fits_strip_walk {
                return cast_any_ray(query, ray, described);
            }
            let line = PreparedLine::<_, _, K>::new(simd, prepared.line, prepared.direction, prepared.ends);
            let first = K::test_first_brick(grid, &line, ray);
            let found = if first.is_some() { first } else { line.first_found(grid) }?;
            if !described {
                return Some(RayHit::PLACEHOLDER);
            }
            let (owners, mut hit) = (query.owners(), None);
            if let Some(crossing) = K::crossing(grid, ray, &prepared, &found) {
                hit = Some(RayHit::at_face(&owners, ray, &crossing));
            }
            hit
        },
        plain => cast_any_ray(query, ray, described)
    )
}

/// Casts a ray of any kind: one through several grids, one that first leaves solid pixels, or one longer than fixed
/// point allows.
#[inline(never)]
fn cast_any_ray(query: &TerrainQuery<'_>, ray: &Ray, described: bool) -> Option<RayHit> {
    let (sequence, selection) = StepSequence::in_terrain(query, ray)?;
    if !described {
        return sequence.hits_any(query, &selection).then_some(RayHit::PLACEHOLDER);
    }
    let position = sequence.first_hit(query, &selection)?;
    sequence.hit(query, &selection, position)
}
