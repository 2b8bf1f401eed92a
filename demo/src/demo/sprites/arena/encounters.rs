use super::Tally;
use crate::demo::sprites::body::Body;
use crate::demo::sprites::pixel_contact::PixelContact;
use tileray::collide::{self, Contact};

/// Two sprites whose hulls overlap.
#[derive(Clone, Debug)]
pub(in crate::demo::sprites) struct Encounter {
    pub(in crate::demo::sprites) first: usize,
    pub(in crate::demo::sprites) second: usize,
    /// How the first hull gets out of the second.
    pub(in crate::demo::sprites) contact: Contact,
    /// The pixels that they share, if they do.
    pub(in crate::demo::sprites) touch: Option<PixelContact>,
}

/// All pairs whose hulls overlap, and how many came how far: boxes first, then hulls, then pixels.
pub(in crate::demo::sprites) fn encounters(bodies: &[Body]) -> (Vec<Encounter>, Tally) {
    let boxes: Vec<_> = bodies.iter().map(|body| body.hull().bounds()).collect();
    let (mut found, mut tally) = (Vec::new(), Tally::default());
    for second in 0..bodies.len() {
        for first in 0..second {
            if !boxes[first].overlaps(&boxes[second]) {
                continue;
            }
            tally.boxes += 1;
            let Some(contact) = collide::contact(bodies[first].hull(), bodies[second].hull()) else { continue };
            let touch = PixelContact::between(&bodies[first].pixels(), &bodies[second].pixels());
            tally.hulls += 1;
            tally.pixels += usize::from(touch.is_some());
            found.push(Encounter { first, second, contact, touch });
        }
    }
    (found, tally)
}
