use ggrs::{Frame, GgrsError};
use std::io::ErrorKind;
use std::time::Duration;

/// Why a session ended early.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// GGRS refused a request.
    #[error("GGRS: {0}")]
    Ggrs(#[from] GgrsError),
    /// GGRS asked for a state that was not saved.
    #[error("GGRS asks for the state of frame {frame}, which was not saved")]
    NoSnapshot {
        /// The frame.
        frame: Frame,
    },
    /// A peer was not heard of for too long.
    #[error("player {player} lost the other one at frame {frame}")]
    Disconnected {
        /// The player who is left, counted from 1.
        player: usize,
        /// The frame that the player was in.
        frame: Frame,
    },
    /// The port is not free.
    #[error("cannot open UDP port {port}: {kind}")]
    Port {
        /// The port.
        port: u16,
        /// What is wrong.
        kind: ErrorKind,
    },
    /// No peer got on.
    #[error("no player got on for {} seconds: is the other one there, and the network good enough?", .0.as_secs())]
    Stalled(Duration),
}
