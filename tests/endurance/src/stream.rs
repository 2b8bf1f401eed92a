//! The command line, with rays that do not end.

use crate::memory::Memory;
use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// The rays between two looks at the clock.
const BLOCK: usize = 10_000;

/// Writes rays into `tileray cast --rays -` until the time is over, and reads as many answers.
pub(crate) fn cast(programs: &Path, root: &Path, time: Duration) -> Result<String> {
    let mut command = Command::new(programs.join("tileray"));
    command.arg("cast").arg(root.join("maps/cave.tmx")).args(["--rays", "-"]);
    let program = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut program = program.with_context(|| format!("{command:?}: build it first"))?;
    let (input, output) = (program.stdin.take().context("a pipe")?, program.stdout.take().context("a pipe")?);
    let over = AtomicBool::new(false);
    let start = Instant::now();
    let (written, read, memory) = thread::scope(|scope| -> Result<(u64, u64, Memory)> {
        let writer = scope.spawn(|| write(input, &over));
        let reader = scope.spawn(|| read(output));
        let mut memory = Memory::of(program.id());
        while start.elapsed() < time && !writer.is_finished() {
            memory.look()?;
            thread::sleep(Duration::from_millis(100));
        }
        over.store(true, Ordering::Relaxed);
        let written = writer.join().expect("a writer that does not panic")?;
        Ok((written, reader.join().expect("a reader that does not panic")?, memory))
    })?;
    let status = program.wait()?;
    ensure!(status.success(), "the program ended with {status}");
    // One line for each ray, after the names of the columns.
    ensure!(read == written + 1, "{written} rays and {read} lines");
    Ok(format!("{}; {written} rays, {:.0} a second", memory.summary()?, written as f64 / start.elapsed().as_secs_f64()))
}

fn write(input: impl Write, over: &AtomicBool) -> Result<u64> {
    let (mut input, mut rng, mut written) = (BufWriter::new(input), Rng::with_seed(1), 0);
    while !over.load(Ordering::Relaxed) {
        for _ in 0..BLOCK {
            let [x0, y0, x1, y1] = [(); 4].map(|()| rng.f32() * 1200.0 - 100.0);
            writeln!(input, "{x0:.2},{y0:.2},{x1:.2},{y1:.2}")?;
        }
        written += BLOCK as u64;
    }
    input.flush()?;
    Ok(written)
}

fn read(output: impl std::io::Read) -> Result<u64> {
    let (mut output, mut lines) = (BufReader::with_capacity(1 << 20, output), 0);
    loop {
        let bytes = output.fill_buf()?;
        if bytes.is_empty() {
            return Ok(lines);
        }
        lines += bytes.iter().filter(|byte| **byte == b'\n').count() as u64;
        let length = bytes.len();
        output.consume(length);
    }
}
