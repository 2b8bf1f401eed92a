//! Contours: the borders between solid and free pixels as closed loops of lattice points.
//!
//! One pass over the rows finds all corners and links them, and a second one collects the loops:
//!
//! ```text
//!  o───────o            o: corners. One or three of the four pixels around a corner are solid, or two that lie
//!  │ #   # │               across from each other. With the pixel rows above and below a lattice row, and both
//!  o───o   o───o           shifted by one bit, that is an xor of words: 64 points are tested at once.
//!      │ #   # │
//!      o───────o
//! ```
//!
//! 1. For each lattice row, from left to right: link each corner to the previous one of the row where an edge
//!    joins them, and to the open corner above it in its column. The solid pixels lie on the right hand of each
//!    link.
//! 2. From each possible first corner in order, follow the links once around. The loop directly left of that corner is
//!    the parent or a sibling, as the pixels between the two are all equal.
//!
//! Nesting is found row by row, as in Suzuki and Abe 1985, "Topological Structural Analysis of Digitized Binary Images
//! by Border Following". But borders are not followed pixel by pixel: corners are found in words.
//! [`SolidityMap::from_contours`] is the inverse. It flips the first pixel right of each edge, and fills between the
//! flips by the prefix parity of each row.

use super::components::Connectivity;
use super::map::SolidityMap;
use super::rasterize::UNITS;
use crate::geometry::{Rect, ring_edges};
use glam::{I64Vec2, IVec2, ivec2};

/// A closed loop along the edges of pixels, between solid and free ones.
///
/// Its points are corners of pixels: `(x, y)` is the top left corner of pixel `(x, y)`. Walking along the loop, solid
/// pixels lie on the right hand. So with y down an outer loop runs clockwise on screen and has a positive
/// [`doubled_area`](Self::doubled_area), and the loop of a hole runs the other way. Loops never cross. They touch each
/// other and themselves only at points where two solid pixels touch at their corners.
///
/// Contours come from [`SolidityMap::contours`], and with fewer corners from
/// [`simplify`](crate::hull::simplify()).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Contour {
    points: Vec<IVec2>,
    is_hole: bool,
    parent: Option<usize>,
}

impl Contour {
    /// Creates the loop through these points; `parent` is the index of the loop around it in the same list.
    pub(crate) fn new(points: Vec<IVec2>, is_hole: bool, parent: Option<usize>) -> Self {
        Self { points, is_hole, parent }
    }

    /// Returns the corners in order, at least three; the last is joined to the first.
    ///
    /// The first is the topmost corner; on a tie, the leftmost.
    #[must_use]
    pub fn points(&self) -> &[IVec2] {
        &self.points
    }

    /// Returns whether the pixels just inside the loop are free.
    #[must_use]
    pub fn is_hole(&self) -> bool {
        self.is_hole
    }

    /// Returns the index in the list of the loop directly around this one: the outer loop around a hole, or the hole
    /// around an island. `None` if no loop is around it.
    #[must_use]
    pub fn parent(&self) -> Option<usize> {
        self.parent
    }

    /// Returns twice the enclosed area, exactly: positive for an outer loop, negative for a hole. Costs a step for each
    /// corner.
    #[must_use]
    pub fn doubled_area(&self) -> i64 {
        twice_area(&self.points)
    }

    /// Returns the bounding box in pixels.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        let corners = || self.points.iter().copied();
        let (min, max) = (corners().reduce(IVec2::min), corners().reduce(IVec2::max));
        min.zip(max).map_or(Rect::EMPTY, |(min, max)| Rect::new(min, max))
    }
}

/// Returns twice the signed area of a ring of points.
///
/// Corners are taken relative to the first. The sum is less than 2^63 in magnitude, as there are at most 2^34 pixels.
/// Partial sums may wrap around, and wrap back.
pub(crate) fn twice_area(points: &[IVec2]) -> i64 {
    let Some(&origin) = points.first() else { return 0 };
    let from_origin = |point: &IVec2| point.as_i64vec2() - origin.as_i64vec2();
    let cross = |pair: &[IVec2]| -> i64 {
        let (a, b): (I64Vec2, I64Vec2) = (from_origin(&pair[0]), from_origin(&pair[1]));
        a.x.wrapping_mul(b.y).wrapping_sub(a.y.wrapping_mul(b.x))
    };
    points.windows(2).map(cross).fold(0, i64::wrapping_add)
}

impl SolidityMap {
    /// Returns the contours of the solid pixels. Pixels that touch only at a corner are not connected.
    ///
    /// Calls [`contours_with`](Self::contours_with) with [`Connectivity::Four`].
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let ring = SolidityMap::from_ascii("####\n#..#\n####")?;
    /// let contours = ring.contours();
    /// let outer = [ivec2(0, 0), ivec2(4, 0), ivec2(4, 3), ivec2(0, 3)];
    /// let hole = [ivec2(1, 1), ivec2(1, 2), ivec2(3, 2), ivec2(3, 1)];
    /// assert_eq!((contours[0].points(), contours[1].points()), (&outer[..], &hole[..]));
    /// assert!(contours[1].is_hole() && contours[1].parent() == Some(0));
    /// assert_eq!(contours.iter().map(|contour| contour.doubled_area()).sum::<i64>(), 2 * 10);
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn contours(&self) -> Vec<Contour> {
        self.contours_with(Connectivity::Four)
    }

    /// Returns the contours of the solid pixels.
    ///
    /// There is an outer loop for each connected component by `connectivity`, and a hole for each component of free
    /// pixels within one. Free pixels have the other connectivity: they connect at corners if solid pixels do not. The
    /// winding numbers of all loops add up to 1 at each solid pixel and to 0 at each free one. Loops come in the order
    /// of their first corners, row after row, so a loop comes after the one around it.
    ///
    /// Costs a few operations for 64 pixels, and a step for each corner.
    #[must_use]
    pub fn contours_with(&self, connectivity: Connectivity) -> Vec<Contour> {
        collect_loops(ContourScan::linked_corners(self, connectivity))
    }

    /// Rasterizes contours to a mask of `width` by `height` pixels: the inverse of [`contours`](Self::contours).
    ///
    /// A pixel is solid if its center lies within an odd number of loops. Edges may be slanted, as in
    /// [simplified](crate::hull::simplify()) loops. A center on an edge counts as right of it. Pixels outside the mask
    /// are dropped.
    ///
    /// Costs a step for each row that an edge spans, and a few operations for 64 pixels.
    ///
    /// # Panics
    /// If [`try_new`](Self::try_new) returns an error.
    ///
    /// ```
    /// use tileray::SolidityMap;
    ///
    /// let mask = SolidityMap::from_ascii("##..\n##.#\n..##")?;
    /// assert_eq!(SolidityMap::from_contours(4, 3, &mask.contours()), mask);
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn from_contours(width: u32, height: u32, contours: &[Contour]) -> Self {
        let mut mask = Self::new(width, height);
        for contour in contours {
            for (start, end) in ring_edges(contour.points()) {
                mask.flip_edge(start.as_i64vec2() * UNITS, end.as_i64vec2() * UNITS, IVec2::ZERO);
            }
        }
        mask.fill_between_flips();
        mask
    }
}

/// Stands for no corner, or no contour.
const NONE: usize = usize::MAX;

/// A lattice point where a loop turns.
#[derive(Clone, Copy)]
struct ContourCorner {
    position: IVec2,
    /// The corner that follows along the loop.
    next: usize,
    /// The loop that the corner belongs to, or [`NONE`] while that is not known.
    contour: usize,
}

/// A corner that may be the upper left one of its loop: the loop leaves it to the right and below.
#[derive(Clone, Copy)]
struct LoopStart {
    corner: usize,
    /// A corner of the loop next to the left in the row of pixels below, or [`NONE`].
    left: usize,
}

/// The corners of all loops with their links, and the corners where loops may start.
struct LinkedCorners {
    corners: Vec<ContourCorner>,
    starts: Vec<LoopStart>,
}

/// Collects the loops in the order of their first corners.
///
/// The upper left corner of a loop has edges to the right and below, so each loop begins at the first of its
/// starts.
///
/// The parent is found from the first upright edge to the left of that corner, in the row of pixels below it. The
/// edge's loop comes earlier: its own first corner lies higher, or in that row and farther left. The pixels of the row
/// between the edge and the corner are all equal. So the edge's loop is a sibling if both are holes or neither is, and
/// else the parent.
fn collect_loops(linked: LinkedCorners) -> Vec<Contour> {
    let LinkedCorners { mut corners, starts } = linked;
    let mut contours: Vec<Contour> = Vec::new();
    let mut points = Vec::new();
    for start in starts {
        if corners[start.corner].contour != NONE {
            continue;
        }
        let mut current = start.corner;
        points.clear();
        while corners[current].contour == NONE {
            corners[current].contour = contours.len();
            points.push(corners[current].position);
            current = corners[current].next;
        }
        // An outer loop has its solid pixels below the first edge, and leaves to the right.
        let is_hole = points[1].x == points[0].x;
        let parent = if start.left == NONE {
            None
        } else {
            let left = corners[start.left].contour;
            if contours[left].is_hole == is_hole { contours[left].parent } else { Some(left) }
        };
        contours.push(Contour::new(points.clone(), is_hole, parent));
    }
    contours
}

/// The pass over the lattice rows that finds and links corners.
struct ContourScan {
    connectivity: Connectivity,
    linked: LinkedCorners,
    /// For each column of the lattice the last corner with an edge below it.
    below: Vec<usize>,
    /// The last corner of the row with an edge to its right.
    left: usize,
}

/// The pixels around a corner that decide the directions of its links.
#[derive(Clone, Copy)]
struct CornerPixels {
    upper_right: bool,
    lower_left: bool,
    lower_right: bool,
}

impl ContourScan {
    /// Returns the corners of a mask's loops, row after row.
    fn linked_corners(mask: &SolidityMap, connectivity: Connectivity) -> LinkedCorners {
        // A lattice row has one point more than there are pixels.
        let words = mask.width() as usize / 64 + 1;
        let free = vec![0; mask.width().div_ceil(64) as usize];
        let linked = LinkedCorners { corners: Vec::new(), starts: Vec::new() };
        let mut scan = Self { connectivity, linked, below: vec![NONE; mask.width() as usize + 1], left: NONE };
        for y in 0..=mask.height() {
            let upper = if y == 0 { &free } else { mask.row(y - 1) };
            let lower = if y == mask.height() { &free } else { mask.row(y) };
            scan.row(y as i32, words, upper, lower);
        }
        scan.linked
    }

    /// Finds the corners of lattice row `y`, between two rows of pixels.
    ///
    /// Bit `x` of a word stands for the point to the left of pixel `x`. One loop turns where one or three of the four
    /// pixels around the point are solid. Two turns meet where two pixels across from each other are solid, and only
    /// these.
    fn row(&mut self, y: i32, words: usize, upper: &[u64], lower: &[u64]) {
        let word_at = |row: &[u64], index: usize| row.get(index).copied().unwrap_or(0);
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
                let pixels = CornerPixels {
                    upper_right: is_set(up_right),
                    lower_left: is_set(low_left),
                    lower_right: is_set(low_right),
                };
                let before = upright_below & ((1 << bit) - 1);
                let edge = if before == 0 { upright } else { word * 64 + 63 - before.leading_zeros() as usize };
                let (position, above) = (ivec2(x as i32, y), self.below[x]);
                if is_set(double) {
                    // Two solid pixels touch at the point with all four edges. With four neighbors each corner goes around a
                    // solid pixel, with eight around a free one: around one of the two lower pixels, and the one across.
                    let around_lower_right = pixels.lower_right == (self.connectivity == Connectivity::Four);
                    self.turn(position, pixels, true, around_lower_right.then_some(above), edge);
                    self.turn(position, pixels, false, (!around_lower_right).then_some(above), edge);
                } else {
                    let has_left = is_set(up_left ^ low_left);
                    self.turn(position, pixels, has_left, is_set(upright_above).then_some(above), edge);
                }
            }
            if upright_below != 0 {
                upright = word * 64 + 63 - upright_below.leading_zeros() as usize;
            }
        }
    }

    fn push(&mut self, position: IVec2) -> usize {
        self.linked.corners.push(ContourCorner { position, next: NONE, contour: NONE });
        self.linked.corners.len() - 1
    }

    /// Adds a corner of a loop, with an edge to the left or right, and one to the corner `above` or below.
    fn turn(&mut self, position: IVec2, pixels: CornerPixels, has_left: bool, above: Option<usize>, edge: usize) {
        let corner = self.push(position);
        if has_left {
            self.link_left(corner, pixels);
        } else {
            self.left = corner;
        }
        match above {
            Some(above) => self.link_above(corner, above, pixels),
            None => self.open_below(corner, !has_left, edge),
        }
    }

    /// Links a corner and the last one of the row. Solid pixels lie on the right hand, so below a link to the right.
    fn link_left(&mut self, corner: usize, pixels: CornerPixels) {
        let (from, to) = if pixels.lower_left { (self.left, corner) } else { (corner, self.left) };
        self.linked.corners[from].next = to;
    }

    /// Links a corner and the one above it. A link upward has the right pixel on its right hand.
    fn link_above(&mut self, corner: usize, above: usize, pixels: CornerPixels) {
        let (from, to) = if pixels.upper_right { (corner, above) } else { (above, corner) };
        self.linked.corners[from].next = to;
    }

    /// Opens an edge below a corner. If it also has an edge to the right, it may be the first corner of its loop.
    fn open_below(&mut self, corner: usize, has_right: bool, edge: usize) {
        self.below[self.linked.corners[corner].position.x as usize] = corner;
        if has_right {
            // Rows are scanned from the left, so all upright edges to the left in the row below are known.
            self.linked.starts.push(LoopStart { corner, left: if edge == NONE { NONE } else { self.below[edge] } });
        }
    }
}
