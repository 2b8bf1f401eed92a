//! The light around the eye, for each pixel of the map: of a fan of rays, or of the pixels that are seen.
//!
//! In the light of a fan a pixel is lit if the nearest ray reaches at least as far as the pixel. So few rays give narrow
//! cones. Where a fan has many rays, the light is that of a small lamp: of the pixels that several points near the eye
//! see. The more of them see a pixel, the brighter it is, which gives shadows soft borders.

use crate::color::Rgb;
use std::cell::Cell;
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};
use tileray::sight::{SightOptions, VisiblePixels, VisibleRegion};
use tileray::{LayerMask, RayHit, Rect, SolidityMap, Terrain};

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

/// The points of a lamp, from the eye.
const LAMP: [IVec2; 5] = [ivec2(0, 0), ivec2(3, 0), ivec2(-3, 0), ivec2(0, 3), ivec2(0, -3)];
/// The step into rock at which light is looked for, in pixels.
const DEPTH_STEP: usize = 2;
/// The side of squares that are dark as a whole, in pixels; more than [`DEPTH`].
const SQUARE: usize = 16;

/// The angle and the light of each offset from the eye, for all frames.
#[derive(Debug)]
pub(super) struct LightTable {
    /// The range of the light, in pixels.
    pub(super) reach: i32,
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
    /// Creates the table of a light of some range in pixels, in time that is quadratic in the range.
    pub(super) fn new(reach: i32) -> Self {
        let side = 2 * reach + 1;
        let offsets = || (0..side * side).map(|index| IVec2::new(index % side, index / side) - reach);
        let angle = |at: IVec2| {
            let turns = (at.y as f32).atan2(at.x as f32) / std::f32::consts::TAU;
            (turns * 65536.0).round() as i32 as u16
        };
        let level = |at: IVec2| {
            let part = at.length_squared() as f32 / (reach * reach) as f32;
            (255.0 * (1.0 - part).max(0.0).powf(1.5)).round() as u8
        };
        Self {
            reach,
            angles: offsets().map(angle).collect(),
            levels: offsets().map(level).collect(),
            shades: (0..=255).map(Shade::of).collect(),
        }
    }

    /// Returns the index of an offset from the eye; `None` beyond the range.
    #[inline]
    fn index(&self, dx: i32, dy: i32) -> Option<usize> {
        let is_near = dx.unsigned_abs() <= self.reach as u32 && dy.unsigned_abs() <= self.reach as u32;
        is_near.then(|| ((dy + self.reach) * (2 * self.reach + 1) + dx + self.reach) as usize)
    }
}

/// The light around one eye.
#[derive(Debug)]
pub(super) struct Light<'a> {
    table: &'a LightTable,
    terrain: &'a Terrain,
    /// The layers that stop light.
    layers: LayerMask,
    eye: IVec2,
    /// The squared length of each ray, in pixels.
    reach: Vec<i32>,
}

impl<'a> Light<'a> {
    /// Creates the light of a fan of at least one ray around `eye`.
    pub(super) fn new(
        table: &'a LightTable,
        terrain: &'a Terrain,
        layers: LayerMask,
        eye: IVec2,
        fan: &[Option<RayHit>],
    ) -> Self {
        let squared = |hit: &Option<RayHit>| hit.map_or(i32::MAX, |hit| (hit.pixel - eye).length_squared());
        Self { table, terrain, layers, eye, reach: fan.iter().map(squared).collect() }
    }

    /// Returns the light at a pixel of the map.
    #[inline]
    pub(super) fn at(&self, pixel: IVec2) -> Shade {
        let (dx, dy) = (pixel.x.wrapping_sub(self.eye.x), pixel.y.wrapping_sub(self.eye.y));
        let Some(index) = self.table.index(dx, dy) else { return self.table.shades[0] };
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
        if depth >= DEPTH || !self.terrain.is_solid_on(pixel, self.layers) {
            return self.table.shades[0];
        }
        self.table.shades[(level as f32 * (1.0 - depth / DEPTH)) as usize]
    }
}

/// A level of light that was not computed yet.
const UNKNOWN: u16 = u16::MAX;

/// What a small lamp around one eye shines on. It stays the same while eye, terrain and layers do.
#[derive(Debug)]
pub(super) struct Lamp {
    eye: IVec2,
    /// The layers that stop light.
    layers: LayerMask,
    /// The number of points of the lamp that are free.
    points: usize,
    /// The pixels that the points may see, and which of them are solid.
    bounds: Rect,
    rock: SolidityMap,
    /// Row after row of the bounds: the number of points that see a pixel or light it.
    seen: Vec<u8>,
    /// Row after row, for squares of [`SQUARE`] pixels of the bounds: whether a pixel in it or in a square beside it is lit.
    is_near: Vec<bool>,
    /// The pixels of the terrain, and what the eye sees beyond them.
    inside: Rect,
    region: VisibleRegion,
    /// The light of each offset in the [`LightTable`], once it was asked for: most pictures show the light of the one before.
    levels: Vec<Cell<u16>>,
}

impl Lamp {
    /// Looks around from `eye`, up to `reach` pixels far.
    pub(super) fn new(terrain: &Terrain, layers: LayerMask, eye: IVec2, reach: i32) -> Self {
        let levels = vec![Cell::new(UNKNOWN); (2 * reach as usize + 1).pow(2)];
        let reach = reach as f32;
        let options = SightOptions { layers, ..SightOptions::default() };
        let points = LAMP.map(|offset| eye + offset);
        let free = points.into_iter().filter(|&at| !terrain.is_solid_on(at, layers));
        let answers: Vec<VisiblePixels> = free.map(|at| terrain.visible_pixels(at, reach, &options)).collect();
        let bounds = answers.iter().fold(Rect::EMPTY, |bounds, answer| bounds.union(&answer.bounds()));
        let (size, squares) = (bounds.size(), squares_of(bounds.size()));
        let mut seen = vec![0; size.x as usize * size.y as usize];
        let mut is_near = vec![false; squares.x as usize * squares.y as usize];
        for answer in &answers {
            let mut mask = SolidityMap::new(size.x, size.y);
            mask.draw(&answer.seen, answer.corner - bounds.min);
            mask.draw(&answer.lit, answer.corner - bounds.min);
            for run in mask.runs() {
                let row = run.y as usize * size.x as usize;
                seen[row + run.start as usize..row + run.end as usize].iter_mut().for_each(|count| *count += 1);
                let row = run.y as usize / SQUARE * squares.x as usize;
                is_near[row + run.start as usize / SQUARE..=row + (run.end - 1) as usize / SQUARE].fill(true);
            }
        }
        let is_near = with_neighbors(&is_near, squares.x as usize);
        let region = terrain.visible_region(eye.as_vec2() + 0.5, reach, &options);
        let inside = terrain.bounds();
        let rock = terrain.to_mask(bounds, layers);
        Self { eye, layers, points: answers.len(), bounds, rock, seen, is_near, inside, region, levels }
    }

    /// Returns the part of the lamp that shines on a pixel.
    fn part(&self, pixel: IVec2) -> f32 {
        if !self.bounds.contains(pixel) {
            let is_seen = !self.inside.contains(pixel) && self.region.contains(pixel.as_vec2() + 0.5);
            return f32::from(u8::from(is_seen));
        }
        let at = pixel - self.bounds.min;
        f32::from(self.seen[at.y as usize * self.bounds.width() as usize + at.x as usize]) / self.points as f32
    }

    fn is_solid(&self, terrain: &Terrain, pixel: IVec2) -> bool {
        let at = pixel - self.bounds.min;
        let is_inside = self.bounds.contains(pixel);
        if is_inside { self.rock.get(at.x, at.y) } else { terrain.is_solid_on(pixel, self.layers) }
    }

    /// Returns whether no pixel within [`SQUARE`] pixels is lit; pixels at the border of the bounds are not far.
    fn is_far(&self, pixel: IVec2) -> bool {
        let at = pixel - self.bounds.min;
        let is_inside = at.cmpge(IVec2::splat(SQUARE as i32)).all() && {
            (self.bounds.max - pixel).cmpgt(IVec2::splat(SQUARE as i32)).all()
        };
        let square = at.as_uvec2() / SQUARE as u32;
        is_inside && !self.is_near[(square.y * squares_of(self.bounds.size()).x + square.x) as usize]
    }

    /// The same as [`part`](Self::part) for a solid pixel, which gets less light the deeper it lies in rock.
    fn part_in_rock(&self, pixel: IVec2) -> f32 {
        if self.is_far(pixel) {
            return 0.0;
        }
        let toward = (self.eye - pixel).as_vec2().normalize_or_zero();
        let depths = (0..DEPTH as usize).step_by(DEPTH_STEP).map(|depth| depth as f32);
        depths
            .map(|depth| (depth, self.part((pixel.as_vec2() + 0.5 + toward * depth).floor().as_ivec2())))
            .find(|&(_, part)| part > 0.0)
            .map_or(0.0, |(depth, part)| part * (1.0 - depth / DEPTH))
    }
}

/// The light of a lamp.
#[derive(Debug)]
pub(super) struct LampLight<'a> {
    pub(super) table: &'a LightTable,
    pub(super) terrain: &'a Terrain,
    pub(super) lamp: &'a Lamp,
}

impl LampLight<'_> {
    /// Returns the light at a pixel of the map.
    #[inline]
    pub(super) fn at(&self, pixel: IVec2) -> Shade {
        let (dx, dy) = (pixel.x.wrapping_sub(self.lamp.eye.x), pixel.y.wrapping_sub(self.lamp.eye.y));
        let Some(index) = self.table.index(dx, dy) else { return self.table.shades[0] };
        let kept = &self.lamp.levels[index];
        if kept.get() == UNKNOWN {
            kept.set(self.level(pixel, index));
        }
        self.table.shades[usize::from(kept.get())]
    }

    /// Computes the level of light at a pixel, whose offset has an index in the table.
    fn level(&self, pixel: IVec2, index: usize) -> u16 {
        let (lamp, level) = (self.lamp, self.table.levels[index]);
        if level == 0 || lamp.points == 0 {
            return 0;
        }
        let mut part = lamp.part(pixel);
        // Most pixels are seen, or far from all that is; for neither it matters whether they are solid.
        if part == 0.0 && !lamp.is_far(pixel) && lamp.is_solid(self.terrain, pixel) {
            part = lamp.part_in_rock(pixel);
        }
        (f32::from(level) * part) as u16
    }
}

/// Returns the number of squares of [`SQUARE`] pixels that cover a size.
fn squares_of(size: UVec2) -> UVec2 {
    uvec2(size.x.div_ceil(SQUARE as u32), size.y.div_ceil(SQUARE as u32))
}

/// Sets all flags beside a flag that is set, also across corners; the flags are rows of `width`.
fn with_neighbors(flags: &[bool], width: usize) -> Vec<bool> {
    let mut all = flags.to_vec();
    for index in (0..flags.len()).filter(|&index| flags[index]) {
        let (row, column) = (index / width, index % width);
        for row in row.saturating_sub(1)..=row + 1 {
            let columns = column.saturating_sub(1)..=(column + 1).min(width - 1);
            let start = row * width;
            if start < all.len() {
                all[start + columns.start()..=start + columns.end()].fill(true);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rays::casts::{Casts, RaySettings};

    #[test]
    fn a_post_throws_a_shadow() {
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, y| x == 32 && y >= 10));
        let eye = ivec2(10, 30);
        let settings = RaySettings { rays: 2048, ..RaySettings::default() };
        let fan = Casts::cast(&terrain, &[], [eye, eye], &settings).fan;
        let table = LightTable::new(360);
        let light = Light::new(&table, &terrain, LayerMask::ALL, eye, &fan);
        assert_ne!(light.at(ivec2(31, 30)), Shade::of(0), "before the post");
        assert_ne!(light.at(ivec2(32, 30)), Shade::of(0), "on the post");
        assert_eq!(light.at(ivec2(33, 30)), Shade::of(0), "behind the post");
        assert_ne!(light.at(ivec2(40, 2)), Shade::of(0), "above the post");
        assert_eq!(light.at(ivec2(10 + 360 + 1, 30)), Shade::of(0), "too far");
        assert_eq!(light.at(ivec2(i32::MIN, i32::MAX)), Shade::of(0));
    }

    /// The light, pixel by pixel, by the definition.
    fn plain_part(light: &Lamp, pixel: IVec2) -> f32 {
        let toward = (light.eye - pixel).as_vec2().normalize_or_zero();
        let depths = (0..DEPTH as usize).step_by(DEPTH_STEP).map(|depth| depth as f32);
        let part = |depth: f32| light.part((pixel.as_vec2() + 0.5 + toward * depth).floor().as_ivec2());
        let first = depths.map(|depth| (depth, part(depth))).find(|&(_, part)| part > 0.0);
        first.map_or(0.0, |(depth, part)| part * (1.0 - depth / DEPTH))
    }

    #[test]
    fn dark_squares_are_dark() {
        let caves = SolidityMap::from_fn(400, 300, |x, y| (x / 40 + y / 30) % 3 == 0 || x < 5);
        let terrain = Terrain::from_solidity(&caves);
        let table = LightTable::new(360);
        let lamp = Lamp::new(&terrain, LayerMask::ALL, ivec2(60, 20), table.reach);
        let solid = caves.pixels().filter(|&pixel| lamp.part_in_rock(pixel) > 0.0).count();
        assert!((200..20_000).contains(&solid), "{solid} pixels of rock are lit");
        assert!(caves.pixels().all(|pixel| lamp.part_in_rock(pixel) == plain_part(&lamp, pixel)));
        let light = LampLight { table: &table, terrain: &terrain, lamp: &lamp };
        // The light by the definition, which asks first whether a pixel is solid.
        let all = crate::canvas::pixels_of(Rect::from_size(ivec2(-20, -20), uvec2(440, 340)));
        for pixel in all {
            let part = if caves.get(pixel.x, pixel.y) { plain_part(&lamp, pixel) } else { lamp.part(pixel) };
            let offset = table.index(pixel.x - 60, pixel.y - 20).map_or(0, |index| table.levels[index]);
            assert_eq!(light.at(pixel), table.shades[(f32::from(offset) * part) as usize], "{pixel}");
        }
    }

    #[test]
    fn a_lamp_throws_soft_shadows() {
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(96, 64, |x, y| x == 32 && y >= 26));
        let (table, eye) = (LightTable::new(360), ivec2(10, 30));
        let lamp = Lamp::new(&terrain, LayerMask::ALL, eye, table.reach);
        let light = LampLight { table: &table, terrain: &terrain, lamp: &lamp };
        let dark = Shade::of(0);
        assert!(light.at(ivec2(31, 30)) != dark && light.at(ivec2(32, 30)) != dark && light.at(ivec2(40, 2)) != dark);
        assert!(light.at(ivec2(20, -30)) != dark && light.at(ivec2(130, 30)) == dark, "outside the terrain");
        assert!(light.at(ivec2(33, 30)) == dark && light.at(ivec2(i32::MIN, i32::MAX)) == dark);
        let strengths: std::collections::BTreeSet<u32> = (0..30).map(|y| light.at(ivec2(80, y)).haze[0]).collect();
        assert!(strengths.len() > 2, "between light and shadow there is a border: {strengths:?}");
        let buried = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |_, _| true));
        let lamp = Lamp::new(&buried, LayerMask::ALL, eye, table.reach);
        assert_eq!(LampLight { table: &table, terrain: &buried, lamp: &lamp }.at(eye), dark);
    }
}
