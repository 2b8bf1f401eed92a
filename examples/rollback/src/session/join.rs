use super::error::SessionError;
use super::peer::{Peer, PeerResult, Progress};
use super::plan::Plan;
use crate::game::RATE;
use ggrs::UdpNonBlockingSocket;
use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

/// The duration of a frame.
const FRAME: Duration = Duration::from_nanos(1_000_000_000 / RATE as u64);

/// How long a peer plays on after the end, so that the other one gets all input.
const FAREWELL: Duration = Duration::from_secs(1);

/// How long a peer waits without a step, at the start above all.
const PATIENCE: Duration = Duration::from_secs(30);

/// Plays a match against a peer on another machine or in another process, over UDP, in real time.
///
/// Both peers need the same plan. `player` is 0 on one machine and 1 on the other. Ends early when GGRS finds a desync.
///
/// # Errors
/// Returns an error if the port is not free, if GGRS refuses a request, and if the other peer does not come within 30
/// seconds or leaves.
pub fn join_match(plan: &Plan, player: usize, port: u16, other: SocketAddr) -> Result<PeerResult, SessionError> {
    let socket = UdpNonBlockingSocket::bind_to_port(port);
    let socket = socket.map_err(|error| SessionError::Port { port, kind: error.kind() })?;
    let mut peer = Peer::new(plan, player, socket, other)?;
    let (mut last_step, mut end) = (Instant::now(), None);
    let mut next = last_step;
    loop {
        let progress = peer.tick()?;
        let now = Instant::now();
        if progress == Progress::Stepped {
            last_step = now;
        }
        let result = peer.result();
        if end.is_none() && (result.hash.is_some() || result.desync.is_some()) {
            end = Some(now + FAREWELL);
        }
        if end.is_some_and(|end| now > end) {
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
