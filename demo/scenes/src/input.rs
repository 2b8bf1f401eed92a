//! The keys and the mouse in one frame, the requests to the window, and the host that shows the scenes. Texts name only
//! the keys and the gestures that work on their host.

use crate::key::Key;
use tileray::glam::{IVec2, Vec2};

/// The keys that move, and the direction of each.
pub(crate) const DIRECTIONS: [(Key, Vec2); 8] = [
    (Key::W, Vec2::NEG_Y),
    (Key::Up, Vec2::NEG_Y),
    (Key::S, Vec2::Y),
    (Key::Down, Vec2::Y),
    (Key::A, Vec2::NEG_X),
    (Key::Left, Vec2::NEG_X),
    (Key::D, Vec2::X),
    (Key::Right, Vec2::X),
];
/// The keys that turn a body: -1 is counterclockwise.
pub(crate) const TURNS: [(Key, f32); 2] = [(Key::Q, -1.0), (Key::E, 1.0)];
/// The keys that act repeatedly while they are held.
pub const REPEATED: [Key; 6] =
    [Key::Equal, Key::Minus, Key::NumPadPlus, Key::NumPadMinus, Key::LeftBracket, Key::RightBracket];

/// The keys and the mouse in one frame.
#[derive(Clone, Debug, Default)]
pub struct Input {
    /// The keys that are down.
    pub held: Vec<Key>,
    /// The keys that were pressed since the last frame, with repeats of [`REPEATED`] keys.
    pub pressed: Vec<Key>,
    /// A step of the wheel: 1 is up, -1 is down.
    pub wheel: Option<i32>,
    /// The screen pixel under the mouse; `None` while the mouse is elsewhere.
    pub cursor: Option<IVec2>,
    /// Whether the left button is down, or a finger.
    pub left: bool,
    /// Whether the right button is down.
    pub right: bool,
}

impl Input {
    /// Returns whether a Shift key is held.
    pub(crate) fn shift(&self) -> bool {
        [Key::LeftShift, Key::RightShift].iter().any(|key| self.held.contains(key))
    }

    /// Returns the direction of the held keys, at most 1 long.
    pub(crate) fn direction(&self) -> Vec2 {
        let held = DIRECTIONS.iter().filter(|(key, _)| self.held.contains(key));
        held.map(|(_, direction)| *direction).sum::<Vec2>().clamp_length_max(1.0)
    }

    /// Returns the turn of the held keys: from -1 to 1, clockwise.
    pub(crate) fn turn(&self) -> f32 {
        TURNS.iter().filter(|(key, _)| self.held.contains(key)).map(|(_, turn)| turn).sum()
    }

    /// Returns the requests of the pressed keys to the window.
    pub fn requests(&self) -> impl Iterator<Item = Request> + '_ {
        self.pressed
            .iter()
            .filter_map(|key| REQUESTS.iter().find(|(known, _)| known == key).map(|&(_, request)| request))
    }
}

/// The host that shows the scenes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Host {
    /// A window of its own, with a mouse and all keys.
    #[default]
    Window,
    /// A page with controls beside the picture. The browser keeps Tab, the function keys and the plain wheel for itself.
    Page,
    /// A page for fingers, without keys.
    Touch,
}

impl Host {
    /// Returns the text for this host. The texts are for a window, for a page and for fingers.
    pub(crate) const fn text(self, [window, page, touch]: [&'static str; 3]) -> &'static str {
        match self {
            Self::Window => window,
            Self::Page => page,
            Self::Touch => touch,
        }
    }
}

/// A request to the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Shows the next scene.
    NextScene,
    /// Shows or hides the panel of values.
    Values,
    /// Shows or hides the list of keys.
    Help,
    /// Folds or opens the panel of controls.
    Controls,
    /// Ends the program.
    Quit,
}

/// The requests of keys in all scenes.
pub(crate) const REQUESTS: [(Key, Request); 7] = [
    (Key::F2, Request::NextScene),
    (Key::K, Request::NextScene),
    (Key::V, Request::Values),
    (Key::H, Request::Help),
    (Key::F1, Request::Help),
    (Key::I, Request::Controls),
    (Key::Escape, Request::Quit),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_make_requests_to_the_window() {
        let pressed = vec![Key::F2, Key::K, Key::Up, Key::V, Key::H, Key::I, Key::Escape];
        let requests: Vec<_> = Input { pressed, ..Input::default() }.requests().collect();
        use Request::{Controls, Help, NextScene, Quit, Values};
        assert_eq!(requests, [NextScene, NextScene, Values, Help, Controls, Quit]);
    }
}
