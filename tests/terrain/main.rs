//! Terrain: how it is built, edited and restored, against a plain grid of pixels.
//!
//! `TILERAY_CASES` sets the number of random cases of each test.

mod borders;
mod bricks;
mod dirty;
mod edits;
mod merge;
mod one_way_tiles;
mod outside;
mod pieces;
mod saved;
mod set_tile;
mod threads;
mod update;
