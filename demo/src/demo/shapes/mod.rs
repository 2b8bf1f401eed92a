//! A scene of shapes that collide: polygons, circles and sprites that a person drags, turns and sends off.
//!
//! ```text
//! form -> body -.
//!                table -> findings (encounters, axes, flight, projections) -> painter -> frame | vignettes
//! controls -> scene (push) -'
//! ```
//!
//! In a window there is one table to play with. A picture shows several small ones side by side, each with one answer of
//! the library.

mod axes;
mod body;
mod controls;
mod encounters;
mod flight;
mod form;
mod frame;
mod painter;
mod scene;
mod solid;
mod table;
mod vignettes;

pub(crate) use scene::ShapeScene;
pub(crate) use vignettes::run;
