//! What sprites are written as. Hulls and masks that several share are written once, and shared again when they are read.

use super::sprite::Sprite;
use super::sprites::{NO_BOX, Slot, Sprites};
use crate::collide::{ConvexPolygon, Hull};
use crate::geometry::Pose;
use crate::solidity::SolidityMap;
use glam::Vec2;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

/// [`Sprites`] as they are written.
#[derive(serde::Serialize, serde::Deserialize)]
pub(super) struct Record {
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

/// A sprite with the places of its hull and its mask.
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

/// Things that are written once each, and their places by what tells them apart.
struct Table<K, T> {
    places: HashMap<K, usize>,
    things: Vec<T>,
}

impl<K: Eq + Hash, T> Table<K, T> {
    fn new() -> Self {
        Self { places: HashMap::new(), things: Vec::new() }
    }

    fn place(&mut self, key: K, thing: impl FnOnce() -> T) -> usize {
        *self.places.entry(key).or_insert_with(|| {
            self.things.push(thing());
            self.things.len() - 1
        })
    }
}

impl From<Sprites> for Record {
    fn from(sprites: Sprites) -> Self {
        let (mut hulls, mut masks) = (Table::new(), Table::new());
        let mut written = |sprite: &Sprite| SpriteRecord {
            pose: sprite.pose,
            hull: hulls.place(sprite.hull.identity(), || sprite.hull.clone()),
            mask: sprite.mask.as_ref().map(|mask| masks.place(Arc::as_ptr(mask), || SolidityMap::clone(mask))),
            pivot: sprite.pivot,
            category: sprite.category,
            collides_with: sprite.collides_with,
            user_data: sprite.user_data,
        };
        let slots = sprites.slots.iter();
        let slots = slots
            .map(|slot| SlotRecord { generation: slot.generation, sprite: slot.sprite.as_ref().map(&mut written) });
        let slots = slots.collect();
        Self { hulls: hulls.things, masks: masks.things, slots, free: sprites.free }
    }
}

impl TryFrom<Record> for Sprites {
    type Error = String;

    fn try_from(record: Record) -> Result<Self, String> {
        let masks: Vec<Arc<SolidityMap>> = record.masks.into_iter().map(Arc::new).collect();
        // A slot that holds no sprite has some hull, which nobody asks.
        let any =
            ConvexPolygon::rectangle((0.0, 0.0), (1.0, 1.0)).map(Hull::from).map_err(|error| error.to_string())?;
        let mut sprites = Self { free: record.free, ..Self::default() };
        for (number, slot) in record.slots.into_iter().enumerate() {
            let sprite = slot.sprite.as_ref().map(|sprite| read(sprite, &record.hulls, &masks)).transpose();
            let sprite = sprite.map_err(|error| format!("slot {number}: {error}"))?;
            sprites.len += usize::from(sprite.is_some());
            sprites.boxes.push(NO_BOX);
            sprites.hulls.push(any.clone());
            sprites.slots.push(Slot { generation: slot.generation, turned: any.clone(), sprite });
            sprites.turn(number);
        }
        check_free(&sprites)?;
        Ok(sprites)
    }
}

fn read(record: &SpriteRecord, hulls: &[Hull], masks: &[Arc<SolidityMap>]) -> Result<Sprite, String> {
    let &SpriteRecord { pose, hull, mask, pivot, category, collides_with, user_data } = record;
    let hull = hulls.get(hull).ok_or_else(|| format!("there is no hull {hull}"))?.clone();
    let mask = match mask {
        Some(place) => Some(masks.get(place).ok_or_else(|| format!("there is no mask {place}"))?.clone()),
        None => None,
    };
    Ok(Sprite { pose, hull, mask, pivot, category, collides_with, user_data })
}

/// That each slot without a sprite is to be used again, once, unless its generations are used up; and no other slot.
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
    //! The mask of a sprite that is written alone.

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
