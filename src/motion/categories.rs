//! Categories: which bodies and solids meet.

use super::shape::BodyShape;
use crate::terrain::StateHash;
use glam::IVec2;

/// The categories of a body or a solid, as bits, and the index of the solid that it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Categories {
    pub(super) category: u32,
    pub(super) collides_with: u32,
    /// The index of a solid, or of a body's own solid.
    pub(super) solid: Option<usize>,
}

impl Categories {
    /// The categories of bodies and solids for which nothing was set: all meet.
    pub(super) const ALL: Self = Self { category: 1, collides_with: u32::MAX, solid: None };

    /// Returns whether each one's category is among those that the other collides with. A solid meets neither itself nor
    /// the body whose own solid it is.
    #[inline]
    pub(super) fn meet(&self, other: &Self) -> bool {
        (self.category & other.collides_with != 0)
            & (other.category & self.collides_with != 0)
            & (self.solid.is_none() | (self.solid != other.solid))
    }

    /// Adds the categories to the hash of a state, unless nothing was set.
    pub(super) fn hash_state(&self, hash: &mut StateHash) {
        if *self != Self::ALL {
            hash.add_pair(IVec2::new(self.category as i32, self.collides_with as i32));
            hash.add(self.solid.map_or(0, |index| index as u64 + 1));
        }
    }
}

/// Categories are serialized only if they were set.
#[cfg(feature = "serde")]
impl Categories {
    pub(super) const fn usual_category() -> u32 {
        Self::ALL.category
    }

    pub(super) const fn is_usual_category(category: &u32) -> bool {
        *category == Self::ALL.category
    }

    pub(super) const fn usual_collides_with() -> u32 {
        Self::ALL.collides_with
    }

    pub(super) const fn is_usual_collides_with(collides_with: &u32) -> bool {
        *collides_with == Self::ALL.collides_with
    }
}

/// A body or a solid at a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mover<'s> {
    pub(super) shape: &'s BodyShape,
    pub(super) at: IVec2,
    pub(super) categories: Categories,
}
