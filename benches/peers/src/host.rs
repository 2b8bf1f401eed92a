//! The machine and the day of a run, without which numbers say nothing.

use std::fmt;

/// The machine and the day.
#[derive(Debug)]
pub(crate) struct Host {
    processor: String,
    simd: &'static str,
    date: String,
}

impl Host {
    pub(crate) fn new() -> Self {
        Self {
            processor: processor().unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            simd: simd(),
            date: time::OffsetDateTime::now_utc().date().to_string(),
        }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {} ({}), {}", self.date, self.processor, self.simd, std::env::consts::OS)
    }
}

/// The name that Linux gives; other systems do not keep it in a file.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

/// The widest vector instructions that the processor has.
#[cfg(target_arch = "x86_64")]
fn simd() -> &'static str {
    if is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512vl") {
        "AVX-512"
    } else if is_x86_feature_detected!("avx2") {
        "AVX2"
    } else if is_x86_feature_detected!("sse4.2") {
        "SSE4.2"
    } else {
        "SSE2"
    }
}

#[cfg(target_arch = "aarch64")]
fn simd() -> &'static str {
    "NEON"
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
fn simd() -> &'static str {
    "no vector instructions known"
}
