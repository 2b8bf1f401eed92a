//! Levels made by a few lines of code, named by what makes them easy or hard.
#![allow(dead_code, reason = "each bench uses its part")]

mod level;
mod rays;

pub(crate) use level::{Level, all, cave, dots, empty, full, open, rings, with_tiles_of};
pub(crate) use rays::{free_pixel, random};
