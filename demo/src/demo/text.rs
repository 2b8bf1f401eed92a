//! Text in a bitmap font.

use crate::demo::canvas::Canvas;
use crate::demo::color::Rgb;
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle, iso_8859_1};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::{DrawTarget, OriginDimensions, Pixel, Point, Size};
use embedded_graphics::text::{Baseline, Text};
use std::convert::Infallible;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, ivec2, uvec2};

/// The characters that the fonts hold, all of Latin-1.
const FIRST: u32 = 0x20;
const LAST: u32 = 0xff;

/// The glyphs of one font, each enlarged by a whole number.
#[derive(Debug)]
pub(crate) struct Font {
    size: UVec2,
    scale: i32,
    /// Glyph after glyph, row after row; bit 0 is the leftmost pixel.
    rows: Vec<u32>,
}

impl Font {
    /// Returns the font of running text.
    pub(crate) fn regular(large: bool, scale: i32) -> Self {
        Self::new(if large { &iso_8859_1::FONT_9X18 } else { &iso_8859_1::FONT_8X13 }, scale)
    }

    /// Returns the font of headings.
    pub(crate) fn bold(large: bool, scale: i32) -> Self {
        Self::new(if large { &iso_8859_1::FONT_9X18_BOLD } else { &iso_8859_1::FONT_8X13_BOLD }, scale)
    }

    fn new(font: &MonoFont<'_>, scale: i32) -> Self {
        let size = uvec2(font.character_size.width, font.character_size.height);
        let mut rows = Vec::new();
        for character in (FIRST..=LAST).filter_map(char::from_u32) {
            let mut glyph = Glyph { size, rows: vec![0; size.y as usize] };
            let mut buffer = [0; 4];
            let style = MonoTextStyle::new(font, BinaryColor::On);
            let text = Text::with_baseline(character.encode_utf8(&mut buffer), Point::zero(), style, Baseline::Top);
            let Ok(_) = embedded_graphics::Drawable::draw(&text, &mut glyph);
            rows.append(&mut glyph.rows);
        }
        Self { size, scale: scale.max(1), rows }
    }

    /// Returns the height of a line of text, with the space under it.
    pub(crate) const fn line_height(&self) -> i32 {
        (self.size.y as i32 + 2) * self.scale
    }

    /// Returns the width of a text.
    pub(crate) fn width(&self, text: &str) -> i32 {
        text.chars().count() as i32 * self.advance()
    }

    /// Returns the distance from one character to the next.
    pub(crate) const fn advance(&self) -> i32 {
        self.size.x as i32 * self.scale
    }

    /// Writes one line with its top left corner at `at`; characters that the font lacks become `?`.
    pub(crate) fn write(&self, canvas: &mut Canvas, at: IVec2, text: &str, color: Rgb) {
        for (index, character) in text.chars().enumerate() {
            let code = if (FIRST..=LAST).contains(&u32::from(character)) { u32::from(character) } else { '?'.into() };
            let first = ((code - FIRST) * self.size.y) as usize;
            let left = at.x + index as i32 * self.advance();
            for (y, &row) in self.rows[first..first + self.size.y as usize].iter().enumerate() {
                for x in (0..self.size.x as i32).filter(|x| row >> x & 1 == 1) {
                    let corner = ivec2(left + x * self.scale, at.y + y as i32 * self.scale);
                    canvas.fill(Rect::new(corner, corner + IVec2::splat(self.scale)), color, 255);
                }
            }
        }
    }
}

/// The target that a character is rasterized on.
struct Glyph {
    size: UVec2,
    rows: Vec<u32>,
}

impl OriginDimensions for Glyph {
    fn size(&self) -> Size {
        Size::new(self.size.x, self.size.y)
    }
}

impl DrawTarget for Glyph {
    type Color = BinaryColor;
    type Error = Infallible;

    fn draw_iter<I: IntoIterator<Item = Pixel<BinaryColor>>>(&mut self, pixels: I) -> Result<(), Infallible> {
        for Pixel(at, color) in pixels {
            let inside = (0..self.size.x as i32).contains(&at.x) && (0..self.size.y as i32).contains(&at.y);
            if inside && color.is_on() {
                self.rows[at.y as usize] |= 1 << at.x;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_leaves_ink_and_space_does_not() {
        let font = Font::regular(false, 2);
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
    fn text_past_the_border_is_cut() {
        let mut canvas = Canvas::new(uvec2(5, 5));
        Font::bold(true, 3).write(&mut canvas, ivec2(-20, -9), "clipped everywhere", Rgb::WHITE);
    }
}
