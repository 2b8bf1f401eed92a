//! The keys of the scene of rays, and a frame of its input.

use super::state::RayState;
use crate::input::{Binding, Gesture, Input, hint, key, on_page, press_keys};
use crate::key::Key::{
    B, Backspace, Comma, E, Equal, F, G, Home, J, L, LeftBracket, M, Minus, N, NumPadMinus, NumPadPlus, O, P, PageDown,
    PageUp, Period, R, RightBracket, Slash, Space, T, Tab, U, X, Y, Z,
};

/// The keys and their effects.
pub(super) const KEYS: [Binding<RayState>; 28] = [
    hint("Mouse", "aim the beam"),
    hint("Left, right button", "carve, fill"),
    on_page(
        "Alt+wheel, Z X",
        key("Wheel, Z X", "zoom: at the mouse, in the middle", &[Z, PageUp], &[X, PageDown], |state, press| {
            state.change_zoom(press.by);
        }),
    ),
    key("Shift+wheel, [ ]", "size of the brush", &[RightBracket], &[LeftBracket], |state, press| {
        state.brush.resize(press.by);
    }),
    key("U, Shift+U", "undo a stroke, all strokes", &[U], &[], |state, press| state.undo(press.shift)),
    hint("W A S D, arrows", "fly (pan while paused)"),
    key(
        "Ctrl+wheel, + -",
        "more or fewer rays in the fan",
        &[Equal, NumPadPlus],
        &[Minus, NumPadMinus],
        |state, press| {
            state.change_rays(press.by);
        },
    ),
    key("F", "light of the fan of rays", &[F], &[], |state, _| state.settings.fan ^= true),
    key("J", "fog of war", &[J], &[], |state, _| state.change_fog()),
    key("R", "reflections off the normals", &[R], &[], |state, _| state.settings.reflections ^= true),
    key("L", "lines of sight to the markers", &[L], &[], |state, _| state.settings.sight ^= true),
    key("E", "beam goes on beyond the mouse", &[E], &[], |state, _| state.settings.beyond ^= true),
    key("T", "traversal: Bresenham or exact", &[T], &[], |state, _| state.change_traversal()),
    key("B", "trace of the beam: squares and pixels", &[B], &[], |state, _| state.settings.trace ^= true),
    key(". ,", "step through the trace, and back", &[Period], &[Comma], |state, press| state.step_trace(press.by)),
    key("O", "solid spans along the beam", &[O], &[], |state, _| state.settings.spans ^= true),
    key("G", "smooth normals, and bounces off them", &[G], &[], |state, _| state.settings.normals ^= true),
    key("M", "magnifier at the hit", &[M], &[], |state, _| state.loupe ^= true),
    on_page("", hint("V, I", "values, controls")),
    on_page("V", hint("", "values")),
    key("Space, P", "freeze", &[Space, P], &[], |state, _| state.toggle_pause()),
    on_page(
        "N",
        key("Tab, N", "next map (Shift: previous)", &[Tab, N], &[Backspace], |state, press| {
            state.turn_map(press.step());
        }),
    ),
    key("Y", "tour: what is what, in 20 seconds", &[Y, Slash], &[], |state, _| state.start_tour()),
    key("Home", "back to the start, zoom and brush too", &[Home], &[], |state, _| state.restart()),
    on_page("", hint("F2, K; F3", "the next scene: shapes; sprites")),
    on_page("", hint("F12, C", "screenshot")),
    on_page("", hint("H, Esc", "this help, quit")),
    on_page("H", hint("", "this list, and back")),
];

/// What fingers do.
pub(super) const GESTURES: [Gesture; 9] = [
    ("Drag", "aim the beam, carve or fill"),
    ("Aim Carve Fill", "what a drag does"),
    ("Two fingers", "zoom"),
    ("Arrows", "fly (pan while frozen)"),
    ("Undo", "take a stroke back"),
    ("Step", "step through the trace of the beam, and back"),
    ("Tour", "what is what, in 20 seconds"),
    ("Values", "numbers of the beam and its hit"),
    ("Help", "this list, and back"),
];

/// Applies the input of a frame to a scene, and advances the time.
pub(super) fn play(state: &mut RayState, input: &Input, seconds: f32) {
    // The tour keeps its time on slow machines, too, where the scene takes shorter steps.
    state.run_tour(seconds.clamp(0.0, 1.0));
    let seconds = state.status.advance(seconds);
    state.follow_files();
    press_keys(state, &KEYS, input);
    if let Some(by) = input.wheel {
        match (input.control(), input.shift()) {
            (true, _) => state.change_rays(by),
            (_, true) => state.brush.resize(by),
            _ => state.zoom_at(by, input.cursor),
        }
    }
    state.step(input, seconds);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{assert_keys_differ, assert_lists_suit_a_page};
    use crate::key::Key;
    use crate::rays::testing::{self, press};

    #[test]
    fn no_key_has_two_effects() {
        assert_keys_differ(&KEYS, true, false);
    }

    #[test]
    fn lists_name_what_works_on_a_page() {
        assert_lists_suit_a_page(&KEYS, &GESTURES);
    }

    #[test]
    fn keys_turn_things_on_and_off() {
        let mut state = testing::state();
        assert!(!state.casts.fan.is_empty() && state.casts.beam.len() > 1 && !state.casts.sights.is_empty());
        press(&mut state, &[F, R, L]);
        assert_eq!((state.casts.fan.len(), state.casts.beam.len(), state.casts.sights.len()), (0, 1, 0));
    }

    #[test]
    fn the_wheel_changes_rays_brush_or_zoom() {
        let mut state = testing::state();
        let mut turn = |held: Vec<Key>| {
            play(&mut state, &Input { wheel: Some(1), held, ..Input::default() }, 0.0);
            (state.casts.fan.len(), state.brush.radius(), state.camera().zoom)
        };
        assert_eq!(turn(vec![]), (1536, 16.0, 1.5));
        assert_eq!(turn(vec![Key::RightShift]), (1536, 24.0, 1.5));
        assert_eq!(turn(vec![Key::LeftCtrl, Key::LeftShift]), (2048, 24.0, 1.5));
    }
}
