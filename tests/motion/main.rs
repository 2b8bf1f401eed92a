//! Bodies that move, against a mover that asks every pixel of the body about every pixel of the level, and what must hold of
//! every motion.

mod bad_input;
mod carry;
mod cast_mask;
mod categories;
mod contacts;
mod crates;
mod exact_position;
mod floor;
mod forgiveness;
mod mirrors;
mod one_way_tiles;
#[cfg(feature = "tmx")]
mod platformer;
mod promises;
mod same;
mod slopes;
mod state;
mod step_smoother;
mod top_down;
