use crate::game::{Game, Level, PLAYERS};
use crate::script::Script;

/// The most frames of a match: more than four hours.
const MOST_FRAMES: u32 = 1_000_000;

/// A match: its level, its length, and what goes wrong in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    seed: u64,
    frames: u32,
    desync: Option<u32>,
}

/// Why there is no such match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// No frames, or too many.
    #[error("--frames {0}: write a number from 1 to {MOST_FRAMES}")]
    Frames(u32),
    /// The desync is in the first frame, which no rollback repeats, or after the end.
    #[error("--desync {frame}: write a frame after the first, 0, and before the end, {frames}")]
    Desync {
        /// The frame of the desync.
        frame: u32,
        /// The frames of the match.
        frames: u32,
    },
}

impl Plan {
    /// Creates a plan.
    ///
    /// The seed makes the level and the keys of the players. At frame `desync` a fault is injected, to be found.
    ///
    /// # Errors
    /// Returns an error for a number of frames that is not from 1 to 1,000,000, and for a desync in the first
    /// frame or after the last one.
    pub fn new(seed: u64, frames: u32, desync: Option<u32>) -> Result<Self, PlanError> {
        if !(1..=MOST_FRAMES).contains(&frames) {
            return Err(PlanError::Frames(frames));
        }
        match desync.filter(|frame| !(1..frames).contains(frame)) {
            Some(frame) => Err(PlanError::Desync { frame, frames }),
            None => Ok(Self { seed, frames, desync }),
        }
    }

    /// Returns the seed.
    #[must_use]
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of frames.
    #[must_use]
    pub const fn frames(&self) -> u32 {
        self.frames
    }

    /// Returns the frame in which a fault is injected.
    #[must_use]
    pub const fn desync(&self) -> Option<u32> {
        self.desync
    }

    /// Returns the game at its first frame.
    #[must_use]
    pub fn game(&self) -> Game {
        Game::new(Level::new(self.seed))
    }

    /// Returns the keys of a player.
    #[must_use]
    pub fn script(&self, player: usize) -> Script {
        Script::new(self.seed, player, self.frames)
    }

    /// Returns the keys of all players.
    #[must_use]
    pub fn scripts(&self) -> [Script; PLAYERS] {
        [0, 1].map(|player| self.script(player))
    }

    /// Plays the match without GGRS, a network or a rollback, and returns the game at its end.
    #[must_use]
    pub fn play(&self) -> Game {
        let (mut game, scripts) = (self.game(), self.scripts());
        for frame in 0..self.frames {
            game.step(scripts.each_ref().map(|script| script.input(frame)));
        }
        game
    }
}
