//! What follows from the figures of a benchmark, in two sentences.

use crate::cli::bench::calls::CallSpeed;
use crate::cli::bench::sizes::SizeTimes;
use crate::number::grouped;

/// The least gain that is worth a change; smaller ones are within the noise of a machine that does other work too.
const WORTHWHILE: f64 = 1.1;

/// Says whether to cast in batches or one by one, and from which number of rays on more threads save time.
pub(super) fn conclusion(ways: &[CallSpeed], traversal: &str, sizes: &[SizeTimes], threads: usize) -> String {
    let ns = |call| {
        let way = ways.iter().find(|way| way.call == call && way.traversal == traversal && way.simd == "best");
        way.map_or(f64::NAN, |way| way.times.ns_per_ray)
    };
    format!("{} {}", of_calls(ns("single"), ns("batch")), of_threads(sizes, threads))
}

fn of_calls(single: f64, batch: f64) -> String {
    let figures = format!("{batch:.1} ns a ray in a batch, {single:.1} ns alone");
    if single >= batch * WORTHWHILE {
        format!("Cast rays in batches: they are {:.1} times faster than single casts ({figures}).", single / batch)
    } else if batch >= single * WORTHWHILE {
        format!("Cast rays one by one: they are {:.1} times faster than batches ({figures}).", batch / single)
    } else {
        format!("Batches and single casts are equally fast ({figures}).")
    }
}

fn of_threads(sizes: &[SizeTimes], threads: usize) -> String {
    let Some(largest) = sizes.last().filter(|_| threads > 1) else {
        return match threads {
            1 => "One thread was measured; give --threads N to compare it with more.".into(),
            _ => "The rays are too few to compare threads; give more --rays.".into(),
        };
    };
    let worthwhile = sizes.iter().rev().take_while(|size| size.gain() >= WORTHWHILE).last();
    let (gain, rays) = (largest.gain(), grouped(largest.rays));
    match worthwhile {
        Some(first) => format!(
            "{threads} threads save time from {} rays in a batch on; with {rays} they are {gain:.1} times faster than one.",
            grouped(first.rays)
        ),
        None => format!(
            "{threads} threads save no time: with {rays} rays in a batch they are {gain:.1} times as fast as one."
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(times: &[(u64, f64, f64)]) -> Vec<SizeTimes> {
        times.iter().map(|&(rays, ns_alone, ns_together)| SizeTimes { rays, ns_alone, ns_together }).collect()
    }

    #[test]
    fn the_faster_call_is_named() {
        let batches = "Cast rays in batches: they are 1.8 times faster than single casts (50.0 ns a ray in a batch, 90.0 ns alone).";
        assert_eq!(of_calls(90.0, 50.0), batches);
        assert!(of_calls(50.0, 90.0).starts_with("Cast rays one by one: they are 1.8 times faster"));
        assert!(of_calls(50.0, 54.0).starts_with("Batches and single casts are equally fast (54.0"));
    }

    #[test]
    fn threads_pay_from_the_least_size_after_which_they_always_do() {
        let times = sizes(&[(64, 60.0, 20.0), (256, 50.0, 50.0), (1024, 50.0, 40.0), (4096, 50.0, 20.0)]);
        let expected =
            "4 threads save time from 1,024 rays in a batch on; with 4,096 they are 2.5 times faster than one.";
        assert_eq!(of_threads(&times, 4), expected);
        let slower = of_threads(&sizes(&[(64, 50.0, 50.0), (256, 50.0, 51.0)]), 2);
        assert_eq!(slower, "2 threads save no time: with 256 rays in a batch they are 1.0 times as fast as one.");
        assert!(of_threads(&times, 1).starts_with("One thread was measured; give --threads N"));
        assert!(of_threads(&[], 2).contains("give more --rays"));
    }
}
