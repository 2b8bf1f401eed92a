//! The targets of the fuzzer: functions that take any bytes, and panic where the library is wrong.
//!
//! A target either reads the bytes as a file, or makes a scene and edits or queries of them and compares the answers with a
//! plain reference. `fuzz/README.md` tells how they are run.
#![allow(missing_docs, reason = "each module says what its target does")]

mod files;
mod geometry;
mod mirrors;
mod motion;
mod rays;
mod scene;
mod sprites;
mod terrain;
mod written;

use reference::meter::{Meter, within};

/// A target: its name, and what it does with some bytes.
pub type Target = (&'static str, fn(&[u8]));

/// The targets, by name.
pub const TARGETS: [Target; 15] = [
    ("cli_rays", files::cli_rays),
    ("contact", geometry::contact),
    ("hull", geometry::hull),
    ("ldtk", files::ldtk),
    ("mirrors", mirrors::mirrors),
    ("motion", motion::motion),
    ("png", files::png),
    ("polygon", geometry::polygon),
    ("raycast", rays::raycast),
    ("ros_yaml", files::ros_yaml),
    ("serde", written::serde),
    ("sprites", sprites::sprites),
    ("terrain_ops", terrain::terrain_ops),
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
