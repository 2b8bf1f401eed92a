//! Levels: maps with their terrain, start and markers.

use super::edits::Edits;
use super::map_file::MapFile;
use super::player::Player;
use crate::color::Rgb;
use anyhow::{Context, Result};
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::{LayerSet, Rect, Terrain, TileMap};

/// A map, its terrain, its start and its markers.
#[derive(Debug)]
pub(super) struct Level {
    pub(super) name: String,
    pub(super) map: TileMap,
    /// The layers that are solid.
    pub(super) solid: LayerSet,
    pub(super) terrain: Terrain,
    pub(super) edits: Edits,
    pub(super) bounds: Rect,
    pub(super) background: Rgb,
    /// The pixel that the player's eye starts at.
    pub(super) start: IVec2,
    /// The pixels at the ends of lines of sight.
    pub(super) markers: Vec<IVec2>,
}

/// The background of a map without a background color.
const BACKGROUND: Rgb = Rgb(0x14_12_22);
/// The distance of the positions that are tried as a start, in pixels.
const SEARCH_STEP: i32 = 8;
/// The number of rings of such positions.
const SEARCH_RINGS: i32 = 160;
/// The number of markers in a map that has none.
const MARKERS: i32 = 6;

impl Level {
    /// Prepares a map that was read. Its object of the class or the name `spawn` is the start; its objects of the class
    /// `marker` are the markers.
    ///
    /// # Errors
    /// Fails for a map that is too large.
    pub(super) fn of(file: MapFile, player: &Player) -> Result<Self> {
        let MapFile { name, map, background } = file;
        let solid = LayerSet::solid(&map);
        let terrain = Terrain::from_layers(&map, &solid).with_context(|| format!("map {name}"))?;
        let edits = Edits::none(&terrain);
        let bounds = map.bounds();
        let background = background.unwrap_or(BACKGROUND);
        let (start, markers) = Self::places(&map, &terrain, player);
        Ok(Self { name, map, solid, terrain, edits, bounds, background, start, markers })
    }

    /// Becomes the level of a map that was saved anew, and keeps the strokes as `Terrain::reload_layers` does; returns
    /// the number of rectangles that changed.
    ///
    /// # Errors
    /// Fails for a map that is too large, and changes nothing then.
    pub(super) fn update(&mut self, file: MapFile, player: &Player) -> Result<usize> {
        let dirty = self.terrain.reload(&file.map).with_context(|| format!("map {}", self.name))?;
        self.edits.update(&file.map)?;
        self.solid = LayerSet::solid(&file.map);
        self.bounds = file.map.bounds();
        self.background = file.background.unwrap_or(BACKGROUND);
        (self.start, self.markers) = Self::places(&file.map, &self.terrain, player);
        self.map = file.map;
        Ok(dirty.len())
    }

    /// Returns the start and the markers of a map.
    fn places(map: &TileMap, terrain: &Terrain, player: &Player) -> (IVec2, Vec<IVec2>) {
        let bounds = map.bounds();
        let mut marked: Vec<IVec2> = Vec::new();
        let mut spawn = None;
        for object in map.objects() {
            let at = object.position.floor().as_ivec2();
            if object.class == "marker" {
                marked.push(at);
            } else if object.class == "spawn" || object.name == "spawn" {
                spawn = spawn.or(Some(at));
            }
        }
        let start = roomy_near(terrain, spawn.unwrap_or((bounds.min + bounds.max) / 2), player);
        let markers = if marked.is_empty() { scatter(terrain, &bounds, start) } else { marked };
        (start, markers)
    }
}

/// Returns the position nearest to `center` at which the player fits with some room around it. Without one it is a
/// position at which the player fits, else a free pixel, else the center.
fn roomy_near(terrain: &Terrain, center: IVec2, player: &Player) -> IVec2 {
    let sides = [ivec2(-6, 0), ivec2(6, 0), ivec2(0, -6), ivec2(0, 6), IVec2::ZERO];
    let fits = |at: IVec2| player.fits(terrain, at);
    let roomy = |at: IVec2| sides.iter().all(|&side| fits(at + side));
    let tries: [&dyn Fn(IVec2) -> bool; 3] = [&roomy, &fits, &|at| !terrain.is_solid(at)];
    tries.iter().find_map(|fits| rings(center).find(|&at| fits(at))).unwrap_or(center)
}

/// Returns positions around a center, ring by ring outward.
fn rings(center: IVec2) -> impl Iterator<Item = IVec2> {
    (0..SEARCH_RINGS).flat_map(move |ring| {
        let side =
            move |along: i32| [ivec2(along, -ring), ivec2(ring, along), ivec2(-along, ring), ivec2(-ring, -along)];
        let steps = if ring == 0 { 0..1 } else { -ring..ring };
        // Ring 0 repeats one position four times, which changes no result.
        steps.flat_map(side).map(move |at| center + at * SEARCH_STEP)
    })
}

/// Returns free pixels of the map around `start`, in all directions and at two distances.
fn scatter(terrain: &Terrain, bounds: &Rect, start: IVec2) -> Vec<IVec2> {
    let free_near = |at: IVec2| {
        rings(at).take(400).find(|&at| {
            let room = (-8..=8).step_by(4).flat_map(|y| (-8..=8).step_by(4).map(move |x| ivec2(x, y)));
            bounds.contains(at) && room.into_iter().all(|side| !terrain.is_solid(at + side))
        })
    };
    let mut markers = Vec::new();
    for number in 0..MARKERS {
        let angle = (number as f32 + 0.35) / MARKERS as f32 * std::f32::consts::TAU;
        let distance = if number % 2 == 0 { 140.0 } else { 230.0 };
        let at = start + (Vec2::from_angle(angle) * distance).round().as_ivec2();
        markers.extend(free_near(at).filter(|marker| !markers.contains(marker)));
    }
    markers
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rays::testing;
    use tileray::SolidityMap;
    use tileray::glam::uvec2;
    use tileray::tile::{MapObject, ObjectShape, TileImage};

    fn level(name: &str, map: TileMap) -> Result<Level> {
        Level::of(MapFile { name: name.into(), map, background: None }, &Player::of([ivec2(0, 0), ivec2(1, 1)]))
    }

    #[test]
    fn the_start_and_the_markers_are_free() {
        let level = testing::level();
        assert!(!level.terrain.is_solid(level.start));
        assert!(level.markers.iter().all(|&marker| !level.terrain.is_solid(marker)));
        assert!(level.markers.len() >= 2);
    }

    #[test]
    fn empty_and_solid_maps_have_a_start() -> Result<()> {
        let empty = TileMap::new(uvec2(16, 16))?;
        assert_eq!(level("empty", empty)?.start, IVec2::ZERO);

        let picture = TileImage::new(1, vec![[0; 4]]).context("a pixel")?;
        let solid = TileMap::from_picture("dot", SolidityMap::from_fn(1, 1, |_, _| true), Some(picture))?;
        let level = level("dot", solid)?;
        assert!(!level.terrain.is_solid(level.start));
        Ok(())
    }

    #[test]
    fn objects_give_the_start_and_the_markers() -> Result<()> {
        let mut map = TileMap::new(uvec2(16, 16))?.with_size(uvec2(4, 4))?;
        let object = |x: f32, y: f32| MapObject::new((x, y), ObjectShape::Point);
        map.add_object(MapObject { class: "coin".into(), ..object(1.0, 2.0) })?;
        map.add_object(MapObject { class: "marker".into(), ..object(5.0, 6.9) })?;
        map.add_object(MapObject { name: "spawn".into(), ..object(12.9, -4.0) })?;
        map.add_object(MapObject { class: "spawn".into(), ..object(30.0, 30.0) })?;
        let level = level("objects", map)?;
        assert_eq!((level.start, level.markers), (ivec2(12, -4), vec![ivec2(5, 6)]));
        Ok(())
    }
}
