//! Sorts whose machine code exists once.
//!
//! The standard library compiles its sorts anew for each type and each comparison, which takes 0.2 s of an optimized build
//! each. [`sort_by`] sorts a list of indices instead, by a comparison behind a pointer, and the elements follow. It takes
//! longer. Where a caller would notice, the standard library sorts: here the lists of five types, elsewhere what an
//! `expect` allows. Clippy refuses all other sorts (`clippy.toml`).

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

/// Sorts numbers.
#[expect(clippy::disallowed_methods, reason = "frames wait for it")]
pub(crate) fn sort_numbers(numbers: &mut [u32]) {
    numbers.sort_unstable();
}

/// Sorts floats.
#[expect(clippy::disallowed_methods, reason = "queries wait for it")]
pub(crate) fn sort_floats(floats: &mut [f64]) {
    floats.sort_unstable_by(f64::total_cmp);
}

/// Sorts floats, such as fractions of a ray, each with the index of its element: by the float, then by the index.
#[expect(clippy::disallowed_methods, reason = "queries wait for it")]
pub(crate) fn sort_indexed_floats(floats: &mut [(f64, usize)]) {
    floats.sort_unstable_by(|(a, one), (b, other)| a.total_cmp(b).then(one.cmp(other)));
}

/// Sorts keys, each with the index of its element: by the key, then by the index.
#[expect(clippy::disallowed_methods, reason = "polygons with many corners wait for it")]
pub(crate) fn sort_indexed_keys(keys: &mut [(u64, usize)]) {
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
