//! Two peers, each with a session of its own, over a network that delays, reorders and loses packets.

use rollback::session::{Conditions, Loopback, Plan, play_loopback};

fn play(plan: &Plan, delay: u32, jitter: u32, loss: u32) -> Loopback {
    play_loopback(plan, Conditions { delay, jitter, loss }).expect("a match")
}

#[test]
fn peers_agree_whatever_the_network_does() {
    for (seed, delay, jitter, loss) in [(1, 0, 0, 0), (1, 50, 20, 10), (2, 30, 60, 25), (3, 150, 0, 5)] {
        let plan = Plan::new(seed, 600, None);
        let result = play(&plan, delay, jitter, loss);
        let alone = Some(plan.play().hash());
        assert_eq!((result.desync(), result.hashes()), (None, [alone, alone]), "{delay} {jitter} {loss}");
        assert!(result.peers.iter().all(|peer| peer.counts.longest <= 8));
        if delay > 0 {
            assert!(result.peers.iter().all(|peer| peer.counts.rollbacks > 10 && peer.counts.longest > 2));
        }
        assert_eq!(result.traffic.lost > 10, loss > 0);
    }
}

#[test]
fn a_peer_that_plays_another_game_is_found() {
    for frame in [1, 40, 250, 299] {
        let plan = Plan::new(1, 300, Some(frame));
        assert_eq!(play(&plan, 50, 20, 0).desync(), Some(frame as i32 + 1), "the state after frame {frame}");
        // A hash may be lost; then another one tells.
        let found = play(&plan, 50, 20, 10).desync().expect("a desync");
        assert!((1..10).contains(&(found - frame as i32)), "{found} after {frame}");
    }
}

#[test]
fn a_far_network_slows_the_match_down_and_changes_nothing() {
    let plan = Plan::new(1, 60, None);
    let result = play(&plan, 400, 0, 0);
    assert_eq!(result.hashes(), [Some(plan.play().hash()); 2]);
    assert!(result.peers.iter().all(|peer| peer.waited > 60), "{:?}", result.peers);
}

#[test]
fn the_last_state_is_final_wherever_the_match_ends() {
    // Guesses about the last frames fail in some of these matches, so that their first states are not the last ones.
    for frames in 1..80 {
        let plan = Plan::new(6, frames, None);
        let hash = Some(plan.play().hash());
        assert_eq!(play(&plan, 60, 10, 0).hashes(), [hash, hash], "{frames} frames");
    }
}
