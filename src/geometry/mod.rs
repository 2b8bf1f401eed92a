//! Leaf mathematics over [`glam`]: nothing here knows of masks, maps or rays.

mod angle;
mod rect;

pub(crate) use angle::{sin_cos_of_turns, turns_of};
pub use rect::Rect;
