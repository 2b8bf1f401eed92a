//! Shapes in terrain: casts, overlaps, contacts, and the nearest solid pixel.

mod contact;
mod frame;
mod hit;
mod leave;
mod nearest;
mod options;
mod overlap;
mod pixels;
mod rings;
mod shape;
mod sum;
mod sweep;

pub use contact::ShapeContact;
pub use hit::ShapeHit;
pub use nearest::NearestPixel;
pub use options::ShapeCastOptions;
