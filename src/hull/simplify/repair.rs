//! Edges that cross, touch or jump over a loop are split until none does.

use super::crossing::{edges_meet, is_right_of_way, winds_around};
use super::grid::{Grid, Look};
use super::loops::{Edge, Loops};
use super::outline::{Aim, Outline};
use glam::DVec2;

/// The loops with few edges, so that each lies to the others as the one that it stands for does.
///
/// That is so when
/// 1. no two edges have more in common than an end where the given loops touch,
/// 2. the loops that still touch at a point pass it on the same sides of each other as the given ones,
/// 3. each goes around an area as the given one does, and
/// 4. no edge and the chain that it stands for have a corner of another loop between them; one corner of each other
///    loop is enough, as by 1 it lies on one side as a whole.
///
/// What breaks one of these is split, unless it passes over no corner. Edges that pass over none lie on those of the given
/// loops, which break nothing; so there is always one that can be split, and each time a corner more is kept. As there are
/// only so many, and each loop is given up once at most, it ends.
pub(super) fn repaired<'a>(loops: &'a Loops<'a>, aim: Aim, tolerance: f64, side: f64) -> Outline<'a> {
    let (outline, waiting) = Outline::new(loops, aim, tolerance, side);
    let mut repair = Repair {
        outline,
        tolerance,
        grid: Grid::new(&loops.corners, waiting.len()),
        nodes: Grid::new(&loops.corners, loops.count()),
        waiting,
        unchecked: (0..loops.count()).collect(),
    };
    if loops.count() > 1 {
        for ring in 0..loops.count() {
            let node = repair.outline.first_node(ring);
            let at = loops.at(node, ring as u32);
            repair.nodes.insert([at, at], (ring as u32, at));
        }
    }
    while !repair.waiting.is_empty() {
        repair.part_edges();
        repair.part_touches();
        repair.check_loops();
    }
    repair.outline
}

struct Repair<'a> {
    outline: Outline<'a>,
    tolerance: f64,
    /// The edges that are known to keep apart.
    grid: Grid<Edge>,
    /// A node of each loop.
    nodes: Grid<(u32, DVec2)>,
    /// Edges that are not in the grid yet.
    waiting: Vec<Edge>,
    /// Loops that are new, or have edges that are.
    unchecked: Vec<usize>,
}

impl Repair<'_> {
    fn split(&mut self, edge: Edge) {
        self.outline.split(edge, &mut self.waiting);
        self.unchecked.push(edge.ring as usize);
    }

    /// Splits edges that meet, until none do.
    fn part_edges(&mut self) {
        while let Some(edge) = self.waiting.pop() {
            if !self.outline.has(edge) {
                continue;
            }
            let (loops, outline) = (self.outline.loops, &self.outline);
            let ends = loops.ends(edge);
            let passed = outline.corners_passed(edge);
            let met = self.grid.find(ends, 0.0, |other| {
                if !outline.has(other) {
                    Look::Forget
                } else if other != edge
                    && edges_meet(ends, loops.ends(other))
                    && (passed > 0 || outline.can_split(other))
                {
                    Look::Found
                } else {
                    Look::On
                }
            });
            let Some(other) = met else {
                self.grid.insert(ends, edge);
                continue;
            };
            // The longer one mostly is the one to blame.
            let longer = if self.outline.corners_passed(other) > passed { other } else { edge };
            self.split(longer);
            if longer != edge {
                self.waiting.push(edge);
            }
        }
    }

    /// Splits edges at points where two loops touch that pass each other on another side than the given ones.
    fn part_touches(&mut self) {
        let loops = self.outline.loops;
        for &[one, other] in &loops.touches {
            if ![one, other].iter().all(|corner| self.outline.has_node(2 * corner)) {
                continue;
            }
            let rings = [one, other].map(|corner| loops.ring_of(corner) as u32);
            let at = loops.corners[one as usize];
            let given = [one, other].map(|corner| loops.neighbors(corner).map(|point| point - at));
            let edges = [self.outline.edges_at(2 * one, rings[0]), self.outline.edges_at(2 * other, rings[1])];
            let found = edges.map(|[into, out]| [loops.at(into.from, into.ring) - at, loops.at(out.to, out.ring) - at]);
            let sides = |[way, beside]: [[DVec2; 2]; 2]| beside.map(|point| is_right_of_way(way[0], way[1], point));
            if sides(found) != sides(given) {
                self.split_all(&edges.concat());
            }
        }
    }

    fn split_all(&mut self, edges: &[Edge]) {
        for &edge in edges {
            // One edge may be both that into a point and that out of another.
            if self.outline.has(edge) && self.outline.can_split(edge) {
                self.split(edge);
            }
        }
    }

    fn check_loops(&mut self) {
        let mut rings = std::mem::take(&mut self.unchecked);
        rings.sort_unstable();
        rings.dedup();
        for ring in rings {
            self.check_loop(ring);
        }
    }

    /// Splits edges of a loop that does not go around an area as it should, or that jumps over others; one that was split so
    /// often that it has more corners than the given one is given up for that.
    fn check_loop(&mut self, ring: usize) {
        if self.outline.restore_longer(ring, &mut self.waiting) {
            return;
        }
        let (loops, outline) = (self.outline.loops, &self.outline);
        let passing: Vec<Edge> = outline.edges(ring).filter(|&edge| outline.can_split(edge)).collect();
        if !outline.is_upright(ring) {
            self.split_all(&passing);
        } else if loops.count() > 1 {
            for edge in passing {
                self.check_jump(edge);
            }
        }
    }

    /// Splits an edge that another loop lies between it and its chain.
    fn check_jump(&mut self, edge: Edge) {
        let loops = self.outline.loops;
        let ends = loops.ends(edge);
        let [first, second] = loops.passed(edge);
        // A chain lies within the tolerance of its edge, and so does what lies between them.
        let between = self.nodes.find(ends, self.tolerance, |(ring, at)| {
            let corners = || loops.corners[first.clone()].iter().chain(&loops.corners[second.clone()]).copied();
            let around = std::iter::once(ends[0]).chain(corners()).chain([ends[1]]);
            let is_touch = at == ends[0] || at == ends[1];
            // A chain that leads through the corner may leave it on either side.
            let is_between = || corners().any(|corner| corner == at) || winds_around(around.clone(), at);
            if ring != edge.ring && !is_touch && is_between() { Look::Found } else { Look::On }
        });
        if between.is_some() {
            self.split(edge);
        }
    }
}
