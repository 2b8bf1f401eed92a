//! The Minkowski sum of a pixel and a mirrored shape: the displacements at which the shape touches the pixel.
//!
//! A shape that is moved by `u` shares a point with the closed square of pixel `p` if `u − p` lies in the sum of the
//! square at the origin and the mirrored shape. So a shape among pixels is a point among sums, and a cast is a ray:
//!
//! ```text
//!    pixel    disc        sum: the square grown by the radius      the ray of the disc's center
//!    +--+    ,-.          ,------.                                 .  ,------.
//!    |  |   (   )        |  +--+  |                                 `.|  +--+ |
//!    +--+    `-'         |  +--+  |                                   x  +--+ |
//!                         `------'                                     `-----'
//! ```

use crate::geometry::tolerance::CORNER_ROUNDING;
use glam::DVec2;

/// The sum of a pixel at the origin and a mirrored convex core, grown by the core's radius.
///
/// The *signed distance* of a point is that from the sum without the radius; below 0 inside. So the shape overlaps the
/// pixel where it is less than the radius.
pub(super) trait PixelSum {
    /// Returns the radius.
    fn radius(&self) -> f64;

    /// Returns the bounding box of the sum without the radius.
    fn bounds(&self) -> (DVec2, DVec2);

    /// Returns the greatest product of a direction and a point of the sum without the radius.
    fn support(&self, direction: DVec2) -> f64;

    /// Returns the signed distance of a point.
    fn signed_distance(&self, point: DVec2) -> f64;

    /// Returns the open interval of times in which the signed distance of `point + time·motion` is less than `depth`.
    fn span(&self, point: DVec2, motion: DVec2, depth: f64) -> Option<(f64, f64)>;

    /// Returns the first time of [`span`](Self::span) up to `end`, and 0 or less if the point lies in the sum or has left it;
    /// `None` if it misses the sum, or later.
    fn enter(&self, point: DVec2, motion: DVec2, depth: f64, end: f64) -> Option<f64>;

    /// Returns the unit normal of the sum where a point is nearest to its border. Of two that are as near, the one more
    /// against the motion.
    fn normal(&self, point: DVec2, motion: DVec2) -> DVec2;

    /// Returns the ends, along the other axis, of the side that is lowest along an axis, or highest.
    fn side(&self, axis: usize, is_high: bool) -> (f64, f64);

    /// Returns the ends, along the other axis, of the section at a coordinate, clamped to the sum.
    fn section(&self, axis: usize, coordinate: f64) -> (f64, f64);
}

/// The sum for a disc or a box, whose sides are parallel to the axes.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoxSum {
    low: DVec2,
    high: DVec2,
    radius: f64,
}

impl BoxSum {
    /// Creates the sum of a box of pixels of a size and a mirrored box.
    #[inline(always)]
    pub(super) fn new(size: DVec2, min: DVec2, max: DVec2, radius: f64) -> Self {
        Self { low: -max, high: size - min, radius }
    }

    /// Returns by how much a point lies beyond the sides along each axis; below 0 between them.
    #[inline(always)]
    fn beyond(&self, point: DVec2) -> DVec2 {
        (self.low - point).max(point - self.high)
    }
}

impl PixelSum for BoxSum {
    #[inline(always)]
    fn radius(&self) -> f64 {
        self.radius
    }

    #[inline(always)]
    fn bounds(&self) -> (DVec2, DVec2) {
        (self.low, self.high)
    }

    #[inline(always)]
    fn support(&self, direction: DVec2) -> f64 {
        let along = |low: f64, high: f64, direction: f64| direction * if direction < 0.0 { low } else { high };
        along(self.low.x, self.high.x, direction.x) + along(self.low.y, self.high.y, direction.y)
    }

    #[inline(always)]
    fn signed_distance(&self, point: DVec2) -> f64 {
        let beyond = self.beyond(point);
        if beyond.max_element() <= 0.0 { beyond.max_element() } else { length(beyond.max(DVec2::ZERO)) }
    }

    #[inline(always)]
    fn span(&self, point: DVec2, motion: DVec2, depth: f64) -> Option<(f64, f64)> {
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in 0..2 {
            let (along, at) = (motion[axis], point[axis]);
            let (low, high) = (self.low[axis] - at - depth, self.high[axis] - at + depth);
            if along == 0.0 {
                if low >= 0.0 || high <= 0.0 {
                    return None;
                }
            } else {
                let (first, last) = if along > 0.0 { (low / along, high / along) } else { (high / along, low / along) };
                enter = enter.max(first);
                leave = leave.min(last);
            }
        }
        if enter >= leave {
            return None;
        }
        if depth <= 0.0 {
            return Some((enter, leave));
        }
        // The corners of the grown box are round: a line that passes beside the disc of a corner misses the sum.
        let corner = |time: f64| {
            let at = point + motion * time;
            let corner = at.clamp(self.low, self.high);
            (corner.x != at.x && corner.y != at.y).then_some(corner)
        };
        if enter.is_finite()
            && let Some(corner) = corner(enter)
        {
            enter = disc_span(point - corner, motion, depth)?.0;
        }
        if leave.is_finite()
            && let Some(corner) = corner(leave)
        {
            leave = disc_span(point - corner, motion, depth)?.1;
        }
        (enter < leave).then_some((enter, leave))
    }

    #[inline(always)]
    fn enter(&self, point: DVec2, motion: DVec2, depth: f64, end: f64) -> Option<f64> {
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for axis in 0..2 {
            let (along, at) = (motion[axis], point[axis]);
            // The side that is met first, and the other one.
            let (first, last) = (self.low[axis] - at - depth, self.high[axis] - at + depth);
            let (first, last) = if along < 0.0 { (last, first) } else { (first, last) };
            if along == 0.0 {
                if first > 0.0 || last < 0.0 {
                    return None;
                }
            } else {
                let (first, last) = (first / along, last / along);
                enter = if first > enter { first } else { enter };
                leave = if last < leave { last } else { leave };
            }
        }
        // Touched or left, or nearly so: the walk looks closer.
        if enter > end || enter > leave || leave < 0.0 {
            return None;
        }
        if enter <= 0.0 {
            // In a corner of the grown box, but outside of its disc.
            let beyond = self.beyond(point);
            if depth > 0.0 && beyond.x > 0.0 && beyond.y > 0.0 && dot(beyond, beyond) > depth * depth {
                return disc_span(point - point.clamp(self.low, self.high), motion, depth)
                    .and_then(|(enter, _)| (enter > 0.0 && enter <= end).then_some(enter));
            }
            return Some(0.0);
        }
        if depth > 0.0 {
            let at = point + motion * enter;
            let corner = at.clamp(self.low, self.high);
            if corner.x != at.x && corner.y != at.y {
                enter = disc_span(point - corner, motion, depth)?.0;
            }
        }
        (enter <= end).then_some(enter)
    }

    #[inline(always)]
    fn normal(&self, point: DVec2, motion: DVec2) -> DVec2 {
        let beyond = self.beyond(point);
        let middle = (self.low + self.high) * 0.5;
        let away = DVec2::new(if point.x < middle.x { -1.0 } else { 1.0 }, if point.y < middle.y { -1.0 } else { 1.0 });
        if self.radius > 0.0 && beyond.x > 0.0 && beyond.y > 0.0 {
            return away * beyond / length(beyond);
        }
        let is_x = if beyond.x == beyond.y { motion.x.abs() >= motion.y.abs() } else { beyond.x > beyond.y };
        if is_x { DVec2::new(away.x, 0.0) } else { DVec2::new(0.0, away.y) }
    }

    #[inline(always)]
    fn side(&self, axis: usize, _: bool) -> (f64, f64) {
        (self.low[1 - axis], self.high[1 - axis])
    }

    #[inline(always)]
    fn section(&self, axis: usize, _: f64) -> (f64, f64) {
        (self.low[1 - axis], self.high[1 - axis])
    }
}

/// The sum for any other core: a convex polygon.
#[derive(Clone, Debug)]
pub(super) struct PolygonSum {
    /// Clockwise on screen.
    edges: Vec<SumEdge>,
    low: DVec2,
    high: DVec2,
    radius: f64,
}

/// An edge of a [`PolygonSum`].
#[derive(Clone, Copy, Debug)]
struct SumEdge {
    start: DVec2,
    end: DVec2,
    /// The middle, relative to which separations are computed: mirrored edges have mirrored middles.
    middle: DVec2,
    /// The outward unit normal.
    normal: DVec2,
}

impl SumEdge {
    /// Returns how far a point lies outside of the edge's line.
    #[inline]
    fn separation(&self, point: DVec2) -> f64 {
        dot(self.normal, point - self.middle)
    }
}

impl PolygonSum {
    /// Creates the sum of a box of pixels of a size and the mirrored convex hull of two or more points in clockwise
    /// order.
    pub(super) fn new(size: DVec2, points: &[DVec2], radius: f64) -> Self {
        let square = [DVec2::ZERO, DVec2::new(size.x, 0.0), size, DVec2::new(0.0, size.y)];
        let count = points.len();
        let is_before = |a: DVec2, b: DVec2| (a.y, a.x) < (b.y, b.x);
        // Mirrored, so the last point in that order is the first.
        let first =
            (1..count).fold(0, |first, index| if is_before(points[first], points[index]) { index } else { first });
        let point = |index: usize| -points[(first + index) % count];
        let mut corners = Vec::with_capacity(count + 4);
        let (mut of_square, mut of_core) = (0, 0);
        // Edges of both in order of their directions.
        while of_square < 4 || of_core < count {
            let corner = square[of_square % 4] + point(of_core);
            if corners.last() != Some(&corner) {
                corners.push(corner);
            }
            let side = square[(of_square + 1) % 4] - square[of_square % 4];
            let edge = point(of_core + 1) - point(of_core);
            let turn = if of_core == count {
                1.0
            } else if of_square == 4 {
                -1.0
            } else {
                side.x * edge.y - side.y * edge.x
            };
            of_square += usize::from(turn >= 0.0 && of_square < 4);
            of_core += usize::from(turn <= 0.0);
        }
        while corners.len() > 1 && corners.last() == corners.first() {
            corners.pop();
        }
        let edge = |index: usize| {
            let (start, end) = (corners[index], corners[(index + 1) % corners.len()]);
            let along = end - start;
            SumEdge { start, end, middle: (start + end) * 0.5, normal: DVec2::new(along.y, -along.x) / length(along) }
        };
        let (low, high) =
            corners.iter().fold((corners[0], corners[0]), |(low, high), corner| (low.min(*corner), high.max(*corner)));
        Self { edges: (0..corners.len()).map(edge).collect(), low, high, radius }
    }

    /// Returns the greatest separation of a point from an edge; below 0 inside.
    fn separation(&self, point: DVec2) -> f64 {
        self.edges.iter().fold(f64::NEG_INFINITY, |most, edge| most.max(edge.separation(point)))
    }

    /// Returns the edge from which a point is farthest outside. Of several, but for rounding, the one most against the
    /// motion, then the one whose normal is most along x.
    fn farthest_edge(&self, point: DVec2, separation: f64, motion: DVec2) -> &SumEdge {
        let rounding = CORNER_ROUNDING * (1.0 + (self.high - self.low).max_element());
        let tied = self.edges.iter().filter(|edge| edge.separation(point) >= separation - rounding);
        let key = |edge: &SumEdge| (-dot(edge.normal, motion), edge.normal.x.abs());
        tied.reduce(|best, edge| if key(edge) > key(best) { edge } else { best }).unwrap_or(&self.edges[0])
    }

    /// Returns the vector from the nearest point of the border to a point outside.
    fn outward_offset(&self, point: DVec2) -> DVec2 {
        let from_edge = |edge: &SumEdge| {
            let along = edge.end - edge.start;
            let part = (dot(point - edge.start, along) / dot(along, along)).clamp(0.0, 1.0);
            // The nearer end is exact.
            if part > 0.5 { point - edge.end + along * (1.0 - part) } else { point - edge.start - along * part }
        };
        let outside = self.edges.iter().filter(|edge| edge.separation(point) > 0.0).map(from_edge);
        outside.fold(DVec2::INFINITY, |best, from| if dot(from, from) < dot(best, best) { from } else { best })
    }
}

impl PixelSum for PolygonSum {
    fn radius(&self) -> f64 {
        self.radius
    }

    fn bounds(&self) -> (DVec2, DVec2) {
        (self.low, self.high)
    }

    fn support(&self, direction: DVec2) -> f64 {
        self.edges.iter().fold(f64::NEG_INFINITY, |most, edge| most.max(dot(edge.start, direction)))
    }

    fn signed_distance(&self, point: DVec2) -> f64 {
        let separation = self.separation(point);
        if separation <= 0.0 { separation } else { length(self.outward_offset(point)) }
    }

    fn span(&self, point: DVec2, motion: DVec2, depth: f64) -> Option<(f64, f64)> {
        let (mut enter, mut leave) = (f64::NEG_INFINITY, f64::INFINITY);
        for edge in &self.edges {
            let ahead = depth - edge.separation(point);
            let speed = dot(edge.normal, motion);
            if speed == 0.0 {
                if ahead <= 0.0 {
                    return None;
                }
            } else if speed < 0.0 {
                enter = enter.max(ahead / speed);
            } else {
                leave = leave.min(ahead / speed);
            }
        }
        if enter >= leave {
            return None;
        }
        if depth <= 0.0 {
            return Some((enter, leave));
        }
        // The border of the grown polygon: edges moved outward, and discs around corners.
        let (mut first, mut last) = (f64::INFINITY, f64::NEG_INFINITY);
        for edge in &self.edges {
            if let Some((enter, leave)) = disc_span(point - edge.start, motion, depth) {
                first = first.min(enter);
                last = last.max(leave);
            }
            let speed = dot(edge.normal, motion);
            if speed != 0.0 {
                let time = (depth - edge.separation(point)) / speed;
                let at = point + motion * time;
                let along = edge.end - edge.start;
                if dot(at - edge.start, along) >= 0.0 && dot(at - edge.end, along) <= 0.0 {
                    first = first.min(time);
                    last = last.max(time);
                }
            }
        }
        (first < last).then_some((first, last))
    }

    fn enter(&self, point: DVec2, motion: DVec2, depth: f64, end: f64) -> Option<f64> {
        if motion == DVec2::ZERO {
            return Some(0.0);
        }
        let (enter, leave) = self.span(point, motion, depth)?;
        (enter <= end && leave > 0.0).then_some(enter)
    }

    fn normal(&self, point: DVec2, motion: DVec2) -> DVec2 {
        let separation = self.separation(point);
        let edge = self.farthest_edge(point, separation, motion);
        if self.radius == 0.0 || separation <= 0.0 {
            return edge.normal;
        }
        let along = edge.end - edge.start;
        if dot(point - edge.start, along) >= 0.0 && dot(point - edge.end, along) <= 0.0 {
            return edge.normal;
        }
        let out = self.outward_offset(point);
        let distance = length(out);
        if distance > 0.0 { out / distance } else { edge.normal }
    }

    fn side(&self, axis: usize, is_high: bool) -> (f64, f64) {
        let most = if is_high { self.high[axis] } else { self.low[axis] };
        let on_side = self.edges.iter().filter(|edge| edge.start[axis] == most);
        on_side.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), edge| {
            (low.min(edge.start[1 - axis]), high.max(edge.start[1 - axis]))
        })
    }

    fn section(&self, axis: usize, coordinate: f64) -> (f64, f64) {
        let coordinate = coordinate.clamp(self.low[axis], self.high[axis]);
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for edge in &self.edges {
            let (start, end) = (edge.start[axis], edge.end[axis]);
            if start.min(end) <= coordinate && coordinate <= start.max(end) {
                let part = if start == end { 0.0 } else { (coordinate - start) / (end - start) };
                let across = edge.start[1 - axis] + (edge.end[1 - axis] - edge.start[1 - axis]) * part;
                low = low.min(across);
                high = high.max(across);
            }
        }
        (low, high)
    }
}

/// Returns the open interval of times in which `from + time·motion` lies in the disc of a radius around the origin.
#[inline(always)]
fn disc_span(from: DVec2, motion: DVec2, radius: f64) -> Option<(f64, f64)> {
    let speed = dot(motion, motion);
    let aside = from.x * motion.y - from.y * motion.x;
    let half_chord = speed * radius * radius - aside * aside;
    if half_chord.is_nan() || half_chord <= 0.0 {
        return None;
    }
    let (toward, half_chord) = (-dot(from, motion), half_chord.sqrt());
    // Of both roots, the one without cancellation; the other by their product.
    let outside = dot(from, from) - radius * radius;
    Some(if toward >= 0.0 {
        (outside / (toward + half_chord), (toward + half_chord) / speed)
    } else {
        ((toward - half_chord) / speed, outside / (toward - half_chord))
    })
}

/// Returns the dot product. Equal for swapped axes, unlike one that is fused.
#[inline(always)]
pub(super) fn dot(a: DVec2, b: DVec2) -> f64 {
    a.x * b.x + a.y * b.y
}

#[inline(always)]
fn length(vector: DVec2) -> f64 {
    dot(vector, vector).sqrt()
}
