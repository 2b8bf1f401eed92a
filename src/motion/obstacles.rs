//! Obstacles of boxes: how far a box gets through terrain, and the contacts of its stopped step.
//!
//! ```text
//!     bbb...#     a box moves right: each column ahead is a line, which one step enters
//!     bbb..##     lines 2 and 3 are solid, so 2 steps are free; line 2 is solid in row 1
//! ```

use super::collision_world::CollisionWorld;
use super::contact::{ContactKey, MoveContact, MoveContacts};
use super::shape::BodyShape;
use crate::geometry::{Direction, Rect};
use crate::solidity::bits_between;
use crate::terrain::{LayerSelection, NearLines, OneWayRule, OwnerFinder};
use glam::{IVec2, Vec2};

/// Finds how far a box gets along an axis and what it hits, if no face and no solid is ahead.
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
    /// Creates the sweep of a shape, given whether a solid meets the rectangle of the whole motion. One-way solids may meet
    /// the middle of the shape. `None` if the motion is not along one axis, the shape is no box, something one-way or a solid
    /// may be met, or the motion or the box is longer than 64 pixels.
    #[inline(always)]
    pub(super) fn new(
        world: &'w CollisionWorld<'a>,
        two_way: &'w LayerSelection<'a>,
        shape: &BodyShape,
        at: IVec2,
        motion: IVec2,
        is_solid_in: impl FnOnce(Rect) -> bool,
    ) -> Option<Self> {
        let direction = Direction::of_step(motion.signum())?;
        let (axis, is_forward) = (usize::from(motion.x == 0), motion.x + motion.y > 0);
        let bounds = shape.bounds().translated(at);
        let ahead = edge_of(&bounds, motion);
        let is_for_boxes = shape.is_box()
            && (ahead.max - ahead.min).max_element() <= u64::BITS as i32
            && !world.has_one_way_layer()
            && !is_solid_in(bounds.union(&ahead));
        let length = motion[axis].unsigned_abs();
        is_for_boxes.then_some(Self { world, two_way, direction, axis, is_forward, length, ahead })
    }

    /// Returns the step of one pixel.
    pub(super) const fn step(&self) -> IVec2 {
        self.direction.step()
    }

    /// Returns the lines ahead; `None` if there are too many for one read. Then each question reads anew.
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

    /// Returns the line that the step after `free` free steps enters.
    #[inline(always)]
    const fn line(&self, free: u32) -> u32 {
        if self.is_forward { free } else { self.length - 1 - free }
    }

    /// Returns the solid pixels that the step after `free` free steps enters. Bit 0 is the left or the upper one.
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

    /// Returns the contact nearest to the middle of the box among the `solid` pixels, which the step after `free` free
    /// steps enters. Also returns the solid pixels of other tiles.
    #[inline(always)]
    pub(super) fn first_contact(&self, free: u32, solid: u64, velocity: Vec2) -> (MoveContact, u64) {
        self.nearest_contact(&self.owners(), free, solid, velocity)
    }

    /// Adds the contacts of the `solid` pixels, which the step after `free` free steps enters: one for each tile,
    /// nearest to the middle of the box first.
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
        let (first, length) = (self.ahead.min[across], self.ahead.max[across] - self.ahead.min[across]);
        let line = self.ahead.min + along(self.axis, self.line(free) as i32);
        let pixel = line + along(across, nearest_bit(solid, length - 1));
        let (owner, extent) = owners.with_extent(pixel);
        let of_owner = bits_between((extent.min[across] - first).into(), (extent.max[across] - first).into());
        let contact =
            MoveContact { pixel, key: ContactKey::of_tile(&owner), direction: Some(self.direction), velocity };
        (contact, solid & !of_owner)
    }
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

/// Returns the vector of a length along an axis. It stays in registers; an element that is set by its index would go
/// through memory.
#[inline(always)]
fn along(axis: usize, length: i32) -> IVec2 {
    if axis == 0 { IVec2::new(length, 0) } else { IVec2::new(0, length) }
}

/// Returns the set bit nearest to the middle, whose doubled distance from bit 0 is given; on a tie, the lower one.
#[inline]
pub(super) fn nearest_bit(bits: u64, middle: i32) -> i32 {
    let below = bits & bits_between(0, i64::from(middle.div_euclid(2)) + 1);
    let above = bits & !below;
    let (low, high) = (63 - below.leading_zeros() as i32, above.trailing_zeros() as i32);
    if above == 0 || (below != 0 && middle - 2 * low <= 2 * high - middle) { low } else { high }
}
