//! Random cases that can be run again alone: a case that fails prints the command that repeats it.

use fastrand::Rng;
use std::cell::Cell;
use std::ops::{Deref, DerefMut, Range};
use std::rc::Rc;

/// The variable that names a case: its number, a colon, and the state of the generator at its beginning.
const VARIABLE: &str = "TILERAY_REPLAY";

/// The case that is to be run alone, and the generator's state at its beginning.
fn wanted() -> Option<(usize, u64)> {
    let text = std::env::var(VARIABLE).ok()?;
    let (case, seed) = text.split_once(':')?;
    Some((case.parse().ok()?, u64::from_str_radix(seed, 16).ok()?))
}

/// The generator of a test: that of the seed, or that of the case which is to be run alone.
pub fn seeded(seed: u64) -> Rng {
    Rng::with_seed(wanted().map_or(seed, |(_, seed)| seed))
}

/// The numbers of a test's cases: from 0, or that of the one which is to be run alone.
pub fn numbers(count: usize) -> Range<usize> {
    wanted().map_or(0..count, |(case, _)| case..case + 1)
}

/// The random cases of a test: the number of each, and a generator that goes on where that of the case before stopped.
pub fn each_case(seed: u64, count: usize) -> impl Iterator<Item = (usize, CaseRng)> {
    let state = Rc::new(Cell::new(seeded(seed).get_seed()));
    numbers(count).map(move |case| {
        let rng = Rng::with_seed(state.get());
        (case, CaseRng { _replay: Replay::new(case, &rng), rng, state: Rc::clone(&state) })
    })
}

/// The generator of one case, which prints how to run it alone if it panics.
pub struct CaseRng {
    rng: Rng,
    state: Rc<Cell<u64>>,
    _replay: Replay,
}

impl Deref for CaseRng {
    type Target = Rng;

    fn deref(&self) -> &Rng {
        &self.rng
    }
}

impl DerefMut for CaseRng {
    fn deref_mut(&mut self) -> &mut Rng {
        &mut self.rng
    }
}

impl Drop for CaseRng {
    fn drop(&mut self) {
        self.state.set(self.rng.get_seed());
    }
}

/// Prints how to run a case alone if it panics before this is dropped.
#[must_use]
pub struct Replay {
    case: usize,
    seed: u64,
}

impl Replay {
    /// Keeps the number of a case and the state of the generator that it begins with.
    pub fn new(case: usize, rng: &Rng) -> Self {
        Self { case, seed: rng.get_seed() }
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let thread = std::thread::current();
            let test = thread.name().unwrap_or("the test");
            let Self { case, seed } = self;
            eprintln!("this case alone: {VARIABLE}={case}:{seed:x} cargo test -p tileray {test} -- --exact");
        }
    }
}
