//! The game in the page: held keys, steps of time, pictures.

use super::{level, recorded, sprite};
use crate::files::PageFiles;
use crate::pixels::ScreenPixels;
use platformer_game::game::{Input, Key, STEP};
use platformer_game::session::Session;
use platformer_game::view::{Hints, Screen, View};
use tileray::glam::{UVec2, uvec2};
use wasm_bindgen::prelude::wasm_bindgen;

/// The codes of the keys.
const KEYS: [(&str, Key); 20] = [
    ("ArrowLeft", Key::Left),
    ("KeyA", Key::Left),
    ("ArrowRight", Key::Right),
    ("KeyD", Key::Right),
    ("ArrowUp", Key::Up),
    ("KeyW", Key::Up),
    ("ArrowDown", Key::Down),
    ("KeyS", Key::Down),
    ("Space", Key::Jump),
    ("KeyZ", Key::Jump),
    ("KeyC", Key::Jump),
    ("KeyX", Key::Beam),
    ("ControlLeft", Key::Beam),
    ("ControlRight", Key::Beam),
    ("Enter", Key::Confirm),
    ("NumpadEnter", Key::Confirm),
    ("KeyP", Key::Pause),
    ("Escape", Key::Pause),
    ("KeyR", Key::Restart),
    ("KeyQ", Key::Leave),
];

/// The hints for a keyboard beside a picture that can be clicked.
const PAGE: Hints = Hints { start: "press Enter, or click", ..Hints::KEYS };

/// The hints for fingers, which name the buttons of the page.
const FINGERS: Hints = Hints {
    start: "tap to start",
    title: &["arrows run and aim   Jump jumps   Dig digs", "arrows run   Jump   Dig", "arrows, Jump, Dig"],
    playing: &[
        "arrows run and aim   Jump jumps   Dig digs   down+Jump drops",
        "arrows run and aim   Jump jumps   Dig digs",
        "arrows, Jump, Dig",
    ],
    paused: &["a tap goes on", "Again  starts again"],
    won: &["a tap plays again"],
};

/// The most steps between two pictures.
const MOST_STEPS: u32 = 5;

/// The platformer with its title, pause and end.
#[wasm_bindgen]
pub struct Play {
    session: Session,
    held: Vec<String>,
    /// Keys that came up again before a step saw them.
    short: Vec<String>,
    /// The time that no step has used yet, in seconds.
    rest: f32,
    frame: Vec<u32>,
    pixels: ScreenPixels,
}

impl std::fmt::Debug for Play {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Play").field("held", &self.held).finish_non_exhaustive()
    }
}

#[wasm_bindgen]
impl Play {
    /// Reads the level, and shows the title, behind which the recorded course plays. `is_touch` tells
    /// whether fingers play by the buttons of the page.
    ///
    /// # Errors
    /// Fails where a file is missing or faulty.
    #[wasm_bindgen(constructor)]
    pub fn new(files: &PageFiles, is_touch: bool) -> Result<Self, String> {
        Ok(Self::of(Self::session(files, is_touch)?.with_demo(recorded()?)))
    }

    /// Plays the recorded course in place of the keys, from its start to the flag.
    ///
    /// # Errors
    /// Fails where a file is missing or faulty.
    pub fn watch(files: &PageFiles, is_touch: bool) -> Result<Self, String> {
        Ok(Self::of(Self::session(files, is_touch)?.with_replay(recorded()?)))
    }

    /// Presses or releases the key of a browser's code; returns whether the game uses it.
    pub fn key(&mut self, code: &str, is_down: bool) -> bool {
        let is_used = KEYS.iter().any(|(known, _)| *known == code);
        if is_used && is_down && !self.held.iter().any(|held| held == code) {
            self.held.push(code.to_owned());
            self.short.push(code.to_owned());
        } else if !is_down {
            self.held.retain(|held| held != code);
        }
        is_used
    }

    /// Releases all keys: the page is no longer looked at.
    pub fn release(&mut self) {
        self.held.clear();
    }

    /// Pauses the game while it is played.
    pub fn pause(&mut self) {
        if self.session.screen() == Screen::Playing {
            self.session.step(Input::default().with(Key::Pause));
        }
    }

    /// Advances by a time in seconds, and draws a picture of `width` by `height` pixels.
    pub fn frame(&mut self, width: u32, height: u32, seconds: f32) {
        self.rest = (self.rest + seconds.clamp(0.0, 1.0)).min(STEP * MOST_STEPS as f32);
        while self.rest >= STEP {
            self.rest -= STEP;
            self.session.step(self.input());
            self.short.clear();
        }
        let size: UVec2 = uvec2(width, height).clamp(UVec2::ONE, ScreenPixels::MOST);
        self.frame.resize(size.x as usize * size.y as usize, 0);
        self.session.draw(&mut self.frame, size);
        self.pixels.set(&self.frame);
    }

    /// The address of the pixels of the last picture in the memory of the module: red, green, blue, alpha.
    #[wasm_bindgen(getter)]
    pub fn pixels(&self) -> *const u8 {
        self.pixels.address()
    }

    /// The screen: `title`, `playing`, `paused` or `won`.
    #[wasm_bindgen(getter)]
    pub fn screen(&self) -> String {
        let name = match self.session.screen() {
            Screen::Title => "title",
            Screen::Playing => "playing",
            Screen::Paused => "paused",
            Screen::Won => "won",
        };
        name.to_owned()
    }

    /// The steps since the game began.
    #[wasm_bindgen(getter)]
    pub fn time(&self) -> u32 {
        self.session.game().time
    }
}

impl Play {
    fn session(files: &PageFiles, is_touch: bool) -> Result<Session, String> {
        let level = level(files)?;
        let hints = if is_touch { &FINGERS } else { &PAGE };
        let view = View::new(&level, hints, |name| sprite(files, name)).map_err(|error| format!("{error:#}"))?;
        Ok(Session::new(level, view))
    }

    fn of(session: Session) -> Self {
        let (held, short, frame) = (Vec::new(), Vec::new(), Vec::new());
        Self { session, held, short, rest: 0.0, frame, pixels: ScreenPixels::default() }
    }

    /// Returns the keys that are down, or were since the last step.
    fn input(&self) -> Input {
        let is_down = |code: &str| self.held.iter().chain(&self.short).any(|held| held == code);
        KEYS.iter().filter(|(code, _)| is_down(code)).map(|(_, key)| *key).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::repository;

    #[test]
    fn keys_start_the_game_and_pause_it() {
        let mut play = Play::new(&repository(), false).expect("the level of the repository");
        play.frame(320, 180, 0.1);
        assert_eq!(play.screen(), "title");
        // The key comes up before the next picture.
        assert!(play.key("Enter", true) && play.key("Enter", false) && !play.key("F5", true));
        play.frame(320, 180, 0.05);
        assert_eq!(play.screen(), "playing");
        assert!((1..=3).contains(&play.time()), "{}", play.time());
        play.pause();
        play.frame(320, 180, 0.05);
        assert_eq!(play.screen(), "paused");
    }

    #[test]
    fn fingers_have_hints_of_their_own() {
        let title = |is_touch| {
            let mut play = Play::new(&repository(), is_touch).expect("the level of the repository");
            play.frame(640, 360, 0.0);
            play.frame.clone()
        };
        assert_ne!(title(true), title(false));
    }
}
