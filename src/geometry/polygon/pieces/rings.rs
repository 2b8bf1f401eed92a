//! Convex pieces of what lies between rings: outlines with holes.

use super::convex::{Effort, convex_pieces_of_parts};
use super::tiling::Tiling;
use crate::geometry::orientation::orientation;
use crate::geometry::polygon::simple::sweep_key;
use glam::Vec2;
use std::cmp::Ordering;

/// Parts are not joined to ones with more corners than this: the least number of pieces is found only for so many, or soon
/// takes too long.
const CORNERS_OF_A_PART: usize = 256;

/// What lies between rings cut into convex polygons by lines from corner to corner, in few pieces and quickly.
///
/// A ring with a positive signed area is filled, one with a negative area is a hole. Rings may touch each other and
/// themselves at corners, but nowhere else: no edge passes through a corner, and none crosses or lies on another. Corners of
/// pieces run so that the area is positive; a piece may have flat corners, and none ends in the middle of another's side.
///
/// Holes are joined to what is around them by two lines each, which leaves polygons without holes. These are cut into parts
/// of some corners, of which the fewest pieces are found, and then once more around some of the cuts. No line could be left
/// out, so there are at most four times as many pieces as needed (Hertel and Mehlhorn 1983); mostly there are some percent
/// more than [`Polygon::convex_pieces`](super::Polygon::convex_pieces) finds. Costs `O(n log n)` as a rule, about 5 µs a corner.
///
/// Where rings do not keep to this, what is returned is without meaning.
pub(crate) fn convex_pieces_of_rings(rings: &[Vec<Vec2>]) -> Vec<Vec<Vec2>> {
    let graph = RingGraph::new(rings);
    let placed = |points: &[Vec2], pieces: Vec<Vec<u32>>| -> Vec<Vec<Vec2>> {
        pieces.into_iter().map(|piece| piece.into_iter().map(|corner| points[corner as usize]).collect()).collect()
    };
    if let [ring] = rings
        && graph.points.len() == ring.len()
    {
        let whole = vec![(0..ring.len() as u32).collect()];
        return placed(ring, convex_pieces_of_parts(ring, whole, Vec::new(), Effort::QUICK));
    }
    let (parts, cuts) = graph.parts();
    placed(&graph.points, convex_pieces_of_parts(&graph.points, parts, cuts, Effort::QUICK))
}

/// The corners of rings, each once, and the edges between them.
struct RingGraph {
    /// In the order of x, then y.
    points: Vec<Vec2>,
    /// The inside is clockwise of them on screen.
    edges: Vec<(u32, u32)>,
}

impl RingGraph {
    fn new(rings: &[Vec<Vec2>]) -> Self {
        let mut keyed: Vec<_> = rings.iter().flatten().map(|&point| (sweep_key(point), point)).collect();
        keyed.sort_unstable_by_key(|&(key, _)| key);
        keyed.dedup_by_key(|&mut (key, _)| key);
        let number = |point: &Vec2| {
            let key = sweep_key(*point);
            keyed.partition_point(|&(other, _)| other < key) as u32
        };
        let mut edges = Vec::with_capacity(rings.iter().map(Vec::len).sum());
        for ring in rings {
            let corners: Vec<_> = ring.iter().map(number).collect();
            edges.extend(
                (0..corners.len()).map(|position| (corners[position], corners[(position + 1) % corners.len()])),
            );
        }
        Self { points: keyed.into_iter().map(|(_, point)| point).collect(), edges }
    }

    /// Simple polygons that tile the inside, and the lines along which they were cut.
    fn parts(&self) -> (Vec<Vec<u32>>, Vec<(u32, u32)>) {
        let mut bridges = bridges(&self.points, &self.edges);
        let mut tiling = Tiling::between(self.points.len());
        self.faces(&bridges).into_iter().for_each(|face| tiling.insert(face));
        // Long ones are left out first, so that the cuts that stay are short.
        let length = |&(a, b): &(u32, u32)| {
            self.points[a as usize].as_dvec2().distance_squared(self.points[b as usize].as_dvec2())
        };
        bridges.sort_by(|a, b| length(b).total_cmp(&length(a)));
        let mut is_on_ring = vec![false; self.points.len()];
        for &bridge in &bridges {
            let Some(group) = tiling.pair_at(bridge) else { continue };
            // Two parts that touch at another position too have something between them, or are pinched there.
            let mut touches = group.ring.len() > CORNERS_OF_A_PART;
            for &corner in &group.ring {
                touches |= std::mem::replace(&mut is_on_ring[corner as usize], true);
            }
            group.ring.iter().for_each(|&corner| is_on_ring[corner as usize] = false);
            if !touches {
                tiling.replace(&group, [group.ring.clone()]);
            }
        }
        let cuts = tiling.shared_sides();
        (tiling.into_pieces(), cuts)
    }

    /// The polygons that edges and bridges bound, each with the inside clockwise of its sides on screen.
    fn faces(&self, bridges: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let mut sides: Vec<_> = self.edges.clone();
        sides.extend(bridges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]));
        sides.sort_unstable_by(|a, b| a.0.cmp(&b.0).then_with(|| self.compare_directions(a.0, a.1, b.1)));
        let starts: Vec<_> =
            (0..=self.points.len() as u32).map(|point| sides.partition_point(|side| side.0 < point)).collect();
        // Where a side ends, the next side of its face is the first one counterclockwise of the way back.
        let after = |(from, at): (u32, u32)| {
            let around = &sides[starts[at as usize]..starts[at as usize + 1]];
            let position = around.partition_point(|side| self.compare_directions(at, side.1, from) == Ordering::Less);
            starts[at as usize] + position.checked_sub(1).unwrap_or(around.len().saturating_sub(1))
        };
        let mut is_visited = vec![false; sides.len()];
        let mut faces = Vec::new();
        for first in 0..sides.len() {
            let (mut face, mut position) = (Vec::new(), first);
            while !std::mem::replace(&mut is_visited[position], true) {
                face.push(sides[position].0);
                position = after(sides[position]);
            }
            if face.len() > 2 {
                faces.push(face);
            }
        }
        faces
    }

    /// The order of two ways from a point: clockwise on screen, from straight up on, which is the last.
    fn compare_directions(&self, from: u32, a: u32, b: u32) -> Ordering {
        // What comes later lies to the right, or straight below.
        let is_left = |point: u32| point < from;
        let at = |point: u32| self.points[point as usize];
        let turn = || (orientation(at(from), at(b), at(a)) + 0.0).total_cmp(&0.0);
        is_left(a).cmp(&is_left(b)).then_with(turn)
    }
}

/// Lines between corners that cut what lies between rings into polygons without holes that touch themselves nowhere.
///
/// `points` are in the order of x, then y, all different. Each edge goes from one to another, with the inside clockwise of
/// it on screen; at a point as many begin as end. No two share more than a point at their ends. The lines are inside, cross
/// no edge and not each other, and touch nothing but their ends. Each stands from its first point to the other one, once.
///
/// A vertical line sweeps over the points; as it leans a little, no two are met at once. Between two edges that follow each
/// other along it is a *gap*, which is inside or outside. Where a gap that is inside opens before a point without edges
/// behind it, or closes at one without edges ahead, that point is joined across to the last one met in the gap, or to the
/// next (Lee and Preparata 1977, "Location of a point in a planar subdivision and its applications"). The polygons that
/// result meet each vertical line just once. Most such lines are not needed to that end, and the caller leaves them out.
pub(super) fn bridges(points: &[Vec2], edges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let ahead = EdgesAhead::new(points, edges);
    let mut line: Vec<SweepGap> = Vec::new();
    let (mut found, mut begun) = (Vec::new(), Vec::new());
    for (point, &position) in (0_u32..).zip(points) {
        let is_above = |gap: &SweepGap| {
            let [left, right] = gap.edge().map(|end| points[end as usize]);
            orientation(left, right, position) > 0.0
        };
        let first = line.partition_point(is_above);
        let ended = line[first..].iter().take_while(|gap| gap.right == point).count();
        let edges = ahead.of(point);
        // The gaps that end at the point, but for the one that goes on below it, and the one that it is the lower end of.
        let closing = if ended > 0 { ended - 1 } else { 0 };
        found.extend(line[first..first + closing].iter().filter(|gap| gap.waits()).map(|gap| (gap.last, point)));
        if let Some(above) = first.checked_sub(1).map(|above| &mut line[above]) {
            if above.inside && (ended == 0 || above.waiting) {
                found.push((above.last, point));
            }
            (above.last, above.waiting) = (point, edges.is_empty());
        }
        if let Some(below) = ended.checked_sub(1).map(|last| line[first + last])
            && below.waits()
        {
            found.push((below.last, point));
        }
        begun.clear();
        begun.extend(edges.iter().map(|&(right, inside)| SweepGap {
            left: point,
            right,
            inside,
            last: point,
            waiting: false,
        }));
        line.splice(first..first + ended, begun.drain(..));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// What lies below an edge that the sweep line crosses, down to the next edge.
#[derive(Clone, Copy)]
struct SweepGap {
    left: u32,
    right: u32,
    inside: bool,
    /// The last point that was met at either border of the gap, or within it.
    last: u32,
    /// Whether two gaps became this one at that point, so that it is still to be joined to one ahead.
    waiting: bool,
}

impl SweepGap {
    fn edge(&self) -> [u32; 2] {
        [self.left, self.right]
    }

    fn waits(&self) -> bool {
        self.inside && self.waiting
    }
}

/// The edges from each point to later ones, from the uppermost to the lowest, and whether the inside is below.
struct EdgesAhead {
    ends: Vec<(u32, bool)>,
    /// Those of point `p` begin at `starts[p]`.
    starts: Vec<usize>,
}

impl EdgesAhead {
    fn new(points: &[Vec2], edges: &[(u32, u32)]) -> Self {
        // Clockwise on screen, so that what goes to the right has the inside below.
        let mut all: Vec<_> = edges.iter().map(|&(from, to)| (from.min(to), from.max(to), from < to)).collect();
        let at = |point: u32| points[point as usize];
        all.sort_unstable_by(|a, b| {
            a.0.cmp(&b.0).then_with(|| 0.0_f64.total_cmp(&(orientation(at(a.0), at(a.1), at(b.1)) + 0.0)))
        });
        let starts = (0..=points.len() as u32).map(|point| all.partition_point(|edge| edge.0 < point)).collect();
        Self { ends: all.into_iter().map(|(_, to, inside)| (to, inside)).collect(), starts }
    }

    fn of(&self, point: u32) -> &[(u32, bool)] {
        &self.ends[self.starts[point as usize]..self.starts[point as usize + 1]]
    }
}
