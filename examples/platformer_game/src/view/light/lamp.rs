use crate::game::{Game, Level};
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::sight::{SightOptions, VisibleRegion};
use tileray::solidity::PlacedMask;
use tileray::terrain::OneWayRule;
use tileray::{Rect, SolidityMap, Terrain};

/// The color of a lantern, and of a coin's glow. At 1 a lamp doubles the color of what is at its center.
const LANTERN: [f32; 3] = [1.0, 0.72, 0.38];
const COIN: [f32; 3] = [0.62, 0.48, 0.12];
/// The part of a lantern's light that flickers.
const FLICKER: f32 = 0.07;

/// A lamp, and what it lights.
#[derive(Clone, Debug)]
pub(in super::super) struct Lamp {
    pub(super) at: Vec2,
    /// In pixels.
    pub(super) radius: f32,
    /// Red, green and blue at its center, of 1.
    pub(super) color: [f32; 3],
    /// The pixels that it lights, by the centers; the corner of the mask.
    pub(super) mask: SolidityMap,
    pub(super) corner: IVec2,
    /// The pixels of rock whose edges it lights, each with a strength of 1.
    pub(super) rim: Vec<(IVec2, f32)>,
}

impl Lamp {
    /// Creates a lamp, and finds what it lights. Planks throw no shadow.
    pub(in super::super) fn new(terrain: &Terrain, at: Vec2, radius: f32, color: [f32; 3]) -> Self {
        let options = SightOptions { one_way: OneWayRule::Free, ..SightOptions::default() };
        let region = terrain.visible_region(at, radius, &options);
        let rim = rim(&region, terrain, radius);
        Self { at, radius, color, mask: region.to_mask(), corner: region.bounds().min, rim }
    }

    /// Returns the light at a distance, of 1: smooth at the center and at the radius.
    pub(super) fn level(&self, squared_distance: f32) -> f32 {
        let part = 1.0 - squared_distance / (self.radius * self.radius);
        part.max(0.0) * part.max(0.0)
    }

    fn bounds(&self) -> Rect {
        let reach = Vec2::splat(self.radius + 1.0);
        Rect::new((self.at - reach).floor().as_ivec2(), (self.at + reach).ceil().as_ivec2())
    }
}

/// Returns the pixels of the edges that a region lights.
fn rim(region: &VisibleRegion, terrain: &Terrain, radius: f32) -> Vec<(IVec2, f32)> {
    let lit = region.lit_edges(terrain).map(|edge| {
        let middle = (edge.from + edge.to) / 2.0;
        let from_lamp = middle - region.origin();
        let distance = from_lamp.length().max(1.0);
        let facing = (-from_lamp.dot(edge.normal) / distance).max(0.0);
        let near = (1.0 - distance / radius).max(0.0);
        (edge.pixel, facing.sqrt() * near * edge.from.distance(edge.to).min(1.0))
    });
    lit.filter(|(_, strength)| *strength > 0.01).collect()
}

/// A lamp that stays where it is: what it lights is found again only after digging near it.
#[derive(Debug)]
struct Fixture {
    at: Vec2,
    radius: f32,
    color: [f32; 3],
    /// The coin that glows.
    coin: Option<usize>,
    lamp: Option<Lamp>,
}

/// The lamps of a level: lanterns, coins, the flag; and those of the moment.
#[derive(Debug)]
pub(in super::super) struct Lamps {
    fixtures: Vec<Fixture>,
}

impl Lamps {
    /// Finds the lamps of a level: tiles with the property `light`, a radius in pixels, and the coins.
    pub(in super::super) fn of(level: &Level) -> Self {
        let fixture = |at: Vec2, radius: f32, color, coin| Fixture { at, radius, color, coin, lamp: None };
        let mut fixtures = Vec::new();
        for layer in 0..level.map.layers().len() {
            for (corner, placed) in level.map.placed_tiles(layer) {
                let tile = placed.tile();
                let Some(set) = level.map.tile_set(tile.set) else { continue };
                let number = |name: &str| set.properties(tile.id).number(name).map(|number| number as f32);
                let Some(radius) = number("light").filter(|radius| (1.0..=512.0).contains(radius)) else { continue };
                let flame = ivec2(8, 8).as_vec2();
                let flame = Vec2::new(number("light_x").unwrap_or(flame.x), number("light_y").unwrap_or(flame.y));
                fixtures.push(fixture(corner.as_vec2() + flame, radius * 1.25, LANTERN, None));
            }
        }
        let coins = level.coins.iter().enumerate();
        fixtures.extend(coins.map(|(index, center)| fixture(center.as_vec2(), 30.0, COIN, Some(index))));
        Self { fixtures }
    }

    /// Forgets what the lamps lit: all pixels may differ.
    pub(in super::super) fn clear(&mut self) {
        self.fixtures.iter_mut().for_each(|fixture| fixture.lamp = None);
    }

    /// Forgets what the lamps near some pixels lit.
    pub(in super::super) fn dig(&mut self, pixels: &PlacedMask) {
        let Some(hole) = pixels.bounds() else { return };
        let is_near = |lamp: &mut Lamp| !lamp.bounds().intersection(&hole).is_empty();
        for fixture in &mut self.fixtures {
            fixture.lamp.take_if(is_near);
        }
    }

    /// Calls `shine` for each lamp that reaches into a picture, with the strength of its light at this time.
    pub(in super::super) fn each(&mut self, game: &Game, picture: Rect, mut shine: impl FnMut(&Lamp, f32)) {
        for (index, fixture) in self.fixtures.iter_mut().enumerate() {
            let nearest = fixture.at.clamp(picture.min.as_vec2(), picture.max.as_vec2());
            let is_taken = fixture.coin.is_some_and(|coin| game.coins[coin].is_taken);
            if is_taken || fixture.at.distance(nearest) > fixture.radius {
                continue;
            }
            let lamp =
                fixture.lamp.get_or_insert_with(|| Lamp::new(&game.terrain, fixture.at, fixture.radius, fixture.color));
            shine(lamp, 1.0 + FLICKER * flicker(game.time, index));
        }
    }
}

/// Returns the flicker of a flame, from −1 to 1: two waves of different length.
fn flicker(time: u32, index: usize) -> f32 {
    let wave = |period: u32, shift: usize| {
        let turn = ((time as usize + shift * index) % period as usize) as f32 / period as f32;
        1.0 - 4.0 * (turn - 0.5).abs()
    };
    0.6 * wave(23, 7) + 0.4 * wave(9, 5)
}
