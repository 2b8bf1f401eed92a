//! What a person asks for, whatever device it comes from.

use tileray::glam::{IVec2, Vec2};

/// The controls at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Controls {
    /// Where to go: each coordinate from -1 to 1.
    pub(crate) direction: Vec2,
    /// The screen pixel under the mouse; `None` while it is elsewhere.
    pub(crate) cursor: Option<IVec2>,
    /// What was pressed since the last time.
    pub(crate) actions: Vec<Action>,
}

/// Something that is done once for each press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Action {
    /// The light fan, on or off.
    Fan,
    /// Reflections, on or off.
    Reflections,
    /// Lines of sight, on or off.
    Sight,
    /// The beam ends at the mouse, or goes on beyond it.
    Beyond,
    /// The magnifying glass, on or off.
    Loupe,
    /// The panel of values, on or off.
    Values,
    /// The list of keys, on or off.
    Help,
    /// Freezes everything but the view, or goes on.
    Pause,
    /// More rays in the fan.
    MoreRays,
    /// Fewer rays in the fan.
    FewerRays,
    /// Closer.
    ZoomIn,
    /// Farther.
    ZoomOut,
    /// The next map.
    NextMap,
    /// The map before.
    PreviousMap,
    /// Back to where the map starts.
    Restart,
    /// Writes the picture to a file.
    Screenshot,
    /// Ends the demo.
    Quit,
}

/// The keys and what they do, for the list on the screen.
pub(crate) const KEYS: [(&str, &str); 15] = [
    ("Mouse", "aim the beam"),
    ("W A S D, arrows", "fly (pan while paused)"),
    ("Wheel, + -", "more or fewer rays in the fan"),
    ("Ctrl+wheel, Z X", "zoom in and out"),
    ("F", "fan of rays as light"),
    ("R", "reflections off the normals"),
    ("L", "lines of sight to the markers"),
    ("E", "beam goes on beyond the mouse"),
    ("M", "magnifier at the hit"),
    ("V", "values"),
    ("Space, P", "freeze"),
    ("Tab, N", "next map (Shift: previous)"),
    ("Home", "back to the start"),
    ("F12, C", "screenshot"),
    ("H, Esc", "this help, quit"),
];
