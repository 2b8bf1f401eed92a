//! The game on GGRS: what its sessions ask for is done with snapshots, steps and hashes of the game.

mod conditions;
mod error;
mod join;
mod loopback;
mod machine;
mod network;
mod peer;
mod plan;
mod sync_test;

pub use conditions::Conditions;
pub use error::SessionError;
pub use join::join_match;
pub use loopback::{Loopback, play_loopback};
pub use machine::{Counts, Duel, Fault, Machine};
pub use network::{Link, Network, Traffic};
pub use peer::{Peer, PeerResult, Progress};
pub use plan::Plan;
pub use sync_test::{CHECK_DISTANCE, SyncTest, play_sync_test};

/// The most frames that a peer plays on without the other's input, and so the longest rollback. GGRS's default.
pub const MOST_PREDICTED: usize = 8;
