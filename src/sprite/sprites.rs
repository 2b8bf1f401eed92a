//! The collection of sprites: ids, posed hulls and bounding boxes.

use super::sprite::Sprite;
use crate::collide::Hull;
use crate::geometry::{Aabb, Pose};
use glam::Vec2;
use std::fmt;

/// The id of a sprite in [`Sprites`]: a generational index.
///
/// After the sprite is removed, the id names no sprite, even if another one reuses the slot. Ids are ordered by slot.
/// They are valid in their collection and its clones only.
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

/// A collection of sprites by id.
///
/// A hull is posed once each time its sprite moves; a move without a rotation only shifts it. A clone is a snapshot:
/// the same calls give the same ids and answers in both.
///
/// With the feature `serde` the collection can be serialized, with its ids and the hulls and masks that sprites share.
/// Hulls are written as corners in `f32`; corners of a [translated](Hull::translated) hull are rounded. Deserializing
/// checks the ids and reports impossible ones as an error.
///
/// ```
/// use tileray::{ConvexPolygon, Pose, Sprite, Sprites};
///
/// let hull = ConvexPolygon::rectangle((0.0, 0.0), (16.0, 16.0))?;
/// let mut sprites = Sprites::new();
/// let id = sprites.insert(Sprite::new(hull));
/// sprites.set_pose(id, Pose::at((100.0, 50.0)));
/// assert_eq!(sprites.get(id).map(|sprite| sprite.pose.translation.x), Some(100.0));
/// assert!(sprites.remove(id).is_some() && sprites.get(id).is_none());
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "record::SpritesRecord", into = "record::SpritesRecord"))]
pub struct Sprites {
    slots: Vec<SpriteSlot>,
    /// The posed hulls and their boxes. An empty slot has some hull, and a box of NaN.
    hulls: Vec<Hull>,
    boxes: Vec<Aabb>,
    /// The empty slots; the last one is reused first.
    free: Vec<u32>,
    /// The number of sprites.
    len: usize,
}

#[derive(Clone, Debug)]
struct SpriteSlot {
    generation: u32,
    sprite: Option<Sprite>,
    /// The sprite's hull, rotated but not moved.
    rotated: Hull,
}

/// The box of an empty slot.
const NO_BOX: Aabb = Aabb { min: Vec2::NAN, max: Vec2::NAN };

impl Sprites {
    /// Creates an empty collection.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the number of sprites.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no sprites.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Inserts a sprite, in the slot that was freed last or in a new one, and returns its id.
    ///
    /// # Panics
    /// If 2^32 - 1 slots are in use.
    pub fn insert(&mut self, sprite: Sprite) -> SpriteId {
        let slot = self.free.pop().unwrap_or_else(|| {
            assert!(self.slots.len() < u32::MAX as usize, "the collection is full: it holds 2^32 - 1 sprites");
            self.slots.push(SpriteSlot { generation: 0, sprite: None, rotated: sprite.hull.clone() });
            self.hulls.push(sprite.hull.clone());
            self.boxes.push(NO_BOX);
            (self.slots.len() - 1) as u32
        });
        let index = slot as usize;
        self.slots[index].sprite = Some(sprite);
        self.len += 1;
        self.pose_hull(index);
        SpriteId { slot, generation: self.slots[index].generation }
    }

    /// Removes and returns a sprite; `None` if the id names none.
    pub fn remove(&mut self, id: SpriteId) -> Option<Sprite> {
        let index = self.slot_of(id)?;
        let slot = &mut self.slots[index];
        let sprite = slot.sprite.take();
        self.boxes[index] = NO_BOX;
        self.len -= 1;
        // A slot is not reused after its last generation, so that no id ever names two sprites.
        if let Some(next) = slot.generation.checked_add(1) {
            slot.generation = next;
            self.free.push(id.slot);
        }
        sprite
    }

    /// Returns a sprite; `None` if it was removed.
    #[must_use]
    pub fn get(&self, id: SpriteId) -> Option<&Sprite> {
        self.slots[self.slot_of(id)?].sprite.as_ref()
    }

    /// Replaces a sprite under its id and returns the former one; `None`, without a change, if the id names none.
    pub fn replace(&mut self, id: SpriteId, sprite: Sprite) -> Option<Sprite> {
        let index = self.slot_of(id)?;
        let former = self.slots[index].sprite.replace(sprite);
        self.pose_hull(index);
        former
    }

    /// Moves and rotates a sprite and returns its former pose; `None` if the id names none.
    ///
    /// The posed hull does not depend on the former pose, so rounding errors do not accumulate.
    pub fn set_pose(&mut self, id: SpriteId, pose: Pose) -> Option<Pose> {
        let index = self.slot_of(id)?;
        let slot = &mut self.slots[index];
        let sprite = slot.sprite.as_mut()?;
        let former = std::mem::replace(&mut sprite.pose, pose);
        // NaN is not equal to itself, so it rotates again.
        if former.rotation != pose.rotation {
            slot.rotated = rotated_hull(sprite);
        }
        self.move_hull(index);
        Some(former)
    }

    /// Iterates over all sprites in the order of their ids.
    pub fn iter(&self) -> impl Iterator<Item = (SpriteId, &Sprite)> {
        self.slots.iter().zip(0..).filter_map(|(slot, number)| {
            let id = SpriteId { slot: number, generation: slot.generation };
            slot.sprite.as_ref().map(|sprite| (id, sprite))
        })
    }

    /// Returns a sprite's posed hull; `None` if the id names none.
    #[must_use]
    pub fn hull(&self, id: SpriteId) -> Option<&Hull> {
        self.slot_of(id).map(|index| &self.hulls[index])
    }

    /// Returns a sprite's bounding box; `None` if the id names none.
    ///
    /// It is the box of the posed hull, with a margin for rounding on each side: 2^-19 of the sum of the position and
    /// the hull's largest coordinate in its own frame, along the axis where that sum is larger.
    #[must_use]
    pub fn bounds(&self, id: SpriteId) -> Option<Aabb> {
        self.slot_of(id).map(|index| self.boxes[index])
    }

    /// Returns the boxes of all slots.
    pub(super) fn boxes(&self) -> &[Aabb] {
        &self.boxes
    }

    /// Returns the posed hulls of all slots.
    pub(super) fn hulls(&self) -> &[Hull] {
        &self.hulls
    }

    /// Returns the sprite in a slot.
    pub(super) fn in_slot(&self, slot: u32) -> Option<(SpriteId, &Sprite)> {
        let SpriteSlot { generation, sprite, .. } = &self.slots[slot as usize];
        sprite.as_ref().map(|sprite| (SpriteId { slot, generation: *generation }, sprite))
    }

    /// Returns the slot of a sprite that exists.
    fn slot_of(&self, id: SpriteId) -> Option<usize> {
        let slot = self.slots.get(id.slot as usize)?;
        (slot.generation == id.generation && slot.sprite.is_some()).then_some(id.slot as usize)
    }

    /// Poses the hull of a slot.
    fn pose_hull(&mut self, index: usize) {
        if let Some(sprite) = &self.slots[index].sprite {
            self.slots[index].rotated = rotated_hull(sprite);
            self.move_hull(index);
        }
    }

    /// Moves the rotated hull of a slot to its sprite's position.
    fn move_hull(&mut self, index: usize) {
        if let Some(sprite) = &self.slots[index].sprite {
            let hull = self.slots[index].rotated.translated(sprite.pose.translation);
            self.boxes[index] = hull.safe_bounds();
            self.hulls[index] = hull;
        }
    }
}

fn rotated_hull(sprite: &Sprite) -> Hull {
    if sprite.pose.rotation == 0.0 {
        // Sprites of one kind without a rotation share their pieces.
        return sprite.hull.clone();
    }
    sprite.hull.transformed(&Pose { translation: Vec2::ZERO, rotation: sprite.pose.rotation })
}

#[cfg(feature = "serde")]
mod record {
    //! The serialized form of sprites. Shared hulls and masks are written once, and shared again when read.

    use super::{Hull, NO_BOX, Pose, Sprite, SpriteSlot, Sprites, Vec2};
    use crate::collide::ConvexPolygon;
    use crate::solidity::SolidityMap;
    use std::collections::HashMap;
    use std::hash::Hash;
    use std::sync::Arc;

    /// Serialized [`Sprites`].
    #[derive(serde::Serialize, serde::Deserialize)]
    pub(super) struct SpritesRecord {
        hulls: Vec<Hull>,
        masks: Vec<SolidityMap>,
        slots: Vec<SlotRecord>,
        free: Vec<u32>,
    }

    #[derive(serde::Serialize, serde::Deserialize)]
    struct SlotRecord {
        generation: u32,
        sprite: Option<SpriteRecord>,
    }

    /// A sprite with the indices of its hull and its mask.
    #[derive(serde::Serialize, serde::Deserialize)]
    struct SpriteRecord {
        pose: Pose,
        hull: usize,
        mask: Option<usize>,
        pivot: Vec2,
        category: u32,
        collides_with: u32,
        user_data: u64,
    }

    /// Items without duplicates, with an index by key.
    struct UniqueItems<K, T> {
        indices: HashMap<K, usize>,
        items: Vec<T>,
    }

    impl<K: Eq + Hash, T> UniqueItems<K, T> {
        fn new() -> Self {
            Self { indices: HashMap::new(), items: Vec::new() }
        }

        fn index_of(&mut self, key: K, item: impl FnOnce() -> T) -> usize {
            *self.indices.entry(key).or_insert_with(|| {
                self.items.push(item());
                self.items.len() - 1
            })
        }
    }

    impl From<Sprites> for SpritesRecord {
        fn from(sprites: Sprites) -> Self {
            let (mut hulls, mut masks) = (UniqueItems::new(), UniqueItems::new());
            let mut written = |sprite: &Sprite| SpriteRecord {
                pose: sprite.pose,
                hull: hulls.index_of(sprite.hull.identity(), || sprite.hull.clone()),
                mask: sprite.mask.as_ref().map(|mask| masks.index_of(Arc::as_ptr(mask), || SolidityMap::clone(mask))),
                pivot: sprite.pivot,
                category: sprite.category,
                collides_with: sprite.collides_with,
                user_data: sprite.user_data,
            };
            let mut record = |slot: &SpriteSlot| SlotRecord {
                generation: slot.generation,
                sprite: slot.sprite.as_ref().map(&mut written),
            };
            let slots = sprites.slots.iter().map(&mut record).collect();
            Self { hulls: hulls.items, masks: masks.items, slots, free: sprites.free }
        }
    }

    impl TryFrom<SpritesRecord> for Sprites {
        type Error = String;

        fn try_from(record: SpritesRecord) -> Result<Self, String> {
            let masks: Vec<Arc<SolidityMap>> = record.masks.into_iter().map(Arc::new).collect();
            // An empty slot has some hull, which is never used.
            let any =
                ConvexPolygon::rectangle((0.0, 0.0), (1.0, 1.0)).map(Hull::from).map_err(|error| error.to_string())?;
            let mut sprites = Self { free: record.free, ..Self::default() };
            for (number, slot) in record.slots.into_iter().enumerate() {
                let sprite = slot.sprite.as_ref().map(|sprite| read(sprite, &record.hulls, &masks)).transpose();
                let sprite = sprite.map_err(|error| format!("slot {number}: {error}"))?;
                sprites.len += usize::from(sprite.is_some());
                sprites.boxes.push(NO_BOX);
                sprites.hulls.push(any.clone());
                sprites.slots.push(SpriteSlot { generation: slot.generation, rotated: any.clone(), sprite });
                sprites.pose_hull(number);
            }
            check_free(&sprites)?;
            Ok(sprites)
        }
    }

    fn read(record: &SpriteRecord, hulls: &[Hull], masks: &[Arc<SolidityMap>]) -> Result<Sprite, String> {
        let &SpriteRecord { pose, hull, mask, pivot, category, collides_with, user_data } = record;
        let hull = hulls.get(hull).ok_or_else(|| format!("there is no hull {hull}"))?.clone();
        let mask = match mask {
            Some(index) => Some(masks.get(index).ok_or_else(|| format!("there is no mask {index}"))?.clone()),
            None => None,
        };
        Ok(Sprite { pose, hull, mask, pivot, category, collides_with, user_data })
    }

    /// Checks that the free slots are all empty slots, each listed once, except slots whose generations are used up.
    fn check_free(sprites: &Sprites) -> Result<(), String> {
        let mut is_free = vec![false; sprites.slots.len()];
        for &number in &sprites.free {
            match is_free.get_mut(number as usize) {
                Some(seen) if !*seen && sprites.slots[number as usize].sprite.is_none() => *seen = true,
                _ => return Err(format!("slot {number} is not free")),
            }
        }
        let lost = sprites
            .slots
            .iter()
            .zip(is_free)
            .position(|(slot, is_free)| slot.sprite.is_none() && !is_free && slot.generation < u32::MAX);
        match lost {
            Some(number) => Err(format!("slot {number} holds no sprite and is not free")),
            None => Ok(()),
        }
    }
}
