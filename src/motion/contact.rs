//! Contacts: the tiles and solids that a body hit in a motion, and the answers of a callback.

use crate::geometry::Direction;
use crate::terrain::Owner;
use crate::tile::Tile;
use glam::{IVec2, Vec2};
use std::fmt;
use std::ops::Deref;

/// A contact of a moving body: the tile, the filled pixel or the [`Solid`](super::Solid) that it hit.
///
/// ```
/// use tileray::{Body, MoveOptions, SolidityMap, Terrain, glam::{ivec2, vec2}};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, _| x >= 60));
/// let mut bullet = Body::rectangle((4, 3), ivec2(20, 40))?;
/// let slide = bullet.move_and_slide(&terrain, vec2(300.0, 0.0), 0.5, &MoveOptions::default());
/// let contact = slide.contacts[0];
/// assert_eq!((contact.pixel(), contact.normal()), (ivec2(60, 41), vec2(-1.0, 0.0)));
/// assert_eq!((contact.layer(), contact.solid(), contact.velocity()), (Some(0), None, vec2(300.0, 0.0)));
/// # Ok::<(), tileray::motion::BodyShapeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[doc(alias = "get_slide_collision")]
pub struct MoveContact {
    pub(super) pixel: IVec2,
    pub(super) key: ContactKey,
    /// The direction of the stopped step; `None` for an overlap at the start.
    pub(super) direction: Option<Direction>,
    pub(super) velocity: Vec2,
}

/// The tile or solid of a contact. One step has at most one contact with each key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(super) enum ContactKey {
    Tile { layer: u32, cell: IVec2, tile: Option<Tile> },
    Solid { index: u32 },
}

impl ContactKey {
    /// Returns the key of the tile that owns a pixel.
    pub(super) const fn of_tile(owner: &Owner<'_>) -> Self {
        Self::Tile { layer: owner.layer as u32, cell: owner.cell, tile: *owner.tile }
    }

    /// Returns the layer of the terrain; `None` for a solid.
    pub(super) const fn layer(self) -> Option<usize> {
        match self {
            Self::Tile { layer, .. } => Some(layer as usize),
            Self::Solid { .. } => None,
        }
    }

    /// Returns the tile; `None` for a solid, and for filled pixels.
    pub(super) const fn tile(self) -> Option<Tile> {
        match self {
            Self::Tile { tile, .. } => tile,
            Self::Solid { .. } => None,
        }
    }

    /// Returns the index of the solid; `None` for terrain.
    pub(super) const fn solid(self) -> Option<usize> {
        match self {
            Self::Tile { .. } => None,
            Self::Solid { index } => Some(index as usize),
        }
    }
}

impl MoveContact {
    /// Returns the pixel that stopped the body.
    ///
    /// If several pixels of the tile or solid stopped the step, it is the one nearest to the middle of the body; on a
    /// tie, the left or upper one.
    #[must_use]
    pub const fn pixel(&self) -> IVec2 {
        self.pixel
    }

    /// Returns the unit normal of the pixel's face that was hit: against the step, so along an axis.
    ///
    /// It is zero if the body overlapped the tile or solid at the start; only a
    /// [callback](super::Body::move_and_slide_with) sees such contacts. For the smooth normal of terrain there is
    /// [`surface_normal`](crate::TerrainQuery::surface_normal).
    #[must_use]
    pub fn normal(&self) -> Vec2 {
        self.direction.map_or(Vec2::ZERO, |direction| direction.opposite().step().as_vec2())
    }

    /// Returns the layer of the terrain; `None` for a solid.
    #[must_use]
    pub const fn layer(&self) -> Option<usize> {
        self.key.layer()
    }

    /// Returns the cell of that layer; zero for a solid.
    #[must_use]
    pub const fn cell(&self) -> IVec2 {
        match self.key {
            ContactKey::Tile { cell, .. } => cell,
            ContactKey::Solid { .. } => IVec2::ZERO,
        }
    }

    /// Returns the tile; `None` for a solid, and for filled pixels.
    #[must_use]
    pub const fn tile(&self) -> Option<Tile> {
        self.key.tile()
    }

    /// Returns the index of the solid in [`CollisionWorld::solids`](super::CollisionWorld::solids); `None` for terrain.
    #[must_use]
    pub const fn solid(&self) -> Option<usize> {
        self.key.solid()
    }

    /// Returns the velocity before the contact, in pixels a second: the requested one, with 0 along an axis on which
    /// the body was already stopped.
    ///
    /// After [`Body::move_x`](super::Body::move_x) and [`Body::move_y`](super::Body::move_y), which take no time, it is
    /// the motion in pixels.
    #[must_use]
    pub const fn velocity(&self) -> Vec2 {
        self.velocity
    }
}

/// The answer of a callback to a contact; see [`Body::move_and_slide_with`](super::Body::move_and_slide_with).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum ContactResponse {
    /// The contact stops the body, as without a callback.
    #[default]
    Accept,
    /// The tile or solid does not exist for the rest of this call. The body may end inside it.
    Ignore,
    /// The contact stops the body, and the motion ends here.
    Stop,
}

/// The contacts of a motion in the order in which they were hit, at most 8. It dereferences to a slice.
///
/// Later contacts are dropped. Only the first contact with each tile or solid and each normal is kept.
///
/// ```
/// use tileray::motion::MoveContacts;
/// use tileray::{Body, SolidityMap, Terrain, glam::ivec2};
///
/// let floor = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |_, y| y >= 80));
/// let mut stone = Body::rectangle((10, 10), ivec2(20, 20))?;
/// let contacts: MoveContacts = stone.move_y(&floor, 100.0).contacts;
/// assert_eq!(contacts.iter().map(|contact| contact.pixel()).collect::<Vec<_>>(), [ivec2(24, 80)]);
/// # Ok::<(), tileray::motion::BodyShapeError>(())
/// ```
#[derive(Clone, Copy, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(from = "Vec<MoveContact>", into = "Vec<MoveContact>"))]
pub struct MoveContacts(ContactArray);

/// Contacts without an allocation. Most motions have none or a few, and write only those.
#[derive(Clone, Copy, Default)]
#[expect(clippy::large_enum_variant, reason = "smaller variants are written in less time, and an allocation is slower")]
enum ContactArray {
    #[default]
    Empty,
    One([MoveContact; 1]),
    Two([MoveContact; 2]),
    Many(usize, [MoveContact; MoveContacts::CAPACITY]),
}

impl MoveContacts {
    /// The most contacts of a motion.
    pub const CAPACITY: usize = 8;

    /// Returns the contacts.
    #[must_use]
    pub fn as_slice(&self) -> &[MoveContact] {
        match &self.0 {
            ContactArray::Empty => &[],
            ContactArray::One(contacts) => contacts,
            ContactArray::Two(contacts) => contacts,
            ContactArray::Many(count, contacts) => &contacts[..*count],
        }
    }

    /// Creates the contacts of a motion that hit one thing.
    #[inline]
    pub(super) const fn one(contact: MoveContact) -> Self {
        Self(ContactArray::One([contact]))
    }

    /// Returns a copy that writes only as many bytes as the contacts need; the whole has some hundred.
    #[inline]
    pub(super) fn compact(&self) -> Self {
        // A match on the variants would compile to a copy of the whole.
        match *self.as_slice() {
            [] => Self::default(),
            [only] => Self(ContactArray::One([only])),
            [first, second] => Self(ContactArray::Two([first, second])),
            _ => *self,
        }
    }

    /// Adds contacts unless they are there already.
    #[inline]
    pub(super) fn append(&mut self, contacts: &Self) {
        if self.is_empty() {
            *self = contacts.compact();
        } else {
            contacts.iter().for_each(|contact| self.add(*contact));
        }
    }

    /// Adds a contact unless it is there already.
    #[inline]
    pub(super) fn add(&mut self, contact: MoveContact) {
        // Most motions hit one thing.
        if matches!(self.0, ContactArray::Empty) {
            self.0 = ContactArray::One([contact]);
        } else {
            self.add_another(contact);
        }
    }

    #[inline(never)]
    fn add_another(&mut self, contact: MoveContact) {
        let is_same = |other: &MoveContact| other.key == contact.key && other.direction == contact.direction;
        if self.iter().any(is_same) {
            return;
        }
        match &mut self.0 {
            ContactArray::Empty => self.0 = ContactArray::One([contact]),
            ContactArray::One([first]) => self.0 = ContactArray::Two([*first, contact]),
            ContactArray::Two([first, second]) => {
                let mut contacts = [contact; Self::CAPACITY];
                (contacts[0], contacts[1]) = (*first, *second);
                self.0 = ContactArray::Many(3, contacts);
            }
            ContactArray::Many(Self::CAPACITY.., _) => {}
            ContactArray::Many(count, contacts) => {
                contacts[*count] = contact;
                *count += 1;
            }
        }
    }
}

impl Deref for MoveContacts {
    type Target = [MoveContact];

    fn deref(&self) -> &[MoveContact] {
        self.as_slice()
    }
}

impl<'a> IntoIterator for &'a MoveContacts {
    type Item = &'a MoveContact;
    type IntoIter = std::slice::Iter<'a, MoveContact>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl PartialEq for MoveContacts {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl fmt::Debug for MoveContacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

impl From<MoveContacts> for Vec<MoveContact> {
    fn from(contacts: MoveContacts) -> Self {
        contacts.to_vec()
    }
}

/// Keeps the first 8.
impl From<Vec<MoveContact>> for MoveContacts {
    fn from(contacts: Vec<MoveContact>) -> Self {
        let mut kept = Self::default();
        contacts.into_iter().for_each(|contact| kept.add(contact));
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(index: u32, direction: Direction) -> MoveContact {
        let key = ContactKey::Solid { index };
        MoveContact { pixel: IVec2::ZERO, key, direction: Some(direction), velocity: Vec2::ZERO }
    }

    #[test]
    fn contacts_keep_their_order_and_the_first_eight() {
        let mut contacts = MoveContacts::default();
        for count in 0..12 {
            assert_eq!(contacts.len(), count.min(8));
            contacts.add(contact(count as u32, Direction::Left));
            contacts.add(contact(count as u32, Direction::Left));
        }
        assert_eq!(contacts.iter().filter_map(MoveContact::solid).collect::<Vec<_>>(), (0..8).collect::<Vec<_>>());
        assert_eq!(MoveContacts::from(contacts.to_vec()), contacts);
        let mut two = MoveContacts::default();
        [Direction::Left, Direction::Up, Direction::Up]
            .into_iter()
            .for_each(|direction| two.add(contact(3, direction)));
        assert_eq!(two.iter().map(MoveContact::normal).collect::<Vec<_>>(), [Vec2::X, Vec2::Y]);
        assert_ne!(two, contacts);
        assert!(size_of::<MoveContact>() <= 48 && size_of::<MoveContacts>() <= 400);
    }
}
