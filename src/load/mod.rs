//! Loading of images, of maps and worlds of the Tiled editor, of projects of LDtk and of robots' maps, with errors that name the
//! file, the position and the remedy.
//!
//! ```text
//! PNG, ...  ──read_file──▶ bytes ──picture──▶ pixels ──SolidityRule──▶ SolidityMap
//! TMX, TMJ  ──read_file──▶ bytes ──tmx──▶ layers, tile sets, objects ────▶ TileMap
//! LDtk      ──read_file──▶ bytes ──ldtk─▶ Project: worlds, levels ──map──▶ TileMap
//! .world    ──read_file──▶ bytes ──world▶ Project
//! map.yaml  ──read_file──▶ bytes ──occupancy─▶ OccupancyMap: TileMap and ScanFrame
//! ```
//!
//! Files come through an [`AssetReader`]: maps in a binary, an archive or on a server load like files on disk.
//! All input is untrusted: sizes are checked against [`LoadLimits`] before memory is allocated.

#[cfg_attr(not(all(feature = "ldtk", feature = "tmx")), allow(dead_code, reason = "each format uses some of it"))]
mod error;
#[cfg_attr(not(all(feature = "ldtk", feature = "tmx")), allow(dead_code, reason = "each format uses some of it"))]
mod input;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
#[cfg_attr(not(all(feature = "ldtk", feature = "tmx")), allow(dead_code, reason = "each format uses some of it"))]
mod json;
#[cfg(feature = "ldtk")]
mod ldtk;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
mod level;
#[cfg_attr(not(all(feature = "ldtk", feature = "tmx")), allow(dead_code, reason = "each format uses some of it"))]
mod limits;
#[cfg(feature = "ros")]
mod occupancy;
mod options;
#[cfg_attr(not(all(feature = "ldtk", feature = "tmx")), allow(dead_code, reason = "each format uses some of it"))]
mod picture;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
mod project;
#[cfg(feature = "tmx")]
mod tmx;
#[cfg(feature = "tmx")]
mod world;

pub use error::{Limit, LimitExceeded, LoadError, LoadErrorKind, TextPosition};
pub use input::{AssetReader, Files, FilesIn};
#[cfg(any(feature = "ldtk", feature = "tmx"))]
pub use level::{IntGridRule, Level, ProjectOptions, World, WorldLayout};
pub use limits::LoadLimits;
#[cfg(feature = "ros")]
pub use occupancy::{Occupancy, OccupancyMap, OccupancyMode, OccupancyOptions, OccupancyRule, UnknownSpace};
pub use options::{LoadOptions, TileSolidity};
pub use picture::damaged_chunks;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
pub use project::Project;
