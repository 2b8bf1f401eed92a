//! Gamepads: any of them plays, by buttons, by the cross or by the left stick.
//!
//! ```text
//! evdev (Linux), gilrs (Windows, macOS) ──▶ PadEvent ──▶ Pads ──▶ Controls
//! ```
//!
//! The crate gilrs reads pads everywhere, but on Linux it links the C library libudev, whose headers a fresh machine does
//! not have. There the crate evdev reads the kernel's devices in `/dev/input` instead, without any C library. Desktop
//! systems let the user at the screen open the devices of gamepads; elsewhere the user must be in the group `input`.

#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(any(windows, target_os = "macos"), path = "gilrs.rs")]
#[cfg_attr(not(any(target_os = "linux", windows, target_os = "macos")), path = "none.rs")]
mod source;

use platformer_game::game::{Input, Key};
use platformer_game::session::Controls;
pub(crate) use source::System;
use std::collections::BTreeMap;

/// How far a stick is moved to count as a direction, and how far back until it does not, of 1.
const PRESS: f32 = 0.5;
const RELEASE: f32 = 0.35;

/// A button, by its place as on a pad of an Xbox.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PadButton {
    /// A.
    South,
    /// B.
    East,
    /// X and Y, which drivers mix up.
    West,
    North,
    /// The trigger and the shoulder button on the right.
    Right,
    Start,
    Select,
    CrossUp,
    CrossDown,
    CrossLeft,
    CrossRight,
}

/// An axis, from −1 on the left or at the top to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PadAxis {
    StickX,
    StickY,
    CrossX,
    CrossY,
}

/// A change of a pad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum PadEvent {
    Button(PadButton, bool),
    Axis(PadAxis, f32),
    /// The pad was unplugged.
    Lost,
}

/// A source of events: the system, or a list in a test.
pub(crate) trait PadSource {
    /// Calls `each` with the events since the last call, each with a number that its pad keeps.
    fn poll(&mut self, each: &mut dyn FnMut(usize, PadEvent));
}

/// What one pad holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Pad {
    /// A bit for each [`PadButton`].
    buttons: u16,
    /// The direction of each [`PadAxis`]: −1, 0 or 1.
    axes: [i8; 4],
}

impl Pad {
    fn apply(&mut self, event: PadEvent) {
        match event {
            PadEvent::Button(button, true) => self.buttons |= 1 << button as u16,
            PadEvent::Button(button, false) => self.buttons &= !(1 << button as u16),
            PadEvent::Axis(axis, place) => {
                let direction = &mut self.axes[axis as usize];
                // NaN is no direction.
                let least = if *direction == 0 { PRESS } else { RELEASE };
                *direction = if place >= least { 1 } else { -i8::from(place <= -least) };
            }
            PadEvent::Lost => *self = Self::default(),
        }
    }

    const fn holds(&self, button: PadButton) -> bool {
        self.buttons >> button as u16 & 1 == 1
    }

    fn controls(&self) -> Controls {
        let along = |axes: [PadAxis; 2], sign: i8| axes.iter().any(|axis| self.axes[*axis as usize] == sign);
        let (x, y) = ([PadAxis::StickX, PadAxis::CrossX], [PadAxis::StickY, PadAxis::CrossY]);
        let keys = [
            (Key::Left, along(x, -1) || self.holds(PadButton::CrossLeft)),
            (Key::Right, along(x, 1) || self.holds(PadButton::CrossRight)),
            (Key::Up, along(y, -1) || self.holds(PadButton::CrossUp)),
            (Key::Down, along(y, 1) || self.holds(PadButton::CrossDown)),
            (Key::Jump, self.holds(PadButton::South)),
            (
                Key::Beam,
                [PadButton::East, PadButton::West, PadButton::North, PadButton::Right]
                    .iter()
                    .any(|button| self.holds(*button)),
            ),
        ];
        Controls {
            keys: keys.into_iter().filter(|(_, is_held)| *is_held).map(|(key, _)| key).collect::<Input>(),
            confirm: self.holds(PadButton::Start),
            pause: self.holds(PadButton::Start),
            restart: self.holds(PadButton::Select),
            leave: self.holds(PadButton::East),
        }
    }
}

/// All pads of a source.
#[derive(Debug)]
pub(crate) struct Pads<S> {
    source: S,
    pads: BTreeMap<usize, Pad>,
}

impl<S: PadSource> Pads<S> {
    pub(crate) const fn new(source: S) -> Self {
        Self { source, pads: BTreeMap::new() }
    }

    /// Returns what any of the pads holds now.
    pub(crate) fn controls(&mut self) -> Controls {
        let pads = &mut self.pads;
        self.source.poll(&mut |pad, event| pads.entry(pad).or_default().apply(event));
        pads.values().map(Pad::controls).fold(Controls::default(), Controls::or)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Events that come at the next poll.
    #[derive(Default)]
    struct Script(Vec<(usize, PadEvent)>);

    impl PadSource for Script {
        fn poll(&mut self, each: &mut dyn FnMut(usize, PadEvent)) {
            self.0.drain(..).for_each(|(pad, event)| each(pad, event));
        }
    }

    fn held(pads: &mut Pads<Script>, events: &[(usize, PadEvent)]) -> Controls {
        pads.source.0.extend_from_slice(events);
        pads.controls()
    }

    fn keys(keys: &[Key]) -> Controls {
        Controls { keys: keys.iter().copied().collect(), ..Controls::default() }
    }

    #[test]
    fn buttons_hold_until_they_are_let_go() {
        let mut pads = Pads::new(Script::default());
        assert_eq!(held(&mut pads, &[]), Controls::default());
        assert_eq!(held(&mut pads, &[(3, PadEvent::Button(PadButton::South, true))]), keys(&[Key::Jump]));
        let two = keys(&[Key::Jump, Key::Beam]);
        assert_eq!(held(&mut pads, &[(3, PadEvent::Button(PadButton::West, true))]), two);
        assert_eq!(held(&mut pads, &[]), two, "nothing changed");
        assert_eq!(held(&mut pads, &[(3, PadEvent::Button(PadButton::South, false))]), keys(&[Key::Beam]));
        let start = held(&mut pads, &[(3, PadEvent::Lost), (3, PadEvent::Button(PadButton::Start, true))]);
        assert_eq!(start, Controls { confirm: true, pause: true, ..Controls::default() });
        let select = held(&mut pads, &[(3, PadEvent::Lost), (3, PadEvent::Button(PadButton::Select, true))]);
        assert_eq!(select, Controls { restart: true, ..Controls::default() });
        let east = held(&mut pads, &[(3, PadEvent::Lost), (3, PadEvent::Button(PadButton::East, true))]);
        assert_eq!(east, Controls { leave: true, ..keys(&[Key::Beam]) });
    }

    #[test]
    fn sticks_and_crosses_are_directions() {
        let mut pads = Pads::new(Script::default());
        let stick = |place| [(0, PadEvent::Axis(PadAxis::StickX, place))];
        assert_eq!(held(&mut pads, &stick(0.45)), keys(&[]), "it rests a little off its middle");
        assert_eq!(held(&mut pads, &stick(0.6)), keys(&[Key::Right]));
        assert_eq!(held(&mut pads, &stick(0.4)), keys(&[Key::Right]), "it does not flutter");
        assert_eq!(held(&mut pads, &stick(0.3)), keys(&[]));
        assert_eq!(held(&mut pads, &stick(-1.0)), keys(&[Key::Left]));
        assert_eq!(held(&mut pads, &stick(1.0)), keys(&[Key::Right]), "from side to side");
        assert_eq!(held(&mut pads, &stick(f32::NAN)), keys(&[]));
        let cross = [(0, PadEvent::Axis(PadAxis::CrossY, -1.0)), (0, PadEvent::Button(PadButton::CrossLeft, true))];
        assert_eq!(held(&mut pads, &cross), keys(&[Key::Up, Key::Left]));
        assert_eq!(
            held(&mut pads, &[(0, PadEvent::Axis(PadAxis::StickY, 1.0))]),
            keys(&[Key::Up, Key::Left, Key::Down])
        );
    }

    #[test]
    fn all_pads_play_and_one_that_is_lost_lets_go() {
        let mut pads = Pads::new(Script::default());
        let jump = |pad, held| (pad, PadEvent::Button(PadButton::South, held));
        held(&mut pads, &[jump(0, true), jump(9, true)]);
        assert_eq!(held(&mut pads, &[jump(0, false)]), keys(&[Key::Jump]));
        assert_eq!(held(&mut pads, &[(9, PadEvent::Lost)]), keys(&[]));
    }
}
