use crate::args::Args;
use crate::game::{Game, Key, STEP};
use crate::replay::Replay;
use crate::view::View;
use anyhow::{Context, Result};
use minifb::{Key as Button, KeyRepeat, Scale, Window, WindowOptions};
use std::time::{Duration, Instant};

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

/// The most steps between two pictures.
const MOST_STEPS: u32 = 5;

/// Plays the game until the window is closed, and returns the recorded input.
pub(crate) fn play(mut game: Game, replay: Option<&Replay>, args: &Args) -> Result<Replay> {
    let start = game.clone();
    let mut view = View::new(&game, &args.sprites)?;
    let size = view.canvas().size();
    let options = WindowOptions { scale: Scale::X4, ..WindowOptions::default() };
    let opened = Window::new("Tileray: platformer", size.x as usize, size.y as usize, options);
    let mut window = opened.context("cannot open a window; without a display use --replay FILE --headless OUT.gif")?;
    window.set_target_fps(60);
    let (opened, mut recorded, mut speed) = (Instant::now(), Replay::default(), Speed::default());
    let mut made = 0_u32;
    while window.is_open() && !window.is_key_down(Button::Escape) {
        let elapsed = opened.elapsed();
        if args.seconds.is_some_and(|seconds| elapsed.as_secs() >= seconds.into()) {
            break;
        }
        // Catch up with the time that passed. Steps beyond the limit are dropped.
        let due = (elapsed.as_secs_f32() / STEP) as u32;
        made = made.max(due.saturating_sub(MOST_STEPS));
        while made < due {
            made += 1;
            let input = match replay {
                Some(replay) => replay.steps().get(game.time as usize).copied().unwrap_or_default(),
                None => BUTTONS.iter().filter(|(button, _)| window.is_key_down(*button)).map(|(_, key)| *key).collect(),
            };
            recorded.push(input);
            speed.steps.push(game.step_timed(input));
        }
        if window.is_key_pressed(Button::R, KeyRepeat::No) {
            game = start.clone();
            recorded = Replay::default();
        }
        view.draw(&game, &speed.text(elapsed));
        speed.pictures += 1;
        window.update_with_buffer(view.canvas().pixels(), size.x as usize, size.y as usize).context("cannot draw")?;
    }
    println!("{}", speed.text(opened.elapsed()));
    println!("{} steps, {} coins, state {:016x}", game.time, game.hero.coins, game.state_hash());
    Ok(recorded)
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
