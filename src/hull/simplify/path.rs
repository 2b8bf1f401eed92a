//! The cheapest path of chords around one loop, by dynamic programming, and the cone that selects candidates.

use super::chord::{ChainSums, Chord};
use crate::geometry::tolerance::CONE_ROUNDING;
use crate::geometry::{Bound, Elements};
use glam::DVec2;

/// The largest number of corners that a chord may replace. It bounds the time if the tolerance is large compared with
/// the distances between corners.
const LONGEST: usize = 128;
/// Larger tolerances, in pixels, are reached in steps.
const FINE: f64 = 4.0;
/// The price of a reflex corner relative to a convex one: it mostly costs another convex piece.
const REFLEX: f64 = 1.25;

/// One loop as nodes. Node `2k` is corner `k`. Node `2k + 1` is the middle of the edge after it, rounded to a lattice
/// point toward the corner.
///
/// Middles make one edge of a slope in pixels: the corners of its steps lie on two parallel lines, and the line
/// midway between them passes through middles. With a bias to one side only corners are allowed.
pub(super) struct LoopPath {
    /// Once around, and the first two again.
    corners: Vec<DVec2>,
    /// Once around, and the first one again.
    nodes: Vec<PathNode>,
    tolerance: f64,
    side: f64,
    /// The misfit that is worth a corner.
    corner_misfit: f64,
}

#[derive(Clone, Copy)]
struct PathNode {
    point: DVec2,
    number: usize,
}

impl PathNode {
    fn is_corner(self) -> bool {
        self.number.is_multiple_of(2)
    }
}

/// Returns the nodes of the cheapest path around a loop, in order. The chain of each chord is within `tolerance` of it,
/// and on the allowed side.
///
/// A large tolerance is reached in steps: first a path within an eighth of it, then a path over the nodes of the
/// first within the rest. Distances add up to at most the tolerance, and a biased outline only moves to its side. So
/// the time for a loop hardly depends on the tolerance.
///
/// `misfit_per_tolerance` is the misfit that is worth a corner, for a tolerance of one.
pub(super) fn cheapest_nodes(corners: &[DVec2], misfit_per_tolerance: f64, tolerance: f64, side: f64) -> Vec<usize> {
    let corner_misfit = (misfit_per_tolerance * tolerance).at_least(f64::MIN_POSITIVE);
    if tolerance <= FINE {
        let path = LoopPath::new(corners, corner_misfit, tolerance, side, true).cheapest();
        return if path.len() < corners.len() { path } else { (0..corners.len()).map(|corner| 2 * corner).collect() };
    }
    let fine = cheapest_nodes(corners, misfit_per_tolerance, tolerance / 8.0, side);
    let points: Vec<DVec2> = fine.iter().map(|&node| node_point(corners, node)).collect();
    let coarse = LoopPath::new(&points, corner_misfit, tolerance * 0.875, side, false).cheapest();
    coarse.into_iter().map(|node| fine[node / 2]).collect()
}

/// Returns the lattice point at a node of a loop.
pub(super) fn node_point(corners: &[DVec2], node: usize) -> DVec2 {
    let corner = corners[node / 2];
    if node.is_multiple_of(2) {
        corner
    } else {
        middle(corner, corners[if node / 2 + 1 == corners.len() { 0 } else { node / 2 + 1 }])
    }
}

fn middle(a: DVec2, b: DVec2) -> DVec2 {
    a + ((b - a) * 0.5).trunc()
}

impl LoopPath {
    fn new(corners: &[DVec2], corner_misfit: f64, tolerance: f64, side: f64, has_middles: bool) -> Self {
        let has_middles = has_middles && side == 0.0;
        let mut nodes = Vec::with_capacity(2 * corners.len() + 1);
        let corners = [corners, &corners[..2]].concat();
        for (corner, edge) in corners.windows(2).enumerate() {
            nodes.push(PathNode { point: edge[0], number: 2 * corner });
            // Only axis-parallel edges longer than a pixel have a middle apart from their ends.
            let size = (edge[1] - edge[0]).abs();
            if has_middles && size.least() == 0.0 && size.greatest() >= 2.0 {
                nodes.push(PathNode { point: middle(edge[0], edge[1]), number: 2 * corner + 1 });
            }
        }
        // Drops the middle after the repeated first corner.
        nodes.pop_if(|last| !last.is_corner());
        Self { corners, nodes, tolerance, side, corner_misfit }
    }

    fn is_chord(&self, from: PathNode, to: PathNode) -> bool {
        let chord = Chord::new(from.point, to.point, self.side);
        chord.measure(&self.corners[from.number / 2 + 1..to.number.div_ceil(2)]).is_within(self.tolerance)
    }

    /// Collects the nodes to which a chord from the first node of `ahead` may lead, as indices of `ahead`. Nearly all
    /// candidates are valid.
    fn collect_candidates(&self, ahead: &[PathNode], candidates: &mut Vec<usize>) {
        let (start, end) = (ahead[0].point, ahead[0].number + 2 * LONGEST);
        let mut cone = ToleranceCone::new(self.tolerance, self.side);
        candidates.clear();
        for (step, node) in ahead.iter().enumerate().skip(1) {
            if node.number >= end {
                break;
            }
            let passed = cone.pass(node.point - start, node.is_corner());
            if passed.is_held {
                candidates.push(step);
            }
            if !passed.is_open {
                break;
            }
        }
    }

    /// Returns the cost of a corner at a node.
    fn price(&self, node: PathNode) -> f64 {
        let corner = node.number / 2;
        let before = if corner == 0 { self.corners.len() - 2 } else { corner } - 1;
        let [a, b, c] = [before, corner, corner + 1].map(|corner| self.corners[corner]);
        if node.is_corner() && (b - a).perp_dot(c - b) < 0.0 { REFLEX } else { 1.0 }
    }

    /// Returns the numbers of the nodes on the cheapest path around that begins at the first corner, by dynamic
    /// programming from the loop's end.
    ///
    /// The first corner is the farthest from the center of the loop, which most paths would use anyway.
    fn cheapest(&self) -> Vec<usize> {
        let last = self.nodes.len() - 1;
        let misfits = ChainSums::new(self.nodes.iter().map(|node| node.point));
        let mut rests = vec![PathRest { cost: f64::INFINITY, next: last }; last + 1];
        rests[last].cost = self.price(self.nodes[last]);
        let mut candidates = Vec::new();
        for from in (0..last).rev() {
            let (ahead, rests_ahead) = (&self.nodes[from..], &mut rests[from..]);
            self.collect_candidates(ahead, &mut candidates);
            // Nearly all candidates are valid, so only the cheapest is measured.
            while let Some((cost, step)) = self.cheapest_of(&candidates, from, &misfits, rests_ahead) {
                if self.is_chord(ahead[0], ahead[step]) {
                    rests_ahead[0] = PathRest { cost: cost + self.price(ahead[0]), next: from + step };
                    break;
                }
                candidates.retain(|&other| other != step);
            }
        }
        let indices = std::iter::successors(Some(0), |&index: &usize| Some(rests[index].next));
        indices.take_while(|&index| index < last).map(|index| self.nodes[index].number).collect()
    }

    /// Returns the chord from a node that makes the rest of the path cheapest, with the cost; on a tie the farthest.
    /// `None` if no chord leads to the end.
    fn cheapest_of(
        &self,
        candidates: &[usize],
        from: usize,
        misfits: &ChainSums,
        rests: &[PathRest],
    ) -> Option<(f64, usize)> {
        let mut best = None;
        let mut least = f64::INFINITY;
        // The rest is cheap from far nodes, so most near nodes are rejected by the first comparison.
        for &step in candidates.iter().rev() {
            let without_misfit = rests[step].cost;
            if without_misfit >= least {
                continue;
            }
            let limit = (least - without_misfit) * self.corner_misfit;
            if let Some(misfit) = misfits.misfit_below(from, from + step, limit) {
                least = without_misfit + misfit / self.corner_misfit;
                best = Some((least, step));
            }
        }
        best
    }
}

/// The cheapest path from a node to the end.
#[derive(Clone, Copy)]
struct PathRest {
    /// Its cost, including the corner at the node.
    cost: f64,
    /// Its next node.
    next: usize,
}

/// The directions from a point in which a ray passes within the tolerance of all corners so far.
///
/// A ray passes within `ε` of a point at distance `d` where it deviates by at most `asin(ε/d)` from the direction to
/// it. A chord outside of that is invalid, and an empty cone ends the search (Imai and Iri 1988, "Polygonal
/// approximations of a curve"; the cone of Sklansky and Gonzalez 1980). The cone selects candidates; [`Chord`] tests
/// them exactly.
pub(super) struct ToleranceCone {
    tolerance: f64,
    tolerance2: f64,
    side: f64,
    /// Its two sides, by growing angle; `None` while all directions are allowed.
    sides: Option<[ConeSide; 2]>,
}

/// One side of a cone.
#[derive(Clone, Copy)]
struct ConeSide {
    /// Not normalized.
    direction: DVec2,
    /// The tolerance times the direction's length: the cross product with a point at the tolerance from the ray.
    reach: f64,
}

/// The result of testing a node.
pub(super) struct ConeTest {
    /// Whether the node lies in the cone.
    pub(super) is_held: bool,
    /// Whether the cone, narrowed by the node, is not empty.
    pub(super) is_open: bool,
}

impl ToleranceCone {
    pub(super) fn new(tolerance: f64, side: f64) -> Self {
        let tolerance = tolerance * (1.0 + CONE_ROUNDING);
        Self { tolerance, tolerance2: tolerance * tolerance, side, sides: None }
    }

    /// Tests whether a node lies in the cone, and narrows the cone if the node is a corner.
    ///
    /// A corner ahead narrows a side if it lies farther inside of it than the tolerance. The same two products tell
    /// whether it lies in the cone.
    #[inline]
    pub(super) fn pass(&mut self, direction: DVec2, is_corner: bool) -> ConeTest {
        let Some([low, high]) = &mut self.sides else {
            return ConeTest { is_held: true, is_open: !is_corner || self.narrow(direction) };
        };
        let (from_low, to_high) = (low.direction.perp_dot(direction), direction.perp_dot(high.direction));
        let (is_along_low, is_along_high) = (low.direction.dot(direction) > 0.0, high.direction.dot(direction) > 0.0);
        let is_held = from_low >= 0.0 && to_high >= 0.0 && (is_along_low || is_along_high);
        if !is_corner {
            return ConeTest { is_held, is_open: true };
        }
        if self.side != 0.0 || !is_along_low || !is_along_high {
            return ConeTest { is_held, is_open: self.narrow(direction) };
        }
        let (narrows_low, narrows_high) = (from_low > low.reach, to_high > high.reach);
        if narrows_low || narrows_high {
            let [tangent_low, tangent_high] = tangents(direction, self.tolerance, self.tolerance2);
            *low = if narrows_low { tangent_low } else { *low };
            *high = if narrows_high { tangent_high } else { *high };
        }
        ConeTest { is_held, is_open: low.direction.perp_dot(high.direction) >= 0.0 }
    }

    /// Narrows the cone to directions that pass near a corner, on the allowed side of it; false if it is then
    /// empty.
    fn narrow(&mut self, direction: DVec2) -> bool {
        // The reach is not used with a bias to a side.
        let ray = |direction| ConeSide { direction, reach: 0.0 };
        let [tangent_low, tangent_high] = if direction.length_squared() > self.tolerance2 {
            tangents(direction, self.tolerance, self.tolerance2)
        } else if self.side == 0.0 {
            return true;
        } else {
            // Near the point any direction with the corner on the allowed side is valid; a quarter turn is enough.
            [-direction.perp(), direction.perp()].map(ray)
        };
        let low = if self.side < 0.0 { ray(direction) } else { tangent_low };
        let high = if self.side > 0.0 { ray(direction) } else { tangent_high };
        let [low, high] = match self.sides {
            None => [low, high],
            Some([old_low, old_high]) => [
                if old_low.direction.perp_dot(low.direction) > 0.0 { low } else { old_low },
                if old_high.direction.perp_dot(high.direction) < 0.0 { high } else { old_high },
            ],
        };
        self.sides = Some([low, high]);
        low.direction.perp_dot(high.direction) >= 0.0
            && (low.direction.dot(direction) > 0.0 || high.direction.dot(direction) > 0.0)
    }
}

/// Returns the two rays at the distance of the tolerance from a point, which is farther away than that.
#[inline]
fn tangents(direction: DVec2, tolerance: f64, tolerance2: f64) -> [ConeSide; 2] {
    // Turned by the angle whose sine is `ε/d` and whose cosine is `√(d² − ε²)/d`, and lengthened by `d`.
    let distance2 = direction.length_squared();
    let (along, across) = (direction * (distance2 - tolerance2).at_least(0.0).sqrt(), direction.perp() * tolerance);
    let reach = tolerance * distance2;
    [ConeSide { direction: along - across, reach }, ConeSide { direction: along + across, reach }]
}
