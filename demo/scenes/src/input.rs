//! The keys and the mouse in one frame, and the effects of keys.

use crate::host::Host;
use crate::hud::Row;
use crate::key::Key;
use tileray::glam::{IVec2, Vec2};

/// The keys that move, and the direction of each.
const DIRECTIONS: [(Key, Vec2); 8] = [
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
const TURNS: [(Key, f32); 2] = [(Key::Q, -1.0), (Key::E, 1.0)];
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
    pub fn shift(&self) -> bool {
        self.is_any_held([Key::LeftShift, Key::RightShift])
    }

    /// Returns whether a Control key is held.
    pub(crate) fn control(&self) -> bool {
        self.is_any_held([Key::LeftCtrl, Key::RightCtrl])
    }

    fn is_any_held(&self, keys: [Key; 2]) -> bool {
        keys.iter().any(|key| self.held.contains(key))
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

/// A request to the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// Shows the next scene.
    NextScene,
    /// Shows the scene of sprites.
    Sprites,
    /// Shows or hides the panel of values.
    Values,
    /// Shows or hides the list of keys.
    Help,
    /// Folds or opens the panel of controls.
    Controls,
    /// Writes the picture into a file.
    Screenshot,
    /// Ends the program.
    Quit,
}

/// The requests of keys in all scenes.
const REQUESTS: [(Key, Request); 10] = [
    (Key::F2, Request::NextScene),
    (Key::K, Request::NextScene),
    (Key::F3, Request::Sprites),
    (Key::V, Request::Values),
    (Key::H, Request::Help),
    (Key::F1, Request::Help),
    (Key::I, Request::Controls),
    (Key::F12, Request::Screenshot),
    (Key::C, Request::Screenshot),
    (Key::Escape, Request::Quit),
];

/// A press of a bound key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Press {
    /// 1, or -1 for a key that undoes or reverses.
    pub(crate) by: i32,
    pub(crate) shift: bool,
}

impl Press {
    /// Returns the step through a list: Shift reverses the direction.
    pub(crate) fn step(self) -> isize {
        if self.shift { -1 } else { self.by as isize }
    }
}

/// The keys for one change of the scene `S`, and their line in the list on the screen.
pub(crate) struct Binding<S> {
    label: &'static str,
    /// The label on a page, where it differs; an empty one hides the line.
    page_label: Option<&'static str>,
    effect: &'static str,
    keys: &'static [Key],
    /// The keys for the reverse change.
    back: &'static [Key],
    act: fn(&mut S, Press),
}

/// Returns a binding of `keys`, and of `back` for the reverse.
pub(crate) const fn key<S>(
    label: &'static str,
    effect: &'static str,
    keys: &'static [Key],
    back: &'static [Key],
    act: fn(&mut S, Press),
) -> Binding<S> {
    Binding { label, page_label: None, effect, keys, back, act }
}

/// Gives the line of a binding another label on a page, which does not get all keys; an empty one hides the line there.
pub(crate) const fn on_page<S>(label: &'static str, mut binding: Binding<S>) -> Binding<S> {
    binding.page_label = Some(label);
    binding
}

/// Returns a line of the list without a key of the scene.
pub(crate) const fn hint<S>(label: &'static str, effect: &'static str) -> Binding<S> {
    key(label, effect, &[], &[], |_, _| ())
}

/// Changes a scene by the pressed keys, in the order of the presses.
pub(crate) fn press_keys<S>(scene: &mut S, bindings: &[Binding<S>], input: &Input) {
    let shift = input.shift();
    for key in &input.pressed {
        for binding in bindings {
            if binding.keys.contains(key) {
                (binding.act)(scene, Press { by: 1, shift });
            } else if binding.back.contains(key) {
                (binding.act)(scene, Press { by: -1, shift });
            }
        }
    }
}

/// What fingers do in a scene: the gesture or the button, and its effect.
pub(crate) type Gesture = (&'static str, &'static str);

/// Returns the list of keys on the screen, or where there are none the list of gestures. A binding without a label shares
/// the line of another binding.
pub(crate) fn key_list<S>(host: Host, bindings: &[Binding<S>], gestures: &[Gesture]) -> Vec<Row> {
    if host == Host::Touch {
        return gestures.iter().map(|&(gesture, effect)| (gesture, effect.to_owned())).collect();
    }
    let label = |binding: &Binding<S>| match (host, binding.page_label) {
        (Host::Page, Some(label)) => label,
        _ => binding.label,
    };
    let lines = bindings.iter().map(|binding| (label(binding), binding.effect.to_owned()));
    lines.filter(|(label, _)| !label.is_empty()).collect()
}

/// Asserts that the lists for a page and for fingers name nothing that a browser keeps for itself.
#[cfg(test)]
pub(crate) fn assert_lists_suit_a_page<S>(bindings: &[Binding<S>], gestures: &[Gesture]) {
    let window = key_list(Host::Window, bindings, gestures);
    let page = key_list(Host::Page, bindings, gestures);
    assert!(page.len() > 5 && page.len() < window.len(), "{} of {} lines", page.len(), window.len());
    for (label, effect) in page {
        let parts: Vec<&str> = label.split([' ', ',', ';']).filter(|part| !part.is_empty()).collect();
        let is_kept =
            |part: &&str| matches!(*part, "Wheel" | "Tab" | "Esc" | "F1" | "F2" | "F3" | "F12" | "C" | "K" | "I");
        assert!(!parts.iter().any(is_kept), "{label}: {effect}");
    }
    for (label, effect) in key_list(Host::Touch, bindings, gestures) {
        let words = format!("{label} {effect}").to_lowercase();
        assert!(!["mouse", "key", "wheel", "button"].iter().any(|word| words.contains(word)), "{label}: {effect}");
    }
}

/// Asserts that no key of a scene has two effects. `moves` and `turns` tell whether the scene reads those keys.
#[cfg(test)]
pub(crate) fn assert_keys_differ<S>(bindings: &[Binding<S>], moves: bool, turns: bool) {
    let bound = bindings.iter().flat_map(|binding| binding.keys.iter().chain(binding.back)).copied();
    let mut keys: Vec<Key> = bound.chain(REQUESTS.map(|(key, _)| key)).collect();
    keys.extend(DIRECTIONS.iter().filter(|_| moves).map(|(key, _)| *key));
    keys.extend(TURNS.iter().filter(|_| turns).map(|(key, _)| *key));
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_make_requests_to_the_window() {
        let pressed = vec![Key::F2, Key::K, Key::C, Key::F12, Key::Up, Key::H, Key::I, Key::Escape];
        let requests: Vec<_> = Input { pressed, ..Input::default() }.requests().collect();
        use Request::{Controls, Help, NextScene, Quit, Screenshot};
        assert_eq!(requests, [NextScene, NextScene, Screenshot, Screenshot, Help, Controls, Quit]);
    }
}
