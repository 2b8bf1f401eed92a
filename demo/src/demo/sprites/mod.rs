//! A scene of sprites that collide: by their hulls first, then pixel by pixel.
//!
//! ```text
//! picture -> figure (mask, hull by the settings) -> body -.
//!                                                          arena (hulls meet, pixels meet, bounce) -> painter -> frame | sheet
//! controls -> scene (settings, grip) ---------------------'
//! ```
//!
//! In a window sprites drift about and can be thrown. A picture shows each of them with its contour, its hull and the
//! pieces of that, and two that collide.

mod arena;
mod body;
mod controls;
mod figure;
mod frame;
mod painter;
mod scene;
mod sheet;
mod source;

pub(crate) use scene::SpriteScene;
pub(crate) use sheet::run;
pub(crate) use source::Source;
