use super::SessionError;
use crate::game::{Game, Input, PLAYERS, Snapshot};
use ggrs::{Frame, GameStateCell, GgrsRequest, PredictRepeatLast};
use std::net::SocketAddr;

/// The types of the game, for GGRS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Duel;

impl ggrs::Config for Duel {
    type Input = Input;
    /// A player who was not heard of still holds the same keys.
    type InputPredictor = PredictRepeatLast;
    type State = Snapshot;
    type Address = SocketAddr;
}

/// The game on one machine, driven by a session of GGRS.
#[derive(Clone, Debug)]
pub struct Machine {
    /// The game, in a state that may rest on predicted input.
    pub(super) game: Game,
    pub(super) counts: Counts,
    /// The frame whose hash is kept, and the hash, once that frame was saved.
    pub(super) last_frame: u32,
    pub(super) last_hash: Option<u64>,
}

/// What a machine did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Steps, including those that were repeated.
    pub steps: u32,
    /// States that were saved.
    pub saves: u32,
    /// Rollbacks: states that were loaded.
    pub rollbacks: u32,
    /// Frames of all rollbacks together.
    pub frames_back: u32,
    /// Frames of the longest rollback.
    pub longest: u32,
}

impl Machine {
    /// Creates a machine that keeps the hash of the state at frame `last_frame`.
    #[must_use]
    pub fn new(game: Game, last_frame: u32) -> Self {
        Self { game, counts: Counts::default(), last_frame, last_hash: None }
    }

    /// Does what GGRS asks for, in the order in which it asks.
    ///
    /// # Errors
    /// Returns an error if GGRS asks for a state that was not saved.
    pub fn fulfil(&mut self, requests: Vec<GgrsRequest<Duel>>) -> Result<(), SessionError> {
        for request in requests {
            match request {
                GgrsRequest::SaveGameState { cell, frame } => self.save(&cell, frame),
                GgrsRequest::LoadGameState { cell, frame } => self.load(&cell, frame)?,
                GgrsRequest::AdvanceFrame { inputs } => {
                    // A player who left holds no keys; whether an input is a guess must not matter to the game.
                    let input = |player: usize| inputs.get(player).map_or(Input::default(), |(input, _)| *input);
                    let inputs: [Input; PLAYERS] = std::array::from_fn(input);
                    self.game.step(inputs);
                    self.counts.steps += 1;
                }
            }
        }
        Ok(())
    }

    fn save(&mut self, cell: &GameStateCell<Snapshot>, frame: Frame) {
        let hash = self.game.hash();
        cell.save(frame, Some(self.game.save()), Some(hash.into()));
        self.counts.saves += 1;
        if self.game.frame() == self.last_frame {
            self.last_hash = Some(hash);
        }
    }

    fn load(&mut self, cell: &GameStateCell<Snapshot>, frame: Frame) -> Result<(), SessionError> {
        let snapshot = cell.data().ok_or(SessionError::NoSnapshot(frame))?;
        let back = self.game.frame() - snapshot.frame();
        self.game.load(&snapshot);
        self.counts.rollbacks += 1;
        self.counts.frames_back += back;
        self.counts.longest = self.counts.longest.max(back);
        Ok(())
    }
}
