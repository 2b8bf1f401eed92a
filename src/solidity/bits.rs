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

/// Ors the first `length` bits of `source` into `target`, moved right by `start` bits (left where negative).
///
/// Bits that would land before the first or past the last word of `target` are dropped.
pub(crate) fn or_shifted(target: &mut [u64], source: &[u64], start: i64) {
    let (words, shift) = (start.div_euclid(64), start.rem_euclid(64) as u32);
    for (index, &word) in source.iter().enumerate() {
        if word == 0 {
            continue;
        }
        let place = index as i64 + words;
        let mut or_into = |place: i64, bits: u64| {
            if let Some(slot) = usize::try_from(place).ok().and_then(|i| target.get_mut(i)) {
                *slot |= bits;
            }
        };
        or_into(place, word << shift);
        if shift > 0 {
            or_into(place + 1, word >> (64 - shift));
        }
    }
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
        for start in -40..240 {
            let expected = (0..16).fold(0u16, |bits, i| bits | (u16::from(bit(&row, start + i)) << i));
            assert_eq!(extract_u16(&row, start), expected, "start {start}");
        }
    }

    #[test]
    fn or_shifted_equals_bit_by_bit_at_every_start() {
        let source = [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9];
        for start in -150..200 {
            let mut target = [1u64, 0, 1 << 63];
            let before = target;
            or_shifted(&mut target, &source, start);
            for index in 0..192 {
                let expected = bit(&before, index) || bit(&source, index - start);
                assert_eq!(bit(&target, index), expected, "start {start}, bit {index}");
            }
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
