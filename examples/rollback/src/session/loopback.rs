use super::conditions::Conditions;
use super::error::SessionError;
use super::network::{Network, Traffic};
use super::peer::{Peer, PeerResult, Progress};
use super::plan::Plan;
use crate::game::{PLAYERS, RATE};
use ggrs::Frame;
use std::net::{Ipv4Addr, SocketAddr};
use std::thread;
use std::time::{Duration, Instant};

/// Half a frame, in microseconds: the peers play in turn.
const HALF_FRAME: u64 = 500_000 / RATE as u64;

/// The frames after the end in which an injected fault may still be found.
const SEARCHED: u32 = 120;

/// How long both peers may wait without a step.
const PATIENCE: Duration = Duration::from_secs(20);

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
/// The match ends early when GGRS finds a desync.
///
/// # Errors
/// Returns an error if GGRS refuses a request, or if the network is too bad for a match.
pub fn play_loopback(plan: &Plan, conditions: Conditions) -> Result<Loopback, SessionError> {
    let network = Network::new(conditions, plan.seed);
    let address = |player: usize| SocketAddr::from((Ipv4Addr::LOCALHOST, 7000 + player as u16));
    let peer = |player: usize| Peer::new(plan, player, network.link(address(player)), address(1 - player));
    let mut peers = [peer(0)?, peer(1)?];
    let mut last_step = Instant::now();
    while !is_over(plan, &peers) {
        for peer in &mut peers {
            network.wait(HALF_FRAME);
            if peer.tick()? == Progress::Stepped {
                last_step = Instant::now();
            }
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
    Ok(Loopback { peers: peers.each_ref().map(Peer::result), traffic: network.traffic() })
}

impl Loopback {
    /// Returns the first frame that GGRS found to differ.
    #[must_use]
    pub fn desync(&self) -> Option<Frame> {
        self.peers.iter().filter_map(|peer| peer.desync).min()
    }

    /// Returns the hash of each peer's last state.
    #[must_use]
    pub fn hashes(&self) -> [Option<u64>; PLAYERS] {
        self.peers.map(|peer| peer.hash)
    }
}

fn is_over(plan: &Plan, peers: &[Peer; PLAYERS]) -> bool {
    let is_searched = |peer: &Peer| peer.frame() > plan.frames + SEARCHED;
    peers.iter().any(|peer| peer.desync.is_some())
        || peers.iter().all(|peer| peer.final_hash().is_some() && (plan.desync.is_none() || is_searched(peer)))
}
