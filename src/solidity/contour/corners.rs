//! The corners of all loops, each with the next one along its loop, found in one pass over the rows.

use crate::solidity::{Connectivity, SolidityMap};
use glam::{IVec2, ivec2};

/// No corner, or no contour.
pub(super) const NONE: usize = usize::MAX;

/// A place where a loop turns.
#[derive(Clone, Copy)]
pub(super) struct Corner {
    pub(super) at: IVec2,
    /// The corner that follows along the loop.
    pub(super) next: usize,
    /// The loop that it belongs to, once that is known.
    pub(super) contour: usize,
}

/// A corner that the upper left one of its loop looks like: the loop goes on to the right of it and below it.
#[derive(Clone, Copy)]
pub(super) struct Start {
    pub(super) corner: usize,
    /// A corner of the loop that lies next to the left in the row of pixels below, or [`NONE`].
    pub(super) left: usize,
}

pub(super) struct LinkedCorners {
    pub(super) corners: Vec<Corner>,
    pub(super) starts: Vec<Start>,
}

/// The corners of a mask's loops, row after row.
pub(super) fn linked_corners(mask: &SolidityMap, connectivity: Connectivity) -> LinkedCorners {
    // A lattice row has one point more than there are pixels.
    let words = mask.width() as usize / 64 + 1;
    let free = vec![0; mask.width().div_ceil(64) as usize];
    let mut scan = Scan {
        connectivity,
        corners: Vec::new(),
        starts: Vec::new(),
        below: vec![NONE; mask.width() as usize + 1],
        left: NONE,
    };
    for y in 0..=mask.height() {
        let upper = if y == 0 { &free } else { mask.row(y - 1) };
        let lower = if y == mask.height() { &free } else { mask.row(y) };
        scan.row(y as i32, words, upper, lower);
    }
    LinkedCorners { corners: scan.corners, starts: scan.starts }
}

struct Scan {
    connectivity: Connectivity,
    corners: Vec<Corner>,
    starts: Vec<Start>,
    /// For each column of the lattice the last corner that an edge hangs down from.
    below: Vec<usize>,
    /// The last corner of the row that an edge begins at to the right.
    left: usize,
}

/// The four pixels around a point of the lattice, where a loop turns.
#[derive(Clone, Copy)]
struct Around {
    upper_right: bool,
    lower_left: bool,
    lower_right: bool,
}

impl Scan {
    /// Finds the corners of lattice row `y`, between two rows of pixels.
    ///
    /// Bit `x` of a word stands for the point to the left of pixel `x`. Of the four pixels around it one or three are solid
    /// where one loop turns, and two that lie across from each other where two turns meet.
    fn row(&mut self, y: i32, words: usize, upper: &[u64], lower: &[u64]) {
        let (mut upper_carry, mut lower_carry) = (0, 0);
        // The last upright edge of the pixels below, in the words before this one.
        let mut upright = NONE;
        for word in 0..words {
            let (up_right, low_right) = (word_at(upper, word), word_at(lower, word));
            let (up_left, low_left) = (up_right << 1 | upper_carry, low_right << 1 | lower_carry);
            (upper_carry, lower_carry) = (up_right >> 63, low_right >> 63);
            let (upright_above, upright_below) = (up_left ^ up_right, low_left ^ low_right);
            let single = upright_above ^ upright_below;
            let double = upright_above & upright_below & (up_right ^ low_right);
            let mut turns = single | double;
            while turns != 0 {
                let bit = turns.trailing_zeros();
                turns &= turns - 1;
                let is_set = |word: u64| word >> bit & 1 == 1;
                let x = word * 64 + bit as usize;
                let around = Around {
                    upper_right: is_set(up_right),
                    lower_left: is_set(low_left),
                    lower_right: is_set(low_right),
                };
                let before = upright_below & ((1 << bit) - 1);
                let edge = if before == 0 { upright } else { word * 64 + 63 - before.leading_zeros() as usize };
                let at = ivec2(x as i32, y);
                if is_set(double) {
                    self.turn_twice(at, around, edge);
                } else {
                    let has_left = is_set(up_left ^ low_left);
                    self.turn(at, around, has_left, is_set(upright_above), edge);
                }
            }
            if upright_below != 0 {
                upright = word * 64 + 63 - upright_below.leading_zeros() as usize;
            }
        }
    }

    fn push(&mut self, at: IVec2) -> usize {
        self.corners.push(Corner { at, next: NONE, contour: NONE });
        self.corners.len() - 1
    }

    /// One loop turns; edges go left or right of the point, and above or below it.
    fn turn(&mut self, at: IVec2, around: Around, has_left: bool, has_above: bool, edge: usize) {
        let corner = self.push(at);
        if has_left {
            self.join_left(corner, around);
        } else {
            self.left = corner;
        }
        if has_above {
            self.join_above(corner, around);
        } else {
            self.hang(corner, !has_left, edge);
        }
    }

    /// Two solid pixels touch at the point: all four edges are there, and two turns are made of them.
    ///
    /// By four neighbors each turn goes around its solid pixel, by eight around its free one.
    fn turn_twice(&mut self, at: IVec2, around: Around, edge: usize) {
        let (first, second) = (self.push(at), self.push(at));
        // Which of the two lower pixels a turn goes around: then the other goes around the one across from it.
        let around_lower_right = around.lower_right == (self.connectivity == Connectivity::Four);
        self.join_left(first, around);
        self.left = second;
        let (above, below) = if around_lower_right { (first, second) } else { (second, first) };
        self.join_above(above, around);
        self.hang(below, around_lower_right, edge);
    }

    /// Joins a corner to the last one of the row. What is solid lies on the right hand: below, to who goes to the right.
    fn join_left(&mut self, corner: usize, around: Around) {
        let (from, to) = if around.lower_left { (self.left, corner) } else { (corner, self.left) };
        self.corners[from].next = to;
    }

    /// Joins a corner to the one above it. Who goes up has the right pixel on the right hand.
    fn join_above(&mut self, corner: usize, around: Around) {
        let above = self.below[self.corners[corner].at.x as usize];
        let (from, to) = if around.upper_right { (corner, above) } else { (above, corner) };
        self.corners[from].next = to;
    }

    /// Lets an edge hang down from a corner; with an edge to the right, too, it may be the first of its loop.
    fn hang(&mut self, corner: usize, has_right: bool, edge: usize) {
        self.below[self.corners[corner].at.x as usize] = corner;
        if has_right {
            // All upright edges to the left in the row below have been seen, as the row is walked from the left.
            self.starts.push(Start { corner, left: if edge == NONE { NONE } else { self.below[edge] } });
        }
    }
}

fn word_at(row: &[u64], index: usize) -> u64 {
    row.get(index).copied().unwrap_or(0)
}
