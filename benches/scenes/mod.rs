//! Levels that are made in code, and rays in them.
#![allow(dead_code, reason = "each bench uses its part")]

pub(crate) mod level;
pub(crate) mod rays;
