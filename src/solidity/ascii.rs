//! Masks as ASCII art, for tests and `Debug`.

use super::map::SolidityMap;
use std::error::Error;
use std::fmt;

/// The error of ASCII art that is not a mask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AsciiError {
    /// A character other than `#` and `.`.
    Character {
        /// The line, from 1; blank lines do not count.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// A line whose length differs from the first line's.
    Ragged {
        /// The line, from 1; blank lines do not count.
        line: usize,
        /// The length of the first line.
        expected: usize,
        /// The length of this line.
        found: usize,
    },
}

impl fmt::Display for AsciiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { line, column, found } => {
                write!(f, "line {line}, column {column}: '{found}' is neither '#' (solid) nor '.' (free); replace it")
            }
            Self::Ragged { line, found, expected } => write!(
                f,
                "line {line} has {found} pixels, but the first line has {expected}; make all lines equally long"
            ),
        }
    }
}

impl Error for AsciiError {}

impl SolidityMap {
    /// The largest side of a mask that `Debug` draws.
    const MAX_DEBUG_SIDE: u32 = 128;

    /// Parses a mask from ASCII art of `#` (solid) and `.` (free), ignoring indentation and blank lines.
    ///
    /// # Errors
    /// [`AsciiError`] names the line and column of another character, or the line whose length differs.
    ///
    /// ```
    /// use tileray::SolidityMap;
    ///
    /// let mask = SolidityMap::from_ascii("  .#.\n  ###\n\n")?;
    /// assert_eq!((mask.width(), mask.height(), mask.count()), (3, 2, 4));
    /// assert_eq!(mask.to_ascii(), ".#.\n###\n");
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    pub fn from_ascii(art: &str) -> Result<Self, AsciiError> {
        let lines: Vec<&str> = art.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
        let width = lines.first().map_or(0, |line| line.chars().count());
        let mut mask = Self::new(width as u32, lines.len() as u32);
        for (y, line) in lines.iter().enumerate() {
            for (x, found) in line.chars().enumerate() {
                if !matches!(found, '#' | '.') {
                    return Err(AsciiError::Character { line: y + 1, column: x + 1, found });
                }
                mask.set(x as i32, y as i32, found == '#');
            }
            let found = line.chars().count();
            if found != width {
                return Err(AsciiError::Ragged { line: y + 1, expected: width, found });
            }
        }
        Ok(mask)
    }

    /// Formats the mask as ASCII art: `#` is solid, `.` is free, and every row ends with a line feed.
    #[must_use]
    pub fn to_ascii(&self) -> String {
        let mut art = String::with_capacity((self.width() as usize + 1) * self.height() as usize);
        for y in 0..self.height() as i32 {
            art.extend((0..self.width() as i32).map(|x| if self.get(x, y) { '#' } else { '.' }));
            art.push('\n');
        }
        art
    }
}

impl fmt::Debug for SolidityMap {
    /// Formats the size and the number of solid pixels, and ASCII art of masks up to 128 pixels a side.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "SolidityMap {}x{}, {} solid", self.width(), self.height(), self.count())?;
        if self.width().max(self.height()) <= Self::MAX_DEBUG_SIDE {
            write!(f, "\n{}", self.to_ascii())?;
        }
        Ok(())
    }
}
