//! The axes along which two shapes may be apart, as the separating axis theorem looks at them.

use super::encounters::deepest_pieces;
use super::solid::{Piece, ShapeSolid};
use tileray::glam::Vec2;

/// An axis that is looked at: the normal of an edge, or for a circle the way to what is nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    /// The middle of the edge.
    pub(super) foot: Vec2,
    /// A unit vector, out of the shape that has the edge.
    pub(super) normal: Vec2,
    /// Whether that is the second shape.
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
    pieces: [Piece; 2],
}

impl Axes {
    /// Returns the axes of the two pieces that overlap most, or that are nearest.
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

    fn of(p: &Piece, q: &Piece) -> Option<Self> {
        let mut all = axes_of(p, q, false);
        all.extend(axes_of(q, p, true));
        let best = *all.iter().max_by(|a, b| a.separation.total_cmp(&b.separation))?;
        let extents = [p.extent(best.normal), q.extent(best.normal)];
        Some(Self { all, best, extents, pieces: [p.clone(), q.clone()] })
    }
}

/// Returns the axes that `own` brings, and how far apart they part it from `other`.
fn axes_of(own: &Piece, other: &Piece, of_second: bool) -> Vec<Axis> {
    let axis = |foot: Vec2, normal: Vec2| {
        let separation = other.extent(normal)[0] - own.extent(normal)[1];
        Axis { foot, normal, of_second, separation }
    };
    match own {
        Piece::Polygon(polygon) => {
            let corners: Vec<Vec2> = polygon.points().collect();
            let middle = |edge: usize| (corners[edge] + corners[(edge + 1) % corners.len()]) / 2.0;
            polygon.normals().enumerate().map(|(edge, normal)| axis(middle(edge), normal)).collect()
        }
        Piece::Circle(circle) => {
            // Toward the nearest corner, or the other center.
            let nearest = match other {
                Piece::Circle(other) => Some(other.center),
                Piece::Polygon(other) => {
                    let distance = |corner: &Vec2| corner.distance_squared(circle.center);
                    other.points().min_by(|a, b| distance(a).total_cmp(&distance(b)))
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
    use crate::demo::shapes::form::Form;
    use tileray::{ConvexPolygon, Pose, collide};

    fn placed(form: &Form, x: f32, y: f32, angle: f32) -> ShapeSolid {
        form.solid.placed(&Pose::new((x, y), angle))
    }

    fn polygon(solid: &ShapeSolid) -> ConvexPolygon {
        let Some(Piece::Polygon(polygon)) = solid.pieces().pop() else { panic!("one convex polygon") };
        *polygon
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
    fn circles_bring_the_axis_to_the_nearest_corner() {
        let ball = placed(&Form::circle(10.0), 40.0, 40.0, 0.0);
        let block = placed(&Form::rectangle("block", 40.0, 40.0).expect("it has an area"), 0.0, 0.0, 0.0);
        let axes = Axes::between(&ball, &block).expect("both have axes");
        assert!(!axes.best.of_second && axes.all.len() == 5);
        assert!((axes.best.separation - (800.0_f32.sqrt() - 10.0)).abs() < 1e-4);
    }
}
