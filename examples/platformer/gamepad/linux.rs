//! Gamepads of Linux, from `/dev/input`.

use super::{PadAxis, PadButton, PadEvent, PadSource};
use evdev::{AbsoluteAxisCode, Device, EventSummary, KeyCode};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::ErrorKind;
use std::path::PathBuf;

/// The polls from one look for new devices to the next: about two seconds.
const LOOK: u32 = 120;

/// The pads that are plugged in. Devices that may not be read are left out.
#[derive(Default)]
pub(crate) struct System {
    /// By their files. `None` is no gamepad, or may not be read.
    devices: BTreeMap<PathBuf, Option<OpenPad>>,
    next: usize,
    polls: u32,
}

struct OpenPad {
    number: usize,
    device: Device,
    ranges: Ranges,
}

impl fmt::Debug for System {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("System").field("devices", &self.devices.keys()).finish_non_exhaustive()
    }
}

impl System {
    pub(crate) fn open() -> Self {
        Self::default()
    }

    /// Opens devices that are new, and forgets those whose files are gone.
    fn look(&mut self, each: &mut dyn FnMut(usize, PadEvent)) {
        let entries = fs::read_dir("/dev/input").into_iter().flatten().flatten().map(|entry| entry.path());
        let is_event =
            |path: &PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("event"));
        let found: Vec<PathBuf> = entries.filter(is_event).collect();
        self.devices.retain(|path, device| {
            let stays = found.contains(path);
            if let (false, Some(pad)) = (stays, device) {
                each(pad.number, PadEvent::Lost);
            }
            stays
        });
        for path in found {
            if self.devices.contains_key(&path) {
                continue;
            }
            let device = Device::open(&path).ok().filter(is_gamepad);
            let device = device.filter(|device| device.set_nonblocking(true).is_ok());
            self.next += 1;
            let open = |device| OpenPad { number: self.next, ranges: ranges(&device), device };
            self.devices.insert(path, device.map(open));
        }
    }
}

impl PadSource for System {
    fn poll(&mut self, each: &mut dyn FnMut(usize, PadEvent)) {
        if self.polls.is_multiple_of(LOOK) {
            self.look(each);
        }
        self.polls = self.polls.wrapping_add(1);
        for entry in self.devices.values_mut() {
            let Some(OpenPad { number, device, ranges }) = entry else { continue };
            let error = match device.fetch_events() {
                Ok(events) => {
                    let changes = events.filter_map(|event| translate(&event.destructure(), ranges));
                    changes.for_each(|change| each(*number, change));
                    continue;
                }
                Err(error) => error,
            };
            if error.kind() != ErrorKind::WouldBlock {
                each(*number, PadEvent::Lost);
                *entry = None;
            }
        }
    }
}

fn is_gamepad(device: &Device) -> bool {
    let has_button = device.supported_keys().is_some_and(|keys| keys.contains(KeyCode::BTN_SOUTH));
    has_button && device.supported_absolute_axes().is_some()
}

/// The least and the greatest value of the sticks' axes.
type Ranges = [(AbsoluteAxisCode, i32, i32); 2];

fn ranges(device: &Device) -> Ranges {
    let range = |axis: AbsoluteAxisCode| {
        let found = device.get_absinfo().ok().and_then(|mut all| all.find(|(code, _)| *code == axis));
        found.map_or((axis, -1, 1), |(_, info)| (axis, info.minimum(), info.maximum()))
    };
    [range(AbsoluteAxisCode::ABS_X), range(AbsoluteAxisCode::ABS_Y)]
}

/// Returns what an event of the kernel means, if it means anything to the game.
fn translate(event: &EventSummary, ranges: &Ranges) -> Option<PadEvent> {
    match *event {
        // 2 is a repeat.
        EventSummary::Key(_, key, value) => Some(PadEvent::Button(button(key)?, value != 0)),
        EventSummary::AbsoluteAxis(_, AbsoluteAxisCode::ABS_HAT0X, value) => {
            Some(PadEvent::Axis(PadAxis::CrossX, value as f32))
        }
        EventSummary::AbsoluteAxis(_, AbsoluteAxisCode::ABS_HAT0Y, value) => {
            Some(PadEvent::Axis(PadAxis::CrossY, value as f32))
        }
        EventSummary::AbsoluteAxis(_, code, value) => {
            let (_, least, greatest) = ranges.iter().find(|(axis, ..)| *axis == code)?;
            let axis = if code == AbsoluteAxisCode::ABS_X { PadAxis::StickX } else { PadAxis::StickY };
            Some(PadEvent::Axis(axis, place(value, *least, *greatest)))
        }
        _ => None,
    }
}

/// Returns the place of a stick from −1 to 1.
fn place(value: i32, least: i32, greatest: i32) -> f32 {
    let (value, least, greatest) = (value as f32, least as f32, greatest as f32);
    if greatest > least { (2.0 * (value - least) / (greatest - least) - 1.0).clamp(-1.0, 1.0) } else { 0.0 }
}

fn button(key: KeyCode) -> Option<PadButton> {
    Some(match key {
        KeyCode::BTN_SOUTH => PadButton::South,
        KeyCode::BTN_EAST => PadButton::East,
        KeyCode::BTN_WEST => PadButton::West,
        KeyCode::BTN_NORTH => PadButton::North,
        KeyCode::BTN_TR | KeyCode::BTN_TR2 => PadButton::Right,
        KeyCode::BTN_START => PadButton::Start,
        KeyCode::BTN_SELECT => PadButton::Select,
        KeyCode::BTN_DPAD_UP => PadButton::CrossUp,
        KeyCode::BTN_DPAD_DOWN => PadButton::CrossDown,
        KeyCode::BTN_DPAD_LEFT => PadButton::CrossLeft,
        KeyCode::BTN_DPAD_RIGHT => PadButton::CrossRight,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use evdev::{AbsoluteAxisEvent, InputEvent, KeyEvent};

    #[test]
    fn events_of_the_kernel_are_translated() {
        let ranges = [(AbsoluteAxisCode::ABS_X, 0, 255), (AbsoluteAxisCode::ABS_Y, -32768, 32767)];
        let of = |event: InputEvent| translate(&event.destructure(), &ranges);
        let key = |key, value| of(*KeyEvent::new(key, value));
        let axis = |axis, value| of(*AbsoluteAxisEvent::new(axis, value));
        assert_eq!(key(KeyCode::BTN_SOUTH, 1), Some(PadEvent::Button(PadButton::South, true)));
        assert_eq!(key(KeyCode::BTN_SOUTH, 0), Some(PadEvent::Button(PadButton::South, false)));
        assert_eq!(key(KeyCode::BTN_TR2, 2), Some(PadEvent::Button(PadButton::Right, true)));
        assert_eq!(key(KeyCode::KEY_A, 1), None, "keys of a keyboard");
        assert_eq!(axis(AbsoluteAxisCode::ABS_HAT0Y, -1), Some(PadEvent::Axis(PadAxis::CrossY, -1.0)));
        assert_eq!(axis(AbsoluteAxisCode::ABS_X, 255), Some(PadEvent::Axis(PadAxis::StickX, 1.0)));
        assert_eq!(axis(AbsoluteAxisCode::ABS_Y, -32768), Some(PadEvent::Axis(PadAxis::StickY, -1.0)));
        assert_eq!(axis(AbsoluteAxisCode::ABS_RZ, 9), None);
        assert_eq!((place(5, 3, 3), place(99, 0, 10)), (0.0, 1.0), "drivers tell odd ranges");
    }

    #[test]
    fn a_machine_without_pads_is_polled() {
        let mut system = System::open();
        (0..3).for_each(|_| system.poll(&mut |_, _| {}));
    }
}
