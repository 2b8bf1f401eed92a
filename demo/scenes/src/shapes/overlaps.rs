//! The overlaps of bodies, and the separating axes of two shapes.

use super::body::{ShapeBody, ShapeSolid};
use crate::scene::overlapping_pairs;
use tileray::collide::Contact;
use tileray::glam::Vec2;
use tileray::{Aabb, collide};
use web_time::{Duration, Instant};

/// The overlap of two bodies.
#[derive(Clone, Debug)]
pub(super) struct ShapeOverlap {
    pub(super) first: usize,
    pub(super) second: usize,
    /// The contact that moves the first body out.
    pub(super) contact: Contact,
    pub(super) points: Vec<Vec2>,
    /// The regions that the bodies share.
    pub(super) regions: Vec<Vec<Vec2>>,
}

/// The overlaps among some bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct ShapeOverlaps {
    pub(super) found: Vec<ShapeOverlap>,
    pub(super) pairs: usize,
    /// The number of pairs whose boxes overlap.
    pub(super) tested: usize,
    /// The time of the tests, without the points and regions that are only drawn.
    pub(super) time: Duration,
}

impl ShapeOverlaps {
    pub(super) fn among(bodies: &[ShapeBody]) -> Self {
        let start = Instant::now();
        let boxes: Vec<Aabb> = bodies.iter().map(|body| body.solid.bounds()).collect();
        let tested = overlapping_pairs(&boxes);
        let contact = |&(first, second): &(usize, usize)| {
            let contact = bodies[first].solid.contact(&bodies[second].solid)?;
            Some((first, second, contact))
        };
        let contacts: Vec<_> = tested.iter().filter_map(contact).collect();
        let time = start.elapsed();
        let describe = |(first, second, contact): (usize, usize, Contact)| {
            let (a, b) = (&bodies[first].solid, &bodies[second].solid);
            ShapeOverlap { first, second, contact, points: points(a, b), regions: regions(a, b) }
        };
        let pairs = bodies.len() * bodies.len().saturating_sub(1) / 2;
        Self { found: contacts.into_iter().map(describe).collect(), pairs, tested: tested.len(), time }
    }

    /// Returns whether a body overlaps another body.
    pub(super) fn involve(&self, body: usize) -> bool {
        self.found.iter().any(|overlap| overlap.involves(body))
    }

    /// Returns the deepest overlap of a body.
    pub(super) fn deepest_of(&self, body: usize) -> Option<&ShapeOverlap> {
        self.found
            .iter()
            .filter(|overlap| overlap.involves(body))
            .max_by(|a, b| a.contact.depth.total_cmp(&b.contact.depth))
    }
}

impl ShapeOverlap {
    fn involves(&self, body: usize) -> bool {
        self.first == body || self.second == body
    }

    /// Returns the other body.
    pub(super) fn other(&self, body: usize) -> usize {
        if self.first == body { self.second } else { self.first }
    }

    /// Returns the contact that moves `body` out of the other body.
    pub(super) fn contact_of(&self, body: usize) -> Contact {
        if self.first == body { self.contact } else { self.contact.flipped() }
    }
}

/// Returns the two pieces with the deepest overlap, and their contact.
pub(super) fn deepest_pieces(a: &ShapeSolid, b: &ShapeSolid) -> Option<(ShapeSolid, ShapeSolid, Contact)> {
    let (first, second) = (a.pieces(), b.pieces());
    let pairs = first.iter().flat_map(|p| second.iter().map(move |q| (p, q)));
    let found = pairs.filter_map(|(p, q)| Some((p, q, p.contact(q)?)));
    let deepest = found.max_by(|(.., a), (.., b)| a.depth.total_cmp(&b.depth));
    deepest.map(|(p, q, contact)| (p.clone(), q.clone(), contact))
}

/// Returns the contact points of the two pieces with the deepest overlap.
fn points(a: &ShapeSolid, b: &ShapeSolid) -> Vec<Vec2> {
    // The point is halfway between the two borders.
    let inside = |circle: &tileray::Circle, out: Vec2, depth: f32| circle.center - out * (circle.radius - depth / 2.0);
    match deepest_pieces(a, b) {
        None => Vec::new(),
        Some((ShapeSolid::Circle(p), _, contact)) => vec![inside(&p, contact.normal, contact.depth)],
        Some((_, ShapeSolid::Circle(q), contact)) => vec![inside(&q, -contact.normal, contact.depth)],
        Some((ShapeSolid::Hull(p), ShapeSolid::Hull(q), _)) => {
            let manifold = p.pieces().zip(q.pieces()).find_map(|(p, q)| collide::manifold(&p, &q));
            manifold.map(|manifold| manifold.points().to_vec()).unwrap_or_default()
        }
    }
}

/// Returns the regions that pairs of pieces share.
fn regions(a: &ShapeSolid, b: &ShapeSolid) -> Vec<Vec<Vec2>> {
    let (first, second) = (a.polygons(), b.polygons());
    let pairs = first.iter().flat_map(|p| second.iter().map(move |q| (p, q)));
    pairs.filter_map(|(p, q)| Some(p.intersection(q)?.points().collect())).collect()
}

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
    use crate::color::Rgb;
    use crate::shapes::body::Form;
    use tileray::glam::vec2;
    use tileray::{ConvexPolygon, Pose};

    fn square(x: f32, y: f32) -> ShapeBody {
        ShapeBody::new(Form::rectangle("square", 20.0, 20.0).expect("it has an area"), (x, y), 0.0, Rgb::WHITE)
    }

    #[test]
    fn overlaps_have_a_contact_its_points_and_a_region() {
        let circle = |y: f32| ShapeBody::new(Form::circle(10.0), (18.0, y), 0.0, Rgb::WHITE);
        let found = ShapeOverlaps::among(&[square(0.0, 0.0), circle(18.0), square(200.0, 0.0), square(215.0, 2.0)]);
        assert_eq!((found.pairs, found.tested, found.found.len()), (6, 2, 1));
        let overlap = &found.found[0];
        assert_eq!((overlap.first, overlap.second, overlap.contact.depth), (2, 3, 5.0));
        assert_eq!([overlap.contact.normal, overlap.contact_of(3).normal], [vec2(-1.0, 0.0), vec2(1.0, 0.0)]);
        assert_eq!(overlap.points, [vec2(207.5, 10.0), vec2(207.5, -8.0)]);
        let area = tileray::Polygon::new(overlap.regions[0].clone()).expect("a rectangle").area();
        assert!((area - 5.0 * 18.0).abs() < 1e-3, "{area}");
        assert!(found.involve(3) && !found.involve(0));
        // The point of a circle lies between the two borders.
        assert_eq!(ShapeOverlaps::among(&[square(0.0, 0.0), circle(0.0)]).found[0].points, [vec2(9.0, 0.0)]);
    }

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
