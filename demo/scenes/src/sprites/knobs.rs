//! The controls and the keys of the scene of sprites.

use super::figure::{BIASES, ERRORS, MODES};
use super::painter::Look;
use super::state::SpriteState;
use crate::controls::{Gesture, Hint, Knob, button, choice, flag, slider};
use crate::key::Key::{B, Backspace, Home, LeftBracket, M, N, P, RightBracket, Space, Tab};

/// What the mouse and held keys do.
pub(super) const HINTS: [Hint; 3] = [
    (["Left button"; 2], "drag a sprite, and throw it"),
    (["Q E"; 2], "turn the sprite under the mouse"),
    (["Wheel", "Alt+wheel"], "largest error of the hulls"),
];

/// What fingers do.
pub(super) const GESTURES: [Gesture; 2] =
    [("Drag", "move a sprite, and throw it"), ("Turn", "turn the sprite that was touched last")];

/// The controls, in the order of the panel.
pub(super) const KNOBS: [Knob<SpriteState>; 6] = [
    slider(
        ["max-error", "max error", "[ ]", "how far hulls may be from the pixels"],
        [&[RightBracket], &[LeftBracket]],
        |state| (state.settings.error, ERRORS.len() - 1, format!("{} px", state.settings.max_error())),
        |state, error| state.fit(|settings| settings.error = error),
    ),
    choice(
        ["mode", "hulls", "M", "hulls: pieces, convex, box, circle"],
        [&[M], &[]],
        || MODES.iter().map(|(_, name)| *name).collect(),
        |state| state.settings.mode,
        |state, mode| state.fit(|settings| settings.mode = mode),
    ),
    choice(
        ["bias", "border", "B", "on which side of the pixels hulls may err"],
        [&[B], &[]],
        || BIASES.iter().map(|(_, name)| *name).collect(),
        |state| state.settings.bias,
        |state, bias| state.fit(|settings| settings.bias = bias),
    ),
    choice(
        ["look", "drawn", "Tab, N", "parts that are drawn (Shift: back)"],
        [&[Tab, N], &[Backspace]],
        || Look::ALL.iter().map(|look| look.name).collect(),
        |state| state.look,
        SpriteState::set_look,
    ),
    flag(["pause", "freeze", "Space, P", "the sprites stand still"], &[Space, P], |state| &mut state.paused),
    button(["restart", "back to the start", "Home", "puts all sprites back"], [&[Home], &[]], |state, _| {
        state.restart();
    }),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::testing::{assert_keys, assert_panel_is_clicked};
    use tileray::glam::uvec2;
    use tileray::load::Files;

    #[test]
    fn controls_and_keys_do_what_they_say() {
        assert_keys(&HINTS, &KNOBS, &GESTURES, [false, true]);
        let state = || SpriteState::new(&[], &Files, uvec2(1280, 720));
        assert_panel_is_clicked(|| state().expect("its sprites are part of the program"));
    }
}
