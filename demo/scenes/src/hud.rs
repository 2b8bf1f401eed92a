//! Text in a bitmap font: the panel of values, legends, messages and the list of keys.

use crate::canvas::Canvas;
use crate::color::{self, Rgb};
use crate::input::Host;
use embedded_graphics::Drawable;
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle, iso_8859_1};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::{DrawTarget, OriginDimensions, Pixel, Point, Size};
use embedded_graphics::text::{Baseline, Text};
use std::convert::Infallible;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, ivec2};

/// A line of a panel: a label and a value.
pub(crate) type Row = (&'static str, String);

/// A title, and the meaning of each color.
pub(crate) type Legend = (&'static str, Vec<(Rgb, String)>);

/// The panels, in text of one size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hud {
    regular: Font,
    bold: Font,
}

impl Hud {
    /// Creates the panels, with text that is legible on a canvas of this size and leaves room for the picture.
    pub(crate) fn of(canvas: &Canvas) -> Self {
        use iso_8859_1::{FONT_5X8, FONT_6X10, FONT_6X13_BOLD, FONT_8X13, FONT_8X13_BOLD, FONT_9X18, FONT_9X18_BOLD};
        let UVec2 { x: width, y: height } = canvas.size();
        let (regular, bold, scale) = match height {
            _ if width < 420 || height < 260 => (&FONT_5X8, &FONT_5X8, 1),
            _ if width < 560 || height < 340 => (&FONT_6X10, &FONT_6X13_BOLD, 1),
            0..900 => (&FONT_8X13, &FONT_8X13_BOLD, 1),
            900..1300 => (&FONT_9X18, &FONT_9X18_BOLD, 1),
            1300..1900 => (&FONT_8X13, &FONT_8X13_BOLD, 2),
            1900..2800 => (&FONT_9X18, &FONT_9X18_BOLD, 2),
            _ => (&FONT_9X18, &FONT_9X18_BOLD, 3),
        };
        Self { regular: Font { font: regular, scale }, bold: Font { font: bold, scale } }
    }

    pub(crate) const fn scale(&self) -> i32 {
        self.regular.scale
    }

    /// Returns the distance of panels from the border of the canvas, which is also the margin inside them.
    pub(crate) const fn margin(&self) -> i32 {
        // Small windows have small fonts, and no room to waste.
        if self.regular.advance() < 8 { 4 } else { 10 * self.scale() }
    }

    /// Returns the number of rows of a panel that has this height.
    fn rows_within(&self, height: i32) -> usize {
        let room = height - self.panel_size("", &[], 0).y;
        (room / self.regular.line_height()).max(1) as usize
    }

    /// Draws a page of the list of keys in the middle; returns whether there is such a page.
    pub(crate) fn draw_help(&self, canvas: &mut Canvas, host: Host, keys: &[Row], page: usize) -> bool {
        let rows = self.rows_within(canvas.size().y as i32 - 2 * self.margin());
        let pages: Vec<&[Row]> = keys.chunks(rows).collect();
        let Some(shown) = pages.get(page) else { return false };
        let (what, turn) = (host.text(["Keys", "Keys", "Fingers"]), host.text(["H", "H", "Help"]));
        let title = match pages.len() {
            1 => what.to_owned(),
            count => format!("{what}, {} of {count}: {turn} turns the page", page + 1),
        };
        let label = keys.iter().map(|(keys, _)| keys.chars().count()).max().unwrap_or(0) as i32 + 2;
        let size = self.panel_size(&title, shown, label);
        let corner = ((canvas.size().as_ivec2() - size) / 2).max(IVec2::ZERO);
        // Other panels under the list would shine through.
        canvas.fill(Rect::new(corner, corner + size), color::PANEL, 220);
        self.draw_panel(canvas, corner, &title, shown, label);
        true
    }

    /// Draws the panel of values at the top left, and returns its area. Where it would cover most of the canvas, its gaps
    /// are closed and its last rows are left out.
    pub(crate) fn draw_values(&self, canvas: &mut Canvas, title: &str, rows: &[Row], label: i32) -> Rect {
        let mut rows = rows.to_vec();
        let size = canvas.size().as_ivec2();
        let most = self.rows_within(match size.y {
            0..260 => size.y * 2 / 5,
            260..480 => size.y * 3 / 5,
            _ => size.y - 2 * self.margin(),
        });
        if rows.len() > most {
            rows.retain(|(name, value)| !name.is_empty() || !value.is_empty());
            rows.truncate(most);
        }
        let room = (size.x - 4 * self.margin()) / self.regular.advance() - label;
        for (_, value) in &mut rows {
            *value = cut_to(value, room.max(1) as usize);
        }
        self.draw_panel(canvas, IVec2::splat(self.margin()), title, &rows, label)
    }

    /// Draws the legends of the colors, one panel under the other, the first with its top right corner at `corner`; those
    /// that would meet the panel of values or the lower border are left out.
    pub(crate) fn draw_legends(&self, canvas: &mut Canvas, legends: &[Legend], corner: IVec2, values: &Rect) {
        let scale = self.scale();
        let margin = self.margin();
        let (right, mut top) = corner.into();
        for (title, entries) in legends {
            let rows: Vec<Row> = entries.iter().map(|(_, text)| ("", text.clone())).collect();
            let size = self.panel_size(title, &rows, 2);
            let corner = ivec2(right - size.x, top);
            let area = Rect::new(corner, corner + size);
            if area.max.y > canvas.size().y as i32 - margin || area.overlaps(values) {
                continue;
            }
            self.draw_panel(canvas, corner, title, &rows, 2);
            let first = corner + margin + ivec2(0, self.bold.line_height() + 4 * scale);
            for (&(color, _), row) in entries.iter().zip(0..) {
                let at = first + ivec2(0, row * self.regular.line_height() + 2 * scale);
                canvas.fill(Rect::new(at, at + self.regular.advance() + 2 * scale), color, 255);
            }
            top += size.y + 6 * scale;
        }
    }

    /// Draws a message at the left above a height, in lines where it is too wide for one; returns the height of its upper
    /// edge.
    pub(crate) fn draw_message(&self, canvas: &mut Canvas, bottom: i32, text: &str, color: Rgb) -> i32 {
        let (margin, border) = (IVec2::splat(self.margin() * 3 / 5), self.margin());
        let room = (canvas.size().x as i32 - 2 * (border + margin.x)) / self.regular.advance();
        let lines = lines_of(text, room.max(1) as usize);
        let size = ivec2(
            lines.iter().map(|line| self.regular.width(line)).max().unwrap_or(0),
            lines.len() as i32 * self.regular.line_height(),
        );
        let mut at = ivec2(border, bottom - size.y - 2 * margin.y - border);
        let top = at.y;
        canvas.fill(Rect::new(at, at + size + 2 * margin), color::PANEL, 190);
        for line in lines {
            self.regular.write(canvas, at + margin, &line, color);
            at.y += self.regular.line_height();
        }
        top
    }

    /// Draws a caption with its top left corner at `at`.
    pub(crate) fn draw_caption(&self, canvas: &mut Canvas, at: IVec2, text: &str) {
        let margin = ivec2(4, 2) * self.scale();
        canvas.fill(Rect::new(at, at + self.size_of(text) + 2 * margin), color::PANEL, 190);
        self.regular.write(canvas, at + margin, text, color::VALUE);
    }

    /// Returns the size of a line of text.
    pub(crate) fn size_of(&self, text: &str) -> IVec2 {
        ivec2(self.regular.width(text), self.regular.line_height())
    }

    /// Writes a line of text with its top left corner at `at`.
    pub(crate) fn write(&self, canvas: &mut Canvas, at: IVec2, text: &str, color: Rgb) {
        self.regular.write(canvas, at, text, color);
    }

    /// Writes a line of text with a shadow, so that it can be read over drawings.
    pub(crate) fn write_lightly(&self, canvas: &mut Canvas, at: IVec2, text: &str, color: Rgb) {
        for shift in [ivec2(-1, 0), ivec2(1, 0), ivec2(0, -1), ivec2(0, 1)] {
            self.regular.write(canvas, at + shift * self.scale(), text, color::PANEL);
        }
        self.regular.write(canvas, at, text, color);
    }

    /// Writes a heading with its top left corner at `at`.
    pub(crate) fn write_heading(&self, canvas: &mut Canvas, at: IVec2, text: &str) {
        self.bold.write(canvas, at, text, color::CELL);
    }

    /// Returns the size of a panel, whose labels are `label` characters wide.
    pub(crate) fn panel_size(&self, title: &str, rows: &[Row], label: i32) -> IVec2 {
        let width = rows.iter().map(|(_, value)| label * self.regular.advance() + self.regular.width(value)).max();
        let width = width.unwrap_or(0).max(self.bold.width(title));
        let lines = rows.len() as i32 * self.regular.line_height() + self.bold.line_height() + 4 * self.scale();
        ivec2(width, lines) + 2 * self.margin()
    }

    /// Draws a title and rows under it, whose labels are `label` characters wide, and returns the area of the panel.
    pub(crate) fn draw_panel(&self, canvas: &mut Canvas, corner: IVec2, title: &str, rows: &[Row], label: i32) -> Rect {
        let area = Rect::new(corner, corner + self.panel_size(title, rows, label));
        canvas.fill(area, color::PANEL, 205);
        canvas.frame(area, self.scale(), Rgb::WHITE, 26);
        let mut at = corner + self.margin();
        self.write_heading(canvas, at, title);
        at.y += self.bold.line_height() + 4 * self.scale();
        for (name, value) in rows {
            self.regular.write(canvas, at, name, color::LABEL);
            self.regular.write(canvas, at + ivec2(label * self.regular.advance(), 0), value, color::VALUE);
            at.y += self.regular.line_height();
        }
        area
    }
}

/// Returns the last rows of a panel of values, which tell the key of the list of keys.
pub(crate) fn help_rows(host: Host) -> Vec<Row> {
    if host == Host::Touch { Vec::new() } else { vec![("", String::new()), ("keys", "H".into())] }
}

/// Returns a number with its noun, in singular or plural.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{number} {noun}s") }
}

/// Returns a text of at most `room` characters; the end of a text that does not fit becomes three dots.
fn cut_to(text: &str, room: usize) -> String {
    match text.chars().count() <= room {
        true => text.to_owned(),
        false => text.chars().take(room.saturating_sub(3)).chain(['.'; 3]).collect(),
    }
}

/// Breaks a text into lines of at most `room` characters, at spaces; longer words are cut.
pub(crate) fn lines_of(text: &str, room: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= room => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(cut_to(word, room)),
        }
    }
    lines
}

/// A font that is magnified by a whole number.
#[derive(Clone, Copy, Debug)]
struct Font {
    font: &'static MonoFont<'static>,
    scale: i32,
}

impl Font {
    /// Returns the height of a line of text, with the space under it.
    const fn line_height(&self) -> i32 {
        (self.font.character_size.height as i32 + 2) * self.scale
    }

    fn width(&self, text: &str) -> i32 {
        text.chars().count() as i32 * self.advance()
    }

    /// Returns the distance from one character to the next.
    const fn advance(&self) -> i32 {
        self.font.character_size.width as i32 * self.scale
    }

    /// Writes one line with its top left corner at `at`; characters that the font lacks become `?`.
    fn write(&self, canvas: &mut Canvas, at: IVec2, text: &str, color: Rgb) {
        let mut ink = Ink { canvas, at, scale: self.scale, color };
        let style = MonoTextStyle::new(self.font, BinaryColor::On);
        let Ok(_) = Text::with_baseline(text, Point::zero(), style, Baseline::Top).draw(&mut ink);
    }
}

/// The target of a text: squares of one color on a canvas.
struct Ink<'a> {
    canvas: &'a mut Canvas,
    at: IVec2,
    scale: i32,
    color: Rgb,
}

impl OriginDimensions for Ink<'_> {
    fn size(&self) -> Size {
        Size::new(self.canvas.size().x, self.canvas.size().y)
    }
}

impl DrawTarget for Ink<'_> {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(pixel, color) in pixels {
            if color.is_on() {
                let corner = self.at + ivec2(pixel.x, pixel.y) * self.scale;
                self.canvas.fill(Rect::new(corner, corner + self.scale), self.color, 255);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::canvas::pixels_of;
    use tileray::glam::uvec2;

    #[test]
    fn every_letter_leaves_ink_and_space_does_not() {
        let font = Font { font: &iso_8859_1::FONT_8X13, scale: 2 };
        let ink = |text: &str| {
            let mut canvas = Canvas::new(uvec2(40, 40));
            font.write(&mut canvas, ivec2(2, 2), text, Rgb::WHITE);
            canvas.pixels().iter().filter(|&&pixel| pixel != 0).count()
        };
        assert!(('!'..='~').all(|letter| ink(&letter.to_string()) > 0));
        assert_eq!(ink(" "), 0);
        assert_eq!(ink("→"), ink("?"));
    }

    #[test]
    fn a_long_message_has_lines() {
        assert_eq!(lines_of("short", 5), ["short"]);
        assert_eq!(lines_of("one two three", 9), ["one two", "three"]);
        assert_eq!(lines_of("a.tmx:3:1: unreadable", 10), ["a.tmx:3:1:", "unreadable"]);
        assert_eq!(lines_of("a folder/of/files.tmx", 10), ["a", "folder/..."]);
    }

    #[test]
    fn panels_fit_small_windows() {
        let rows: Vec<Row> = (0..24).map(|row| ("label", format!("the value of row {row}, which is long"))).collect();
        for size in [uvec2(320, 200), uvec2(320, 480), uvec2(640, 200), uvec2(640, 360), uvec2(1280, 720)] {
            let mut canvas = Canvas::new(size);
            let hud = Hud::of(&canvas);
            let values = hud.draw_values(&mut canvas, "Tileray", &rows, 9);
            assert_eq!(values, values.intersection(&canvas.area()), "{size}");
            let legend = [("fan", vec![(Rgb::WHITE, "what the color means".to_owned()); 3])];
            let before = canvas.pixels().to_vec();
            hud.draw_legends(&mut canvas, &legend, ivec2(size.x as i32 - 4, 4), &values);
            let changed = pixels_of(values)
                .filter(|&at| before[(at.y as u32 * size.x + at.x as u32) as usize] != canvas.get(at).0);
            assert_eq!(changed.count(), 0, "{size}: the legend does not cover the values");
        }
    }

    #[test]
    fn the_list_of_keys_has_as_many_pages_as_it_needs() {
        let rows: Vec<Row> = (0..24).map(|row| ("Shift+wheel, [ ]", format!("effect {row}"))).collect();
        for (size, pages) in [(uvec2(320, 200), 2), (uvec2(640, 360), 2), (uvec2(1280, 720), 1)] {
            let mut canvas = Canvas::new(size);
            let hud = Hud::of(&canvas);
            let shown = (0..9).take_while(|&page| hud.draw_help(&mut canvas, Host::Window, &rows, page)).count();
            assert_eq!(shown, pages, "{size}");
        }
    }
}
