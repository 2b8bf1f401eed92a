//! Fog of war: the cells of the map that the eye has seen so far, and the cells that it sees now.

use super::casts::RaySettings;
use super::level::Level;
use crate::color::Rgb;
use tileray::Rect;
use tileray::glam::IVec2;
use tileray::sight::Explored;
use tileray::solidity::PlacedMask;

/// The color of fog, and its opacity over cells that were seen before, and over all others.
pub(super) const FOG: Rgb = Rgb(0x16_16_22);
const THIN: u32 = 150;
const THICK: u32 = 246;

/// The fog over a map.
#[derive(Clone, Debug)]
pub(super) struct Fog {
    explored: Explored,
    visible: PlacedMask,
    /// The pixels of a cell.
    size: IVec2,
}

impl Fog {
    /// Creates the fog of a map that was never seen.
    pub(super) fn over(level: &Level) -> Self {
        let size = level.map.tile_size().as_ivec2();
        let Rect { min, max } = level.bounds;
        let cells = Rect::new(min.div_euclid(size), (max - 1).div_euclid(size) + 1);
        Self { explored: Explored::new(cells), visible: PlacedMask::default(), size }
    }

    /// Returns whether the fog is of a map of this size, in cells of this size.
    pub(super) fn fits(&self, level: &Level) -> bool {
        let over = Self::over(level);
        self.size == over.size && self.explored.cells() == over.explored.cells()
    }

    /// Lifts the fog from what an eye sees.
    pub(super) fn look(&mut self, level: &Level, eye: IVec2, settings: &RaySettings) {
        let query = level.terrain.query().layers(settings.layers);
        self.visible = query.visible_cells(eye, settings.fan_reach as f32);
        self.explored.add(&self.visible);
    }

    /// Returns the opacity over a pixel: the opacity of its cell.
    pub(super) fn at(&self, pixel: IVec2) -> u32 {
        let cell = pixel.div_euclid(self.size);
        match (self.visible.contains(cell), self.explored.contains(cell)) {
            (true, _) => 0,
            (false, true) => THIN,
            (false, false) => THICK,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rays::map_file::MapFile;
    use crate::rays::player::Player;
    use tileray::glam::{ivec2, uvec2};
    use tileray::{SolidityMap, Tile, TileLayer, TileMap, TileSet};

    /// Returns two rooms of 5×4 cells, with a wall between them.
    fn rooms() -> Level {
        let mut map = TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(11, 4))).expect("a small map");
        let mut rock = TileSet::new("rock", IVec2::ZERO);
        rock.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
        let set = map.add_tile_set(rock);
        let layer = TileLayer::new("ground", Rect::new(IVec2::ZERO, ivec2(11, 4)));
        let ground = map.add_layer(layer).expect("a small layer");
        for y in 0..4 {
            map.set_tile(ground, ivec2(5, y), Some(Tile { set, ..Tile::default() })).expect("a cell");
        }
        let file = MapFile { name: "rooms".into(), map, background: None };
        Level::of(file, &Player::of([IVec2::ZERO])).expect("a small terrain")
    }

    #[test]
    fn fog_is_lifted_where_the_eye_looks_and_stays_thin_behind_it() {
        let level = rooms();
        let mut fog = Fog::over(&level);
        let (left, right) = (ivec2(24, 24), ivec2(136, 24));
        fog.look(&level, left, &RaySettings::default());
        assert_eq!((fog.at(left), fog.at(right)), (0, THICK));
        fog.look(&level, right, &RaySettings::default());
        assert_eq!((fog.at(left), fog.at(right)), (THIN, 0));
    }
}
