//! Tileray in a page of the browser: what the page's scripts call.
//!
//! ```text
//! web/page/js  ──wasm-bindgen──▶  PageFiles      the files of a map, fetched or dropped
//!                                 Stage          a scene of the demo: input, frames, pictures
//!                                 Play           the platformer of the examples, and
//!                                 Course         its recorded course
//!                                 Race           the library against plain loops, same answers
//!                                 MillionHits    the hash that every machine must come to
//!                                 Walk           the steps of one ray, for the drawing
//! ```
//!
//! The page loads two modules. Without the feature `full` it is the scene of rays for maps of Tiled alone, and small, so
//! that the first picture comes soon. The full one is compiled for speed, and takes over when it has come.
//!
//! The scripts have the page, the canvas and the events; this crate has the answers. It takes numbers and bytes and
//! returns them, so nothing here knows the page.

mod files;
#[cfg(feature = "full")]
mod million;
mod pixels;
#[cfg(feature = "full")]
mod platformer;
#[cfg(feature = "full")]
mod race;
mod report;
#[cfg(all(test, feature = "full"))]
mod shown_code;
mod stage;
#[cfg(feature = "full")]
mod walk;

pub use files::PageFiles;
#[cfg(feature = "full")]
pub use million::MillionHits;
#[cfg(feature = "full")]
pub use platformer::{Course, Play};
#[cfg(feature = "full")]
pub use race::Race;
pub use report::report_panics;
pub use stage::Stage;
#[cfg(feature = "full")]
pub use walk::Walk;
