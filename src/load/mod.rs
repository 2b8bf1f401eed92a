//! Loading of pictures, of maps and worlds of the Tiled editor, of LDtk projects and of robots' maps.
//!
//! | question | where |
//! | --- | --- |
//! | how is a picture read | `SolidityMap::open` |
//! | how is a map of Tiled read | `TileMap::open` |
//! | how is an LDtk project or a world of Tiled read | `Project::open`, then `Project::map` or `Project::world_map` |
//! | how is a robot's map read | `OccupancyMap::open` |
//! | where do files come from | [`AssetReader`]: [`Files`], [`FilesIn`] for untrusted maps, or a closure |
//! | what is solid, and what is kept | [`LoadOptions`] |
//! | how much may a file ask for | [`LoadLimits`] |
//! | what is wrong with a file | [`LoadError`]: the file, the position, the fault and the remedy |
//! | what happens if a part is missing | [`LoadOptions::allow_missing`], [`TileMap::warnings`](crate::TileMap::warnings) |
//!
//! # The flow
//!
//! ```text
//! PNG, ...  ──picture────▶ pixels ──SolidityRule──────────────▶ SolidityMap
//! TMX, TMJ  ──tmx/read───▶ RawMap: checked numbers ──tmx/build▶ TileMap
//! LDtk      ──ldtk/read──▶ Project: worlds, levels ─ldtk/build▶ TileMap of a level
//! .world    ──world──────▶ Project of the maps that it lists or finds
//! map.yaml  ──occupancy──▶ OccupancyMap: TileMap and ScanFrame
//!
//! each of them:
//!     read the file by the AssetReader, within the limits, and record its path         input/
//!     check its first bytes, so that an error can say what else it is
//!     parse it without recursion; skip what the format does not list                   json.rs, tmx/read/xml.rs
//!     take sizes and counts from the budget, before memory is allocated for them       limits.rs
//!     build; an error names the place in the text                                      error/
//! ```
//!
//! No input is trusted. A number that a file states allocates nothing before it is checked, and nothing grows without
//! bound by repetition: a template has no template, and what objects copy of templates is counted.
//!
//! One visitor reads all JSON, in one pass. A project of LDtk keeps the tiles of all levels as numbers. The map of a level
//! is built when a program asks for it, and `TileMap::add_map` joins the maps of levels. The recorded paths are the
//! dependencies of a map.
//!
//! # Words
//!
//! | word | meaning |
//! | --- | --- |
//! | raw | read and checked, but not built |
//! | budget | the counts of what a map has asked for so far, each with its limit |
//! | element | the place in a file that an error names, in the words of the format: `layer 'rock'` |
//! | gid | the number of a tile in a map of Tiled, counted through all tile sets |
//! | part | a file or a tile that a level names: if it is missing, that is an error or a warning (missing.rs) |
//! | IntGrid value | the number of a cell in a layer of LDtk, with a meaning that the project gives it |
//!
//! # Proofs
//!
//! In `tests/load`, `faults.rs` checks the texts of errors, `lacking.rs` and `lacking_projects.rs` what missing parts
//! decide, and `pictures.rs` and `level_formats.rs` compare formats that have the same content. The maps of the other files
//! are in XML, and are read in JSON too (`support/json.rs`). `hostile.rs`, `declared.rs` and `mutations.rs` damage files and let them claim absurd sizes:
//! each gives a level or an error, in little time and memory. `fuzz` calls the same readers.

#![cfg_attr(not(all(feature = "ldtk", feature = "tmx")), allow(dead_code, reason = "each format uses some of it"))]

mod error;
mod input;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
mod json;
#[cfg(feature = "ldtk")]
mod ldtk;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
mod level;
mod limits;
#[cfg(any(feature = "ldtk", feature = "tmx"))]
mod missing;
#[cfg(feature = "ros")]
mod occupancy;
mod options;
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
