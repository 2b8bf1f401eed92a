//! Times of many steps: the middle one, and one that few exceed.

use std::fmt;
use std::time::{Duration, Instant};

/// Times of the same work, again and again.
#[derive(Clone, Debug, Default)]
pub struct Times(Vec<Duration>);

impl Times {
    /// Does something and adds the time that it took.
    pub fn time<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let start = Instant::now();
        let result = work();
        self.0.push(start.elapsed());
        result
    }

    pub fn push(&mut self, time: Duration) {
        self.0.push(time);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn last(&self) -> Option<Duration> {
        self.0.last().copied()
    }

    /// Forgets all times.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    pub fn median(&self) -> Duration {
        self.at(0.5)
    }

    /// Returns the time that a share of all times does not exceed. Zero if there are none.
    pub fn at(&self, share: f64) -> Duration {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let index = (sorted.len() as f64 * share) as usize;
        sorted.get(index).or(sorted.last()).copied().unwrap_or_default()
    }
}

/// The median, and in brackets what 10 % and 99 % of the times do not exceed.
#[derive(Clone, Copy, Debug)]
pub struct Spread([f64; 3]);

impl Times {
    /// Returns the spread in some unit of time.
    pub fn spread(&self, unit: fn(Duration) -> f64) -> Spread {
        Spread([0.5, 0.1, 0.99].map(|share| unit(self.at(share))))
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([median, low, high]) = self;
        write!(f, "{median:.2} ({low:.2} to {high:.2})")
    }
}

pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

pub fn microseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e6
}
