//! Contacts: the pairs of sprites that collide, tested by boxes, then hulls, then pixels.
//!
//! ```text
//! find:            BroadPhase::pairs ▶ can_collide_with ▶ contact_pairs of the hulls ▶ SpriteContact
//! find_by_pixels:  find ▶ SpritePixels::overlap where both sprites have a mask
//! ```

use super::broad_phase::BroadPhase;
use super::sprites::{SpriteId, Sprites};
use crate::collide::{Contact, contact_pairs};
use crate::parallel::answer_each;
use glam::IVec2;

/// Two sprites whose hulls overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpriteContact {
    /// The sprite with the lesser id.
    pub a: SpriteId,
    /// The other sprite.
    pub b: SpriteId,
    /// The contact of the deepest pair of pieces, for `a`.
    pub contact: Contact,
    /// The first common pixel in the world, row by row. Only [`find_by_pixels`](ContactFinder::find_by_pixels) sets it,
    /// if both sprites have a mask.
    pub pixel: Option<IVec2>,
}

/// Finds the pairs of sprites that collide, and reuses its memory from frame to frame.
///
/// ```
/// use tileray::{ContactFinder, ConvexPolygon, Pose, Sprite, Sprites};
///
/// let hull = ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?;
/// let mut sprites = Sprites::new();
/// let at = |x| Sprite { pose: Pose::at((x, 0.0)), ..Sprite::new(hull.clone()) };
/// let ids = [0.0, 12.0, 28.0].map(|x| sprites.insert(at(x)));
/// let mut finder = ContactFinder::new();
/// let contacts = finder.find(&sprites);
/// // The third sprite only touches.
/// assert_eq!((contacts.len(), contacts[0].a, contacts[0].b), (1, ids[0], ids[1]));
/// assert_eq!(contacts[0].contact.depth, 4.0);
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ContactFinder {
    broad_phase: BroadPhase,
    pairs: Vec<(u32, u32)>,
    answers: Vec<Option<Contact>>,
    /// The answer of the masks for each contact: `None` if they share no pixel, `Some(None)` if a sprite has no mask,
    /// else the first common pixel.
    overlaps: Vec<Option<Option<IVec2>>>,
    contacts: Vec<SpriteContact>,
}

impl ContactFinder {
    /// Creates an empty finder.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Finds all pairs of sprites that [can collide](crate::Sprite::can_collide_with) and whose hulls overlap, in
    /// ascending order of their ids.
    ///
    /// The broad phase runs on one thread. With the feature `parallel`, the tests of hulls are shared among the threads
    /// of the current rayon pool where that saves time. Every number of threads gives the same bits.
    pub fn find(&mut self, sprites: &Sprites) -> &[SpriteContact] {
        self.contacts.clear();
        self.broad_phase.pairs(sprites.boxes(), &mut self.pairs);
        self.pairs.retain(|&(a, b)| match (sprites.in_slot(a), sprites.in_slot(b)) {
            (Some((_, a)), Some((_, b))) => a.can_collide_with(b),
            _ => false,
        });
        self.answers.clear();
        self.answers.resize(self.pairs.len(), None);
        contact_pairs(sprites.hulls(), sprites.hulls(), &self.pairs, &mut self.answers);
        self.contacts.extend(self.pairs.iter().zip(&self.answers).filter_map(|(&(a, b), answer)| {
            let ((a, _), (b, _)) = (sprites.in_slot(a)?, sprites.in_slot(b)?);
            answer.map(|contact| SpriteContact { a, b, contact, pixel: None })
        }));
        &self.contacts
    }

    /// Finds the contacts of [`find`](Self::find) whose pixels overlap, in the same order.
    ///
    /// If both sprites have a mask, both must [cover](super::SpritePixels) a common pixel in the world, and the contact
    /// names the first one. If one has no mask, the hulls decide.
    ///
    /// Hulls are tested first. The center of a common pixel is in both posed masks, so a hull that contains its mask
    /// loses no pair, up to the rounding of its corners. A hull that cuts into its mask may lose pairs. The contact is
    /// that of the hulls; [`SpritePixels::overlap_normal`](super::SpritePixels::overlap_normal) is a normal of the
    /// pixels. Tests of masks are shared among threads as tests of hulls are.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tileray::{ContactFinder, ConvexPolygon, Pose, SolidityMap, Sprite, Sprites};
    /// use tileray::glam::ivec2;
    ///
    /// let hull = ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?;
    /// let square = |x: u32| (x as i32 * 2 - 15).pow(2);
    /// let ball = SolidityMap::from_fn(16, 16, |x, y| square(x) + square(y) < 256);
    /// let ball = Sprite { mask: Some(Arc::new(ball)), ..Sprite::new(hull) };
    /// let mut sprites = Sprites::new();
    /// let at = |at| Sprite { pose: Pose::at((at, at)), ..ball.clone() };
    /// let ids = [0.0, 12.0, 22.0].map(|x| sprites.insert(at(x)));
    /// let mut finder = ContactFinder::new();
    /// assert_eq!(finder.find(&sprites).len(), 2); // their boxes
    /// let contacts = finder.find_by_pixels(&sprites);
    /// assert_eq!((contacts.len(), contacts[0].a), (1, ids[1]));
    /// assert_eq!(contacts[0].pixel, Some(ivec2(27, 22)));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    pub fn find_by_pixels(&mut self, sprites: &Sprites) -> &[SpriteContact] {
        self.find(sprites);
        self.overlaps.clear();
        self.overlaps.resize(self.contacts.len(), None);
        answer_each(&self.contacts, &mut self.overlaps, |contact| {
            let (one, other) = sprites.get(contact.a).zip(sprites.get(contact.b))?;
            match one.pixels().zip(other.pixels()) {
                Some((one, other)) => one.overlap(&other).map(Some),
                None => Some(None),
            }
        });
        let mut overlaps = self.overlaps.iter();
        self.contacts.retain_mut(|contact| {
            let overlap = overlaps.next().copied().flatten();
            contact.pixel = overlap.flatten();
            overlap.is_some()
        });
        &self.contacts
    }
}
