//! The texts of a picture: the bar at the top, the title, the keys, a pause and a win. Texts without room are left out.

use super::canvas::Canvas;
use super::sheet::Sheet;
use crate::game::{Game, LIVES};
use embedded_graphics::Drawable;
use embedded_graphics::mono_font::ascii::{FONT_5X8, FONT_6X10, FONT_10X20};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::Point;
use embedded_graphics::text::{Baseline, Text};
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, ivec2};
use tileray::motion::Side;

/// The screen that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    Title,
    Playing,
    Paused,
    Won,
}

/// The content of a picture.
#[derive(Clone, Copy)]
pub(crate) struct Scene<'a> {
    pub(crate) game: &'a Game,
    pub(crate) screen: Screen,
    /// Steps since the session began.
    pub(crate) time: u32,
    /// A note for the corner.
    pub(crate) note: &'a str,
}

/// The texts that tell how to play. If there are several, the first that is not too wide is shown.
pub struct Hints {
    /// The text that tells how to start.
    pub start: &'static str,
    /// The keys of the game, below the title and at the start of the game.
    pub title: &'static [&'static str],
    pub playing: &'static [&'static str],
    /// The lines of a pause.
    pub paused: &'static [&'static str],
    /// The keys after a win.
    pub won: &'static [&'static str],
}

impl Hints {
    /// The hints for a keyboard.
    pub const KEYS: Self = Self {
        start: "press Enter or Start",
        title: &[
            "arrows run and aim   Space jumps   X digs   P pauses   R starts again",
            "arrows run   Space jumps   X digs   P pauses",
            "arrows, Space, X",
        ],
        playing: &[
            "arrows run and aim   Space jumps   X digs   Down+Space drops",
            "arrows run   Space jumps   X digs",
            "arrows, Space, X",
        ],
        paused: &["P  goes on", "R  starts again", "Q  leaves for the title"],
        won: &["Enter plays again   Q leaves for the title", "Enter: again   Q: title"],
    };
}

const SMALL: MonoFont<'static> = FONT_5X8;
const NORMAL: MonoFont<'static> = FONT_6X10;
const LARGE: MonoFont<'static> = FONT_10X20;

const WHITE: u32 = 0xff_ffff;
const GRAY: u32 = 0xc0_c8d8;
const GOLD: u32 = 0xff_d878;
const DIM: u32 = 0xa8_aec0;

/// The height of the bar at the top.
const BAR: i32 = 14;
/// The least distance between two lines of text, and between text and the border, in pixels.
const GAP: i32 = 4;
/// The places of the hearts, of the coin, and of the number of coins.
const HEARTS: IVec2 = IVec2::new(GAP, 4);
const COIN: IVec2 = IVec2::new(35, 1);
const COINS: i32 = 51;
/// The steps for which the keys are shown at the start.
const HELP: u32 = 480;
/// The steps of a blink, a third of them dark.
const BLINK: u32 = 70;

/// A heart, 7 pixels wide.
const HEART: [u8; 6] = [0b011_0110, 0b111_1111, 0b111_1111, 0b011_1110, 0b001_1100, 0b000_1000];
const HEART_SIDE: i32 = 9;

/// A line of text in a picture.
struct Line {
    text: String,
    font: &'static MonoFont<'static>,
    color: u32,
    corner: IVec2,
}

impl Line {
    fn rect(&self) -> Rect {
        Rect::from_size(self.corner, size_of(self.font, &self.text).as_uvec2())
    }

    /// Draws the text in a dark outline, so that it is read on every ground.
    fn draw(&self, canvas: &mut Canvas) {
        let [_, red, green, blue] = self.color.to_be_bytes();
        let outline = [ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1), ivec2(1, 1)];
        let layers = outline.map(|offset| (offset, Rgb888::new(8, 6, 16))).into_iter();
        for (offset, color) in layers.chain([(IVec2::ZERO, Rgb888::new(red, green, blue))]) {
            let (at, style) = (self.corner + offset, MonoTextStyle::new(self.font, color));
            let Ok(_) = Text::with_baseline(&self.text, Point::new(at.x, at.y), style, Baseline::Top).draw(canvas);
        }
    }
}

/// Returns the size of a text in pixels.
fn size_of(font: &MonoFont<'_>, text: &str) -> IVec2 {
    let (letter, space) = (font.character_size, font.character_spacing as i32);
    ivec2((letter.width as i32 + space) * text.chars().count() as i32, letter.height as i32)
}

/// The texts of a picture.
pub(super) struct Layout {
    size: IVec2,
    lines: Vec<Line>,
    has_bar: bool,
    /// The first of the lines with a dark frame behind them.
    framed: usize,
    /// The rows that are free for the next line.
    top: i32,
    bottom: i32,
}

impl Layout {
    /// Lays out a scene.
    pub(super) fn of(scene: &Scene<'_>, hints: &Hints, picture: UVec2) -> Self {
        let size = picture.as_ivec2();
        let has_bar = scene.screen != Screen::Title && size.y >= 2 * BAR && size.x >= COINS + GAP;
        let mut layout =
            Self { size, lines: Vec::new(), has_bar, framed: 0, top: size.y / 5, bottom: size.y - 8 - 2 * GAP };
        if has_bar {
            layout.bar(scene);
            layout.top = layout.top.max(BAR + GAP);
        }
        layout.framed = layout.lines.len();
        let game = scene.game;
        match scene.screen {
            Screen::Title => {
                let is_bright = scene.time % BLINK < BLINK * 2 / 3;
                layout.line(&["TILERAY"], &LARGE, GOLD);
                layout.line(&["dig, dodge and find the flag"], &NORMAL, GRAY);
                layout.top += 2 * GAP;
                layout.line(&[hints.start], &NORMAL, if is_bright { GOLD } else { 0xb0_9058 });
                layout.keys(hints.title, DIM);
                layout.framed = layout.lines.len();
            }
            Screen::Playing if game.time < HELP => layout.keys(hints.playing, GRAY),
            Screen::Playing => {}
            Screen::Paused => {
                layout.line(&["Paused"], &LARGE, WHITE);
                hints.paused.iter().for_each(|text| layout.line(&[text], &NORMAL, GRAY));
            }
            Screen::Won => {
                let (coins, falls) = (format!("{} of {} coins", game.hero.coins, game.coins.len()), game.hero.deaths);
                layout.line(&["You reached the flag!", "The flag!"], &LARGE, GOLD);
                layout.line(&[&format!("time {}", clock(game.won_at))], &NORMAL, WHITE);
                layout.line(&[&format!("{coins}, falls: {falls}"), &coins], &NORMAL, WHITE);
                layout.line(hints.won, &SMALL, GRAY);
            }
        }
        layout
    }

    /// Adds the texts of the bar, as far as there is room: the coins, the clock, the note.
    fn bar(&mut self, scene: &Scene<'_>) {
        let game = scene.game;
        let coins = format!("{}/{}", game.hero.coins, game.coins.len());
        let clock = clock(if game.is_won { game.won_at } else { game.time });
        let (mut left, mut right) = (COINS, self.size.x - GAP);
        for (text, font, color) in [(&*coins, &NORMAL, GOLD), (&clock, &NORMAL, WHITE), (scene.note, &SMALL, DIM)] {
            let width = size_of(font, text).x;
            if text.is_empty() || left + width > right {
                continue;
            }
            let x = if color == GOLD { left } else { right - width };
            self.lines.push(Line { text: text.to_owned(), font, color, corner: ivec2(x, 2) });
            if color == GOLD {
                left += width + GAP;
            } else {
                right -= width + GAP;
            }
        }
    }

    /// Adds a line below the last one: the first of the texts that is not too wide.
    fn line(&mut self, texts: &[&str], font: &'static MonoFont<'static>, color: u32) {
        let fits = |text: &&&str| size_of(font, text).x + 2 * GAP <= self.size.x;
        let Some(text) = texts.iter().find(fits) else { return };
        let size = size_of(font, text);
        if self.top + size.y > self.bottom {
            return;
        }
        let corner = ivec2((self.size.x - size.x) / 2, self.top);
        self.lines.push(Line { text: (*text).to_owned(), font, color, corner });
        self.top += size.y + GAP;
    }

    /// Adds the keys in the last row.
    fn keys(&mut self, texts: &[&str], color: u32) {
        (self.top, self.bottom) = (self.top.max(self.bottom + GAP), self.size.y);
        self.line(texts, &SMALL, color);
    }

    /// Draws everything over a picture.
    pub(super) fn draw(&self, canvas: &mut Canvas, scene: &Scene<'_>, coin: &Sheet) {
        if self.has_bar {
            canvas.fill(IVec2::ZERO, ivec2(self.size.x, BAR), 0, 120);
            let left = LIVES.saturating_sub(scene.game.hero.wounds);
            (0..LIVES).for_each(|life| heart(canvas, HEARTS + ivec2(life as i32 * HEART_SIDE, 0), life < left));
            coin.draw(canvas, COIN, scene.time as usize / 8, Side::Right);
        }
        let framed = self.lines[self.framed..].iter().map(Line::rect).reduce(|one, other| one.union(&other));
        if let Some(frame) = framed {
            let margin = ivec2(12, 3);
            canvas.fill(frame.min - margin, frame.size().as_ivec2() + 2 * margin, 0x06_0512, 170);
        }
        self.lines.iter().for_each(|line| line.draw(canvas));
    }
}

fn heart(canvas: &mut Canvas, corner: IVec2, is_full: bool) {
    for (y, row) in HEART.into_iter().enumerate() {
        for x in (0..7).filter(|x| row >> (6 - x) & 1 == 1) {
            let color = match (is_full, x, y) {
                (false, ..) => 0x4a_3a46,
                (true, 1, 1) => 0xff_c0c8,
                (true, ..) => 0xf0_4058,
            };
            canvas.blend(corner + ivec2(x, y as i32), color, 255);
        }
    }
}

/// Returns a number of steps as minutes, seconds and tenths.
fn clock(steps: u32) -> String {
    let tenths = steps / 6;
    format!("{}:{:02}.{}", tenths / 600, tenths / 10 % 60, tenths % 10)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::testing;
    use tileray::glam::uvec2;

    #[test]
    fn no_texts_touch_and_what_matters_is_shown() {
        let mut game = Game::new(testing::hall());
        let (mut pairs, screens) = (0, [Screen::Title, Screen::Playing, Screen::Paused, Screen::Won]);
        let odd = (1..60).flat_map(|n| [(320 + 37 * n, 200 + 21 * n), (200 + 3 * n, 2560 / n), (2560 / n, 60 + n)]);
        let windows: Vec<(u32, u32)> =
            [(320, 180), (320, 200), (640, 480), (1366, 768)].into_iter().chain(odd).collect();
        for (coins, note) in [(0, ""), (2, "60 fps"), (123_456, "59 fps, 0.12 ms a step, 3.02 ms a picture")] {
            (game.hero.coins, game.hero.deaths, game.won_at) = (coins, coins, 37 * coins);
            for (screen, &window) in screens.into_iter().flat_map(|screen| windows.iter().map(move |at| (screen, at))) {
                let size = super::super::scale::Scale::of(window.into()).picture;
                game.is_won = screen == Screen::Won;
                let layout = Layout::of(&Scene { game: &game, screen, time: 0, note }, &Hints::KEYS, size);
                let mut rects: Vec<Rect> = layout.lines.iter().map(Line::rect).collect();
                if layout.has_bar {
                    rects.extend([Rect::from_size(HEARTS, uvec2(25, 6)), Rect::from_size(COIN, uvec2(12, 12))]);
                }
                for (index, rect) in rects.iter().enumerate() {
                    let inside = rect.min.cmpge(IVec2::ZERO).all() && rect.max.cmple(size.as_ivec2()).all();
                    assert!(inside, "{screen:?} of {size}: {rect:?} is cut off");
                    // Side by side with at least a letter's gap, or one below the other.
                    let near = Rect::new(rect.min - ivec2(GAP, 0), rect.max + ivec2(GAP, 0));
                    for other in &rects[..index] {
                        assert!(near.intersection(other).is_empty(), "{screen:?} of {size}: {rect:?} and {other:?}");
                        pairs += 1;
                    }
                }
                let parts: &[&str] = match screen {
                    _ if size.x < 320 || size.y < 180 => &[],
                    Screen::Title => &["Enter", "Space"],
                    Screen::Playing => &["/2", ":", "Space"],
                    Screen::Paused => &["Paused", "goes on", "again", "title"],
                    Screen::Won => &["flag!", "time", "coins", "again"],
                };
                for part in parts {
                    let is_shown = layout.lines.iter().any(|line| line.text.contains(part));
                    assert!(is_shown, "{screen:?} of {size} without {part}");
                }
            }
        }
        assert!(pairs > 5000, "{pairs} pairs");
    }

    #[test]
    fn steps_are_shown_as_a_clock() {
        let shown = [0, 59, 60, 3599, 3600, 39_245].map(clock);
        assert_eq!(shown, ["0:00.0", "0:00.9", "0:01.0", "0:59.9", "1:00.0", "10:54.0"]);
    }
}
