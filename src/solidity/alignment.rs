/// How the words of one row lie on those of another, where the two are not aligned.
///
/// It is worked out once for all rows of two masks, so that a row costs a shift and a few operations a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alignment {
    /// The first word of the target that the source reaches.
    first: usize,
    /// The words of the source that lie before the target; the last of them may spill into its first word.
    skipped: usize,
    /// The words of the source after those whose place the target has.
    length: usize,
    /// Whether the last of them, or of those skipped, spills into one more word of the target.
    tail: bool,
    /// Every word of the source moves right by so many bits, less than 64.
    bits: u32,
}

impl Alignment {
    /// Rows of `target` and of `source` words, the latter's bit 0 at bit `start` of the former; `None` where they do not meet.
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

    /// The words of the target that the source reaches: from the first to one past the last.
    pub(super) const fn reached(&self) -> [usize; 2] {
        [self.first, self.first + self.length + self.tail as usize]
    }

    /// What a word gives to the one after its own.
    #[inline]
    const fn spilled(&self, word: u64) -> u64 {
        // A shift by 64 is not defined, so by 1 and by what is left: with 0 bits nothing remains.
        word >> 1 >> (63 - self.bits)
    }

    #[inline]
    fn spilled_into_first(&self, source: &[u64]) -> u64 {
        match self.skipped.checked_sub(1) {
            Some(last) => self.spilled(source[last]),
            None => 0,
        }
    }

    /// Calls `each` with every word of the target that is reached and what the source has there.
    #[inline]
    pub(super) fn zip(&self, target: &[u64], source: &[u64], mut each: impl FnMut(u64, u64)) {
        let mut carried = self.spilled_into_first(source);
        let (target, source) = (&target[self.first..], &source[self.skipped..self.skipped + self.length]);
        for (&own, &word) in target.iter().zip(source) {
            each(own, word << self.bits | carried);
            carried = self.spilled(word);
        }
        if self.tail {
            each(target[self.length], carried);
        }
    }

    /// The same with a target that is changed.
    #[inline]
    pub(super) fn zip_mut(&self, target: &mut [u64], source: &[u64], mut each: impl FnMut(&mut u64, u64)) {
        let mut carried = self.spilled_into_first(source);
        let (target, source) = (&mut target[self.first..], &source[self.skipped..self.skipped + self.length]);
        for (own, &word) in target.iter_mut().zip(source) {
            each(own, word << self.bits | carried);
            carried = self.spilled(word);
        }
        if self.tail {
            each(&mut target[self.length], carried);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bit(row: &[u64], index: i64) -> bool {
        (0..row.len() as i64 * 64).contains(&index) && row[(index / 64) as usize] >> (index % 64) & 1 == 1
    }

    #[test]
    fn words_meet_as_bit_by_bit_at_every_start() {
        let words = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb_u64];
        for (target, source) in (0..=3).flat_map(|target| (0..=3).map(move |source| (target, source))) {
            for start in -300..300 {
                let (mut row, source) = (vec![0u64; target], &words[..source]);
                let alignment = Alignment::new(target, source.len(), start);
                if let Some(alignment) = alignment {
                    alignment.zip_mut(&mut row, source, |own, word| *own = word);
                    let [first, end] = alignment.reached();
                    let mut seen = Vec::new();
                    alignment.zip(&row, source, |own, word| seen.push((own, word)));
                    assert_eq!(seen, row[first..end].iter().map(|&word| (word, word)).collect::<Vec<_>>());
                }
                for index in 0..target as i64 * 64 {
                    assert_eq!(
                        bit(&row, index),
                        bit(source, index - start),
                        "{target} words, start {start}, bit {index}"
                    );
                }
            }
        }
    }

    #[test]
    fn far_apart_rows_do_not_meet() {
        for start in [i64::MIN, i64::MIN / 2, -(1 << 33), 1 << 33, i64::MAX] {
            assert!(Alignment::new(5, 5, start).is_none(), "{start}");
        }
    }
}
