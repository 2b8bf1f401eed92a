//! A world of 200 levels, of which only the hero's level and its neighbors are in memory. The hero digs its way through all of
//! them and comes back: its tunnels are there.
//!
//! The world is a project of LDtk with a file for each level. When the hero enters a level, a thread reads the neighbors' files and
//! makes a new terrain, while the game goes on in the old one. The edits of a level are kept when the level is dropped.
//!
//! `cargo run --example streamed_world`. With `--release` and `-- large` the levels have 30 times the cells, and the longest frame is
//! printed too. Next: `docs/levels.md`.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::load::{IntGridRule, LoadOptions, Project, ProjectOptions, TileSolidity};
use tileray::terrain::{TerrainEdits, TerrainSnapshot};
use tileray::{Body, LayerMask, LoadError, MoveOptions, Ray, Rect, Terrain};

/// The levels of the world: a row of ground below a row of sky.
const COLUMNS: i32 = 100;
const ROWS: i32 = 2;
/// The side of a cell in pixels.
const SIDE: i32 = 16;
/// The frames between a request for levels and their arrival. The hero must not reach the end of the loaded levels before.
const LOADING: u32 = 30;
/// The velocity of the hero in pixels a second, at 60 frames a second.
const SPEED: f32 = 480.0;
const FRAME: f32 = 1.0 / 60.0;

/// The files of the world. They are written when they are asked for, in place of a disk.
#[derive(Clone, Copy)]
struct World {
    /// The cells of each level.
    cells: IVec2,
}

impl World {
    fn size(self) -> IVec2 {
        self.cells * SIDE
    }

    fn rect(self, level: i32) -> Rect {
        let corner = ivec2(level % COLUMNS, level / COLUMNS) * self.size();
        Rect::from_size(corner, self.size().as_uvec2())
    }

    /// Returns the value of a cell, 0 or 1. The ground has a wall in each level, and stones hang in the sky.
    fn cell(self, level: i32, x: i32, y: i32) -> u32 {
        let column = level % COLUMNS * self.cells.x + x;
        let height = self.cells.y - y;
        let noise = |a: i32, b: i32| ((a * 7919 + b * 104_729) as u32).wrapping_mul(2_654_435_761) >> 20;
        let is_rock = match level / COLUMNS {
            0 => noise(column / 3, y / 2) % 11 == 0 && height > 3,
            _ => height <= 7 || (height <= 16 && (18..20).contains(&x)),
        };
        u32::from(is_rock)
    }

    /// Returns the text of a level, with its layers or with the name of the file that has them.
    fn level(self, level: i32, has_layers: bool) -> String {
        let (Rect { min, .. }, size, cells) = (self.rect(level), self.size(), self.cells);
        let layers = if has_layers {
            let values = (0..cells.y).flat_map(|y| (0..cells.x).map(move |x| self.cell(level, x, y).to_string()));
            format!(
                r#""layerInstances": [{{ "__identifier": "Rock", "__type": "IntGrid", "__cWid": {}, "__cHei": {},
                    "__gridSize": {SIDE}, "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0, "layerDefUid": 1,
                    "intGridCsv": [{}] }}]"#,
                cells.x,
                cells.y,
                values.collect::<Vec<_>>().join(",")
            )
        } else {
            format!(r#""layerInstances": null, "externalRelPath": "world/{level}.ldtkl""#)
        };
        format!(
            r#"{{ "identifier": "Level_{level}", "iid": "{level}", "worldX": {}, "worldY": {}, "pxWid": {}, "pxHei": {},
                {layers} }}"#,
            min.x, min.y, size.x, size.y
        )
    }

    /// Returns the project, which lists the levels.
    fn project(self) -> String {
        let levels: Vec<String> = (0..COLUMNS * ROWS).map(|level| self.level(level, false)).collect();
        format!(
            r#"{{ "jsonVersion": "1.5.3", "worldLayout": "Free", "externalLevels": true, "defs": {{ "tilesets": [],
                "layers": [{{ "uid": 1, "identifier": "Rock", "intGridValues": [{{ "value": 1, "identifier": "rock" }}] }}]
                }}, "levels": [{}] }}"#,
            levels.join(",\n")
        )
    }

    /// Opens the project with the files of the levels that meet a rectangle. The others count as missing.
    fn open(self, near: Rect) -> Result<Project, LoadError> {
        let files = |path: &Path| -> io::Result<Vec<u8>> {
            match path.file_stem().and_then(|name| name.to_str()?.parse().ok()) {
                None => Ok(self.project().into()),
                Some(level) if self.rect(level).overlaps(&near) => Ok(self.level(level, true).into()),
                Some(_) => Err(io::ErrorKind::NotFound.into()),
            }
        };
        let cells = LoadOptions::default().tile_solidity(TileSolidity::Cells);
        Project::read("world.ldtk", &files, &ProjectOptions::from(cells).int_grid(IntGridRule::All))
    }
}

/// The edits of levels.
type Edits = BTreeMap<i32, Arc<TerrainEdits>>;

/// The terrain of some levels.
struct Loaded {
    levels: Vec<i32>,
    terrain: Terrain,
    /// The terrain before it was edited.
    unedited: TerrainSnapshot,
    /// The edits of all levels when these were requested. Levels that are dropped later are kept here.
    edits: Edits,
}

/// Loads the levels that meet a rectangle, and repeats their edits.
fn load(world: World, near: Rect, edits: Edits) -> Result<Loaded, LoadError> {
    let mut terrain = Terrain::from_map(&world.open(near)?.region_map(0, near)?);
    let unedited = terrain.snapshot();
    let levels: Vec<i32> = (0..COLUMNS * ROWS).filter(|level| world.rect(*level).overlaps(&near)).collect();
    levels.iter().filter_map(|level| edits.get(level)).for_each(|edits| _ = terrain.apply_edits(edits));
    Ok(Loaded { levels, terrain, unedited, edits })
}

/// Levels that are being loaded.
struct Request {
    thread: JoinHandle<Result<Loaded, LoadError>>,
    /// The terrain when the thread began.
    since: TerrainSnapshot,
    /// The frame in which they are taken.
    due: u32,
}

/// The levels around the hero.
struct Stream {
    world: World,
    /// The level that the hero is in.
    center: i32,
    loaded: Loaded,
    next: Option<Request>,
}

impl Stream {
    fn new(world: World, hero: IVec2) -> Result<Self, LoadError> {
        let center = Self::level_at(world, hero);
        let loaded = load(world, neighborhood(world, center), Edits::new())?;
        Ok(Self { world, center, loaded, next: None })
    }

    fn level_at(world: World, pixel: IVec2) -> i32 {
        let place = (pixel / world.size()).clamp(IVec2::ZERO, ivec2(COLUMNS, ROWS) - 1);
        place.y * COLUMNS + place.x
    }

    /// Takes the levels that were loaded, and requests others when the hero entered a level. Called once a frame.
    ///
    /// Returns the time spent waiting for the thread, which a game at its own pace does not wait for.
    fn update(&mut self, hero: IVec2, frame: u32) -> Result<Duration, LoadError> {
        let mut waited = Duration::ZERO;
        if let Some(Request { thread, since, .. }) = self.next.take_if(|next| next.due == frame) {
            let start = Instant::now();
            let mut next = thread.join().expect("the thread does not panic")?;
            waited = start.elapsed();
            for &level in &self.loaded.levels {
                let (terrain, area) = (&self.loaded.terrain, self.world.rect(level));
                // What was edited while the thread read the files.
                let later = terrain.edits_since(&since, area);
                if next.levels.contains(&level) {
                    next.terrain.apply_edits(&later);
                } else if !later.is_empty() {
                    next.edits.insert(level, Arc::new(terrain.edits_since(&self.loaded.unedited, area)));
                }
            }
            let old = std::mem::replace(&mut self.loaded, next);
            thread::spawn(move || drop((old, since))); // freeing many blocks takes time
        }
        let level = Self::level_at(self.world, hero);
        if level != self.center && self.next.is_none() {
            self.center = level;
            let (world, near, since) = (self.world, neighborhood(self.world, level), self.loaded.terrain.snapshot());
            let (terrain, unedited) = (self.loaded.terrain.clone(), self.loaded.unedited.clone());
            let (levels, mut edits) = (self.loaded.levels.clone(), self.loaded.edits.clone());
            let thread = thread::spawn(move || {
                for level in levels {
                    match terrain.edits_since(&unedited, world.rect(level)) {
                        found if found.is_empty() => _ = edits.remove(&level),
                        found => _ = edits.insert(level, Arc::new(found)),
                    }
                }
                load(world, near, edits)
            });
            self.next = Some(Request { thread, since, due: frame + LOADING });
        }
        Ok(waited)
    }
}

/// Returns a rectangle that meets a level and its neighbors.
fn neighborhood(world: World, level: i32) -> Rect {
    let Rect { min, max } = world.rect(level);
    Rect::new(min - 1, max + 1)
}

/// Walks to the right end of the world and back through a fifth of it. Returns the duration of the longest frame.
fn walk(world: World, out: &mut impl Write) -> Result<Duration, Box<dyn Error>> {
    let mut hero = Body::rectangle((12, 14), ivec2(8, world.size().y * 2 - 16 * 12))?;
    let mut stream = Stream::new(world, hero.rect().min)?;
    let options = MoveOptions::new().step_height(SIDE as u32);
    let (mut longest, mut frame, mut fall) = (Duration::ZERO, 0, 0.0);
    for (name, direction, goal) in [("Forth", 1, COLUMNS * world.size().x - 40), ("Back", -1, 80 * world.size().x)] {
        let (mut digs, mut seen, start) = (0, 0.0, frame);
        while (goal - hero.rect().min.x) * direction > 0 {
            let started = Instant::now();
            let waited = stream.update(hero.rect().min, frame)?;
            let terrain = &mut stream.loaded.terrain;
            let slide = hero.move_and_slide(&*terrain, vec2(SPEED * direction as f32, fall), FRAME, &options);
            fall = if slide.on_floor { 30.0 } else { fall + 15.0 };
            if slide.wall.is_some() {
                // A tunnel that is as high as a level step needs.
                let Rect { min, max } = hero.rect();
                let front = if direction > 0 { max.x } else { min.x - 24 };
                let ahead = Rect::new(ivec2(front, max.y - 32), ivec2(front + 24, max.y));
                terrain.carve(&ahead, LayerMask::ALL);
                digs += 1;
            }
            // A lamp that looks over the borders of levels.
            let eye: Vec2 = hero.rect().min.as_vec2() + vec2(6.5, 3.5);
            let ray = Ray::new(eye, (direction as f32, -0.6), 320.0);
            seen += terrain.raycast(&ray).map_or(320.0, |hit| hit.distance());
            longest = longest.max(started.elapsed().saturating_sub(waited));
            frame += 1;
        }
        let frames = frame - start;
        writeln!(out, "{name}: {frames} frames, {digs} digs, {:.2} px seen in a frame.", seen / frames as f32)?;
        let (kept, loaded) = (stream.loaded.edits.len(), stream.loaded.levels.len());
        writeln!(out, "{loaded} levels are loaded, and edits of {kept} levels are kept.")?;
    }
    Ok(longest)
}

fn main() -> Result<(), Box<dyn Error>> {
    let out = &mut io::stdout().lock();
    if std::env::args().any(|word| word == "large") {
        let longest = walk(World { cells: ivec2(160, 120) }, out)?;
        writeln!(out, "The longest frame took {longest:.1?}.")?;
        return Ok(());
    }
    run(out)
}

pub(crate) fn run(out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    walk(World { cells: ivec2(32, 20) }, out)?;
    Ok(())
}
