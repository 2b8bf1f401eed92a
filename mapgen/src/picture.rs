//! A picture in memory: RGBA pixels, and the eight orientations of a tile.

use crate::palette::{CLEAR, Rgba};

/// Global tile id flag: mirrored left to right (applied second).
pub(crate) const FLIP_H: u32 = 0x8000_0000;
/// Global tile id flag: mirrored top to bottom (applied third).
pub(crate) const FLIP_V: u32 = 0x4000_0000;
/// Global tile id flag: x and y swapped (applied first).
pub(crate) const FLIP_D: u32 = 0x2000_0000;
/// All three flags.
pub(crate) const FLIPS: u32 = FLIP_H | FLIP_V | FLIP_D;

/// The global tile id flags of the orientation with this number, `0..8`.
pub(crate) fn flags(orientation: u32) -> u32 {
    (orientation & 7) << 29
}

/// A rectangle of RGBA pixels, rows from the top.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Picture {
    width: i32,
    height: i32,
    pixels: Vec<Rgba>,
}

impl Picture {
    /// A clear picture.
    pub(crate) fn new(width: i32, height: i32) -> Self {
        Self::filled(width, height, CLEAR)
    }

    /// A picture of one color.
    pub(crate) fn filled(width: i32, height: i32, color: Rgba) -> Self {
        let pixels = vec![color; (width * height) as usize];
        Self { width, height, pixels }
    }

    /// A picture whose pixels are computed.
    pub(crate) fn from_fn(width: i32, height: i32, mut f: impl FnMut(i32, i32) -> Rgba) -> Self {
        let mut picture = Self::new(width, height);
        for y in 0..height {
            for x in 0..width {
                picture.set(x, y, f(x, y));
            }
        }
        picture
    }

    /// A picture from rows of letters; `ink` says what a letter means, and a space or a dot is clear.
    pub(crate) fn from_art(rows: &[&str], ink: impl Fn(char) -> Rgba) -> Self {
        let width = rows.iter().map(|row| row.chars().count()).max();
        let mut picture = Self::new(width.unwrap_or(0) as i32, rows.len() as i32);
        for (y, row) in rows.iter().enumerate() {
            for (x, letter) in row.chars().enumerate() {
                if letter != ' ' && letter != '.' {
                    picture.set(x as i32, y as i32, ink(letter));
                }
            }
        }
        picture
    }

    /// Width in pixels.
    pub(crate) fn width(&self) -> i32 {
        self.width
    }

    /// Height in pixels.
    pub(crate) fn height(&self) -> i32 {
        self.height
    }

    /// All pixels, rows from the top.
    pub(crate) fn pixels(&self) -> &[Rgba] {
        &self.pixels
    }

    /// The pixel at a place; clear outside.
    pub(crate) fn get(&self, x: i32, y: i32) -> Rgba {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            self.pixels[(y * self.width + x) as usize]
        } else {
            CLEAR
        }
    }

    /// Sets a pixel; outside nothing happens.
    pub(crate) fn set(&mut self, x: i32, y: i32, color: Rgba) {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            self.pixels[(y * self.width + x) as usize] = color;
        }
    }

    /// Fills a rectangle.
    pub(crate) fn rect(&mut self, x: i32, y: i32, width: i32, height: i32, color: Rgba) {
        for j in y..y + height {
            for i in x..x + width {
                self.set(i, j, color);
            }
        }
    }

    /// Draws another picture over this one; clear pixels leave what is below.
    pub(crate) fn draw(&mut self, other: &Self, x: i32, y: i32) {
        for j in 0..other.height {
            for i in 0..other.width {
                let color = other.get(i, j);
                if color[3] > 0 {
                    self.set(x + i, y + j, color);
                }
            }
        }
    }

    /// A part of this picture.
    pub(crate) fn crop(&self, x: i32, y: i32, width: i32, height: i32) -> Self {
        Self::from_fn(width, height, |i, j| self.get(x + i, y + j))
    }

    /// Each pixel as a square of this many pixels.
    pub(crate) fn scaled(&self, by: i32) -> Self {
        Self::from_fn(self.width * by, self.height * by, |x, y| self.get(x / by, y / by))
    }

    /// How this picture looks under the flip flags of a global tile id.
    pub(crate) fn oriented(&self, gid: u32) -> Self {
        let (mut width, mut height) = (self.width, self.height);
        if gid & FLIP_D != 0 {
            (width, height) = (height, width);
        }
        Self::from_fn(width, height, |x, y| {
            let y = if gid & FLIP_V != 0 { height - 1 - y } else { y };
            let x = if gid & FLIP_H != 0 { width - 1 - x } else { x };
            if gid & FLIP_D != 0 { self.get(y, x) } else { self.get(x, y) }
        })
    }
}
