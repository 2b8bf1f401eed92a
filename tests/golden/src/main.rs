//! Prints the table of hashes that this machine comes to, and whether they are those of the golden table.
//!
//! ```text
//! golden [--simd best|avx512|avx2|scalar] [--threads N] [--only WORDS] [--each]
//! ```
//!
//! Ends with 1 where a hash differs, with 2 where the arguments are wrong or the processor lacks the instructions, and with
//! 0 where all are the same.

use golden::{ROWS, Setting};
use std::process::ExitCode;
use std::time::Instant;
use tileray::SimdLevel;

/// Returns what the arguments ask for: the setting, and words that the names of the rows contain.
fn request(mut arguments: impl Iterator<Item = String>) -> Result<(Setting, String), String> {
    let (mut setting, mut only) = (Setting::default(), String::new());
    while let Some(flag) = arguments.next() {
        if flag == "--each" {
            setting.prints_each = true;
            continue;
        }
        let value = arguments.next().ok_or_else(|| format!("{flag} has no value"))?;
        match flag.as_str() {
            "--simd" => {
                let level = SimdLevel::ALL.into_iter().find(|level| format!("{level:?}").eq_ignore_ascii_case(&value));
                setting.simd = level.ok_or_else(|| format!("'{value}' is no set of instructions"))?;
            }
            "--threads" => {
                let threads = value.parse().ok().filter(|threads| *threads > 0);
                setting.threads = threads.ok_or_else(|| format!("'{value}' is no number of threads"))?;
            }
            "--only" => only = value,
            _ => return Err(format!("there is no '{flag}'; there are --simd, --threads, --only and --each")),
        }
    }
    if !setting.simd.is_available() {
        return Err(format!("this processor has no {:?}, or the program was built without it", setting.simd));
    }
    Ok((setting, only))
}

fn main() -> ExitCode {
    let (setting, only) = match request(std::env::args().skip(1)) {
        Ok(request) => request,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(2);
        }
    };
    let mut differ = 0;
    for row in ROWS.iter().filter(|row| row.name.contains(&only)) {
        let start = Instant::now();
        let answers = row.answers(&setting);
        let verdict = if answers.hash() == row.expected { "same" } else { "DIFFERS" };
        differ += usize::from(answers.hash() != row.expected);
        println!(
            "{:28} {:016x} {verdict:8} {:7} answers, {:5} NaN, {:6.2} s",
            row.name,
            answers.hash(),
            answers.count,
            answers.nans,
            start.elapsed().as_secs_f64()
        );
    }
    println!("{differ} differ");
    ExitCode::from(u8::from(differ > 0))
}
