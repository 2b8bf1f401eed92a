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
struct Opening {
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
        let mut sides = Vec::with_capacity(triangles.len() * 3);
        for (index, triangle) in (0..).zip(triangles) {
            for k in 0..3_u8 {
                let (from, to) = (triangle[usize::from(k)], triangle[(usize::from(k) + 1) % 3]);
                let place = &mut free[from as usize];
                around[*place as usize] = (index, k);
                *place += 1;
                sides.push((from.min(to), from.max(to), index, k));
            }
        }
        // The two triangles that share a side come next to each other.
        sides.sort_unstable();
        let mut beyond = vec![[(OUTSIDE, 0); 3]; triangles.len()];
        for pair in sides.windows(2) {
            let [(low, high, first, k), (other_low, other_high, second, l)] = [pair[0], pair[1]];
            if (low, high) == (other_low, other_high) {
                beyond[first as usize][usize::from(k)] = (second, (l + 2) % 3);
                beyond[second as usize][usize::from(l)] = (first, (k + 2) % 3);
            }
        }
        Self { points, triangles, beyond, around, starts }
    }

    /// Appends the corners that `eye` sees, and returns how many triangles were looked into.
    ///
    /// Seen is a corner to which the line stays inside, touching the border at most on one side of the line. It is found by
    /// going from triangle to triangle, with the two rays between which one sees; as the triangles form a tree, each is
    /// entered once at most, through the side that looks toward the eye. The rays run through corners, so that nothing is
    /// rounded. Where a corner lies on one of them, the line to it touches the corner that the ray was bounded by, on the
    /// outer side. One ray that is bounded on both sides is no longer followed.
    pub(super) fn from(&self, eye: u32, seen: &mut Vec<Seen>) -> usize {
        let mut steps = 0;
        let mut openings = Vec::new();
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
                    self.look_into(eye, &opening, seen, &mut openings);
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
