use crate::geometry::orientation;
use glam::Vec2;

/// Stands for no triangle: the side is an edge of the polygon.
const OUTSIDE: u32 = u32::MAX;

/// A triangulated polygon, to be asked what can be seen from a corner.
pub(super) struct Sight<'a> {
    points: &'a [Vec2],
    triangles: &'a [[u32; 3]],
    /// What lies beyond the side from corner `k` of a triangle to the next: a triangle, and which of its corners is off
    /// that side.
    beyond: Vec<[(u32, u8); 3]>,
    /// The triangles at each corner, with which of their corners it is; those of corner `c` from `starts[c]` on.
    around: Vec<(u32, u8)>,
    starts: Vec<u32>,
}

/// A corner that was seen.
pub(super) struct Seen {
    pub(super) corner: u32,
    /// Whether the line to it touches nothing on its way, or is an edge of the polygon.
    pub(super) clear: bool,
}

/// A side through which one looks into a triangle, and the rays that bound what is seen through it.
pub(super) struct Opening {
    triangle: u32,
    apex: u8,
    right: u32,
    left: u32,
}

impl<'a> Sight<'a> {
    /// The triangles are those of [`triangulate`](super::triangulate).
    pub(super) fn new(points: &'a [Vec2], triangles: &'a [[u32; 3]]) -> Self {
        let mut starts = vec![0_u32; points.len() + 1];
        for &corner in triangles.iter().flatten() {
            starts[corner as usize + 1] += 1;
        }
        for index in 1..starts.len() {
            starts[index] += starts[index - 1];
        }
        let mut around = vec![(OUTSIDE, 0); triangles.len() * 3];
        let mut free = starts.clone();
        for (index, triangle) in (0..).zip(triangles) {
            for (k, &corner) in (0..).zip(triangle) {
                let place = &mut free[corner as usize];
                around[*place as usize] = (index, k);
                *place += 1;
            }
        }
        let beyond = triangles_beyond(points.len(), triangles);
        Self { points, triangles, beyond, around, starts }
    }

    /// Appends the corners that `eye` sees, and returns how many triangles were looked into.
    ///
    /// Seen is a corner to which the line stays inside, touching the border at most on one side of the line. It is found by
    /// going from triangle to triangle, with the two rays between which one sees; as the triangles form a tree, each is
    /// entered once at most, through the side that looks toward the eye. The rays run through corners, so that nothing is
    /// rounded. Where a corner lies on one of them, the line to it touches the corner that the ray was bounded by, on the
    /// outer side. One ray that is bounded on both sides is no longer followed.
    pub(super) fn from(&self, eye: u32, openings: &mut Vec<Opening>, seen: &mut Vec<Seen>) -> usize {
        let mut steps = 0;
        openings.clear();
        let around = self.starts[eye as usize] as usize..self.starts[eye as usize + 1] as usize;
        for &(triangle, k) in &self.around[around] {
            let corners = self.triangles[triangle as usize];
            let (right, left) = (corners[(usize::from(k) + 1) % 3], corners[(usize::from(k) + 2) % 3]);
            seen.push(Seen { corner: right, clear: true });
            // Where it is not the right one of the next triangle around the eye, it is the corner before the eye.
            if self.beyond[triangle as usize][(usize::from(k) + 2) % 3].0 == OUTSIDE {
                seen.push(Seen { corner: left, clear: true });
            }
            let (next, apex) = self.beyond[triangle as usize][(usize::from(k) + 1) % 3];
            openings.push(Opening { triangle: next, apex, right, left });
            while let Some(opening) = openings.pop() {
                if opening.triangle != OUTSIDE {
                    steps += 1;
                    self.look_into(eye, &opening, seen, openings);
                }
            }
        }
        steps
    }

    fn look_into(&self, eye: u32, opening: &Opening, seen: &mut Vec<Seen>, openings: &mut Vec<Opening>) {
        let &Opening { triangle, apex, right, left } = opening;
        let tip = self.triangles[triangle as usize][usize::from(apex)];
        let [from, to_right, to_left, to_tip] = [eye, right, left, tip].map(|corner| self.points[corner as usize]);
        // All that lies beyond the side is less than half a turn from any ray through it, so that these signs tell.
        let from_right = orientation(from, to_right, to_tip);
        let from_left = orientation(from, to_tip, to_left);
        if from_right >= 0.0 && from_left >= 0.0 {
            seen.push(Seen { corner: tip, clear: from_right > 0.0 && from_left > 0.0 });
        }
        // In this triangle the side runs from left to right, so that its corners are the tip, left and right.
        let beside_left = self.beyond[triangle as usize][usize::from(apex)];
        let beside_right = self.beyond[triangle as usize][(usize::from(apex) + 2) % 3];
        if from_right > 0.0 {
            let left = if from_left > 0.0 { tip } else { left };
            openings.push(Opening { triangle: beside_right.0, apex: beside_right.1, right, left });
        }
        if from_left > 0.0 {
            let right = if from_right > 0.0 { tip } else { right };
            openings.push(Opening { triangle: beside_left.0, apex: beside_left.1, right, left });
        }
    }
}

/// What lies beyond each side of the triangles of a polygon with so many corners.
///
/// They stand in the order in which they were clipped, each with the tip between its neighbors. So two of its sides are edges
/// of what was left of the polygon, and the third becomes one, but for the last triangle, which is all that was left.
fn triangles_beyond(corners: usize, triangles: &[[u32; 3]]) -> Vec<[(u32, u8); 3]> {
    let mut beyond = vec![[(OUTSIDE, 0); 3]; triangles.len()];
    // For each corner the triangle beyond the edge that begins there, and which of its corners does.
    let mut edges = vec![(OUTSIDE, 0_u8); corners];
    for (index, triangle) in triangles.iter().enumerate() {
        let closed = if index + 1 == triangles.len() { 3 } else { 2 };
        for k in 0..closed {
            let (other, l) = edges[triangle[k] as usize];
            if other != OUTSIDE {
                beyond[index][k] = (other, (l + 2) % 3);
                beyond[other as usize][usize::from(l)] = (index as u32, (k as u8 + 2) % 3);
            }
        }
        edges[triangle[0] as usize] = (index as u32, 2);
    }
    beyond
}
