//! The view of a terrain that answers questions, by layers, rules and options.

use super::Terrain;
use super::grid::BrickGrid;
use super::layer_mask::{LayerMask, OneWayRule};
use super::layer_stack::LayerSelection;
use super::owner::OwnerFinder;
use crate::simd::{Level, SimdLevel};
use glam::{DVec2, IVec2, UVec2};
use std::f32::consts::TAU;

impl Terrain {
    /// Returns a view of the terrain. Its methods are the questions: rays, shapes, sight, scans.
    ///
    /// ```
    /// use tileray::{Ray, SolidityMap, Terrain, glam::vec2};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x >= 40));
    /// let query = terrain.query().exact();
    /// let hit = query.raycast(&Ray::new((0.25, 8.5), (1.0, 0.0), 60.0)).expect("the wall is in the way");
    /// assert_eq!((hit.point(), hit.distance()), (vec2(40.0, 8.5), 39.75));
    /// ```
    #[inline]
    pub const fn query(&self) -> TerrainQuery<'_> {
        TerrainQuery {
            terrain: self,
            layers: LayerMask::ALL,
            one_way: OneWayRule::Respect,
            traversal: None,
            leaves_start: false,
            passes_corners: false,
            view: (0.0, TAU),
            cell_size: None,
            no_return: None,
            simd: SimdLevel::Best,
        }
    }
}

/// A view of a terrain, with layers, rules and options. Every question is its method.
///
/// [`Terrain::query`] returns it. The setters return a changed copy, so a view can be kept, changed and asked again. A
/// view borrows the terrain, so an edit takes a new view.
///
/// ```
/// use tileray::{Circle, LayerMask, Ray, SolidityMap, Terrain, glam::ivec2};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x < 8 || x >= 40));
/// let query = terrain.query().layers(LayerMask::layer(0)).exact().leave_start();
/// // Both start within the left wall, leave it, and meet the right one.
/// let hit = query.raycast(&Ray::new((4.5, 4.5), (1.0, 0.0), 60.0));
/// assert_eq!(hit.map(|hit| hit.pixel()), Some(ivec2(40, 4)));
/// let hit = query.cast_shape(&Circle::new((7.0, 20.0), 2.0), (40.0, 0.0));
/// assert_eq!(hit.map(|hit| hit.pixel().x), Some(40));
/// ```
///
/// # Methods by subject
///
/// | subject | methods |
/// | --- | --- |
/// | rays | [`raycast`](Self::raycast), [`raycast_any`](Self::raycast_any), [`raycast_exit`](Self::raycast_exit), [`raycast_spans`](Self::raycast_spans), [`line_of_sight`](Self::line_of_sight), [`raycast_traced`](Self::raycast_traced) |
/// | many rays | [`raycast_batch`](Self::raycast_batch), [`raycast_any_batch`](Self::raycast_any_batch), [`fan`](Self::fan), [`line_of_sight_batch`](Self::line_of_sight_batch), [`ranges`](Self::ranges), [`scan`](Self::scan) |
/// | shapes | [`cast_shape`](Self::cast_shape), [`overlaps`](Self::overlaps), [`overlap_pixels`](Self::overlap_pixels), [`overlap_area`](Self::overlap_area), [`contact`](Self::contact) |
/// | masks | [`cast_mask`](Self::cast_mask), [`overlap_mask`](Self::overlap_mask), [`overlap_mask_area`](Self::overlap_mask_area) |
/// | points | [`is_solid`](Self::is_solid), [`nearest_solid`](Self::nearest_solid), [`nearest_free`](Self::nearest_free), [`surface_normal`](Self::surface_normal) |
/// | areas | [`to_mask`](Self::to_mask), [`components`](Self::components), [`islands`](Self::islands) |
/// | sight | [`visible_region`](Self::visible_region), [`visible_pixels`](Self::visible_pixels), [`visible_cells`](Self::visible_cells), [`visible_cells_by_centers`](Self::visible_cells_by_centers) |
/// | terrain and moving shapes | [`with_sprites`](Self::with_sprites), [`with_colliders`](Self::with_colliders) |
#[derive(Clone, Copy, Debug)]
#[must_use = "a view does nothing until it is asked"]
#[doc(alias = "QueryPipeline")]
pub struct TerrainQuery<'a> {
    pub(crate) terrain: &'a Terrain,
    pub(crate) layers: LayerMask,
    pub(crate) one_way: OneWayRule,
    /// `None` for the default: Bresenham's line for rays, the exact segment for ranges.
    traversal: Option<Traversal>,
    pub(crate) leaves_start: bool,
    /// Whether fields of view pass corners.
    pub(crate) passes_corners: bool,
    /// The middle and the width of the view of sight, in radians.
    pub(crate) view: (f32, f32),
    /// The size of the cells of sight, in pixels; `None` for the map's tile size.
    pub(crate) cell_size: Option<UVec2>,
    /// The range of a ray that meets nothing; `None` for the maximum range.
    pub(crate) no_return: Option<f32>,
    simd: SimdLevel,
}

impl<'a> TerrainQuery<'a> {
    /// Answers for some layers. The default is all of them.
    ///
    /// A layer that the [terrain does not have](Terrain::layers) is free.
    pub const fn layers(mut self, layers: LayerMask) -> Self {
        self.layers = layers;
        self
    }

    /// Sets the rule for one-way layers and tiles. The default is [`OneWayRule::Respect`].
    ///
    /// Questions without a direction, such as overlaps, count them as solid unless the rule is
    /// [`OneWayRule::Free`].
    pub const fn one_way(mut self, rule: OneWayRule) -> Self {
        self.one_way = rule;
        self
    }

    /// Walks rays exactly: [`Traversal::Exact`].
    pub const fn exact(self) -> Self {
        self.traversal(Traversal::Exact)
    }

    /// Sets the pixels that rays test. The default is [`Traversal::Bresenham`]; for [`ranges`](Self::ranges) and scans
    /// it is [`Traversal::Exact`].
    pub const fn traversal(mut self, traversal: Traversal) -> Self {
        self.traversal = Some(traversal);
        self
    }

    /// Lets rays, shapes and masks that start in solid pixels leave these first. The default is a hit at distance 0.
    ///
    /// In [`line_of_sight`](Self::line_of_sight) the solid pixels around the first point then block nothing, and so do
    /// those around the origin of visible regions, pixels and cells: each segment first passes the run of solid pixels
    /// in which it starts. A fireball that hits a wall sees out of the wall. Overlaps do not change.
    pub const fn leave_start(mut self) -> Self {
        self.leaves_start = true;
        self
    }

    /// Lets a line of sight pass corners that it touches on one side only. The default is that any corner stops it.
    ///
    /// This is the rule of most roguelikes: a hero in a doorway sees the squares diagonally beside the door. A line
    /// between two corners, one on each side, is stopped as ever. So is a line that touches a corner and meets more of a
    /// solid pixel. The rule is symmetric.
    ///
    /// Counts in [`visible_pixels`](Self::visible_pixels) and [`visible_cells`](Self::visible_cells), unless the origin is
    /// solid. No other question changes.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let wall = SolidityMap::from_ascii(".....\n##.##\n.....\n.....\n").expect("a wall with a door");
    /// let terrain = Terrain::from_solidity(&wall);
    /// let in_the_door = terrain.query().cell_size((1, 1));
    /// let beside = ivec2(1, 2);
    /// assert!(!in_the_door.visible_cells(ivec2(2, 1), 8.5).contains(beside));
    /// assert!(in_the_door.pass_corners().visible_cells(ivec2(2, 1), 8.5).contains(beside));
    /// ```
    pub const fn pass_corners(mut self) -> Self {
        self.passes_corners = true;
        self
    }

    /// Limits sight to a view of `sweep` radians around `angle`, in radians from +x toward +y. The default is all around.
    ///
    /// From a full turn on the view is all around. Nothing is seen at 0. A negative sweep counts as its magnitude. If an
    /// angle is NaN or infinite, nothing is seen.
    ///
    /// ```
    /// use std::f32::consts::{FRAC_PI_2, PI};
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::new(64, 64));
    /// // A torch that shines to the left, over a quarter of a turn.
    /// let lit = terrain.query().view(PI, FRAC_PI_2).visible_region((32.0, 32.0), 20.0);
    /// assert!(lit.contains((15.0, 32.0)) && !lit.contains((50.0, 32.0)) && !lit.contains((32.0, 15.0)));
    /// ```
    pub const fn view(mut self, angle: f32, sweep: f32) -> Self {
        self.view = (angle, sweep);
        self
    }

    /// Sets the size of the cells of sight, in pixels. The default is the map's tile size, and 16×16 in the terrain of a
    /// mask.
    ///
    /// A game that is played on a map of one pixel a cell asks for cells of one pixel. Then [cells](Self::visible_cells)
    /// cost as much as [pixels](Self::visible_pixels).
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::ivec2};
    ///
    /// let level = SolidityMap::from_ascii("#########\n#...#...#\n#.......#\n#########\n")?;
    /// let terrain = Terrain::from_solidity(&level);
    /// let visible = terrain.query().cell_size((1, 1)).visible_cells(ivec2(1, 1), 8.5);
    /// assert!(visible.contains(ivec2(0, 0)) && !visible.contains(ivec2(5, 1)));
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    pub fn cell_size(mut self, size: impl Into<UVec2>) -> Self {
        self.cell_size = Some(size.into());
        self
    }

    /// Sets the range that is written for a ray that meets nothing. The default is the maximum range.
    ///
    /// [REP 117](https://www.ros.org/reps/rep-0117.html) asks for +∞.
    ///
    /// ```
    /// use tileray::{Pose, SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::new(64, 64));
    /// let mut ranges = [0.0];
    /// terrain.query().no_return(f32::INFINITY).scan(&[Pose::at((8.0, 8.0))], &[0.0], 30.0, &mut ranges);
    /// assert_eq!(ranges, [f32::INFINITY]);
    /// ```
    pub const fn no_return(mut self, range: f32) -> Self {
        self.no_return = Some(range);
        self
    }

    /// Computes rays with these vector instructions, for tests and measurements. The answer is the same for all of them.
    #[doc(hidden)]
    pub const fn simd(mut self, simd: SimdLevel) -> Self {
        self.simd = simd;
        self
    }

    /// Returns the terrain.
    pub const fn terrain(&self) -> &'a Terrain {
        self.terrain
    }

    /// Returns whether a pixel is solid. One-way layers count as solid.
    ///
    /// ```
    /// use tileray::{LayerMask, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(8, 8, |x, _| x > 3)); // layer 0
    /// assert!(terrain.query().layers(LayerMask::layer(0)).is_solid(ivec2(4, 0)));
    /// assert!(!terrain.query().layers(LayerMask::layer(1)).is_solid(ivec2(4, 0)));
    /// ```
    #[must_use]
    pub fn is_solid(&self, pixel: impl Into<IVec2>) -> bool {
        let pixel = pixel.into();
        self.terrain.stack.is_solid_on(pixel, self.layers, self.rule_at_rest())
    }

    /// Returns the traversal of rays.
    #[inline]
    pub(crate) fn ray_traversal(&self) -> Traversal {
        self.traversal.unwrap_or_default()
    }

    /// Returns the same view with the traversal of ranges.
    pub(crate) fn of_ranges(self) -> Self {
        self.traversal(self.traversal.unwrap_or(Traversal::Exact))
    }

    #[inline]
    pub(crate) fn level(&self) -> Level {
        if self.simd == SimdLevel::Best { self.terrain.level } else { self.simd.level() }
    }

    /// Returns the grids of the layers that are solid for a motion.
    #[inline]
    pub(crate) fn along(&self, motion: DVec2) -> LayerSelection<'a> {
        self.terrain.select(self.layers, self.one_way, motion)
    }

    /// Returns the union of all layers, if the query is about all and none is one-way: then it is the only grid for
    /// every motion.
    #[inline]
    pub(crate) fn union_for_all(&self) -> Option<&'a BrickGrid> {
        self.terrain.stack.union_for_all(self.layers)
    }

    /// Returns the grids of the layers that are solid where nothing moves.
    #[inline]
    pub(crate) fn at_rest(&self) -> LayerSelection<'a> {
        self.terrain.select(self.layers, self.rule_at_rest(), DVec2::ZERO)
    }

    const fn rule_at_rest(&self) -> OneWayRule {
        if matches!(self.one_way, OneWayRule::Free) { OneWayRule::Free } else { OneWayRule::Solid }
    }

    /// Returns the grids of the layers that are solid, whatever the motion; `None` if the motion matters.
    pub(crate) fn for_all(&self) -> Option<LayerSelection<'a>> {
        (self.one_way != OneWayRule::Respect || !self.terrain.has_one_way()).then(|| self.along(DVec2::ZERO))
    }

    /// Returns the finder of the owners of pixels that are solid for a motion.
    #[inline]
    pub(crate) fn owners(&self) -> OwnerFinder<'a> {
        self.terrain.owners(self.layers, self.one_way)
    }

    /// Returns the finder of the owners of pixels that are solid where nothing moves.
    pub(crate) fn owners_at_rest(&self) -> OwnerFinder<'a> {
        self.terrain.owners(self.layers, self.rule_at_rest())
    }
}

/// The pixels that a ray tests.
///
/// ```
/// use tileray::{Ray, SolidityMap, Terrain};
///
/// // Two solid pixels that touch at a corner.
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(2, 2, |x, y| x != y));
/// let through_corner = Ray::between((0.5, 0.5), (1.5, 1.5));
/// assert!(!terrain.query().raycast_any(&through_corner));
/// assert!(terrain.query().exact().raycast_any(&through_corner));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Traversal {
    /// Bresenham's line from the pixel of the origin to the pixel of the end: one pixel for each step along the
    /// longer axis, and the same pixels in both directions.
    #[default]
    Bresenham,
    /// Every pixel that the segment passes through, in order. A ray does not pass between two solid pixels that touch
    /// at a corner. [`Ray::exact_pixels`](crate::raycast::Ray::exact_pixels) lists the pixels.
    ///
    /// Both ends are rounded to multiples of 1/256 pixel, ties to even multiples. From there on all decisions are
    /// integer arithmetic.
    ///
    /// The segment stops where it enters the interior of the union of the closed solid squares. So a segment that
    /// starts on a face and leaves, or runs along the face, is free, and one that ends on a face has not entered. Along a
    /// border between pixels it stops only where the pixels on both sides are solid. It starts `inside` only if all
    /// pixels around its start are solid: two on a border, four on a corner. It also stops where it passes through a
    /// corner of four pixels and one of the two pixels beside the corner is solid. The opposite segment stops too, and
    /// mirror images stop alike.
    ///
    /// At a corner the pixel counts that a step along the longer axis enters, x if both are equal, then the pixel that
    /// a step along the other axis enters. The normal belongs to that step. Between two free pixels the normal belongs
    /// to the longer axis, and `previous` is the pixel before the corner. Of the two pixels along a border, the one
    /// counts that has a free pixel before it, and the right or the lower one if both have.
    ///
    /// Costs about a fifth more than Bresenham's line in a batch, and up to a half more for single rays. Segments
    /// within 2^-16 of a diagonal, or longer than 2^20 pixels, are slower and just as exact.
    Exact,
}
