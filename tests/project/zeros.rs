//! No answer rests on the sign of a zero that the compiler may choose.
//!
//! `clippy.toml` has the maxima, minima and clamps that are refused. Clippy knows the types, so those of whole numbers pass. What
//! it cannot tell is here.

use super::architecture::sources;
use std::fs;
use std::path::Path;

/// What may not be written, and what to write instead.
const REFUSED: [(&[&str], &str); 2] = [
    // The compiler drops a sum with 0 where it holds that the number is never -0.
    (&["+ 0.0", "+ -0.0", "0.0 +", "+ Vec2::ZERO", "+ DVec2::ZERO", "+ Vec3::ZERO", "+ DVec3::ZERO"], "positive_zero"),
    // Clippy's list has the methods of vectors; the same functions of an instruction set have a name for each type.
    (&["max_f32x", "min_f32x", "max_f64x", "min_f64x", "max_precise_f", "min_precise_f", "clamp_f"], "max"),
];

/// Returns whether a line of code has a text that does not go on as a longer number: `+ 0.0` is not in `+ 0.05`.
fn has(code: &str, text: &str) -> bool {
    code.match_indices(text).any(|(at, _)| {
        let is_number = |letter: char| letter.is_ascii_digit() || letter == '.' || letter == '_';
        let is_longer = text.ends_with('0') && code[at + text.len()..].starts_with(is_number);
        let is_within = text.starts_with('0') && code[..at].ends_with(is_number);
        !is_longer && !is_within
    })
}

#[test]
fn no_sum_clears_the_sign_of_a_zero() {
    for file in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let text = fs::read_to_string(&file).expect("a source file");
        for (index, line) in text.lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            for (texts, instead) in REFUSED {
                let found = texts.iter().find(|text| has(code, text));
                assert_eq!(found, None, "{}:{}: write `{instead}` instead", file.display(), index + 1);
            }
        }
    }
}

#[test]
fn longer_numbers_are_no_zeros() {
    assert!(has("(x + 0.0)", "+ 0.0") && has("0.0 + x", "0.0 +"));
    assert!(!has("x + 0.05", "+ 0.0") && !has("1000.0 + x", "0.0 +"));
}
