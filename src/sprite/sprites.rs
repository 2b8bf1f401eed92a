use super::sprite::Sprite;
use crate::collide::Hull;
use crate::geometry::{Aabb, Pose};
use glam::Vec2;
use std::fmt;

/// Names a sprite of some [`Sprites`], as long as it is not removed: after that it names none, also where its slot is used
/// again.
///
/// They are ordered by slot. Those of one collection mean nothing in another, but in copies of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SpriteId {
    slot: u32,
    generation: u32,
}

impl fmt::Display for SpriteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.slot, self.generation)
    }
}

/// Sprites by their ids.
///
/// Each has its hull turned and moved to where it stands, once each time it is moved; one that only moves costs no turn. A
/// copy is a snapshot: the same calls give the same ids and answers in both.
///
/// With the feature `serde` they can be written and read again, with the ids and hulls and masks that they share. Hulls are
/// written by their corners, in `f32`; one that was [translated](Hull::translated) is read where it lay to within their rounding.
/// What is read is checked: ids that could not be are an error.
///
/// ```
/// use tileray::{ConvexPolygon, Hull, Pose, Sprite, Sprites};
///
/// let hull = Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?);
/// let mut sprites = Sprites::new();
/// let id = sprites.insert(Sprite::new(hull));
/// sprites.set_pose(id, Pose::at((100.0, 50.0)));
/// assert_eq!(sprites.get(id).map(|sprite| sprite.pose.translation.x), Some(100.0));
/// assert!(sprites.remove(id).is_some() && sprites.get(id).is_none());
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "super::record::Record", into = "super::record::Record"))]
pub struct Sprites {
    pub(super) slots: Vec<Slot>,
    /// The hulls where they stand, and their boxes; of slots that hold no sprite, any hull and a box without an inside.
    pub(super) hulls: Vec<Hull>,
    pub(super) boxes: Vec<Aabb>,
    /// Slots without a sprite; the last one is used next.
    pub(super) free: Vec<u32>,
    /// How many sprites there are.
    pub(super) len: usize,
}

#[derive(Clone, Debug)]
pub(super) struct Slot {
    pub(super) generation: u32,
    pub(super) sprite: Option<Sprite>,
    /// The sprite's hull turned, but not moved.
    pub(super) turned: Hull,
}

/// The box of a slot that holds no sprite.
pub(super) const NO_BOX: Aabb = Aabb::new(Vec2::NAN, Vec2::NAN);

impl Sprites {
    /// A collection of no sprites.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// How many sprites there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes a sprite in. It gets the slot that was freed last, or a new one.
    ///
    /// # Panics
    ///
    /// Where there are 2^32 - 1 slots in use.
    pub fn insert(&mut self, sprite: Sprite) -> SpriteId {
        let slot = self.free.pop().unwrap_or_else(|| {
            assert!(self.slots.len() < u32::MAX as usize, "there are 2^32 - 1 sprites");
            self.slots.push(Slot { generation: 0, sprite: None, turned: sprite.hull.clone() });
            self.hulls.push(sprite.hull.clone());
            self.boxes.push(NO_BOX);
            (self.slots.len() - 1) as u32
        });
        let index = slot as usize;
        self.slots[index].sprite = Some(sprite);
        self.len += 1;
        self.turn(index);
        SpriteId { slot, generation: self.slots[index].generation }
    }

    /// Takes a sprite out; `None` where the id names none.
    pub fn remove(&mut self, id: SpriteId) -> Option<Sprite> {
        let index = self.slot_of(id)?;
        let slot = &mut self.slots[index];
        let sprite = slot.sprite.take();
        self.boxes[index] = NO_BOX;
        self.len -= 1;
        // After the last generation a slot is used no more, so that no id ever names two sprites.
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free.push(id.slot);
        }
        sprite
    }

    /// The sprite of an id; `None` where it was removed.
    #[must_use]
    pub fn get(&self, id: SpriteId) -> Option<&Sprite> {
        self.slots[self.slot_of(id)?].sprite.as_ref()
    }

    /// Puts another sprite in the place of one, under its id, and gives the one that was there; `None`, and nothing is
    /// changed, where the id names none.
    pub fn replace(&mut self, id: SpriteId, sprite: Sprite) -> Option<Sprite> {
        let index = self.slot_of(id)?;
        let former = self.slots[index].sprite.replace(sprite);
        self.turn(index);
        former
    }

    /// Moves and turns a sprite, and gives the pose that it had; `None` where the id names none.
    ///
    /// Where it stands does not depend on where it stood, so nothing adds up.
    pub fn set_pose(&mut self, id: SpriteId, pose: Pose) -> Option<Pose> {
        let index = self.slot_of(id)?;
        let slot = &mut self.slots[index];
        let sprite = slot.sprite.as_mut()?;
        let former = std::mem::replace(&mut sprite.pose, pose);
        // NaN is not equal to itself, and is turned anew.
        if former.rotation != pose.rotation {
            slot.turned = turned(sprite);
        }
        self.place(index);
        Some(former)
    }

    /// All sprites, in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (SpriteId, &Sprite)> {
        self.slots.iter().zip(0..).filter_map(|(slot, number)| {
            let id = SpriteId { slot: number, generation: slot.generation };
            slot.sprite.as_ref().map(|sprite| (id, sprite))
        })
    }

    /// A sprite's hull where it stands; `None` where the id names none.
    #[must_use]
    pub fn hull(&self, id: SpriteId) -> Option<&Hull> {
        self.slot_of(id).map(|index| &self.hulls[index])
    }

    /// A box around a sprite where it stands; `None` where the id names none.
    ///
    /// It is that of the hull, larger on each side by what rounding may have cost it: 2^-19 of the largest coordinate.
    #[must_use]
    pub fn bounds(&self, id: SpriteId) -> Option<Aabb> {
        self.slot_of(id).map(|index| self.boxes[index])
    }

    /// The boxes of all slots.
    pub(super) fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    /// The hulls of all slots.
    pub(super) fn hulls(&self) -> &[Hull] {
        &self.hulls
    }

    /// The sprite in a slot.
    pub(super) fn in_slot(&self, slot: u32) -> Option<(SpriteId, &Sprite)> {
        let Slot { generation, sprite, .. } = &self.slots[slot as usize];
        sprite.as_ref().map(|sprite| (SpriteId { slot, generation: *generation }, sprite))
    }

    /// The slot of a sprite that is there.
    pub(super) fn slot_of(&self, id: SpriteId) -> Option<usize> {
        let slot = self.slots.get(id.slot as usize)?;
        (slot.generation == id.generation && slot.sprite.is_some()).then_some(id.slot as usize)
    }

    /// Turns and moves the hull of a slot to where its sprite stands.
    pub(super) fn turn(&mut self, index: usize) {
        if let Some(sprite) = &self.slots[index].sprite {
            self.slots[index].turned = turned(sprite);
            self.place(index);
        }
    }

    /// Moves the turned hull of a slot to where its sprite stands.
    fn place(&mut self, index: usize) {
        if let Some(sprite) = &self.slots[index].sprite {
            let hull = self.slots[index].turned.translated(sprite.pose.translation);
            self.boxes[index] = hull.safe_bounds();
            self.hulls[index] = hull;
        }
    }
}

fn turned(sprite: &Sprite) -> Hull {
    if sprite.pose.rotation == 0.0 {
        // All sprites of a kind that are not turned share their pieces.
        return sprite.hull.clone();
    }
    sprite.hull.transformed(&Pose { translation: Vec2::ZERO, rotation: sprite.pose.rotation })
}
