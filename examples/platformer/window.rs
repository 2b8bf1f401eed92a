use crate::game::{Key, STEP};
use crate::replay::Replay;
use crate::session::{Controls, Session};
use crate::view::Screen;
use anyhow::{Context, Result};
use minifb::{Key as Button, KeyRepeat, ScaleMode, Window, WindowOptions};
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

/// The size of the window at its start.
const SIZE: UVec2 = UVec2::new(1280, 720);

/// The most steps between two pictures.
const MOST_STEPS: u32 = 5;

/// Plays until the window is closed, and returns the recorded input.
pub(crate) fn play(mut session: Session, seconds: Option<u32>) -> Result<Replay> {
    let options = WindowOptions { resize: true, scale_mode: ScaleMode::UpperLeft, ..WindowOptions::default() };
    let opened = Window::new("Tileray: platformer", SIZE.x as usize, SIZE.y as usize, options);
    let mut window = opened.context("cannot open a window; without a display use --replay FILE --headless OUT.gif")?;
    window.set_target_fps(60);
    let (opened, mut speed, mut picture) = (Instant::now(), Speed::default(), Vec::new());
    let mut made = 0_u32;
    while window.is_open() {
        if session.screen() == Screen::Title && window.is_key_pressed(Button::Escape, KeyRepeat::No) {
            break;
        }
        let elapsed = opened.elapsed();
        if seconds.is_some_and(|seconds| elapsed.as_secs() >= seconds.into()) {
            break;
        }
        let held = controls(|button| window.is_key_down(button));
        // Catch up with the time that passed. Steps beyond the limit are dropped.
        let due = (elapsed.as_secs_f32() / STEP) as u32;
        made = made.max(due.saturating_sub(MOST_STEPS));
        while made < due {
            made += 1;
            let start = Instant::now();
            session.step(&held);
            speed.steps.push(start.elapsed());
        }
        session.set_note(speed.text(elapsed));
        let (width, height) = window.get_size();
        picture.resize(width * height, 0);
        session.draw(&mut picture, uvec2(width as u32, height as u32));
        speed.pictures += 1;
        window.update_with_buffer(&picture, width, height).context("cannot draw")?;
    }
    let game = session.game();
    println!("{}", speed.text(opened.elapsed()));
    println!("{} steps, {} coins, state {:016x}", game.time, game.hero.coins, game.state_hash());
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

/// The measured frame rate and step times.
#[derive(Debug, Default)]
struct Speed {
    pictures: u32,
    /// The duration of each step, nearly all of it collision queries.
    steps: Vec<Duration>,
}

impl Speed {
    fn text(&self, elapsed: Duration) -> String {
        let recent = &self.steps[self.steps.len().saturating_sub(60)..];
        let mean = recent.iter().sum::<Duration>().as_secs_f32() / recent.len().max(1) as f32;
        let rate = self.pictures as f32 / elapsed.as_secs_f32().max(1e-3);
        format!("{rate:.0} fps, collision {:.0} us a step, {:.2} % of it", mean * 1e6, mean / STEP * 100.0)
    }
}
