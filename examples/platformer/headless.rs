//! The picture of a session without a window.

use anyhow::{Context, Result};
use image::{ColorType, ImageFormat};
use platformer_game::game::Input;
use platformer_game::session::Session;
use std::path::Path;
use tileray::glam::UVec2;

/// The size of the picture.
const SIZE: UVec2 = UVec2::new(640, 360);

/// Plays a number of steps of a session without a window, and writes the picture at their end as a PNG.
pub(crate) fn shoot(session: &mut Session, steps: u32, path: &Path) -> Result<()> {
    (0..steps).for_each(|_| session.step(Input::default()));
    let pixels = draw(session);
    image::save_buffer_with_format(path, &pixels, SIZE.x, SIZE.y, ColorType::Rgb8, ImageFormat::Png)
        .with_context(|| format!("cannot write {}", path.display()))
}

/// Draws a picture; returns red, green and blue of each pixel.
fn draw(session: &mut Session) -> Vec<u8> {
    let mut picture = vec![0; (SIZE.x * SIZE.y) as usize];
    session.draw(&mut picture, SIZE);
    picture.iter().flat_map(|pixel| [pixel >> 16, pixel >> 8, *pixel].map(|byte| byte as u8)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Args;
    use clap::Parser;
    use platformer_game::replay::Replay;

    fn session() -> Session {
        let (level, view) = crate::open(&Args::parse_from(["platformer"])).expect("the level of the repository");
        Session::new(level, view).with_replay(Replay::parse(platformer_game::COURSE).expect("the course"))
    }

    #[test]
    fn a_picture_is_that_of_its_last_step() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.png");
        let mut session = session();
        shoot(&mut session, 20, &path).expect("a picture");
        assert_eq!(session.game().time, 20);
        let picture = image::open(&path).expect("a PNG").into_rgb8();
        assert_eq!((picture.width(), picture.height()), (640, 360));
        assert!(picture.pixels().any(|pixel| pixel.0[0] > 200), "something is bright");
        let error = shoot(&mut session, 1, &folder.path().join("no/a.png")).expect_err("no folder");
        assert!(error.to_string().contains("a.png"), "{error}");
    }

    #[test]
    fn the_picture_of_the_docs_is_up_to_date() {
        let committed = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/platformer.png");
        let mut session = session();
        (0..1084).for_each(|_| session.step(Input::default()));
        let drawn = draw(&mut session);
        let committed = image::open(committed).expect("a picture").into_rgb8();
        let command = "cargo run --release --example platformer -- --replay examples/platformer_game/course.replay \
                       --headless docs/platformer.png --steps 1084";
        assert!(committed.into_raw() == drawn, "run `{command}` and commit the result");
    }
}
