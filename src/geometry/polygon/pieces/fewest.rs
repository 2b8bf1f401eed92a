//! The fewest convex pieces, by dynamic programming.

use super::sight::{CommonCorner, SightLine, VisibilityGraph};
use super::triangulate::triangulate;
use crate::geometry::orientation::orientation;
use glam::Vec2;

/// A line of sight is worth looking for where it takes part in so many steps. So polygons that are too large are known for
/// it before most of their lines are found.
const STEPS_PER_LOOK: usize = 16;

/// Whether the inside takes more than half a turn, for each corner.
pub(super) fn reflex_corners(points: &[Vec2]) -> Vec<bool> {
    let before = points.last().into_iter().chain(points);
    let after = points.iter().skip(1).chain(points.first());
    before.zip(points).zip(after).map(|((&a, &b), &c)| orientation(a, b, c) < 0.0).collect()
}

/// The fewest convex polygons that the polygon can be cut into by lines from corner to corner; `None` where that takes more
/// than `limit` steps, or where the polygon is not simple.
///
/// Dynamic programming after Keil and Snoeyink 2002, "On the time bound for convex decomposition of simple polygons". The
/// corners are counted so that the first is reflex. A line from corner `i` to a later one `j` cuts off the *part* with the
/// corners from `i` to `j`. For each line we keep the fewest pieces of its part; and, as the piece at the line may be made
/// larger across it, of all ways to have so few those where that piece, its *base*, is narrowest at the line's ends.
///
/// - More pieces than the fewest never pay: closing the base of the fewest by the line itself costs one piece, and leaves
///   more room than any other base.
/// - Only lines with a reflex end are needed. A side between pieces without one can be left out, as the angles that meet at
///   its ends are half a turn together at most.
/// - A base without reflex corners is cut from nothing; one with a reflex corner is a fan of triangles around it. So a part
///   whose line starts at a reflex corner `i` gets its base from that of the line from `i` to some `k` before `j`, and the
///   triangle `i`, `k`, `j`: together where that is convex at `k` and `i`, else the triangle alone, with the line from `i`
///   to `k` as a side. The line from `k` to `j` is always a side. If only `j` is reflex, it is the same from the other end.
/// - Corners that see an end `i` stand in the order of their angles there. So a base is told by the corner next to each of
///   its line's ends, is narrower at the start where that corner is later, and at the end where it is earlier.
///
/// Flat corners of bases need lines that touch corners on the way. Such a line is never a side, just a step of the fan. If
/// what it touches is within its part, then the part falls into several, and the base is a sliver without area, which always
/// goes together with the next triangle. If it is on the other side, then only the triangle without area with that
/// corner can follow. Lines that are touched on both sides are in no convex piece, and not among the lines of sight.
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
    let lines = VisibilityGraph::new(&points, &triangles, &reflex, limit / STEPS_PER_LOOK)?;
    // They are only counted where there may be too many.
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

/// Stands for no base, and for a part that cannot be cut into pieces.
const NONE: u32 = u32::MAX;

/// The piece at a line: the corners next to the line's ends, and how it came about.
#[derive(Clone, Copy)]
struct BasePiece {
    /// The corner after the start.
    first: u32,
    /// The corner before the end.
    last: u32,
    /// The base that this is larger than by a triangle; `NONE` where it is just the triangle.
    inner: u32,
}

/// What is known of the part that a line cuts off.
#[derive(Clone, Copy)]
struct Subpolygon {
    pieces: u32,
    /// Its bases: from the widest at the start and narrowest at the end, to the contrary.
    first_base: u32,
    end_base: u32,
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
        let (mut between, mut bases) = (Vec::with_capacity(32), Vec::with_capacity(32));
        // SubpolygonTable within a part start later, or start there too and end earlier.
        for from in (0..points.len() as u32).rev() {
            for number in lines.starting_at(from) {
                all.parts[number as usize] = if lines.line(number).to == from + 1 {
                    Subpolygon { pieces: 0, first_base: 0, end_base: 0 }
                } else {
                    between.clear();
                    lines.corners_between(number, &mut between);
                    let pieces = all.best_bases(number, &mut between, &mut bases);
                    let first_base = all.bases.len() as u32;
                    all.bases.append(&mut bases);
                    Subpolygon { pieces, first_base, end_base: all.bases.len() as u32 }
                };
            }
        }
        all
    }

    /// Collects the bases of a line, and returns how many pieces its part has with them.
    fn best_bases(&self, number: u32, between: &mut [CommonCorner], bases: &mut Vec<BasePiece>) -> u32 {
        let fans_from_start = self.fans_from_start(number);
        let mut fewest = NONE;
        if !fans_from_start {
            between.reverse();
        }
        for step in &*between {
            let (kept, side) =
                if fans_from_start { (step.from_first, step.to_last) } else { (step.to_last, step.from_first) };
            let (kept_pieces, side_pieces) = (self.parts[kept as usize].pieces, self.parts[side as usize].pieces);
            if !self.lines.line(side).clear || kept_pieces == NONE || side_pieces == NONE {
                continue;
            }
            let joined =
                if fans_from_start { self.joined_at_end(number, step) } else { self.joined_at_start(number, step) };
            let (pieces, base) = match joined {
                Some(base) => (kept_pieces + side_pieces, base),
                None if self.lines.line(kept).clear => {
                    (kept_pieces + side_pieces + 1, BasePiece { first: step.corner, last: step.corner, inner: NONE })
                }
                None => continue,
            };
            if pieces < fewest {
                fewest = pieces;
                bases.clear();
            }
            // From step to step the new triangle is wider where the fan ends; so the base must be narrower where it starts.
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

    /// The base of the line from the start to `step`, with the triangle to the line's end, where that is convex: of those
    /// narrow enough at `step` the narrowest at the start.
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

    /// The base of the line from `step` to the end, with the triangle to the line's start.
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

    /// The pieces of the whole, which is the part of the edge from the first corner to the last.
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

    /// The corners of the piece at a line; the lines that are its sides, except that one, are appended.
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
            // The corner at which the fan turns stays an end of the next line.
            if fans_from_start {
                ends.push(to);
            } else {
                starts.push(from);
            }
            if base.inner == NONE {
                sides.push(kept);
                if fans_from_start {
                    starts.push(from);
                } else {
                    ends.push(to);
                }
                starts.push(corner);
                starts.extend(ends.iter().rev());
                return Some(starts);
            }
            (number, base) = (kept, self.bases[base.inner as usize]);
        }
    }
}
