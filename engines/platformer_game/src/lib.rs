//! The game of the guide (`docs/platformer.md`), which the programs beside this folder show in an engine each.
//!
//! It knows no engine, window or clock, so its tests need no display. The guide explains [`Game`], [`Clock`] and
//! [`paint`], and shows them as they are here; `tests/guide.rs` compares.
//!
//! ```text
//! Level ──▶ Game ◀── Input ◀── keys and mouse of the engine
//!             │ step                     ▲ Clock: how many steps
//!             ▼
//!   paint, View ──▶ textures and camera of the engine
//! ```

mod clock;
mod course;
mod game;
mod level;
mod options;
mod paint;
mod view;

pub use clock::Clock;
pub use course::course;
pub use game::{Game, Input};
pub use level::{Level, LevelError};
pub use options::{Options, OptionsError, Shot};
pub use paint::paint;
pub use view::View;

/// The picture of the hero, a PNG of 16×24 pixels that looks to the right.
pub const HERO: &[u8] = include_bytes!("../../../assets/hero.png");
/// The picture of the ferry, a PNG of 48×8 pixels.
pub const FERRY: &[u8] = include_bytes!("../../../assets/sprites/platform.png");
