//! The controls of the scenes: a list of what the keys of a scene change, and the panel on the canvas that shows it.
//!
//! ```text
//! scene -> knobs -> controls -> panel -> canvas
//!            ^------------------- mouse, finger, page
//! ```

mod control;
mod knob;
mod layout;
mod panel;
#[cfg(test)]
pub(crate) mod testing;

pub use control::{Control, ControlKind};
pub(crate) use knob::{Knob, button, choice, list, set, slider, toggle};
pub(crate) use panel::{Panel, is_roomy};
