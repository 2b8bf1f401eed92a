//! Collision shapes: circles and hulls.

use std::f32::consts::TAU;
use tileray::collide::{Contact, Sweep};
use tileray::glam::Vec2;
use tileray::{Aabb, Circle, ConvexPolygon, Hull, Pose, collide};

/// The collision shape of a body, or one convex piece of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ShapeSolid {
    Circle(Circle),
    /// The convex pieces of a polygon.
    Hull(Hull),
}

/// The number of corners of a drawn circle.
const CORNERS: usize = 56;

impl ShapeSolid {
    /// Returns the solid turned around the origin of its frame, then moved.
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

    /// Returns the convex pieces: circles, and hulls of one polygon.
    pub(super) fn pieces(&self) -> Vec<Self> {
        match self {
            Self::Circle(_) => vec![self.clone()],
            Self::Hull(hull) => hull.pieces().map(|piece| Self::Hull(piece.into())).collect(),
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
        match self {
            Self::Circle(circle) => circle.contains(point),
            Self::Hull(hull) => hull.contains(point),
        }
    }

    /// Returns the convex pieces as polygons; a circle becomes a regular one.
    pub(super) fn polygons(&self) -> Vec<ConvexPolygon> {
        match self {
            Self::Circle(_) => ConvexPolygon::new(self.ring()).into_iter().collect(),
            Self::Hull(hull) => hull.pieces().collect(),
        }
    }

    /// Returns the corners of a piece, clockwise on screen; a circle becomes a regular polygon.
    pub(super) fn ring(&self) -> Vec<Vec2> {
        match self {
            Self::Circle(circle) => {
                let turned = |corner: usize| Pose::new(circle.center, TAU * corner as f32 / CORNERS as f32);
                (0..CORNERS).map(|corner| turned(corner).apply(Vec2::new(circle.radius, 0.0))).collect()
            }
            Self::Hull(hull) => hull.pieces().flat_map(|piece| piece.points().collect::<Vec<_>>()).collect(),
        }
    }

    /// Returns the extent along a direction, from the least to the largest projection.
    pub(super) fn extent(&self, direction: Vec2) -> [f32; 2] {
        match self {
            Self::Circle(circle) => {
                let middle = circle.center.dot(direction);
                [middle - circle.radius, middle + circle.radius]
            }
            Self::Hull(_) => {
                let projections = self.ring().into_iter().map(|corner| corner.dot(direction));
                projections.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)])
            }
        }
    }
}
