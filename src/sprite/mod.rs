//! Sprites, and which of them meet.

mod broad_phase;

pub use broad_phase::BroadPhase;
