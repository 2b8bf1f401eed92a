//! The fuzzer of all targets: `FUZZ_TARGET` names the one that takes the bytes.
#![no_main]

use std::sync::LazyLock;

static TARGET: LazyLock<String> = LazyLock::new(|| std::env::var("FUZZ_TARGET").expect("FUZZ_TARGET names a target"));

libfuzzer_sys::fuzz_target!(|data: &[u8]| fuzz_targets::run(&TARGET, data));
