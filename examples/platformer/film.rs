use crate::session::{Controls, Session};
use anyhow::{Context, Result, bail};
use gif::{Encoder, Frame, Repeat};
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::time::{Duration, Instant};
use tileray::glam::UVec2;

/// Steps per picture: 20 pictures a second.
const STEPS: u32 = 3;
/// The duration of a picture, in hundredths of a second.
const DELAY: u16 = 5;
/// The coarseness of the color quantization, from 1 to 30.
const COARSENESS: i32 = 20;
/// The size of a picture: each pixel of the art is four.
const SIZE: UVec2 = UVec2::new(640, 360);

/// Plays a session without a window, and renders it into a GIF, or its end into a PNG. Returns the mean time that a picture
/// took to draw.
pub(crate) fn shoot(session: &mut Session, steps: u32, path: &Path) -> Result<Duration> {
    let mut screen = OffScreen { picture: vec![0; (SIZE.x * SIZE.y) as usize], time: Duration::ZERO, count: 0 };
    let (width, height) = (SIZE.x as u16, SIZE.y as u16);
    let failed = || format!("cannot write {}", path.display());
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("gif") => {
            let file = File::create(path).with_context(failed)?;
            let mut film = Encoder::new(BufWriter::new(file), width, height, &[])?;
            film.set_repeat(Repeat::Infinite)?;
            for step in 0..steps {
                session.step(&Controls::default());
                if step % STEPS == 0 {
                    let pixels = screen.draw(session);
                    let mut frame = Frame::from_rgb_speed(width, height, &pixels, COARSENESS);
                    frame.delay = DELAY;
                    film.write_frame(&frame).with_context(failed)?;
                }
            }
        }
        Some("png") => {
            (0..steps).for_each(|_| session.step(&Controls::default()));
            let pixels = screen.draw(session);
            image::save_buffer(path, &pixels, SIZE.x, SIZE.y, image::ColorType::Rgb8).with_context(failed)?;
        }
        _ => bail!("{} is neither a GIF nor a PNG: end its name with .gif or .png", path.display()),
    }
    Ok(screen.time / screen.count.max(1))
}

/// A picture that is drawn without a window, and the time that it took.
struct OffScreen {
    picture: Vec<u32>,
    time: Duration,
    count: u32,
}

impl OffScreen {
    /// Draws a picture; returns red, green and blue of each pixel.
    fn draw(&mut self, session: &mut Session) -> Vec<u8> {
        let start = Instant::now();
        session.draw(&mut self.picture, SIZE);
        self.time += start.elapsed();
        self.count += 1;
        self.picture.iter().flat_map(|pixel| [pixel >> 16, pixel >> 8, *pixel].map(|byte| byte as u8)).collect()
    }
}
