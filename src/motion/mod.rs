//! Motion: kinematic bodies that walk, fall and slide, moving solids, and masks cast along a line.

mod bit_window;
mod body;
mod cast_mask;
mod collision_world;
mod feel;
mod fixed;
mod move_solid;
mod probe;
mod shape;
mod solid;
mod steps;
mod walk;

pub use body::{AxisMove, Body, Slide};
pub use cast_mask::MaskHit;
pub use collision_world::{CollisionWorld, Floor};
pub use feel::{Jump, JumpEvent, JumpOptions, LiftMomentum, LiftOptions};
pub use move_solid::{CarriedBody, CollisionWorldMut};
pub use shape::{BodyShape, BodyShapeError};
pub use solid::{Side, Solid};
pub use walk::MoveOptions;
