//! The whole game but for its platform: title, play, pause and win, with the picture of each.
//!
//! ```text
//! Level::read(map, sprites, reader) ──▶ Level ─┐
//! |file| decoded picture ──▶ View::new(&level) ┴─▶ Session::new
//!
//! 60 times a second:  session.step(&Controls { .. })
//! for each picture:   session.draw(&mut pixels, size)
//! ```
//!
//! `session.rs`, `replay.rs`, `game` and `view` name no window, no file, no clock and no thread. They need the crates
//! `tileray`, `anyhow`, `thiserror` and `embedded-graphics`, and stand side by side in one module. Whoever shows the
//! game gives [`Controls`], the keys that are *held* at a step, and gets pixels: the session finds the presses itself.

use super::game::{Game, Input, Key, Level};
use super::replay::Replay;
use super::view::{Scene, Screen, View};
use tileray::glam::UVec2;

/// The steps after a win before a key leaves the screen.
const WIN_REST: u32 = 45;

/// The keys that are held during a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Controls {
    /// The keys of the hero.
    pub(crate) keys: Input,
    /// Starts the game, and goes on after a pause: Enter.
    pub(crate) confirm: bool,
    /// Pauses and goes on: P and Escape. A gamepad's Start holds `confirm` too.
    pub(crate) pause: bool,
    /// Starts the level again: R.
    pub(crate) restart: bool,
    /// Leaves for the title from a pause or a win: Q.
    pub(crate) leave: bool,
}

impl Controls {
    /// Returns the keys that are held now and were not held before.
    fn pressed_since(&self, before: &Self) -> Self {
        Self {
            keys: self.keys.without(before.keys),
            confirm: self.confirm && !before.confirm,
            pause: self.pause && !before.pause,
            restart: self.restart && !before.restart,
            leave: self.leave && !before.leave,
        }
    }
}

/// The game with its screens.
pub(crate) struct Session {
    /// The game before its first step.
    start: Game,
    game: Game,
    view: View,
    screen: Screen,
    /// Steps since the screen was entered, and since the session began.
    screen_time: u32,
    time: u32,
    held: Controls,
    /// Keys that chose something on a screen: the hero does not see them until they are let go.
    muted: Input,
    /// The replay that plays instead of the keys.
    replay: Option<Replay>,
    /// The replay behind the title.
    demo: Replay,
    recorded: Replay,
    note: String,
}

impl Session {
    /// Creates a session at its title. The hero stands still behind it.
    pub(crate) fn new(level: Level, view: View) -> Self {
        let start = Game::new(level);
        let mut session = Self {
            game: start.clone(),
            start,
            view,
            screen: Screen::Title,
            screen_time: 0,
            time: 0,
            held: Controls::default(),
            muted: Input::default(),
            replay: None,
            demo: Replay::default(),
            recorded: Replay::default(),
            note: String::new(),
        };
        session.begin(Screen::Title);
        session
    }

    /// Plays a replay behind the title.
    pub(crate) fn with_demo(mut self, demo: Replay) -> Self {
        self.demo = demo;
        self
    }

    /// Skips the title, and plays a replay instead of the keys.
    pub(crate) fn with_replay(mut self, replay: Replay) -> Self {
        self.replay = Some(replay);
        self.begin(Screen::Playing);
        self
    }

    pub(crate) const fn screen(&self) -> Screen {
        self.screen
    }

    pub(crate) const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the keys that the game has seen since its start.
    pub(crate) const fn recorded(&self) -> &Replay {
        &self.recorded
    }

    /// Sets the note in the corner, such as the frame rate.
    pub(crate) fn set_note(&mut self, note: String) {
        self.note = note;
    }

    /// Advances by one step of 1/60 s.
    pub(crate) fn step(&mut self, controls: &Controls) {
        let pressed = controls.pressed_since(&self.held);
        self.held = *controls;
        self.muted = self.muted.common(controls.keys);
        self.time = self.time.wrapping_add(1);
        self.screen_time = self.screen_time.saturating_add(1);
        let agrees = pressed.confirm || pressed.keys.holds(Key::Jump);
        match self.screen {
            Screen::Title if agrees => self.begin(Screen::Playing),
            Screen::Playing | Screen::Paused if pressed.restart => self.begin(Screen::Playing),
            Screen::Won if pressed.restart => self.begin(Screen::Playing),
            Screen::Won if agrees && self.screen_time > WIN_REST => self.begin(Screen::Playing),
            Screen::Paused | Screen::Won if pressed.leave => self.begin(Screen::Title),
            Screen::Playing if pressed.pause => self.enter(Screen::Paused),
            Screen::Paused if agrees || pressed.pause => self.enter(Screen::Playing),
            _ => {}
        }
        if self.screen != Screen::Paused {
            self.step_game();
        }
    }

    fn step_game(&mut self) {
        let steps = if self.screen == Screen::Title { Some(&self.demo) } else { self.replay.as_ref() };
        let input = match (steps, self.screen) {
            (Some(replay), _) => replay.steps().get(self.game.time as usize).copied().unwrap_or_default(),
            (None, Screen::Won) => Input::default(),
            (None, _) => self.held.keys.without(self.muted),
        };
        self.game.step(input);
        self.recorded.push(input);
        self.view.step(&self.game);
        match self.screen {
            // The demo begins again.
            Screen::Title if self.game.time as usize == self.demo.steps().len() => self.begin(Screen::Title),
            Screen::Playing if self.game.is_won => self.enter(Screen::Won),
            _ => {}
        }
    }

    /// Starts the game anew on a screen.
    fn begin(&mut self, screen: Screen) {
        self.game = self.start.clone();
        self.recorded = Replay::default();
        self.view.begin(&self.game);
        self.enter(screen);
    }

    fn enter(&mut self, screen: Screen) {
        (self.screen, self.screen_time, self.muted) = (screen, 0, self.held.keys);
    }

    /// Draws the picture into `frame`, rows of 0x00RRGGBB pixels from the top.
    pub(crate) fn draw(&mut self, frame: &mut [u32], size: UVec2) {
        let scene = Scene {
            game: &self.game,
            screen: self.screen,
            screen_time: self.screen_time,
            time: self.time,
            note: &self.note,
        };
        self.view.draw(&scene, frame, size);
    }
}
