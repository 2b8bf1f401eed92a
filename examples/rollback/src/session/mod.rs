//! The game on GGRS: what its sessions ask for is done with snapshots, steps and hashes of the game.

mod machine;
mod matches;
mod network;
mod peer;

pub use machine::{Counts, Duel, Machine};
pub use matches::{CHECK_DISTANCE, Loopback, join_match, play_loopback, play_sync_test};
pub use network::{Conditions, Link, Network, Traffic};
pub use peer::{Peer, PeerResult};

use crate::game::{Game, Level, PLAYERS};
use crate::script::Script;
use ggrs::{Frame, GgrsError};
use std::io::ErrorKind;
use std::time::Duration;

/// The most frames that a peer plays on without the other's input, and so the longest rollback. GGRS's default.
pub const MOST_PREDICTED: usize = 8;

/// Why a session ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// GGRS refused a request.
    #[error("GGRS: {0}")]
    Ggrs(#[from] GgrsError),
    /// GGRS asked for a state that was not saved.
    #[error("GGRS asks for the state of frame {0}, which was not saved")]
    NoSnapshot(Frame),
    /// GGRS found the first frame whose state is not that of the other peer, or another one when it was repeated.
    #[error("the states differ from frame {0} on: a step does not depend on the state and the input alone")]
    Desync(Frame),
    /// A peer, counted from 1, did not hear of the other one for too long, in the frame that it was in.
    #[error("player {player} lost the other one at frame {frame}")]
    Disconnected {
        /// The player who is left.
        player: usize,
        /// The frame.
        frame: Frame,
    },
    /// The port is not free.
    #[error("cannot open UDP port {0}: {1}")]
    Port(u16, ErrorKind),
    /// No peer got on.
    #[error("no player got on for {} seconds: is the other one there, and the network good enough?", .0.as_secs())]
    Stalled(Duration),
}

/// A match: its level and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::Args)]
pub struct Plan {
    /// The seed of the level, the keys and the network.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// The frames to play, of 60 a second: 1 to 1,000,000, more than four hours.
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub frames: u32,
}

impl Plan {
    /// Returns the game at its first frame.
    #[must_use]
    pub fn game(&self) -> Game {
        Game::new(Level::new(self.seed))
    }

    /// Returns the keys of all players.
    #[must_use]
    pub fn scripts(&self) -> [Script; PLAYERS] {
        [0, 1].map(|player| Script::new(self.seed, player, self.frames))
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
