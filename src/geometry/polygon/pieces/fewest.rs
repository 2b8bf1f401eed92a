//! The fewest convex pieces, by dynamic programming (Keil and Snoeyink 2002).

use super::sight::{SightLine, VisibilityGraph};
use super::triangulate::triangulate;
use crate::geometry::orientation::orientation;
use glam::Vec2;
use std::ops::Range;

/// The number of steps that one visited triangle counts as. The search for lines of sight stops after
/// `limit / STEPS_PER_TRIANGLE` triangles, so a polygon that is too large is recognized before most of its lines are
/// found.
const STEPS_PER_TRIANGLE: usize = 16;

/// The number of lines that take as long as the search for one line among many.
const STEPS_PER_SEARCH: usize = 8;

/// Returns whether each corner is reflex.
pub(super) fn reflex_corners(points: &[Vec2]) -> Vec<bool> {
    let before = points.last().into_iter().chain(points);
    let after = points.iter().skip(1).chain(points.first());
    before.zip(points).zip(after).map(|((&a, &b), &c)| orientation(a, b, c) < 0.0).collect()
}

/// Returns the fewest convex polygons into which diagonals can cut the polygon; `None` if that takes more than
/// `limit` steps, or if the polygon is not simple.
///
/// Dynamic programming after Keil and Snoeyink 2002, "On the time bound for convex decomposition of simple polygons".
/// Corners are numbered so that the first is reflex. A diagonal from corner `i` to a later `j` cuts off the
/// *subpolygon* of the corners from `i` to `j`. For each diagonal the table keeps the fewest pieces of its
/// subpolygon. The piece at the diagonal, its *base*, may grow across it later. So among decompositions with the fewest
/// pieces, the table keeps those whose base is narrowest at the diagonal's ends.
///
/// - More pieces than the fewest never pay: closing the base of the fewest by the diagonal costs one piece, and
///   leaves more room than any other base.
/// - Only diagonals with a reflex end are needed. Without a diagonal that has no reflex end, the angles at its ends are
///   still at most half a turn, so it can be left out.
/// - So every base has a reflex corner of the polygon, and is a fan of triangles around it. If that is the start `i` of
///   the diagonal, the base comes from the base of a diagonal from `i` to some `k` before `j`, and from the triangle
///   `i`, `k`, `j`. Both are joined if that is convex at `k` and `i`; otherwise the base is the triangle alone, with
///   the diagonal `i`–`k` as a side. The diagonal `k`–`j` is always a side. If only `j` is reflex, the same holds from
///   the other end.
/// - Corners that see an end `i` are in the order of their angles there. So a base is identified by the corner next to
///   each end of its diagonal. A base is narrower at the start if that corner is later, and narrower at the end if it
///   is earlier.
///
/// Flat corners of bases need lines of sight that touch corners on their way. Such a line is never a side, only a step
/// of the fan. If the line touches corners of its subpolygon, the subpolygon consists of several parts, and the base is
/// a sliver without area, which always joins the next triangle. If the line touches corners on the other side, only the
/// triangle without area at that corner can follow. A line that is touched on both sides is in no convex piece, and is
/// not a line of sight.
pub(super) fn fewest_pieces(points: &[Vec2], limit: usize) -> Option<Vec<Vec<u32>>> {
    let count = points.len() as u32;
    let reflex = reflex_corners(points);
    let Some(shift) = reflex.iter().position(|&reflex| reflex) else {
        return (count >= 3).then(|| vec![(0..count).collect()]);
    };
    let points = [&points[shift..], &points[..shift]].concat();
    let reflex = [&reflex[shift..], &reflex[..shift]].concat();
    let triangles = triangulate(&points);
    if triangles.len() + 2 != points.len() {
        return None;
    }
    let lines = VisibilityGraph::new(&points, &triangles, &reflex, limit / STEPS_PER_TRIANGLE)?;
    // Steps are only counted where there may be too many.
    if lines.len() * points.len() > limit && lines.steps() > limit {
        return None;
    }
    let mut pieces = SubpolygonTable::new(&points, &reflex, &lines).pieces()?;
    for corner in pieces.iter_mut().flatten() {
        let turned = *corner + shift as u32;
        *corner = if turned < count { turned } else { turned - count };
    }
    Some(pieces)
}

/// Marks that there is no base, or that a subpolygon cannot be cut into pieces.
const NONE: u32 = u32::MAX;

/// The piece at a diagonal: the corners next to its ends, and how it was made.
#[derive(Clone, Copy)]
struct BasePiece {
    /// The corner after the start.
    first: u32,
    /// The corner before the end.
    last: u32,
    /// The smaller base that this base adds a triangle to; `NONE` if this base is one triangle.
    inner: u32,
}

/// The best decompositions of a subpolygon.
#[derive(Clone, Copy)]
struct Subpolygon {
    pieces: u32,
    /// Its bases are `bases[first_base..end_base]`. The first is the widest at the start of the diagonal and the
    /// narrowest at its end, the last the reverse.
    first_base: u32,
    end_base: u32,
}

/// A corner that sees both ends of a diagonal, with the numbers of the lines to them.
struct CommonCorner {
    corner: u32,
    from_first: u32,
    to_last: u32,
    /// Whether these lines are clear.
    clear: [bool; 2],
    /// The pieces of both subpolygons beyond these lines.
    pieces: u32,
}

/// A line that is known, by the corner at one end.
#[derive(Clone, Copy)]
struct KnownLine {
    corner: u32,
    number: u32,
    /// The pieces of its subpolygon.
    pieces: u32,
    /// As of the [`SightLine`].
    clear: bool,
}

/// More pieces than any polygon has. Twice as many are still a number.
const FAR: u32 = u32::MAX / 4;

/// The lines that are known while the table is filled, which is from the last corner to the first.
struct KnownLines {
    /// The lines from the current corner, by their later ends; `FAR` pieces where there is none.
    starting: Vec<KnownLine>,
    /// The lines to each corner, in the order of their earlier ends.
    ending: Vec<KnownLine>,
    /// The known lines to corner `c` are `ending[firsts[c]..ends[c]]`.
    firsts: Vec<u32>,
    ends: Vec<u32>,
}

impl KnownLines {
    fn new(lines: &VisibilityGraph, corners: usize) -> Self {
        let none = KnownLine { corner: NONE, number: NONE, pieces: FAR, clear: false };
        let ends = lines.starts_by_end().split_off(1);
        Self { starting: vec![none; corners], ending: vec![none; lines.len()], firsts: ends.clone(), ends }
    }

    fn add(&mut self, SightLine { from, to, clear }: SightLine, number: u32, pieces: u32) {
        self.starting[to as usize] = KnownLine { corner: to, number, pieces, clear };
        let first = &mut self.firsts[to as usize];
        *first -= 1;
        self.ending[*first as usize] = KnownLine { corner: from, number, pieces, clear };
    }

    /// Collects the corners between the ends of a line that see both, in order. `starting` are the lines from its start to
    /// earlier corners than its end. Corners with more pieces than others need with a line to each end are left out.
    fn corners_between(&self, to: u32, lines: &VisibilityGraph, starting: Range<u32>, found: &mut Vec<CommonCorner>) {
        let ending = &self.ending[self.firsts[to as usize] as usize..self.ends[to as usize] as usize];
        let mut most = FAR - 1;
        let mut look = |from_first: &KnownLine, to_last: &KnownLine| {
            let pieces = from_first.pieces + to_last.pieces;
            if pieces <= most {
                let clear = [from_first.clear, to_last.clear];
                if clear == [true; 2] {
                    most = most.min(pieces + 1);
                }
                let (corner, from_first, to_last) = (to_last.corner, from_first.number, to_last.number);
                found.push(CommonCorner { corner, from_first, to_last, clear, pieces });
            }
        };
        if starting.len() * STEPS_PER_SEARCH < ending.len() {
            for number in starting {
                let corner = lines.line(number).to;
                if let Ok(place) = ending.binary_search_by_key(&corner, |line| line.corner) {
                    look(&self.starting[corner as usize], &ending[place]);
                }
            }
        } else {
            ending.iter().for_each(|line| look(&self.starting[line.corner as usize], line));
        }
    }

    /// Forgets the lines from the current corner.
    fn pass(&mut self, lines: &VisibilityGraph, numbers: Range<u32>) {
        numbers.for_each(|number| self.starting[lines.line(number).to as usize].pieces = FAR);
    }
}

struct SubpolygonTable<'a> {
    points: &'a [Vec2],
    reflex: &'a [bool],
    lines: &'a VisibilityGraph,
    parts: Vec<Subpolygon>,
    bases: Vec<BasePiece>,
}

impl<'a> SubpolygonTable<'a> {
    fn new(points: &'a [Vec2], reflex: &'a [bool], lines: &'a VisibilityGraph) -> Self {
        let unknown = Subpolygon { pieces: NONE, first_base: 0, end_base: 0 };
        let mut all = Self {
            points,
            reflex,
            lines,
            parts: vec![unknown; lines.len()],
            bases: Vec::with_capacity(2 * lines.len()),
        };
        let mut known = KnownLines::new(lines, points.len());
        let (mut between, mut bases) = (Vec::with_capacity(32), Vec::with_capacity(32));
        // The diagonals within a subpolygon start later, or start at the same corner and end earlier.
        for from in (0..points.len() as u32).rev() {
            let starting = lines.starting_at(from);
            for number in starting.clone() {
                let line = lines.line(number);
                let mut pieces = 0;
                let first_base = all.bases.len() as u32;
                if line.to != from + 1 {
                    between.clear();
                    known.corners_between(line.to, lines, starting.start..number, &mut between);
                    pieces = all.best_bases(number, &mut between, &mut bases);
                    all.bases.append(&mut bases);
                }
                all.parts[number as usize] = Subpolygon { pieces, first_base, end_base: all.bases.len() as u32 };
                known.add(line, number, pieces.min(FAR));
            }
            known.pass(lines, starting);
        }
        all
    }

    /// Collects the bases of a diagonal, and returns the number of pieces of its subpolygon with them.
    fn best_bases(&self, number: u32, between: &mut [CommonCorner], bases: &mut Vec<BasePiece>) -> u32 {
        let fans_from_start = self.fans_from_start(number);
        let mut fewest = NONE;
        if !fans_from_start {
            between.reverse();
        }
        for step in &*between {
            let [from_clear, to_clear] = step.clear;
            let (kept_clear, side_clear) =
                if fans_from_start { (from_clear, to_clear) } else { (to_clear, from_clear) };
            if step.pieces > fewest || !side_clear {
                continue;
            }
            let joined =
                if fans_from_start { self.joined_at_end(number, step) } else { self.joined_at_start(number, step) };
            let (pieces, base) = match joined {
                Some(base) => (step.pieces, base),
                None if kept_clear => {
                    (step.pieces + 1, BasePiece { first: step.corner, last: step.corner, inner: NONE })
                }
                None => continue,
            };
            if pieces < fewest {
                fewest = pieces;
                bases.clear();
            }
            // From step to step the new triangle is wider at the fan's end, so the base must be narrower at its start.
            let is_narrower = bases.last().is_none_or(|narrowest| {
                if fans_from_start { base.first > narrowest.first } else { base.last < narrowest.last }
            });
            if pieces == fewest && is_narrower {
                bases.push(base);
            }
        }
        if !fans_from_start {
            bases.reverse();
        }
        fewest
    }

    fn fans_from_start(&self, number: u32) -> bool {
        self.reflex[self.lines.line(number).from as usize]
    }

    fn bases_of(&self, number: u32) -> (&[BasePiece], u32) {
        let Subpolygon { first_base, end_base, .. } = self.parts[number as usize];
        (&self.bases[first_base as usize..end_base as usize], first_base)
    }

    fn turn(&self, a: u32, b: u32, c: u32) -> f64 {
        let [a, b, c] = [a, b, c].map(|corner| self.points[corner as usize]);
        orientation(a, b, c)
    }

    /// Extends a base of the diagonal from the start to `step` by the triangle to the end, if that is convex. Among
    /// bases that are narrow enough at `step`, takes the narrowest at the start.
    fn joined_at_end(&self, number: u32, step: &CommonCorner) -> Option<BasePiece> {
        let SightLine { from, to, .. } = self.lines.line(number);
        let (bases, first) = self.bases_of(step.from_first);
        let index = bases.partition_point(|base| self.turn(base.last, step.corner, to) >= 0.0).checked_sub(1)?;
        let inner = bases[index];
        (self.turn(from, inner.first, to) >= 0.0).then_some(BasePiece {
            first: inner.first,
            last: step.corner,
            inner: first + index as u32,
        })
    }

    /// Extends a base of the diagonal from `step` to the end by the triangle to the start, if that is convex.
    fn joined_at_start(&self, number: u32, step: &CommonCorner) -> Option<BasePiece> {
        let SightLine { from, to, .. } = self.lines.line(number);
        let (bases, first) = self.bases_of(step.to_last);
        let index = bases.partition_point(|base| self.turn(from, step.corner, base.first) < 0.0);
        let inner = *bases.get(index)?;
        (self.turn(inner.last, to, from) >= 0.0).then_some(BasePiece {
            first: step.corner,
            last: inner.last,
            inner: first + index as u32,
        })
    }

    /// Returns the pieces of the whole polygon: the subpolygon of the edge between the first corner and the last.
    fn pieces(&self) -> Option<Vec<Vec<u32>>> {
        let whole = self.lines.between(0, self.points.len() as u32 - 1)?;
        if self.parts[whole as usize].pieces == NONE {
            return None;
        }
        let (mut pieces, mut waiting) = (Vec::new(), vec![whole]);
        while let Some(number) = waiting.pop() {
            if self.parts[number as usize].pieces > 0 {
                pieces.push(self.unfolded(number, &mut waiting)?);
            }
        }
        Some(pieces)
    }

    /// Returns the corners of the piece at a diagonal, and appends its other sides.
    fn unfolded(&self, mut number: u32, sides: &mut Vec<u32>) -> Option<Vec<u32>> {
        let (mut starts, mut ends) = (Vec::new(), Vec::new());
        let mut base = *self.bases_of(number).0.first()?;
        loop {
            let SightLine { from, to, .. } = self.lines.line(number);
            let fans_from_start = self.fans_from_start(number);
            let corner = if fans_from_start { base.last } else { base.first };
            let (before, after) = (self.lines.between(from, corner)?, self.lines.between(corner, to)?);
            let (kept, side) = if fans_from_start { (before, after) } else { (after, before) };
            sides.push(side);
            let is_last = base.inner == NONE;
            // The fan's corner stays an end of the next diagonal.
            if is_last || fans_from_start {
                ends.push(to);
            }
            if is_last || !fans_from_start {
                starts.push(from);
            }
            if is_last {
                sides.push(kept);
                starts.push(corner);
                starts.extend(ends.iter().rev());
                return Some(starts);
            }
            (number, base) = (kept, self.bases[base.inner as usize]);
        }
    }
}
