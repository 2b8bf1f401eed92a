use crate::collide::Hull;
use glam::Vec2;

/// The frame in which a hull's corners are listed for another library.
///
/// Each list is a convex polygon whose corners run counterclockwise where y points up, which is what parry2d's
/// `ConvexPolygon::from_convex_polyline` and Box2D's `b2ComputeHull` ask for. Where y points down that is clockwise on screen;
/// both mean a positive area by the shoelace formula.
///
/// ```
/// use tileray::{ConvexPolygon, Hull, glam::vec2};
/// use tileray::hull::VertexFrame;
///
/// let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (32.0, 64.0))?);
/// // 32 pixels are a metre, and the feet of the sprite are its origin.
/// let frame = VertexFrame { origin: vec2(16.0, 64.0), scale: 1.0 / 32.0, ..VertexFrame::BOX2D };
/// assert_eq!(frame.vertex_lists(&hull), [[vec2(-0.5, 0.0), vec2(0.5, 0.0), vec2(0.5, 2.0), vec2(-0.5, 2.0)]]);
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VertexFrame {
    /// The point of the sprite, in pixels, that is the other frame's origin.
    pub origin: Vec2,
    /// How long a pixel is in the other frame.
    pub scale: f32,
    /// Whether y points up in the other frame.
    pub y_up: bool,
    /// The most corners that a polygon may have; larger pieces are cut. Below 3 it counts as 3.
    pub max_vertices: usize,
}

impl VertexFrame {
    /// Pixels as they are, y down, and any number of corners.
    pub const PIXELS: Self = Self { origin: Vec2::ZERO, scale: 1.0, y_up: false, max_vertices: usize::MAX };

    /// For parry2d and rapier: y up, any number of corners, a unit a pixel.
    pub const PARRY: Self = Self { y_up: true, ..Self::PIXELS };

    /// For Box2D: y up, at most 8 corners (`B2_MAX_POLYGON_VERTICES`), a unit a pixel; choose a `scale` that makes moving
    /// bodies between 0.1 and 10 units large.
    pub const BOX2D: Self = Self { y_up: true, max_vertices: 8, ..Self::PIXELS };

    /// The corners of each piece of a hull, from the leftmost of the lowest one of the listed numbers on.
    #[must_use]
    pub fn vertex_lists(&self, hull: &Hull) -> Vec<Vec<Vec2>> {
        let mut lists = Vec::new();
        for piece in hull.pieces() {
            let mut corners: Vec<_> = piece.points().map(|corner| self.placed(corner)).collect();
            if self.y_up {
                corners.reverse();
            }
            let first = (0..corners.len()).min_by(|&a, &b| {
                let (a, b) = (corners[a], corners[b]);
                a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
            });
            corners.rotate_left(first.unwrap_or(0));
            self.cut(corners, &mut lists);
        }
        lists
    }

    fn placed(&self, corner: Vec2) -> Vec2 {
        let moved = (corner - self.origin) * self.scale;
        // Plus zero, so that no coordinate is −0.
        (if self.y_up { Vec2::new(moved.x, -moved.y) } else { moved }) + Vec2::ZERO
    }

    /// Cuts off as many corners as a polygon may have, along a line from the first one, until the rest has no more.
    fn cut(&self, mut corners: Vec<Vec2>, lists: &mut Vec<Vec<Vec2>>) {
        let most = self.max_vertices.max(3);
        while corners.len() > most {
            lists.push(corners[..most].to_vec());
            corners.drain(1..most - 1);
        }
        lists.push(corners);
    }
}
