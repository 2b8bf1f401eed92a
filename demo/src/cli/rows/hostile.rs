//! Files that are cut or changed at random: they are refused, or give no more rows than they have bytes for.

use super::read_rays;
use crate::cli::npy::header;
use std::io::Cursor;

/// Twenty rays as an array.
fn array() -> Vec<u8> {
    let mut bytes = header("'<f4'", 20, Some(4));
    bytes.extend((0..80).flat_map(|value| (value as f32).to_le_bytes()));
    bytes
}

/// Reads all rows; returns their number, and the fault.
fn read(bytes: Vec<u8>) -> (usize, Option<String>) {
    let most = 4 * bytes.len() + 64;
    let (values, fault) = read_rays(Cursor::new(bytes));
    assert!(values.len() <= most && values.len() % 4 == 0, "{} values of few bytes", values.len());
    (values.len() / 4, fault)
}

#[test]
fn whole_files_are_read() {
    assert_eq!(read(array()), (20, None));
}

#[test]
fn every_cut_is_refused_after_the_rows_before_it() {
    let file = array();
    let mut before = 0;
    for length in 0..file.len() {
        let (rows, fault) = read(file[..length].to_vec());
        assert!(rows >= before && rows < 20, "{length}: {rows} rows");
        // Without its first bytes a file is no text either.
        assert!(fault.is_some() || length == 0, "{length}: {rows}");
        before = rows;
    }
}

#[test]
fn changed_bytes_never_panic() {
    let mut state = 1u64;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let whole = array();
    let cases = std::env::var("TILERAY_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(20_000);
    let mut refused = 0;
    for _ in 0..cases {
        let mut file = whole.clone();
        for _ in 0..=below(4) {
            let at = below(file.len());
            match below(4) {
                0 => file[at] = below(256) as u8,
                1 => file[at] ^= 1 << below(8),
                // Lengths and offsets that are enormous or negative.
                2 => file[at..].iter_mut().take(8).for_each(|byte| *byte = 0xff),
                _ => drop(file.drain(at..(at + 1 + below(16)).min(file.len()))),
            }
            if file.is_empty() {
                break;
            }
        }
        refused += usize::from(read(file).1.is_some());
    }
    assert!(refused > cases / 8 && refused < cases, "{refused} of {cases} are refused");
}

#[test]
fn announced_lengths_take_no_memory() {
    let mut endless = header("'<f8'", u64::MAX, Some(4));
    endless.extend([0; 100]);
    let (rows, fault) = read(endless);
    assert_eq!(rows, 3);
    assert!(fault.is_some_and(|fault| fault.contains("ends after 3 of 18446744073709551615 rays")));
    let long = [b"\x93NUMPY\x02\x00".to_vec(), u32::MAX.to_le_bytes().to_vec()].concat();
    assert!(read(long).1.is_some_and(|fault| fault.contains("4294967295 bytes, and at most 65536 are read")));
}
