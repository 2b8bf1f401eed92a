//! The commands that print: rays, solidity, hulls, facts and speed.
//!
//! Each command is a function of its arguments, in a file of its name. They share `input_file`, which opens maps and
//! pictures.

mod answer;
mod bench;
mod cast;
mod hull;
mod info;
mod input_file;
mod ray_file;
mod solidity;

pub(crate) use bench::bench;
pub(crate) use cast::cast;
pub(crate) use hull::hull;
pub(crate) use info::info;
pub(crate) use solidity::solidity;
