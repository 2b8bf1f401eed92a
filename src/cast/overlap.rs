//! Overlaps of shapes with solid pixels.

use super::frame::{ShapeFrame, with_sum};
use super::moving::MovingCore;
use super::pixels::{each_brick, each_pixel, pixels_around};
use super::sum::PixelSum;
use crate::collide::Collider;
use crate::geometry::Rect;
use crate::solidity::BRICK_SIDE;
use crate::terrain::{LayerSelection, TerrainQuery};
use glam::{DVec2, IVec2};

/// # Overlaps of shapes
///
/// One-way layers count as solid.
impl TerrainQuery<'_> {
    /// Returns whether a shape overlaps a solid pixel; touching is not overlapping.
    ///
    /// The shape overlaps a pixel if it reaches into its closed square by more than the touch tolerance of
    /// [`cast_shape`](Self::cast_shape). So a shape that a cast stopped overlaps nothing there. False for a shape that
    /// is not [valid](Collider), or beyond ±2^30 px. A point or a segment overlaps the pixels whose inside it meets.
    /// Along borders it overlaps none.
    ///
    /// Costs a test for each solid pixel in the shape's bounding box, up to the first that is overlapped.
    ///
    /// ```
    /// use tileray::{Circle, SolidityMap, Terrain};
    ///
    /// let floor = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 40));
    /// assert!(!floor.query().overlaps(&Circle::new((20.0, 30.0), 10.0))); // It stands on the floor.
    /// assert!(floor.query().overlaps(&Circle::new((20.0, 30.5), 10.0)));
    /// ```
    #[must_use]
    #[doc(alias = "intersect_shape", alias = "intersection_test")]
    pub fn overlaps<C: Collider + ?Sized>(&self, shape: &C) -> bool {
        let Some(frame) = ShapeFrame::new(shape) else { return false };
        let selection = self.at_rest();
        let mut overlaps = false;
        shape.visit_cores(&mut |core| {
            overlaps = overlaps
                || with_sum!(frame, &core, |sum| {
                    let moving = frame.moving(sum, DVec2::ZERO, DVec2::ZERO, 0.0);
                    each_pixel(&selection, &pixels_around(&core, DVec2::ZERO), |pixel| moving.overlaps(pixel))
                });
        });
        overlaps
    }

    /// Calls `visit` with each solid pixel that a shape overlaps, once, brick after brick; in a brick row after row.
    ///
    /// The rules are those of [`overlaps`](Self::overlaps).
    ///
    /// ```
    /// use tileray::{Circle, SolidityMap, Terrain, glam::ivec2};
    ///
    /// let floor = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 40));
    /// let mut pixels = Vec::new();
    /// floor.query().overlap_pixels(&Circle::new((20.0, 37.0), 3.5), |pixel| pixels.push(pixel));
    /// assert_eq!(pixels, [18, 19, 20, 21].map(|x| ivec2(x, 40)));
    /// ```
    pub fn overlap_pixels<C: Collider + ?Sized>(&self, shape: &C, mut visit: impl FnMut(IVec2)) {
        let Some(frame) = ShapeFrame::new(shape) else { return };
        let selection = self.at_rest();
        each_overlapped_pixel(shape, &frame, &selection, &mut visit);
    }

    /// Returns the number of solid pixels that a shape overlaps, by the rules of [`overlaps`](Self::overlaps).
    ///
    /// ```
    /// use tileray::{Aabb, SolidityMap, Terrain, glam::vec2};
    ///
    /// let floor = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, y| y >= 40));
    /// let crate_box = Aabb::new(vec2(8.0, 30.0), vec2(16.5, 42.0));
    /// assert_eq!(floor.query().overlap_area(&crate_box), 9 * 2);
    /// ```
    #[must_use]
    pub fn overlap_area<C: Collider + ?Sized>(&self, shape: &C) -> u64 {
        let Some(frame) = ShapeFrame::new(shape) else { return 0 };
        let selection = self.at_rest();
        let mut area = 0;
        each_overlap(shape, &frame, &selection, |_, rows| {
            area += rows.iter().map(|bits| u64::from(bits.count_ones())).sum::<u64>();
        });
        area
    }
}

/// Returns the overlapped pixel whose center is nearest to the shape's center, then the one farthest along a motion.
/// Pixels that are still tied are mirror images of each other: the topmost counts, then the leftmost. `None` if the shape
/// overlaps none.
pub(super) fn nearest_overlap<C: Collider + ?Sized>(
    shape: &C,
    frame: &ShapeFrame,
    selection: &LayerSelection<'_>,
    motion: DVec2,
) -> Option<IVec2> {
    let mut nearest: Option<((f64, f64), IVec2)> = None;
    each_overlapped_pixel(shape, frame, selection, |pixel| {
        let from = frame.center_from_aim(pixel);
        let key = (from.dot(from), -from.dot(motion));
        if nearest.is_none_or(|(best, at)| (key, pixel.y, pixel.x) < (best, at.y, at.x)) {
            nearest = Some((key, pixel));
        }
    });
    nearest.map(|(_, pixel)| pixel)
}

/// Calls `visit` with each overlapped pixel, brick after brick, in a brick row after row.
fn each_overlapped_pixel<C: Collider + ?Sized>(
    shape: &C,
    frame: &ShapeFrame,
    selection: &LayerSelection<'_>,
    mut visit: impl FnMut(IVec2),
) {
    each_overlap(shape, frame, selection, |corner, rows| {
        for (y, mut bits) in (0..).zip(rows) {
            while bits != 0 {
                visit(corner + IVec2::new(bits.trailing_zeros() as i32, y));
                bits &= bits - 1;
            }
        }
    });
}

/// Calls `visit` with the rows of overlapped pixels of each brick that holds one.
fn each_overlap<C: Collider + ?Sized>(
    shape: &C,
    frame: &ShapeFrame,
    selection: &LayerSelection<'_>,
    mut visit: impl FnMut(IVec2, [u16; 16]),
) {
    let mut area = Rect::EMPTY;
    shape.visit_cores(&mut |core| area = area.union(&pixels_around(&core, DVec2::ZERO)));
    each_brick(selection, &area, |corner, solid| {
        let mut rows = [0; 16];
        shape.visit_cores(&mut |core| {
            let around = pixels_around(&core, DVec2::ZERO);
            let brick = Rect::new(corner, corner + BRICK_SIDE);
            if around.overlaps(&brick) {
                with_sum!(frame, &core, |sum| {
                    add_overlaps(&frame.moving(sum, DVec2::ZERO, DVec2::ZERO, 0.0), corner, &solid, &mut rows);
                });
            }
        });
        if rows != [0; 16] {
            visit(corner, rows);
        }
        false
    });
}

/// Adds each solid pixel of a brick to `rows` if a core overlaps it.
fn add_overlaps<S: PixelSum>(moving: &MovingCore<'_, S>, corner: IVec2, solid: &[u16; 16], rows: &mut [u16; 16]) {
    let last = BRICK_SIDE - 1;
    let corners = [IVec2::ZERO, IVec2::new(last, 0), IVec2::new(0, last), IVec2::splat(last)];
    // The core is convex: if it overlaps the pixels at the corners, then all between them too.
    if corners.iter().all(|&at| moving.overlaps(corner + at)) {
        rows.iter_mut().zip(solid).for_each(|(row, solid)| *row |= solid);
        return;
    }
    for (y, (row, solid)) in (0..).zip(rows.iter_mut().zip(solid)) {
        let mut bits = solid & !*row;
        while bits != 0 {
            let x = bits.trailing_zeros();
            bits &= bits - 1;
            if moving.overlaps(corner + IVec2::new(x as i32, y)) {
                *row |= 1 << x;
            }
        }
    }
}
