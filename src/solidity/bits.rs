//! Runs of bits inside rows of 64-bit words; bit 0 of word 0 is the leftmost pixel.

/// The 16 bits of `row` that begin at bit `start`; bits before the first or past the last word are 0.
#[inline]
pub(crate) fn extract_u16(row: &[u64], start: i64) -> u16 {
    let word_at = |index: i64| usize::try_from(index).ok().and_then(|i| row.get(i)).copied().unwrap_or(0);
    let (word, shift) = (start.div_euclid(64), start.rem_euclid(64) as u32);
    let low = word_at(word) >> shift;
    // A shift by 64 is not defined, so an aligned run takes nothing from the next word.
    let high = if shift > 48 { word_at(word + 1) << (64 - shift) } else { 0 };
    (low | high) as u16
}

/// The 64 bits of `row` that begin at bit `start`; bits before the first or past the last word are 0.
#[inline]
pub(crate) fn extract_u64(row: &[u64], start: i64) -> u64 {
    let word_at = |index: i64| usize::try_from(index).ok().and_then(|i| row.get(i)).copied().unwrap_or(0);
    let (word, shift) = (start.div_euclid(64), start.rem_euclid(64) as u32);
    let high = if shift > 0 { word_at(word + 1) << (64 - shift) } else { 0 };
    word_at(word) >> shift | high
}

/// The first set bit of `row` at or after bit `from`.
#[inline]
pub(crate) fn next_set(row: &[u64], from: u32) -> Option<u32> {
    next_after(row, from, 0)
}

/// The first clear bit of `row` at or after bit `from`; one past its last bit where there is none.
#[inline]
pub(crate) fn next_clear(row: &[u64], from: u32) -> u32 {
    next_after(row, from, u64::MAX).unwrap_or(row.len() as u32 * 64)
}

/// The first bit at or after `from` that is set once the words are flipped by `flip`.
#[inline]
fn next_after(row: &[u64], from: u32, flip: u64) -> Option<u32> {
    let start = (from / 64) as usize;
    let mut rest = row.get(start..)?.iter().enumerate();
    let (_, &first) = rest.next()?;
    let first = (first ^ flip) & u64::MAX << (from % 64);
    if first != 0 {
        return Some(start as u32 * 64 + first.trailing_zeros());
    }
    let (place, word) = rest.map(|(place, &word)| (place, word ^ flip)).find(|&(_, word)| word != 0)?;
    Some((start + place) as u32 * 64 + word.trailing_zeros())
}

/// The last set bit of `row` before bit `end`.
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
    let place = row[..whole].iter().rposition(|&word| word != 0)?;
    Some(place as u32 * 64 + 63 - row[place].leading_zeros())
}

/// Sets or clears the bits from `start` up to, and without, `end`, which lie within the row.
pub(crate) fn fill_range(row: &mut [u64], start: u32, end: u32, set: bool) {
    for (place, bits) in words_of(start, end) {
        let word = &mut row[place];
        *word = if set { *word | bits } else { *word & !bits };
    }
}

/// The number of bits set from `start` up to, and without, `end`, both within the row.
pub(crate) fn count_range(row: &[u64], start: u32, end: u32) -> u32 {
    words_of(start, end).map(|(place, bits)| (row[place] & bits).count_ones()).sum()
}

/// The words that the bits from `start` up to `end` lie in, each with those of its bits.
#[inline]
fn words_of(start: u32, end: u32) -> impl Iterator<Item = (usize, u64)> {
    let first = (start / 64) as usize;
    let past = if start < end { (end as usize).div_ceil(64) } else { first };
    (first..past).map(move |place| {
        let from_start = if place == first { u64::MAX << (start % 64) } else { u64::MAX };
        let to_end = if place + 1 == past { u64::MAX >> (63 - (end - 1) % 64) } else { u64::MAX };
        (place, from_start & to_end)
    })
}

/// The bits of a word from `start` up to, and without, `end`; either may lie outside of it.
#[inline]
pub(crate) fn bits_between(start: i64, end: i64) -> u64 {
    let below = |end: i64| if end >= 64 { u64::MAX } else { (1 << end.max(0)) - 1 };
    below(end) & !below(start)
}

/// Makes each bit the parity of itself and all before it: what lies between the first set bit and the second is filled, and so
/// on.
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

#[cfg(test)]
mod tests {
    use super::*;

    fn bit(row: &[u64], index: i64) -> bool {
        (0..row.len() as i64 * 64).contains(&index) && row[(index / 64) as usize] >> (index % 64) & 1 == 1
    }

    #[test]
    fn extract_equals_bit_by_bit_at_every_start() {
        let row = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];
        for start in -90..240 {
            let expected = (0..16).fold(0u16, |bits, i| bits | (u16::from(bit(&row, start + i)) << i));
            assert_eq!(extract_u16(&row, start), expected, "start {start}");
            let expected = (0..64).fold(0, |bits, i| bits | (u64::from(bit(&row, start + i)) << i));
            assert_eq!(extract_u64(&row, start), expected, "start {start}");
        }
    }

    #[test]
    fn searches_equal_bit_by_bit_from_everywhere() {
        for row in [[0, 0, 0], [u64::MAX; 3], [1 << 63, 0, 1], [0, 1 << 17 | 1 << 40, 0], [u64::MAX, 7, u64::MAX << 9]]
        {
            for from in 0..=192 {
                assert_eq!(next_set(&row, from), (from..192).find(|&i| bit(&row, i.into())), "{row:x?} from {from}");
                assert_eq!(next_clear(&row, from), (from..192).find(|&i| !bit(&row, i.into())).unwrap_or(192));
                assert_eq!(last_set(&row, from), (0..from).rev().find(|&i| bit(&row, i.into())), "{row:x?} to {from}");
            }
        }
    }

    #[test]
    fn ranges_are_filled_bit_by_bit() {
        let before = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb];
        for (start, end) in (0..=192).flat_map(|start| (0..=192).map(move |end| (start, end))) {
            for set in [false, true] {
                let mut row = before;
                fill_range(&mut row, start, end, set);
                for i in 0..192 {
                    let expected = if (start..end).contains(&i) { set } else { bit(&before, i.into()) };
                    assert_eq!(bit(&row, i.into()), expected, "{start}..{end}, bit {i}");
                }
            }
        }
    }

    #[test]
    fn bits_between_are_those_between() {
        for (start, end) in (-70..140).flat_map(|start| (-70..140).map(move |end| (start, end))) {
            let expected = (0..64).filter(|bit| (start..end).contains(bit)).fold(0, |bits, bit| bits | 1 << bit);
            assert_eq!(bits_between(start, end), expected, "{start}..{end}");
        }
    }

    #[test]
    fn fill_between_is_the_parity_bit_by_bit() {
        let row = [0x9e37_79b9_7f4a_7c15, 1 << 63, 0, 0xbf58_476d_1ce4_e5b9];
        let mut filled = row;
        fill_between(&mut filled);
        for index in 0..256 {
            let parity = (0..=index).filter(|&i| bit(&row, i)).count() % 2 == 1;
            assert_eq!(bit(&filled, index), parity, "bit {index}");
        }
    }
}
