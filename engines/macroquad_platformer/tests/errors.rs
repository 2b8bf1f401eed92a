//! The tests that the programs of all engines share.

const PROGRAM: &str = env!("CARGO_BIN_EXE_macroquad_platformer");

#[path = "../../platformer_game/tests/program/errors.rs"]
mod errors;
