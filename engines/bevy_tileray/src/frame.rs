//! The frame of a terrain: its pixels in the world of Bevy.

use bevy_ecs::entity::Entity;
use bevy_math::{DMat2, DVec2, Vec2};
use bevy_transform::components::GlobalTransform;

/// Where the pixels of a terrain lie in the world.
///
/// Pixel coordinates count right and **down** from the entity's origin; the world counts right and **up**. The point
/// `(x, y)` in pixels is the point `(x, -y)` in the frame of the entity, and is moved, rotated and scaled with it. The
/// depth `z` and rotations out of the plane are ignored.
///
/// ```
/// use bevy_math::{Vec2, vec2};
/// use bevy_tileray::PixelFrame;
/// use bevy_transform::components::{GlobalTransform, Transform};
///
/// let transform = Transform::from_xyz(100.0, 50.0, 0.0).with_scale([2.0, 2.0, 1.0].into());
/// let frame = PixelFrame::new(&GlobalTransform::from(transform)).expect("a scale above 0");
/// assert_eq!(frame.to_world(vec2(10.0, 5.0)), vec2(120.0, 40.0));
/// assert_eq!(frame.to_pixels(vec2(120.0, 40.0)), vec2(10.0, 5.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PixelFrame {
    origin: DVec2,
    to_world: DMat2,
    to_pixels: DMat2,
}

/// Why an entity's transform gives no frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// The pixels have no extent in the world, or an infinite one.
    #[error(
        "its scale is zero or its transform is not finite, so its pixels are nowhere; give it a finite scale that is not 0"
    )]
    Degenerate,
    /// Bodies move along the axes of the world.
    #[error(
        "it is rotated, sheared or mirrored; rays hit it, but bodies need a terrain with a positive scale and no rotation"
    )]
    NotUpright,
}

impl PixelFrame {
    /// Returns the frame of an entity.
    ///
    /// # Errors
    /// [`FrameError::Degenerate`] where a pixel has no area, or the transform is not finite.
    pub fn new(transform: &GlobalTransform) -> Result<Self, FrameError> {
        let affine = transform.affine();
        let column = |axis: bevy_math::Vec3A| axis.truncate().as_dvec2();
        let origin = column(affine.translation);
        let to_world = DMat2::from_cols(column(affine.matrix3.x_axis), -column(affine.matrix3.y_axis));
        let to_pixels = to_world.inverse();
        if to_world.determinant() == 0.0 || !(origin.is_finite() && to_world.is_finite() && to_pixels.is_finite()) {
            return Err(FrameError::Degenerate);
        }
        Ok(Self { origin, to_world, to_pixels })
    }

    /// Returns the point of the world at a point in pixels.
    #[must_use]
    pub fn to_world(&self, pixel: Vec2) -> Vec2 {
        (self.to_world * pixel.as_dvec2() + self.origin).as_vec2()
    }

    /// Returns the point in pixels at a point of the world.
    #[must_use]
    pub fn to_pixels(&self, world: Vec2) -> Vec2 {
        self.to_pixels_f64(world.as_dvec2()).as_vec2()
    }

    pub(crate) fn to_pixels_f64(self, world: DVec2) -> DVec2 {
        self.to_pixels * (world - self.origin)
    }

    /// Returns a velocity of the world in pixels.
    #[must_use]
    pub fn velocity_to_pixels(&self, velocity: Vec2) -> Vec2 {
        (self.to_pixels * velocity.as_dvec2()).as_vec2()
    }

    /// Returns a velocity in pixels in the world.
    #[must_use]
    pub fn velocity_to_world(&self, velocity: Vec2) -> Vec2 {
        (self.to_world * velocity.as_dvec2()).as_vec2()
    }

    /// Returns a unit normal in pixels as a unit normal of the world; zero stays zero.
    #[must_use]
    pub fn normal_to_world(&self, normal: Vec2) -> Vec2 {
        // Normals are perpendicular to lines, so they take the inverse transpose.
        (self.to_pixels.transpose() * normal.as_dvec2()).normalize_or_zero().as_vec2()
    }

    /// Returns whether the frame turns clockwise into counterclockwise, as every upright one does.
    #[cfg(feature = "avian")]
    pub(crate) fn mirrors(&self) -> bool {
        self.to_world.determinant() < 0.0
    }

    /// Returns whether bodies can move in the frame: upright, with a positive scale.
    ///
    /// # Errors
    /// [`FrameError::NotUpright`] where it is rotated, sheared or mirrored.
    pub fn check_upright(&self) -> Result<(), FrameError> {
        let (x, y) = (self.to_world.x_axis, self.to_world.y_axis);
        let is_along = |along: f64, across: f64| along > 0.0 && across.abs() <= 1e-6 * along;
        if is_along(x.x, x.y) && is_along(-y.y, y.x) { Ok(()) } else { Err(FrameError::NotUpright) }
    }
}

/// Names an entity in a warning: by its name, if it has one.
pub(crate) fn describe(entity: Entity, name: Option<&bevy_ecs::name::Name>) -> String {
    match name {
        Some(name) => format!("'{name}' ({entity})"),
        None => format!("entity {entity}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_math::{Quat, vec2};
    use bevy_transform::components::Transform;
    use std::f32::consts::FRAC_PI_2;

    fn frame(transform: Transform) -> Result<PixelFrame, FrameError> {
        PixelFrame::new(&GlobalTransform::from(transform))
    }

    #[test]
    fn points_go_there_and_back() {
        for (angle, scale) in [(0.0, (1.0, 1.0)), (0.7, (3.0, 0.5)), (-2.0, (-1.0, 2.0))] {
            let transform = Transform::from_xyz(30.0, -7.0, 5.0)
                .with_rotation(Quat::from_rotation_z(angle))
                .with_scale([scale.0, scale.1, 1.0].into());
            let frame = frame(transform).expect("an area");
            for pixel in [vec2(0.0, 0.0), vec2(17.5, -3.25), vec2(-1000.0, 2000.0)] {
                let local = vec2(pixel.x, -pixel.y);
                let world = transform.transform_point(local.extend(0.0)).truncate();
                assert!(frame.to_world(pixel).distance(world) < 1e-2);
                assert!(frame.to_pixels(frame.to_world(pixel)).distance(pixel) < 1e-2);
            }
        }
    }

    #[test]
    fn normals_stay_perpendicular() {
        let transform = Transform::from_rotation(Quat::from_rotation_z(0.4)).with_scale([3.0, 0.5, 1.0].into());
        let frame = frame(transform).expect("an area");
        let (along, normal) = (vec2(1.0, 1.0), vec2(1.0, -1.0).normalize());
        let normal = frame.normal_to_world(normal);
        assert!(frame.velocity_to_world(along).dot(normal).abs() < 1e-5 && (normal.length() - 1.0).abs() < 1e-6);
        assert_eq!(frame.normal_to_world(Vec2::ZERO), Vec2::ZERO);
    }

    #[test]
    fn frames_that_cannot_be_are_refused() {
        let scaled = |x: f32, y: f32| frame(Transform::from_scale([x, y, 1.0].into()));
        for (x, y) in [(0.0, 1.0), (1.0, 0.0), (f32::NAN, 1.0), (f32::INFINITY, 1.0)] {
            assert_eq!(scaled(x, y), Err(FrameError::Degenerate), "{x} {y}");
        }
        assert_eq!(frame(Transform::from_xyz(f32::NAN, 0.0, 0.0)), Err(FrameError::Degenerate));
        assert_eq!(scaled(2.0, 3.0).expect("an area").check_upright(), Ok(()));
        assert_eq!(scaled(-1.0, 1.0).expect("an area").check_upright(), Err(FrameError::NotUpright));
        for angle in [0.1, FRAC_PI_2, 3.0] {
            let turned = frame(Transform::from_rotation(Quat::from_rotation_z(angle))).expect("an area");
            assert_eq!(turned.check_upright(), Err(FrameError::NotUpright));
        }
    }
}
