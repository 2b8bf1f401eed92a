use super::canvas::Canvas;
use super::hints::Hints;
use super::scene::{Scene, Screen};
use super::sheet::Sheet;
use super::text::{Centered, GAP, Letters, Line, Row, column, frame};
use crate::game::LIVES;
use tileray::glam::{IVec2, UVec2, ivec2};
use tileray::motion::Side;

/// The height of the bar at the top.
pub(super) const BAR: i32 = 14;
/// The steps for which the keys are shown at the start.
const HELP: u32 = 480;
/// The steps of a blink, half of them dark.
const BLINK: u32 = 70;

const WHITE: u32 = 0xff_ffff;
const GRAY: u32 = 0xc0_c8d8;
const GOLD: u32 = 0xff_d878;
const DIM: u32 = 0xa8_aec0;

/// A heart, 7 pixels wide.
const HEART: [u8; 6] = [0b011_0110, 0b111_1111, 0b111_1111, 0b011_1110, 0b001_1100, 0b000_1000];
const HEART_SIDE: i32 = 9;
/// The side of a coin in the bar.
const COIN: i32 = 12;

/// What the bar and the screens write into a picture.
#[derive(Debug, Default)]
pub(super) struct Layout {
    pub(super) lines: Vec<Line>,
    /// The corners of the hearts and of the coin.
    hearts: Option<IVec2>,
    coin: Option<IVec2>,
    /// The lines of a screen, which a dark frame stands behind, begin here.
    screen: usize,
    /// The dark band behind the keys at the bottom.
    help: bool,
}

impl Layout {
    /// Lays out a scene. `top` is where the lines of the title begin.
    pub(super) fn of(scene: &Scene<'_>, hints: &Hints, picture: UVec2, top: i32) -> Self {
        let size = picture.as_ivec2();
        let mut layout = Self::default();
        if scene.screen == Screen::Title {
            layout.title(scene, hints, size, top);
        } else {
            layout.bar(scene, size);
            layout.screen(scene, hints, size);
        }
        layout
    }

    fn bar(&mut self, scene: &Scene<'_>, size: IVec2) {
        if size.y < 2 * BAR {
            return;
        }
        let game = scene.game;
        let mut row = Row::new(2, GAP, size.x - GAP);
        self.hearts = row.reserve(LIVES as i32 * HEART_SIDE).map(|x| ivec2(x, 4));
        self.coin = row.reserve(COIN).map(|x| ivec2(x, 1));
        row.left(&format!("{}/{}", game.hero.coins, game.coins.len()), Letters::Normal, GOLD);
        let steps = if game.is_won { game.won_at } else { game.time };
        row.right(&clock(steps), Letters::Normal, WHITE);
        row.right(scene.note, Letters::Small, DIM);
        self.lines.extend(row.into_lines());
    }

    /// Adds the lines of a screen below the bar, and the keys at the start of the game.
    fn screen(&mut self, scene: &Scene<'_>, hints: &Hints, size: IVec2) {
        let game = scene.game;
        self.screen = self.lines.len();
        let lines = match scene.screen {
            Screen::Playing if game.time < HELP => {
                let height = 8;
                let keys = [Centered::one_of(hints.playing, Letters::Small, GRAY, 0)];
                self.help = true;
                let top = size.y - height - 2;
                self.lines.extend(column(&keys, size.x, top.max(BAR + GAP), size.y));
                return;
            }
            Screen::Paused => {
                let above = |line: usize| if line == 0 { 4 } else { 0 };
                let lines = hints.paused.iter().enumerate();
                let lines = lines.map(|(line, text)| Centered::new(*text, Letters::Normal, GRAY, above(line)));
                [Centered::new("Paused", Letters::Large, WHITE, 0)].into_iter().chain(lines).collect()
            }
            Screen::Won => {
                let (coins, all) = (game.hero.coins as usize, game.coins.len());
                let found = if coins == all { format!("all {all} coins") } else { format!("{coins} of {all} coins") };
                let falls = match game.hero.deaths {
                    0 => "not one fall".to_owned(),
                    1 => "1 fall".to_owned(),
                    falls => format!("{falls} falls"),
                };
                vec![
                    Centered::new("You reached the flag!", Letters::Large, GOLD, 0).or("The flag!"),
                    Centered::new(format!("time {}", clock(game.won_at)), Letters::Normal, WHITE, 4),
                    Centered::new(format!("{found}, {falls}"), Letters::Normal, WHITE, 0).or(found),
                    Centered::one_of(hints.won, Letters::Small, GRAY, 4),
                ]
            }
            Screen::Playing | Screen::Title => return,
        };
        let height = column(&lines, size.x, 0, i32::MAX).last().map_or(0, |line| line.rect().max.y);
        let top = ((size.y - height) / 2 - 6).max(BAR + GAP);
        self.lines.extend(column(&lines, size.x, top, size.y - GAP));
    }

    fn title(&mut self, scene: &Scene<'_>, hints: &Hints, size: IVec2, top: i32) {
        let is_shown = scene.time % BLINK < BLINK * 2 / 3;
        let color = if is_shown { GOLD } else { 0xb0_9058 };
        let lines = [
            Centered::new("dig, dodge and find the flag", Letters::Normal, GRAY, 0),
            Centered::new(hints.start, Letters::Normal, color, 8),
        ];
        let keys = [Centered::one_of(hints.title, Letters::Small, DIM, 0)];
        let bottom = size.y - 8 - GAP;
        self.lines.extend(column(&lines, size.x, top, bottom - GAP));
        self.lines.extend(column(&keys, size.x, bottom, size.y));
        self.screen = self.lines.len();
    }

    /// Draws everything over a picture.
    pub(super) fn draw(&self, canvas: &mut Canvas, scene: &Scene<'_>, coin: &Sheet) {
        let size = canvas.size().as_ivec2();
        let game = scene.game;
        if scene.screen != Screen::Title && size.y >= 2 * BAR {
            canvas.fill(IVec2::ZERO, ivec2(size.x, BAR), 0, 120);
        }
        if let Some(corner) = self.hearts {
            let left = LIVES.saturating_sub(game.hero.wounds);
            (0..LIVES).for_each(|life| heart(canvas, corner + ivec2(life as i32 * HEART_SIDE, 0), life < left));
        }
        if let Some(corner) = self.coin {
            coin.draw(canvas, corner, scene.time as usize / 8, Side::Right);
        }
        let screen = &self.lines[self.screen..];
        let margin = if self.help { ivec2(size.x, 2) } else { ivec2(12, 8) };
        if let Some(frame) = frame(screen, margin) {
            canvas.fill(frame.min, frame.size().as_ivec2(), 0x06_0512, 170);
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
    use crate::game::{Game, testing};
    use tileray::Rect;
    use tileray::glam::uvec2;

    const SCREENS: [Screen; 4] = [Screen::Title, Screen::Playing, Screen::Paused, Screen::Won];

    /// Windows from the smallest to the largest, of the usual shapes and of odd ones.
    fn pictures() -> impl Iterator<Item = UVec2> {
        let usual =
            [(320, 200), (640, 360), (640, 480), (800, 600), (1280, 720), (1366, 768), (1920, 1080), (2560, 1440)];
        let odd = (1..60).flat_map(|n| [(320 + 37 * n, 200 + 21 * n), (200 + 3 * n, 2560 / n), (2560 / n, 60 + n)]);
        let windows = usual.into_iter().chain(odd).map(|(width, height)| uvec2(width, height));
        windows.map(|window| super::super::scale::Scale::of(window).picture)
    }

    fn each_layout(mut check: impl FnMut(Screen, UVec2, &Layout)) {
        let mut game = Game::new(testing::hall());
        for (coins, note) in [(0, ""), (2, "60 fps"), (123_456, "59 fps, 0.12 ms a step, 3.02 ms a picture")] {
            game.hero.coins = coins;
            game.hero.deaths = coins;
            game.won_at = 37 * coins;
            for (screen, size) in SCREENS.into_iter().flat_map(|screen| pictures().map(move |size| (screen, size))) {
                game.is_won = screen == Screen::Won;
                let scene = Scene { game: &game, screen, time: 0, note };
                check(screen, size, &Layout::of(&scene, &Hints::KEYS, size, size.y as i32 / 2));
            }
        }
    }

    #[test]
    fn no_texts_touch_at_any_size() {
        let mut count = 0;
        each_layout(|screen, size, layout| {
            let mut boxes: Vec<(String, Rect)> =
                layout.lines.iter().map(|line| (line.text.clone(), line.rect())).collect();
            boxes.extend(layout.hearts.map(|at| ("hearts".to_owned(), Rect::from_size(at, uvec2(27, 6)))));
            boxes.extend(layout.coin.map(|at| ("coin".to_owned(), Rect::from_size(at, uvec2(12, 12)))));
            for (index, (text, rect)) in boxes.iter().enumerate() {
                let inside = rect.min.cmpge(IVec2::ZERO).all() && rect.max.cmple(size.as_ivec2()).all();
                assert!(inside, "{screen:?} of {size}: {text:?} at {rect:?} is cut off");
                for (other, other_rect) in &boxes[..index] {
                    // Side by side with at least a letter's gap, or one below the other.
                    let near = Rect::new(rect.min - ivec2(GAP, 0), rect.max + ivec2(GAP, 0));
                    let meets = !near.intersection(other_rect).is_empty();
                    assert!(!meets, "{screen:?} of {size}: {text:?} at {rect:?} and {other:?} at {other_rect:?}");
                    count += 1;
                }
            }
        });
        assert!(count > 5000, "{count} pairs");
    }

    #[test]
    fn what_matters_is_shown_in_every_usual_window() {
        each_layout(|screen, size, layout| {
            if size.x < 320 || size.y < 180 {
                return;
            }
            let shows = |part: &str| layout.lines.iter().any(|line| line.text.contains(part));
            let parts: &[&str] = match screen {
                Screen::Title => &["Enter", "Space"],
                Screen::Playing => &["/2", ":", "Space"],
                Screen::Paused => &["Paused", "goes on", "again", "title"],
                Screen::Won => &["flag!", "time", "coins", "again"],
            };
            for part in parts {
                assert!(shows(part), "{screen:?} of {size} without {part}");
            }
            assert_eq!(layout.hearts.is_some(), screen != Screen::Title, "{size}");
        });
    }

    #[test]
    fn steps_are_shown_as_a_clock() {
        let shown = [0, 59, 60, 3599, 3600, 39_245].map(clock);
        assert_eq!(shown, ["0:00.0", "0:00.9", "0:01.0", "0:59.9", "1:00.0", "10:54.0"]);
    }
}
