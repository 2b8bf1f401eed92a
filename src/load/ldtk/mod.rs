//! Projects of the LDtk editor: `.ldtk`, with external levels in `.ldtkl`.
//!
//! ```text
//! project, levels ──parse──▶ raw ──LevelReader──▶ LayerContent ──LdtkProject::map──▶ TileMap
//! images ──decode, once──▶ SetContent ──────────────────────────────┘
//! ```
//!
//! Each text is parsed once, into the members that `raw.rs` lists. A claim of a file, such as the size of a layer,
//! allocates nothing before it is compared with the limits.

mod build;
mod model;
mod raw;
mod read;

pub(super) use read::read;
