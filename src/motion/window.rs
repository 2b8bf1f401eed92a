use super::course::Course;
use super::{BodyShape, CollisionWorld};
use crate::geometry::Direction;
use crate::geometry::Rect;
use crate::solidity::SolidityMap;
use crate::terrain::{LayerSelection, WindowRows};
use glam::{IVec2, UVec2};

/// Pixels along a side of a window, at most.
const SIDE: u32 = WindowRows::SIDE as u32;

/// What may lie between the pixels that are asked for and where the window begins, which is where a brick does.
const ASIDE: i32 = 15;

/// The longest side of a shape that has room to move in a window.
const LONGEST_SIDE: u32 = 40;

/// How far a window reaches beyond a place that has to be in it: one pixel for a step, and one for what lies before a face.
const MARGIN: i32 = 2;

/// Rows of pixels, bit 0 at the left.
type Rows = [u64; SIDE as usize];

/// A square of pixels near a shape, a word a row, so that most questions of a motion are a few operations on words.
#[derive(Clone, Debug)]
pub(super) struct Window<'a> {
    shape: &'a BodyShape,
    /// The pixels that it holds; empty before it looks anywhere.
    area: Rect,
    /// A shape at a place has its box at that less this, counted from the corner of the area.
    origin: IVec2,
    /// In how many columns and rows the box may begin, [`MARGIN`] being the first.
    room: UVec2,
    /// The pixels of a row of the box, where the shape is one.
    across: u64,
    height: usize,
    /// What stops every motion: bit `x` of row `y` is the pixel at `area.min + (x, y)`.
    solid: WindowRows,
    /// What stops a motion to the right, to the left, down and up at its face only; `None` where there is nothing.
    faces: Option<Box<[Rows; 4]>>,
}

impl<'a> Window<'a> {
    /// One that looks nowhere yet.
    pub(super) fn new(shape: &'a BodyShape) -> Self {
        let size = shape.bounds().size();
        Self {
            shape,
            area: Rect::EMPTY,
            origin: IVec2::ZERO,
            room: UVec2::ZERO,
            across: u64::MAX >> (SIDE - size.x.min(SIDE)),
            height: size.y as usize,
            solid: WindowRows::new(),
            faces: None,
        }
    }

    /// Whether a shape is small enough.
    #[inline]
    pub(super) fn fits(shape: &BodyShape) -> bool {
        shape.bounds().size().max_element() <= LONGEST_SIDE
    }

    /// Whether a shape at a place is well inside of it.
    #[inline]
    pub(super) fn sees(&self, at: IVec2) -> bool {
        let first = (at - self.origin - MARGIN).as_uvec2();
        first.x < self.room.x && first.y < self.room.y
    }

    /// Whether nothing is solid in a rectangle, one way or every way; `None` where it does not hold all of that.
    #[inline]
    pub(super) fn is_clear_in(&self, pixels: &Rect) -> Option<bool> {
        let (low, high) = (pixels.min - self.area.min, self.area.max - pixels.max);
        if low.x.min(low.y).min(high.x).min(high.y) < 0 {
            return None;
        }
        let (first, end) = (low.y as usize, (pixels.max.y - self.area.min.y) as usize);
        let across = u64::MAX >> (SIDE - pixels.width()) << low.x;
        let is_clear = |rows: &Rows| rows[first..end].iter().fold(0, |any, row| any | row) & across == 0;
        Some(is_clear(self.solid.rows()) && self.faces.as_ref().is_none_or(|faces| faces.iter().all(is_clear)))
    }

    /// Looks around a place of the shape, and as far as it can toward where it goes.
    pub(super) fn look(
        &mut self,
        at: IVec2,
        toward: IVec2,
        around: &CollisionWorld<'_>,
        two_way: &LayerSelection<'_>,
        one_way: &[Option<LayerSelection<'_>>; 4],
    ) {
        self.area = WindowRows::area_around(&self.reach(at, toward));
        let (corner, size) = (self.area.min, self.area.size());
        let bounds = self.shape.bounds();
        self.origin = corner - bounds.min;
        self.room = (size.as_ivec2() - bounds.size().as_ivec2() - 2 * MARGIN + 1).max(IVec2::ZERO).as_uvec2();
        self.solid = WindowRows::new();
        two_way.draw_rows(&self.area, &mut self.solid);
        self.faces = None;
        for (way, solid) in Direction::ALL.into_iter().zip(one_way) {
            if let Some(solid) = solid {
                let mut rows = WindowRows::new();
                solid.draw_rows(&self.area, &mut rows);
                self.add_faces(way, rows.rows());
            }
        }
        for (_, solid) in around.solids_in(self.area) {
            let mut rows = [0; SIDE as usize];
            let offset = (corner - solid.position()).as_i64vec2();
            let lines = rows.iter_mut().zip(0_i64..);
            lines.for_each(|(row, y)| *row = solid.shape().mask().bits_from(offset.x, offset.y + y));
            match solid.one_way {
                Some(way) => self.add_faces(way, &rows),
                None => self.solid.rows_mut().iter_mut().zip(rows).for_each(|(row, bits)| *row |= bits),
            }
        }
    }

    /// The pixels to look at: some room for slopes and steps all around, and the way to go, as far as there is room.
    fn reach(&self, at: IVec2, toward: IVec2) -> Rect {
        const ROOM: i32 = 2;
        let bounds = self.shape.bounds().translated(at);
        let spare = SIDE as i32 - ASIDE - bounds.size().as_ivec2() - 2 * (MARGIN + ROOM);
        let way = toward.clamp(-spare, spare);
        let margin = MARGIN + ROOM;
        Rect::new(bounds.min + way.min(IVec2::ZERO) - margin, bounds.max + way.max(IVec2::ZERO) + margin)
    }

    /// Adds the faces of what is solid for one direction of motion only.
    fn add_faces(&mut self, way: Direction, rows: &Rows) {
        if rows.iter().all(|&row| row == 0) {
            return;
        }
        let faces = &mut self.faces.get_or_insert_with(|| Box::new([[0; SIDE as usize]; 4]))[way as usize];
        for (y, face) in faces.iter_mut().enumerate() {
            let row = rows[y];
            // The pixels before these, against the motion. Beyond the edge none is known; no step looks there.
            let before = match way {
                Direction::Right => row << 1,
                Direction::Left => row >> 1,
                Direction::Down => y.checked_sub(1).map_or(0, |y| rows[y]),
                Direction::Up => rows.get(y + 1).copied().unwrap_or(0),
            };
            *face |= row & !before;
        }
    }

    /// Whether the shape at a place that it sees shares a pixel with what stops every motion.
    pub(super) fn overlaps(&self, at: IVec2) -> bool {
        let first = at - self.origin;
        if self.shape.is_box() {
            return self.beside(self.solid.rows(), first.y as usize) & self.across << first.x != 0;
        }
        self.mask_meets(self.shape.mask(), self.solid.rows(), first)
    }

    /// Whether a step from a free place that it sees is stopped.
    #[inline]
    pub(super) fn stops(&self, at: IVec2, way: Direction) -> bool {
        self.stops_two_way(at, way)
            || self.faces.as_ref().is_some_and(|faces| self.meets(&faces[way as usize], at, way))
    }

    /// The same by what stops every motion alone.
    #[inline]
    pub(super) fn stops_two_way(&self, at: IVec2, way: Direction) -> bool {
        self.meets(self.solid.rows(), at, way)
    }

    /// Whether what goes first on a step comes upon a bit of `rows`.
    #[inline]
    fn meets(&self, rows: &Rows, at: IVec2, way: Direction) -> bool {
        let first = at - self.origin;
        if !self.shape.is_box() {
            return self.mask_meets(self.shape.front(way), rows, first + way.step());
        }
        let (left, top) = (first.x as u32, first.y as usize);
        let across = self.across << left;
        match way {
            // What is next to the box is what is a pixel aside of it and not in it.
            Direction::Right => self.beside(rows, top) & (across << 1 & !across) != 0,
            Direction::Left => self.beside(rows, top) & (across >> 1 & !across) != 0,
            Direction::Down => rows[top + self.height] & across != 0,
            Direction::Up => rows[top - 1] & across != 0,
        }
    }

    /// What the rows of the box hold, from a row on.
    #[inline]
    fn beside(&self, rows: &Rows, top: usize) -> u64 {
        rows[top..top + self.height].iter().fold(0, |any, row| any | row)
    }

    /// Whether boxes go through it as fast as can be: the shape is one, and nothing is solid one way only.
    #[inline]
    pub(super) fn is_for_boxes(&self) -> bool {
        self.shape.is_box() && self.faces.is_none()
    }

    /// Takes a box along a course for as long as no step is stopped, and nothing holds it from below where the floor counts;
    /// whether it went anywhere.
    ///
    /// The same as asking [`stops`](Self::stops) at each step, with all at hand that does not change.
    pub(super) fn fly(&self, course: &mut Course, from: &mut IVec2, minds_floor: bool) -> bool {
        let (rows, mut at, mut moves) = (self.solid.rows(), *from, false);
        while self.sees(at) {
            let first = at - self.origin;
            let (across, top) = (self.across << first.x, first.y as usize);
            let below = rows[top + self.height] & across;
            if minds_floor && below != 0 {
                break;
            }
            let way = course.next_if(|way| match way {
                Direction::Right => self.beside(rows, top) & (across << 1 & !across) == 0,
                Direction::Left => self.beside(rows, top) & (across >> 1 & !across) == 0,
                Direction::Down => below == 0,
                Direction::Up => rows[top - 1] & across == 0,
            });
            let Some(way) = way else { break };
            at += way.step();
            moves = true;
        }
        *from = at;
        moves
    }

    /// Takes a box that stands along a course for as long as it goes along x, no step is stopped, and the same row of pixels
    /// holds it.
    pub(super) fn stroll(&self, course: &mut Course, from: &mut IVec2) {
        let mut at = *from;
        if !self.sees(at) {
            return;
        }
        let (rows, top) = (self.solid.rows(), (at.y - self.origin.y) as usize);
        let (floor, beside) = (rows[top + self.height], self.beside(rows, top));
        while self.sees(at) {
            let across = self.across << (at.x - self.origin.x);
            let way = course.next_if(|way| {
                let to = match way {
                    Direction::Right => across << 1,
                    Direction::Left => across >> 1,
                    Direction::Up | Direction::Down => return false,
                };
                beside & to & !across == 0 && floor & to != 0
            });
            let Some(way) = way else { break };
            at += way.step();
        }
        *from = at;
    }

    /// Whether a mask in the frame of the shape, whose box begins at `first`, shares a bit with `rows`.
    fn mask_meets(&self, mask: &SolidityMap, rows: &Rows, first: IVec2) -> bool {
        let bounds = self.shape.bounds();
        let lines = (bounds.min.y..bounds.max.y).map(|y| mask.bits_from(bounds.min.x.into(), y.into()));
        lines.zip(&rows[first.y as usize..]).any(|(line, row)| line << first.x & row != 0)
    }
}
