use super::brick::transposed;
use super::{Orientation, SolidityMap};

impl SolidityMap {
    /// The mask laid another way; a diagonal flip swaps width and height.
    ///
    /// Costs a few operations a word, and with a diagonal flip some hundred for each square of 16×16 pixels that is not
    /// empty.
    ///
    /// # Panics
    /// Where [`try_new`](Self::try_new) is an error for the swapped size, as only masks of more than 2^28 pixels can have it.
    #[must_use]
    pub fn oriented(&self, orientation: Orientation) -> Self {
        let mut laid = if orientation.diagonal { self.flipped_diagonally() } else { self.clone() };
        if orientation.horizontal {
            laid.flip_horizontally();
        }
        if orientation.vertical {
            laid.flip_vertically();
        }
        laid
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
                // What stood at column x and row y stands at column y and row x; past the width there are no rows.
                for (row, bits) in (x..self.width()).zip(transposed(square)) {
                    flipped.row_mut(row)[(y / 64) as usize] |= u64::from(bits) << (y % 64);
                }
            }
        }
        flipped
    }

    /// Mirrors left and right.
    fn flip_horizontally(&mut self) {
        // Turned around, the bits past the width come first.
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
