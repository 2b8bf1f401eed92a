//! The controls and the keys of the scene of rays, and the changes that they make.

use super::camera::ZOOMS;
use super::edits::RADII;
use super::level::Level;
use super::state::RayState;
use crate::controls::{Gesture, Hint, Knob, button, choice, flag, press_keys, slider};
use crate::input::Input;
use crate::key::Key::{
    B, Backspace, Equal, F, Home, L, LeftBracket, M, Minus, N, NumPadMinus, NumPadPlus, P, PageDown, PageUp, R,
    RightBracket, Slash, Space, T, Tab, U, X, Y, Z,
};
use tileray::Traversal;

/// The effects of the mouse and of held keys.
pub(super) const HINTS: [Hint; 4] = [
    (["Mouse"; 2], "aim the beam"),
    (["Left, right button"; 2], "carve, fill"),
    (["Wheel", "Alt+wheel"], "zoom"),
    (["W A S D, arrows"; 2], "fly (pan while frozen)"),
];

/// The gestures of fingers.
pub(super) const GESTURES: [Gesture; 6] = [
    ("Drag", "aim the beam, carve or fill"),
    ("Aim Carve Fill", "what a drag does"),
    ("Two fingers", "zoom"),
    ("Arrows", "fly (pan while frozen)"),
    ("Undo", "take a stroke back"),
    ("Tour", "the picture explained, in 20 seconds"),
];

/// The numbers of rays that a fan may have.
const RAYS: [usize; 24] =
    [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096];

/// The controls, in the order of the panel.
pub(super) const KNOBS: [Knob<RayState>; 14] = [
    choice(
        ["traversal", "traversal", "T", "Bresenham's line, or each pixel it touches"],
        [&[T], &[]],
        || vec!["Bresenham", "exact"],
        |state| usize::from(state.settings.traversal == Traversal::Exact),
        RayState::set_traversal,
    ),
    flag(["fan", "light fan", "F", "light of a fan of rays all around"], &[F], |state| &mut state.settings.fan),
    slider(
        ["rays", "rays", "+ -", "more or fewer rays in the fan"],
        [&[Equal, NumPadPlus], &[Minus, NumPadMinus]],
        |state| (rays_step(state), RAYS.len() - 1, state.settings.rays.to_string()),
        RayState::set_rays,
    ),
    flag(["reflections", "reflections", "R", "the beam bounces off what it hits"], &[R], |state| {
        &mut state.settings.reflections
    }),
    flag(["sight", "sight lines", "L", "lines of sight to the markers"], &[L], |state| &mut state.settings.sight),
    flag(["trace", "trace", "B", "the squares and pixels that the beam tests"], &[B], |state| {
        &mut state.settings.trace
    }),
    flag(["magnifier", "magnifier", "M", "the surroundings of the hit, enlarged"], &[M], |state| &mut state.loupe),
    slider(
        ["zoom", "zoom", "Z X", "how large a pixel of the map is"],
        [&[Z, PageUp], &[X, PageDown]],
        |state| (state.zoom, ZOOMS.len() - 1, format!("{}\u{d7}", ZOOMS[state.zoom])),
        |state, step| state.change_zoom(step as i32 - state.zoom as i32),
    ),
    slider(
        ["brush", "brush", "[ ]", "size of the brush that carves or fills"],
        [&[RightBracket], &[LeftBracket]],
        |state| (state.brush.size, RADII.len() - 1, format!("{} px", state.brush.radius())),
        |state, step| state.brush.size = step,
    ),
    flag(["pause", "freeze", "Space, P", "the scene stands still"], &[Space, P], |state| &mut state.paused),
    button(["undo", "undo a stroke", "U", "takes a stroke back (Shift: all)"], [&[U], &[]], RayState::undo),
    button(
        ["map", "next map", "Tab, N", "shows the next map (Shift: previous)"],
        [&[Tab, N], &[Backspace]],
        |state, is_back| state.turn += if is_back { -1 } else { 1 },
    ),
    button(["tour", "tour", "Y", "explains the picture, in 20 seconds"], [&[Y, Slash], &[]], |state, _| {
        state.start_tour();
    }),
    button(
        ["restart", "back to the start", "Home", "back to the start, zoom and brush too"],
        [&[Home], &[]],
        |state, _| state.restart(),
    ),
];

/// Returns the index of the number of rays in [`RAYS`].
fn rays_step(state: &RayState) -> usize {
    RAYS.partition_point(|&rays| rays < state.settings.rays)
}

/// Applies the input of a frame to a scene, and advances the time.
pub(super) fn play(state: &mut RayState, input: &Input, seconds: f32) {
    // The tour keeps its time on slow machines, where the scene takes shorter steps.
    state.run_tour(seconds.clamp(0.0, 1.0));
    let seconds = state.status.advance(seconds);
    press_keys(state, &KNOBS, input);
    if let Some(by) = input.wheel {
        state.change_zoom(by);
    }
    state.step(input, seconds);
}

impl RayState {
    fn set_traversal(&mut self, index: usize) {
        let traversal = if index == 1 { Traversal::Exact } else { Traversal::Bresenham };
        self.settings.traversal = traversal;
        self.status.tell(format!("traversal: {traversal:?}"));
        self.status.nanos = 0.0;
    }

    pub(super) fn undo(&mut self, all: bool) {
        let Level { terrain, edits, .. } = &mut self.level;
        let done = if all { edits.undo_all(terrain) } else { edits.undo(terrain) };
        self.status.tell(match (done, all) {
            (true, true) => "the map is as it was",
            (true, false) => "undid a stroke",
            (false, _) => "there is nothing to undo",
        });
    }

    /// Sets the number of rays to that at `step` in [`RAYS`], and switches the fan on.
    fn set_rays(&mut self, step: usize) {
        self.settings.rays = RAYS[step.min(RAYS.len() - 1)];
        self.settings.fan = true;
        self.status.nanos = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::testing::{assert_keys, assert_panel_is_clicked};
    use crate::key::Key;
    use crate::rays::scene::RayScene;
    use crate::rays::testing::{self, press};
    use tileray::glam::uvec2;

    #[test]
    fn controls_and_keys_do_what_they_say() {
        assert_keys(&HINTS, &KNOBS, &GESTURES, [true, false]);
        assert_panel_is_clicked(|| {
            let mut state = testing::state_of(uvec2(1280, 720));
            state.settings.rays = RAYS[1];
            RayScene::new(state).expect("its sprites are part of the program")
        });
    }

    #[test]
    fn keys_turn_things_on_and_off() {
        let mut state = testing::state();
        assert!(!state.casts.fan.is_empty() && state.casts.beam.len() > 1 && !state.casts.sights.is_empty());
        press(&mut state, &[F, R, L]);
        assert_eq!((state.casts.fan.len(), state.casts.beam.len(), state.casts.sights.len()), (0, 1, 0));
        for (key, rays) in [(Equal, 4096), (Minus, 1)] {
            press(&mut state, &[key; 50]);
            assert_eq!(state.casts.fan.len(), rays);
        }
    }

    #[test]
    fn keys_turn_the_maps() {
        let mut state = testing::state();
        for (key, held, turn) in [(Tab, None, 1), (N, None, 1), (N, Some(Key::LeftShift), -1), (Backspace, None, -1)] {
            play(&mut state, &Input { pressed: vec![key], held: held.into_iter().collect(), ..Input::default() }, 0.0);
            assert_eq!((state.take_turn(), state.take_turn()), (turn, 0));
        }
    }

    #[test]
    fn the_wheel_zooms() {
        let mut state = testing::state();
        play(&mut state, &Input { wheel: Some(1), ..Input::default() }, 0.0);
        assert_eq!(state.camera().zoom, 2.0);
    }
}
