//! How long a rollback takes.

use crate::game::{Input, PLAYERS, Snapshot};
use crate::session::{MOST_PREDICTED, Plan};
use std::time::{Duration, Instant};

/// The times of one rollback: a state is loaded, and the frames since are repeated and saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rollback {
    /// The load.
    pub load: Duration,
    /// The steps.
    pub steps: Duration,
    /// The snapshots.
    pub saves: Duration,
    /// The hashes.
    pub hashes: Duration,
}

impl Rollback {
    /// Returns the time of the whole.
    #[must_use]
    pub fn total(&self) -> Duration {
        self.load + self.steps + self.saves + self.hashes
    }
}

/// Plays a match in which the second player's input comes 8 frames late, and times each rollback.
///
/// The 8 frames are first played with the guess that the second player holds the same keys, so the states that are
/// thrown away are those of a match, craters included. There is a rollback in every eighth frame.
#[must_use]
pub fn time_rollbacks(plan: &Plan) -> Vec<Rollback> {
    let (mut game, scripts) = (plan.game(), plan.scripts());
    let inputs = |frame: u32| scripts.each_ref().map(|script| script.input(frame));
    let mut states: Vec<(Snapshot, u64)> = vec![(game.save(), game.hash()); MOST_PREDICTED + 1];
    let mut rollbacks = Vec::new();
    for first in (0..plan.frames).step_by(MOST_PREDICTED) {
        let frames = first..first + MOST_PREDICTED as u32;
        let heard: [Input; PLAYERS] = inputs(first.saturating_sub(1));
        states[0] = (game.save(), game.hash());
        for frame in frames.clone() {
            game.step([inputs(frame)[0], heard[1]]);
        }

        let mut times = Rollback::default();
        let mut clock = Instant::now();
        let mut lap = |time: &mut Duration| {
            let now = Instant::now();
            *time += now - clock;
            clock = now;
        };
        game.load(&states[0].0);
        lap(&mut times.load);
        for (frame, state) in frames.zip(&mut states[1..]) {
            game.step(inputs(frame));
            lap(&mut times.steps);
            state.0 = game.save();
            lap(&mut times.saves);
            state.1 = game.hash();
            lap(&mut times.hashes);
        }
        rollbacks.push(times);
    }
    rollbacks
}
