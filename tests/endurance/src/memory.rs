//! The memory of a process over time.

use anyhow::{Context, Result, ensure};
use std::fs;
use std::time::{Duration, Instant};

/// The time from one look at the memory to the next.
const EVERY: Duration = Duration::from_secs(1);
/// The growth that counts as none: allocators keep some of what they have given back.
const FLAT: f64 = 1.05;
const FLAT_MEGABYTES: f64 = 2.0;

/// Returns the bytes of memory that a process has, which are not on a disk.
fn resident(process: u32) -> Result<u64> {
    let path = format!("/proc/{process}/status");
    let status = fs::read_to_string(&path).with_context(|| format!("{path} (only Linux has it)"))?;
    let kilobytes = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB"));
    Ok(kilobytes.and_then(|text| text.parse::<u64>().ok()).context("a process that has ended")? * 1024)
}

/// The memory of a process, each time that somebody looked.
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

    /// Returns the least memory in each tenth of the time, and the greatest.
    ///
    /// The memory in use rises and falls with the picture on the screen, and caches fill in the first half of the run. A program
    /// never returns memory that leaks, so the least memory shows a leak.
    ///
    /// # Errors
    /// Fails where the least of the last tenth is greater than that of every tenth of the first half, by 5 % and 2 MB.
    pub(crate) fn summary(&self) -> Result<String> {
        ensure!(self.samples.len() >= 10, "too short a run to tell anything");
        let least = |tenth: usize| {
            let ends = [tenth, tenth + 1].map(|end| self.samples.len() * end / 10);
            self.samples[ends[0]..ends[1]].iter().min().copied().unwrap_or(0) as f64 / 1e6
        };
        let tenths: Vec<f64> = (0..10).map(least).collect();
        let greatest = self.samples.iter().max().copied().unwrap_or(0) as f64 / 1e6;
        let text = tenths.iter().map(|megabytes| format!("{megabytes:.1}")).collect::<Vec<_>>().join(" ");
        let text = format!("{text} MB, at most {greatest:.1}");
        let early = tenths[..5].iter().copied().fold(0.0, f64::max);
        ensure!(tenths[9] <= early * FLAT + FLAT_MEGABYTES, "the memory grew: {text}");
        Ok(text)
    }
}
