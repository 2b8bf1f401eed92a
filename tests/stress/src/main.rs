//! Compares the library's answers with plain references, and with those in mirrored scenes, in as many random cases as it is
//! told to.
//!
//! ```text
//! stress [bresenham|exact|contacts|bodies|crates|edits|mirrors|all] [--seed N] [--from N] [--count N] [--threads N]
//! ```
//!
//! Cases come in chunks of 10,000, each from a seed of its own. So a run can be cut and taken up again by `--from`, and the
//! number of threads changes no case. A wrong answer ends the run, and names the chunk that repeats it.

mod bodies;
mod mirrors;
mod rays;

use clap::{Parser, ValueEnum};
use fastrand::Rng;
use rayon::prelude::*;
use std::time::Instant;

/// Compares the library's answers with plain references, until one is wrong or all cases are done.
#[derive(Debug, Parser)]
struct Args {
    /// What to compare; all if it is left out.
    #[arg(value_enum, default_value = "all")]
    what: What,
    /// The seed of all cases.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The cases that a former run has done, in whole chunks of 10,000.
    #[arg(long, default_value_t = 0)]
    from: u64,
    /// The cases to do; the usual number of each if it is left out.
    #[arg(long)]
    count: Option<u64>,
    /// The threads; as many as there are processors if it is left out.
    #[arg(long, default_value_t = 0)]
    threads: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum What {
    All,
    Bresenham,
    Exact,
    Contacts,
    Bodies,
    Crates,
    Edits,
    Mirrors,
}

/// A comparison: the name of its cases, how many are usual, and what does some of them.
struct Work {
    what: What,
    noun: &'static str,
    usual: u64,
    run: fn(&mut Rng, u64) -> Tally,
}

const WORKS: [Work; 7] = [
    Work { what: What::Bresenham, noun: "Bresenham rays", usual: 1_000_000_000, run: rays::bresenham },
    Work { what: What::Exact, noun: "exact rays", usual: 1_000_000_000, run: rays::exact },
    Work { what: What::Contacts, noun: "contacts", usual: 100_000_000, run: bodies::contacts },
    Work { what: What::Bodies, noun: "body steps", usual: 10_000_000, run: bodies::bodies },
    Work { what: What::Crates, noun: "steps of crates", usual: 10_000_000, run: bodies::crates },
    Work { what: What::Edits, noun: "edits", usual: 1_000_000, run: rays::edits },
    Work { what: What::Mirrors, noun: "questions in eight images", usual: 10_000_000, run: mirrors::mirrors },
];

/// The cases that share a seed.
const CHUNK: u64 = 10_000;
/// The cases after which a line is printed.
const LINE: u64 = 1_000_000;

/// How often the cases of a chunk met something that is worth telling, so that it is seen that they are no empty cases.
type Tally = Vec<(&'static str, u64)>;

fn sum(mut total: Tally, other: Tally) -> Tally {
    for (name, count) in other {
        match total.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += count,
            None => total.push((name, count)),
        }
    }
    total
}

/// Tells where a chunk was wrong, if it panics before this is dropped.
struct Place<'a> {
    args: &'a Args,
    work: &'a Work,
    chunk: u64,
}

impl Drop for Place<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let name = self.work.what.to_possible_value().expect("no name is hidden");
            let (name, seed, from) = (name.get_name(), self.args.seed, self.chunk * CHUNK);
            eprintln!(
                "this chunk alone: cargo run --release -p stress -- {name} --seed {seed} --from {from} --count {CHUNK}"
            );
        }
    }
}

fn chunk(args: &Args, work: &Work, chunk: u64) -> Tally {
    let _place = Place { args, work, chunk };
    // The fractional part of the golden ratio tells the seeds of all chunks apart.
    let seed = (args.seed << 8 | work.what as u64).wrapping_add(chunk.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    (work.run)(&mut Rng::with_seed(seed), CHUNK)
}

fn run(args: &Args, work: &Work) {
    let count = args.count.unwrap_or(work.usual.saturating_sub(args.from));
    let (first, end) = (args.from / CHUNK, (args.from + count).div_ceil(CHUNK));
    let (start, mut done, mut total) = (Instant::now(), first, Tally::new());
    while done < end {
        // Up to the next whole million.
        let next = end.min((done / (LINE / CHUNK) + 1) * (LINE / CHUNK));
        let tallies = (done..next).into_par_iter().map(|number| chunk(args, work, number));
        total = sum(total, tallies.reduce(Tally::new, sum));
        done = next;
        let rate = ((done - first) * CHUNK) as f64 / start.elapsed().as_secs_f64();
        let met: Vec<_> = total.iter().map(|(name, count)| format!("{count} {name}")).collect();
        println!("{} of {} {}, {rate:.0} a second: {}", done * CHUNK, end * CHUNK, work.noun, met.join(", "));
    }
    println!("{} {} from {}, seed {}: all right", (done - first) * CHUNK, work.noun, args.from, args.seed);
}

fn main() {
    let args = Args::parse();
    if args.from % CHUNK != 0 {
        eprintln!("--from {}: cases come in chunks, give a multiple of {CHUNK}", args.from);
        std::process::exit(2);
    }
    rayon::ThreadPoolBuilder::new().num_threads(args.threads).build_global().expect("the first pool");
    WORKS.iter().filter(|work| [work.what, What::All].contains(&args.what)).for_each(|work| run(&args, work));
}
