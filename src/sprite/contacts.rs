use super::broad_phase::BroadPhase;
use super::sprites::{SpriteId, Sprites};
use crate::collide::{Contact, contact_pairs};

/// Two sprites whose hulls overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpriteContact {
    /// The one whose id comes first.
    pub a: SpriteId,
    /// The other one.
    pub b: SpriteId,
    /// The shortest way of `a` out of the deepest piece of `b` that it overlaps.
    pub contact: Contact,
}

/// Finds the sprites that collide, and keeps its memory from frame to frame.
///
/// ```
/// use tileray::{ContactFinder, ConvexPolygon, Hull, Pose, Sprite, Sprites};
///
/// let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?);
/// let mut sprites = Sprites::new();
/// let ids = [0.0, 12.0, 28.0].map(|x| sprites.insert(Sprite { pose: Pose::at((x, 0.0)), ..Sprite::new(hull.clone()) }));
/// let mut finder = ContactFinder::new();
/// let contacts = finder.find(&sprites);
/// assert_eq!((contacts.len(), contacts[0].a, contacts[0].b), (1, ids[0], ids[1])); // The third one only touches.
/// assert_eq!(contacts[0].contact.depth, 4.0);
/// # Ok::<(), tileray::PolygonError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ContactFinder {
    broad_phase: BroadPhase,
    pairs: Vec<(u32, u32)>,
    answers: Vec<Option<Contact>>,
    contacts: Vec<SpriteContact>,
}

impl ContactFinder {
    /// One that has found nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// All pairs of sprites that [meet](super::Sprite::meets) and whose hulls overlap, in ascending order of their ids.
    ///
    /// Pairs are found by their boxes, on one thread; with the feature `parallel`, the hulls of more than 512 pairs are
    /// shared among the threads of the current rayon pool. The answers are the same to the bit for every number of threads.
    pub fn find(&mut self, sprites: &Sprites) -> &[SpriteContact] {
        self.contacts.clear();
        self.broad_phase.pairs(sprites.boxes(), &mut self.pairs);
        self.pairs.retain(|&(a, b)| match (sprites.in_slot(a), sprites.in_slot(b)) {
            (Some((_, a)), Some((_, b))) => a.meets(b),
            _ => false,
        });
        self.answers.clear();
        self.answers.resize(self.pairs.len(), None);
        contact_pairs(sprites.hulls(), sprites.hulls(), &self.pairs, &mut self.answers);
        self.contacts.extend(self.pairs.iter().zip(&self.answers).filter_map(|(&(a, b), answer)| {
            let ((a, _), (b, _)) = (sprites.in_slot(a)?, sprites.in_slot(b)?);
            answer.map(|contact| SpriteContact { a, b, contact })
        }));
        &self.contacts
    }
}
