use clap::{Parser, Subcommand};
use rollback::session::{Conditions, Plan};
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
        plan: Plan,
    },
    /// Plays with two peers over a network in memory that delays, reorders and loses packets.
    Loopback {
        #[command(flatten)]
        plan: Plan,
        #[command(flatten)]
        network: Conditions,
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
        plan: Plan,
    },
    /// Measures how long it takes to go 8 frames back; there is a rollback in every eighth frame.
    Time {
        #[command(flatten)]
        plan: Plan,
    },
}

impl Command {
    /// Returns the match that the command plays.
    pub(crate) const fn plan(&self) -> &Plan {
        match self {
            Self::SyncTest { plan } | Self::Loopback { plan, .. } | Self::Join { plan, .. } | Self::Time { plan } => {
                plan
            }
        }
    }
}
