use clap::{Args as Options, Parser, Subcommand};
use rollback::session::{Conditions, ConditionsError, Plan, PlanError};
use std::net::SocketAddr;

/// A duel on destructible terrain over GGRS: rollback netcode with Tileray. The players press keys at random.
#[derive(Debug, Parser)]
#[command(name = "rollback", version, arg_required_else_help = false)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Rolls back 8 frames in each frame, repeats them and compares the hashes: GGRS's sync test.
    SyncTest {
        #[command(flatten)]
        plan: PlanArgs,
    },
    /// Plays with two peers over a network in memory that delays, reorders and loses packets.
    Loopback {
        #[command(flatten)]
        plan: PlanArgs,
        #[command(flatten)]
        network: NetworkArgs,
    },
    /// Plays in real time over UDP against the same command on another machine or in another terminal.
    Join {
        /// The player on this machine, 1 or 2.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
        player: u8,
        /// The UDP port of this machine.
        #[arg(long, value_name = "PORT")]
        port: u16,
        /// The address and port of the other machine.
        #[arg(long, value_name = "ADDRESS:PORT")]
        other: SocketAddr,
        #[command(flatten)]
        plan: PlanArgs,
    },
    /// Measures how long it takes to go 8 frames back.
    Time {
        /// The frames to play; there is a rollback in every eighth.
        #[arg(long, value_name = "N", default_value_t = 10_000)]
        frames: u32,
        /// The seed of the level and the keys.
        #[arg(long, value_name = "N", default_value_t = 1)]
        seed: u64,
    },
}

#[derive(Clone, Copy, Debug, Options)]
pub(crate) struct PlanArgs {
    /// The frames to play, of 60 a second.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    frames: u32,
    /// The seed of the level, the keys and the network.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Injects a fault in this frame, on the second player's machine. The program then ends well if GGRS finds it.
    #[arg(long, value_name = "FRAME")]
    desync: Option<u32>,
}

#[derive(Clone, Copy, Debug, Options)]
pub(crate) struct NetworkArgs {
    /// The milliseconds that each packet takes, from 0 to 500.
    #[arg(long, value_name = "MS", default_value_t = 50)]
    delay: u32,
    /// The most milliseconds that a packet takes longer, from 0 to 500.
    #[arg(long, value_name = "MS", default_value_t = 20)]
    jitter: u32,
    /// The percentage of packets that are lost, from 0 to 50.
    #[arg(long, value_name = "PERCENT", default_value_t = 10)]
    loss: u32,
}

impl PlanArgs {
    pub(crate) fn plan(self) -> Result<Plan, PlanError> {
        Plan::new(self.seed, self.frames, self.desync)
    }
}

impl NetworkArgs {
    pub(crate) const fn conditions(self) -> Result<Conditions, ConditionsError> {
        Conditions::new(self.delay, self.jitter, self.loss)
    }
}
