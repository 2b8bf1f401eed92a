//! Leaf mathematics over [`glam`]: nothing here knows of masks, maps or rays.

mod rect;

pub use rect::Rect;
