//! Systems whose gamepads the game cannot read.

use super::{PadEvent, PadSource};

/// No pads.
#[derive(Debug)]
pub(crate) struct System;

impl System {
    pub(crate) const fn open() -> Self {
        Self
    }
}

impl PadSource for System {
    fn poll(&mut self, _each: &mut dyn FnMut(usize, PadEvent)) {}
}
