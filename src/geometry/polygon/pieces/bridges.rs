use crate::geometry::orientation;
use glam::Vec2;

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
    let mut line: Vec<Gap> = Vec::new();
    let (mut found, mut begun) = (Vec::new(), Vec::new());
    for (point, &place) in (0_u32..).zip(points) {
        let is_above = |gap: &Gap| {
            let [left, right] = gap.edge().map(|end| points[end as usize]);
            orientation(left, right, place) > 0.0
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
        begun.extend(edges.iter().map(|&(right, inside)| Gap {
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
struct Gap {
    left: u32,
    right: u32,
    inside: bool,
    /// The last point that was met at either border of the gap, or within it.
    last: u32,
    /// Whether two gaps became this one at that point, so that it is still to be joined to one ahead.
    waiting: bool,
}

impl Gap {
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
