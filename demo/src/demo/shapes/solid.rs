//! Collision shapes: circles and hulls, and their convex pieces.

use tileray::collide::{Contact, Sweep};
use tileray::glam::Vec2;
use tileray::{Aabb, Circle, ConvexPolygon, Hull, Pose, collide};

/// The collision shape of a body.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ShapeSolid {
    Circle(Circle),
    /// The convex pieces of a polygon.
    Hull(Hull),
}

/// A convex piece of a collision shape.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece {
    Circle(Circle),
    Polygon(Box<ConvexPolygon>),
}

/// The number of corners of a drawn circle.
const CORNERS: usize = 56;

impl ShapeSolid {
    /// Creates the solid turned around the origin of its frame, then moved.
    pub(super) fn placed(&self, pose: &Pose) -> Self {
        match self {
            Self::Circle(circle) => Self::Circle(Circle::new(pose.apply(circle.center), circle.radius)),
            Self::Hull(hull) => Self::Hull(hull.transformed(pose)),
        }
    }

    pub(super) fn translated(&self, offset: Vec2) -> Self {
        match self {
            Self::Circle(circle) => Self::Circle(circle.translated(offset)),
            Self::Hull(hull) => Self::Hull(hull.translated(offset)),
        }
    }

    pub(super) fn bounds(&self) -> Aabb {
        match self {
            Self::Circle(circle) => circle.bounds(),
            Self::Hull(hull) => hull.bounds(),
        }
    }

    pub(super) fn pieces(&self) -> Vec<Piece> {
        match self {
            Self::Circle(circle) => vec![Piece::Circle(*circle)],
            Self::Hull(hull) => hull.pieces().map(|piece| Piece::Polygon(Box::new(piece))).collect(),
        }
    }

    pub(super) fn contact(&self, other: &Self) -> Option<Contact> {
        match (self, other) {
            (Self::Circle(a), Self::Circle(b)) => collide::contact(a, b),
            (Self::Circle(a), Self::Hull(b)) => collide::contact(a, b),
            (Self::Hull(a), Self::Circle(b)) => collide::contact(a, b),
            (Self::Hull(a), Self::Hull(b)) => collide::contact(a, b),
        }
    }

    pub(super) fn sweep(&self, other: &Self, motion: Vec2) -> Sweep {
        match (self, other) {
            (Self::Circle(a), Self::Circle(b)) => collide::sweep(a, b, motion),
            (Self::Circle(a), Self::Hull(b)) => collide::sweep(a, b, motion),
            (Self::Hull(a), Self::Circle(b)) => collide::sweep(a, b, motion),
            (Self::Hull(a), Self::Hull(b)) => collide::sweep(a, b, motion),
        }
    }

    pub(super) fn contains(&self, point: Vec2) -> bool {
        self.pieces().iter().any(|piece| match piece {
            Piece::Circle(circle) => circle.contains(point),
            Piece::Polygon(polygon) => is_inside(polygon, point),
        })
    }
}

/// Returns whether a point lies in a polygon or on its border: behind each of its edges.
fn is_inside(polygon: &ConvexPolygon, point: Vec2) -> bool {
    polygon.points().zip(polygon.normals()).all(|(corner, normal)| (point - corner).dot(normal) <= 0.0)
}

impl Piece {
    /// Returns the corners, clockwise on screen; a circle becomes a regular polygon.
    pub(super) fn ring(&self) -> Vec<Vec2> {
        match self {
            Self::Circle(circle) => {
                let turn =
                    |corner: usize| Pose::new(circle.center, std::f32::consts::TAU * corner as f32 / CORNERS as f32);
                (0..CORNERS).map(|corner| turn(corner).apply(Vec2::new(circle.radius, 0.0))).collect()
            }
            Self::Polygon(polygon) => polygon.points().collect(),
        }
    }

    pub(super) fn contact(&self, other: &Self) -> Option<Contact> {
        match (self, other) {
            (Self::Circle(a), Self::Circle(b)) => collide::contact(a, b),
            (Self::Circle(a), Self::Polygon(b)) => collide::contact(a, &**b),
            (Self::Polygon(a), Self::Circle(b)) => collide::contact(&**a, b),
            (Self::Polygon(a), Self::Polygon(b)) => collide::contact(&**a, &**b),
        }
    }

    /// Returns the extent along a direction, from the least to the largest projection.
    pub(super) fn extent(&self, direction: Vec2) -> [f32; 2] {
        match self {
            Self::Circle(circle) => {
                let middle = circle.center.dot(direction);
                [middle - circle.radius, middle + circle.radius]
            }
            Self::Polygon(polygon) => {
                polygon.points().fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], corner| {
                    let at = corner.dot(direction);
                    [low.min(at), high.max(at)]
                })
            }
        }
    }
}
