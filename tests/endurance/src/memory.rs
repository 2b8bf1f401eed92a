//! The memory of a process over time.

use anyhow::{Context, Result, ensure};
use std::fs;
use std::time::{Duration, Instant};

/// The time from one look at the memory to the next.
const EVERY: Duration = Duration::from_secs(1);
/// The growth that counts as none: allocators keep some of what they have given back.
const FLAT: f64 = 0.05;
const FLAT_BYTES: f64 = 2e6;

/// Returns the bytes of memory that a process has, which are not on a disk.
pub(crate) fn resident(process: u32) -> Result<u64> {
    let path = format!("/proc/{process}/status");
    let status = fs::read_to_string(&path).with_context(|| format!("{path} (only Linux has it)"))?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
    Ok(kilobytes.and_then(|text| text.parse::<u64>().ok()).context("a process that has ended")? * 1024)
}

/// The memory of a process, once a second.
#[derive(Debug)]
pub(crate) struct Memory {
    process: u32,
    looked: Option<Instant>,
    samples: Vec<u64>,
}

impl Memory {
    pub(crate) fn of(process: u32) -> Self {
        Self { process, looked: None, samples: Vec::new() }
    }

    /// Looks at the memory, where the last look is a second old.
    pub(crate) fn look(&mut self) -> Result<()> {
        if self.looked.is_none_or(|looked| looked.elapsed() >= EVERY) {
            self.looked = Some(Instant::now());
            self.look_now()?;
        }
        Ok(())
    }

    pub(crate) fn look_now(&mut self) -> Result<()> {
        self.samples.push(resident(self.process)?);
        Ok(())
    }

    /// Returns the least memory in the second tenth of the time, the least in the last, and the greatest.
    ///
    /// What is on the screen takes more or less from moment to moment. What leaks is never given back, so the least tells.
    ///
    /// # Errors
    /// Fails where the last is greater than the second by more than 5 % and 2 MB.
    pub(crate) fn summary(&self) -> Result<String> {
        let least = |tenth: usize| {
            let ends = [tenth, tenth + 1].map(|end| self.samples.len() * end / 10);
            self.samples[ends[0]..ends[1]].iter().min().copied().context("too short a run to tell anything")
        };
        let (early, late) = (least(1)? as f64, least(9)? as f64);
        let greatest = self.samples.iter().max().copied().unwrap_or(0) as f64;
        let text = format!("{:.1} MB, at the end {:.1}, at most {:.1}", early / 1e6, late / 1e6, greatest / 1e6);
        ensure!(late <= early * (1.0 + FLAT) + FLAT_BYTES, "the memory grew: {text}");
        Ok(text)
    }
}
