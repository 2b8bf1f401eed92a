//! RangeLibc, in a process of its own that `benches/range_libc` compiles.
//!
//! The program reads the map, and the headings of all works from a file, and builds its methods. Then it takes a line a
//! turn, `METHOD FIRST COUNT REPEATS`, and answers with the nanoseconds of processor time. A line with `write FILE` makes
//! it write the ranges of the last turn.

use super::casters::{RangeCaster, Rule};
use super::truth::{MAX_RANGE, Work};
use anyhow::{Context, Result, ensure};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::rc::Rc;
use std::time::Duration;

/// A running program.
struct Program {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    folder: PathBuf,
}

/// Starts the program, and returns its methods.
pub(super) fn start(program: &Path, map: &Path, solid: u64, works: &[Work]) -> Result<Vec<RangeCaster<'static>>> {
    let folder = std::env::temp_dir().join(format!("range_libc-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let (queries, mut firsts, mut bytes) = (folder.join("headings"), Vec::new(), Vec::new());
    for work in works {
        firsts.push((work.angles.len(), bytes.len() / size_of::<[f32; 3]>()));
        bytes.extend(work.headings.as_flattened().iter().flat_map(|value| value.to_le_bytes()));
    }
    std::fs::write(&queries, bytes)?;
    let mut command = Command::new(program);
    command.arg(map).arg(MAX_RANGE.to_string()).arg(&queries).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().with_context(|| format!("program {}", program.display()))?;
    let input = child.stdin.take().context("no standard input")?;
    let output = BufReader::new(child.stdout.take().context("no standard output")?);
    let mut program = Program { child, input, output, folder };
    let theirs: u64 = program.line()?.parse()?;
    ensure!(theirs == solid, "RangeLibc has {theirs} solid pixels, Tileray {solid}");
    let mut built = Vec::new();
    loop {
        let line = program.line()?;
        let mut words = line.split_whitespace();
        let mut word = || words.next().with_context(|| format!("RangeLibc wrote {line:?}"));
        match word()? {
            "ready" => break,
            method => built.push((method.to_owned(), word()?.parse::<f64>()?, word()?.parse::<usize>()?)),
        }
    }
    let program = Rc::new(RefCell::new(program));
    let methods = built.into_iter().map(|(method, build_ms, bytes)| {
        let (program, firsts) = (Rc::clone(&program), firsts.clone());
        let name = format!("RangeLibc {method}").leak();
        let cast = move |work: &Work, repeats, ranges: &mut [f32]| {
            let first = firsts.iter().find(|(beams, _)| *beams == work.angles.len()).context("an unknown work")?.1;
            program.borrow_mut().cast(&format!("{method} {first} {} {repeats}", ranges.len()), ranges)
        };
        RangeCaster { name, rule: Rule::Approximate, build_ms, bytes, cast: Box::new(cast) }
    });
    Ok(methods.collect())
}

impl Program {
    fn line(&mut self) -> Result<String> {
        let mut line = String::new();
        ensure!(self.output.read_line(&mut line)? > 0, "RangeLibc's program has ended");
        Ok(line.trim().to_owned())
    }

    fn ask(&mut self, question: &str) -> Result<String> {
        writeln!(self.input, "{question}")?;
        self.input.flush()?;
        self.line()
    }

    /// Takes a turn, and reads its ranges.
    fn cast(&mut self, turn: &str, ranges: &mut [f32]) -> Result<Duration> {
        let time = self.ask(turn)?.parse()?;
        let file = self.folder.join("ranges");
        self.ask(&format!("write {}", file.display()))?;
        let bytes = std::fs::read(file)?;
        let found = bytes.chunks_exact(4).map(|bytes| f32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]));
        ranges.iter_mut().zip(found).for_each(|(range, found)| *range = found);
        Ok(Duration::from_nanos(time))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        _ = writeln!(self.input, "end");
        _ = self.child.wait();
        _ = std::fs::remove_dir_all(&self.folder);
    }
}
