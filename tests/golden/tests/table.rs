//! The golden table on this machine: with each set of vector instructions that the processor has, on 1 to 16 threads.
//!
//! `.ci/targets` compares other processors and builds.

use golden::{ROWS, Setting};
use tileray::SimdLevel;

#[test]
#[cfg_attr(debug_assertions, ignore = "takes a quarter of a minute without optimization; .ci/run has it")]
fn every_row_has_its_hash() {
    let found = ROWS.iter().map(|row| (row, row.answers(&Setting::default()).hash()));
    let faults: Vec<String> = found
        .filter(|(row, hash)| *hash != row.expected)
        .map(|(row, hash)| format!("{}: {hash:#018x}", row.name))
        .collect();
    assert!(faults.is_empty(), "this machine comes to\n{}", faults.join("\n"));
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
            assert_eq!(row.answers(&setting).hash(), row.expected, "{}, {setting:?}", row.name);
            number += 1;
        }
    }
}
