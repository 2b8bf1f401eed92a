//! Pixel-exact ray casting in tile maps.
#![forbid(unsafe_code)]

mod geometry;
mod solidity;
mod tile;

pub use geometry::Rect;
pub use solidity::{AlphaThreshold, AsciiError, Orientation, SizeError, SolidityMap, SolidityRule};
pub use tile::{LayerSet, Picture, Stamp, Tile, TileLayer, TileMap, TileMapError, TileSet, UnknownLayer};

pub use glam;
