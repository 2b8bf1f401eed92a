//! A map that is ready to be shown: its terrain, its start, its markers, and the notes of its TMX file.

use super::edits::Edits;
use super::player::Player;
use crate::demo::color::Rgb;
use anyhow::{Context, Result};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::{LayerSet, Rect, Terrain, TileMap};

/// A map, its terrain, and where things stand in it.
#[derive(Debug)]
pub(crate) struct Level {
    pub(crate) name: String,
    pub(crate) map: TileMap,
    /// The layers that are solid.
    pub(crate) solid: LayerSet,
    pub(crate) terrain: Terrain,
    /// The strokes on the terrain of the map.
    pub(crate) edits: Edits,
    /// The pixels of the map.
    pub(crate) bounds: Rect,
    pub(crate) background: Rgb,
    /// The pixel that the player's eye starts at.
    pub(crate) start: IVec2,
    /// Pixels to look for.
    pub(crate) markers: Vec<IVec2>,
}

/// The background of a map that names none.
const BACKGROUND: Rgb = Rgb(0x14_12_22);
/// The distance of the positions that are tried as a start, in pixels.
const SEARCH_STEP: i32 = 8;
/// The number of rings of such positions.
const SEARCH_RINGS: i32 = 160;
/// The number of markers in a map that has none.
const MARKERS: i32 = 6;

impl Level {
    pub(crate) fn new(name: impl Into<String>, map: TileMap, notes: &Notes, player: &Player) -> Result<Self> {
        let name = name.into();
        let solid = LayerSet::solid(&map);
        let terrain = Terrain::from_layers(&map, &solid).with_context(|| format!("map {name}"))?;
        let bounds = map.bounds();
        let start = match notes.spawn {
            Some(spawn) => roomy_near(&terrain, spawn, player),
            None => roomy_near(&terrain, (bounds.min + bounds.max) / 2, player),
        };
        let markers = if notes.markers.is_empty() { scatter(&terrain, &bounds, start) } else { notes.markers.clone() };
        let background = notes.background.unwrap_or(BACKGROUND);
        let edits = Edits::none(&terrain);
        Ok(Self { name, map, solid, terrain, edits, bounds, background, start, markers })
    }
}

/// Returns the place nearest to `center` where the player has room: first with some air around it, then without, then
/// any free pixel, then the center itself.
fn roomy_near(terrain: &Terrain, center: IVec2, player: &Player) -> IVec2 {
    let sides = [ivec2(-6, 0), ivec2(6, 0), ivec2(0, -6), ivec2(0, 6), IVec2::ZERO];
    let air = |at: IVec2| sides.iter().all(|&side| player.fits(terrain, at + side));
    let tries: [&dyn Fn(IVec2) -> bool; 3] = [&air, &|at| player.fits(terrain, at), &|at| !terrain.is_solid(at)];
    tries.iter().find_map(|fits| rings(center).find(|&at| fits(at))).unwrap_or(center)
}

/// Places around a center, ring by ring outward.
fn rings(center: IVec2) -> impl Iterator<Item = IVec2> {
    (0..SEARCH_RINGS).flat_map(move |ring| {
        let side =
            move |along: i32| [ivec2(along, -ring), ivec2(ring, along), ivec2(-along, ring), ivec2(-ring, -along)];
        let steps = if ring == 0 { 0..1 } else { -ring..ring };
        // Ring 0 is one place; its three repetitions do no harm.
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

/// The notes of a TMX file, all optional.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Notes {
    pub(crate) background: Option<Rgb>,
    /// The object named `spawn`, or of that type.
    pub(crate) spawn: Option<IVec2>,
    /// The objects of type `marker`.
    pub(crate) markers: Vec<IVec2>,
}

impl Notes {
    /// Reads the notes of a TMX file. They are extras, so whatever cannot be understood is passed over.
    pub(crate) fn read(tmx: &[u8]) -> Self {
        let mut notes = Self::default();
        let mut reader = Reader::from_reader(tmx);
        let mut buffer = Vec::new();
        loop {
            match reader.read_event_into(&mut buffer) {
                Ok(Event::Start(element) | Event::Empty(element)) => notes.add(&element),
                Ok(Event::Eof) | Err(_) => return notes,
                Ok(_) => {}
            }
            buffer.clear();
        }
    }

    fn add(&mut self, element: &BytesStart<'_>) {
        let value = |name: &str| {
            let attribute = element.try_get_attribute(name).ok()??;
            Some(attribute.unescape_value().ok()?.into_owned())
        };
        match element.name().as_ref() {
            b"map" => self.background = value("backgroundcolor").and_then(|text| color(&text)),
            b"object" => {
                let kind = value("type").or_else(|| value("class")).unwrap_or_default();
                let coordinate = |name| Some(value(name)?.parse::<f64>().ok()?.floor() as i32);
                let (Some(x), Some(y)) = (coordinate("x"), coordinate("y")) else { return };
                if kind == "marker" {
                    self.markers.push(IVec2::new(x, y));
                } else if kind == "spawn" || value("name").is_some_and(|name| name == "spawn") {
                    self.spawn = self.spawn.or(Some(IVec2::new(x, y)));
                }
            }
            _ => {}
        }
    }
}

/// Parses a color as Tiled writes it: `#rrggbb` or `#aarrggbb`, of which the alpha is dropped.
fn color(text: &str) -> Option<Rgb> {
    let digits = text.trim_start_matches('#');
    let value = u32::from_str_radix(digits, 16).ok()?;
    matches!(digits.len(), 6 | 8).then_some(Rgb(value & 0xff_ff_ff))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::rays::testing;
    use tileray::glam::{ivec2, uvec2};
    use tileray::{SolidityMap, TileLayer, TileSet};

    fn player() -> Player {
        Player::of([ivec2(0, 0), ivec2(1, 1)])
    }

    #[test]
    fn the_start_is_free() {
        let level = testing::level();
        assert!(!level.terrain.is_solid(level.start));
        assert!(level.markers.iter().all(|&marker| !level.terrain.is_solid(marker)));
        assert!(level.markers.len() >= 2);
    }

    #[test]
    fn an_empty_map_and_a_solid_one_have_a_start_too() -> Result<()> {
        let empty = TileMap::new(uvec2(16, 16), uvec2(0, 0))?;
        let level = Level::new("empty", empty, &Notes::default(), &player())?;
        assert_eq!(level.start, IVec2::ZERO);

        let mut solid = TileMap::new(uvec2(1, 1), uvec2(1, 1))?;
        let mut set = TileSet::new("dot", IVec2::ZERO);
        set.insert(0, SolidityMap::from_fn(1, 1, |_, _| true));
        let set = solid.add_tile_set(set);
        let layer = solid.add_layer(TileLayer::new("dot", Rect::from_size(IVec2::ZERO, uvec2(1, 1))))?;
        solid.set_tile(layer, IVec2::ZERO, Some(tileray::Tile { set, ..Default::default() }))?;
        let level = Level::new("dot", solid, &Notes::default(), &player())?;
        assert!(!level.terrain.is_solid(level.start));
        Ok(())
    }

    #[test]
    fn notes_are_found_among_everything_else() {
        let notes = Notes::read(
            br##"<map backgroundcolor="#ff102030"><objectgroup>
            <object id="1" name="spawn" x="12.9" y="-4"/><object type="marker" x="5" y="6"><point/></object>
            <object type="coin" x="1" y="2"/><object type="marker" x="here" y="6"/></objectgroup></map>"##,
        );
        assert_eq!(notes.background, Some(Rgb(0x10_20_30)));
        assert_eq!((notes.spawn, notes.markers), (Some(ivec2(12, -4)), vec![ivec2(5, 6)]));
    }

    #[test]
    fn what_is_no_map_has_no_notes() {
        assert_eq!(Notes::read(b"\x89PNG <<<< & >"), Notes::default());
        assert_eq!(Notes::read(b""), Notes::default());
    }
}
