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

mod content;
mod error;
mod error_kind;
mod folder;
#[cfg(feature = "image")]
mod from_image;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
mod json;
#[cfg(feature = "ldtk")]
mod ldtk;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
mod level;
mod limits;
#[cfg(feature = "ros")]
mod occupancy;
mod options;
#[cfg(feature = "image")]
mod other_formats;
mod picture;
#[cfg_attr(
    not(any(feature = "image", feature = "ldtk", feature = "tmx")),
    expect(dead_code, reason = "the mask of a PNG is decoded row by row, and maps of robots have colors of their own")
)]
mod pixels;
mod png;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
mod project;
mod reader;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
mod tile_sampler;
#[cfg(feature = "tmx")]
mod tmx;
#[cfg(feature = "tmx")]
mod world;

pub use error::{LoadError, TextPosition};
pub use error_kind::LoadErrorKind;
pub use folder::FilesIn;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
pub use level::{IntGridRule, Level, ProjectOptions, World, WorldLayout};
pub use limits::{Limit, LimitExceeded, LoadLimits};
#[cfg(feature = "ros")]
pub use occupancy::{
    Occupancy, OccupancyFault, OccupancyMap, OccupancyMode, OccupancyOptions, OccupancyRule, UnknownSpace,
};
pub use options::{LoadOptions, TileSolidity};
pub use png::damaged_chunks;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
pub use project::Project;
pub use reader::{AssetReader, Files};
