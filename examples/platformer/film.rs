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

/// Plays a session without a window, and renders it into a GIF, or its end into a PNG. Returns the mean time that a picture
/// took to draw.
pub(crate) fn shoot(session: &mut Session, steps: u32, size: UVec2, path: &Path) -> Result<Duration> {
    let mut screen = OffScreen::new(size);
    let (width, height) = (size.x as u16, size.y as u16);
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
            image::save_buffer(path, &pixels, size.x, size.y, image::ColorType::Rgb8).with_context(failed)?;
        }
        _ => bail!("{} is neither a GIF nor a PNG: end its name with .gif or .png", path.display()),
    }
    Ok(screen.mean())
}

/// A picture that is drawn without a window, and the time that it took.
struct OffScreen {
    size: UVec2,
    picture: Vec<u32>,
    time: Duration,
    count: u32,
}

impl OffScreen {
    fn new(size: UVec2) -> Self {
        Self { size, picture: vec![0; (size.x * size.y) as usize], time: Duration::ZERO, count: 0 }
    }

    fn mean(&self) -> Duration {
        self.time / self.count.max(1)
    }

    /// Draws a picture; returns red, green and blue of each pixel.
    fn draw(&mut self, session: &mut Session) -> Vec<u8> {
        let start = Instant::now();
        session.draw(&mut self.picture, self.size);
        self.time += start.elapsed();
        self.count += 1;
        self.picture.iter().flat_map(|pixel| [pixel >> 16, pixel >> 8, *pixel].map(|byte| byte as u8)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args;
    use crate::files;
    use crate::replay::Replay;
    use crate::view::{Hints, View};
    use clap::Parser;

    fn session() -> Session {
        let args = args::Args::parse_from(["platformer"]);
        let level = files::level(&args.map, &args.sprites).expect("the level of the repository");
        let view =
            View::new(&level, &Hints::KEYS, |file| files::picture(&args.sprites.join(file))).expect("the sprites");
        Session::new(level, view).with_replay(Replay::parse(crate::COURSE).expect("the course"))
    }

    #[test]
    fn a_film_ends_in_the_state_of_its_last_step() {
        let folder = tempfile::tempdir().expect("a folder");
        let (film, picture) = (folder.path().join("a.gif"), folder.path().join("a.png"));
        let (mut one, mut two) = (session(), session());
        shoot(&mut one, 20, UVec2::new(320, 180), &film).expect("a film");
        shoot(&mut two, 20, UVec2::new(320, 180), &picture).expect("a picture");
        assert_eq!((one.game().time, one.game().state_hash()), (20, two.game().state_hash()));
        let picture = image::open(&picture).expect("a PNG").into_rgb8();
        assert_eq!((picture.width(), picture.height()), (320, 180));
        assert!(picture.pixels().any(|pixel| pixel.0[0] > 200), "something is bright");
        let error = shoot(&mut one, 1, UVec2::new(4, 4), Path::new("film.avi")).expect_err("no such format");
        assert!(error.to_string().contains("film.avi is neither a GIF nor a PNG"), "{error}");
    }

    #[test]
    fn the_picture_of_the_docs_is_up_to_date() {
        let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/platformer.png");
        let (mut session, mut screen) = (session(), OffScreen::new(UVec2::new(640, 360)));
        (0..1084).for_each(|_| session.step(&Controls::default()));
        let drawn = screen.draw(&mut session);
        let committed = image::open(committed).expect("a picture").into_rgb8();
        let command = "cargo run --release --example platformer -- --replay examples/platformer/course.replay \
                       --headless docs/platformer.png --steps 1084";
        assert!(committed.into_raw() == drawn, "run `{command}` and commit the result");
    }

    #[test]
    #[ignore = "measures time: cargo test --release --example platformer -- --ignored --nocapture"]
    fn pictures_are_drawn_60_times_a_second() {
        for (width, height) in [(640, 360), (639, 359), (1280, 720), (2560, 1440)] {
            let (mut session, mut screen) = (session(), OffScreen::new(UVec2::new(width, height)));
            let mut steps = Duration::ZERO;
            for step in 0..2010 {
                let start = Instant::now();
                session.step(&Controls::default());
                steps += start.elapsed();
                if step % 5 == 0 {
                    screen.draw(&mut session);
                }
            }
            let (step, picture) = (steps.as_secs_f32() / 2010.0 * 1e3, screen.mean().as_secs_f32() * 1e3);
            println!("{width}x{height}: {step:.3} ms a step, {picture:.2} ms a picture");
            assert!(step + picture < 1000.0 / 60.0, "{width}x{height}");
        }
    }
}
