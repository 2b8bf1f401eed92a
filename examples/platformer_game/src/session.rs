//! The whole game except for its platform: title, play, pause and win, with the picture of each.
//!
//! Callers pass the keys that are held. The session finds the presses itself.

use crate::game::{Game, Input, Key, Level};
use crate::replay::Replay;
use crate::view::{Scene, Screen, View};
use tileray::glam::UVec2;

/// The steps after a win before a key leaves the screen.
const WIN_REST: u32 = 45;

/// The game with its screens.
pub struct Session {
    /// The game before its first step.
    start: Game,
    game: Game,
    view: View,
    screen: Screen,
    /// Steps since the screen was entered, and since the session began.
    screen_time: u32,
    time: u32,
    held: Input,
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
    pub fn new(level: Level, view: View) -> Self {
        let start = Game::new(level);
        let mut session = Self {
            game: start.clone(),
            start,
            view,
            screen: Screen::Title,
            screen_time: 0,
            time: 0,
            held: Input::default(),
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
    pub fn with_demo(mut self, demo: Replay) -> Self {
        self.demo = demo;
        self
    }

    /// Skips the title, and plays a replay instead of the keys.
    pub fn with_replay(mut self, replay: Replay) -> Self {
        self.replay = Some(replay);
        self.begin(Screen::Playing);
        self
    }

    pub const fn screen(&self) -> Screen {
        self.screen
    }

    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the input of the game since its start; at the title, the input of the last game.
    pub const fn recorded(&self) -> &Replay {
        &self.recorded
    }

    /// Sets the note in the corner, such as the frame rate.
    pub fn set_note(&mut self, note: String) {
        self.note = note;
    }

    /// Advances by one step of 1/60 s, during which keys are held.
    pub fn step(&mut self, held: Input) {
        let pressed = held.without(self.held);
        self.held = held;
        self.muted = self.muted.common(held);
        self.time = self.time.wrapping_add(1);
        self.screen_time = self.screen_time.saturating_add(1);
        let agrees = pressed.holds(Key::Confirm) || pressed.holds(Key::Jump);
        let [pauses, restarts, leaves] = [Key::Pause, Key::Restart, Key::Leave].map(|key| pressed.holds(key));
        match self.screen {
            Screen::Title if agrees => self.begin(Screen::Playing),
            Screen::Playing | Screen::Paused | Screen::Won if restarts => self.begin(Screen::Playing),
            Screen::Won if agrees && self.screen_time > WIN_REST => self.begin(Screen::Playing),
            Screen::Paused if leaves => self.begin(Screen::Title),
            Screen::Won if leaves && self.screen_time > WIN_REST => self.begin(Screen::Title),
            Screen::Playing if pauses => self.enter(Screen::Paused),
            Screen::Paused if agrees || pauses => self.enter(Screen::Playing),
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
            (None, _) => self.held.without(self.muted).of_hero(),
        };
        self.game.step(input);
        if self.screen != Screen::Title {
            self.recorded.push(input);
        }
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
        if screen != Screen::Title {
            self.recorded = Replay::default();
        }
        self.view.begin(&self.game);
        self.enter(screen);
    }

    fn enter(&mut self, screen: Screen) {
        (self.screen, self.screen_time, self.muted) = (screen, 0, self.held);
    }

    /// Draws the picture into `frame`, rows of 0x00RRGGBB pixels from the top.
    pub fn draw(&mut self, frame: &mut [u32], size: UVec2) {
        let scene = Scene { game: &self.game, screen: self.screen, time: self.time, note: &self.note };
        self.view.draw(&scene, frame, size);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::testing;
    use crate::view::Hints;
    use tileray::tile::TileImage;

    fn session() -> Session {
        let level = testing::hall();
        let view = View::new(&level, &Hints::KEYS, |_| {
            Ok(TileImage::new(64, vec![[9, 200, 90, 255]; 64 * 32]).expect("whole rows"))
        });
        Session::new(level, view.expect("a view"))
    }

    fn keys(keys: &[Key]) -> Input {
        keys.iter().copied().collect()
    }

    const CONFIRM: &[Key] = &[Key::Confirm];
    const PAUSE: &[Key] = &[Key::Pause];
    const START: &[Key] = &[Key::Confirm, Key::Pause];
    const LEAVE: &[Key] = &[Key::Leave];

    /// Presses keys for one step, and lets them go.
    fn press(session: &mut Session, held: &[Key]) -> Screen {
        session.step(keys(held));
        let screen = session.screen();
        session.step(Input::default());
        assert_eq!(session.screen(), screen, "letting go does nothing");
        screen
    }

    fn run_to_the_flag(session: &mut Session) {
        let right = keys(&[Key::Right]);
        let wins = (0..400).any(|_| {
            session.step(right);
            session.screen() == Screen::Won
        });
        assert!(wins, "the flag is near");
    }

    #[test]
    fn the_title_starts_by_enter_jump_or_start() {
        for (held, starts) in [
            (CONFIRM, true),
            (START, true),
            (&[Key::Jump], true),
            (&[Key::Right, Key::Beam], false),
            (PAUSE, false),
            (&[Key::Restart], false),
            (LEAVE, false),
        ] {
            let mut session = session();
            assert_eq!(session.screen(), Screen::Title);
            let expected = if starts { Screen::Playing } else { Screen::Title };
            assert_eq!(press(&mut session, held), expected, "{held:?}");
        }
    }

    #[test]
    fn the_key_that_starts_does_not_jump_until_it_is_pressed_again() {
        let mut session = session();
        let jump = keys(&[Key::Jump]);
        (0..30).for_each(|_| session.step(jump));
        assert!(session.screen() == Screen::Playing && session.game().hero.on_floor);
        session.step(Input::default());
        (0..3).for_each(|_| session.step(jump));
        assert!(!session.game().hero.on_floor && session.game().hero.velocity.y < 0.0);
    }

    #[test]
    fn a_pause_stops_the_game_until_it_goes_on() {
        let mut session = session();
        press(&mut session, CONFIRM);
        (0..20).for_each(|_| session.step(keys(&[Key::Right])));
        for (on, off) in [(PAUSE, PAUSE), (START, START), (PAUSE, CONFIRM)] {
            assert_eq!(press(&mut session, on), Screen::Paused);
            let (time, at) = (session.game().time, session.game().hero.body.position());
            (0..20).for_each(|_| session.step(keys(&[Key::Right, Key::Beam])));
            assert_eq!((session.game().time, session.game().hero.body.position()), (time, at));
            assert_eq!(press(&mut session, off), Screen::Playing);
            assert!(session.game().time > time);
        }
        (0..9).for_each(|_| session.step(keys(PAUSE)));
        assert_eq!(session.screen(), Screen::Paused, "a key that is held pauses once");
        assert_eq!(press(&mut session, LEAVE), Screen::Title);
    }

    #[test]
    fn a_restart_is_the_first_step_again() {
        let mut session = session();
        press(&mut session, CONFIRM);
        run_to_the_flag(&mut session);
        assert_eq!(session.game().hero.coins, 2);
        for screen in [Screen::Won, Screen::Playing, Screen::Paused] {
            assert_eq!(session.screen(), screen);
            session.step(keys(&[Key::Restart]));
            assert_eq!((session.screen(), session.game().time, session.game().hero.coins), (Screen::Playing, 1, 0));
            assert_eq!(session.recorded().steps(), [Input::default()]);
            session.step(Input::default());
            if screen == Screen::Playing {
                press(&mut session, PAUSE);
            }
        }
    }

    #[test]
    fn a_win_stays_for_a_while_and_leads_back() {
        let mut session = session();
        press(&mut session, CONFIRM);
        run_to_the_flag(&mut session);
        assert_eq!(press(&mut session, &[Key::Jump]), Screen::Won, "whoever jumps onto the flag sees the end");
        assert_eq!(press(&mut session, LEAVE), Screen::Won);
        let at = session.game().hero.body.position().x;
        (0..WIN_REST).for_each(|_| session.step(keys(&[Key::Right])));
        assert!(session.game().hero.body.position().x - at < 20, "the hero stands");
        assert_eq!(press(&mut session, LEAVE), Screen::Title);
        press(&mut session, CONFIRM);
        run_to_the_flag(&mut session);
        (0..WIN_REST).for_each(|_| session.step(Input::default()));
        assert_eq!(press(&mut session, CONFIRM), Screen::Playing);
        assert!(!session.game().is_won);
    }

    #[test]
    fn what_was_recorded_plays_again() {
        let mut first = session();
        press(&mut first, CONFIRM);
        for step in 0..90_usize {
            first.step(keys(&[[Key::Right, Key::Jump, Key::Beam][step / 11 % 3], Key::Right]));
        }
        let recorded = first.recorded().clone();
        let mut again = session().with_replay(recorded.clone());
        recorded.steps().iter().for_each(|_| again.step(keys(&[Key::Left])));
        assert_eq!(again.game().state_hash(), first.game().state_hash());
        assert_eq!(again.recorded(), &recorded);
        press(&mut first, PAUSE);
        press(&mut first, LEAVE);
        assert!(first.screen() == Screen::Title && first.recorded().steps().starts_with(recorded.steps()));
    }

    #[test]
    fn a_demo_plays_behind_the_title_and_begins_again() {
        let demo = Replay::parse("40 right\n5 jump\n").expect("a replay");
        let mut session = session().with_demo(demo);
        (0..40).for_each(|_| session.step(Input::default()));
        assert!(session.game().hero.body.position().x > 120);
        (0..5).for_each(|_| session.step(Input::default()));
        assert_eq!((session.screen(), session.game().time), (Screen::Title, 0));
    }

    #[test]
    fn each_screen_is_drawn_at_every_size() {
        let mut session = session();
        let mut seen = std::collections::BTreeSet::new();
        for held in [&[], CONFIRM, PAUSE] {
            press(&mut session, held);
            for size in [UVec2::new(1, 1), UVec2::new(40, 300), UVec2::new(320, 200), UVec2::new(1366, 768)] {
                let mut frame = vec![u32::MAX; (size.x * size.y) as usize];
                session.draw(&mut frame, size);
                assert!(frame.iter().all(|pixel| pixel >> 24 == 0), "{size}");
                seen.insert(frame);
            }
            let mut small = vec![7; 5];
            session.draw(&mut small, UVec2::new(3, 2));
            assert_eq!(small, [7; 5], "a frame of another size is left as it is");
        }
        assert!(seen.len() > 9, "{}", seen.len());
    }
}
