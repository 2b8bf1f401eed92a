use crate::geometry::Isometry;
use glam::Vec2;

/// How many edges are tested at once.
pub(in crate::collide) const LANES: usize = 8;

/// Up to eight corners of a convex polygon and the edges that begin at them, a number a lane.
///
/// Lanes past the last corner repeat it with its edge, which changes neither a minimum over corners nor a maximum over
/// edges, so that no test asks how many there are.
#[derive(Clone, Debug, PartialEq)]
#[repr(align(32))]
pub(in crate::collide) struct Block {
    /// The corners, relative to the polygon's origin.
    pub(in crate::collide) x: [f32; LANES],
    pub(in crate::collide) y: [f32; LANES],
    /// The unit normals of the edges, which point outward.
    pub(in crate::collide) normal_x: [f32; LANES],
    pub(in crate::collide) normal_y: [f32; LANES],
    /// How far the polygon reaches along each normal, from its origin.
    pub(in crate::collide) support: [f32; LANES],
}

impl Block {
    /// One point eight times, without edges: what polygons are made of.
    pub(super) const ZERO: Self =
        Self { x: [0.0; 8], y: [0.0; 8], normal_x: [0.0; 8], normal_y: [0.0; 8], support: [0.0; 8] };

    /// A corner, relative to the polygon's origin.
    #[inline]
    pub(in crate::collide) fn corner(&self, lane: usize) -> Vec2 {
        Vec2::new(self.x[lane % LANES], self.y[lane % LANES])
    }

    /// The outward normal of the edge that begins at a corner.
    #[inline]
    pub(in crate::collide) fn normal(&self, lane: usize) -> Vec2 {
        Vec2::new(self.normal_x[lane % LANES], self.normal_y[lane % LANES])
    }

    /// Sets a corner.
    pub(super) fn set_corner(&mut self, lane: usize, corner: Vec2) {
        (self.x[lane], self.y[lane]) = (corner.x, corner.y);
    }

    /// Sets the edge that begins at a corner.
    pub(super) fn set_edge(&mut self, lane: usize, normal: Vec2, support: f32) {
        (self.normal_x[lane], self.normal_y[lane], self.support[lane]) = (normal.x, normal.y, support);
    }

    /// Turns corners and normals around the polygon's origin.
    ///
    /// How far the polygon reaches along a normal stays what it was. The new normals are not made of the new corners, whose
    /// rounding would spoil those of short edges.
    pub(super) fn turn(&mut self, turn: &Isometry) {
        let turned = |vector: Vec2| turn.direction(vector.as_dvec2()).as_vec2();
        for lane in 0..LANES {
            self.set_corner(lane, turned(self.corner(lane)));
            self.set_edge(lane, turned(self.normal(lane)), self.support[lane]);
        }
    }

    /// Repeats the last of `count` corners and its edge up to the last lane.
    pub(super) fn repeat_last(&mut self, count: usize) {
        let Some(last) = count.checked_sub(1) else { return };
        for lane in count..LANES {
            self.set_corner(lane, self.corner(last));
            self.set_edge(lane, self.normal(last), self.support[last]);
        }
    }
}
