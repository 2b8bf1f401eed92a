//! Gamepads of Linux, from `/dev/input`.

use super::Pad;
use evdev::{AbsoluteAxisCode, Device, KeyCode};
use platformer_game::game::Key;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{fs, io};

/// The polls from one look for new devices to the next: about two seconds.
const LOOK: u32 = 120;

/// The pads that are plugged in. Devices that may not be read are left out.
#[derive(Default)]
pub(crate) struct Pads {
    /// The devices by their files. `None` for a device that is no gamepad, or may not be read.
    devices: BTreeMap<PathBuf, Option<Device>>,
    polls: u32,
}

impl Pads {
    /// Returns the keys that are held on any of the pads.
    pub(crate) fn keys(&mut self) -> impl Iterator<Item = Key> {
        if self.polls.is_multiple_of(LOOK) {
            self.look();
        }
        self.polls = self.polls.wrapping_add(1);
        // A device that was unplugged cannot be read.
        self.devices.values().flatten().filter_map(|device| read(device).ok()).flat_map(Pad::keys)
    }

    /// Opens devices that are new, and forgets those whose files are gone.
    fn look(&mut self) {
        let entries = fs::read_dir("/dev/input").into_iter().flatten().flatten();
        let events = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with("event"));
        let found: Vec<PathBuf> = events.map(|entry| entry.path()).collect();
        self.devices.retain(|path, _| found.contains(path));
        for path in found {
            self.devices.entry(path).or_insert_with_key(|path| Device::open(path).ok().filter(is_gamepad));
        }
    }
}

fn is_gamepad(device: &Device) -> bool {
    let has_button = device.supported_keys().is_some_and(|keys| keys.contains(KeyCode::BTN_SOUTH));
    has_button && device.supported_absolute_axes().is_some()
}

fn read(device: &Device) -> io::Result<Pad> {
    let (keys, axes) = (device.get_key_state()?, device.get_abs_state()?);
    let holds = |key| keys.contains(key);
    let cross = |low, high| f32::from(holds(high)) - f32::from(holds(low));
    let axis = |code: AbsoluteAxisCode| {
        let axis = axes[usize::from(code.0)];
        place(axis.value, axis.minimum, axis.maximum)
    };
    let fire = [KeyCode::BTN_WEST, KeyCode::BTN_NORTH, KeyCode::BTN_TR, KeyCode::BTN_TR2];
    Ok(Pad {
        x: axis(AbsoluteAxisCode::ABS_X)
            + axis(AbsoluteAxisCode::ABS_HAT0X)
            + cross(KeyCode::BTN_DPAD_LEFT, KeyCode::BTN_DPAD_RIGHT),
        y: axis(AbsoluteAxisCode::ABS_Y)
            + axis(AbsoluteAxisCode::ABS_HAT0Y)
            + cross(KeyCode::BTN_DPAD_UP, KeyCode::BTN_DPAD_DOWN),
        a: holds(KeyCode::BTN_SOUTH),
        b: holds(KeyCode::BTN_EAST),
        fire: fire.into_iter().any(holds),
        start: holds(KeyCode::BTN_START),
        select: holds(KeyCode::BTN_SELECT),
    })
}

/// Returns the place of a stick from −1 to 1; 0 for an axis that the pad does not have.
fn place(value: i32, least: i32, greatest: i32) -> f32 {
    let (value, least, greatest) = (value as f32, least as f32, greatest as f32);
    if greatest > least { (2.0 * (value - least) / (greatest - least) - 1.0).clamp(-1.0, 1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sticks_have_places_and_a_machine_without_pads_is_polled() {
        let places = [place(255, 0, 255), place(-32_768, -32_768, 32_767), place(5, 3, 3), place(99, 0, 10)];
        assert_eq!(places, [1.0, -1.0, 0.0, 1.0], "drivers tell odd ranges");
        let mut pads = Pads::default();
        (0..3).for_each(|_| _ = pads.keys().count());
    }
}
