//! The scene of sprites: they collide by their hulls first, then pixel by pixel.
//!
//! ```text
//! picture -> figure (mask, hull by the settings) -> body -.
//!                                                          arena (hulls, pixels, bounce) -> painter -> frame | sheet
//! controls -> scene (settings, grip) ---------------------'
//! ```
//!
//! In a window sprites drift about and can be thrown. A picture shows each sprite with its contour, its hull and the
//! pieces of the hull, and two sprites that collide.

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
