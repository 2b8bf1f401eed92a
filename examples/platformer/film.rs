use crate::session::{Controls, Session};
use anyhow::{Context, Result};
use gif::{Encoder, Frame, Repeat};
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use tileray::glam::UVec2;

/// Steps per picture: 20 pictures a second.
const STEPS: usize = 3;
/// The duration of a picture, in hundredths of a second.
const DELAY: u16 = 5;
/// The coarseness of the color quantization, from 1 to 30.
const COARSENESS: i32 = 20;

/// The size of a picture: each pixel of the art is four.
const SIZE: UVec2 = UVec2::new(640, 360);

/// Plays a session's replay of `steps` steps to its end and renders it into a GIF.
pub(crate) fn shoot(session: &mut Session, steps: usize, path: &Path) -> Result<()> {
    let (width, height) = (SIZE.x as u16, SIZE.y as u16);
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut film = Encoder::new(BufWriter::new(file), width, height, &[])?;
    film.set_repeat(Repeat::Infinite)?;
    let mut picture = vec![0; (SIZE.x * SIZE.y) as usize];
    for step in 0..steps {
        session.step(&Controls::default());
        if step % STEPS == 0 {
            session.draw(&mut picture, SIZE);
            let pixels: Vec<u8> =
                picture.iter().flat_map(|pixel| [pixel >> 16, pixel >> 8, *pixel].map(|byte| byte as u8)).collect();
            let mut frame = Frame::from_rgb_speed(width, height, &pixels, COARSENESS);
            frame.delay = DELAY;
            film.write_frame(&frame).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    Ok(())
}
