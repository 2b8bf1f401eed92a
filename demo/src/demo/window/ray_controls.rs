//! What keys and mouse ask for in the scene of rays.

use super::{Window, directions};
use crate::demo::brush::Brush;
use crate::demo::controls::{Action, Controls};
use minifb::{Key, MouseButton};

/// What each key does when it is pressed.
const KEYS: [(Key, Action); 35] = [
    (Key::F, Action::Fan),
    (Key::R, Action::Reflections),
    (Key::L, Action::Sight),
    (Key::E, Action::Beyond),
    (Key::T, Action::Traversal),
    (Key::B, Action::Trace),
    (Key::O, Action::Spans),
    (Key::G, Action::Normals),
    (Key::RightBracket, Action::LargerBrush),
    (Key::LeftBracket, Action::SmallerBrush),
    (Key::U, Action::Undo),
    (Key::M, Action::Loupe),
    (Key::V, Action::Values),
    (Key::H, Action::Help),
    (Key::F1, Action::Help),
    (Key::Space, Action::Pause),
    (Key::P, Action::Pause),
    (Key::Equal, Action::MoreRays),
    (Key::NumPadPlus, Action::MoreRays),
    (Key::Minus, Action::FewerRays),
    (Key::NumPadMinus, Action::FewerRays),
    (Key::Z, Action::ZoomIn),
    (Key::PageUp, Action::ZoomIn),
    (Key::X, Action::ZoomOut),
    (Key::PageDown, Action::ZoomOut),
    (Key::Tab, Action::NextMap),
    (Key::N, Action::NextMap),
    (Key::Home, Action::Restart),
    (Key::Backspace, Action::PreviousMap),
    (Key::F2, Action::NextScene),
    (Key::K, Action::NextScene),
    (Key::F3, Action::Sprites),
    (Key::F12, Action::Screenshot),
    (Key::C, Action::Screenshot),
    (Key::Escape, Action::Quit),
];

/// The keys that act again and again while they are held.
const REPEATED: [Key; 6] =
    [Key::Equal, Key::Minus, Key::NumPadPlus, Key::NumPadMinus, Key::LeftBracket, Key::RightBracket];

impl Window {
    /// What is asked for right now.
    pub(super) fn ray_controls(&mut self) -> Controls {
        let (control, shift) = (self.is_control_held(), self.is_shift_held());
        let mut actions = Vec::new();
        for action in self.asked_by_keys(&KEYS, &REPEATED) {
            actions.push(match action {
                Action::NextMap if shift => Action::PreviousMap,
                Action::Undo if shift => Action::UndoAll,
                other => other,
            });
        }
        actions.extend(self.wheel_step().map(|up| match (up, control, shift) {
            (true, true, _) => Action::ZoomIn,
            (false, true, _) => Action::ZoomOut,
            (true, false, true) => Action::LargerBrush,
            (false, false, true) => Action::SmallerBrush,
            (true, false, false) => Action::MoreRays,
            (false, false, false) => Action::FewerRays,
        }));
        let brush = self.brush();
        Controls { direction: directions::held(self), cursor: self.cursor(), brush, actions }
    }

    /// What the buttons of the mouse ask for.
    fn brush(&mut self) -> Option<Brush> {
        let buttons = [(MouseButton::Left, Brush::Carve), (MouseButton::Right, Brush::Fill)];
        buttons.into_iter().find(|(button, _)| self.is_button_held(*button)).map(|(_, brush)| brush)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::window::assert_all_differ;

    #[test]
    fn no_key_does_two_things() {
        assert_all_differ(KEYS.map(|(key, _)| key).into_iter().chain(directions::KEYS.map(|(key, _)| key)));
    }
}
