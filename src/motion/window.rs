use super::{BodyShape, Surroundings};
use crate::geometry::Rect;
use crate::terrain::Selection;
use crate::tile::OneWay;
use glam::{IVec2, ivec2};

/// Pixels along a side of a window, at most.
const SIDE: u32 = 64;

/// The longest side of a shape that has room to move in a window.
const LONGEST_SIDE: u32 = 40;

/// A square of pixels near a shape, a word a row, so that most questions of a motion are a few operations on words.
#[derive(Clone, Debug)]
pub(super) struct Window {
    /// The pixels that it holds; empty before it looks anywhere.
    area: Rect,
    /// What stops every motion: bit `x` of row `y` is the pixel at `area.min + (x, y)`.
    solid: [u64; SIDE as usize],
    /// Whether any of these bits is set.
    is_any: bool,
    /// What stops a motion to the right, to the left, down and up at its face only; `None` where there is nothing.
    faces: Option<Box<[[u64; SIDE as usize]; 4]>>,
}

impl Default for Window {
    fn default() -> Self {
        Self { area: Rect::EMPTY, solid: [0; SIDE as usize], is_any: false, faces: None }
    }
}

impl Window {
    /// Whether a shape is small enough.
    pub(super) fn fits(shape: &BodyShape) -> bool {
        shape.bounds().size().max_element() <= LONGEST_SIDE
    }

    /// Whether it can hold a rectangle and what is next to it.
    pub(super) fn holds(pixels: &Rect) -> bool {
        pixels.size().max_element() <= SIDE - 4
    }

    /// What to look at where a shape is at `bounds` and one does not know where it goes.
    pub(super) fn around(bounds: Rect) -> Rect {
        let margin = ((SIDE - 4 - bounds.size().max_element()) / 2).min(14) as i32;
        Rect::new(bounds.min - margin, bounds.max + margin)
    }

    /// Whether it holds a rectangle and two pixels more on each side: one for a step, one for what lies before a face.
    #[inline]
    pub(super) fn sees(&self, pixels: &Rect) -> bool {
        let (low, high) = (pixels.min - self.area.min, self.area.max - pixels.max);
        low.x.min(low.y).min(high.x).min(high.y) >= 2
    }

    /// Whether nothing is solid in a rectangle that it holds, one way or every way.
    #[inline]
    pub(super) fn is_clear_in(&self, pixels: &Rect) -> bool {
        let (low, high) = (pixels.min - self.area.min, pixels.max - self.area.min);
        let across = u64::MAX >> (SIDE - pixels.width()) << low.x;
        let is_clear = |rows: &[u64; SIDE as usize]| {
            rows[low.y as usize..high.y as usize].iter().fold(0, |any, row| any | row) & across == 0
        };
        match &self.faces {
            None => !self.is_any || is_clear(&self.solid),
            Some(faces) => is_clear(&self.solid) && faces.iter().all(is_clear),
        }
    }

    /// Looks at a rectangle, and two pixels more on each side.
    pub(super) fn look(
        &mut self,
        pixels: &Rect,
        around: &Surroundings<'_>,
        two_way: &Selection<'_>,
        one_way: &[Option<Selection<'_>>; 4],
    ) {
        self.area = Rect::new(pixels.min - 2, pixels.max + 2);
        let (corner, width, height) = (self.area.min, self.area.width(), self.area.height() as usize);
        let rows = &mut self.solid[..height];
        rows.fill(0);
        two_way.draw_rows(corner, width, rows);
        self.faces = None;
        for (way, solid) in OneWay::ALL.into_iter().zip(one_way) {
            if let Some(solid) = solid {
                let mut rows = [0; SIDE as usize];
                solid.draw_rows(corner, width, &mut rows[..height]);
                self.add_faces(way, &rows);
            }
        }
        for (_, solid) in around.solids_in(self.area) {
            let mut rows = [0; SIDE as usize];
            let offset = (corner - solid.position()).as_i64vec2();
            let lines = rows[..height].iter_mut().zip(0_i64..);
            lines.for_each(|(row, y)| *row = solid.shape().mask().bits_from(offset.x, offset.y + y));
            match solid.one_way {
                Some(way) => self.add_faces(way, &rows),
                None => self.solid.iter_mut().zip(rows).for_each(|(row, bits)| *row |= bits),
            }
        }
        let inside = u64::MAX >> (SIDE - width);
        self.is_any = self.solid[..height].iter().fold(0, |any, row| any | row) & inside != 0;
    }

    /// Adds the faces of what is solid for one direction of motion only.
    fn add_faces(&mut self, way: OneWay, rows: &[u64; SIDE as usize]) {
        if rows.iter().all(|&row| row == 0) {
            return;
        }
        let faces = &mut self.faces.get_or_insert_with(|| Box::new([[0; SIDE as usize]; 4]))[way as usize];
        for (y, face) in faces.iter_mut().enumerate() {
            let row = rows[y];
            // The pixels before these, against the motion. Beyond the edge none is known; no step looks there.
            let before = match way {
                OneWay::Right => row << 1,
                OneWay::Left => row >> 1,
                OneWay::Down => y.checked_sub(1).map_or(0, |y| rows[y]),
                OneWay::Up => rows.get(y + 1).copied().unwrap_or(0),
            };
            *face |= row & !before;
        }
    }

    /// Whether a shape that it sees shares a pixel with what stops every motion.
    pub(super) fn overlaps(&self, at: IVec2, shape: &BodyShape) -> bool {
        if !self.is_any {
            return false;
        }
        let (first, rows) = self.rows_of(shape, at);
        rows.zip(&self.solid[first.y as usize..]).any(|(row, solid)| row << first.x & solid != 0)
    }

    /// Whether a step of a shape that it sees is stopped, from a place where the shape is free.
    #[inline]
    pub(super) fn stops(&self, at: IVec2, shape: &BodyShape, way: OneWay) -> bool {
        if self.stops_two_way(at, shape, way) {
            return true;
        }
        match &self.faces {
            Some(faces) => Self::meets(&faces[way as usize], self.area.min, at, shape, way),
            None => false,
        }
    }

    /// The same by what stops every motion alone.
    #[inline]
    pub(super) fn stops_two_way(&self, at: IVec2, shape: &BodyShape, way: OneWay) -> bool {
        self.is_any && Self::meets(&self.solid, self.area.min, at, shape, way)
    }

    /// Whether what goes first on a step comes upon a bit of `rows`, which begin at `corner`.
    #[inline]
    fn meets(rows: &[u64; SIDE as usize], corner: IVec2, at: IVec2, shape: &BodyShape, way: OneWay) -> bool {
        let bounds = shape.bounds().translated(at - corner);
        let (left, top, right, bottom) = (bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y);
        if shape.is_box() {
            let across = || u64::MAX >> (SIDE - bounds.width()) << left;
            let beside = || rows[top as usize..bottom as usize].iter().fold(0, |any, row| any | row);
            return match way {
                OneWay::Right => beside() >> right & 1 != 0,
                OneWay::Left => beside() >> (left - 1) & 1 != 0,
                OneWay::Down => rows[bottom as usize] & across() != 0,
                OneWay::Up => rows[(top - 1) as usize] & across() != 0,
            };
        }
        let to = ivec2(left, top) + way.step();
        let front = shape.front(way);
        let lines = (shape.bounds().min.y..shape.bounds().max.y).zip(&rows[to.y as usize..]);
        let mut lines = lines.map(|(y, solid)| (front.bits_from(shape.bounds().min.x.into(), y.into()), solid));
        lines.any(|(row, solid)| row << to.x & solid != 0)
    }

    /// Where a shape's bounds begin in the window, and the rows of the shape from there on.
    fn rows_of<'s>(&self, shape: &'s BodyShape, at: IVec2) -> (IVec2, impl Iterator<Item = u64> + use<'s>) {
        let bounds = shape.bounds();
        let rows = (bounds.min.y..bounds.max.y).map(move |y| shape.mask().bits_from(bounds.min.x.into(), y.into()));
        (bounds.min + at - self.area.min, rows)
    }
}
