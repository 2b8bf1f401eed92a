//! A duel of two players on destructible terrain, over GGRS.
//!
//! ```text
//! game      the state, its step, its snapshot and its hash: Tileray alone, no network, file or clock
//! session   what GGRS asks for is done with the game: a sync test, two peers on a lossy network in memory, a peer on UDP
//! script    the keys of players who press at random
//! ```

#![forbid(unsafe_code)]

pub mod game;
pub mod script;
#[expect(clippy::disallowed_types, reason = "peers go by the clock; the game counts frames")]
pub mod session;
