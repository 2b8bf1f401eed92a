//! Masks that stand somewhere, and what a look at the center of every pixel says of them.

use fastrand::Rng;
use reference::nearest::pixels;
use std::f32::consts::{FRAC_PI_2, TAU};
use tileray::glam::{DVec2, IVec2, Vec2, dvec2, vec2};
use tileray::sprite::SpritePixels;
use tileray::{Pose, Rect, SolidityMap};

/// The distance from a border, in pixels, below which rounding may put a center, mapped back, on the other side.
const ROUNDING: f64 = 1e-4;

/// A mask, the point that it turns about, and its pose.
#[derive(Clone, Debug)]
pub(crate) struct Posed {
    pub(crate) mask: SolidityMap,
    pub(crate) pivot: Vec2,
    pub(crate) pose: Pose,
}

impl Posed {
    pub(crate) fn pixels(&self) -> SpritePixels<'_> {
        SpritePixels::new(&self.mask, self.pivot, &self.pose)
    }

    /// Where the center of a pixel of the world lies in the mask's frame, by the formula and the platform's sines.
    fn source(&self, pixel: IVec2) -> DVec2 {
        let arm = pixel.as_dvec2() + 0.5 - self.pose.translation.as_dvec2();
        let (sine, cosine) = f64::from(self.pose.rotation).sin_cos();
        dvec2(arm.x * cosine + arm.y * sine, arm.y * cosine - arm.x * sine) + self.pivot.as_dvec2()
    }

    /// The number of quarter turns, if it is a whole one.
    fn quarters(&self) -> Option<i32> {
        let quarter = std::f64::consts::FRAC_PI_2;
        let quarters = (f64::from(self.pose.rotation) / quarter).round();
        let is_whole = (quarters * quarter) as f32 == self.pose.rotation && quarters.abs() <= 16.0;
        is_whole.then(|| (quarters as i32).rem_euclid(4))
    }

    /// Whether the mask is solid to the upper left, upper right, lower left and lower right of the center of a pixel of
    /// the world; `None` unless the rotation is whole quarter turns.
    pub(crate) fn sides(&self, pixel: IVec2) -> Option<[bool; 4]> {
        let quarters = self.quarters()?;
        let turned_back = |arm: DVec2| match quarters {
            0 => arm,
            1 => dvec2(arm.y, -arm.x),
            2 => -arm,
            _ => dvec2(-arm.y, arm.x),
        };
        let arm = pixel.as_dvec2() + 0.5 - self.pose.translation.as_dvec2();
        let source = turned_back(arm) + self.pivot.as_dvec2();
        Some([dvec2(-1.0, -1.0), dvec2(1.0, -1.0), dvec2(-1.0, 1.0), dvec2(1.0, 1.0)].map(|side| {
            let side = turned_back(side);
            // From a border toward the side.
            let pixel = |source: f64, side: f64| if side > 0.0 { source.floor() } else { source.ceil() - 1.0 };
            self.mask.get(pixel(source.x, side.x) as i32, pixel(source.y, side.y) as i32)
        }))
    }

    /// Whether a pixel of the world is covered; `None` where that is within rounding of a border.
    pub(crate) fn covers(&self, pixel: IVec2) -> Option<bool> {
        if let Some(sides) = self.sides(pixel) {
            return Some(sides.contains(&true));
        }
        let source = self.source(pixel);
        let at = source.floor();
        let is_sure = (source - source.round()).abs().min_element() > ROUNDING;
        is_sure.then(|| self.mask.get(at.x as i32, at.y as i32))
    }

    /// Whether two masks that both cover a pixel share it, the other one after a shift: both are solid on one side of its
    /// center, if that can be told.
    pub(crate) fn shares(&self, other: &Self, shift: IVec2, pixel: IVec2) -> bool {
        match (self.sides(pixel), other.sides(pixel - shift)) {
            (Some(own), Some(other)) => own.iter().zip(&other).any(|(own, other)| *own && *other),
            _ => true,
        }
    }

    /// All pixels of the world around it, with room to spare.
    pub(crate) fn surroundings(&self) -> impl Iterator<Item = IVec2> + use<> {
        let reach = (self.mask.size().as_vec2() + self.pivot.abs()).length().ceil() as i32 + 2;
        let middle = self.pose.translation.floor().as_ivec2();
        pixels(Rect::new(middle - reach, middle + reach))
    }
}

/// A mask of noise, a ball, bars or an outline, now and then wider than a word or without a pixel.
pub(crate) fn mask(rng: &mut Rng) -> SolidityMap {
    let long = if rng.u8(..4) == 0 { 140 } else { 24 };
    let (width, height) = match rng.u8(..12) {
        0 => (rng.u32(..3), rng.u32(..3)),
        1 => (rng.u32(1..4), rng.u32(1..long)),
        _ => (rng.u32(1..long), rng.u32(1..24)),
    };
    match rng.u8(..5) {
        0 => SolidityMap::from_fn(width, height, |x, y| {
            (2 * x as i32 - width as i32).pow(2) + (2 * y as i32 - height as i32).pow(2) <= height.pow(2) as i32
        }),
        1 => SolidityMap::from_fn(width, height, |x, y| (x + y) % 7 < 2),
        2 => SolidityMap::from_fn(width, height, |x, y| x == 0 || y == 0 || x + 1 == width || y + 1 == height),
        3 => SolidityMap::from_fn(width, height, |_, _| true),
        _ => {
            let density = [0.0, 0.02, 0.3, 0.8][rng.usize(..4)];
            SolidityMap::from_fn(width, height, |_, _| rng.f64() < density)
        }
    }
}

/// An angle of any size: none, quarters, tiny ones, large ones.
pub(crate) fn angle(rng: &mut Rng) -> f32 {
    match rng.u8(..8) {
        0 | 1 => 0.0,
        2 | 3 => rng.i32(-8..=8) as f32 * FRAC_PI_2,
        4 => (rng.f32() - 0.5) * [1e-3, 1e-7, 1e-30][rng.usize(..3)],
        // The sines of the reference are those of the same f32, so large ones may be as large as they are.
        5 => (rng.f32() - 0.5) * 1e4,
        _ => (rng.f32() - 0.5) * TAU,
    }
}

/// A mask near a place, turned about its middle, its corner or anything else.
pub(crate) fn posed(rng: &mut Rng, near: Vec2) -> Posed {
    let mask = mask(rng);
    let pivot = match rng.u8(..4) {
        0 => Vec2::ZERO,
        1 => mask.size().as_vec2() / 2.0,
        2 => vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 60.0,
        _ => mask.centroid().unwrap_or_default(),
    };
    let aside = match rng.u8(..3) {
        0 => vec2(rng.i32(-20..=20) as f32, rng.i32(-20..=20) as f32),
        1 => vec2(rng.i32(-80..=80) as f32, rng.i32(-80..=80) as f32) / 4.0,
        _ => vec2(rng.f32() - 0.5, rng.f32() - 0.5) * 40.0,
    };
    Posed { mask, pivot, pose: Pose::new(near + aside, angle(rng)) }
}

/// A place: near the origin, left of and above it, or so far away that `f32` hardly tells pixels apart.
pub(crate) fn place(rng: &mut Rng) -> Vec2 {
    [Vec2::ZERO, vec2(-300.0, -7000.0), vec2(16_000_000.0, -1000.0), vec2(-5e6, 1.6e7)][rng.usize(..4)]
}
