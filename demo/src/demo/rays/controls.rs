//! The actions, keys and switches of the scene of rays.

use crate::demo::input::{self, Key, Request};

/// A change of the scene, once for each press.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RayAction {
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
    /// The trace of the beam, on or off.
    Trace,
    /// The solid spans along the beam, on or off.
    Spans,
    /// Smooth normals and reflections off them, on or off.
    Normals,
    /// A larger brush.
    LargerBrush,
    /// A smaller brush.
    SmallerBrush,
    /// Undoes the last stroke of the brush.
    Undo,
    /// Undoes all strokes.
    UndoAll,
    /// The magnifying glass, on or off.
    Loupe,
    /// Freezes everything but the view, or continues.
    Pause,
    /// More rays in the fan.
    MoreRays,
    /// Fewer rays in the fan.
    FewerRays,
    /// Closer.
    ZoomIn,
    /// Farther.
    ZoomOut,
    /// Back to where the map starts.
    Restart,
}

impl input::Action for RayAction {
    const KEYS: &'static [(Key, Self)] = &[
        (Key::F, Self::Fan),
        (Key::R, Self::Reflections),
        (Key::L, Self::Sight),
        (Key::E, Self::Beyond),
        (Key::T, Self::Traversal),
        (Key::B, Self::Trace),
        (Key::O, Self::Spans),
        (Key::G, Self::Normals),
        (Key::RightBracket, Self::LargerBrush),
        (Key::LeftBracket, Self::SmallerBrush),
        (Key::U, Self::Undo),
        (Key::M, Self::Loupe),
        (Key::Space, Self::Pause),
        (Key::P, Self::Pause),
        (Key::Equal, Self::MoreRays),
        (Key::NumPadPlus, Self::MoreRays),
        (Key::Minus, Self::FewerRays),
        (Key::NumPadMinus, Self::FewerRays),
        (Key::Z, Self::ZoomIn),
        (Key::PageUp, Self::ZoomIn),
        (Key::X, Self::ZoomOut),
        (Key::PageDown, Self::ZoomOut),
        (Key::Home, Self::Restart),
    ];
    const REQUESTS: &'static [(Key, Request)] =
        &[(Key::Tab, Request::NextMap), (Key::N, Request::NextMap), (Key::Backspace, Request::PreviousMap)];

    fn shifted(self) -> Self {
        match self {
            Self::Undo => Self::UndoAll,
            other => other,
        }
    }

    fn of_wheel(up: bool, control: bool, shift: bool) -> Self {
        match (up, control, shift) {
            (true, true, _) => Self::ZoomIn,
            (false, true, _) => Self::ZoomOut,
            (true, false, true) => Self::LargerBrush,
            (false, false, true) => Self::SmallerBrush,
            (true, false, false) => Self::MoreRays,
            (false, false, false) => Self::FewerRays,
        }
    }
}

/// The keys and their effects, for the list on the screen.
pub(crate) const HELP: [(&str, &str); 23] = [
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

/// The switches of the scene.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RaySwitches {
    pub(crate) fan: bool,
    pub(crate) reflections: bool,
    pub(crate) sight: bool,
    pub(crate) beyond: bool,
    pub(crate) loupe: bool,
    pub(crate) paused: bool,
    /// The trace of the beam.
    pub(crate) trace: bool,
    /// The solid spans along the beam.
    pub(crate) spans: bool,
    /// Smooth normals, and bounces off them.
    pub(crate) normals: bool,
}

impl Default for RaySwitches {
    fn default() -> Self {
        Self {
            fan: true,
            reflections: true,
            sight: true,
            beyond: true,
            loupe: true,
            paused: false,
            trace: false,
            spans: false,
            normals: false,
        }
    }
}

impl RaySwitches {
    /// Flips the switch of an action, and returns whether the action has a switch.
    pub(crate) fn flip(&mut self, action: RayAction) -> bool {
        let switch = match action {
            RayAction::Fan => &mut self.fan,
            RayAction::Reflections => &mut self.reflections,
            RayAction::Sight => &mut self.sight,
            RayAction::Beyond => &mut self.beyond,
            RayAction::Loupe => &mut self.loupe,
            RayAction::Pause => &mut self.paused,
            RayAction::Trace => &mut self.trace,
            RayAction::Spans => &mut self.spans,
            RayAction::Normals => &mut self.normals,
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
        super::input::assert_keys_differ::<super::RayAction>(true, false);
    }
}
