use ggrs::{Message, NonBlockingSocket};
use rand_core::RngCore;
use rand_pcg::Pcg32;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::rc::Rc;

/// The stream of PCG that decides about packets; those of players are their numbers.
const STREAM: u64 = 0xbad;

/// How bad a network is: each packet takes the delay and up to the jitter more, so that some overtake others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::Args)]
pub struct Conditions {
    /// The milliseconds that each packet takes, from 0 to 500.
    #[arg(long, value_name = "MS", default_value_t = 50, value_parser = clap::value_parser!(u32).range(..=500))]
    pub delay: u32,
    /// The most milliseconds that a packet takes longer, from 0 to 500.
    #[arg(long, value_name = "MS", default_value_t = 20, value_parser = clap::value_parser!(u32).range(..=500))]
    pub jitter: u32,
    /// The percentage of packets that are lost, from 0 to 50.
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u32).range(..=50))]
    pub loss: u32,
}

/// A network in memory with a clock of its own, which delays, reorders and loses packets by a seeded generator.
#[derive(Clone, Debug)]
pub struct Network(Rc<RefCell<Air>>);

/// One machine's socket on a network.
#[derive(Clone, Debug)]
pub struct Link {
    network: Network,
    address: SocketAddr,
}

/// The packets that were sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traffic {
    /// All packets.
    pub sent: u32,
    /// Those that were lost.
    pub lost: u32,
}

#[derive(Debug)]
struct Air {
    conditions: Conditions,
    random: Pcg32,
    /// Microseconds since the start.
    now: u64,
    traffic: Traffic,
    /// The packets on their way, by the time of their arrival and then by their number.
    packets: BTreeMap<(u64, u32), Packet>,
}

#[derive(Debug)]
struct Packet {
    from: SocketAddr,
    to: SocketAddr,
    message: Message,
}

impl Network {
    /// Creates a network without packets.
    #[must_use]
    pub fn new(conditions: Conditions, seed: u64) -> Self {
        let random = Pcg32::new(seed, STREAM);
        let (traffic, packets) = (Traffic::default(), BTreeMap::new());
        Self(Rc::new(RefCell::new(Air { conditions, random, now: 0, traffic, packets })))
    }

    /// Creates the socket of an address.
    #[must_use]
    pub fn link(&self, address: SocketAddr) -> Link {
        Link { network: self.clone(), address }
    }

    /// Lets time pass.
    pub fn wait(&self, microseconds: u64) {
        self.0.borrow_mut().now += microseconds;
    }

    /// Returns whether no packet is on its way.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.0.borrow().packets.is_empty()
    }

    /// Returns the number of packets so far.
    #[must_use]
    pub fn traffic(&self) -> Traffic {
        self.0.borrow().traffic
    }
}

impl Air {
    fn send(&mut self, packet: Packet) {
        self.traffic.sent += 1;
        // Both numbers are drawn for each packet, so that the fate of one does not change that of the next.
        let (luck, late) = (self.random.next_u32() % 100, self.random.next_u32() % (1000 * self.conditions.jitter + 1));
        if luck < self.conditions.loss {
            self.traffic.lost += 1;
            return;
        }
        let arrival = self.now + 1000 * u64::from(self.conditions.delay) + u64::from(late);
        self.packets.insert((arrival, self.traffic.sent), packet);
    }

    fn receive(&mut self, address: SocketAddr) -> Vec<(SocketAddr, Message)> {
        let arrived = self.packets.range(..=(self.now, u32::MAX)).filter(|(_, packet)| packet.to == address);
        let numbers: Vec<_> = arrived.map(|(number, _)| *number).collect();
        let packets = numbers.iter().filter_map(|number| self.packets.remove(number));
        packets.map(|packet| (packet.from, packet.message)).collect()
    }
}

impl NonBlockingSocket<SocketAddr> for Link {
    fn send_to(&mut self, message: &Message, to: &SocketAddr) {
        let packet = Packet { from: self.address, to: *to, message: message.clone() };
        self.network.0.borrow_mut().send(packet);
    }

    fn receive_all_messages(&mut self) -> Vec<(SocketAddr, Message)> {
        self.network.0.borrow_mut().receive(self.address)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Peer, Plan};
    use super::*;

    const HERE: ([u8; 4], u16) = ([127, 0, 0, 1], 1);
    const THERE: ([u8; 4], u16) = ([127, 0, 0, 1], 2);

    /// Returns a message, as only GGRS can make one.
    fn message() -> Message {
        let network = Network::new(Conditions::default(), 0);
        let plan = Plan { seed: 1, frames: 1 };
        let mut peer = Peer::new(&plan, 0, network.link(HERE.into()), THERE.into()).expect("a peer");
        peer.tick().expect("a tick");
        let mut messages = network.link(THERE.into()).receive_all_messages();
        messages.pop().expect("a request to synchronize").1
    }

    /// Sends packets a millisecond apart, and returns when each batch arrives and how many packets it has.
    fn arrivals(conditions: Conditions, seed: u64, packets: u32) -> Vec<(u32, usize)> {
        let (network, message) = (Network::new(conditions, seed), message());
        let (mut here, mut there) = (network.link(HERE.into()), network.link(THERE.into()));
        let mut arrivals = Vec::new();
        for time in 0..packets + 2000 {
            if time < packets {
                here.send_to(&message, &THERE.into());
            }
            let received = there.receive_all_messages();
            assert!(received.iter().all(|(from, _)| *from == HERE.into()) && here.receive_all_messages().is_empty());
            arrivals.extend((!received.is_empty()).then_some((time, received.len())));
            network.wait(1000);
        }
        assert!(network.is_idle());
        let arrived: usize = arrivals.iter().map(|(_, count)| count).sum();
        let traffic = network.traffic();
        assert_eq!((traffic.sent, traffic.sent - traffic.lost), (packets, arrived as u32));
        arrivals
    }

    #[test]
    fn packets_are_delayed_and_lost_as_the_seed_decides() {
        let even = Conditions { delay: 40, jitter: 0, loss: 0 };
        assert_eq!(arrivals(even, 1, 3), [(40, 1), (41, 1), (42, 1)]);
        let times: Vec<u32> = (0..20).map(|seed| arrivals(Conditions { jitter: 30, ..even }, seed, 1)[0].0).collect();
        assert!(times.iter().all(|time| (40..=71).contains(time)) && times.iter().min() < times.iter().max());
        let lossy = Conditions { delay: 5, jitter: 30, loss: 20 };
        let arrived: usize = arrivals(lossy, 1, 2000).iter().map(|(_, count)| count).sum();
        assert!((1520..1680).contains(&arrived), "{arrived}");
        assert_eq!(arrivals(lossy, 7, 200), arrivals(lossy, 7, 200));
        assert_ne!(arrivals(lossy, 7, 200), arrivals(lossy, 8, 200));
    }
}
