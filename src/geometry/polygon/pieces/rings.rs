//! Convex pieces of outlines with holes.

use super::convex::{Effort, convex_pieces, convex_pieces_of_parts};
use super::tiling::Tiling;
use crate::geometry::bound::Bound;
use crate::geometry::orientation::orientation;
use crate::geometry::polygon::simple::{neighbors, sweep_key};
use crate::geometry::segment::ring_edges;
use crate::geometry::sort::{sort_by, sort_by_key, sort_pairs};
use glam::Vec2;
use std::cmp::Ordering;

/// The largest number of corners up to which parts are joined. In larger parts the search for the fewest pieces takes
/// too long.
const CORNERS_OF_A_PART: usize = 256;

/// Cuts the area between rings into few convex polygons along lines from corner to corner.
///
/// A ring with positive signed area is filled, one with negative area is a hole. Rings may touch each other and
/// themselves at corners, but nowhere else: no edge passes through a corner, and none crosses or lies on another.
/// Pieces have positive areas and may have flat corners; none ends in the middle of another's side. For other rings
/// the result is meaningless.
///
/// One ring is cut as [`Polygon::convex_pieces`](super::Polygon::convex_pieces) cuts polygons: into the fewest pieces
/// where that is affordable. A ring that touches itself is several polygons.
///
/// With holes, the fewest pieces are hard to find: Lingas 1982, "The power of non-rectilinear holes", proves that it is
/// NP-hard. Holes are joined to their surroundings by two lines each, which leaves polygons without holes. These are cut
/// into parts of some corners. The fewest pieces are found for each part, and once more around some of the cuts. No line
/// could be removed, so there are at most four times as many pieces as needed (Hertel and Mehlhorn 1983), mostly a few
/// percent more. Cost: mostly `O(n log n)`, about 5 µs a corner.
pub(crate) fn convex_pieces_of_rings(rings: &[Vec<Vec2>]) -> Vec<Vec<Vec2>> {
    let placed = |points: &[Vec2], pieces: Vec<Vec<u32>>| -> Vec<Vec<Vec2>> {
        pieces.into_iter().map(|piece| piece.into_iter().map(|corner| points[corner as usize]).collect()).collect()
    };
    if let [ring] = rings
        && let Some(polygons) = polygons_of_ring(ring)
    {
        return polygons.iter().flat_map(|points| placed(points, convex_pieces(points))).collect();
    }
    let graph = RingGraph::new(rings);
    let (parts, cuts) = graph.parts();
    placed(&graph.points, convex_pieces_of_parts(&graph.points, parts, cuts, Effort::QUICK))
}

/// Returns the polygons inside a ring, which it passes one after the other where it touches itself; `None` if it goes
/// around a hole.
fn polygons_of_ring(ring: &[Vec2]) -> Option<Vec<Vec<Vec2>>> {
    let mut keys: Vec<_> = ring.iter().map(|&point| sweep_key(point)).collect();
    sort_by(&mut keys, Ord::cmp);
    let mut repeated: Vec<_> = keys.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
    repeated.dedup();
    let (mut polygons, mut path) = (Vec::new(), Vec::with_capacity(ring.len()));
    // The places on the path of repeated corners.
    let mut places = vec![usize::MAX; repeated.len()];
    for &point in ring {
        if let Ok(index) = repeated.binary_search(&sweep_key(point)) {
            if places[index] < path.len() && path[places[index]] == point {
                polygons.push(path.split_off(places[index]));
            }
            places[index] = path.len();
        }
        path.push(point);
    }
    polygons.push(path);
    polygons.iter().all(|polygon| is_clockwise(polygon)).then_some(polygons)
}

/// Returns whether the area of a polygon is positive. The corner that the sweep meets first is convex.
fn is_clockwise(polygon: &[Vec2]) -> bool {
    let first = (0..polygon.len()).min_by_key(|&corner| sweep_key(polygon[corner])).unwrap_or(0);
    let (before, after) = neighbors(first, polygon.len());
    orientation(polygon[before], polygon[first], polygon[after]) > 0.0
}

/// The corners of rings, each once, and the edges between them.
struct RingGraph {
    /// By x, then y.
    points: Vec<Vec2>,
    /// Each from a corner to the next, with the inside clockwise of it on screen.
    edges: Vec<(u32, u32)>,
}

impl RingGraph {
    fn new(rings: &[Vec<Vec2>]) -> Self {
        let mut keyed: Vec<_> = rings.iter().flatten().map(|&point| (sweep_key(point), point)).collect();
        sort_by_key(&mut keyed, |&(key, _)| key);
        keyed.dedup_by_key(|&mut (key, _)| key);
        let number = |point: &Vec2| {
            let key = sweep_key(*point);
            keyed.partition_point(|&(other, _)| other < key) as u32
        };
        let mut edges = Vec::with_capacity(rings.iter().map(Vec::len).sum());
        for ring in rings {
            let corners: Vec<_> = ring.iter().map(number).collect();
            edges.extend(ring_edges(&corners));
        }
        Self { points: keyed.into_iter().map(|(_, point)| point).collect(), edges }
    }

    /// Returns simple polygons that tile the inside, and the lines along which they were cut.
    fn parts(&self) -> (Vec<Vec<u32>>, Vec<(u32, u32)>) {
        let mut bridges = bridges(&self.points, &self.edges);
        let mut tiling = Tiling::between(self.points.len());
        self.faces(&bridges).into_iter().for_each(|face| tiling.insert(face));
        // Long bridges are removed first, so that the remaining cuts are short.
        let length = |&(a, b): &(u32, u32)| {
            self.points[a as usize].as_dvec2().distance_squared(self.points[b as usize].as_dvec2())
        };
        sort_by(&mut bridges, |a, b| length(b).total_cmp(&length(a)));
        let mut is_on_ring = vec![false; self.points.len()];
        for &bridge in &bridges {
            let Some(group) = tiling.pair_at(bridge) else { continue };
            // If the two parts also touch elsewhere, the joined part would enclose a hole or touch itself.
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

    /// Returns the polygons that edges and bridges bound, each with the inside clockwise of its sides on screen.
    fn faces(&self, bridges: &[(u32, u32)]) -> Vec<Vec<u32>> {
        let mut sides: Vec<_> = self.edges.clone();
        sides.extend(bridges.iter().flat_map(|&(a, b)| [(a, b), (b, a)]));
        sort_by(&mut sides, |a, b| a.0.cmp(&b.0).then_with(|| self.compare_directions(a.0, a.1, b.1)));
        let starts: Vec<_> =
            (0..=self.points.len() as u32).map(|point| sides.partition_point(|side| side.0 < point)).collect();
        // At its end, a side is followed by the first one counterclockwise of the direction back.
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

    /// Orders two directions from a point: clockwise on screen from straight up, which is the last.
    fn compare_directions(&self, from: u32, a: u32, b: u32) -> Ordering {
        // Later points lie to the right, or straight below.
        let is_left = |point: u32| point < from;
        let at = |point: u32| self.points[point as usize];
        let turn = || orientation(at(from), at(b), at(a)).positive_zero().total_cmp(&0.0);
        is_left(a).cmp(&is_left(b)).then_with(turn)
    }
}

/// Returns lines between corners that cut the area between rings into polygons without holes, which nowhere touch
/// themselves.
///
/// `points` are sorted by x, then y, and all different. Each edge goes from one to another, with the inside clockwise
/// of it on screen; as many begin at a point as end there. No two share more than their ends. The lines are inside,
/// cross no edge and not each other, and touch nothing but their ends. Each is listed once, first point first.
///
/// A vertical line sweeps over the points; it leans a little, so that no two are met at once. Between two consecutive
/// edges along it is a *gap*, inside or outside. A point without edges to its left splits an inside gap: it is joined
/// to the last point met in the gap. A point without edges to its right merges two gaps: it is joined to the next point
/// met in them (Lee and Preparata 1977, "Location of a point in a planar subdivision and its applications"). The
/// resulting polygons meet each vertical line just once. Most of these lines are not needed, and the caller removes
/// them.
pub(super) fn bridges(points: &[Vec2], edges: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let ahead = edges_ahead(points, edges);
    let mut ahead = ahead.as_slice();
    let mut line: Vec<SweepGap> = Vec::new();
    let mut found = Vec::new();
    for (point, &position) in (0_u32..).zip(points) {
        let is_above =
            |gap: &SweepGap| orientation(points[gap.left as usize], points[gap.right as usize], position) > 0.0;
        let first = line.partition_point(is_above);
        let ended = line[first..].iter().take_while(|gap| gap.right == point).count();
        let (edges, others) = ahead.split_at(ahead.iter().take_while(|edge| edge.0 == point).count());
        ahead = others;
        // The gaps that end at the point, except the one that continues below it; and the gap above the point.
        let closing = if ended > 0 { ended - 1 } else { 0 };
        let closed = line[first..first + closing].iter().filter(|gap| gap.needs_inner_bridge());
        found.extend(closed.map(|gap| (gap.last, point)));
        if let Some(above) = first.checked_sub(1).map(|above| &mut line[above]) {
            if above.inside && (ended == 0 || above.needs_bridge) {
                found.push((above.last, point));
            }
            (above.last, above.needs_bridge) = (point, edges.is_empty());
        }
        if let Some(below) = ended.checked_sub(1).map(|last| line[first + last])
            && below.needs_inner_bridge()
        {
            found.push((below.last, point));
        }
        let (last, needs_bridge) = (point, false);
        let begun = |&(left, right, inside): &(u32, u32, bool)| SweepGap { left, right, inside, last, needs_bridge };
        line.splice(first..first + ended, edges.iter().map(begun));
    }
    sort_pairs(&mut found);
    found.dedup();
    found
}

/// The gap below an edge that the sweep line crosses, down to the next edge.
#[derive(Clone, Copy)]
struct SweepGap {
    left: u32,
    right: u32,
    inside: bool,
    /// The last point met at a border of the gap or within it.
    last: u32,
    /// Whether two gaps merged at that point, so that it is still to be joined to a point ahead.
    needs_bridge: bool,
}

impl SweepGap {
    fn needs_inner_bridge(&self) -> bool {
        self.inside && self.needs_bridge
    }
}

/// Returns the edges, each from its first point to its last, with whether the inside is below. They are sorted by their
/// first points, then from top to bottom.
fn edges_ahead(points: &[Vec2], edges: &[(u32, u32)]) -> Vec<(u32, u32, bool)> {
    // The inside is clockwise, so it is below edges that go to the right.
    let mut all: Vec<_> = edges.iter().map(|&(from, to)| (from.min(to), from.max(to), from < to)).collect();
    let at = |point: u32| points[point as usize];
    sort_by(&mut all, |a, b| {
        a.0.cmp(&b.0).then_with(|| 0.0_f64.total_cmp(&orientation(at(a.0), at(a.1), at(b.1)).positive_zero()))
    });
    all
}
