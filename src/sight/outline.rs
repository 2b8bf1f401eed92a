//! The outline of a visible region: the polygon of its pieces.

use super::cone::{Cone, SightOrigin, SlopeRange};
use super::piece::{SightPiece, Wall};
use crate::geometry::{ARC_TO_CHORD, Bound, sin_cos_of_turns};
use glam::{DVec2, Vec2};
use std::sync::LazyLock;

/// Writes the corners of a region's polygon, clockwise, from the pieces of each cone in ascending order of slopes.
pub(super) fn draw(origin: &SightOrigin, radius: f64, pieces: [&[SightPiece]; 4], points: &mut Vec<Vec2>) {
    let mut pen = Pen {
        origin: origin.point(),
        radius,
        circle: chords(radius),
        points,
        tail: Tail { len: 0, last: u64::MAX },
        arc: None,
        start: None,
        end: f64::NAN,
    };
    for (quarter, pieces) in pieces.into_iter().enumerate() {
        let cone = origin.cone(quarter);
        match quarter {
            0 => pen.pieces::<false, false>(&cone, quarter, pieces.iter()),
            1 => pen.pieces::<true, true>(&cone, quarter, pieces.iter().rev()),
            2 => pen.pieces::<true, false>(&cone, quarter, pieces.iter().rev()),
            _ => pen.pieces::<false, true>(&cone, quarter, pieces.iter()),
        }
        pen.end_arc(&cone);
        // The next cone begins where a whole one ends.
        pen.end = if pen.end == 1.0 { -1.0 } else { f64::NAN };
    }
    if pen.start.is_some_and(|start| start != (0, pen.end)) {
        pen.origin();
    }
    let len = pen.tail.len;
    points.truncate(len);
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    // The region has no area.
    if points.len() < 3 {
        points.clear();
    }
}

struct Pen<'a> {
    origin: DVec2,
    radius: f64,
    /// The corners of the circle's polygon in a cone.
    circle: &'static [(f64, f64)],
    /// The corners, and room for more.
    points: &'a mut Vec<Vec2>,
    tail: Tail,
    /// The slopes of an arc that is not drawn yet, because the next piece may continue it.
    arc: Option<(f64, f64)>,
    /// The cone in which the outline begins, and the slope there, signed to grow with the angle.
    start: Option<(usize, f64)>,
    /// The slope in the cone up to which the outline is drawn; NaN if nothing is drawn there.
    end: f64,
}

/// The end of the drawn corners.
#[derive(Clone, Copy)]
struct Tail {
    len: usize,
    /// The bits of the last corner, in one word, so that a read right after the write is fast. No zero is negative.
    last: u64,
}

impl Tail {
    /// Adds two corners, each unless it equals the corner before it.
    #[inline(always)]
    fn add(&mut self, corners: &mut [Vec2], two: [Vec2; 2]) {
        let [first, second] = two.map(|corner| u64::from(corner.x.to_bits()) | u64::from(corner.y.to_bits()) << 32);
        // Branches on which corners are new would be mispredicted, and cost more than writing both.
        let start = self.len - usize::from(first == self.last);
        corners[start..start + 2].copy_from_slice(&two);
        self.len = start + 1 + usize::from(second != first);
        self.last = second;
    }
}

impl Pen<'_> {
    /// The most corners that are added between two calls of [`make_room`](Self::make_room).
    const ROOM: usize = 8;

    /// Adds a corner, unless it is the last one.
    #[inline(always)]
    fn point(&mut self, from_origin: DVec2) {
        self.tail.add(self.points, [(self.origin + from_origin).as_vec2(); 2]);
    }

    /// Makes room for corners.
    #[inline(always)]
    fn make_room(&mut self, count: usize) {
        if self.points.len() < self.tail.len + count {
            self.grow(count);
        }
    }

    #[cold]
    fn grow(&mut self, count: usize) {
        self.points.resize(2 * self.tail.len + count, Vec2::ZERO);
    }

    fn origin(&mut self) {
        self.point(DVec2::ZERO);
    }

    /// Begins the outline, or goes to the origin: the piece does not begin at the end of the one before.
    #[inline(never)]
    fn leap(&mut self, cone: &Cone, quarter: usize, slope: f64) {
        if self.start.is_none() {
            self.start = Some((quarter, slope));
        } else {
            self.end_arc(cone);
            self.origin();
        }
    }

    /// Adds the corners of the pieces of a cone, in the order of the angle. `MIRRORED` and `STEEP` are those of the
    /// cone.
    #[inline(always)]
    fn pieces<'p, const MIRRORED: bool, const STEEP: bool>(
        &mut self,
        cone: &Cone,
        quarter: usize,
        pieces: impl Iterator<Item = &'p SightPiece>,
    ) {
        let squared = |(along, across): (f64, f64)| along * along + across * across;
        let sign = if cone.backward { -1.0 } else { 1.0 };
        // In a register, since each corner depends on the one before.
        let mut tail = self.tail;
        for piece in pieces {
            let SlopeRange { low, high } = piece.slopes;
            // Signed to grow with the angle.
            let (start, end) = if MIRRORED { (-high, -low) } else { (low, high) };
            let is_next = start == self.end && self.arc.is_none() && tail.len + Self::ROOM <= self.points.len();
            match piece.ends(cone) {
                // Nearly everywhere, the whole wall is within the radius.
                Some(ends) if is_next && squared(ends[0]).at_least(squared(ends[1])) <= self.radius * self.radius => {
                    let [first, last] = if MIRRORED { [ends[1], ends[0]] } else { ends };
                    // `Cone::vector` for both at once.
                    let (along, across) = ([first.0 * sign, last.0 * sign], [first.1, last.1]);
                    let (x, y) = if STEEP { (across, along) } else { (along, across) };
                    let x = x.map(|x| (self.origin.x + x) as f32);
                    let y = y.map(|y| (self.origin.y + y) as f32);
                    tail.add(self.points, [Vec2::new(x[0], y[0]), Vec2::new(x[1], y[1])]);
                }
                _ => {
                    self.tail = tail;
                    self.make_room(Self::ROOM);
                    if start != self.end {
                        self.leap(cone, quarter, start);
                    }
                    self.cut(cone, piece, if MIRRORED { (high, low) } else { (low, high) });
                    tail = self.tail;
                }
            }
            self.end = end;
        }
        self.tail = tail;
    }

    /// Adds the corners of a piece from one slope to another, as far as its wall is within the radius.
    #[inline(never)]
    fn cut(&mut self, cone: &Cone, piece: &SightPiece, (first, last): (f64, f64)) {
        if piece.wall == Wall::DARK {
            self.end_arc(cone);
            return self.origin();
        }
        let Some(SlopeRange { low, high }) = piece.lit(cone, self.radius) else {
            return self.go_along_arc(cone, first, last);
        };
        let (lit_first, lit_last) = if cone.is_mirrored { (high, low) } else { (low, high) };
        if lit_first != first {
            self.go_along_arc(cone, first, lit_first);
        }
        self.end_arc(cone);
        for slope in [lit_first, lit_last] {
            let (along, across) = piece.point(cone, slope);
            self.point(cone.vector(along, across));
        }
        if lit_last != last {
            self.go_along_arc(cone, lit_last, last);
        }
    }

    /// Begins an arc, or extends the last one.
    fn go_along_arc(&mut self, cone: &Cone, first: f64, last: f64) {
        match &mut self.arc {
            Some((_, end)) if *end == first => *end = last,
            _ => {
                self.end_arc(cone);
                self.arc = Some((first, last));
            }
        }
    }

    /// Draws the arc that is not drawn yet.
    #[inline(never)]
    fn end_arc(&mut self, cone: &Cone) {
        if let Some((first, last)) = self.arc.take() {
            self.arc(cone, first, last);
        }
    }

    /// Adds the arc of the circle between two slopes: its ends, and the corners of the circle's polygon in between.
    #[inline(always)]
    fn arc(&mut self, cone: &Cone, first: f64, last: f64) {
        let corner = |slope: f64| {
            let along = self.radius / (1.0 + slope * slope).sqrt();
            cone.vector(along, along * slope)
        };
        let (start, end) = (corner(first), corner(last));
        self.point(start);
        let (low, high) = (first.at_most(last), first.at_least(last));
        let corners = self.circle;
        let between =
            corners.partition_point(|&(slope, _)| slope <= low)..corners.partition_point(|&(slope, _)| slope < high);
        let between = &corners[between];
        // With room for the corners that follow.
        self.make_room(between.len() + Self::ROOM);
        let radius = self.radius;
        let corner = |&(slope, along): &(f64, f64)| cone.vector(along * radius, along * radius * slope);
        if first <= last {
            between.iter().for_each(|at| self.point(corner(at)));
        } else {
            between.iter().rev().for_each(|at| self.point(corner(at)));
        }
        self.point(end);
        self.make_room(Self::ROOM);
    }
}

/// Returns the corners, in one cone, of the polygon that stands for a circle: the one with the fewest corners whose chords
/// are near enough. Each corner has its slope, and its distance along the cone on the unit circle.
fn chords(radius: f64) -> &'static [(f64, f64)] {
    static POLYGONS: LazyLock<Vec<Vec<(f64, f64)>>> = LazyLock::new(|| (0..11).map(halved).collect());
    // A chord over 1/8 of a turn, halved n times, is nearer than radius · (pi / 8)^2 / 2 / 4^n.
    let distance = |halvings: usize| radius * 0.0772 / f64::from(1_u32 << (2 * halvings));
    let halvings = (0..POLYGONS.len()).find(|&halvings| distance(halvings) <= ARC_TO_CHORD);
    &POLYGONS[halvings.unwrap_or(POLYGONS.len() - 1)]
}

/// Returns the corners of a polygon with `8 · 2^halvings` corners that lie in a cone.
fn halved(halvings: u32) -> Vec<(f64, f64)> {
    let count = 1_i32 << halvings;
    let corner = |index: i32| {
        let (sin, cos) = sin_cos_of_turns(f64::from(index) / f64::from(8 * count));
        if index.abs() == count { (f64::from(index.signum()), cos) } else { (sin / cos, cos) }
    };
    (-count..=count).map(corner).collect()
}
