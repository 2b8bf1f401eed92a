//! The light of a fan of rays around the eye, for each pixel of the map: a pixel is lit if the nearest ray reaches at
//! least as far as the pixel. So few rays give narrow cones.

use super::casts::FAN_REACH;
use crate::color::Rgb;
use tileray::glam::IVec2;
use tileray::{RayHit, Terrain};

/// The half angle of a ray's light, of 65,536 for a full turn: half the angle between two of 96 rays.
const SPREAD: i32 = 65_536 / 96 / 2;
/// The depth of light in rock, in pixels, so that the obstacle is visible.
const DEPTH: f32 = 11.0;
/// Parts of 256 of red, green and blue that are seen without light.
const AMBIENT: [u32; 3] = [86, 92, 126];
/// The color of light at full strength.
const BRIGHT: [u32; 3] = [318, 292, 246];
/// The light that full strength adds, so that dark ground shows it too.
const HAZE: [u32; 3] = [34, 27, 14];

/// The side of the square of offsets within the range of the light.
const SIDE: i32 = 2 * FAN_REACH + 1;

/// The angle and the light of each offset from the eye, for all frames.
#[derive(Debug)]
pub(super) struct LightTable {
    /// Row after row: the angle, of which 65,536 are a full turn.
    angles: Vec<u16>,
    /// Row after row: the light, of 255.
    levels: Vec<u8>,
    /// The effect of each strength of light on a color.
    shades: Vec<Shade>,
}

/// The effect of light on a color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shade {
    /// Parts of 256 of red, green and blue that are seen.
    factor: [u32; 3],
    /// The light that is added to the channels.
    haze: [u32; 3],
}

impl Shade {
    /// Creates the shade of a light, of 255.
    fn of(light: u32) -> Self {
        let factor = [0, 1, 2].map(|channel| AMBIENT[channel] + (BRIGHT[channel] - AMBIENT[channel]) * light / 255);
        Self { factor, haze: HAZE.map(|haze| haze * light / 255) }
    }

    /// Returns a color in this light.
    #[inline]
    pub(super) fn of_color(&self, color: Rgb) -> Rgb {
        let channels = color.channels();
        let lit = |at: usize| (((u32::from(channels[at]) * self.factor[at]) >> 8) + self.haze[at]).min(255) as u8;
        Rgb::from_channels([lit(0), lit(1), lit(2)])
    }
}

impl LightTable {
    pub(super) fn new() -> Self {
        let offsets = || (0..SIDE * SIDE).map(|index| IVec2::new(index % SIDE, index / SIDE) - FAN_REACH);
        let angle = |at: IVec2| {
            let turns = (at.y as f32).atan2(at.x as f32) / std::f32::consts::TAU;
            (turns * 65536.0).round() as i32 as u16
        };
        let level = |at: IVec2| {
            let part = at.length_squared() as f32 / (FAN_REACH * FAN_REACH) as f32;
            (255.0 * (1.0 - part).max(0.0).powf(1.5)).round() as u8
        };
        Self {
            angles: offsets().map(angle).collect(),
            levels: offsets().map(level).collect(),
            shades: (0..=255).map(Shade::of).collect(),
        }
    }

    /// Returns the index of an offset from the eye; `None` beyond the range.
    #[inline]
    fn index(dx: i32, dy: i32) -> Option<usize> {
        let is_near = dx.unsigned_abs() <= FAN_REACH as u32 && dy.unsigned_abs() <= FAN_REACH as u32;
        is_near.then(|| ((dy + FAN_REACH) * SIDE + dx + FAN_REACH) as usize)
    }
}

/// The light around one eye.
#[derive(Debug)]
pub(super) struct Light<'a> {
    table: &'a LightTable,
    terrain: &'a Terrain,
    eye: IVec2,
    /// The squared length of each ray, in pixels.
    reach: Vec<i32>,
}

impl<'a> Light<'a> {
    /// Creates the light of a fan of at least one ray around `eye`.
    pub(super) fn new(table: &'a LightTable, terrain: &'a Terrain, eye: IVec2, fan: &[Option<RayHit>]) -> Self {
        let squared = |hit: &Option<RayHit>| hit.map_or(i32::MAX, |hit| (hit.pixel() - eye).length_squared());
        Self { table, terrain, eye, reach: fan.iter().map(squared).collect() }
    }

    /// Returns the light at a pixel of the map.
    #[inline]
    pub(super) fn at(&self, pixel: IVec2) -> Shade {
        let (dx, dy) = (pixel.x.wrapping_sub(self.eye.x), pixel.y.wrapping_sub(self.eye.y));
        let Some(index) = LightTable::index(dx, dy) else { return self.table.shades[0] };
        let rays = self.reach.len();
        let angle = usize::from(self.table.angles[index]);
        let ray = (angle * rays + 32768) >> 16;
        if (angle as i32 - ((ray << 16) / rays) as i32).abs() > SPREAD {
            return self.table.shades[0];
        }
        let reach = self.reach[if ray == rays { 0 } else { ray }];
        let squared = dx * dx + dy * dy;
        let level = usize::from(self.table.levels[index]);
        if squared < reach {
            return self.table.shades[level];
        }
        let depth = (squared as f32).sqrt() - (reach as f32).sqrt();
        if depth >= DEPTH || !self.terrain.is_solid(pixel) {
            return self.table.shades[0];
        }
        self.table.shades[(level as f32 * (1.0 - depth / DEPTH)) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rays::casts::{Casts, RaySettings};
    use tileray::SolidityMap;
    use tileray::glam::ivec2;

    #[test]
    fn a_post_throws_a_shadow() {
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| x == 32 && y >= 10));
        let eye = ivec2(10, 30);
        let settings = RaySettings { rays: 2048, ..RaySettings::default() };
        let fan = Casts::cast(&terrain, &[], [eye, eye], &settings).fan;
        let table = LightTable::new();
        let light = Light::new(&table, &terrain, eye, &fan);
        assert_ne!(light.at(ivec2(31, 30)), Shade::of(0), "before the post");
        assert_ne!(light.at(ivec2(32, 30)), Shade::of(0), "on the post");
        assert_eq!(light.at(ivec2(33, 30)), Shade::of(0), "behind the post");
        assert_ne!(light.at(ivec2(40, 2)), Shade::of(0), "above the post");
        assert_eq!(light.at(ivec2(10 + FAN_REACH + 1, 30)), Shade::of(0), "too far");
        assert_eq!(light.at(ivec2(i32::MIN, i32::MAX)), Shade::of(0));
    }
}
