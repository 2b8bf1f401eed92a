//! The controls of the scene of sprites.

use super::figure::{BIASES, ERRORS, MODES, Settings};
use super::painter::Look;
use super::state::SpriteState;
use crate::controls::{Knob, button, choice, slider, toggle};

/// The controls, in the order of the panel.
pub(super) const KNOBS: [Knob<SpriteState>; 6] = [
    slider(
        ["max-error", "max error", "[ ]", "how far a hull may be from the pixels: more gives fewer corners"],
        |state| (state.settings.error, ERRORS.len() - 1, format!("{} px", state.settings.max_error())),
        |state, error| state.fit(|settings| *settings = Settings { error, ..*settings }),
    ),
    choice(
        ["mode", "hulls", "M", "what stands for the pixels: convex pieces, one convex hull, a box or a circle"],
        || MODES.iter().map(|(_, name)| *name).collect(),
        |state| state.settings.mode,
        |state, mode| state.fit(|settings| *settings = Settings { mode, ..*settings }),
    ),
    choice(
        ["bias", "border", "B", "on which side of the pixels a hull may err"],
        || BIASES.iter().map(|(_, name)| *name).collect(),
        |state| state.settings.bias,
        |state, bias| state.fit(|settings| *settings = Settings { bias, ..*settings }),
    ),
    choice(
        ["look", "drawn", "Tab", "which parts of the sprites are drawn"],
        || Look::ALL.iter().map(|look| look.name).collect(),
        |state| state.look,
        |state, look| state.next_look(look as isize - state.look as isize),
    ),
    toggle(["pause", "freeze", "P", "the sprites stand still"], |state| state.paused, |state| state.paused ^= true),
    button(["restart", "back to the start", "Home", "puts all sprites back"], SpriteState::restart),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::testing::{assert_controls_do_what_keys_do, assert_panel_is_clicked};
    use tileray::glam::uvec2;

    fn scene() -> SpriteState {
        let size = uvec2(1280, 720);
        SpriteState::new(&[], &tileray::load::Files, size).expect("its sprites are part of the program")
    }

    #[test]
    fn controls_do_what_keys_do() {
        assert_controls_do_what_keys_do(scene);
    }

    #[test]
    fn the_panel_is_clicked_and_not_the_scene() {
        assert_panel_is_clicked(scene);
    }
}
