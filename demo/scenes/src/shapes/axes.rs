//! The separating axes of two shapes.

use super::body::ShapeSolid;
use super::overlaps::deepest_pieces;
use tileray::glam::Vec2;

/// A possible separating axis: the normal of an edge, or the direction from a circle to the nearest corner or center.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    /// The middle of the edge.
    pub(super) foot: Vec2,
    /// A unit vector, out of the shape with the edge.
    pub(super) normal: Vec2,
    /// Whether the second shape has the edge.
    pub(super) of_second: bool,
    /// The distance of the two along the axis; a negative number is the depth of their overlap.
    pub(super) separation: f32,
}

/// All axes of two convex pieces, and their extents along the best axis.
#[derive(Clone, Debug)]
pub(super) struct Axes {
    pub(super) all: Vec<Axis>,
    pub(super) best: Axis,
    /// The extents of the first and the second piece along the best axis.
    pub(super) extents: [[f32; 2]; 2],
    pieces: [ShapeSolid; 2],
}

impl Axes {
    /// Returns the axes of the two pieces with the deepest overlap, or of the two nearest pieces.
    pub(super) fn between(a: &ShapeSolid, b: &ShapeSolid) -> Option<Self> {
        if let Some((p, q, _)) = deepest_pieces(a, b) {
            return Self::of(&p, &q);
        }
        let (first, second) = (a.pieces(), b.pieces());
        let pairs = first.iter().flat_map(|p| second.iter().filter_map(|q| Self::of(p, q)));
        pairs.min_by(|a, b| a.best.separation.total_cmp(&b.best.separation))
    }

    /// Returns the largest projection of the two pieces on a direction.
    pub(super) fn reach(&self, direction: Vec2) -> f32 {
        self.pieces.iter().map(|piece| piece.extent(direction)[1]).fold(f32::NEG_INFINITY, f32::max)
    }

    fn of(p: &ShapeSolid, q: &ShapeSolid) -> Option<Self> {
        let mut all = axes_of(p, q, false);
        all.extend(axes_of(q, p, true));
        let best = *all.iter().max_by(|a, b| a.separation.total_cmp(&b.separation))?;
        let extents = [p.extent(best.normal), q.extent(best.normal)];
        Some(Self { all, best, extents, pieces: [p.clone(), q.clone()] })
    }
}

/// Returns the axes of the edges of `own`, with the distances to `other` along them.
fn axes_of(own: &ShapeSolid, other: &ShapeSolid, of_second: bool) -> Vec<Axis> {
    let axis = |foot: Vec2, normal: Vec2| {
        let separation = other.extent(normal)[0] - own.extent(normal)[1];
        Axis { foot, normal, of_second, separation }
    };
    match own {
        ShapeSolid::Hull(hull) => {
            let corners = own.ring();
            let middle = |edge: usize| (corners[edge] + corners[(edge + 1) % corners.len()]) / 2.0;
            let normals = hull.pieces().flat_map(|piece| piece.normals().collect::<Vec<_>>());
            normals.enumerate().map(|(edge, normal)| axis(middle(edge), normal)).collect()
        }
        ShapeSolid::Circle(circle) => {
            // Toward the nearest corner, or the other center.
            let nearest = match other {
                ShapeSolid::Circle(other) => Some(other.center),
                ShapeSolid::Hull(_) => {
                    let distance = |corner: &Vec2| corner.distance_squared(circle.center);
                    other.ring().into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)))
                }
            };
            let normal = nearest.and_then(|nearest| (nearest - circle.center).try_normalize());
            normal.map(|normal| axis(circle.center + normal * circle.radius, normal)).into_iter().collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::body::Form;
    use tileray::{ConvexPolygon, Pose, collide};

    fn placed(form: &Form, x: f32, y: f32, angle: f32) -> ShapeSolid {
        form.solid.placed(&Pose::new((x, y), angle))
    }

    fn polygon(solid: &ShapeSolid) -> ConvexPolygon {
        let ShapeSolid::Hull(hull) = solid else { panic!("a polygon") };
        hull.pieces().next().expect("one convex polygon")
    }

    #[test]
    fn the_best_axis_is_that_of_the_library() {
        let hexagon = Form::regular("hexagon", 40.0, 6).expect("it has an area");
        let plank = Form::rectangle("plank", 90.0, 20.0).expect("it has an area");
        for step in 0..200 {
            let along = step as f32;
            let a = placed(&hexagon, along * 1.3 - 130.0, along * 0.4 - 40.0, along * 0.1);
            let b = placed(&plank, 0.0, 0.0, along * 0.07);
            let axes = Axes::between(&a, &b).expect("both have edges");
            let separation = collide::separation(&polygon(&a), &polygon(&b)).expect("both are finite");
            assert!((axes.best.separation - separation).abs() < 1e-3, "step {step}");
            let contact = a.contact(&b);
            assert!(contact.is_none_or(|contact| (contact.depth + separation).abs() < 1e-3), "step {step}");
        }
    }

    #[test]
    fn circles_have_the_axis_to_the_nearest_corner() {
        let ball = placed(&Form::circle(10.0), 40.0, 40.0, 0.0);
        let block = placed(&Form::rectangle("block", 40.0, 40.0).expect("it has an area"), 0.0, 0.0, 0.0);
        let axes = Axes::between(&ball, &block).expect("both have axes");
        assert!(!axes.best.of_second && axes.all.len() == 5);
        assert!((axes.best.separation - (800.0_f32.sqrt() - 10.0)).abs() < 1e-4);
    }
}
