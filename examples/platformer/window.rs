use crate::gamepad::{Pads, System};
use crate::pace::Pace;
use anyhow::{Context, Result};
use minifb::{Key as Button, KeyRepeat, ScaleMode, Window, WindowOptions};
use platformer_game::game::Key;
use platformer_game::replay::Replay;
use platformer_game::session::{Controls, Session};
use platformer_game::view::Screen;
use std::collections::VecDeque;
use std::thread;
use std::time::{Duration, Instant};
use tileray::glam::{UVec2, uvec2};

/// The buttons of each key.
const BUTTONS: [(Button, Key); 14] = [
    (Button::Left, Key::Left),
    (Button::A, Key::Left),
    (Button::Right, Key::Right),
    (Button::D, Key::Right),
    (Button::Up, Key::Up),
    (Button::W, Key::Up),
    (Button::Down, Key::Down),
    (Button::S, Key::Down),
    (Button::Space, Key::Jump),
    (Button::Z, Key::Jump),
    (Button::C, Key::Jump),
    (Button::X, Key::Beam),
    (Button::LeftCtrl, Key::Beam),
    (Button::RightCtrl, Key::Beam),
];

/// The time from one picture to the next.
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / 60);

/// The size of the window at its start.
const SIZE: UVec2 = UVec2::new(1280, 720);

/// Plays until the window is closed, and returns the recorded input.
pub(crate) fn play(mut session: Session, seconds: Option<u32>) -> Result<Replay> {
    let options = WindowOptions { resize: true, scale_mode: ScaleMode::UpperLeft, ..WindowOptions::default() };
    let opened = Window::new("Tileray: platformer", SIZE.x as usize, SIZE.y as usize, options);
    let mut window = opened.context("cannot open a window; without a display use --replay FILE --headless OUT.png")?;
    // The loop below waits by itself: a wait that was too long shortens the next one.
    window.set_target_fps(0);
    let mut pads = Pads::new(System::open());
    let (opened, mut speed, mut picture) = (Instant::now(), Speed::default(), Vec::new());
    let mut due = opened;
    let (mut before, mut pace) = (opened, Pace::default());
    while window.is_open() {
        if session.screen() == Screen::Title && window.is_key_pressed(Button::Escape, KeyRepeat::No) {
            break;
        }
        let now = Instant::now();
        let passed = now - before;
        before = now;
        speed.frames.push(passed);
        if seconds.is_some_and(|seconds| (now - opened).as_secs() >= seconds.into()) {
            break;
        }
        let held = controls(|button| window.is_key_down(button)).or(pads.controls());
        for _ in 0..pace.steps(passed.as_secs_f32()) {
            let start = Instant::now();
            session.step(&held);
            speed.steps.push(start.elapsed());
        }
        session.set_note(speed.note());
        let (width, height) = window.get_size();
        picture.resize(width * height, 0);
        let start = Instant::now();
        session.draw(&mut picture, uvec2(width as u32, height as u32));
        speed.pictures.push(start.elapsed());
        window.update_with_buffer(&picture, width, height).context("cannot draw")?;
        let now = Instant::now();
        // Up to three pictures late, the next ones come sooner.
        due = if now > due + 4 * FRAME { now } else { due + FRAME };
        thread::sleep(due.saturating_duration_since(now));
    }
    println!("{}", speed.text());
    if session.screen() != Screen::Title {
        let game = session.game();
        println!("{} steps, {} coins, state {:016x}", game.time, game.hero.coins, game.state_hash());
    }
    Ok(session.recorded().clone())
}

/// Returns the controls of a keyboard.
fn controls(is_down: impl Fn(Button) -> bool) -> Controls {
    Controls {
        keys: BUTTONS.iter().filter(|(button, _)| is_down(*button)).map(|(_, key)| *key).collect(),
        confirm: is_down(Button::Enter) || is_down(Button::NumPadEnter),
        pause: is_down(Button::P) || is_down(Button::Escape),
        restart: is_down(Button::R),
        leave: is_down(Button::Q),
    }
}

/// The most recent times that a mean is taken of.
const RECENT: usize = 60;

/// Measured times: of steps, and of pictures with what was between them.
#[derive(Debug, Default)]
struct Speed {
    steps: Times,
    pictures: Times,
    frames: Times,
}

impl Speed {
    /// Returns the frame rate and the time of a picture, for the corner.
    fn note(&self) -> String {
        let frame = self.frames.mean();
        let rate = if frame > 0.0 { 1.0 / frame } else { 0.0 };
        format!("{rate:.0} fps {:.1} ms", self.pictures.mean() * 1e3)
    }

    fn text(&self) -> String {
        let (step, picture) = (self.steps.mean() * 1e3, self.pictures.mean() * 1e3);
        let rate = 1.0 / self.frames.mean().max(1e-3);
        format!("{} pictures, {step:.2} ms a step, {picture:.2} ms a picture, {rate:.1} fps", self.frames.count)
    }
}

/// The last of some times.
#[derive(Debug, Default)]
struct Times {
    recent: VecDeque<Duration>,
    count: u32,
}

impl Times {
    fn push(&mut self, time: Duration) {
        self.count += 1;
        self.recent.push_back(time);
        if self.recent.len() > RECENT {
            self.recent.pop_front();
        }
    }

    /// Returns the mean in seconds.
    fn mean(&self) -> f32 {
        self.recent.iter().sum::<Duration>().as_secs_f32() / self.recent.len().max(1) as f32
    }
}
