use super::{Polygon, contains::Place};
use glam::{DVec2, Vec2};

impl Polygon {
    /// Where a point that lies strictly inside has to go to be out of the polygon: the nearest point of the border, in pixels.
    ///
    /// `None` where the point is not strictly inside; on the border it is out. So is the answer, exactly: projected again,
    /// nothing moves. Where `f32` has no number for the nearest point, the answer lies beside it, outward, by a few times
    /// the distance of neighboring numbers; only where all those lie in the polygon as well, which takes a notch narrower
    /// than that, is it the nearest corner. Of edges that are equally near the first counts. `None` for NaN and infinity.
    /// Cost: O(n).
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// let block = Polygon::new(vec![vec2(0.0, 0.0), vec2(16.0, 0.0), vec2(16.0, 16.0), vec2(0.0, 16.0)])?;
    /// assert_eq!(block.project_out((7.0, 3.0)), Some(vec2(7.0, 0.0)));
    /// assert_eq!(block.project_out((7.0, 0.0)), None);
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn project_out(&self, point: impl Into<Vec2>) -> Option<Vec2> {
        let point = point.into();
        if self.place_of(point) != Place::Inside {
            return None;
        }
        let nearest = self.closest_border(point);
        let rounded = nearest.point.as_vec2();
        let is_out = |point: Vec2| self.place_of(point) != Place::Inside;
        let outward = self.outward(nearest.edge);
        // Rounding moves each coordinate by half a step at most, so one step outward in both leaves the edge behind, and a
        // second one makes up for steps that are half as long past a power of two and for what `f64` has lost. Fewer and
        // shorter ones come first.
        let stepped = |steps: [u32; 2]| {
            let step = |value: f32, toward: f64, count: u32| {
                (0..count).fold(value, |value, _| match toward {
                    toward if toward > 0.0 => value.next_up(),
                    toward if toward < 0.0 => value.next_down(),
                    _ => value,
                })
            };
            Vec2::new(step(rounded.x, outward.x, steps[0]), step(rounded.y, outward.y, steps[1]))
        };
        let steps = [[0, 0], [1, 0], [0, 1], [1, 1], [2, 0], [0, 2], [2, 2], [3, 3]];
        let beside = steps.into_iter().map(stepped).filter(|&candidate| is_out(candidate));
        let distance = |candidate: &Vec2| candidate.as_dvec2().distance_squared(nearest.point);
        let corner = || {
            let squares = self.points().iter().map(|corner| corner.as_dvec2().distance_squared(point.as_dvec2()));
            let nearest = squares.zip(self.points()).min_by(|(a, _), (b, _)| a.total_cmp(b));
            nearest.map(|(_, &corner)| corner)
        };
        beside.min_by(|a, b| distance(a).total_cmp(&distance(b))).or_else(corner)
    }

    /// A vector out of the polygon at a right angle to an edge, as long as the edge.
    pub(super) fn outward(&self, edge: usize) -> DVec2 {
        let edge = self.edge(edge);
        let along = edge.end.as_dvec2() - edge.start.as_dvec2();
        DVec2::new(along.y, -along.x) * self.winding().inner_sign()
    }
}
