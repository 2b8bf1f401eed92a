use super::{Polygon, contains::Place, crossings};
use glam::Vec2;

impl Polygon {
    /// The parts of the segment from `a` to `b` that lie in the polygon, its border included: from which part of the way to
    /// which, each within 0 and 1, in their order, with gaps between them.
    ///
    /// A stretch along an edge is in it; where the segment only touches the border at a point, that point is left out, as
    /// is a stretch so short that `f32` cannot tell its ends apart. Which stretches there are is decided exactly, their
    /// ends are computed in `f64` and rounded once. If both ends are the same point, that is `[(0.0, 1.0)]` where it lies in
    /// the polygon or on its border. Empty where a coordinate is not finite. Cost: O(n), and O(k log k) for k crossings.
    ///
    /// ```
    /// use tileray::{Polygon, glam::vec2};
    ///
    /// // A U: two walls on a floor.
    /// let corners = [(0, 0), (1, 0), (1, 4), (3, 4), (3, 0), (4, 0), (4, 5), (0, 5)];
    /// let cup = Polygon::new(corners.map(|(x, y)| vec2(x as f32, y as f32)).to_vec())?;
    /// assert_eq!(cup.segment_inside((-2.0, 2.0), (6.0, 2.0)), [(0.25, 0.375), (0.625, 0.75)]);
    /// assert_eq!(cup.segment_inside((0.0, 4.0), (4.0, 4.0)), [(0.0, 1.0)]);
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn segment_inside(&self, a: impl Into<Vec2>, b: impl Into<Vec2>) -> Vec<(f32, f32)> {
        let (a, b) = (a.into(), b.into());
        if !a.is_finite() || !b.is_finite() {
            return Vec::new();
        }
        if a == b {
            return if self.place_of(a) == Place::Outside { Vec::new() } else { vec![(0.0, 1.0)] };
        }
        let mut found: Vec<(f32, f32)> = Vec::new();
        for stretch in crossings::stretches(self, a, b) {
            let (from, to) = (stretch.from as f32, stretch.to as f32);
            match found.last_mut() {
                // A stretch ends where another begins at each corner on the way.
                Some(last) if last.1 >= from => last.1 = last.1.max(to),
                _ if from < to => found.push((from, to)),
                _ => {}
            }
        }
        found
    }
}
