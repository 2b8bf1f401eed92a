use crate::game::Game;
use crate::replay::Replay;
use crate::view::View;
use anyhow::{Context, Result};
use gif::{Encoder, Frame, Repeat};
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// Steps per picture: 20 pictures a second.
const STEPS: usize = 3;
/// The duration of a picture, in hundredths of a second.
const DELAY: u16 = 5;
/// The coarseness of the color quantization, from 1 to 30.
const COARSENESS: i32 = 20;

/// Plays a replay to its end and renders it into a GIF.
pub(crate) fn shoot(mut game: Game, replay: &Replay, path: &Path, sprites: &Path) -> Result<Game> {
    let mut view = View::new(&game, sprites)?;
    let size = view.canvas().size();
    let (width, height) = (size.x as u16, size.y as u16);
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut film = Encoder::new(BufWriter::new(file), width, height, &[])?;
    film.set_repeat(Repeat::Infinite)?;
    for (step, &input) in replay.steps().iter().enumerate() {
        game.step(input);
        if step % STEPS == 0 {
            view.draw(&game, "");
            let pixels: Vec<u8> = view
                .canvas()
                .pixels()
                .iter()
                .flat_map(|pixel| [pixel >> 16, pixel >> 8, *pixel].map(|byte| byte as u8))
                .collect();
            let mut frame = Frame::from_rgb_speed(width, height, &pixels, COARSENESS);
            frame.delay = DELAY;
            film.write_frame(&frame).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(game)
}
