use super::SolidityMap;

/// An ASCII picture that is not a mask.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AsciiError {
    /// A character other than `#` and `.`.
    #[error("line {line}, column {column}: '{found}' is neither '#' (solid) nor '.' (free)")]
    Character {
        /// The line, from 1; blank lines do not count.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// The character.
        found: char,
    },
    /// A line of another length than the first.
    #[error("line {line} has {found} pixels, but the first line has {expected}")]
    Ragged {
        /// The line, from 1; blank lines do not count.
        line: usize,
        /// The length of the first line.
        expected: usize,
        /// The length of this line.
        found: usize,
    },
}

impl SolidityMap {
    /// The largest side of a mask whose `Debug` is a picture.
    const LARGEST_DEBUG_PICTURE: u32 = 128;

    /// The mask that a picture of `#` (solid) and `.` (free) shows; indentation and blank lines do not count.
    ///
    /// # Errors
    /// [`AsciiError`] names the line and column of another character, or the line whose length differs.
    pub fn from_ascii(picture: &str) -> Result<Self, AsciiError> {
        let lines: Vec<&str> = picture.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
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

    /// The mask as a picture: `#` is solid, `.` is free, every row ends with a line feed.
    #[must_use]
    pub fn to_ascii(&self) -> String {
        let mut picture = String::with_capacity((self.width() as usize + 1) * self.height() as usize);
        for y in 0..self.height() as i32 {
            picture.extend((0..self.width() as i32).map(|x| if self.get(x, y) { '#' } else { '.' }));
            picture.push('\n');
        }
        picture
    }
}

impl std::fmt::Debug for SolidityMap {
    /// The picture for masks up to 128 pixels a side, else the size and the number of solid pixels.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "SolidityMap {}x{}, {} solid", self.width(), self.height(), self.count())?;
        if self.width().max(self.height()) <= Self::LARGEST_DEBUG_PICTURE {
            write!(f, "\n{}", self.to_ascii())?;
        }
        Ok(())
    }
}
