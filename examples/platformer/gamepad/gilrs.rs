//! Gamepads of Windows and macOS, by the crate gilrs.

use super::{PadAxis, PadButton, PadEvent, PadSource};
use gilrs::{Axis, Button, EventType, Gilrs};

/// The pads that are plugged in; none if the system's service does not answer.
#[derive(Debug)]
pub(crate) struct System(Option<Gilrs>);

impl System {
    pub(crate) fn open() -> Self {
        Self(Gilrs::new().ok())
    }
}

impl PadSource for System {
    fn poll(&mut self, each: &mut dyn FnMut(usize, PadEvent)) {
        let Some(gilrs) = &mut self.0 else { return };
        while let Some(event) = gilrs.next_event() {
            if let Some(change) = translate(event.event) {
                each(event.id.into(), change);
            }
        }
    }
}

/// Returns what an event means, if it means anything to the game.
fn translate(event: EventType) -> Option<PadEvent> {
    match event {
        EventType::ButtonPressed(pressed, _) => Some(PadEvent::Button(button(pressed)?, true)),
        EventType::ButtonReleased(released, _) => Some(PadEvent::Button(button(released)?, false)),
        // Up is positive here.
        EventType::AxisChanged(Axis::LeftStickX, place, _) => Some(PadEvent::Axis(PadAxis::StickX, place)),
        EventType::AxisChanged(Axis::LeftStickY, place, _) => Some(PadEvent::Axis(PadAxis::StickY, -place)),
        EventType::AxisChanged(Axis::DPadX, place, _) => Some(PadEvent::Axis(PadAxis::CrossX, place)),
        EventType::AxisChanged(Axis::DPadY, place, _) => Some(PadEvent::Axis(PadAxis::CrossY, -place)),
        EventType::Disconnected => Some(PadEvent::Lost),
        _ => None,
    }
}

fn button(button: Button) -> Option<PadButton> {
    Some(match button {
        Button::South => PadButton::South,
        Button::East => PadButton::East,
        Button::West => PadButton::West,
        Button::North => PadButton::North,
        Button::RightTrigger | Button::RightTrigger2 => PadButton::Right,
        Button::Start => PadButton::Start,
        Button::Select => PadButton::Select,
        Button::DPadUp => PadButton::CrossUp,
        Button::DPadDown => PadButton::CrossDown,
        Button::DPadLeft => PadButton::CrossLeft,
        Button::DPadRight => PadButton::CrossRight,
        _ => return None,
    })
}
