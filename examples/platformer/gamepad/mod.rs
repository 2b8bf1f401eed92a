//! Gamepads: any of them plays, by buttons, by the cross or by the left stick.
//!
//! The crate gilrs reads pads everywhere, but on Linux it links the C library libudev, whose headers a fresh machine does
//! not have. There the crate evdev reads the kernel's devices in `/dev/input` instead, without any C library. Desktop
//! systems let the user at the screen open the devices of gamepads; elsewhere the user must be in the group `input`.

#[cfg(any(windows, target_os = "macos"))]
mod gilrs;
#[cfg(target_os = "linux")]
mod linux;

#[cfg(any(windows, target_os = "macos"))]
pub(crate) use self::gilrs::Pads;
#[cfg(target_os = "linux")]
pub(crate) use linux::Pads;

use platformer_game::game::Key;

/// The deflection from which a stick counts as a direction, of 1.
const PRESS: f32 = 0.5;

/// The state of a pad. Buttons have the names of an Xbox pad.
#[derive(Clone, Copy, Debug, Default)]
struct Pad {
    /// The stick and the cross together: to the right, and down.
    x: f32,
    y: f32,
    a: bool,
    b: bool,
    /// X and Y, which drivers mix up, or the trigger or the shoulder button on the right.
    fire: bool,
    start: bool,
    select: bool,
}

impl Pad {
    /// Returns the keys that the pad holds.
    fn keys(self) -> impl Iterator<Item = Key> {
        let keys = [
            (Key::Left, self.x <= -PRESS),
            (Key::Right, self.x >= PRESS),
            (Key::Up, self.y <= -PRESS),
            (Key::Down, self.y >= PRESS),
            (Key::Jump, self.a),
            (Key::Beam, self.b || self.fire),
            (Key::Confirm, self.start),
            (Key::Pause, self.start),
            (Key::Restart, self.select),
            (Key::Leave, self.b),
        ];
        keys.into_iter().filter(|(_, is_held)| *is_held).map(|(key, _)| key)
    }
}

/// No pads: a system whose gamepads the game cannot read.
#[cfg(not(any(target_os = "linux", windows, target_os = "macos")))]
#[derive(Debug, Default)]
pub(crate) struct Pads;

#[cfg(not(any(target_os = "linux", windows, target_os = "macos")))]
impl Pads {
    pub(crate) fn keys(&mut self) -> impl Iterator<Item = Key> {
        Pad::default().keys()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sticks_and_buttons_are_keys() {
        let pad = Pad::default();
        for (pad, expected) in [
            (Pad { x: 0.45, y: f32::NAN, ..pad }, &[][..]),
            (Pad { x: 0.6, y: -1.0, ..pad }, &[Key::Right, Key::Up]),
            (Pad { x: -1.0, y: 1.0, a: true, ..pad }, &[Key::Left, Key::Down, Key::Jump]),
            (Pad { fire: true, ..pad }, &[Key::Beam]),
            (Pad { b: true, start: true, ..pad }, &[Key::Beam, Key::Confirm, Key::Pause, Key::Leave]),
            (Pad { select: true, ..pad }, &[Key::Restart]),
        ] {
            assert!(pad.keys().eq(expected.iter().copied()), "{pad:?}");
        }
    }
}
