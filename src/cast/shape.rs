//! Casts of shapes through terrain.

use super::contact::normal_out;
use super::frame::{ShapeFrame, with_sum};
use super::moving::{MovingCore, Touch, contact_point, snapped, steps_of};
use super::overlap::nearest_overlap;
use super::pixels::free_time;
use super::sum::PixelSum;
use super::sweep::{Walk, first_touch};
use crate::collide::{Collider, valid_motion};
use crate::geometry::tolerance::PARALLEL_MOTION;
use crate::geometry::{Bound, Elements};
use crate::terrain::{LayerSelection, TerrainQuery};
use crate::tile::Tile;
use glam::{DVec2, IVec2, Vec2};

getters! {
    /// A shape hit: the first solid pixel that stops a moving shape.
    ///
    /// ```
    /// use tileray::{Circle, SolidityMap, Terrain, glam::{ivec2, vec2}};
    ///
    /// let floor = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 40));
    /// let ball = Circle::new((20.5, 10.0), 6.0);
    /// let hit = floor.query().cast_shape(&ball, (0.0, 48.0)).expect("the floor");
    /// assert_eq!((hit.fraction(), hit.distance(), hit.remaining()), (0.5, 24.0, vec2(0.0, 24.0)));
    /// assert_eq!((hit.pixel(), hit.point(), hit.normal()), (ivec2(20, 40), vec2(20.5, 40.0), vec2(0.0, -1.0)));
    /// ```
    /// # Bounces
    ///
    /// The velocity after a bounce is `velocity - normal * ((1.0 + restitution) * velocity.dot(normal))`, if
    /// `velocity.dot(normal)` is less than 0. The normal of a hit is off by 5° to 15° on slopes and round ground of pixels,
    /// more for smaller shapes. The smooth normal of [`surface_normal`](TerrainQuery::surface_normal) is off by 1° to 3°:
    ///
    /// ```
    /// use tileray::{Circle, SolidityMap, Terrain, glam::{Vec2, vec2}};
    ///
    /// let slope = Terrain::from_solidity(&SolidityMap::from_fn(200, 200, |x, y| 4 * y > 3 * x));
    /// let (query, velocity) = (slope.query(), vec2(0.0, 100.0));
    /// let hit = query.cast_shape(&Circle::new((60.0, 20.0), 3.0), velocity).expect("the slope");
    /// let faces = |normal: &Vec2| normal.dot(velocity) < 0.0 && normal.dot(hit.normal()) > 0.0;
    /// let normal = query.surface_normal(hit.pixel(), 6).filter(faces).unwrap_or(hit.normal());
    /// let bounced = velocity - normal * (1.5 * velocity.dot(normal));
    /// assert!(bounced.distance(vec2(72.0, 4.0)) < 3.0);
    /// ```
    ///
    /// The example `bouncing_grenades` also takes the rest of the motion, lets balls rest and slide, and is mirrored in mirrored
    /// levels. `docs/queries.md` explains it.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[doc(alias = "ShapeCastHit")]
    pub struct ShapeHit {
        /// Returns the part of the motion before the touch, from 0 to 1.
        #[doc(alias = "time_of_impact", alias = "toi")]
        fraction: f32,
        /// Returns the distance that the shape moves before the touch, in pixels.
        distance: f32,
        /// Returns the motion that is left after [`fraction`](Self::fraction).
        remaining: Vec2,
        /// Returns the point of the pixel's closed square that the shape touches. If they touch along an edge, it is the
        /// middle of the common part.
        point: Vec2,
        /// Returns the unit normal of the two at the touch, from the pixel to the shape.
        ///
        /// If the shape overlaps the pixel before it moves, it is the direction of the
        /// [way out](crate::cast::ShapeContact::way_out), if there is one as long as the longer side of the shape's bounding
        /// box. Of equally short ways, the one more against the motion counts. Zero if there is no way out, or if two are
        /// equally right, as in the middle of a wall.
        normal: Vec2,
        /// Returns the solid pixel.
        pixel: IVec2,
        /// Returns the index of the layer in [`TileMap::layers`](crate::tile::TileMap::layers). If several layers are solid
        /// for the motion, the frontmost.
        layer: usize,
        /// Returns the cell of the hit tile in the layer's grid.
        cell: IVec2,
        /// Returns the hit tile. `None` on a filled pixel that no tile covers, and in the terrain of a mask.
        tile: Option<Tile>,
        /// Returns whether the shape overlaps the pixel before it moves.
        inside: bool,
    }
}

/// # Shapes
impl TerrainQuery<'_> {
    /// Casts a shape along `motion`, and returns the first solid pixel that stops it; `None` if none does.
    ///
    /// Solid pixels are closed squares. The hit is at the first time at which the interior of the shape would begin to
    /// share a point with one of them if it moved on. Touching alone stops nothing: a box slides along a floor that it
    /// stands on. No motion is too long: nothing is jumped over.
    ///
    /// A shape that overlaps solid pixels before it moves hits at time 0, [`inside`](ShapeHit::inside). The hit is the
    /// overlapped pixel whose center is nearest to the shape's center, then the pixel farthest along the motion. Its
    /// [normal](ShapeHit::normal) is the direction of the way out. [`leave_start`](Self::leave_start) first moves the shape
    /// out.
    ///
    /// *Ties*: of several pixels touched at once, within 2^-30 px, the pixel whose center is nearest to the motion's line
    /// counts. That line runs through the center of the shape's box (without its radius). Then the pixel less far along the
    /// motion counts. Pixels that are still tied are mirror images of each other at that line: the topmost counts, then the
    /// leftmost. If their normals differ, the hit has the one more against the motion; if both are equally so, as of a ball
    /// that falls onto both edges of a gap, the normal is straight against the motion. Where a corner of the shape meets the
    /// corner of a pixel, the normal is the one more against the motion, and along x if two are equally so. Mirrored and
    /// turned set-ups have mirrored and turned hits, but for the pixel and the point of such twins and for the normal of such
    /// corners.
    ///
    /// *Tolerance*: a position is rounded to `f32`, so a shape may reach into a pixel by 2^-22 of the largest
    /// coordinate and still only touch it (1/4200 px at 1000 px). The coordinate is that of the pixel, plus the size of
    /// the shape. A pixel into which the shape would never come deeper than half of that does not stop it. So a shape
    /// that was moved to where it was stopped, or along a floor, is free.
    ///
    /// A shape that is not [valid](Collider) meets nothing. Neither does a shape with coordinates or a radius beyond
    /// ±2^30. A motion that is NaN, infinite or beyond ±2^64 px counts as zero. A shape without an interior, such as a
    /// point or a segment, is stopped where it would enter a pixel or the border between two solid pixels that share a
    /// side. A [`Hull`](crate::Hull) hits where the piece that touches first does.
    ///
    /// Costs a test for each brick of 16×16 pixels on the way, and for at most two pixels of each column that is reached
    /// before the hit; a hull as much for each piece. A hit inside costs as much as a [`contact`](Self::contact).
    ///
    /// ```
    /// use tileray::{ConvexPolygon, SolidityMap, Terrain, glam::{ivec2, vec2}};
    ///
    /// // A wall, 1 pixel thick, and a fast blade.
    /// let wall = Terrain::from_solidity(&SolidityMap::from_fn(20_000, 64, |x, _| x == 15_000));
    /// let blade = ConvexPolygon::new(vec![vec2(0.0, 30.0), vec2(8.0, 32.5), vec2(0.0, 35.0)])?;
    /// let hit = wall.query().cast_shape(&blade, (16_384.0, 0.0)).expect("a wall");
    /// assert_eq!((hit.pixel(), hit.distance()), (ivec2(15_000, 32), 14_992.0));
    /// assert_eq!((hit.point(), hit.normal()), (vec2(15_000.0, 32.5), vec2(-1.0, 0.0)));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    #[doc(alias = "cast_motion", alias = "ShapeCast2D", alias = "time_of_impact")]
    pub fn cast_shape<C: Collider + ?Sized>(&self, shape: &C, motion: impl Into<Vec2>) -> Option<ShapeHit> {
        let motion = valid_motion(motion.into()).as_dvec2();
        let frame = ShapeFrame::new(shape)?;
        let selection = self.along(motion);
        ShapeCast { query: self, selection: &selection, frame, motion }.first_hit(shape, 0.0)
    }
}

/// A cast of one shape.
struct ShapeCast<'a> {
    query: &'a TerrainQuery<'a>,
    selection: &'a LayerSelection<'a>,
    frame: ShapeFrame,
    motion: DVec2,
}

/// The first touch of a core, with all that describes it.
struct PieceTouch {
    touch: Touch,
    point: DVec2,
    normal: DVec2,
    /// Whether another normal is as right.
    is_tied: bool,
}

impl PieceTouch {
    /// Returns the touch of two pieces that counts.
    fn or(self, other: Self, motion: DVec2) -> Self {
        let is_tied = self.touch.is_tied(&other.touch);
        let (mut first, second) = if self.touch.is_before(&other.touch) { (self, other) } else { (other, self) };
        if is_tied {
            first.is_tied |= second.is_tied && more_against(first.normal, second.normal, motion) == 0.0;
            first.join(second.normal, motion);
        }
        first
    }

    /// Adds the normal of a tied touch. The one more against the motion counts.
    fn join(&mut self, normal: DVec2, motion: DVec2) {
        let more = more_against(normal, self.normal, motion);
        if more > 0.0 {
            (self.normal, self.is_tied) = (normal, false);
        } else if more == 0.0 {
            self.is_tied |= !normal.abs_diff_eq(self.normal, PARALLEL_MOTION);
        }
    }
}

/// Returns by how much a normal is more against a motion than another one; 0 if they differ by rounding.
fn more_against(normal: DVec2, other: DVec2, motion: DVec2) -> f64 {
    let more = (other - normal).dot(motion);
    if more.abs() <= PARALLEL_MOTION * (motion.x.abs() + motion.y.abs()) { 0.0 } else { more }
}

impl ShapeCast<'_> {
    /// Returns the first hit from a time on.
    #[inline(always)]
    fn first_hit<C: Collider + ?Sized>(&self, shape: &C, from: f64) -> Option<ShapeHit> {
        let (mut first, mut overlaps): (Option<PieceTouch>, bool) = (None, false);
        let steps = steps_of(self.motion);
        // What is touched in the last step is touched at once, too.
        let last = 1.0 - from + if steps > 0.0 { 0.5 / steps } else { 0.0 };
        shape.visit_cores(&mut |core| {
            let end = first.as_ref().map_or(last, |piece| piece.touch.last_time);
            let piece = with_sum!(self.frame, &core, |sum| {
                let moving = self.frame.moving(sum, self.motion * from, self.motion, end);
                match first_touch(&moving, self.selection) {
                    Walk::Free => None,
                    Walk::Overlaps => {
                        overlaps = true;
                        None
                    }
                    Walk::Touches(touch) => {
                        let normal = exposed_normal(&moving, self.selection, &touch);
                        let at = moving.start + moving.motion * touch.time;
                        let point = contact_point(&core, at, touch.pixel, normal);
                        let mut piece = PieceTouch { touch, point, normal, is_tied: false };
                        if let Some(twin) = moving.twin(&touch, self.selection) {
                            piece.join(exposed_normal(&moving, self.selection, &twin), self.motion);
                        }
                        Some(piece)
                    }
                }
            });
            if let Some(piece) = piece {
                first = Some(match first.take() {
                    Some(best) => best.or(piece, self.motion),
                    None => piece,
                });
            }
        });
        if overlaps {
            return self.inside_hit(shape, from);
        }
        let PieceTouch { touch, point, normal, is_tied } = first?;
        let normal = if is_tied { -self.motion / self.motion.dot(self.motion).sqrt() } else { normal };
        Some(self.hit(touch.pixel, (from + touch.time).at_most(1.0), point, normal, false))
    }

    #[cold]
    #[inline(never)]
    fn inside_hit<C: Collider + ?Sized>(&self, shape: &C, from: f64) -> Option<ShapeHit> {
        if self.query.leaves_start && from == 0.0 {
            let from = free_time(shape, &self.frame, self.selection, self.motion, 1.0)?;
            return self.first_hit(shape, from.at_least(f64::MIN_POSITIVE));
        }
        let pixel = nearest_overlap(shape, &self.frame, self.selection, self.motion)?;
        let aim = self.frame.base + self.frame.aim;
        let point = aim.at_least(pixel.as_dvec2()).at_most(pixel.as_dvec2() + 1.0);
        let normal = normal_out(shape, &self.frame, self.selection, self.motion);
        Some(self.hit(pixel, from, point, normal, true))
    }

    #[inline(always)]
    fn hit(&self, pixel: IVec2, time: f64, point: DVec2, normal: DVec2, inside: bool) -> ShapeHit {
        let owner = self.query.owners().owner_of(pixel, || self.motion);
        // The sum makes -0 into 0.
        ShapeHit {
            fraction: time as f32,
            distance: (self.motion.length() * time) as f32,
            remaining: (self.motion * (1.0 - time)).as_vec2().positive_zero(),
            point: point.as_vec2().positive_zero(),
            normal: normal.as_vec2().positive_zero(),
            pixel,
            layer: owner.layer,
            cell: owner.cell,
            tile: *owner.tile,
            inside,
        }
    }
}

/// Returns the normal of a touch.
///
/// Rounding may put the touch on a side or a corner that lies between two solid pixels. Then the normal is that of the
/// exposed side.
fn exposed_normal<S: PixelSum>(core: &MovingCore<'_, S>, selection: &LayerSelection<'_>, touch: &Touch) -> DVec2 {
    let normal = snapped(core.normal(touch.pixel, touch.time));
    // At a corner the core's nearest point lies `radius` away from the corner, and nearer than that to the side of a
    // neighboring pixel. The core would have met that pixel before.
    let nearer = core.sum.radius() * (1.0 - normal.abs().greatest());
    if nearer > 2.0 * core.tolerance(touch.pixel) {
        return normal;
    }
    let side = |axis: usize, along: f64| {
        let mut side = DVec2::ZERO;
        side[axis] = if along > 0.0 { 1.0 } else { -1.0 };
        side
    };
    let is_free = |side: DVec2| !selection.is_solid(touch.pixel.saturating_add(side.as_ivec2()));
    let sides = [0, 1].map(|axis| (normal[axis] != 0.0).then(|| side(axis, normal[axis])));
    match sides {
        [Some(x), Some(y)] => match (is_free(x), is_free(y)) {
            (true, false) if x.dot(core.motion) < 0.0 => x,
            (false, true) if y.dot(core.motion) < 0.0 => y,
            _ => normal,
        },
        [Some(only), None] | [None, Some(only)] if !is_free(only) => {
            let other = usize::from(only.y == 0.0);
            let against = side(other, -core.motion[other]);
            if core.motion[other] != 0.0 && is_free(against) { against } else { normal }
        }
        _ => normal,
    }
}
