//! Where two sprites share pixels.

use tileray::SolidityMap;
use tileray::glam::{IVec2, Vec2};

/// The solid pixels of a sprite where it lies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed<'a> {
    pub(super) mask: &'a SolidityMap,
    /// The pixel of the world that the mask's pixel `(0, 0)` is.
    pub(super) corner: IVec2,
}

/// What two sprites share.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PixelContact {
    /// The pixels of the world that are solid in both, row by row; at least one.
    pub(super) pixels: Vec<IVec2>,
    /// The unit way on which the first one gets out soonest; `None` where all ways are alike.
    pub(super) normal: Option<Vec2>,
}

impl PixelContact {
    /// What two sprites share; `None` where that is nothing.
    pub(super) fn between(first: Placed<'_>, second: Placed<'_>) -> Option<Self> {
        let offset = second.corner - first.corner;
        first.mask.overlap(second.mask, offset)?;
        let shared = first.mask.overlap_mask(second.mask, offset);
        let pixels = shared.pixels().map(|pixel| pixel + first.corner).collect();
        Some(Self { pixels, normal: first.mask.overlap_normal(second.mask, offset) })
    }

    /// The middle of what is shared.
    pub(super) fn middle(&self) -> Vec2 {
        let sum: Vec2 = self.pixels.iter().map(|pixel| pixel.as_vec2() + 0.5).sum();
        sum / self.pixels.len().max(1) as f32
    }
}

/// How many pixels the first sprite has to go along a unit vector so that the two share none, if `most` are enough.
pub(super) fn way_out(first: Placed<'_>, second: Placed<'_>, along: Vec2, most: u32) -> Option<f32> {
    let offset = second.corner - first.corner;
    let is_free = |far: &f32| {
        let moved = (along * *far).round().as_ivec2();
        first.mask.overlap(second.mask, offset - moved).is_none()
    };
    (0..=most).map(|far| far as f32).find(is_free)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f32::consts::{FRAC_PI_2, TAU};
    use tileray::glam::{DVec2, dvec2, ivec2, vec2};

    /// Marsaglia's xorshift.
    struct Random(u64);

    impl Random {
        fn next(&mut self) -> u64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            self.0
        }

        fn below(&mut self, end: u64) -> u64 {
            self.next() % end
        }

        fn mask(&mut self) -> SolidityMap {
            let (width, height, density) = (1 + self.below(30), 1 + self.below(30), 1 + self.below(8));
            SolidityMap::from_fn(width as u32, height as u32, |_, _| self.below(8) < density)
        }
    }

    /// A mask turned about a pivot that lies at a place of the world, by plain sines and cosines.
    struct Turned<'a> {
        mask: &'a SolidityMap,
        pivot: DVec2,
        place: DVec2,
        angle: f64,
    }

    impl Turned<'_> {
        /// Whether the centre of a pixel of the world, mapped back, lies in a solid pixel; `None` where that is within
        /// rounding of another pixel.
        fn is_solid(&self, pixel: IVec2) -> Option<bool> {
            let arm = pixel.as_dvec2() + 0.5 - self.place;
            let (sine, cosine) = self.angle.sin_cos();
            let local = dvec2(arm.x * cosine + arm.y * sine, arm.y * cosine - arm.x * sine) + self.pivot;
            let at = local.floor().as_ivec2();
            ((local - local.round()).abs().min_element() > 1e-4).then(|| self.mask.get(at.x, at.y))
        }
    }

    #[test]
    fn it_is_what_a_look_at_every_pixel_finds() {
        let mut random = Random(0x9e37_79b9_7f4a_7c15);
        let (mut touching, mut apart) = (0, 0);
        for case in 0..400 {
            let masks = [random.mask(), random.mask()];
            let angles = [0, 1].map(|_| match random.below(4) {
                0 => FRAC_PI_2 * random.below(8) as f32,
                _ => TAU * (random.below(1 << 20) as f32 / (1 << 20) as f32 - 0.5),
            });
            let pivots = masks.each_ref().map(|mask| mask.size().as_vec2() / 2.0 + vec2(0.25, 0.125));
            let shifts = [0, 1].map(|_| ivec2(random.below(40) as i32 - 20, random.below(40) as i32 - 20));
            let turned = [0, 1].map(|n| masks[n].try_rotated_about(angles[n], pivots[n]).expect("it is small"));
            let placed = [0, 1].map(|n| Placed { mask: &turned[n].mask, corner: turned[n].offset + shifts[n] });
            let plain = [0, 1].map(|n| {
                let pivot = pivots[n].as_dvec2();
                Turned { mask: &masks[n], pivot, place: pivot + shifts[n].as_dvec2(), angle: angles[n].into() }
            });
            let found = PixelContact::between(placed[0], placed[1]);
            let pixels: Vec<IVec2> = found.iter().flat_map(|contact| contact.pixels.iter().copied()).collect();
            for pixel in (-60..90).flat_map(|y| (-60..90).map(move |x| ivec2(x, y))) {
                let [first, second] = plain.each_ref().map(|mask| mask.is_solid(pixel));
                match first.zip(second) {
                    Some((first, second)) => {
                        assert_eq!(pixels.contains(&pixel), first && second, "case {case}, pixel {pixel}");
                    }
                    None => continue,
                }
            }
            assert!(pixels.is_sorted_by_key(|pixel| (pixel.y, pixel.x)), "case {case}");
            touching += usize::from(found.is_some());
            apart += usize::from(found.is_none());
        }
        assert!(touching > 50 && apart > 50, "{touching} and {apart}");
    }

    #[test]
    fn the_way_out_is_the_first_that_is_free() {
        let (block, wall) = (SolidityMap::from_fn(10, 10, |_, _| true), SolidityMap::from_fn(40, 8, |_, _| true));
        let (block, wall) =
            (Placed { mask: &block, corner: ivec2(5, -7) }, Placed { mask: &wall, corner: ivec2(-10, 0) });
        let contact = PixelContact::between(block, wall).expect("three rows");
        assert_eq!((contact.pixels.len(), contact.normal), (30, Some(Vec2::NEG_Y)));
        assert_eq!(contact.middle(), vec2(10.0, 1.5));
        assert_eq!(way_out(block, wall, Vec2::NEG_Y, 9), Some(3.0));
        assert_eq!(way_out(block, wall, Vec2::Y, 9), None);
        assert_eq!(way_out(block, wall, Vec2::Y, 20), Some(15.0));
        let far = Placed { corner: ivec2(100, 0), ..wall };
        assert_eq!((PixelContact::between(block, far), way_out(block, far, Vec2::X, 5)), (None, Some(0.0)));
    }
}
