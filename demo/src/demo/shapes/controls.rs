//! What a person asks for in the scene of shapes, whatever device it comes from.

use tileray::glam::{IVec2, Vec2};

/// The controls at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Controls {
    /// Where the chosen body goes: each coordinate from -1 to 1.
    pub(crate) direction: Vec2,
    /// The direction is that in which the end of the motion goes.
    pub(crate) aims: bool,
    /// How the chosen body turns: from -1 to 1, clockwise.
    pub(crate) turn: f32,
    /// The screen pixel under the mouse; `None` while it is elsewhere.
    pub(crate) cursor: Option<IVec2>,
    /// The mouse drags what it took hold of.
    pub(crate) drags: bool,
    /// The mouse says where the motion ends.
    pub(crate) aims_at_cursor: bool,
    /// What was pressed since the last time.
    pub(crate) actions: Vec<Action>,
}

/// Something that is done once for each press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
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
    Values,
    Help,
    Restart,
    NextScene,
    /// The scene of sprites.
    Sprites,
    Screenshot,
    Quit,
}

/// The keys and what they do, for the list on the screen.
pub(super) const KEYS: [(&str, &str); 17] = [
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
