//! Gamepads of Windows and macOS, by the crate gilrs.

use super::Pad;
use gilrs::{Axis, Button, Gamepad, Gilrs};
use platformer_game::game::Key;

/// The pads that are plugged in; none if the system's service does not answer.
#[derive(Debug)]
pub(crate) struct Pads(Option<Gilrs>);

impl Default for Pads {
    fn default() -> Self {
        Self(Gilrs::new().ok())
    }
}

impl Pads {
    /// Returns the keys that are held on any of the pads.
    pub(crate) fn keys(&mut self) -> impl Iterator<Item = Key> {
        if let Some(gilrs) = &mut self.0 {
            while gilrs.next_event().is_some() {}
        }
        self.0.iter().flat_map(Gilrs::gamepads).flat_map(|(_, pad)| read(&pad).keys())
    }
}

fn read(pad: &Gamepad<'_>) -> Pad {
    let axis = |low, high| f32::from(pad.is_pressed(high)) - f32::from(pad.is_pressed(low));
    let fire = [Button::West, Button::North, Button::RightTrigger, Button::RightTrigger2];
    Pad {
        x: pad.value(Axis::LeftStickX) + pad.value(Axis::DPadX) + axis(Button::DPadLeft, Button::DPadRight),
        // Up is positive here.
        y: axis(Button::DPadUp, Button::DPadDown) - pad.value(Axis::LeftStickY) - pad.value(Axis::DPadY),
        a: pad.is_pressed(Button::South),
        b: pad.is_pressed(Button::East),
        fire: fire.iter().any(|button| pad.is_pressed(*button)),
        start: pad.is_pressed(Button::Start),
        select: pad.is_pressed(Button::Select),
    }
}
