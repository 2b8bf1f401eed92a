//! What a person asks for, whatever device it comes from.

use super::brush::Brush;
use tileray::glam::{IVec2, Vec2};

/// The controls at one moment.
#[derive(Clone, Debug, Default)]
pub(crate) struct Controls {
    /// Where to go: each coordinate from -1 to 1.
    pub(crate) direction: Vec2,
    /// The screen pixel under the mouse; `None` while it is elsewhere.
    pub(crate) cursor: Option<IVec2>,
    /// What the mouse draws; `None` while no button is held.
    pub(crate) brush: Option<Brush>,
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
    /// Bresenham's line or the exact traversal.
    Traversal,
    /// What the beam looks at on its way, on or off.
    Trace,
    /// Everything solid along the beam, on or off.
    Spans,
    /// Smooth normals and reflections off them, on or off.
    Normals,
    /// A larger brush.
    LargerBrush,
    /// A smaller brush.
    SmallerBrush,
    /// Takes back the last stroke of the brush.
    Undo,
    /// Takes back all strokes.
    UndoAll,
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
    /// The next scene of the demo.
    NextScene,
    /// The scene of sprites.
    Sprites,
    /// Writes the picture to a file.
    Screenshot,
    /// Ends the demo.
    Quit,
}

/// The keys and what they do, for the list on the screen.
pub(crate) const KEYS: [(&str, &str); 23] = [
    ("Mouse", "aim the beam"),
    ("Left, right button", "carve, fill"),
    ("Shift+wheel, [ ]", "size of the brush"),
    ("U, Shift+U", "undo a stroke, all strokes"),
    ("W A S D, arrows", "fly (pan while paused)"),
    ("Wheel, + -", "more or fewer rays in the fan"),
    ("Ctrl+wheel, Z X", "zoom in and out"),
    ("F", "fan of rays as light"),
    ("R", "reflections off the normals"),
    ("L", "lines of sight to the markers"),
    ("E", "beam goes on beyond the mouse"),
    ("T", "traversal: Bresenham or exact"),
    ("B", "trace: what the beam skips and tests"),
    ("O", "everything solid along the beam"),
    ("G", "smooth normals, and bounces off them"),
    ("M", "magnifier at the hit"),
    ("V", "values"),
    ("Space, P", "freeze"),
    ("Tab, N", "next map (Shift: previous)"),
    ("Home", "back to the start"),
    ("F2, K; F3", "the next scene: shapes; sprites"),
    ("F12, C", "screenshot"),
    ("H, Esc", "this help, quit"),
];
