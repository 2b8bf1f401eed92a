//! The overlaps of bodies: first by bounding boxes, then by hulls, then by pixels.

use super::figure::SpriteBody;
use crate::scene::overlapping_pairs;
use tileray::Aabb;
use tileray::collide;
use tileray::collide::Contact;
use tileray::glam::{IVec2, Vec2};
use tileray::sprite::SpritePixels;
use web_time::{Duration, Instant};

/// Two bodies whose hulls overlap.
#[derive(Clone, Debug)]
pub(super) struct SpriteOverlap {
    pub(super) first: usize,
    pub(super) second: usize,
    /// The contact that moves the first hull out of the second.
    pub(super) contact: Contact,
    /// The pixels that the bodies share, if any.
    pub(super) touch: Option<PixelContact>,
}

/// The overlaps among some bodies.
#[derive(Clone, Debug, Default)]
pub(super) struct SpriteOverlaps {
    pub(super) found: Vec<SpriteOverlap>,
    /// The number of pairs whose bounding boxes overlap.
    pub(super) boxes: usize,
    /// The number of pairs that share pixels.
    pub(super) pixels: usize,
    pub(super) time: Duration,
}

impl SpriteOverlaps {
    pub(super) fn among(bodies: &[SpriteBody]) -> Self {
        let start = Instant::now();
        let boxes: Vec<Aabb> = bodies.iter().map(|body| body.hull.bounds()).collect();
        let pairs = overlapping_pairs(&boxes);
        let mut overlaps = Self { boxes: pairs.len(), ..Self::default() };
        for (first, second) in pairs {
            let Some(contact) = collide::contact(&bodies[first].hull, &bodies[second].hull) else { continue };
            let touch = PixelContact::between(&bodies[first].pixels(), &bodies[second].pixels());
            overlaps.pixels += usize::from(touch.is_some());
            overlaps.found.push(SpriteOverlap { first, second, contact, touch });
        }
        overlaps.time = start.elapsed();
        overlaps
    }
}

/// The pixels that two sprites share.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PixelContact {
    /// The pixels of the world that both cover, row by row; at least one.
    pub(super) pixels: Vec<IVec2>,
    /// The unit direction in which the first sprite leaves the second soonest; `None` if all directions are equal.
    pub(super) normal: Option<Vec2>,
}

impl PixelContact {
    /// Returns the overlap of two sprites, if they share a pixel.
    pub(super) fn between(first: &SpritePixels<'_>, second: &SpritePixels<'_>) -> Option<Self> {
        first.overlap(second)?;
        Some(Self { pixels: first.overlap_pixels(second).collect(), normal: first.overlap_normal(second) })
    }

    /// Returns the mean of the shared pixels.
    pub(super) fn middle(&self) -> Vec2 {
        let sum: Vec2 = self.pixels.iter().map(|pixel| pixel.as_vec2() + 0.5).sum();
        sum / self.pixels.len().max(1) as f32
    }
}

/// Returns the least distance, of at most `most` pixels, by which a motion along a unit vector separates the first
/// sprite from the second.
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
