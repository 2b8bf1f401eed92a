//! Sorts whose machine code exists once.
//!
//! The standard library's sorts are compiled anew for each type and each comparison: 0.2 s of an optimized build each. Here
//! a list of indices is sorted, by a comparison behind a pointer, and the elements follow. It takes two to four times as
//! long as `slice::sort_by`, so the lists that queries sort keep the standard library's: they are indices, pairs of
//! indices, and the two pairs of this file that have a fraction or a key.

use std::cmp::Ordering;

/// Sorts a slice by a comparison. Equal elements keep their order.
pub(crate) fn sort_by<T>(items: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let mut order = sorted_indices(items.len(), &|a, b| compare(&items[a], &items[b]));
    // Each cycle of the permutation is followed once.
    for start in 0..order.len() {
        let mut place = start;
        loop {
            let source = std::mem::replace(&mut order[place], place);
            if source == start {
                break;
            }
            items.swap(place, source);
            place = source;
        }
    }
}

/// Sorts a slice by a key. Elements with equal keys keep their order.
pub(crate) fn sort_by_key<T, K: Ord>(items: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(items, |a, b| key(a).cmp(&key(b)));
}

#[expect(clippy::disallowed_methods, reason = "the one copy")]
fn sorted_indices(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut order: Vec<usize> = (0..len).collect();
    order.sort_by(|&a, &b| compare(a, b));
    order
}

/// Sorts floats that are no NaN.
#[expect(clippy::disallowed_methods, reason = "queries wait for it")]
pub(crate) fn sort_floats(floats: &mut [f64]) {
    floats.sort_unstable_by(f64::total_cmp);
}

/// Sorts numbers, such as fractions of a ray, each with the index of its element: by the number, then by the index.
#[expect(clippy::disallowed_methods, reason = "queries wait for it")]
pub(crate) fn sort_fractions(numbers: &mut [(f64, usize)]) {
    numbers.sort_unstable_by(|(a, one), (b, other)| a.total_cmp(b).then(one.cmp(other)));
}

/// Sorts keys, each with the index of its element.
#[expect(clippy::disallowed_methods, reason = "polygons with many corners wait for it")]
pub(crate) fn sort_keys(keys: &mut [(u64, usize)]) {
    keys.sort_unstable();
}

/// Sorts pairs of numbers by the first, then by the second.
#[expect(clippy::disallowed_methods, reason = "saved edits wait for it")]
pub(crate) fn sort_pairs(pairs: &mut [(u32, u32)]) {
    pairs.sort_unstable();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_sorts_like_the_standard_library() {
        let mut random = fastrand::Rng::with_seed(7);
        for len in (0..40).chain([100, 1000]) {
            for most in [1, 3, 1 << 20] {
                let given: Vec<(u32, usize)> = (0..len).map(|index| (random.u32(..most), index)).collect();
                let (mut sorted, mut expected) = (given.clone(), given);
                sort_by_key(&mut sorted, |&(key, _)| key);
                expected.sort_by_key(|&(key, _)| key);
                assert_eq!(sorted, expected);
            }
        }
    }
}
