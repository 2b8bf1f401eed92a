//! Pixel-exact ray casting in tile maps.
#![forbid(unsafe_code)]

mod geometry;
#[cfg(feature = "png")]
mod load;
mod raycast;
mod solidity;
mod terrain;
mod tile;

pub use geometry::Rect;
#[cfg(feature = "png")]
pub use load::{AssetReader, Files, LoadError, LoadErrorKind, LoadLimits, LoadOptions, Position};
pub use raycast::{Bresenham, Ray, RayHit, RayOptions, Traversal, bresenham};
pub use solidity::{AlphaThreshold, AsciiError, Orientation, SizeError, SolidityMap, SolidityRule};
pub use terrain::{Terrain, TerrainError};
pub use tile::{LayerSet, Picture, Stamp, Tile, TileLayer, TileMap, TileMapError, TileSet, UnknownLayer};

pub use glam;
