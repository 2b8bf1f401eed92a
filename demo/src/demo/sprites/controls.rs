//! What a person asks for in the scene of sprites, whatever device it comes from.

use tileray::glam::IVec2;

/// The controls at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Controls {
    /// How the sprite under the mouse turns: from -1 to 1, clockwise.
    pub(crate) turn: f32,
    /// The screen pixel under the mouse; `None` while it is elsewhere.
    pub(crate) cursor: Option<IVec2>,
    /// The mouse drags what it took hold of.
    pub(crate) drags: bool,
    /// What was pressed since the last time.
    pub(crate) actions: Vec<Action>,
}

/// Something that is done once for each press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// Hulls further from the pixels' border, with fewer corners, or nearer to it.
    Coarser,
    Finer,
    /// The next kind of hull, and the next side of the border for it.
    Mode,
    Bias,
    /// What is drawn of each sprite, round and round.
    NextLook,
    PreviousLook,
    Pause,
    Values,
    Help,
    Restart,
    NextScene,
    Screenshot,
    Quit,
}

/// The keys and what they do, for the list on the screen.
pub(super) const KEYS: [(&str, &str); 12] = [
    ("Left button", "drag a sprite, and throw it"),
    ("Q E", "turn the sprite under the mouse"),
    ("Wheel, [ ]", "how far hulls may be off the pixels"),
    ("M", "hulls: pieces, convex, box, circle"),
    ("B", "hulls: nearest, grow, shrink"),
    ("Tab, N", "what is drawn (Shift: back)"),
    ("Space, P", "freeze"),
    ("V", "values"),
    ("Home", "back to the start"),
    ("F2, K", "the next scene: rays"),
    ("F12, C", "screenshot"),
    ("H, Esc", "this help, quit"),
];
