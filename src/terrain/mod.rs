//! Terrain: a map's solidity in world coordinates, made fast to query.

mod brick;
mod build;
mod grid;
mod level;
mod terrain;

pub use build::TerrainError;
pub use terrain::Terrain;

pub(crate) use brick::{BRICK_SHIFT, BRICK_SIDE, Brick};
pub(crate) use grid::BrickGrid;
