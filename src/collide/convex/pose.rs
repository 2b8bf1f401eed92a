use super::ConvexPolygon;
use crate::geometry::{Aabb, Pose};

impl ConvexPolygon {
    /// The polygon turned around the origin of its frame by the pose's rotation, then moved by its translation.
    ///
    /// Computed in `f64` and rounded once, so nothing adds up where each frame turns the shape that it began with. Rounding
    /// may leave a corner up to half a unit in the last place off; tests allow for it. A pose that is not finite gives a
    /// polygon that meets nothing.
    #[must_use]
    pub fn transformed(&self, pose: &Pose) -> Self {
        if pose.rotation == 0.0 {
            return self.translated(pose.translation);
        }
        let turn = pose.isometry();
        let mut turned = self.clone();
        turned.origin = turn.apply(self.origin.as_dvec2()).as_vec2();
        turned.first.turn(&turn);
        for block in &mut turned.rest {
            block.turn(&turn);
        }
        let corners = (0..turned.len()).map(|index| turned.corner(index));
        turned.bounds = Aabb::from_points(corners).unwrap_or_default();
        turned
    }
}
