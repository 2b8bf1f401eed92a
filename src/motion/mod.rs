//! What moves: masks along the pixels of a line, and bodies that walk, fall and slide.

mod body;
mod carry;
mod cast_mask;
mod collision_world;
mod course;
mod feel;
mod fixed;
mod flight;
mod floor;
mod ground;
mod hull_pixels;
mod options;
mod place;
mod shape;
mod solid;
mod walk;
mod window;

pub use body::{AxisMove, Body, Slide};
pub use carry::{CarriedBody, CollisionWorldMut};
pub use cast_mask::MaskHit;
pub use collision_world::CollisionWorld;
pub use feel::{Jump, JumpEvent, JumpOptions, LiftMomentum, LiftOptions};
pub use floor::Floor;
pub use options::MoveOptions;
pub use shape::{BodyShape, BodyShapeError};
pub use solid::{Side, Solid};
