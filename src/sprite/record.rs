//! The serialized form of sprites. Shared hulls and masks are written once, and shared again when read.

use super::sprite::Sprite;
use super::sprites::{NO_BOX, SpriteSlot, Sprites};
use crate::collide::{ConvexPolygon, Hull};
use crate::geometry::Pose;
use crate::solidity::SolidityMap;
use glam::Vec2;
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

/// Checks that the free slots are the empty slots, each once, without those whose generations are used up.
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

pub(super) mod mask {
    //! The mask of a single serialized sprite.

    use super::{Arc, SolidityMap};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(in crate::sprite) fn serialize<S: Serializer>(
        mask: &Option<Arc<SolidityMap>>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        mask.as_deref().serialize(serializer)
    }

    pub(in crate::sprite) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Arc<SolidityMap>>, D::Error> {
        Ok(Option::<SolidityMap>::deserialize(deserializer)?.map(Arc::new))
    }
}
