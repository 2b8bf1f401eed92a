//! The actions, keys and switches of the scene of shapes.

use crate::demo::input::{self, Key, Request};

/// A change of the scene, once for each press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ShapeAction {
    /// A notch of the wheel, clockwise or back.
    TurnRight,
    TurnLeft,
    NextBody,
    PreviousBody,
    /// Shows a motion of the chosen body, or does not any more.
    Motion,
    /// Moves the chosen body as far as it comes.
    Go,
    /// The body that is moved is pushed out of all others, or not.
    Push,
    Axes,
    Boxes,
    Pieces,
    Projections,
    LargerProbe,
    SmallerProbe,
    Restart,
}

impl input::Action for ShapeAction {
    const KEYS: &'static [(Key, Self)] = &[
        (Key::Tab, Self::NextBody),
        (Key::N, Self::NextBody),
        (Key::Backspace, Self::PreviousBody),
        (Key::M, Self::Motion),
        (Key::Space, Self::Go),
        (Key::Enter, Self::Go),
        (Key::P, Self::Push),
        (Key::X, Self::Axes),
        (Key::B, Self::Boxes),
        (Key::O, Self::Pieces),
        (Key::J, Self::Projections),
        (Key::RightBracket, Self::LargerProbe),
        (Key::LeftBracket, Self::SmallerProbe),
        (Key::Home, Self::Restart),
    ];
    const REQUESTS: &'static [(Key, Request)] = &[(Key::L, Request::Sprites)];

    fn shifted(self) -> Self {
        match self {
            Self::NextBody => Self::PreviousBody,
            other => other,
        }
    }

    fn of_wheel(up: bool, _control: bool, shift: bool) -> Self {
        match (up, shift) {
            (true, true) => Self::LargerProbe,
            (false, true) => Self::SmallerProbe,
            (true, false) => Self::TurnLeft,
            (false, false) => Self::TurnRight,
        }
    }
}

/// The keys and their effects, for the list on the screen.
pub(super) const HELP: [(&str, &str); 17] = [
    ("Left button", "drag a body"),
    ("Wheel, Q E", "turn it"),
    ("W A S D, arrows", "move it"),
    ("Tab, N", "choose the next (Shift: previous)"),
    ("Right button", "sweep it to the mouse"),
    ("M, Shift+arrows", "sweep on or off, aim it"),
    ("Space, Enter", "go: touch, then slide"),
    ("P", "push it out of all others"),
    ("X", "separating axes"),
    ("B, O", "boxes, convex pieces"),
    ("J", "ways out of concave polygons"),
    ("Shift+wheel, [ ]", "size of the circle at the mouse"),
    ("V", "values"),
    ("Home", "back to the start"),
    ("F2, K, F3, L", "the next scene: sprites"),
    ("F12, C", "screenshot"),
    ("H, Esc", "this help, quit"),
];

/// The switches of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ShapeSwitches {
    /// The body that is moved is pushed out of all others.
    pub(super) push: bool,
    pub(super) axes: bool,
    pub(super) boxes: bool,
    /// The convex pieces of bodies.
    pub(super) pieces: bool,
    /// The ways out of what the mouse is in.
    pub(super) projections: bool,
}

impl Default for ShapeSwitches {
    fn default() -> Self {
        Self { push: false, axes: true, boxes: true, pieces: true, projections: true }
    }
}

impl ShapeSwitches {
    /// Flips the switch of an action, and returns whether the action has a switch.
    pub(super) fn flip(&mut self, action: ShapeAction) -> bool {
        let switch = match action {
            ShapeAction::Push => &mut self.push,
            ShapeAction::Axes => &mut self.axes,
            ShapeAction::Boxes => &mut self.boxes,
            ShapeAction::Pieces => &mut self.pieces,
            ShapeAction::Projections => &mut self.projections,
            _ => return false,
        };
        *switch = !*switch;
        true
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn no_key_does_two_things() {
        super::input::assert_keys_differ::<super::ShapeAction>(true, true);
    }
}
