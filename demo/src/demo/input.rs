//! Keys and mouse in one frame, and the meaning that a scene gives them.

/// The keys of the keyboard, as the crate that opens the window names them.
pub(crate) use minifb::Key;

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
/// The keys that act again and again while they are held.
pub(crate) const REPEATED: [Key; 6] =
    [Key::Equal, Key::Minus, Key::NumPadPlus, Key::NumPadMinus, Key::LeftBracket, Key::RightBracket];

/// The keys and the mouse in one frame, whatever the scene.
#[derive(Clone, Debug, Default)]
pub(crate) struct Input {
    /// The keys that are held.
    pub(crate) held: Vec<Key>,
    /// The keys that were pressed since the last frame, with repeats of [`REPEATED`] keys.
    pub(crate) pressed: Vec<Key>,
    /// A step of the wheel; `true` is up.
    pub(crate) wheel: Option<bool>,
    pub(crate) cursor: Option<IVec2>,
    pub(crate) left: bool,
    pub(crate) right: bool,
}

impl Input {
    /// Returns whether a key is held.
    pub(crate) fn is_held(&self, key: Key) -> bool {
        self.held.contains(&key)
    }

    /// Returns whether a Shift key is held.
    pub(crate) fn shift(&self) -> bool {
        self.is_held(Key::LeftShift) || self.is_held(Key::RightShift)
    }

    fn control(&self) -> bool {
        self.is_held(Key::LeftCtrl) || self.is_held(Key::RightCtrl)
    }
}

/// A request to the window, once for each press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    NextMap,
    PreviousMap,
    NextScene,
    /// Shows the scene of sprites.
    Sprites,
    /// Shows or hides the panel of values.
    Values,
    /// Shows or hides the list of keys.
    Help,
    Screenshot,
    Quit,
}

/// The requests of keys in all scenes.
const REQUESTS: [(Key, Request); 9] = [
    (Key::F2, Request::NextScene),
    (Key::K, Request::NextScene),
    (Key::F3, Request::Sprites),
    (Key::V, Request::Values),
    (Key::H, Request::Help),
    (Key::F1, Request::Help),
    (Key::F12, Request::Screenshot),
    (Key::C, Request::Screenshot),
    (Key::Escape, Request::Quit),
];

/// A change of one scene, once for each press.
pub(crate) trait Action: Copy + 'static {
    /// The action of each key.
    const KEYS: &'static [(Key, Self)];
    /// The requests of further keys in this scene.
    const REQUESTS: &'static [(Key, Request)] = &[];

    /// Returns the action of the same key with Shift.
    fn shifted(self) -> Self {
        self
    }

    /// Returns the action of a step of the wheel.
    fn of_wheel(up: bool, control: bool, shift: bool) -> Self;
}

/// The input of one frame in the terms of a scene.
#[derive(Clone, Debug)]
pub(crate) struct Controls<A> {
    /// The direction of the held keys: each coordinate from -1 to 1.
    pub(crate) direction: Vec2,
    /// The turn of the held keys: from -1 to 1, clockwise.
    pub(crate) turn: f32,
    /// Whether Shift is held.
    pub(crate) shift: bool,
    /// The screen pixel under the mouse; `None` while it is elsewhere.
    pub(crate) cursor: Option<IVec2>,
    /// Whether the left button of the mouse is held.
    pub(crate) left: bool,
    /// Whether the right button of the mouse is held.
    pub(crate) right: bool,
    /// The actions since the last frame.
    pub(crate) actions: Vec<A>,
    /// The requests since the last frame.
    pub(crate) requests: Vec<Request>,
}

impl<A> Default for Controls<A> {
    fn default() -> Self {
        Self {
            direction: Vec2::ZERO,
            turn: 0.0,
            shift: false,
            cursor: None,
            left: false,
            right: false,
            actions: Vec::new(),
            requests: Vec::new(),
        }
    }
}

impl<A: Action> Controls<A> {
    /// Translates the input of a frame.
    pub(crate) fn of(input: &Input) -> Self {
        let shift = input.shift();
        let mut actions: Vec<A> = lookup(&input.pressed, &[A::KEYS]);
        if shift {
            actions.iter_mut().for_each(|action| *action = action.shifted());
        }
        let mut requests = lookup(&input.pressed, &[&REQUESTS, A::REQUESTS]);
        if shift {
            let back = |request: &&mut Request| **request == Request::NextMap;
            requests.iter_mut().filter(back).for_each(|request| *request = Request::PreviousMap);
        }
        actions.extend(input.wheel.map(|up| A::of_wheel(up, input.control(), shift)));
        Self {
            direction: DIRECTIONS.iter().filter(|(key, _)| input.is_held(*key)).map(|(_, to)| *to).sum(),
            turn: TURNS.iter().filter(|(key, _)| input.is_held(*key)).map(|(_, turn)| turn).sum(),
            shift,
            cursor: input.cursor,
            left: input.left,
            right: input.right,
            actions,
            requests,
        }
    }
}

/// Returns the entries of the pressed keys in some tables.
fn lookup<T: Copy>(pressed: &[Key], tables: &[&[(Key, T)]]) -> Vec<T> {
    let entry =
        |pressed: &Key| tables.iter().copied().flatten().find(|(key, _)| key == pressed).map(|&(_, entry)| entry);
    pressed.iter().filter_map(entry).collect()
}

/// Returns the requests of pressed keys in the scene of `A`.
#[cfg(test)]
pub(crate) fn requests_of<A: Action>(pressed: &[Key], shift: bool) -> Vec<Request> {
    let held = if shift { vec![Key::LeftShift] } else { Vec::new() };
    Controls::<A>::of(&Input { pressed: pressed.to_vec(), held, ..Input::default() }).requests
}

/// Asserts that no key of a scene does two things; `turns` says whether the scene turns bodies by keys.
#[cfg(test)]
pub(crate) fn assert_keys_differ<A: Action>(moves: bool, turns: bool) {
    let mut keys: Vec<Key> = A::KEYS.iter().map(|(key, _)| *key).collect();
    keys.extend(REQUESTS.iter().chain(A::REQUESTS).map(|(key, _)| *key));
    keys.extend(DIRECTIONS.iter().filter(|_| moves).map(|(key, _)| *key));
    keys.extend(TURNS.iter().filter(|_| turns).map(|(key, _)| *key));
    let count = keys.len();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), count);
}
