use super::figure::Figure;
use tileray::glam::{IVec2, Vec2};
use tileray::solidity::RotatedMask;
use tileray::sprite::SpritePixels;
use tileray::{Hull, Pose};

/// A figure that lies somewhere and moves.
///
/// Wherever it is, it is shown, and collides, where it lies by whole pixels, so that its pixels are those of the world.
#[derive(Clone, Debug)]
pub(super) struct Body {
    /// Which figure.
    pub(super) figure: usize,
    /// In pixels a second.
    pub(super) velocity: Vec2,
    /// How fast it turns, in radians a second.
    pub(super) spin: f32,
    pose: Pose,
    /// The pose by whole pixels.
    shown: Pose,
    hull: Hull,
    turned: RotatedMask,
    corner: IVec2,
}

impl Body {
    pub(super) fn new(index: usize, figure: &Figure, pose: Pose) -> Self {
        let mut body = Self {
            figure: index,
            velocity: Vec2::ZERO,
            spin: 0.0,
            pose,
            shown: pose,
            hull: figure.hull().clone(),
            turned: figure.turned(pose.rotation),
            corner: IVec2::ZERO,
        };
        body.place(figure, pose);
        body
    }

    /// Where it is.
    pub(super) fn pose(&self) -> Pose {
        self.pose
    }

    /// Where it is shown.
    pub(super) fn shown(&self) -> Pose {
        self.shown
    }

    /// The hull where it is shown.
    pub(super) fn hull(&self) -> &Hull {
        &self.hull
    }

    /// The pixels of the arena that it covers.
    pub(super) fn pixels(&self) -> SpritePixels<'_> {
        // The mask is turned already, and kept, as one turn is asked about many times; it lies by whole pixels.
        SpritePixels::new(&self.turned.mask, Vec2::ZERO, &Pose::IDENTITY).translated(self.corner)
    }

    pub(super) fn place(&mut self, figure: &Figure, pose: Pose) {
        if pose.rotation != self.pose.rotation {
            self.turned = figure.turned(pose.rotation);
        }
        self.pose = pose;
        let shift = (pose.translation - figure.pivot()).round();
        self.shown = Pose { translation: figure.pivot() + shift, ..pose };
        self.corner = self.turned.offset + shift.as_ivec2();
        self.hull = figure.hull().transformed(&self.shown);
    }

    pub(super) fn translate(&mut self, figure: &Figure, offset: Vec2) {
        self.place(figure, Pose { translation: self.pose.translation + offset, ..self.pose });
    }
}
