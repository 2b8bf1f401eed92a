//! The pixels near a shape as 64 words of 64 bits, so that most steps cost a few word operations.

use super::barriers::{Barriers, BitRows};
use super::face::{FacesRule, faces_of_row};
use super::shape::{BodyShape, ShapeRows};
use super::sole::FreePart;
use super::solid::Solid;
use super::steps::PixelSteps;
use crate::geometry::{Direction, Rect};
use crate::terrain::{BrickGrid, LayerSelection};
use glam::{IVec2, UVec2};

/// The longest side of a window, in pixels.
const SIDE: u32 = u64::BITS;

/// The most pixels between the requested area and the start of the window, which is aligned to bricks.
const ALIGNMENT: i32 = 15;

/// The longest side of a shape that has room to move in a window.
const LONGEST_SIDE: u32 = 40;

/// The pixels that a window needs around a shape: one for a step, and one for the pixel before a face.
const MARGIN: i32 = 2;

/// A square of pixels around a shape, with a word per row.
#[derive(Clone, Debug)]
pub(super) struct BitWindow<'a> {
    shape: &'a BodyShape,
    /// The pixels of the window; empty before the first load.
    area: Rect,
    /// The position at which the bounding box of the shape begins at the corner of the area.
    origin: IVec2,
    /// The number of columns and rows in which the bounding box may begin, from [`MARGIN`] on.
    room: UVec2,
    /// A row of the bounding box, as bits.
    across: u64,
    height: usize,
    /// The pixels that stop every motion: bit `x` of row `y` is the pixel at `area.min + (x, y)`.
    solid: BitRows,
    /// The one-way layers of each direction and the one-way solids that have a pixel in the window.
    one_way: Vec<OneWayRows<'a>>,
}

/// The pixels of one-way layers or a one-way solid in a window.
#[derive(Clone, Debug)]
struct OneWayRows<'a> {
    direction: Direction,
    whole: OneWay<'a>,
    solid: BitRows,
    /// The faces, without those of ignored tiles.
    faces: BitRows,
}

/// One-way layers, or a one-way solid.
#[derive(Clone, Debug)]
enum OneWay<'a> {
    Layers(LayerSelection<'a>),
    Solid(&'a Solid),
}

impl<'a> BitWindow<'a> {
    /// Creates an empty window.
    pub(super) fn new(shape: &'a BodyShape) -> Self {
        let size = shape.bounds().size();
        Self {
            shape,
            area: Rect::EMPTY,
            origin: IVec2::ZERO,
            room: UVec2::ZERO,
            across: u64::MAX >> (SIDE - size.x),
            height: size.y as usize,
            solid: [0; SIDE as usize],
            one_way: Vec::new(),
        }
    }

    /// Returns whether a shape is small enough for a window.
    #[inline]
    pub(super) fn fits(shape: &BodyShape) -> bool {
        shape.bounds().size().max_element() <= LONGEST_SIDE
    }

    /// Returns whether the window covers the shape at a position, with its margin.
    #[inline]
    pub(super) fn covers(&self, at: IVec2) -> bool {
        let first = (at - self.origin - MARGIN).as_uvec2();
        first.x < self.room.x && first.y < self.room.y
    }

    /// Loads the pixels around a position, and toward the target of the motion as far as there is room.
    ///
    /// Not inlined: shapes without a window would pay for the large frame.
    #[inline(never)]
    pub(super) fn load(&mut self, at: IVec2, toward: IVec2, barriers: &Barriers<'a>) {
        // A new window has no bits yet.
        if !self.area.is_empty() {
            self.solid = [0; SIDE as usize];
        }
        self.area = BrickGrid::whole_bricks_around(&self.requested_area(at, toward));
        let (corner, size) = (self.area.min, self.area.size());
        let bounds = self.shape.bounds();
        self.origin = corner - bounds.min;
        self.room = (size.as_ivec2() - bounds.size().as_ivec2() - 2 * MARGIN + 1).max(IVec2::ZERO).as_uvec2();
        barriers.two_way.draw_rows(&self.area, &mut self.solid);
        self.one_way.clear();
        for (direction, solid) in Direction::ALL.into_iter().zip(&barriers.one_way) {
            if let Some(solid) = solid {
                let mut rows = [0; SIDE as usize];
                solid.draw_rows(&self.area, &mut rows);
                self.add_one_way(direction, OneWay::Layers(solid.clone()), &rows);
            }
        }
        if barriers.ignores_tiles() {
            self.clear_ignored(barriers);
        }
        for (_, solid) in barriers.solids_in(self.area) {
            let mut rows = [0; SIDE as usize];
            let offset = (corner - solid.position()).as_i64vec2();
            let pixels = solid.rect().intersection(&self.area);
            for y in pixels.min.y - corner.y..pixels.max.y - corner.y {
                rows[y as usize] = solid.shape().mask().bits_from(offset.x, offset.y + i64::from(y));
            }
            match solid.one_way {
                Some(direction) => self.add_one_way(direction, OneWay::Solid(solid), &rows),
                None => self.solid.iter_mut().zip(rows).for_each(|(row, bits)| *row |= bits),
            }
        }
    }

    #[inline(never)]
    fn clear_ignored(&mut self, barriers: &Barriers<'_>) {
        barriers.clear_ignored(&self.area, None, &mut self.solid);
        for OneWayRows { direction, faces, .. } in &mut self.one_way {
            barriers.clear_ignored(&self.area, Some(*direction), faces);
        }
    }

    /// Returns the pixels to load: the shape, a margin for slopes and steps, and the path of the motion as far as there
    /// is room.
    fn requested_area(&self, at: IVec2, toward: IVec2) -> Rect {
        const ROOM: i32 = 2;
        let bounds = self.shape.bounds().translated(at);
        let spare = SIDE as i32 - ALIGNMENT - bounds.size().as_ivec2() - 2 * (MARGIN + ROOM);
        let path = toward.clamp(-spare, spare);
        let margin = MARGIN + ROOM;
        Rect::new(bounds.min + path.min(IVec2::ZERO) - margin, bounds.max + path.max(IVec2::ZERO) + margin)
    }

    /// Adds pixels that are solid against one direction only.
    fn add_one_way(&mut self, direction: Direction, whole: OneWay<'a>, solid: &BitRows) {
        if solid.iter().any(|&row| row != 0) {
            // Pixels outside the window are unknown; the margin keeps steps away from there.
            let faces = std::array::from_fn(|y| faces_of_row(solid, y, direction));
            self.one_way.push(OneWayRows { direction, whole, solid: *solid, faces });
        }
    }

    /// Returns whether a pixel of the window is set in some rows.
    #[inline]
    fn has(&self, rows: &BitRows, pixel: IVec2) -> bool {
        let inside = pixel - self.area.min;
        rows[inside.y as usize] >> inside.x & 1 != 0
    }

    /// Returns whether the shape at a covered position overlaps a pixel that stops every motion.
    pub(super) fn overlaps(&self, at: IVec2) -> bool {
        !self.is_apart(&self.solid, at)
            && common_bits(self.shape.rows(), &self.solid, at - self.origin).any(|row| row != 0)
    }

    /// Returns whether two-way pixels or faces stop a step from a free, covered position.
    #[inline]
    pub(super) fn stops_by(&self, faces: FacesRule, at: IVec2, direction: Direction) -> bool {
        (faces.covers(false) && self.meets(&self.solid, at, direction))
            || (faces.covers(true) && self.one_way.iter().any(|one_way| self.enters_face(one_way, at, direction)))
    }

    /// Returns whether the bounding box at a covered position has no bit of `rows`.
    #[inline]
    fn is_apart(&self, rows: &BitRows, at: IVec2) -> bool {
        self.united_rows(rows, at.y) & self.across << (at.x - self.origin.x) == 0
    }

    /// Returns the union of the rows of the bounding box at a height.
    #[inline]
    fn united_rows(&self, rows: &BitRows, y: i32) -> u64 {
        rows[(y - self.origin.y) as usize..][..self.height].iter().fold(0, |any, row| any | row)
    }

    /// Returns the free part of the sole. Rises may reach beyond the window.
    fn free_part(&self, one_way: &OneWayRows<'_>, at: IVec2) -> FreePart {
        self.shape.sole(one_way.direction).free_part(at, &|pixel| self.has_beyond(one_way, pixel))
    }

    /// Returns whether a one-way layer or solid has a pixel, in the window or beyond.
    fn has_beyond(&self, one_way: &OneWayRows<'_>, pixel: IVec2) -> bool {
        if self.area.contains(pixel) {
            return self.has(&one_way.solid, pixel);
        }
        match &one_way.whole {
            OneWay::Layers(layers) => layers.is_solid(pixel),
            OneWay::Solid(solid) => solid.place.has_pixel(pixel),
        }
    }

    /// Returns whether the free part of the sole enters a face.
    #[inline]
    fn enters_face(&self, one_way: &OneWayRows<'_>, at: IVec2, direction: Direction) -> bool {
        let faces = &one_way.faces;
        if one_way.direction != direction || !self.meets(faces, at, direction) {
            return false;
        }
        if self.is_apart(&one_way.solid, at) {
            return true;
        }
        let free = self.free_part(one_way, at);
        let mut entered = self.shape.front(direction).pixels().map(|pixel| pixel + at + direction.step());
        free.is_all() || entered.any(|pixel| free.has(pixel) && self.has(faces, pixel))
    }

    /// Returns whether a one-way layer or solid, with ignored tiles, has a rise that stops a step from a covered position.
    /// Those against the direction `except` do not count.
    #[inline]
    pub(super) fn meets_rise(&self, at: IVec2, direction: Direction, except: Option<Direction>) -> bool {
        self.one_way.iter().any(|one_way| {
            one_way.direction.axis_across() != direction.axis_across()
                && Some(one_way.direction) != except
                && self.is_rise_entered(one_way, at, direction)
        })
    }

    fn is_rise_entered(&self, one_way: &OneWayRows<'_>, at: IVec2, direction: Direction) -> bool {
        let (sole, solid) = (self.shape.sole(one_way.direction), &one_way.solid);
        let mut entered = sole.entered(at, direction);
        entered.any(|(before, pixel)| self.has(solid, pixel) && !self.has(solid, before))
            && sole.find_rise(at, direction, &|pixel| self.has_beyond(one_way, pixel), &mut |_| true)
    }

    /// Returns whether a part of the sole has sunk into something that is solid against a direction.
    pub(super) fn is_sunk(&self, at: IVec2, direction: Direction) -> bool {
        let mut one_way = self.one_way.iter().filter(|one_way| one_way.direction == direction);
        one_way.any(|one_way| !self.is_apart(&one_way.solid, at) && self.free_part(one_way, at).is_sunk())
    }

    /// Returns whether the leading edge of a step meets a bit of `rows`.
    #[inline]
    fn meets(&self, rows: &BitRows, at: IVec2, direction: Direction) -> bool {
        let common = common_bits(self.shape.front_rows(direction), rows, at + direction.step() - self.origin);
        common.fold(0, |any, row| any | row) != 0
    }

    /// Returns the solid pixels that the leading edge of a box enters by a step from a covered position. Bit 0 is the
    /// left or the upper end of the edge.
    pub(super) fn solid_on_edge(&self, at: IVec2, direction: Direction) -> u64 {
        let common = common_bits(self.shape.front_rows(direction), &self.solid, at + direction.step() - self.origin);
        match direction {
            Direction::Up | Direction::Down => common.fold(0, |any, row| any | row),
            Direction::Left | Direction::Right => {
                common.zip(0..).fold(0, |column, (row, y)| column | u64::from(row != 0) << y)
            }
        }
    }

    /// Returns whether the window has pixels that are solid against one direction only.
    #[inline]
    pub(super) const fn has_one_way(&self) -> bool {
        !self.one_way.is_empty()
    }

    /// Takes the steps within the window that need no rules: free steps in the air, and along a level floor. A body that
    /// `rises` stands on no floor; one that `stands` stays on it. Returns whether there were any. The window has nothing
    /// one-way.
    pub(super) fn take_free_steps(
        &self,
        steps: &mut PixelSteps,
        from: &mut IVec2,
        rises: bool,
        mut stands: bool,
    ) -> bool {
        let mut at = *from;
        if stands {
            self.walk_level_floor(steps, &mut at);
        }
        while self.covers(at)
            && let Some(direction) = steps.peek()
            && !self.meets(&self.solid, at, direction)
        {
            let to = at + direction.step();
            let will_stand = !rises && self.meets(&self.solid, to, Direction::Down);
            if stands && !will_stand {
                break;
            }
            steps.take(direction);
            (at, stands) = (to, will_stand);
        }
        let moves = at != *from;
        *from = at;
        moves
    }

    /// Takes steps along x while the columns of the bounding box are empty and its lowest pixels stand on the same row.
    ///
    /// A step tests two words then, where the loop of [`take_free_steps`](Self::take_free_steps) compares all rows of the
    /// leading edge: tall bodies that walk would pay for these.
    fn walk_level_floor(&self, steps: &mut PixelSteps, at: &mut IVec2) {
        let (body, floor) =
            (self.united_rows(&self.solid, at.y), self.solid[(at.y - self.origin.y) as usize + self.height]);
        let lowest = self.shape.rows().rows[self.height - 1];
        while self.covers(*at)
            && let Some(direction @ (Direction::Left | Direction::Right)) = steps.peek()
            && let to = *at + direction.step()
            && let left = to.x - self.origin.x
            && body & self.across << left == 0
            && floor & lowest << left != 0
        {
            steps.take(direction);
            *at = to;
        }
    }
}

/// Returns the bits that rows of a shape share with rows of a window, row by row. The shape's bounding box begins at
/// pixel `first` of the window.
#[inline]
fn common_bits(own: &ShapeRows, rows: &BitRows, first: IVec2) -> impl Iterator<Item = u64> {
    let rows = &rows[first.y as usize + own.above..];
    own.rows.iter().zip(rows).map(move |(own, row)| row >> first.x & own)
}
