//! A match ends in one state: played alone, in the sync test, by two peers on any network, and on any number of threads.

use rayon::ThreadPoolBuilder;
use rollback::game::{Input, Snapshot};
use rollback::session::{
    CHECK_DISTANCE, Conditions, Loopback, PeerResult, Plan, SessionError, join_match, play_loopback, play_sync_test,
};
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::thread;

/// The hash of the state after 10,000 frames of seed 1.
const STATE: u64 = 0x460b_fef1_558c_00b8;

const fn plan(seed: u64, frames: u32) -> Plan {
    Plan { seed, frames }
}

#[test]
fn a_match_ends_in_the_same_state_for_every_number_of_threads() {
    // The fragments of a blast are enough rays for several threads: the library shares more than 512 of them.
    for threads in [1, 2, 7] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        let game = pool.install(|| plan(1, 10_000).play());
        assert_eq!(game.hash(), STATE, "{threads} threads: {:016x}", game.hash());
        // So much happened in it: rounds ended, and the last one left craters.
        assert_eq!((game.frame(), game.round().number, game.round().falls), (10_000, 13, [1, 1]));
    }
    assert_ne!(plan(1, 300).play().hash(), plan(2, 300).play().hash());
}

#[test]
fn a_load_leads_back_to_the_state_of_the_save() {
    const FRAMES: u32 = 480;
    let (mut game, scripts) = (plan(1, FRAMES).game(), plan(1, FRAMES).scripts());
    let inputs = |frame: u32| scripts.each_ref().map(|script| script.input(frame));
    let mut states: Vec<(Snapshot, u64)> = vec![(game.save(), game.hash())];
    for frame in 0..FRAMES {
        game.step(inputs(frame));
        states.push((game.save(), game.hash()));
    }
    // To and fro: 89 and the number of states have no common divisor.
    for step in 0..states.len() {
        let (snapshot, hash) = &states[step * 89 % states.len()];
        game.load(snapshot);
        assert_eq!((game.hash(), game.frame()), (*hash, snapshot.frame()));
    }
    // Other games in between changed no snapshot, and the steps from one lead to the next.
    for (index, (snapshot, _)) in states.iter().enumerate().take(FRAMES as usize) {
        game.load(snapshot);
        game.step([Input::default(); 2]);
        game.load(snapshot);
        game.step(inputs(index as u32));
        assert_eq!(game.hash(), states[index + 1].1, "frame {index}");
    }
}

#[test]
fn repeated_frames_lead_to_the_same_states() {
    for seed in [1, 2] {
        let (hash, counts) = play_sync_test(&plan(seed, 600)).expect("no desync");
        assert_eq!(hash, plan(seed, 600).play().hash());
        // The first rollback is in frame 9.
        let rollbacks = 600 - 1 - CHECK_DISTANCE as u32;
        assert_eq!((counts.rollbacks, counts.longest, counts.steps), (rollbacks, 8, 600 + 8 * rollbacks));
    }
}

fn play(plan: &Plan, delay: u32, jitter: u32, loss: u32) -> Loopback {
    let result = play_loopback(plan, Conditions { delay, jitter, loss }).expect("a match");
    let alone = plan.play().hash();
    assert!(result.peers.iter().all(|peer| peer.hash == alone), "{plan:?}: {delay} {jitter} {loss}");
    result
}

#[test]
fn peers_agree_whatever_the_network_does() {
    for (seed, delay, jitter, loss) in [(1, 0, 0, 0), (1, 50, 20, 10), (2, 30, 60, 25), (3, 150, 0, 5)] {
        let result = play(&plan(seed, 600), delay, jitter, loss);
        let counts = result.peers.map(|peer| peer.counts);
        assert!(counts.iter().all(|counts| counts.longest <= 8));
        assert!(delay == 0 || counts.iter().all(|counts| counts.rollbacks > 10 && counts.longest > 2));
        assert_eq!(result.traffic.lost > 10, loss > 0);
    }
    let far = play(&plan(1, 60), 400, 0, 0);
    assert!(far.peers.iter().all(|peer| peer.waited > 60), "{:?}", far.peers);
}

#[test]
fn the_last_state_is_final_wherever_the_match_ends() {
    // Guesses about the last frames fail in some of these matches, so that their first states are not the last ones.
    for frames in 1..80 {
        play(&plan(6, frames), 60, 10, 0);
    }
}

fn local(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// Plays over UDP, each peer by a plan of its own.
fn join(plans: [Plan; 2]) -> [Result<PeerResult, SessionError>; 2] {
    // Ports that were free a moment ago.
    let sockets = [(); 2].map(|()| UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).expect("a socket"));
    let [one, other] = sockets.each_ref().map(|socket| socket.local_addr().expect("an address").port());
    drop(sockets);
    thread::scope(|scope| {
        let there = scope.spawn(|| join_match(&plans[1], 1, other, local(one)));
        [join_match(&plans[0], 0, one, local(other)), there.join().expect("a thread")]
    })
}

#[test]
fn peers_on_udp_agree_or_notice_that_they_play_different_matches() {
    let alone = plan(3, 90).play().hash();
    let results = join([plan(3, 90); 2]);
    assert!(results.iter().all(|result| result.as_ref().is_ok_and(|peer| peer.hash == alone)), "{results:?}");
    let results = join([plan(1, 600), plan(2, 600)]);
    let is_found = |result: &Result<_, SessionError>| matches!(result, Err(SessionError::Desync(frame)) if *frame < 10);
    // The one who finds it first leaves.
    assert!(results.iter().any(is_found), "{results:?}");
}

#[test]
fn a_port_in_use_is_an_error() {
    let taken = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).expect("a socket");
    let port = taken.local_addr().expect("an address").port();
    let result = join_match(&plan(1, 10), 0, port, local(1));
    assert!(matches!(result, Err(SessionError::Port(named, _)) if named == port));
}
