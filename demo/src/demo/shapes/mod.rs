//! The scene of shapes: polygons, circles and sprites that collide while the mouse drags, turns and sweeps them.
//!
//! ```text
//! form -> body -.
//!                table -> findings (encounters, axes, flight, projections) -> painter -> frame | vignettes
//! controls -> scene (push) -'
//! ```
//!
//! A window shows one table to play with. A picture shows several small tables side by side, each with one query of the
//! library.

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
