//! 500 agents find their way through `maps/cave.tmx` to one goal, and again after a tunnel is blown through a pillar of rock.
//!
//! ```sh
//! cargo run --release -- paths.png
//! ```

mod picture;

use pathfinding::{AGENT, Room, is_free, length, path};
use std::error::Error;
use std::process::ExitCode;
use std::time::Instant;
use tileray::glam::{Vec2, ivec2, vec2};
use tileray::{Rect, Terrain, TileMap};

/// The number of agents.
const AGENTS: usize = 500;
/// Where all of them want to go.
const GOAL: Vec2 = vec2(980.5, 262.5);
/// The tunnel: its ends and its radius.
const TUNNEL: (Vec2, Vec2, f32) = (vec2(660.0, 240.0), vec2(940.0, 240.0), 26.0);

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let map = TileMap::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/cave.tmx"))?;
    let mut terrain = Terrain::from_map(&map);
    let bounds = terrain.bounds();

    let (room, made) = timed(|| Room::new(&terrain, bounds, AGENT));
    let mut room = room?;
    println!("room for a disc of {AGENT} px in {}×{} px: {made:.1} ms", bounds.width(), bounds.height());
    let agents = agents(&room);
    let before = find(&terrain, &room, &agents)?;

    let dirty = blow_up(&mut terrain);
    let (done, updated) = timed(|| room.update(&terrain, dirty));
    done?;
    println!(
        "a tunnel of {}×{} px is blown up: the room around it anew in {updated:.2} ms",
        dirty.width(),
        dirty.height()
    );
    let after = find(&terrain, &room, &agents)?;

    let shorter = before.iter().zip(&after).filter(|(before, after)| length(after) < length(before) - 1.0).count();
    println!("{shorter} agents have a shorter way");
    if let Some(file) = std::env::args().nth(1) {
        let part = Rect::new((0, 0), (1600, 720));
        picture::write(&file, part, [(&Terrain::from_map(&map), &before), (&terrain, &after)])?;
        println!("wrote {file}");
    }
    Ok(())
}

/// Places the agents on random pixels of the room.
fn agents(room: &Room) -> Vec<Vec2> {
    let (size, mut state) = (room.mask().size(), 1_u64);
    let mut random = |most: u32| {
        // A linear congruential generator by Knuth.
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % u64::from(most)) as i32
    };
    let pixels = std::iter::repeat_with(|| ivec2(random(size.x), random(size.y)));
    pixels.filter(|&pixel| room.has(pixel)).map(|pixel| pixel.as_vec2() + 0.5).take(AGENTS).collect()
}

/// Blows up the tunnel, and returns the rectangle that changed.
fn blow_up(terrain: &mut Terrain) -> Rect {
    let (from, to, radius) = TUNNEL;
    (0..=20)
        .map(|step| terrain.carve_circle(from.lerp(to, step as f32 / 20.0), radius))
        .fold(Rect::EMPTY, |all, one| all.union(&one))
}

/// Finds the paths of all agents, and checks them; the path of an agent without a way is empty.
fn find(terrain: &Terrain, room: &Room, agents: &[Vec2]) -> Result<Vec<Vec<Vec2>>, Box<dyn Error>> {
    let (meshes, meshed) = timed(|| room.meshes());
    let meshes = meshes?;
    let polygons: usize = meshes.iter().map(|mesh| mesh.layers[0].polygons.len()).sum();
    let way = |&agent: &Vec2| path(&meshes, agent, GOAL).unwrap_or_default();
    let (paths, found) = timed(|| agents.iter().map(way).collect::<Vec<_>>());
    let (blocked, checked) = timed(|| paths.iter().filter(|path| !is_free(terrain, path, AGENT)).count());
    println!("  {polygons} polygons: {meshed:.1} ms; {AGENTS} paths: {found:.1} ms; checked by casts: {checked:.1} ms");
    let count = paths.iter().filter(|path| !path.is_empty()).count();
    let mean = paths.iter().map(|path| length(path)).sum::<f32>() / count.max(1) as f32;
    println!("  {count} agents have a way, {mean:.0} px on average; {blocked} paths meet rock");
    if blocked > 0 {
        return Err(format!("{blocked} paths meet rock").into());
    }
    Ok(paths)
}

/// Runs something, and returns the time that it took in milliseconds.
fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64() * 1e3)
}
