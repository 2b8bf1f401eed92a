//! The targets of the fuzzer: functions that take any bytes, and panic where the library is wrong.
//!
//! A target either reads the bytes as a file, or makes a scene and queries and compares the answers with a
//! plain reference. `fuzz/README.md` tells how they are run.
#![allow(missing_docs, reason = "each module says what its target does")]

mod files;
mod rays;
mod scene;
mod sprites;
mod written;

use reference::meter::{Meter, within};

/// A target: its name, and what it does with some bytes.
pub type Target = (&'static str, fn(&[u8]));

/// The targets, by name.
pub const TARGETS: [Target; 9] = [
    ("cli_rays", files::cli_rays),
    ("ldtk", files::ldtk),
    ("png", files::png),
    ("raycast", rays::raycast),
    ("ros_yaml", files::ros_yaml),
    ("serde", written::serde),
    ("sprites", sprites::sprites),
    ("tmj", files::tmj),
    ("tmx", files::tmx),
];

#[global_allocator]
static METER: Meter = Meter;

/// The most bytes that a target may hold at a time. More is a find.
const MOST_BYTES: usize = 64 << 20;

/// Runs a target within its memory.
///
/// # Panics
/// If there is no target of that name, or the library is wrong.
pub fn run(name: &str, data: &[u8]) {
    let (_, target) = TARGETS.iter().find(|(known, _)| *known == name).expect("the name of a target");
    within(MOST_BYTES, || target(data));
}
