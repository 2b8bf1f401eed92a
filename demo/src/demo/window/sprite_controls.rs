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

/// The keys that turn a sprite, and by how much.
const TURNS: [(Key, f32); 2] = [(Key::Q, -1.0), (Key::E, 1.0)];

impl Window {
    /// What is asked for right now.
    pub(super) fn sprite_controls(&mut self) -> Controls {
        let shift = self.is_shift_held();
        let mut actions = Vec::new();
        for key in self.pressed(&REPEATED) {
            let action = KEYS.iter().find(|(known, _)| *known == key).map(|&(_, action)| action);
            actions.extend(action.map(|action| match action {
                Action::NextLook if shift => Action::PreviousLook,
                other => other,
            }));
        }
        actions.extend(self.wheel_step().map(|up| if up { Action::Finer } else { Action::Coarser }));
        Controls {
            turn: TURNS.iter().filter(|(key, _)| self.is_held(*key)).map(|(_, turn)| turn).sum(),
            drags: self.is_button_held(MouseButton::Left),
            cursor: self.cursor(),
            actions,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_does_two_things() {
        let keys = KEYS.iter().map(|(key, _)| *key).chain(TURNS.iter().map(|(key, _)| *key));
        let mut keys: Vec<Key> = keys.collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), count);
    }
}
