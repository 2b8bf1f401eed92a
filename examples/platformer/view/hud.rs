use super::Canvas;
use super::game::LIVES;
use super::{Scene, Screen};
use embedded_graphics::Drawable;
use embedded_graphics::mono_font::MonoTextStyle;
use embedded_graphics::mono_font::ascii::{FONT_5X8, FONT_6X10};
use embedded_graphics::pixelcolor::{Rgb888, RgbColor};
use embedded_graphics::prelude::Point;
use embedded_graphics::text::{Alignment, Text};
use tileray::glam::ivec2;

/// The steps for which the keys are shown at the start.
const HELP: u32 = 480;

/// Draws the lives, the coins and a note over the picture.
pub(crate) fn draw(canvas: &mut Canvas, scene: &Scene<'_>) {
    let (game, note) = (scene.game, scene.note);
    let (width, height) = (canvas.size().x as i32, canvas.size().y as i32);
    canvas.fill(ivec2(0, 0), ivec2(width, 13), 0, 110);
    for life in 0..LIVES {
        let color = if life < LIVES.saturating_sub(game.hero.wounds) { 0xff_5060 } else { 0x50_4048 };
        canvas.fill(ivec2(4 + life as i32 * 9, 4), ivec2(6, 6), color, 255);
    }
    let white = MonoTextStyle::new(&FONT_6X10, Rgb888::WHITE);
    let small = MonoTextStyle::new(&FONT_5X8, Rgb888::new(200, 210, 220));
    let coins = format!("{}/{} coins", game.hero.coins, game.coins.len());
    let Ok(_) = Text::new(&coins, Point::new(36, 10), white).draw(canvas);
    let Ok(_) = Text::with_alignment(note, Point::new(width - 3, 9), small, Alignment::Right).draw(canvas);
    let words = match scene.screen {
        Screen::Title => Some("TILERAY: Enter or Space starts"),
        Screen::Paused => Some("Paused: P goes on, R begins again, Q leaves"),
        Screen::Playing | Screen::Won => None,
    };
    if let Some(words) = words {
        canvas.fill(ivec2(0, 60), ivec2(width, 20), 0, 150);
        let Ok(_) = Text::with_alignment(words, Point::new(width / 2, 73), white, Alignment::Center).draw(canvas);
    }
    if scene.screen == Screen::Playing && game.time < HELP {
        canvas.fill(ivec2(0, height - 11), ivec2(width, 11), 0, 110);
        let keys = "arrows run and aim, Space jumps, X digs, Down+Space drops";
        let Ok(_) =
            Text::with_alignment(keys, Point::new(width / 2, height - 3), small, Alignment::Center).draw(canvas);
    }
    if scene.screen == Screen::Won {
        let won =
            format!("The flag! {:.1} s, {} of {} coins", game.won_at as f32 / 60.0, game.hero.coins, game.coins.len());
        canvas.fill(ivec2(0, 60), ivec2(width, 20), 0, 150);
        let Ok(_) = Text::with_alignment(&won, Point::new(width / 2, 73), white, Alignment::Center).draw(canvas);
    }
}
