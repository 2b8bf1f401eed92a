use crate::gamepad::Pads;
use anyhow::{Context, Result};
use minifb::{Key as Button, KeyRepeat, ScaleMode, Window, WindowOptions};
use platformer_game::game::Key;
use platformer_game::replay::Replay;
use platformer_game::session::{Controls, Session};
use platformer_game::view::Screen;
use std::time::Instant;
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

/// Plays until the window is closed, or for some seconds, and returns the recorded input. Each picture is a step.
pub(crate) fn play(mut session: Session, seconds: Option<u32>) -> Result<Replay> {
    let options = WindowOptions { resize: true, scale_mode: ScaleMode::UpperLeft, ..WindowOptions::default() };
    let opened = Window::new("Tileray: platformer", SIZE.x as usize, SIZE.y as usize, options);
    let mut window = opened.context("cannot open a window; without a display use --replay FILE --headless OUT.png")?;
    window.set_target_fps(60);
    let (mut pads, mut picture) = (Pads::default(), Vec::new());
    let (opened, mut pictures) = (Instant::now(), 0);
    let (mut before, mut rate) = (opened, 60.0);
    while window.is_open() && seconds.is_none_or(|seconds| opened.elapsed().as_secs() < seconds.into()) {
        if session.screen() == Screen::Title && window.is_key_pressed(Button::Escape, KeyRepeat::No) {
            break;
        }
        let passed = before.elapsed().as_secs_f32().max(1e-3);
        before = Instant::now();
        rate += 0.05 * (1.0 / passed - rate);
        session.set_note(format!("{rate:.0} fps"));
        session.step(&controls(|button| window.is_key_down(button)).or(pads.controls()));
        let (width, height) = window.get_size();
        picture.resize(width * height, 0);
        session.draw(&mut picture, uvec2(width as u32, height as u32));
        window.update_with_buffer(&picture, width, height).context("cannot draw")?;
        pictures += 1;
    }
    println!("{pictures} pictures, {:.1} a second", pictures as f32 / opened.elapsed().as_secs_f32().max(1e-3));
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
