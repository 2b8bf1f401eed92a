use super::course::{Course, Place, course_and_grids};
use super::exit::RayExit;
use super::hit::RayHit;
use super::options::{RayOptions, StartInside};
use super::ray::Ray;
use crate::terrain::{LayerSelection, Terrain};
use std::iter::FusedIterator;

/// A run of solid pixels along a ray.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RaySpan {
    /// Its first pixel, as a cast that begins before it would hit it; [`RayHit::inside`] where the ray began in it.
    pub enter: RayHit,
    /// Where the ray comes out of it; `None` where it ends inside.
    pub exit: Option<RayExit>,
}

/// The runs of solid pixels along a ray, one after the other: what [`Terrain::raycast_spans`] gives.
#[derive(Clone, Debug)]
pub struct RaySpans<'a> {
    terrain: &'a Terrain,
    ray: Ray,
    options: RayOptions,
    /// The course, the grids, and the free pixel to go on after, none at the beginning; `None` when there is no more.
    rest: Option<(Course, LayerSelection<'a>, Option<Place>)>,
}

impl Terrain {
    /// All runs of solid pixels along a ray, in the order in which it meets them.
    ///
    /// The ray may begin in the first and end in the last. With [`StartInside::Leave`] the one that it begins in is left
    /// out; so the first span's `enter` is what [`raycast_with`](Self::raycast_with) gives. None for a ray that is not
    /// [valid](Ray::is_valid). Runs of different layers that touch along the ray are one.
    ///
    /// In the exact traversal a ray that slips through a corner between solid pixels has a span there of no length: it
    /// enters the pixel beside the corner, and comes out in the one across. Between two spans there is a free pixel that
    /// it passes through.
    ///
    /// Walks no further than it is asked to. A span costs a test for each 16 pixels of a Bresenham line of up to 2^20
    /// steps, one for each pixel of longer ones and of the exact traversal; what lies between two spans costs what a cast
    /// does.
    ///
    /// ```
    /// use tileray::{Ray, RayOptions, SolidityMap, Terrain};
    ///
    /// let bars = SolidityMap::from_fn(100, 10, |x, _| x % 20 >= 15);
    /// let terrain = Terrain::from_solidity(&bars);
    /// let ray = Ray::new((0.5, 5.5), (1.0, 0.0), 96.0);
    /// let spans: Vec<_> = terrain.raycast_spans(&ray, &RayOptions::default()).collect();
    /// assert_eq!(spans.iter().map(|span| span.enter.pixel.x).collect::<Vec<_>>(), [15, 35, 55, 75, 95]);
    /// let thickness = spans[0].exit.map(|exit| exit.distance - spans[0].enter.distance);
    /// assert_eq!((thickness, spans[4].exit), (Some(5.0), None));
    /// ```
    #[must_use]
    pub fn raycast_spans(&self, ray: &Ray, options: &RayOptions) -> RaySpans<'_> {
        let rest = course_and_grids(self, ray, options).map(|(course, selection)| (course, selection, None));
        let mut spans = RaySpans { terrain: self, ray: *ray, options: *options, rest };
        spans.leave_start();
        spans
    }

    /// Writes all runs of solid pixels along a ray to `spans`, in place of what it held; as [`raycast_spans`](Self::raycast_spans).
    ///
    /// Takes no memory where the buffer is large enough.
    pub fn raycast_spans_into(&self, ray: &Ray, options: &RayOptions, spans: &mut Vec<RaySpan>) {
        spans.clear();
        spans.extend(self.raycast_spans(ray, options));
    }
}

impl RaySpans<'_> {
    /// Goes on to the open where the ray begins inside and is to leave first.
    fn leave_start(&mut self) {
        if self.options.inside == StartInside::Hit {
            return;
        }
        let Some((course, selection, after)) = &mut self.rest else { return };
        if selection.is_solid(course.first_pixel()) {
            let start = course.start();
            match course.first_free(self.options.simd.level(), selection, start) {
                None => self.rest = None,
                free => *after = free,
            }
        }
    }
}

impl Iterator for RaySpans<'_> {
    type Item = RaySpan;

    fn next(&mut self) -> Option<RaySpan> {
        let (course, selection, after) = self.rest.as_mut()?;
        let from = *after;
        let places = course.next_run(self.options.simd.level(), selection, from);
        let span = places.and_then(|(enter, exit)| {
            *after = exit;
            Some(RaySpan {
                enter: course.hit(self.terrain, selection, &self.ray, enter, &self.options)?,
                exit: exit.and_then(|place| course.exit(selection, &self.ray, place)),
            })
        });
        if span.is_none_or(|span| span.exit.is_none()) {
            self.rest = None;
        }
        span
    }
}

impl FusedIterator for RaySpans<'_> {}
