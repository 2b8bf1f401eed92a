//! Bodies: figures at positions, with velocities.

use super::figure::Figure;
use tileray::glam::{IVec2, Vec2};
use tileray::solidity::RotatedMask;
use tileray::sprite::SpritePixels;
use tileray::{Hull, Pose};

/// A figure at a position, with a velocity. It is drawn and collides at whole pixels.
#[derive(Clone, Debug)]
pub(super) struct SpriteBody {
    pub(super) figure: usize,
    /// The velocity, in pixels per second.
    pub(super) velocity: Vec2,
    /// The angular velocity, in radians per second.
    pub(super) spin: f32,
    pub(super) pose: Pose,
    /// The pose at whole pixels.
    pub(super) shown: Pose,
    /// The hull in the pose at whole pixels.
    pub(super) hull: Hull,
    /// The rotated mask, which is kept as many queries share it.
    turned: RotatedMask,
    corner: IVec2,
}

impl SpriteBody {
    pub(super) fn new(index: usize, figure: &Figure, pose: Pose) -> Self {
        let mut body = Self {
            figure: index,
            velocity: Vec2::ZERO,
            spin: 0.0,
            pose,
            shown: pose,
            hull: figure.hull.clone(),
            turned: figure.turned(pose.rotation),
            corner: IVec2::ZERO,
        };
        body.place(figure, pose);
        body
    }

    /// Returns the pixels of the arena that it covers.
    pub(super) fn pixels(&self) -> SpritePixels<'_> {
        // The mask is already rotated, at whole pixels.
        SpritePixels::new(&self.turned.mask, Vec2::ZERO, &Pose::IDENTITY).translated(self.corner)
    }

    pub(super) fn place(&mut self, figure: &Figure, pose: Pose) {
        if pose.rotation != self.pose.rotation {
            self.turned = figure.turned(pose.rotation);
        }
        self.pose = pose;
        let shift = (pose.translation - figure.pivot).round();
        self.shown = Pose { translation: figure.pivot + shift, ..pose };
        self.corner = self.turned.offset + shift.as_ivec2();
        self.hull = figure.hull.transformed(&self.shown);
    }

    pub(super) fn translate(&mut self, figure: &Figure, offset: Vec2) {
        self.place(figure, Pose { translation: self.pose.translation + offset, ..self.pose });
    }
}
