//! Files that are cut or changed at random: they are refused, or give no more rows than they have bytes for.

use super::read_rays;
use crate::cli::arrow::batch::{Batch, Column, ColumnKind, write_batch, write_end, write_schema};
use crate::cli::npy::header;
use crate::output::Output;
use std::io::Cursor;

/// Twenty rays as an array.
fn array() -> Vec<u8> {
    let mut bytes = header("'<f4'", 20, Some(4));
    bytes.extend((0..80).flat_map(|value| (value as f32).to_le_bytes()));
    bytes
}

/// Two batches of ten rays each, and a column that is skipped.
fn stream() -> Vec<u8> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rays.arrows");
    let mut output = Output::open(Some(&path)).expect("a file");
    let column = |name| Column { name, kind: ColumnKind::F32, nullable: true };
    let id = Column { name: "id", kind: ColumnKind::F32List(3), nullable: false };
    let columns = [column("x1"), id, column("y0"), column("x0"), column("y1")];
    write_schema(&mut output, &columns).expect("written");
    for _ in 0..2 {
        let mut batch = Batch::default();
        for column in columns {
            batch.node(10, 0);
            batch.buffer(&[]);
            let is_list = matches!(column.kind, ColumnKind::F32List(_));
            if is_list {
                batch.node(30, 0);
                batch.buffer(&[]);
            }
            let count = if is_list { 30 } else { 10 };
            batch.numbers((0..count).map(|value| (value as f32).to_le_bytes()));
        }
        write_batch(&mut output, 10, &batch).expect("written");
    }
    write_end(&mut output).expect("written");
    output.finish().expect("a file");
    std::fs::read(path).expect("a file")
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
    assert_eq!((read(array()), read(stream())), ((20, None), (20, None)));
}

#[test]
fn every_cut_is_refused_after_the_rows_before_it() {
    for file in [array(), stream()] {
        let mut before = 0;
        for length in 0..file.len() {
            let (rows, fault) = read(file[..length].to_vec());
            // Without its first bytes a file is no text either. A stream may end between two messages.
            assert!(rows >= before && rows <= 20, "{length}: {rows} rows");
            assert!(fault.is_some() || length == 0 || file.len() - length == 8 || (rows % 10 == 0), "{length}: {rows}");
            before = rows;
        }
    }
}

#[test]
fn changed_bytes_never_panic() {
    let mut state = 1u64;
    let mut below = |limit: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % limit
    };
    let files = [array(), stream()];
    let cases = std::env::var("TILERAY_CASES").ok().and_then(|cases| cases.parse().ok()).unwrap_or(20_000);
    let mut refused = 0;
    for case in 0..cases {
        let mut file = files[case % 2].clone();
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
    let long = [[0xff; 4], (u32::MAX - 7).to_le_bytes()].concat();
    assert!(read(long).1.is_some_and(|fault| fault.contains("4294967288 bytes of metadata")));
}

#[test]
fn a_batch_that_announces_a_gigabyte_is_refused() {
    let file = stream();
    // Wherever the length of the first body stands in its message.
    let told = (0..file.len() - 8).step_by(4).any(|at| {
        let mut file = file.clone();
        file[at..at + 8].copy_from_slice(&((1_i64 << 30) + 1).to_le_bytes());
        read(file).1.is_some_and(|fault| fault.contains("has 1073741825 bytes, and at most 1073741824 are read"))
    });
    assert!(told);
}
