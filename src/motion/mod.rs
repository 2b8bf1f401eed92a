//! What moves: masks along the pixels of a line, and bodies that walk, fall and slide.

mod body;
mod carry;
mod course;
mod feel;
mod first_touch;
mod fixed;
mod flight;
mod floor;
mod ground;
mod hull_pixels;
mod options;
mod place;
mod shape;
mod solid;
mod surroundings;
mod walk;
mod window;

pub use body::{AxisMove, Body, Slide};
pub use carry::{Carried, move_solid};
pub use feel::{Jump, JumpEvent, JumpOptions, LiftMomentum, LiftOptions};
pub use first_touch::MaskTouch;
pub use floor::Floor;
pub use options::MoveOptions;
pub use shape::{BodyShape, BodyShapeError};
pub use solid::{Side, Solid};
pub use surroundings::Surroundings;
