//! The state of the scene of sprites, its controls and keys, and its changes by input and time.

use super::arena::{Arena, Held};
use super::figure::{BIASES, ERRORS, MODES, Settings};
use super::painter::Look;
use crate::controls::{Gesture, Hint, Knob, button, choice, flag, press_keys, slider};
use crate::input::Input;
use crate::key::Key::{B, Backspace, Home, LeftBracket, M, N, P, RightBracket, Space, Tab};
use crate::painter::TableView;
use crate::scene::{Grip, Status};
use anyhow::Result;
use std::f32::consts::TAU;
use tileray::Pose;
use tileray::glam::{UVec2, Vec2};

/// The effects of the mouse and of held keys.
pub(super) const HINTS: [Hint; 3] = [
    (["Left button"; 2], "drag a sprite, and throw it"),
    (["Q E"; 2], "turn the sprite under the mouse"),
    (["Wheel", "Alt+wheel"], "largest error of the hulls"),
];

/// The gestures of fingers.
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

/// The approximate height, and the least width, of the arena on the screen, in pixels of the arena.
const SHOWN: Vec2 = Vec2::new(400.0, 240.0);
/// The speed at which keys turn a sprite, in radians per second.
const TURN_SPEED: f32 = 2.5;

/// Sprites in an arena that fills the screen, and the input that moves them.
#[derive(Debug)]
pub struct SpriteState {
    pub(super) arena: Arena,
    pub(super) settings: Settings,
    /// The index in [`Look::ALL`].
    pub(super) look: usize,
    pub(super) paused: bool,
    pub(super) status: Status,
    pub(super) hovered: Option<usize>,
    /// The sprite that was dragged last, which is turned while none is under the mouse.
    dragged: Option<usize>,
    grip: Grip,
    start: Arena,
    size: UVec2,
}

impl SpriteState {
    /// Creates the scene on a screen of `size` pixels.
    ///
    /// # Errors
    /// Fails if a sprite of the program is damaged.
    pub fn new(size: UVec2) -> Result<Self> {
        let (settings, size) = (Settings::default(), size.max(UVec2::ONE));
        let arena = Arena::new(&settings, size.as_vec2() / zoom(size) as f32)?;
        Ok(Self {
            start: arena.clone(),
            arena,
            settings,
            look: 0,
            paused: false,
            status: Status::default(),
            hovered: None,
            dragged: None,
            grip: Grip::default(),
            size,
        })
    }

    pub(super) fn view(&self) -> TableView {
        TableView::enlarged(zoom(self.size))
    }

    pub(super) fn look(&self) -> Look {
        Look::ALL[self.look]
    }

    fn pose(&self, body: usize) -> Pose {
        self.arena.bodies[body].pose
    }

    pub(super) fn set_look(&mut self, look: usize) {
        self.look = look;
        self.status.tell(format!("drawn: {}", self.look().name));
    }

    pub(super) fn restart(&mut self) {
        self.arena = self.start.clone();
        self.grip.release();
        self.resize(self.size);
        self.fit(|_| ());
    }

    /// Changes the settings, and the hulls with them.
    pub(super) fn fit(&mut self, change: impl FnOnce(&mut Settings)) {
        change(&mut self.settings);
        if let Err(error) = self.arena.fit(&self.settings) {
            self.status.tell(format!("{error:#}"));
        }
    }

    /// Changes the size of the screen.
    pub(super) fn resize(&mut self, size: UVec2) {
        self.size = size.max(UVec2::ONE);
        self.arena.resize(self.size.as_vec2() / zoom(self.size) as f32);
    }

    /// Applies the input of a frame, and advances the time.
    pub(super) fn step(&mut self, input: &Input, seconds: f32) {
        let seconds = self.status.advance(seconds);
        press_keys(self, &KNOBS, input);
        if let Some(by) = input.wheel {
            self.fit(|settings| settings.change_error(-by));
        }
        let cursor = input.cursor.map(|cursor| self.view().point_at(cursor));
        self.hovered = self.grip.held().or_else(|| cursor.and_then(|cursor| self.arena.body_at(cursor)));
        let under = self.hovered.map(|body| (body, self.pose(body).translation));
        self.dragged = self.grip.follow(cursor, input.left, under).or(self.dragged);
        if let Some(body) = self.hovered.or(self.dragged).filter(|_| input.turn() != 0.0) {
            let pose = self.pose(body);
            let rotation = (pose.rotation + input.turn() * TURN_SPEED * seconds) % TAU;
            self.arena.place(body, Pose { rotation, ..pose });
        }
        // While the mouse is outside the window, the held sprite stays.
        let held = self.grip.held().map(|body| {
            let position = self.grip.position(cursor).unwrap_or(self.pose(body).translation);
            Held { body, position }
        });
        if self.paused {
            if let Some(Held { body, position }) = held {
                let pose = Pose { translation: position, ..self.pose(body) };
                self.arena.place(body, pose);
            }
            self.arena.look();
        } else {
            self.arena.advance(seconds, held);
        }
        self.status.time(self.arena.overlaps.time.as_secs_f64() * 1e9);
    }
}

/// Returns the side of a pixel of the arena, in pixels of the screen.
fn zoom(size: UVec2) -> u32 {
    (size.as_vec2() / SHOWN).min_element().round().clamp(1.0, 32.0) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controls::testing::{assert_keys, assert_panel_is_clicked};
    use crate::key::Key;
    use tileray::glam::{IVec2, ivec2, uvec2, vec2};

    fn state() -> SpriteState {
        SpriteState::new(uvec2(1280, 720)).expect("its sprites are part of the program")
    }

    #[test]
    fn controls_and_keys_do_what_they_say() {
        assert_keys(&HINTS, &KNOBS, &GESTURES, [false, true]);
        assert_panel_is_clicked(state);
    }

    fn press(state: &mut SpriteState, keys: &[Key]) {
        state.step(&Input { pressed: keys.to_vec(), ..Input::default() }, 0.016);
    }

    /// Returns a screen pixel in the middle of a solid pixel of a body.
    fn on(state: &SpriteState, body: usize) -> IVec2 {
        let pixels: Vec<IVec2> = state.arena.bodies[body].pixels().pixels().collect();
        let middle = pixels[pixels.len() / 2];
        state.view().screen_of(middle.as_vec2() + 0.5).floor().as_ivec2()
    }

    #[test]
    fn pixels_are_three_times_as_large_on_a_usual_screen() {
        assert_eq!([(1280, 720), (640, 360), (1920, 1080), (10, 10)].map(|(x, y)| zoom(uvec2(x, y))), [3, 2, 5, 1]);
        assert_eq!(state().view().screen_of(vec2(10.0, 20.0)), vec2(30.0, 60.0));
    }

    #[test]
    fn sprites_drift_until_they_are_frozen() {
        let mut state = state();
        let poses = |state: &SpriteState| state.arena.bodies.iter().map(|body| body.pose).collect::<Vec<_>>();
        let before = poses(&state);
        press(&mut state, &[]);
        let after = poses(&state);
        assert!(before.iter().zip(&after).all(|(before, after)| before != after));
        press(&mut state, &[P]);
        assert_eq!(poses(&state), after);
        press(&mut state, &[P]);
        assert_ne!(poses(&state), after);
        press(&mut state, &[P, Home]);
        assert_eq!(poses(&state), before);
    }

    #[test]
    fn a_dragged_sprite_follows_the_mouse_and_flies_on() {
        let mut state = state();
        let start = on(&state, 2);
        let mut input = Input { cursor: Some(start), left: true, ..Input::default() };
        state.step(&input, 0.016);
        assert_eq!(state.hovered, Some(2));
        let from = state.arena.bodies[2].pose.translation;
        for step in 1..=10 {
            input.cursor = Some(start + ivec2(9 * step, 0));
            state.step(&input, 0.016);
        }
        let moved = state.arena.bodies[2].pose.translation - from;
        assert!((moved - vec2(30.0, 0.0)).length() < 1.0, "{moved}");
        let thrown = state.arena.bodies[2].velocity;
        assert!(thrown.x > 100.0, "{thrown}");
        input.left = false;
        state.step(&input, 0.016);
        assert!(state.arena.bodies[2].pose.translation.x > from.x + moved.x);
    }

    #[test]
    fn frozen_sprites_may_overlap_and_show_it() {
        let mut state = state();
        press(&mut state, &[P]);
        let (from, to) = (on(&state, 2), on(&state, 0));
        state.step(&Input { cursor: Some(from), ..Input::default() }, 0.016);
        state.step(&Input { cursor: Some(from), left: true, ..Input::default() }, 0.016);
        state.step(&Input { cursor: Some(to), left: true, ..Input::default() }, 0.016);
        let found = state.arena.overlaps.found.iter().find(|found| (found.first, found.second) == (0, 2));
        let touch = found.and_then(|found| found.touch.as_ref()).expect("they share pixels");
        assert!(touch.pixels.len() > 100);
        assert_eq!(state.arena.overlaps.pixels, 1);
    }

    #[test]
    fn keys_change_hulls_and_what_is_drawn() {
        let mut state = state();
        let corners = |state: &SpriteState| state.arena.figures[0].sprite.fit.vertices;
        let before = corners(&state);
        press(&mut state, &[RightBracket, RightBracket, RightBracket]);
        assert!(state.settings.max_error() == 3.0 && corners(&state) < before);
        press(&mut state, &[M, M]);
        assert_eq!((state.settings.mode_name(), corners(&state)), ("box", 4));
        // The start has other hulls; these are kept.
        press(&mut state, &[Home]);
        assert_eq!((state.settings.mode_name(), corners(&state)), ("box", 4));
        press(&mut state, &[B, Tab]);
        assert_eq!((state.settings.bias_name(), state.look()), ("grow", Look::ALL[1]));
        press(&mut state, &[Backspace, Backspace]);
        assert_eq!(state.look(), Look::ALL[6]);
        assert_eq!(state.status.message(), Some("drawn: everything"));
    }

    #[test]
    fn the_arena_is_as_large_as_the_window() {
        let mut state = state();
        for size in [uvec2(400, 300), uvec2(1, 1), uvec2(1900, 1000)] {
            state.resize(size);
            (0..20).for_each(|_| press(&mut state, &[]));
            assert!(state.arena.bodies.iter().all(|body| body.pose.translation.is_finite()), "{size}");
            if size.y > 1 {
                let border = state.view().point_at(size.as_ivec2());
                let within = state.arena.bodies.iter().filter(|body| body.pose.translation.cmple(border).all());
                assert_eq!(within.count(), state.arena.bodies.len(), "{size}");
            }
        }
    }

    #[test]
    fn the_sprite_under_the_mouse_is_turned_or_else_the_one_that_was_dragged() {
        let mut state = state();
        press(&mut state, &[P]);
        let turned = |state: &mut SpriteState, cursor: Option<IVec2>| {
            let angles =
                |state: &SpriteState| state.arena.bodies.iter().map(|body| body.pose.rotation).collect::<Vec<_>>();
            let before = angles(state);
            state.step(&Input { cursor, held: vec![Key::E], ..Input::default() }, 0.1);
            angles(state).iter().zip(before).map(|(after, before)| *after > before).collect::<Vec<bool>>()
        };
        let only = |turned: Option<usize>| (0..8).map(|body| Some(body) == turned).collect::<Vec<bool>>();
        assert_eq!(turned(&mut state, None), only(None));
        let cursor = Some(on(&state, 1));
        assert_eq!(turned(&mut state, cursor), only(Some(1)));
        let cursor = Some(on(&state, 1));
        state.step(&Input { cursor, left: true, ..Input::default() }, 0.1);
        state.step(&Input::default(), 0.1);
        assert_eq!(turned(&mut state, None), only(Some(1)));
    }
}
