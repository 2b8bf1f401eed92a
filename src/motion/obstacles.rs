//! Obstacles: how far a box gets among terrain, and the contacts of a step that is stopped.

use super::collision_world::CollisionWorld;
use super::contact::{ContactKey, MoveContact, MoveContacts};
use super::face::{FacesRule, is_face};
use super::probe::StepProbe;
use super::shape::BodyShape;
use crate::geometry::{Direction, Rect};
use crate::solidity::SolidityMap;
use crate::terrain::{LayerMask, LayerSelection, NearLines, OneWayRule, Owner, OwnerFinder};
use glam::{DVec2, IVec2, Vec2};

/// Finds how far a box gets along an axis and what it hits, where no face and no solid is ahead.
///
/// It reads the pixels ahead as lines, one for each step, and a line as a word of bits.
#[derive(Debug)]
pub(super) struct BoxSweep<'w, 'a> {
    world: &'w CollisionWorld<'a>,
    two_way: &'w LayerSelection<'a>,
    direction: Direction,
    /// The axis of the motion, and whether it goes to the right or down.
    axis: usize,
    is_forward: bool,
    /// The number of pixels to go.
    length: u32,
    /// The pixels that the box newly covers up to the end of the motion.
    ahead: Rect,
}

impl<'w, 'a> BoxSweep<'w, 'a> {
    /// Creates the sweep of a shape; `None` without a motion along one axis, if a face or a solid may be ahead, or if
    /// the shape is no box. The motion and the box are at most 64 pixels long.
    #[inline(always)]
    pub(super) fn new(
        world: &'w CollisionWorld<'a>,
        two_way: &'w LayerSelection<'a>,
        shape: &BodyShape,
        at: IVec2,
        motion: IVec2,
    ) -> Option<Self> {
        let direction = Direction::of_step(motion.signum())?;
        let (axis, is_forward) = (usize::from(motion.x == 0), motion.x + motion.y > 0);
        let ahead = edge_of(&shape.bounds().translated(at), motion);
        let is_for_boxes = shape.is_box()
            && (ahead.max - ahead.min).max_element() <= u64::BITS as i32
            && !world.has_one_way_layer()
            && world.solids_in(ahead).next().is_none();
        let length = motion[axis].unsigned_abs();
        is_for_boxes.then_some(Self { world, two_way, direction, axis, is_forward, length, ahead })
    }

    /// Returns the step of one pixel.
    pub(super) const fn step(&self) -> IVec2 {
        self.direction.step()
    }

    /// Returns the lines ahead; `None` if there are too many for one read, so that each question reads anew.
    #[inline(always)]
    pub(super) fn near_lines(&self) -> Option<NearLines<'a>> {
        self.two_way.near_lines(&self.ahead, self.axis)
    }

    /// Returns the number of free steps.
    #[inline(always)]
    pub(super) fn free_steps(&self, near: Option<&NearLines<'a>>) -> u32 {
        let solid = match near {
            Some(near) => near.solid(),
            None => self.two_way.solid_lines_in(&self.ahead, self.axis),
        };
        if self.is_forward {
            solid.trailing_zeros().min(self.length)
        } else {
            solid.leading_zeros() - (u64::BITS - self.length)
        }
    }

    /// Returns the line that the step after some free ones enters.
    #[inline(always)]
    const fn line(&self, free: u32) -> u32 {
        if self.is_forward { free } else { self.length - 1 - free }
    }

    /// Returns the solid pixels that the step after some free ones enters: bit 0 is the left or the upper one.
    #[inline(always)]
    pub(super) fn solid_on_edge(&self, near: Option<&NearLines<'a>>, free: u32) -> u64 {
        let line = self.line(free);
        if let Some(near) = near {
            return near.line(line);
        }
        let (min, across) = (self.ahead.min + along(self.axis, line as i32), 1 - self.axis);
        let length = self.ahead.max[across] - self.ahead.min[across];
        self.two_way.solid_lines_in(&Rect::new(min, min + along(self.axis, 1) + along(across, length)), across)
    }

    /// Returns the contact nearest to the middle of the box, of the solid pixels that the step after some free ones enters.
    /// Also returns the pixels without those of the same tile.
    #[inline(always)]
    pub(super) fn first_contact(&self, free: u32, solid: u64, velocity: Vec2) -> (MoveContact, u64) {
        self.nearest_contact(&self.owners(), free, solid, velocity)
    }

    /// Adds the contacts of solid pixels that the step after some free ones enters: the nearest to the middle of the box,
    /// then without those of the same tile the next one.
    #[inline(never)]
    pub(super) fn add_contacts(&self, free: u32, mut solid: u64, velocity: Vec2, into: &mut MoveContacts) {
        let owners = self.owners();
        while solid != 0 && into.len() < MoveContacts::CAPACITY {
            let (next, rest) = self.nearest_contact(&owners, free, solid, velocity);
            into.add(next);
            solid = rest;
        }
    }

    fn owners(&self) -> OwnerFinder<'a> {
        self.world.terrain.owners(self.world.layers, OneWayRule::Free)
    }

    #[inline(always)]
    fn nearest_contact(&self, owners: &OwnerFinder<'a>, free: u32, solid: u64, velocity: Vec2) -> (MoveContact, u64) {
        let across = 1 - self.axis;
        let (first, length) = (self.ahead.min[across], (self.ahead.max[across] - self.ahead.min[across]) as u32);
        let line = self.ahead.min + along(self.axis, self.line(free) as i32);
        let pixel = line + along(across, nearest_to_middle(solid, length) as i32);
        let (owner, extent) = owners.with_extent(pixel);
        let (low, high) = ((extent.min[across] - first).max(0) as u32, (extent.max[across] - first) as u32);
        let of_owner = u64::MAX >> (u64::BITS - (high.min(length) - low)) << low;
        let contact = MoveContact { pixel, key: key_of(&owner), direction: Some(self.direction), velocity };
        (contact, solid & !of_owner)
    }
}

/// Which of two pixels comes first: the nearer one to the middle of the body, then the left, then the upper one, then
/// the terrain's, then the solid with the lower index.
type ContactRank = (i32, i32, i32, usize);

/// The tiles and solids that stop a step, pixel by pixel.
///
/// It is the plain rule, which names what it finds and can ignore it. [`BoxSweep`] is its fast path for boxes.
impl StepProbe<'_> {
    /// Returns the pixels that a step newly covers, or all that the shape covers without a direction, and the position that
    /// they lie at.
    fn entered(&self, at: IVec2, direction: Option<Direction>) -> (&SolidityMap, IVec2) {
        match direction {
            Some(direction) => (self.shape.front(direction), at + direction.step()),
            None => (self.shape.mask(), at),
        }
    }

    /// Returns whether something stops a step; without a direction, whether the shape overlaps something.
    pub(super) fn stops_by_pixels(&self, at: IVec2, direction: Option<Direction>, faces: FacesRule) -> bool {
        let (entered, to) = self.entered(at, direction);
        let (bounds, mut is_stopped) = (self.shape.bounds().translated(to), false);
        entered.pixels().any(|pixel| {
            self.for_each_key(pixel + to, &bounds, direction, faces, |_| is_stopped = true);
            is_stopped
        })
    }

    /// Returns the contacts of a step, the nearest to the middle of the body first: at most 8, one for each key. Without a
    /// direction they are what the shape overlaps that stops every motion.
    pub(super) fn contacts_by_pixels(&self, at: IVec2, direction: Option<Direction>, velocity: Vec2) -> MoveContacts {
        let (entered, to) = self.entered(at, direction);
        let bounds = self.shape.bounds().translated(to);
        let is_dropped = self.drops_through && direction == Some(Direction::Down);
        let faces = if is_dropped { FacesRule::Ignore } else { FacesRule::Count };
        let mut best: Vec<(ContactRank, MoveContact)> = Vec::new();
        for pixel in entered.pixels().map(|pixel| pixel + to) {
            self.for_each_key(pixel, &bounds, direction, faces, |key| {
                let rank = rank(pixel, &bounds, direction, key);
                let contact = MoveContact { pixel, key, direction, velocity };
                match best.iter_mut().find(|(_, known)| known.key == key) {
                    Some(known) if rank < known.0 => *known = (rank, contact),
                    Some(_) => {}
                    None => best.push((rank, contact)),
                }
            });
        }
        best.sort_unstable_by_key(|(rank, _)| *rank);
        let mut contacts = MoveContacts::default();
        best.into_iter().for_each(|(_, contact)| contacts.add(contact));
        contacts
    }

    /// Calls `found` with the tile and the solids that stop a step at a pixel, or that it overlaps without a direction.
    fn for_each_key(
        &self,
        pixel: IVec2,
        bounds: &Rect,
        direction: Option<Direction>,
        faces: FacesRule,
        mut found: impl FnMut(ContactKey),
    ) {
        if let Some(key) = self.terrain_key(pixel, direction, faces) {
            found(key);
        }
        for (index, solid) in self.world.solids_in(*bounds) {
            let key = ContactKey::Solid { index: index as u32 };
            let stops = faces.covers(solid.one_way.is_some()) && solid.stops_at(pixel, direction);
            if stops && !self.ignored.contains(&key) {
                found(key);
            }
        }
    }

    /// Returns the tile, or the cell of a filled pixel, that stops a step at a pixel of the terrain.
    fn terrain_key(&self, pixel: IVec2, direction: Option<Direction>, faces: FacesRule) -> Option<ContactKey> {
        let terrain = self.world.terrain;
        let direction = direction.filter(|_| faces.covers(true));
        let one_way = direction.and_then(|direction| self.one_way[direction as usize].as_ref());
        let mut layers = self.world.layers;
        let two_way = Some(&self.two_way).filter(|_| faces.covers(false));
        let mut found = key_at(&self.world, layers, two_way, one_way, pixel, direction)?;
        // Where it is ignored, other layers may be solid too.
        while self.ignored.contains(&found.0) {
            let others = layers.without(LayerMask::layer(found.1));
            if others == layers {
                return None;
            }
            layers = others;
            let one_way = direction.and_then(|direction| terrain.one_way(layers, direction));
            let two_way = Some(terrain.two_way(layers)).filter(|_| faces != FacesRule::Only);
            found = key_at(&self.world, layers, two_way.as_ref(), one_way.as_ref(), pixel, direction)?;
        }
        Some(found.0)
    }
}

/// Returns the key and the layer of a terrain pixel that stops every motion, or whose face stops this one.
fn key_at(
    world: &CollisionWorld<'_>,
    layers: LayerMask,
    two_way: Option<&LayerSelection<'_>>,
    one_way: Option<&LayerSelection<'_>>,
    pixel: IVec2,
    direction: Option<Direction>,
) -> Option<(ContactKey, usize)> {
    let owner = if two_way.is_some_and(|two_way| two_way.is_solid(pixel)) {
        world.terrain.owners(layers, OneWayRule::Free).of(pixel, || DVec2::ZERO)
    } else {
        let (one_way, direction) = (one_way?, direction?);
        if !is_face(pixel, direction, |pixel| one_way.is_solid(pixel)) {
            return None;
        }
        world.terrain.owners(layers, OneWayRule::Respect).of(pixel, || direction.step().as_dvec2())
    };
    Some((key_of(&owner), owner.layer))
}

fn key_of(owner: &Owner<'_>) -> ContactKey {
    ContactKey::Tile { layer: owner.layer as u32, cell: owner.cell, tile: *owner.tile }
}

fn rank(pixel: IVec2, bounds: &Rect, direction: Option<Direction>, key: ContactKey) -> ContactRank {
    // Twice the distance, as the middle may lie between two pixels.
    let off = (2 * pixel + 1 - bounds.min - bounds.max).abs();
    let distance = match direction {
        Some(Direction::Left | Direction::Right) => off.y,
        Some(Direction::Up | Direction::Down) => off.x,
        None => off.x + off.y,
    };
    let solid = match key {
        ContactKey::Tile { .. } => 0,
        ContactKey::Solid { index } => index as usize + 1,
    };
    (distance, pixel.x, pixel.y, solid)
}

/// Returns the pixels that a box newly covers at the end of a motion along one axis.
#[inline(always)]
pub(super) fn edge_of(pixels: &Rect, motion: IVec2) -> Rect {
    let axis = usize::from(motion.x == 0);
    let size = along(axis, pixels.max[axis] - pixels.min[axis]);
    match motion.x + motion.y > 0 {
        true => Rect::new(pixels.min + size, pixels.max + motion),
        false => Rect::new(pixels.min + motion, pixels.max - size),
    }
}

/// Returns the vector of a length along an axis. Numbers in registers are added to it; an element that is changed by its
/// index would be written to memory and read as a part of the whole.
#[inline(always)]
fn along(axis: usize, length: i32) -> IVec2 {
    if axis == 0 { IVec2::new(length, 0) } else { IVec2::new(0, length) }
}

/// Returns the set bit nearest to the middle of `length` bits, of two the lower one. At least one is set.
#[inline]
fn nearest_to_middle(bits: u64, length: u32) -> u32 {
    // The middle bit of an odd number of them is in the lower half.
    let half = length.div_ceil(2);
    let (below, above) = (bits & (u64::MAX >> (u64::BITS - half)), bits >> half);
    // Without a bit these lie outside, farther away than any bit.
    let low = u64::BITS as i32 - 1 - below.leading_zeros() as i32;
    let high = (half + above.trailing_zeros()) as i32;
    // Twice the distances from the middle.
    let last = length as i32 - 1;
    (if last - 2 * low <= 2 * high - last { low } else { high }) as u32
}
