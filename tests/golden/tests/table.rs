//! The golden table on this machine: with each set of vector instructions that the processor has, on 1 to 16 threads.
//!
//! `.ci/targets` compares other processors and builds.

use golden::{HASHES, ROWS, Setting};
use tileray::SimdLevel;

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a quarter of a minute without optimization; .ci/run has it")]
fn every_row_has_its_hash() {
    let found: Vec<_> = ROWS.iter().map(|row| (row.name, row.answers(&Setting::default()).hash())).collect();
    let lines = found.iter().map(|(name, hash)| format!("    (\"{name}\", {hash:#018x}),\n"));
    assert!(found == HASHES, "this machine comes to\n{}", lines.collect::<String>());
}

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a quarter of a minute without optimization; .ci/run has it")]
fn vector_instructions_and_threads_change_nothing() {
    let levels: Vec<SimdLevel> = SimdLevel::ALL.into_iter().filter(|level| level.is_available()).collect();
    assert!(levels.len() > 1);
    let rows = ROWS.iter().filter(|row| row.depends_on_setting());
    let mut number = 0;
    for row in rows {
        // Each set of instructions with each number of threads, over the rows.
        for simd in levels.iter().copied().skip(1) {
            let threads = [2, 3, 7, 16][number % 4];
            let setting = Setting { simd, threads, ..Setting::default() };
            assert_eq!(Some(row.answers(&setting).hash()), row.expected(), "{}, {setting:?}", row.name);
            number += 1;
        }
    }
}
