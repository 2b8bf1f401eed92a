//! The 8 orientations of a tile, and masks flipped and rotated by them.

use super::brick::transposed;
use super::map::SolidityMap;
use glam::{IVec2, UVec2, ivec2, uvec2};

/// One of the 8 orientations of a tile's image: the diagonal flip first, then the horizontal, then the vertical.
///
/// The diagonal flip swaps x and y, and so width and height. These are the three flags of a tile in Tiled. Its "rotate
/// right" is diagonal and horizontal together.
///
/// ```
/// use tileray::solidity::Orientation;
/// use tileray::SolidityMap;
///
/// let ramp = SolidityMap::from_ascii("#..\n##.\n")?;
/// assert_eq!(ramp.oriented(Orientation::ROTATE_90).to_ascii(), "##\n#.\n..\n");
/// # Ok::<(), tileray::solidity::AsciiError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Orientation {
    /// Swaps x and y, before the other two flips.
    pub diagonal: bool,
    /// Mirrors left and right.
    pub horizontal: bool,
    /// Mirrors top and bottom.
    pub vertical: bool,
}

impl Orientation {
    /// No flip.
    pub const IDENTITY: Self = Self::new(false, false, false);
    /// A quarter turn, clockwise on the screen.
    pub const ROTATE_90: Self = Self::new(true, true, false);
    /// A half turn.
    pub const ROTATE_180: Self = Self::new(false, true, true);
    /// A quarter turn, counter-clockwise on the screen.
    pub const ROTATE_270: Self = Self::new(true, false, true);

    /// All eight orientations, in the order of [`index`](Self::index).
    pub const ALL: [Self; 8] = [
        Self::new(false, false, false),
        Self::new(false, true, false),
        Self::new(false, false, true),
        Self::new(false, true, true),
        Self::new(true, false, false),
        Self::new(true, true, false),
        Self::new(true, false, true),
        Self::new(true, true, true),
    ];

    const fn new(diagonal: bool, horizontal: bool, vertical: bool) -> Self {
        Self { diagonal, horizontal, vertical }
    }

    /// Returns the index in [`ALL`](Self::ALL): horizontal counts 1, vertical 2, diagonal 4.
    #[must_use]
    pub const fn index(self) -> usize {
        self.horizontal as usize | (self.vertical as usize) << 1 | (self.diagonal as usize) << 2
    }

    /// Returns the oriented size of an image of `size`.
    #[must_use]
    pub fn oriented_size(self, size: impl Into<UVec2>) -> UVec2 {
        let size = size.into();
        if self.diagonal { uvec2(size.y, size.x) } else { size }
    }

    /// Returns the pixel of an image of `size` that appears at `pixel` of the oriented image.
    ///
    /// A pixel outside the oriented image gives one outside the image.
    #[must_use]
    pub fn source(self, pixel: impl Into<IVec2>, size: impl Into<UVec2>) -> IVec2 {
        let pixel = pixel.into();
        let oriented = self.oriented_size(size).as_ivec2();
        // The flips are undone from the last to the first.
        let y = if self.vertical { oriented.y - 1 - pixel.y } else { pixel.y };
        let x = if self.horizontal { oriented.x - 1 - pixel.x } else { pixel.x };
        if self.diagonal { ivec2(y, x) } else { ivec2(x, y) }
    }

    /// Returns the orientation that applies this one and then `next`.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        // A diagonal flip turns a horizontal mirror before it into a vertical one after it.
        let (horizontal, vertical) =
            if next.diagonal { (self.vertical, self.horizontal) } else { (self.horizontal, self.vertical) };
        Self::new(self.diagonal != next.diagonal, horizontal != next.horizontal, vertical != next.vertical)
    }

    /// Returns the orientation that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Self {
        if self.diagonal { Self::new(true, self.vertical, self.horizontal) } else { self }
    }
}

impl std::fmt::Debug for Orientation {
    /// Formats the flips by their letters, in the order of application: `Orientation(DH)`. The identity is
    /// `Orientation(-)`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let letters = [(self.diagonal, 'D'), (self.horizontal, 'H'), (self.vertical, 'V')];
        let flips: String = letters.iter().filter(|(set, _)| *set).map(|(_, letter)| letter).collect();
        write!(f, "Orientation({})", if flips.is_empty() { "-" } else { &flips })
    }
}

impl SolidityMap {
    /// Returns the mask flipped and rotated by an orientation; a diagonal flip swaps width and height.
    ///
    /// Costs a few operations a word. A diagonal flip costs some hundred operations for each square of 16×16 pixels
    /// that has solid pixels.
    ///
    /// # Panics
    /// If [`try_new`](Self::try_new) returns an error for the swapped size, which needs more than 2^28 pixels.
    #[must_use]
    pub fn oriented(&self, orientation: Orientation) -> Self {
        let mut oriented = if orientation.diagonal { self.flipped_diagonally() } else { self.clone() };
        if orientation.horizontal {
            oriented.flip_horizontally();
        }
        if orientation.vertical {
            oriented.flip_vertically();
        }
        oriented
    }

    /// Swaps x and y, by squares of 16×16 pixels.
    fn flipped_diagonally(&self) -> Self {
        let mut flipped = Self::new(self.height(), self.width());
        for y in (0..self.height()).step_by(16) {
            for x in (0..self.width()).step_by(16) {
                let square = self.square(x.into(), y.into());
                if square == [0; 16] {
                    continue;
                }
                // The pixel at column x and row y moves to column y and row x. Past the width there are no rows.
                for (row, bits) in (x..self.width()).zip(transposed(square)) {
                    flipped.row_mut(row)[(y / 64) as usize] |= u64::from(bits) << (y % 64);
                }
            }
        }
        flipped
    }

    /// Mirrors left and right.
    fn flip_horizontally(&mut self) {
        // In the reversed row the bits past the width come first.
        let padding = (64 - self.width() % 64) % 64;
        for y in 0..self.height() {
            let row = self.row_mut(y);
            row.reverse();
            row.iter_mut().for_each(|word| *word = word.reverse_bits());
            if padding > 0 {
                let mut carried = 0;
                for word in row.iter_mut().rev() {
                    (*word, carried) = (*word >> padding | carried, *word << (64 - padding));
                }
            }
        }
    }

    /// Mirrors top and bottom.
    fn flip_vertically(&mut self) {
        let words = self.words_per_row();
        if words == 0 {
            return;
        }
        let half = self.height() as usize / 2 * words;
        let (upper, lower) = self.words_mut().split_at_mut(half);
        for (upper, lower) in upper.chunks_exact_mut(words).zip(lower.chunks_exact_mut(words).rev()) {
            upper.swap_with_slice(lower);
        }
    }
}
