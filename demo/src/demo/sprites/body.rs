//! Moving sprites, and the pixels that two of them share.

use super::figure::Figure;
use tileray::glam::{IVec2, Vec2};
use tileray::solidity::RotatedMask;
use tileray::sprite::SpritePixels;
use tileray::{Hull, Pose};

/// A figure that lies somewhere and moves.
///
/// The body is drawn and collides at whole pixels, so that its pixels are pixels of the world.
#[derive(Clone, Debug)]
pub(super) struct SpriteBody {
    /// Which figure.
    pub(super) figure: usize,
    /// The velocity, in pixels per second.
    pub(super) velocity: Vec2,
    /// The angular velocity, in radians per second.
    pub(super) spin: f32,
    pose: Pose,
    /// The pose by whole pixels.
    shown: Pose,
    hull: Hull,
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

    /// Returns the exact pose.
    pub(super) fn pose(&self) -> Pose {
        self.pose
    }

    /// Returns the pose at whole pixels.
    pub(super) fn shown(&self) -> Pose {
        self.shown
    }

    /// Returns the hull where it is shown.
    pub(super) fn hull(&self) -> &Hull {
        &self.hull
    }

    /// Returns the pixels of the arena that it covers.
    pub(super) fn pixels(&self) -> SpritePixels<'_> {
        // The mask is turned already, and kept, as one turn is asked about many times; it lies by whole pixels.
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

/// The overlap of two sprites.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PixelContact {
    /// The pixels of the world that both cover, row by row; at least one.
    pub(super) pixels: Vec<IVec2>,
    /// The unit way on which the first one gets out soonest; `None` where all ways are alike.
    pub(super) normal: Option<Vec2>,
}

impl PixelContact {
    /// Returns the overlap of two sprites, if they share a pixel.
    pub(super) fn between(first: &SpritePixels<'_>, second: &SpritePixels<'_>) -> Option<Self> {
        first.overlap(second)?;
        Some(Self { pixels: first.overlap_pixels(second).collect(), normal: first.overlap_normal(second) })
    }

    /// Returns the middle of what is shared.
    pub(super) fn middle(&self) -> Vec2 {
        let sum: Vec2 = self.pixels.iter().map(|pixel| pixel.as_vec2() + 0.5).sum();
        sum / self.pixels.len().max(1) as f32
    }
}

/// Returns the number of pixels, at most `most`, that part the first sprite from the second along a unit vector.
pub(super) fn way_out(first: &SpritePixels<'_>, second: &SpritePixels<'_>, along: Vec2, most: u32) -> Option<f32> {
    let is_free = |far: &f32| first.translated((along * *far).round().as_ivec2()).overlap(second).is_none();
    (0..=most).map(|far| far as f32).find(is_free)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::{ivec2, vec2};
    use tileray::{Pose, SolidityMap};

    #[test]
    fn the_way_out_is_the_first_that_is_free() {
        let (block, wall) = (SolidityMap::from_fn(10, 10, |_, _| true), SolidityMap::from_fn(40, 8, |_, _| true));
        let block = SpritePixels::new(&block, Vec2::ZERO, &Pose::at((5.0, -7.0)));
        let wall = SpritePixels::new(&wall, Vec2::ZERO, &Pose::at((-10.0, 0.0)));
        let contact = PixelContact::between(&block, &wall).expect("three rows");
        assert_eq!((contact.pixels.len(), contact.normal), (30, Some(Vec2::NEG_Y)));
        assert_eq!(contact.middle(), vec2(10.0, 1.5));
        assert_eq!(way_out(&block, &wall, Vec2::NEG_Y, 9), Some(3.0));
        assert_eq!(way_out(&block, &wall, Vec2::Y, 9), None);
        assert_eq!(way_out(&block, &wall, Vec2::Y, 20), Some(15.0));
        let far = wall.translated(ivec2(110, 0));
        assert_eq!((PixelContact::between(&block, &far), way_out(&block, &far, Vec2::X, 5)), (None, Some(0.0)));
    }
}
