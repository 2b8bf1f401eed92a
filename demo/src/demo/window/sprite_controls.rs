//! What keys and mouse ask for in the scene of sprites.

use super::Window;
use crate::demo::sprites::{Action, Controls};
use minifb::{Key, MouseButton};

/// What each key does when it is pressed.
const KEYS: [(Key, Action); 18] = [
    (Key::RightBracket, Action::Coarser),
    (Key::LeftBracket, Action::Finer),
    (Key::M, Action::Mode),
    (Key::B, Action::Bias),
    (Key::Tab, Action::NextLook),
    (Key::N, Action::NextLook),
    (Key::Backspace, Action::PreviousLook),
    (Key::Space, Action::Pause),
    (Key::P, Action::Pause),
    (Key::V, Action::Values),
    (Key::H, Action::Help),
    (Key::F1, Action::Help),
    (Key::Home, Action::Restart),
    (Key::F2, Action::NextScene),
    (Key::K, Action::NextScene),
    (Key::F12, Action::Screenshot),
    (Key::C, Action::Screenshot),
    (Key::Escape, Action::Quit),
];

/// The keys that act again and again while they are held.
const REPEATED: [Key; 2] = [Key::LeftBracket, Key::RightBracket];

impl Window {
    /// What is asked for right now.
    pub(super) fn sprite_controls(&mut self) -> Controls {
        let shift = self.is_shift_held();
        let mut actions = Vec::new();
        for action in self.asked_by_keys(&KEYS, &REPEATED) {
            actions.push(match action {
                Action::NextLook if shift => Action::PreviousLook,
                other => other,
            });
        }
        actions.extend(self.wheel_step().map(|up| if up { Action::Finer } else { Action::Coarser }));
        Controls { turn: self.turn(), drags: self.is_button_held(MouseButton::Left), cursor: self.cursor(), actions }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::window::{TURNS, assert_all_differ};

    #[test]
    fn no_key_does_two_things() {
        assert_all_differ(KEYS.map(|(key, _)| key).into_iter().chain(TURNS.map(|(key, _)| key)));
    }
}
