//! Small tables, each with one answer of the library, and a picture of all of them side by side.

mod sheet;
mod tables;

pub(super) use sheet::Sheet;
pub(super) use tables::vignettes;

use super::painter::Layers;
use super::push::Push;
use super::table::Table;
use tileray::Pose;
use tileray::glam::{Vec2, vec2};

/// How much of its table a vignette shows; the origin is in the middle.
const SIZE: Vec2 = vec2(376.0, 250.0);

/// A table with a caption.
#[derive(Debug)]
pub(super) struct Vignette {
    /// Its subject, and what is added to that where there is room.
    title: [&'static str; 2],
    /// What came out.
    note: String,
    pub(super) table: Table,
    layers: Layers,
    /// Where the chosen body was wanted before it was pushed out, and how it was.
    pushed: Option<(Pose, Push)>,
}
