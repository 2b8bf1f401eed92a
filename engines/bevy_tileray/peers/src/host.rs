//! The machine and the day of a run, without which times say nothing.

use std::fmt;

/// The machine and the day.
#[derive(Debug)]
pub struct Host {
    date: String,
    processor: String,
    threads: usize,
    /// How many threads of all programs were running or ready, over the last minute.
    load: String,
}

impl Host {
    pub fn new() -> Self {
        Self {
            date: time::OffsetDateTime::now_utc().date().to_string(),
            processor: processor().unwrap_or_else(|| std::env::consts::ARCH.to_owned()),
            threads: rayon::current_num_threads(),
            load: load().unwrap_or_else(|| "unknown".to_owned()),
        }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { date, processor, threads, load } = self;
        write!(f, "{date}, {processor}, {threads} threads, {}; load {load} at the end", std::env::consts::OS)
    }
}

/// Returns the name that Linux gives, as `lscpu` does; other systems do not keep it in a file.
fn processor() -> Option<String> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.trim().to_owned())
}

fn load() -> Option<String> {
    Some(std::fs::read_to_string("/proc/loadavg").ok()?.split_whitespace().next()?.to_owned())
}
