//! The commands that print: rays, scans, solidity, hulls, facts and speed; completions and manual pages.
//!
//! Each command is a function of its arguments, in a file of its name; `shell` has the last two. They share `input_file`,
//! which opens maps and pictures.
//!
//! Many rays or poses flow through `pipeline`:
//!
//! ```text
//! rows: text, npy  ->  cast, scan  ->  hits, ranges  ->  row_writer: text, npy
//! ```

mod bench;
mod cast;
mod hits;
mod hull;
mod info;
mod input_file;
mod npy;
mod pipeline;
mod ranges;
mod row_writer;
mod rows;
mod scan;
mod shell;
mod solidity;

pub(crate) use bench::bench;
pub(crate) use cast::cast;
pub(crate) use hull::hull;
pub(crate) use info::info;
pub use rows::read_rays;
pub(crate) use scan::scan;
pub(crate) use shell::{completions, man};
pub(crate) use solidity::solidity;
