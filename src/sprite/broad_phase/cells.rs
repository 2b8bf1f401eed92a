//! Coordinates counted in cells.

use crate::geometry::Aabb;

/// Cells from the origin of the world at which counting ends: what lies beyond counts as there.
const FARTHEST: f32 = (1 << 29) as f32;

/// How many boxes are looked at to choose the size of a cell.
const SAMPLE: usize = 128;

/// By how much a cell is larger than the boxes it is made for. Between the size of a box and twice that is little to choose:
/// smaller cells hold fewer boxes in vain, larger ones are fewer.
const ROOM: f32 = 1.25;

/// How coordinates become cells.
///
/// All that is asked of the rule is that it never falls where the coordinate grows: then two boxes that overlap have cells
/// that overlap or are neighbors, however coordinates were rounded on the way, and far ones may all count as one.
#[derive(Clone, Copy, Debug)]
pub(super) struct CellSize {
    per_pixel: f32,
}

/// The cells from that of a box's corner with the least coordinates to that of the other corner, both included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CellRange {
    pub(super) first: [i32; 2],
    pub(super) last: [i32; 2],
}

/// The cells of the boxes that were looked at: how far they reach.
#[derive(Clone, Copy, Debug)]
pub(super) struct Extent {
    pub(super) cells: [u32; 2],
}

impl CellRange {
    /// By how many cells a box reaches beyond its first one, along the axis where that is more.
    #[inline(always)]
    pub(super) fn span(&self) -> u32 {
        let along = |axis: usize| (self.last[axis] - self.first[axis]) as u32;
        along(0).max(along(1))
    }

    /// Whether none of them lies where counting ends.
    pub(super) fn is_counted(&self) -> bool {
        let is_near = |cell: i32| cell.unsigned_abs() < FARTHEST as u32;
        self.first.into_iter().chain(self.last).all(is_near)
    }
}

impl CellSize {
    /// One that holds nearly all boxes, by a few of them, with about how far these reach.
    pub(super) fn for_boxes(boxes: &[Aabb]) -> (Self, Extent) {
        let mut sizes = [0.0_f32; SAMPLE];
        let mut count = 0;
        let mut all: Option<Aabb> = None;
        for aabb in boxes.iter().step_by(boxes.len().div_ceil(SAMPLE).max(1)) {
            let size = (aabb.max - aabb.min).max_element();
            if has_area(aabb) && size.is_finite() {
                sizes[count] = size;
                count += 1;
                all = Some(all.map_or(*aabb, |all| all.union(aabb)));
            }
        }
        let sizes = &mut sizes[..count];
        sizes.sort_unstable_by(f32::total_cmp);
        // Boxes larger than that have larger cells of their own.
        let size = sizes.get(count - count.div_ceil(16)).copied().unwrap_or(1.0);
        let per_pixel = 1.0 / (size * ROOM).clamp(f32::MIN_POSITIVE, f32::MAX);
        let cell_size = Self { per_pixel };
        let reach = all.map_or(CellRange { first: [0; 2], last: [0; 2] }, |all| cell_size.range(&all));
        let cells = [0, 1].map(|axis| reach.last[axis].abs_diff(reach.first[axis]));
        (cell_size, Extent { cells })
    }

    /// The cell of a coordinate, rounded down.
    #[inline(always)]
    pub(super) fn cell(self, coordinate: f32) -> i32 {
        let place = (coordinate * self.per_pixel).clamp(-FARTHEST, FARTHEST);
        // `f32::floor` is a library call where the processor is not known to have an instruction for it.
        let whole = place as i32;
        whole - i32::from(whole as f32 > place)
    }

    /// The cells of a box.
    #[inline(always)]
    pub(super) fn range(self, aabb: &Aabb) -> CellRange {
        CellRange {
            first: [self.cell(aabb.min.x), self.cell(aabb.min.y)],
            last: [self.cell(aabb.max.x), self.cell(aabb.max.y)],
        }
    }

    /// About how many pixels a cell measures.
    pub(super) fn pixels(self) -> f64 {
        1.0 / f64::from(self.per_pixel)
    }
}

/// Whether a box has an inside: what has none overlaps nothing. False where a coordinate is NaN.
#[inline(always)]
pub(super) fn has_area(aabb: &Aabb) -> bool {
    (aabb.min.x < aabb.max.x) & (aabb.min.y < aabb.max.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::Vec2;

    #[test]
    fn cells_never_fall_where_coordinates_grow() {
        let mut rng = fastrand::Rng::with_seed(601);
        for _ in 0..20_000 {
            let scale = 2.0_f32.powi(rng.i32(-140..120));
            let boxes = [Aabb::new(Vec2::ZERO, Vec2::splat(rng.f32() * scale))];
            let (size, _) = CellSize::for_boxes(&boxes);
            let a = (rng.f32() - 0.5) * 2.0_f32.powi(rng.i32(-140..128));
            let b = if rng.bool() { a.next_up() } else { a + rng.f32() * scale };
            assert!(size.cell(a) <= size.cell(b), "{size:?} {a} {b}");
            assert!(size.cell(f32::NEG_INFINITY) <= size.cell(a) && size.cell(b) <= size.cell(f32::INFINITY));
        }
    }
}
