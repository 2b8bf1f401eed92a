use crate::game::{Game, Level, PLAYERS};
use crate::script::Script;

/// A match: its level, its length, and what goes wrong in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::Args)]
pub struct Plan {
    /// The seed of the level, the keys and the network.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The frames to play, of 60 a second: 1 to 1,000,000, more than four hours.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub frames: u32,
    /// Injects a fault in this frame, on the second player's machine. The program then ends well if GGRS finds it. No rollback
    /// repeats the first frame, 0.
    #[arg(long, value_name = "FRAME", value_parser = clap::value_parser!(u32).range(1..))]
    pub desync: Option<u32>,
}

impl Plan {
    /// Creates a plan.
    #[must_use]
    pub const fn new(seed: u64, frames: u32, desync: Option<u32>) -> Self {
        Self { seed, frames, desync }
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
