//! Pixel-exact ray casting in tile maps.
#![forbid(unsafe_code)]

mod geometry;
#[cfg(feature = "png")]
mod load;
mod solidity;
mod tile;

pub use geometry::Rect;
#[cfg(feature = "png")]
pub use load::{AssetReader, Files, LoadError, LoadErrorKind, LoadLimits, LoadOptions, TextPosition};
pub use solidity::{AlphaThreshold, AsciiError, Orientation, SizeError, SolidityMap, SolidityRule};
pub use tile::{LayerSet, Picture, Stamp, Tile, TileLayer, TileMap, TileMapError, TileSet, UnknownLayer};

pub use glam;
