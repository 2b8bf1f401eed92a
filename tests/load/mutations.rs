//! Random changes to files: cut, flipped, repeated, swapped, and filled with absurd values.

use fastrand::Rng;

/// Numbers at and past the ends of the types that files are read into, and values that are no numbers.
pub(crate) fn absurd() -> Vec<&'static str> {
    " 0 -1 1 3 255 65535 65536 16777216 2147483647 -2147483648 2147483648 4294967295 4294967296 99999999999999999999 nan inf \
    1e38 1e308 -1e308 1e-320 0.5 # x null true [] {}"
        .split(' ')
        .collect()
}

/// Returns a file with one to three changes; `other` is a file of the same kind.
pub(crate) fn mutated(content: &[u8], other: &[u8], rng: &mut Rng) -> Vec<u8> {
    let mut bytes = content.to_vec();
    // Mostly one.
    for _ in 0..rng.usize(1..4).min(rng.usize(1..4)) {
        if bytes.is_empty() {
            break;
        }
        mutate(&mut bytes, other, rng);
    }
    // Else few changes of a PNG get past its checksums.
    if rng.bool() {
        reference::png::seal_chunks(&mut bytes);
    }
    bytes
}

fn mutate(bytes: &mut Vec<u8>, other: &[u8], rng: &mut Rng) {
    let at = rng.usize(..bytes.len());
    let span = |rng: &mut Rng, longest: usize| at..(at + rng.usize(..longest)).min(bytes.len());
    match rng.u32(..12) {
        0 => bytes.truncate(at),
        1 => bytes[at] ^= 1 << rng.u32(..8),
        2 => bytes[at] = b"<>/\"'&=;!-?0129, \n\0\xff{}[]:\\"[rng.usize(..26)],
        3 => {
            let span = span(rng, 9);
            bytes.drain(span).for_each(drop);
        }
        4 => {
            let span = span(rng, 200);
            bytes.drain(span).for_each(drop);
        }
        5 => {
            let piece: Vec<u8> = (0..rng.usize(1..9)).map(|_| rng.u8(..)).collect();
            bytes.splice(at..at, piece).for_each(drop);
        }
        // A piece once more, at another place or many times.
        6 => {
            let piece = bytes[span(rng, 200)].to_vec();
            let to = rng.usize(..bytes.len());
            bytes.splice(to..to, piece).for_each(drop);
        }
        7 => {
            let piece = bytes[span(rng, 60)].repeat(rng.usize(1..40));
            bytes.splice(at..at, piece).for_each(drop);
        }
        8 => swap_tokens(bytes, rng),
        9 | 10 => replace_number(bytes, rng),
        // The start of one file and the end of another.
        _ => {
            bytes.truncate(at);
            bytes.extend_from_slice(&other[rng.usize(..=other.len())..]);
        }
    }
}

/// The ranges of the longest runs of bytes for which `is_part` is true.
fn runs(bytes: &[u8], is_part: impl Fn(u8) -> bool) -> Vec<std::ops::Range<usize>> {
    let mut runs: Vec<std::ops::Range<usize>> = Vec::new();
    for (at, _) in bytes.iter().enumerate().filter(|(_, byte)| is_part(**byte)) {
        match runs.last_mut() {
            Some(last) if last.end == at => last.end = at + 1,
            _ => runs.push(at..at + 1),
        }
    }
    runs
}

fn swap_tokens(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let tokens = runs(bytes, |byte| byte.is_ascii_alphanumeric() || b"_-.#".contains(&byte));
    let [Some(first), Some(second)] = [rng.choice(&tokens), rng.choice(&tokens)] else { return };
    let (first, second) = if first.start < second.start { (first, second) } else { (second, first) };
    if first.end <= second.start {
        let [start, end] = [first, second].map(|token| bytes[token.clone()].to_vec());
        bytes.splice(second.clone(), start).for_each(drop);
        bytes.splice(first.clone(), end).for_each(drop);
    }
}

fn replace_number(bytes: &mut Vec<u8>, rng: &mut Rng) {
    let numbers = runs(bytes, |byte| byte.is_ascii_digit() || b".-".contains(&byte));
    if let Some(number) = rng.choice(&numbers) {
        let absurd = rng.choice(absurd()).unwrap_or_default();
        bytes.splice(number.clone(), absurd.bytes()).for_each(drop);
    }
}
