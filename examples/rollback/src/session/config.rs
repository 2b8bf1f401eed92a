use crate::game::{Input, Snapshot};
use ggrs::PredictRepeatLast;
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
