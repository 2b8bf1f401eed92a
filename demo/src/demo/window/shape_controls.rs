//! What keys and mouse ask for in the scene of shapes.

use super::{Window, directions};
use crate::demo::shapes::{Action, Controls};
use minifb::{Key, MouseButton};

/// What each key does when it is pressed.
const KEYS: [(Key, Action); 24] = [
    (Key::Tab, Action::NextBody),
    (Key::N, Action::NextBody),
    (Key::Backspace, Action::PreviousBody),
    (Key::M, Action::Motion),
    (Key::Space, Action::Go),
    (Key::Enter, Action::Go),
    (Key::P, Action::Push),
    (Key::X, Action::Axes),
    (Key::B, Action::Boxes),
    (Key::O, Action::Pieces),
    (Key::J, Action::Projections),
    (Key::RightBracket, Action::LargerProbe),
    (Key::LeftBracket, Action::SmallerProbe),
    (Key::V, Action::Values),
    (Key::H, Action::Help),
    (Key::F1, Action::Help),
    (Key::Home, Action::Restart),
    (Key::F2, Action::NextScene),
    (Key::K, Action::NextScene),
    (Key::F3, Action::Sprites),
    (Key::L, Action::Sprites),
    (Key::F12, Action::Screenshot),
    (Key::C, Action::Screenshot),
    (Key::Escape, Action::Quit),
];

/// The keys that act again and again while they are held.
const REPEATED: [Key; 2] = [Key::LeftBracket, Key::RightBracket];

impl Window {
    /// What is asked for right now.
    pub(super) fn shape_controls(&mut self) -> Controls {
        let shift = self.is_shift_held();
        let mut actions = Vec::new();
        for action in self.asked_by_keys(&KEYS, &REPEATED) {
            actions.push(match action {
                Action::NextBody if shift => Action::PreviousBody,
                other => other,
            });
        }
        actions.extend(self.wheel_step().map(|up| match (up, shift) {
            (true, true) => Action::LargerProbe,
            (false, true) => Action::SmallerProbe,
            (true, false) => Action::TurnLeft,
            (false, false) => Action::TurnRight,
        }));
        Controls {
            direction: directions::held(self),
            aims: shift,
            turn: self.turn(),
            drags: self.is_button_held(MouseButton::Left),
            aims_at_cursor: self.is_button_held(MouseButton::Right),
            cursor: self.cursor(),
            actions,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::window::{TURNS, assert_all_differ};

    #[test]
    fn no_key_does_two_things() {
        let keys = KEYS.map(|(key, _)| key).into_iter().chain(directions::KEYS.map(|(key, _)| key));
        assert_all_differ(keys.chain(TURNS.map(|(key, _)| key)));
    }
}
