//! Lines that show rays, normals, hulls and regions, for development.

use crate::frame::PixelFrame;
use crate::rays::{WorldRay, WorldRayHit};
use bevy_color::Color;
use bevy_gizmos::config::GizmoConfigGroup;
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::{Affine2, Vec2};
use bevy_transform::components::GlobalTransform;
use tileray::Hull;
use tileray::sight::VisibleRegion;

/// Gizmos of rays, hulls and regions.
pub trait TilerayGizmos {
    /// Draws a ray up to its hit, and the normal there, 8 units long; the whole ray without a hit.
    fn ray_hit(&mut self, ray: &WorldRay, hit: Option<&WorldRayHit>, color: Color);

    /// Draws the pieces of a sprite's hull, with the transform of its entity.
    fn sprite_hull(&mut self, hull: &Hull, transform: &GlobalTransform, color: Color);

    /// Draws the outline of a region that is seen in the pixels of a terrain.
    fn visible_region(&mut self, region: &VisibleRegion, frame: &PixelFrame, color: Color);
}

impl<Config: GizmoConfigGroup, Clear: 'static + Send + Sync> TilerayGizmos for Gizmos<'_, '_, Config, Clear> {
    fn ray_hit(&mut self, ray: &WorldRay, hit: Option<&WorldRayHit>, color: Color) {
        self.line_2d(ray.origin, hit.map_or(ray.end, |hit| hit.point), color);
        if let Some(hit) = hit {
            self.line_2d(hit.point, hit.point + hit.normal * 8.0, color);
        }
    }

    fn sprite_hull(&mut self, hull: &Hull, transform: &GlobalTransform, color: Color) {
        let affine = transform.affine();
        let columns =
            (affine.matrix3.x_axis.truncate(), affine.matrix3.y_axis.truncate(), affine.translation.truncate());
        let in_world = Affine2::from_cols(columns.0, columns.1, columns.2);
        for piece in hull.pieces() {
            let points: Vec<_> =
                piece.points().map(|point| in_world.transform_point2(Vec2::new(point.x, -point.y))).collect();
            self.lineloop_2d(points, color);
        }
    }

    fn visible_region(&mut self, region: &VisibleRegion, frame: &PixelFrame, color: Color) {
        self.lineloop_2d(region.points().iter().map(|point| frame.to_world(*point)), color);
    }
}
