//! Three ways to play a match.

use super::{Conditions, Counts, MOST_PREDICTED, Machine, Network, Peer, PeerResult, Plan, SessionError, Traffic};
use crate::game::{PLAYERS, RATE};
use ggrs::{GgrsError, SessionBuilder, UdpNonBlockingSocket};
use std::net::{Ipv4Addr, SocketAddr};
use std::thread;
use std::time::{Duration, Instant};

/// The frames that the sync test rolls back, in each frame.
pub const CHECK_DISTANCE: usize = MOST_PREDICTED;

/// The duration of a frame.
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / RATE as u64);

/// How long a peer plays on after the end, so that the other one gets all input.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long a peer waits without a step, at the start above all.
const PATIENCE: Duration = Duration::from_secs(30);

/// Plays a match on one machine. Each frame is followed by a rollback of 8 frames, which are repeated; GGRS compares the
/// hashes. Returns the hash of the last state.
///
/// # Errors
/// Returns an error if GGRS refuses a request, and if a state was another one when it was repeated.
pub fn play_sync_test(plan: &Plan) -> Result<(u64, Counts), SessionError> {
    let mut session = SessionBuilder::new()
        .with_num_players(PLAYERS)?
        // GGRS wants a window longer than the distance.
        .with_max_prediction_window(CHECK_DISTANCE + 1)
        .with_check_distance(CHECK_DISTANCE)
        .start_synctest_session()?;
    let (mut machine, scripts) = (Machine::new(plan.game(), plan.frames), plan.scripts());
    for frame in 0..plan.frames {
        for (player, script) in scripts.iter().enumerate() {
            session.add_local_input(player, script.input(frame))?;
        }
        match session.advance_frame() {
            Ok(requests) => machine.fulfil(requests)?,
            Err(GgrsError::MismatchedChecksum { current_frame, mismatched_frames }) => {
                return Err(SessionError::Desync(mismatched_frames.into_iter().min().unwrap_or(current_frame)));
            }
            Err(error) => return Err(error.into()),
        }
    }
    Ok((machine.game.hash(), machine.counts))
}

/// The result of a match of two peers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loopback {
    /// The results of the peers.
    pub peers: [PeerResult; PLAYERS],
    /// The packets.
    pub traffic: Traffic,
}

/// Plays a match of two peers with sessions of their own, over a network in memory. Time is that of the network, so a
/// match takes no longer than its steps.
///
/// # Errors
/// Returns an error if GGRS refuses a request or finds a desync, or if the network is too bad for a match.
pub fn play_loopback(plan: &Plan, conditions: Conditions) -> Result<Loopback, SessionError> {
    let network = Network::new(conditions, plan.seed);
    let address = |player: usize| SocketAddr::from((Ipv4Addr::LOCALHOST, 7000 + player as u16));
    let peer = |player: usize| Peer::new(plan, player, network.link(address(player)), address(1 - player));
    let mut peers = [peer(0)?, peer(1)?];
    let mut last_step = Instant::now();
    loop {
        for peer in &mut peers {
            // The peers play in turn.
            network.wait(500_000 / u64::from(RATE));
            if peer.tick()? {
                last_step = Instant::now();
            }
        }
        if let [Some(one), Some(other)] = peers.each_ref().map(Peer::result) {
            return Ok(Loopback { peers: [one, other], traffic: network.traffic() });
        }
        let idle = last_step.elapsed();
        if idle > PATIENCE {
            return Err(SessionError::Stalled(PATIENCE));
        }
        // What was lost on both ways is sent again by GGRS's timers, which go by the clock of the machine.
        if network.is_idle() && idle > Duration::from_millis(1) {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Plays a match against a peer on another machine or in another process, over UDP, in real time.
///
/// Both peers need the same plan. `player` is 0 on one machine and 1 on the other.
///
/// # Errors
/// Returns an error if the port is not free, if GGRS refuses a request or finds a desync, and if the other peer does not
/// come within 30 seconds or leaves.
pub fn join_match(plan: &Plan, player: usize, port: u16, other: SocketAddr) -> Result<PeerResult, SessionError> {
    let socket = UdpNonBlockingSocket::bind_to_port(port);
    let mut peer = Peer::new(plan, player, socket.map_err(|error| SessionError::Port(port, error.kind()))?, other)?;
    let (mut last_step, mut end) = (Instant::now(), None);
    let mut next = last_step;
    loop {
        let has_stepped = peer.tick()?;
        let now = Instant::now();
        if has_stepped {
            last_step = now;
        }
        if let Some(result) = peer.result()
            && now > *end.get_or_insert(now + FAREWELL)
        {
            return Ok(result);
        }
        if now - last_step > PATIENCE {
            return Err(SessionError::Stalled(PATIENCE));
        }
        // A machine that was held up does not hurry after the lost frames; GGRS lets the other one wait.
        next = (next + FRAME).max(now);
        thread::sleep(next - now);
    }
}
