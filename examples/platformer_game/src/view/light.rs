//! Light: each lamp lights the region that it sees, and the edges of the rock there. The rock around a lamp glows.
//!
//! ```text
//! visible region of a lamp ─▶ mask ──────▶ light of the air
//!             └▶ lit edges ─▶ rim of the rock
//!
//! pixel = color · (ambient + light)
//! ```

use super::canvas::Canvas;
use crate::game::{Game, Level};
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::sight::VisibleRegion;
use tileray::solidity::PlacedMask;
use tileray::terrain::OneWayRule;
use tileray::{Rect, SolidityMap, Terrain};

/// The color of a lantern, and of a coin's glow. At 1 a lamp doubles the color at its center.
const LANTERN: [f32; 3] = [1.0, 0.72, 0.38];
const COIN: [f32; 3] = [0.62, 0.48, 0.12];
/// The part of a lantern's light that flickers.
const FLICKER: f32 = 0.07;

/// The parts of red, green and blue that are seen without light, of air and of rock. Rock is brighter, so that its
/// texture and its outline stay visible in the dark.
const AIR: [f32; 3] = [0.40, 0.42, 0.58];
const ROCK: [f32; 3] = [0.56, 0.55, 0.66];
/// The light that the wall behind the cave throws back, so that it shows light although it is dark.
const HAZE: [f32; 3] = [32.0, 25.0, 17.0];
/// The most light, as a part of a color.
const MOST: f32 = 1.75;
/// The strength of the glow in rock, and of its rim.
const GLOW: f32 = 0.45;
const RIM: f32 = 1.5;

/// A lamp, and the pixels that it lights.
pub(super) struct Lamp {
    at: Vec2,
    /// In pixels.
    radius: f32,
    /// Red, green and blue at its center, of 1.
    color: [f32; 3],
    /// The pixels that it sees, by their centers; the corner of the mask.
    seen: SolidityMap,
    corner: IVec2,
    /// The pixels of rock whose edges it lights, each with a strength of 1.
    rim: Vec<(IVec2, f32)>,
}

impl Lamp {
    /// Creates a lamp, and finds the pixels that it lights. Planks throw no shadow.
    pub(super) fn new(terrain: &Terrain, at: Vec2, radius: f32, color: [f32; 3]) -> Self {
        let query = terrain.query().one_way(OneWayRule::Free);
        let region = query.visible_region(at, radius);
        let rim = rim(&region, terrain, radius);
        Self { at, radius, color, seen: region.to_mask(), corner: region.bounds().min, rim }
    }

    fn bounds(&self) -> Rect {
        let reach = Vec2::splat(self.radius + 1.0);
        Rect::new((self.at - reach).floor().as_ivec2(), (self.at + reach).ceil().as_ivec2())
    }
}

/// Returns the pixels of the edges that a region lights.
fn rim(region: &VisibleRegion, terrain: &Terrain, radius: f32) -> Vec<(IVec2, f32)> {
    let lit = region.lit_edges(terrain).map(|edge| {
        let from_lamp = (edge.from + edge.to) / 2.0 - region.origin();
        let distance = from_lamp.length().max(1.0);
        let facing = (-from_lamp.dot(edge.normal) / distance).max(0.0);
        let near = (1.0 - distance / radius).max(0.0);
        (edge.pixel, facing.sqrt() * near * edge.from.distance(edge.to).min(1.0))
    });
    lit.filter(|(_, strength)| *strength > 0.01).collect()
}

/// A lamp that stays in its place. Its lit pixels are found again only after digging near it.
struct Fixture {
    at: Vec2,
    radius: f32,
    color: [f32; 3],
    /// The coin that glows.
    coin: Option<usize>,
    lamp: Option<Lamp>,
}

/// The lanterns and the coins of a level.
pub(super) struct Lamps(Vec<Fixture>);

impl Lamps {
    /// Finds the lamps of a level: tiles with the property `light`, a radius in pixels, and the coins.
    pub(super) fn of(level: &Level) -> Self {
        let fixture = |at: Vec2, radius: f32, color, coin| Fixture { at, radius, color, coin, lamp: None };
        let mut fixtures = Vec::new();
        for layer in 0..level.map.layers().len() {
            for (corner, placed) in level.map.placed_tiles(layer) {
                let tile = placed.tile();
                let Some(set) = level.map.tile_set(tile.set) else { continue };
                let number = |name: &str| set.properties(tile.id).number(name).map(|number| number as f32);
                let Some(radius) = number("light").filter(|radius| (1.0..=512.0).contains(radius)) else { continue };
                let flame = Vec2::new(number("light_x").unwrap_or(8.0), number("light_y").unwrap_or(8.0));
                fixtures.push(fixture(corner.as_vec2() + flame, radius * 1.25, LANTERN, None));
            }
        }
        let coins = level.coins.iter().enumerate();
        fixtures.extend(coins.map(|(index, center)| fixture(center.as_vec2(), 30.0, COIN, Some(index))));
        Self(fixtures)
    }

    /// Forgets the lit pixels of all lamps.
    pub(super) fn clear(&mut self) {
        self.0.iter_mut().for_each(|fixture| fixture.lamp = None);
    }

    /// Forgets the lit pixels of the lamps near some pixels.
    pub(super) fn dig(&mut self, pixels: &PlacedMask) {
        let Some(hole) = pixels.bounds() else { return };
        for fixture in &mut self.0 {
            fixture.lamp.take_if(|lamp| lamp.bounds().overlaps(&hole));
        }
    }

    /// Calls `shine` for each lamp that reaches into a picture, with the strength of its light at this time.
    pub(super) fn each(&mut self, game: &Game, picture: Rect, mut shine: impl FnMut(&Lamp, f32)) {
        for (index, Fixture { at, radius, color, coin, lamp }) in self.0.iter_mut().enumerate() {
            let is_taken = coin.is_some_and(|coin| game.coins[coin].is_taken);
            if !is_taken && is_near(*at, *radius, picture) {
                let lamp = lamp.get_or_insert_with(|| Lamp::new(&game.terrain, *at, *radius, *color));
                shine(lamp, 1.0 + FLICKER * flicker(game.time, index));
            }
        }
    }
}

/// Returns whether a circle reaches into a picture.
pub(super) fn is_near(at: Vec2, radius: f32, picture: Rect) -> bool {
    at.distance(at.clamp(picture.min.as_vec2(), picture.max.as_vec2())) < radius
}

/// Returns the flicker of a flame, from −1 to 1: two waves of different length.
fn flicker(time: u32, index: usize) -> f32 {
    let wave = |period: u32, shift: usize| {
        let turn = ((time as usize + shift * index) % period as usize) as f32 / period as f32;
        1.0 - 4.0 * (turn - 0.5).abs()
    };
    0.6 * wave(23, 7) + 0.4 * wave(9, 5)
}

/// The light on the pixels of a picture.
#[derive(Default)]
pub(super) struct LightMap {
    picture: Rect,
    /// Red, green and blue.
    levels: Vec<[f32; 3]>,
}

impl LightMap {
    /// Begins a picture of a part of the world, without light.
    pub(super) fn clear(&mut self, picture: Rect) {
        self.picture = picture;
        self.levels.clear();
        self.levels.resize(picture.area() as usize, [0.0; 3]);
    }

    fn index(&self, pixel: IVec2) -> usize {
        let at = pixel - self.picture.min;
        at.y as usize * self.picture.width() as usize + at.x as usize
    }

    /// Adds the light of a lamp, with a strength of about 1. `is_rock` tells for each pixel whether it is rock.
    pub(super) fn add(&mut self, lamp: &Lamp, strength: f32, is_rock: &[bool]) {
        let color = lamp.color.map(|part| part * strength);
        let add = |levels: &mut [f32; 3], part: f32| {
            levels.iter_mut().zip(color).for_each(|(level, color)| *level += color * part);
        };
        let shown = self.picture.intersection(&lamp.bounds());
        for y in shown.min.y..shown.max.y {
            let first = self.index(ivec2(shown.min.x, y));
            let row = first..first + shown.width() as usize;
            let down = y as f32 + 0.5 - lamp.at.y;
            for ((x, levels), is_rock) in (shown.min.x..).zip(&mut self.levels[row.clone()]).zip(&is_rock[row]) {
                let across = x as f32 + 0.5 - lamp.at.x;
                let near = 1.0 - (across * across + down * down) / (lamp.radius * lamp.radius);
                // Smooth at the center and at the radius.
                if near > 0.0 && *is_rock {
                    add(levels, GLOW * near * near * near * near);
                } else if near > 0.0 && lamp.seen.get(x - lamp.corner.x, y - lamp.corner.y) {
                    add(levels, near * near);
                }
            }
        }
        for &(pixel, edge) in &lamp.rim {
            if self.picture.contains(pixel) {
                let index = self.index(pixel);
                add(&mut self.levels[index], RIM * edge);
            }
        }
    }

    /// Lights a picture.
    pub(super) fn shine(&self, canvas: &mut Canvas, is_rock: &[bool]) {
        for ((pixel, levels), is_rock) in canvas.pixels_mut().iter_mut().zip(&self.levels).zip(is_rock) {
            let (ambient, haze) = if *is_rock { (ROCK, [0.0; 3]) } else { (AIR, HAZE) };
            let [_, colors @ ..] = pixel.to_be_bytes();
            let lit = [0, 1, 2].map(|channel| {
                let light = levels[channel];
                (f32::from(colors[channel]) * (ambient[channel] + light).min(MOST) + haze[channel] * light.min(1.0))
                    as u8
            });
            *pixel = u32::from_be_bytes([0, lit[0], lit[1], lit[2]]);
        }
    }
}
