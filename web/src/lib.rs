//! Tileray in a page of the browser: what the page's scripts call.
//!
//! ```text
//! web/page/js  ──wasm-bindgen──▶  PageFiles      the files of a map, fetched or dropped
//!                                 Stage          the scenes of the demo: input, frames, pictures
//!                                 Play           the platformer of the examples, and
//!                                 Course         its recorded course
//!                                 Race           the library against plain loops, same answers
//!                                 MillionHits    the hash that every machine must come to
//!                                 Walk           the steps of one ray, for the drawing
//! ```
//!
//! The scripts have the page, the canvas and the events; this crate has the answers. It takes numbers and bytes and
//! returns them, so nothing here knows the page.

mod files;
mod million;
mod pixels;
mod platformer;
mod race;
mod report;
#[cfg(test)]
mod shown_code;
mod stage;
mod walk;

pub use files::PageFiles;
pub use million::MillionHits;
pub use platformer::{Course, Play};
pub use race::Race;
pub use report::report_panics;
pub use stage::Stage;
pub use walk::Walk;
