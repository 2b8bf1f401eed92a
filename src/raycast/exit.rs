use super::course::course_and_grids;
use super::hit::{entered_face, point_in};
use super::line::Line;
use super::options::RayOptions;
use super::ray::Ray;
use crate::terrain::{LayerSelection, Terrain};
use glam::{IVec2, Vec2};

/// Where a ray came out of something solid.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RayExit {
    /// The first free pixel.
    pub pixel: IVec2,
    /// The last solid pixel before it. Through a corner, in the exact traversal, it may be one beside it: what a ray the
    /// other way hits.
    pub previous: IVec2,
    /// The point of the segment at [`fraction`](Self::fraction), moved into the free pixel where it lies outside; so
    /// rounding it down gives that pixel.
    pub point: Vec2,
    /// `fraction` of the length of the ray, in pixels.
    pub distance: f32,
    /// The part of the ray that was walked, from 0 to 1: `k / D` where the free pixel is reached after `k` of `D` steps;
    /// of the exact traversal that before the border that is crossed.
    pub fraction: f32,
    /// Out of the face that was left, along the step: one of the four axes. It is the normal that a ray the other way
    /// has where it enters `previous` from `pixel`; so for a diagonal step it is the face of `previous` whose neighbor
    /// is free, that of the longer axis where both or neither are. Straight through a corner, in the exact traversal, it
    /// is that of the longer axis.
    pub normal: Vec2,
}

impl RayExit {
    /// All there is to know of step `step` of the line that `ray` draws, which is free after a solid one.
    pub(super) fn new(selection: &LayerSelection<'_>, ray: &Ray, line: &Line, step: u64) -> Self {
        let (pixel, previous) = (line.pixel(step), line.pixel(step - 1));
        let fraction = step as f64 / line.steps() as f64;
        Self {
            pixel,
            previous,
            point: point_in(ray.point_at(fraction), pixel),
            distance: (fraction * ray.length()) as f32,
            fraction: fraction as f32,
            normal: entered_face(selection, line, pixel, previous),
        }
    }
}

impl Terrain {
    /// Where a ray that begins in a solid pixel comes out.
    ///
    /// Outside the terrain's bounds everything is free, so that leaving them is coming out. `None` where the ray does not
    /// begin inside, where its end comes first, and for a ray that is not [valid](Ray::is_valid).
    /// [`RayOptions::inside`] does not matter.
    ///
    /// Costs a test for each 16 pixels of a Bresenham line of up to 2^20 steps, and one for each pixel of longer ones and of
    /// the exact traversal.
    ///
    /// ```
    /// use tileray::{Ray, RayOptions, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let block = SolidityMap::from_fn(64, 64, |x, _| (20..40).contains(&x));
    /// let terrain = Terrain::from_solidity(&block);
    /// let ray = Ray::new((30.5, 8.5), (-1.0, 0.0), 50.0);
    /// let exit = terrain.raycast_exit(&ray, &RayOptions::default()).expect("the block ends before the ray");
    /// assert_eq!((exit.pixel, exit.previous), (ivec2(19, 8), ivec2(20, 8)));
    /// assert_eq!((exit.distance, exit.normal), (11.0, (-1.0, 0.0).into()));
    /// ```
    #[must_use]
    pub fn raycast_exit(&self, ray: &Ray, options: &RayOptions) -> Option<RayExit> {
        let (course, selection) = course_and_grids(self, ray, options)?;
        if !selection.is_solid(course.first_pixel()) {
            return None;
        }
        let place = course.first_free(options.simd.level(), &selection, course.start())?;
        course.exit(&selection, ray, place)
    }
}
