//! The command line of the duel: a sync test, and two peers in memory or over UDP.

#![expect(clippy::disallowed_types, reason = "runs are timed by the clock")]

use clap::Parser;
use rollback::session::{
    CHECK_DISTANCE, Conditions, Loopback, PeerResult, Plan, SessionError, join_match, play_loopback, play_sync_test,
};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::time::Instant;

/// A duel on destructible terrain over GGRS: rollback netcode with Tileray. The players press keys at random.
#[derive(Debug, Parser)]
#[command(name = "rollback", version)]
enum Command {
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
}

fn main() -> ExitCode {
    match run(&Command::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<(), SessionError> {
    let start = Instant::now();
    match command {
        Command::SyncTest { plan } => {
            let (hash, counts) = play_sync_test(plan)?;
            println!("{} frames, each followed by a rollback of {CHECK_DISTANCE}: no desync", plan.frames);
            let seconds = start.elapsed().as_secs_f64();
            let each = seconds * 1e6 / f64::from(counts.rollbacks.max(1));
            println!("{} steps, {} states saved, {seconds:.2} s: {each:.0} µs a frame", counts.steps, counts.saves);
            println!("state {hash:016x}");
        }
        Command::Loopback { plan, network } => {
            let Loopback { peers, traffic } = play_loopback(plan, *network)?;
            let seconds = start.elapsed().as_secs_f64();
            println!("{} packets, {} of them lost, {seconds:.2} s", traffic.sent, traffic.lost);
            (1..).zip(&peers).for_each(|(player, result)| tell(player, result));
        }
        Command::Join { plan, player, port, other } => {
            tell(*player, &join_match(plan, usize::from(*player) - 1, *port, *other)?);
        }
    }
    Ok(())
}

/// Prints the result of a match for one of two peers.
fn tell(player: u8, PeerResult { hash, counts, waited }: &PeerResult) {
    let average = f64::from(counts.frames_back) / f64::from(counts.rollbacks.max(1));
    let (rollbacks, longest, steps) = (counts.rollbacks, counts.longest, counts.steps);
    println!("player {player}: {rollbacks} rollbacks of {average:.1} frames on average and {longest} at most");
    println!("player {player}: {steps} steps, {waited} frames waited");
    println!("state {hash:016x} of player {player}");
}
