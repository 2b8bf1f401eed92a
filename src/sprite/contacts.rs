use super::broad_phase::BroadPhase;
use super::sprite::Sprite;
use super::sprites::{SpriteId, Sprites};
use crate::collide::{Contact, contact_pairs};
use crate::parallel::share;
use glam::IVec2;

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
    /// The first pixel of the world that both cover, row by row, where that was [asked](ContactFinder::find_by_pixels) and both
    /// have a mask.
    pub pixel: Option<IVec2>,
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
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct ContactFinder {
    broad_phase: BroadPhase,
    pairs: Vec<(u32, u32)>,
    answers: Vec<Option<Contact>>,
    touches: Vec<Touch>,
    contacts: Vec<SpriteContact>,
}

impl ContactFinder {
    /// One that has found nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// All pairs of sprites that [meet](super::Sprite::can_collide_with) and whose hulls overlap, in ascending order of their ids.
    ///
    /// Pairs are found by their boxes, on one thread; with the feature `parallel`, the hulls of more than 512 pairs are
    /// shared among the threads of the current rayon pool. The answers are the same to the bit for every number of threads.
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

    /// Those of [`find`](Self::find) whose pixels meet, in the same order: where both sprites have a mask there has to be a pixel
    /// of the world that both [cover](super::SpritePixels), which the contact names; where one has none, the hulls decide.
    ///
    /// Hulls are asked first. The center of a pixel that two sprites share lies in both masks where they stand, so hulls that hold
    /// their masks lose no pair, up to the rounding of their corners; those that cut into the mask do. How the sprites get apart
    /// is told for the hulls; [`SpritePixels::overlap_normal`](super::SpritePixels::overlap_normal) tells it for the pixels. More
    /// than 512 contacts are shared among threads as hulls are, with the same answers for every number of threads.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use tileray::{ContactFinder, ConvexPolygon, Hull, Pose, SolidityMap, Sprite, Sprites, glam::ivec2};
    ///
    /// let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?);
    /// let ball = SolidityMap::from_fn(16, 16, |x, y| (x as i32 * 2 - 15).pow(2) + (y as i32 * 2 - 15).pow(2) < 256);
    /// let ball = Sprite { mask: Some(Arc::new(ball)), ..Sprite::new(hull) };
    /// let mut sprites = Sprites::new();
    /// let ids = [0.0, 12.0, 22.0].map(|at| sprites.insert(Sprite { pose: Pose::at((at, at)), ..ball.clone() }));
    /// let mut finder = ContactFinder::new();
    /// assert_eq!(finder.find(&sprites).len(), 2); // their boxes
    /// let contacts = finder.find_by_pixels(&sprites);
    /// assert_eq!((contacts.len(), contacts[0].a, contacts[0].pixel), (1, ids[1], Some(ivec2(27, 22))));
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    pub fn find_by_pixels(&mut self, sprites: &Sprites) -> &[SpriteContact] {
        self.find(sprites);
        self.touches.clear();
        self.touches.resize(self.contacts.len(), Touch::Apart);
        let contacts = &self.contacts;
        share(&mut self.touches, |first, touches| {
            for (touch, contact) in touches.iter_mut().zip(&contacts[first..]) {
                *touch = Touch::between(sprites.get(contact.a), sprites.get(contact.b));
            }
        });
        let mut touches = self.touches.iter();
        self.contacts.retain_mut(|contact| match touches.next() {
            Some(Touch::Pixel(pixel)) => {
                contact.pixel = Some(*pixel);
                true
            }
            Some(Touch::Hulls) => true,
            Some(Touch::Apart) | None => false,
        });
        &self.contacts
    }
}

/// How two sprites touch whose hulls overlap.
#[derive(Clone, Copy, Debug)]
enum Touch {
    /// They share this pixel.
    Pixel(IVec2),
    /// One of them has no pixels to ask about.
    Hulls,
    /// They share no pixel.
    Apart,
}

impl Touch {
    fn between(one: Option<&Sprite>, other: Option<&Sprite>) -> Self {
        let Some((one, other)) = one.zip(other) else { return Self::Apart };
        match one.pixels().zip(other.pixels()) {
            Some((one, other)) => one.overlap(&other).map_or(Self::Apart, Self::Pixel),
            None => Self::Hulls,
        }
    }
}
