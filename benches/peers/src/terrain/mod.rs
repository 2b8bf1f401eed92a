//! Queries of a terrain that are no rays: sight, and what else reads the bricks.

mod casts;
mod sight;

use crate::args::RunArgs;
use crate::report::Row;
use anyhow::{Context, Result};
use tileray::{Terrain, TileMap};

const GROUP: &str = "terrain";

const SCENES: [&str; 4] = ["regions", "pixels", "discs", "nearest"];

/// The cave of the repository.
struct Cave {
    map: TileMap,
    terrain: Terrain,
}

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &RunArgs) -> Result<Vec<Row>> {
    let map = TileMap::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/cave.tmx"))?;
    let cave = Cave { terrain: Terrain::from_map(&map), map };
    let mut rows = Vec::new();
    for scene in args.chosen(SCENES)? {
        let measure = match scene {
            "regions" => sight::regions,
            "pixels" => sight::pixels,
            "discs" => casts::discs,
            _ => casts::nearest,
        };
        rows.extend(measure(&cave, args.effort()).with_context(|| format!("scene {scene}"))?);
    }
    Ok(rows)
}
