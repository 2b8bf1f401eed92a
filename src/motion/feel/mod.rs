//! What makes a jump feel right: small helpers that count steps, each of use without the others.

mod jump;
mod lift;

pub use jump::{Jump, JumpEvent, JumpOptions};
pub use lift::{LiftMomentum, LiftOptions};
