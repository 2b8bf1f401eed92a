//! The controls and the keys of the scene of shapes.

use super::state::{LAST_RADIUS, ShapeState};
use crate::controls::{Gesture, Hint, Knob, button, flag, slider, toggle};
use crate::key::Key::{B, Backspace, Enter, Home, J, LeftBracket, M, N, O, P, RightBracket, Space, Tab, X};

/// What the mouse and held keys do.
pub(super) const HINTS: [Hint; 6] = [
    (["Left button"; 2], "drag a body"),
    (["Wheel, Q E", "Alt+wheel, Q E"], "turn it"),
    (["W A S D, arrows"; 2], "move it"),
    (["Right button"; 2], "sweep it to the mouse"),
    (["Shift+arrows"; 2], "aim the sweep"),
    (["Shift+wheel"; 2], "size of the circle at the mouse"),
];

/// What fingers do.
pub(super) const GESTURES: [Gesture; 4] = [
    ("Drag", "move a body, or sweep it"),
    ("Move Sweep", "what a drag does"),
    ("Go", "touch at the end of the sweep, then slide"),
    ("Turn", "turn the chosen body"),
];

/// The controls, in the order of the panel.
pub(super) const KNOBS: [Knob<ShapeState>; 10] = [
    toggle(
        ["push", "push out", "P", "pushes the moved body out of all others"],
        &[P],
        |state| state.push,
        ShapeState::toggle_push,
    ),
    flag(["axes", "axes", "X", "axis that parts two bodies, or of their overlap"], &[X], |state| {
        &mut state.layers.axes
    }),
    flag(["boxes", "boxes", "B", "boxes around bodies that overlap"], &[B], |state| &mut state.layers.boxes),
    flag(["pieces", "pieces", "O", "convex pieces of concave bodies"], &[O], |state| &mut state.layers.pieces),
    flag(["projections", "ways out", "J", "ways out of concave polygons"], &[J], |state| &mut state.projections),
    slider(
        ["probe", "circle", "[ ]", "size of the circle that is led out of polygons"],
        [&[RightBracket], &[LeftBracket]],
        |state| (state.probe, LAST_RADIUS, format!("{:.0} px", state.probe_radius())),
        |state, step| state.probe = step,
    ),
    toggle(
        ["sweep", "sweep", "M", "way of the chosen body, up to what it meets"],
        &[M],
        |state| state.table.motion.is_some(),
        ShapeState::toggle_sweep,
    ),
    button(
        ["go", "go along the sweep", "Enter, Space", "goes along the sweep: touch, then slide"],
        [&[Space, Enter], &[]],
        |state, _| state.go(),
    ),
    button(
        ["next", "next body", "Tab, N", "chooses the next body (Shift: previous)"],
        [&[Tab, N], &[Backspace]],
        |state, is_back| state.choose_next(if is_back { -1 } else { 1 }),
    ),
    button(["restart", "back to the start", "Home", "puts all bodies back"], [&[Home], &[]], |state, _| {
        state.restart()
    }),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::testing::{assert_keys, assert_panel_is_clicked};
    use tileray::glam::uvec2;

    #[test]
    fn controls_and_keys_do_what_they_say() {
        assert_keys(&HINTS, &KNOBS, &GESTURES, [true, true]);
        assert_panel_is_clicked(|| ShapeState::new(uvec2(1280, 720)).expect("its bodies are part of the program"));
    }
}
