//! Rows of 64-bit words: searches, ranges, and pairs of rows that are not aligned. Bit 0 of word 0 is the leftmost
//! pixel.

/// Returns the bits of `row` from bit `start` on; bits outside the row are 0. Only the lowest `COUNT` bits are right, as the
/// next word is not read for more.
#[inline]
pub(crate) fn extract<const COUNT: u32>(row: &[u64], start: i64) -> u64 {
    let word_at = |index: i64| usize::try_from(index).ok().and_then(|i| row.get(i)).copied().unwrap_or(0);
    let (word, shift) = (start.div_euclid(64), start.rem_euclid(64) as u32);
    // A shift by 64 is not defined, so an aligned run takes nothing from the next word.
    let high = if shift > 64 - COUNT { word_at(word + 1) << (64 - shift) } else { 0 };
    word_at(word) >> shift | high
}

/// Returns the first set bit of `row` at or after bit `from`.
#[inline]
pub(crate) fn next_set(row: &[u64], from: u32) -> Option<u32> {
    next_after(row, from, 0)
}

/// Returns the first clear bit of `row` at or after bit `from`, or one past its last bit if there is none.
#[inline]
pub(crate) fn next_clear(row: &[u64], from: u32) -> u32 {
    next_after(row, from, u64::MAX).unwrap_or(row.len() as u32 * 64)
}

/// Returns the first bit at or after `from` that is set in the words xor `flip`.
#[inline]
fn next_after(row: &[u64], from: u32, flip: u64) -> Option<u32> {
    let start = (from / 64) as usize;
    let mut rest = row.get(start..)?.iter().enumerate();
    let (_, &first) = rest.next()?;
    let first = (first ^ flip) & u64::MAX << (from % 64);
    if first != 0 {
        return Some(start as u32 * 64 + first.trailing_zeros());
    }
    let (index, word) = rest.map(|(index, &word)| (index, word ^ flip)).find(|&(_, word)| word != 0)?;
    Some((start + index) as u32 * 64 + word.trailing_zeros())
}

/// Returns the last set bit of `row` before bit `end`.
#[inline]
pub(crate) fn last_set(row: &[u64], end: u32) -> Option<u32> {
    let end = end.min(row.len() as u32 * 64);
    let whole = (end / 64) as usize;
    let part = end % 64;
    if part > 0 {
        let word = row[whole] & ((1 << part) - 1);
        if word != 0 {
            return Some(whole as u32 * 64 + 63 - word.leading_zeros());
        }
    }
    let index = row[..whole].iter().rposition(|&word| word != 0)?;
    Some(index as u32 * 64 + 63 - row[index].leading_zeros())
}

/// Sets or clears the bits `start..end`, which lie within the row.
pub(crate) fn fill_range(row: &mut [u64], start: u32, end: u32, set: bool) {
    for (index, bits) in words_of(start, end) {
        let word = &mut row[index];
        *word = if set { *word | bits } else { *word & !bits };
    }
}

/// Counts the set bits in `start..end`, which lies within the row.
pub(crate) fn count_range(row: &[u64], start: u32, end: u32) -> u32 {
    words_of(start, end).map(|(index, bits)| (row[index] & bits).count_ones()).sum()
}

/// Iterates over the words that hold the bits `start..end`: the index of each word, and a mask of those bits.
#[inline]
fn words_of(start: u32, end: u32) -> impl Iterator<Item = (usize, u64)> {
    let first = (start / 64) as usize;
    let past = if start < end { (end as usize).div_ceil(64) } else { first };
    (first..past).map(move |index| {
        let from_start = if index == first { u64::MAX << (start % 64) } else { u64::MAX };
        let to_end = if index + 1 == past { u64::MAX >> (63 - (end - 1) % 64) } else { u64::MAX };
        (index, from_start & to_end)
    })
}

/// Returns the bits `start..end` of a word; either bound may lie outside the word.
#[inline]
pub(crate) fn bits_between(start: i64, end: i64) -> u64 {
    let below = |end: i64| if end >= 64 { u64::MAX } else { (1 << end.max(0)) - 1 };
    below(end) & !below(start)
}

/// Replaces each bit by the parity of itself and all bits before it. This fills from the first set bit to before the
/// second, from the third to before the fourth, and so on.
pub(crate) fn fill_between(row: &mut [u64]) {
    let mut before = 0;
    for word in row {
        for shift in [1, 2, 4, 8, 16, 32] {
            *word ^= *word << shift;
        }
        *word ^= before;
        // All ones where the parity of the words so far is odd.
        before = 0_u64.wrapping_sub(*word >> 63);
    }
}

/// The alignment of a source row's words to the words of a target row, at any offset in bits.
///
/// It is computed once for all rows of two masks. A row then costs a shift and a few operations a word:
///
/// ```text
/// source         | word 0          | word 1          |
///                 \ << bits \ carry \ << bits \ carry \ tail
/// target   | first           | first + 1       | first + 2       |
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct RowAlignment {
    /// The first word of the target that the source overlaps.
    first: usize,
    /// The number of source words before the target. The last of them may carry into the target's first word.
    skipped: usize,
    /// The number of source words after the skipped ones that begin within the target.
    length: usize,
    /// Whether the last source word carries into one more word of the target.
    tail: bool,
    /// The shift of every source word to the right, in pixels: less than 64.
    bits: u32,
}

impl RowAlignment {
    /// Aligns a row of `source` words, its bit 0 at bit `start`, to a row of `target` words; `None` if they
    /// do not overlap.
    pub(super) fn new(target: usize, source: usize, start: i64) -> Option<Self> {
        let (words, bits) = (start.div_euclid(64), start.rem_euclid(64) as u32);
        let (target, source) = (target as i64, source as i64);
        let (first, skipped) = (words.max(0), words.min(0).saturating_neg());
        if source == 0 || first >= target || skipped > source {
            return None;
        }
        let length = (source - skipped).min(target - first);
        let tail = bits > 0 && first + length < target;
        (length > 0 || tail).then_some(Self {
            first: first as usize,
            skipped: skipped as usize,
            length: length as usize,
            tail,
            bits,
        })
    }

    /// Returns the first target word that the source overlaps, and one past the last.
    pub(super) const fn word_range(&self) -> [usize; 2] {
        [self.first, self.first + self.length + self.tail as usize]
    }

    /// Returns the bits that a source word carries into the target word after its own.
    #[inline]
    const fn carry_of(&self, word: u64) -> u64 {
        // A shift by 64 is not defined, so shift by 1 and by the rest: with 0 bits nothing remains.
        word >> 1 >> (63 - self.bits)
    }

    #[inline]
    fn first_carry(&self, source: &[u64]) -> u64 {
        match self.skipped.checked_sub(1) {
            Some(last) => self.carry_of(source[last]),
            None => 0,
        }
    }

    /// Calls `each` with every overlapped target word and the source bits that lie on it.
    #[inline]
    pub(super) fn zip(&self, target: &[u64], source: &[u64], mut each: impl FnMut(u64, u64)) {
        let mut carried = self.first_carry(source);
        let (target, source) = (&target[self.first..], &source[self.skipped..self.skipped + self.length]);
        for (&own, &word) in target.iter().zip(source) {
            each(own, word << self.bits | carried);
            carried = self.carry_of(word);
        }
        if self.tail {
            each(target[self.length], carried);
        }
    }

    /// Calls `each` like [`zip`](Self::zip), with a mutable target.
    #[inline]
    pub(super) fn zip_mut(&self, target: &mut [u64], source: &[u64], mut each: impl FnMut(&mut u64, u64)) {
        let mut carried = self.first_carry(source);
        let (target, source) = (&mut target[self.first..], &source[self.skipped..self.skipped + self.length]);
        for (own, &word) in target.iter_mut().zip(source) {
            each(own, word << self.bits | carried);
            carried = self.carry_of(word);
        }
        if self.tail {
            each(&mut target[self.length], carried);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_between_are_those_between() {
        for (start, end) in (-70..140).flat_map(|start| (-70..140).map(move |end| (start, end))) {
            let expected = (0..64).filter(|bit| (start..end).contains(bit)).fold(0, |bits, bit| bits | 1 << bit);
            assert_eq!(bits_between(start, end), expected, "{start}..{end}");
        }
    }
}
