//! Rock: the shapes of its cells, slopes along its surface, and how it is drawn.

pub(crate) mod draw;
pub(crate) mod shape;
pub(crate) mod sheet;
pub(crate) mod slopes;
pub(crate) mod texture;
