//! Times that say something on a busy machine too.

use std::time::{Duration, Instant};

/// The shortest time of each piece of work, once they are as they should be; else of five runs of all of them in turn.
pub(crate) fn shortest<const N: usize>(
    work: [&dyn Fn(); N],
    are_fine: impl Fn([Duration; N]) -> bool,
) -> [Duration; N] {
    let mut times = [Duration::MAX; N];
    for _ in 0..5 {
        for (work, time) in work.iter().zip(&mut times) {
            *time = taken(work).min(*time);
        }
        if are_fine(times) {
            break;
        }
    }
    times
}

/// What some work takes of a processor, or by the clock where the system does not tell that.
fn taken(work: impl Fn()) -> Duration {
    let (start, before) = (Instant::now(), on_processor());
    work();
    let (elapsed, after) = (start.elapsed(), on_processor());
    // The system counts in ticks: less than one is as nothing.
    match (before, after) {
        (Some(before), Some(after)) if after > before => after - before,
        _ => elapsed,
    }
}

/// How long this thread has had a processor, which Linux keeps in a file: in nanoseconds, the first number of three.
fn on_processor() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
