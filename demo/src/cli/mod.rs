//! The commands that print: rays, solidity, hulls, facts and speed.
//!
//! Each command is a function of what it is told, in a file of its name. The files they share: `level` opens maps and
//! pictures, and `report` turns the outcome into an exit code.

mod answer;
mod bench;
mod cast;
mod hull;
mod info;
mod level;
mod mask_file;
mod ray_file;
mod report;
mod solidity;

pub(crate) use bench::bench;
pub(crate) use cast::cast;
pub(crate) use hull::hull;
pub(crate) use info::info;
pub(crate) use report::report;
pub(crate) use solidity::solidity;
