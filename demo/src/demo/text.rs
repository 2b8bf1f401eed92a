//! Text in a bitmap font.

use crate::demo::canvas::Canvas;
use crate::demo::color::Rgb;
use embedded_graphics::Drawable;
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle, iso_8859_1};
use embedded_graphics::pixelcolor::BinaryColor;
use embedded_graphics::prelude::{DrawTarget, OriginDimensions, Pixel, Point, Size};
use embedded_graphics::text::{Baseline, Text};
use std::convert::Infallible;
use tileray::Rect;
use tileray::glam::{IVec2, ivec2};

/// A font whose pixels are enlarged by a whole number.
#[derive(Debug)]
pub(crate) struct Font {
    font: &'static MonoFont<'static>,
    scale: i32,
}

impl Font {
    /// Returns the font of running text.
    pub(crate) fn regular(large: bool, scale: i32) -> Self {
        let font = if large { &iso_8859_1::FONT_9X18 } else { &iso_8859_1::FONT_8X13 };
        Self { font, scale: scale.max(1) }
    }

    /// Returns the font of headings.
    pub(crate) fn bold(large: bool, scale: i32) -> Self {
        let font = if large { &iso_8859_1::FONT_9X18_BOLD } else { &iso_8859_1::FONT_8X13_BOLD };
        Self { font, scale: scale.max(1) }
    }

    /// Returns the height of a line of text, with the space under it.
    pub(crate) const fn line_height(&self) -> i32 {
        (self.font.character_size.height as i32 + 2) * self.scale
    }

    /// Returns the width of a text.
    pub(crate) fn width(&self, text: &str) -> i32 {
        text.chars().count() as i32 * self.advance()
    }

    /// Returns the distance from one character to the next.
    pub(crate) const fn advance(&self) -> i32 {
        self.font.character_size.width as i32 * self.scale
    }

    /// Writes one line with its top left corner at `at`; characters that the font lacks become `?`.
    pub(crate) fn write(&self, canvas: &mut Canvas, at: IVec2, text: &str, color: Rgb) {
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
    use tileray::glam::uvec2;

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
