use crate::gamepad::Pads;
use anyhow::{Context, Result};
use minifb::{Key as Button, KeyRepeat, ScaleMode, Window, WindowOptions};
use platformer_game::game::Key;
use platformer_game::replay::Replay;
use platformer_game::session::Session;
use platformer_game::view::Screen;
use std::time::Instant;
use tileray::glam::{UVec2, uvec2};

/// The buttons of each key.
const BUTTONS: [(Button, Key); 20] = [
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
    (Button::Enter, Key::Confirm),
    (Button::NumPadEnter, Key::Confirm),
    (Button::P, Key::Pause),
    (Button::Escape, Key::Pause),
    (Button::R, Key::Restart),
    (Button::Q, Key::Leave),
];

/// The size of the window at its start.
const SIZE: UVec2 = UVec2::new(1280, 720);

/// Plays until the window is closed, and returns the recorded input. Each picture is a step.
pub(crate) fn play(mut session: Session) -> Result<Replay> {
    let options = WindowOptions { resize: true, scale_mode: ScaleMode::UpperLeft, ..WindowOptions::default() };
    let opened = Window::new("Tileray: platformer", SIZE.x as usize, SIZE.y as usize, options);
    let mut window = opened.context("cannot open a window; without a display use --replay FILE --headless OUT.png")?;
    window.set_target_fps(60);
    let (mut pads, mut picture) = (Pads::default(), Vec::new());
    let (mut before, mut rate) = (Instant::now(), 60.0);
    while window.is_open() {
        if session.screen() == Screen::Title && window.is_key_pressed(Button::Escape, KeyRepeat::No) {
            break;
        }
        let passed = before.elapsed().as_secs_f32().max(1e-3);
        before = Instant::now();
        rate += 0.05 * (1.0 / passed - rate);
        session.set_note(format!("{rate:.0} fps"));
        let held = BUTTONS.iter().filter(|(button, _)| window.is_key_down(*button));
        session.step(held.map(|(_, key)| *key).chain(pads.keys()).collect());
        let (width, height) = window.get_size();
        picture.resize(width * height, 0);
        session.draw(&mut picture, uvec2(width as u32, height as u32));
        window.update_with_buffer(&picture, width, height).context("cannot draw")?;
    }
    if session.screen() != Screen::Title {
        let game = session.game();
        println!("{} steps, {} coins, state {:016x}", game.time, game.hero.coins, game.state_hash());
    }
    Ok(session.recorded().clone())
}
