//! Lines of text and where they stand: no two touch, and what has no room is left out.

use super::canvas::Canvas;
use embedded_graphics::Drawable;
use embedded_graphics::mono_font::ascii::{FONT_5X8, FONT_6X10, FONT_10X20};
use embedded_graphics::mono_font::{MonoFont, MonoTextStyle};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::Point;
use embedded_graphics::text::{Baseline, Text};
use tileray::Rect;
use tileray::glam::{IVec2, ivec2, uvec2};

/// The least distance between two lines of text, and between text and the border, in pixels.
pub(super) const GAP: i32 = 4;

/// The sizes of letters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letters {
    Small,
    Normal,
    Large,
}

impl Letters {
    const fn font(self) -> &'static MonoFont<'static> {
        match self {
            Self::Small => &FONT_5X8,
            Self::Normal => &FONT_6X10,
            Self::Large => &FONT_10X20,
        }
    }

    /// Returns the size of a text in pixels.
    fn size(self, text: &str) -> IVec2 {
        let (letter, space) = (self.font().character_size, self.font().character_spacing as i32);
        let count = text.chars().count() as i32;
        ivec2((letter.width as i32 + space) * count, letter.height as i32)
    }
}

/// A line of text in a picture.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) text: String,
    letters: Letters,
    color: u32,
    corner: IVec2,
}

impl Line {
    pub(super) fn rect(&self) -> Rect {
        Rect::from_size(self.corner, self.letters.size(&self.text).as_uvec2())
    }

    /// Draws the text in a dark outline, so that it is read on every ground.
    pub(super) fn draw(&self, canvas: &mut Canvas) {
        let [_, red, green, blue] = self.color.to_be_bytes();
        let outline = [ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1), ivec2(1, 1)];
        let layers = outline.map(|offset| (offset, Rgb888::new(8, 6, 16))).into_iter();
        for (offset, color) in layers.chain([(IVec2::ZERO, Rgb888::new(red, green, blue))]) {
            let (at, style) = (self.corner + offset, MonoTextStyle::new(self.letters.font(), color));
            let Ok(_) = Text::with_baseline(&self.text, Point::new(at.x, at.y), style, Baseline::Top).draw(canvas);
        }
    }
}

/// A row that is filled from both sides: what was placed first has its place.
#[derive(Debug)]
pub(super) struct Row {
    top: i32,
    /// The free pixels.
    left: i32,
    right: i32,
    lines: Vec<Line>,
}

impl Row {
    /// Creates a row from one end to the other.
    pub(super) const fn new(top: i32, left: i32, right: i32) -> Self {
        Self { top, left, right, lines: Vec::new() }
    }

    /// Reserves pixels on the left, and returns the first, or `None` if they are not free.
    pub(super) fn reserve(&mut self, width: i32) -> Option<i32> {
        let start = self.left;
        (start + width <= self.right).then(|| {
            self.left += width + GAP;
            start
        })
    }

    /// Adds a text on the left, if there is room.
    pub(super) fn left(&mut self, text: &str, letters: Letters, color: u32) {
        if let Some(start) = self.reserve(letters.size(text).x) {
            self.lines.push(Line { text: text.to_owned(), letters, color, corner: ivec2(start, self.top) });
        }
    }

    /// Adds a text on the right, if there is room.
    pub(super) fn right(&mut self, text: &str, letters: Letters, color: u32) {
        let start = self.right - letters.size(text).x;
        if !text.is_empty() && start >= self.left {
            self.right = start - GAP;
            self.lines.push(Line { text: text.to_owned(), letters, color, corner: ivec2(start, self.top) });
        }
    }

    pub(super) fn into_lines(self) -> Vec<Line> {
        self.lines
    }
}

/// A line of a [`column`]: the first of its texts that is not too wide is shown.
#[derive(Clone, Debug)]
pub(super) struct Centered {
    pub(super) texts: Vec<String>,
    pub(super) letters: Letters,
    pub(super) color: u32,
    /// The pixels above it.
    pub(super) above: i32,
}

impl Centered {
    pub(super) fn new(text: impl Into<String>, letters: Letters, color: u32, above: i32) -> Self {
        Self { texts: vec![text.into()], letters, color, above }
    }

    /// Creates a line of the first of some texts, the longest first, that is not too wide.
    pub(super) fn one_of(texts: &[&str], letters: Letters, color: u32, above: i32) -> Self {
        Self { texts: texts.iter().map(|&text| text.to_owned()).collect(), letters, color, above }
    }

    /// Adds a shorter text.
    pub(super) fn or(mut self, text: impl Into<String>) -> Self {
        self.texts.push(text.into());
        self
    }
}

/// Places lines in the middle of a picture, one below the other from `top`. Lines that are too wide are left out, and
/// so are the last ones that would end below `bottom`.
pub(super) fn column(wanted: &[Centered], width: i32, top: i32, bottom: i32) -> Vec<Line> {
    let mut y = top;
    let mut lines = Vec::new();
    for line in wanted {
        let fits = |text: &&String| line.letters.size(text).x + 2 * GAP <= width;
        let Some(text) = line.texts.iter().find(fits) else { continue };
        let size = line.letters.size(text);
        if y + line.above + size.y > bottom {
            break;
        }
        y += line.above;
        let corner = ivec2((width - size.x) / 2, y);
        lines.push(Line { text: text.clone(), letters: line.letters, color: line.color, corner });
        y += size.y + GAP;
    }
    lines
}

/// Returns the smallest rectangle around lines, with a margin; `None` without lines.
pub(super) fn frame(lines: &[Line], margin: IVec2) -> Option<Rect> {
    let all = lines.iter().map(Line::rect).reduce(|one, other| one.union(&other))?;
    let corner = all.min - margin;
    let size = uvec2(all.width() + 2 * margin.x as u32, all.height() + 2 * margin.y as u32);
    Some(Rect::from_size(corner, size))
}
