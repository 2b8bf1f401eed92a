//! Levels that are loaded anew and edited very often.

use crate::memory::Memory;
use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tileray::glam::{IVec2, Vec2, vec2};
use tileray::terrain::StateHash;
use tileray::{LayerSet, Ray, SolidityMap, Terrain, TileMap};

/// Copies the maps and their pictures of the repository, so that they can be saved.
pub(crate) fn copy(root: &Path) -> Result<TempDir> {
    let to = tempfile::tempdir()?;
    for folder in ["maps", "assets"] {
        let (from, to) = (root.join(folder), to.path().join(folder));
        fs::create_dir_all(&to)?;
        for entry in fs::read_dir(&from).with_context(|| from.display().to_string())? {
            let entry = entry?;
            if entry.file_type()?.is_file() {
                fs::copy(entry.path(), to.join(entry.file_name()))?;
            }
        }
    }
    Ok(to)
}

/// Returns two versions of a map: without a solid ground, and with one.
pub(crate) fn versions(map: &Path) -> Result<[String; 2]> {
    let text = fs::read_to_string(map)?;
    let [free, solid] =
        ["false", "true"].map(|value| format!("<property name=\"solid\" type=\"bool\" value=\"{value}\"/>"));
    let other = text.replacen(&free, &solid, 1);
    ensure!(other != text, "{}: no layer is free", map.display());
    Ok([text, other])
}

/// Saves a map, opens it and updates a terrain to it, again and again; the terrain has to be that of the version.
pub(crate) fn reload(root: &Path, count: u64) -> Result<String> {
    let folder = copy(root)?;
    let path = folder.path().join("maps/town.tmx");
    let versions = versions(&path)?;
    let load = |number: usize| -> Result<(TileMap, LayerSet)> {
        fs::write(&path, &versions[number])?;
        let map = TileMap::open(&path)?;
        let layers = LayerSet::solid(&map);
        Ok((map, layers))
    };
    let mut expected = [0; 2];
    for (number, expected) in expected.iter_mut().enumerate() {
        let (map, layers) = load(number)?;
        *expected = hash(&Terrain::from_layers(&map, &layers)?);
    }
    ensure!(expected[0] != expected[1], "the two versions are the same");
    let (map, layers) = load(0)?;
    let (mut terrain, mut memory) = (Terrain::from_layers(&map, &layers)?, Memory::of(std::process::id()));
    let (mut times, mut changed) = (Vec::new(), 0);
    for number in 1..=count as usize {
        let start = Instant::now();
        let (map, layers) = load(number % 2)?;
        let dirty = terrain.reload_layers(&map, &layers)?;
        times.push(start.elapsed());
        changed += usize::from(!dirty.is_empty());
        ensure!(hash(&terrain) == expected[number % 2], "load {number} has another terrain than a new one");
        if (number as u64).is_multiple_of((count / 100).max(1)) {
            memory.look_now()?;
        }
    }
    let tenth = times.len() / 10;
    let [first, last] = [&times[tenth..2 * tenth], &times[times.len() - tenth..]].map(|times| within(times, 0.5));
    Ok(format!(
        "{}; {changed} of {count} loads changed it; {first:.2} ms a load, at the end {last:.2}",
        memory.summary()?
    ))
}

fn hash(terrain: &Terrain) -> u64 {
    let mut hash = StateHash::new();
    terrain.hash_state(&mut hash);
    hash.finish()
}

/// Returns the time within which a part of some times is, in milliseconds.
pub(crate) fn within(times: &[Duration], part: f64) -> f64 {
    let mut times = times.to_vec();
    times.sort_unstable();
    let place = (times.len() as f64 * part) as usize;
    times.get(place).or(times.last()).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}

/// The rays of a comparison of speed, and how often they are cast.
const RAYS: usize = 20_000;
const ROUNDS: usize = 31;
/// By how much a query may take longer after all edits than in a terrain that is built from the same pixels.
const SLOWER: f64 = 1.1;

/// Digs and fills by chance in one terrain. At the end it has to answer as one that is built from its pixels, and as fast.
pub(crate) fn edits(root: &Path, count: u64) -> Result<String> {
    let mask = TileMap::open(root.join("maps/cave.tmx"))?.solidity();
    let mut terrain = Terrain::from_solidity(&mask);
    let (bounds, mut memory, mut rng) = (terrain.bounds(), Memory::of(std::process::id()), Rng::with_seed(1));
    let size = bounds.size().as_vec2();
    let at = |rng: &mut Rng| bounds.min.as_vec2() + vec2(rng.f32(), rng.f32()) * size;
    let start = Instant::now();
    for number in 0..count {
        let (center, radius) = (at(&mut rng), 1.0 + rng.f32() * 23.0);
        if rng.bool() {
            terrain.carve_circle(center, radius);
        } else {
            terrain.fill_circle(center, radius);
        }
        if number.is_multiple_of((count / 100).max(1)) {
            memory.look_now()?;
        }
    }
    let edit = start.elapsed().as_secs_f64() * 1e6 / count as f64;
    let pixels = |terrain: &Terrain| {
        SolidityMap::from_fn(mask.width(), mask.height(), |x, y| {
            terrain.is_solid(bounds.min + IVec2::new(x as i32, y as i32))
        })
    };
    let built = Terrain::from_solidity(&pixels(&terrain));
    let rays: Vec<Ray> = (0..RAYS)
        .map(|_| {
            let from = at(&mut rng);
            Ray::between(from, from + Vec2::from_angle(rng.f32() * 6.3) * (16.0 + rng.f32() * 500.0))
        })
        .collect();
    // Where hits are: their owners differ, as the new terrain has no history.
    let cast = |terrain: &Terrain| -> Vec<Option<IVec2>> {
        rays.iter().map(|ray| terrain.raycast(ray).map(|hit| hit.pixel())).collect()
    };
    ensure!(cast(&terrain) == cast(&built), "the edited terrain answers otherwise than a new one");
    // In turns, as the machine is now faster, now slower.
    let time = |terrain: &Terrain| {
        let start = Instant::now();
        rays.iter().for_each(|ray| _ = black_box(terrain.raycast(ray)));
        start.elapsed().as_secs_f64()
    };
    let mut ratios: Vec<f64> = (0..ROUNDS).map(|_| time(&terrain) / time(&built)).collect();
    ratios.sort_by(f64::total_cmp);
    let ratio = ratios[ROUNDS / 2];
    ensure!(ratio <= SLOWER, "a ray takes {ratio:.2} of the time that it takes in a new terrain");
    Ok(format!(
        "{}; {count} edits, {edit:.2} µs each; a ray takes {ratio:.2} of the time in a terrain that is built from these pixels",
        memory.summary()?
    ))
}
