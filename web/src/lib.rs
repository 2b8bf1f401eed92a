//! Tileray in a page of the browser: what the page's scripts call.
//!
//! ```text
//! web/page/js  ──wasm-bindgen──▶  PageFiles      the files of a map, fetched or dropped
//!                                 Stage          a scene of the demo: input, frames, pictures
//!                                 Play           the platformer of the examples, and
//!                                 play_course    its recorded course
//!                                 MillionHits    the hash that every machine must come to
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
mod report;
#[cfg(all(test, feature = "full"))]
mod shown_code;
mod stage;

pub use files::PageFiles;
#[cfg(feature = "full")]
pub use million::MillionHits;
#[cfg(feature = "full")]
pub use platformer::{Play, play_course};
pub use report::report_panics;
pub use stage::Stage;
