//! Loading of images and of maps of the Tiled editor, with errors that name the file, the position and the remedy.
//!
//! ```text
//! PNG, ...  ──read_file──▶ bytes ──picture──▶ pixels ──SolidityRule──▶ SolidityMap
//! TMX, TMJ  ──read_file──▶ bytes ──tmx──▶ layers, tile sets, objects ────▶ TileMap
//! ```
//!
//! Files come through an [`AssetReader`]: maps in a binary, an archive or on a server load like files on disk.
//! All input is untrusted: sizes are checked against [`LoadLimits`] before memory is allocated.

mod error;
mod error_kind;
mod folder;
mod picture;
mod pixels;
mod png;
mod reader;
#[cfg(feature = "tmx")]
mod tile_sampler;
#[cfg(feature = "tmx")]
mod tmx;

pub use error::{LoadError, TextPosition};
pub use error_kind::LoadErrorKind;
pub use folder::FilesIn;
pub use reader::{AssetReader, Files, LoadLimits, LoadOptions};
