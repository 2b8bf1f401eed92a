//! A module for WebAssembly that reads a map from memory, casts rays and hashes what they hit.
//!
//! `.ci/wasm` builds it and casts the rays in Node. The test below holds the same hash on this machine.

use std::io;
use std::path::Path;
use tileray::glam::vec2;
use tileray::load::LoadOptions;
use tileray::terrain::StateHash;
use tileray::{Ray, Terrain, TileMap};

/// The hash on every machine. It changes with the map and with answers of rays only.
const EXPECTED: u64 = 0x768a_1202_374e_9d0c;

/// Opens a file of the repository, from memory.
fn open(path: &Path) -> io::Result<&'static [u8]> {
    Ok(match path.to_str() {
        Some("maps/cave.tmx") => include_bytes!("../../../maps/cave.tmx"),
        Some("assets/cave.tsx") => include_bytes!("../../../assets/cave.tsx"),
        Some("assets/cave.png") => include_bytes!("../../../assets/cave.png"),
        Some("assets/cave-back.tsx") => include_bytes!("../../../assets/cave-back.tsx"),
        Some("assets/cave-back.png") => include_bytes!("../../../assets/cave-back.png"),
        Some("assets/cave-props.tsx") => include_bytes!("../../../assets/cave-props.tsx"),
        Some("assets/cave-props.png") => include_bytes!("../../../assets/cave-props.png"),
        Some("assets/machines.tsx") => include_bytes!("../../../assets/machines.tsx"),
        Some("assets/machines.png") => include_bytes!("../../../assets/machines.png"),
        _ => return Err(io::ErrorKind::NotFound.into()),
    })
}

/// Returns a hash of the terrain of the cave, and of what 4096 rays from its middle hit.
#[unsafe(no_mangle)]
pub extern "C" fn cave_hash() -> u64 {
    let map = match TileMap::read("maps/cave.tmx", &open, &LoadOptions::default()) {
        Ok(map) => map,
        Err(error) => panic!("{error}"),
    };
    let terrain = Terrain::from_map(&map);
    let mut hash = StateHash::default();
    terrain.hash_state(&mut hash);
    let bounds = terrain.bounds();
    let middle = (bounds.min + bounds.max).as_vec2() / 2.0;
    for index in 0..4096_u16 {
        // The ends lie on a square; the steps are exact in `f32`.
        let along = f32::from(index % 1024) * 2.0 - 1024.0;
        let end = [vec2(along, -1024.0), vec2(1024.0, along), vec2(-along, 1024.0), vec2(-1024.0, -along)];
        if let Some(hit) = terrain.raycast(&Ray::between(middle, middle + end[usize::from(index / 1024)])) {
            hash.add_pair(hit.pixel());
            hash.add_f32(hit.distance());
        }
    }
    hash.finish()
}

/// Returns the hash that is expected.
#[unsafe(no_mangle)]
pub extern "C" fn expected_hash() -> u64 {
    EXPECTED
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_on_this_machine_is_the_expected_one() {
        assert_eq!(cave_hash(), EXPECTED, "{:#018x}", cave_hash());
    }
}
