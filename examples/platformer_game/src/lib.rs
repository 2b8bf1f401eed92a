//! The platformer of the examples: run, jump, ride, dig, push crates and dodge from the spawn to the flag.
//!
//! ```text
//! Level::read(map, sprites, reader) ──────▶ Level ─┐
//! |file| decoded picture ──▶ View::new(&level, ..) ┴─▶ Session::new
//!
//! 60 times a second:  session.step(keys.collect())
//! for each picture:   session.draw(&mut pixels, size)
//! ```
//!
//! [`game`] is the game without a screen, [`view`] draws it, and [`session`] adds a title, a pause and an end. They use
//! no window, no file, no clock and no thread. The program that shows the game passes the keys that are *held*
//! at a step, an [`Input`](game::Input), and gets pixels.
#![allow(
    missing_docs,
    missing_debug_implementations,
    reason = "a game, whose fields its programs and its tests look at"
)]

pub mod game;
pub mod replay;
pub mod session;
pub mod view;

/// The recorded course through `maps/cave.tmx`, from the spawn to the flag.
pub const COURSE: &str = include_str!("../course.replay");

/// The recorded course through `maps/crates.tmx`, from the spawn to the flag.
pub const CRATES: &str = include_str!("../crates.replay");

/// The recorded course through `maps/planks.tmx`, from the spawn to the flag.
pub const PLANKS: &str = include_str!("../planks.replay");
