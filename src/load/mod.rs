//! Bytes in: PNG pictures and maps of the Tiled editor, with errors that name the file, the place and the remedy.
//!
//! Files come through an [`AssetReader`], so that maps in a binary, an archive or on a server load as those on a disk
//! do. Nothing here trusts its input: sizes are checked against [`LoadLimits`] before memory is taken for them.

mod error;
mod image;
mod options;
mod pixels;
mod png;
mod reader;
mod sniff;
#[cfg(feature = "tmx")]
mod tmx;

pub use error::{LoadError, LoadErrorKind, Position};
pub use options::{LoadLimits, LoadOptions};
pub use reader::{AssetReader, Files};
