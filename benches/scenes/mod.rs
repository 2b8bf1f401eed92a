//! Levels made by a few lines of code, named by what makes them easy or hard.
#![allow(dead_code, reason = "each bench uses its part")]

pub(crate) mod level;
pub(crate) mod rays;
