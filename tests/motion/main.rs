//! Bodies that move, against a mover that asks every pixel of the body about every pixel of the level, and what must hold of
//! every motion.

use tileray::glam::ivec2;
use tileray::{Body, BodyShape, Solid};

mod bad_input;
mod carry;
mod cast_mask;
mod contacts;
mod crates;
mod exact_position;
mod floor;
mod mirrors;
#[cfg(feature = "tmx")]
mod platformer;
mod promises;
mod same;
mod slopes;
mod state;
mod step_smoother;
mod top_down;

fn block(size: (u32, u32), x: i32, y: i32) -> Solid {
    Solid::new(BodyShape::rectangle(size).expect("a shape"), ivec2(x, y))
}

fn hero(x: i32, y: i32) -> Body {
    Body::rectangle((12, 14), ivec2(x, y)).expect("a body")
}
