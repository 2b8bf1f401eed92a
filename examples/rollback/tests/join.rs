//! Two peers over UDP, in real time.

use rollback::session::{Plan, SessionError, join_match};
use std::net::{Ipv4Addr, SocketAddr, UdpSocket};
use std::thread;

fn local(port: u16) -> SocketAddr {
    (Ipv4Addr::LOCALHOST, port).into()
}

/// Returns ports that were free a moment ago.
fn free_ports() -> [u16; 2] {
    let sockets = [(); 2].map(|()| UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).expect("a socket"));
    sockets.map(|socket| socket.local_addr().expect("an address").port())
}

#[test]
fn peers_on_udp_agree() {
    let plan = Plan::new(3, 90, None);
    let [one, other] = free_ports();
    let results = thread::scope(|scope| {
        let there = scope.spawn(|| join_match(&plan, 1, other, local(one)));
        let here = join_match(&plan, 0, one, local(other));
        [here, there.join().expect("a thread")].map(|result| result.expect("a match"))
    });
    let alone = plan.play().hash();
    assert!(results.iter().all(|result| result.hash == Some(alone) && result.desync.is_none()), "{results:?}");
}

#[test]
fn a_port_in_use_is_an_error() {
    let taken = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).expect("a socket");
    let port = taken.local_addr().expect("an address").port();
    let plan = Plan::new(1, 10, None);
    let result = join_match(&plan, 0, port, local(1));
    assert!(matches!(result, Err(SessionError::Port { port: named, .. }) if named == port));
}

#[test]
fn peers_with_different_matches_notice() {
    let plans = [1, 2].map(|seed| Plan::new(seed, 600, None));
    let [one, other] = free_ports();
    let results = thread::scope(|scope| {
        let there = scope.spawn(|| join_match(&plans[1], 1, other, local(one)));
        let here = join_match(&plans[0], 0, one, local(other));
        [here, there.join().expect("a thread")].map(|result| result.expect("a match"))
    });
    assert!(results.iter().all(|result| result.desync.is_some_and(|frame| frame < 10)), "{results:?}");
}
