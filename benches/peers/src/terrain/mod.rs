//! Queries of a terrain that are no rays: sight, and what else reads the bricks.

mod casts;
mod sight;

use crate::args::{TERRAIN_SCENES as SCENES, TerrainArgs};
use crate::report::Row;
use crate::timing::Effort;
use anyhow::{Context, Result};
use tileray::{Terrain, TileMap};

const GROUP: &str = "terrain";

/// Measures one scene in the cave.
type Scene = fn(&Cave, Effort) -> Result<Vec<Row>>;

/// What measures each scene.
const MEASURES: [Scene; SCENES.len()] = [sight::regions, sight::pixels, casts::discs, casts::nearest];

/// The cave of the repository.
struct Cave {
    map: TileMap,
    terrain: Terrain,
}

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &TerrainArgs) -> Result<Vec<Row>> {
    let map = TileMap::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/cave.tmx"))?;
    let cave = Cave { terrain: Terrain::from_map(&map), map };
    let mut rows = Vec::new();
    for (scene, measure) in SCENES.into_iter().zip(MEASURES) {
        if args.scenes.is_empty() || args.scenes.iter().any(|it| it == scene) {
            rows.extend(measure(&cave, args.run.effort()).with_context(|| format!("scene {scene}"))?);
        }
    }
    Ok(rows)
}
