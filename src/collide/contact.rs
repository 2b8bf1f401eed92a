//! Contacts, and the winner of a tie between equal separations.

use glam::Vec2;
use std::cmp::Ordering;

/// A contact: the direction and the length of the shortest translation out of another shape.
///
/// ```
/// use tileray::{ConvexPolygon, collide, glam::vec2};
///
/// let floor = ConvexPolygon::rectangle((0.0, 16.0), (64.0, 32.0))?;
/// let crate_box = ConvexPolygon::rectangle((20.0, 3.0), (34.0, 17.0))?;
/// let contact = collide::contact(&crate_box, &floor).expect("1 px deep in the floor");
/// assert_eq!((contact.normal, contact.depth), (vec2(0.0, -1.0), 1.0));
/// assert_eq!(contact.mtv(), vec2(0.0, -1.0));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Contact {
    /// The unit direction that pushes the first shape out of the second.
    pub normal: Vec2,
    /// The overlap along the normal, in pixels; above 0.
    pub depth: f32,
}

impl Contact {
    /// Returns the minimum translation vector: the translation of the first shape that separates it from the second.
    #[must_use]
    pub fn mtv(&self) -> Vec2 {
        self.normal * self.depth
    }

    /// Returns the same contact for the second shape.
    #[must_use]
    pub fn flipped(&self) -> Self {
        Self { normal: -self.normal, depth: self.depth }
    }
}

/// A contact or none, as two numbers.
///
/// A function returns it in two registers, and the deeper of two is selected without a branch. An `Option<Contact>` is
/// returned in memory, written in four parts; a caller that copies it in one piece waits until all parts are in the
/// cache.
#[derive(Clone, Copy)]
pub(super) struct PackedContact {
    /// The bits of the normal: x in the lower half, y in the upper half.
    normal: u64,
    /// Above 0 for a contact; otherwise there is none.
    depth: f32,
}

impl PackedContact {
    pub(super) const NONE: Self = Self { normal: 0, depth: 0.0 };

    /// Creates a contact if `depth` is above 0, else none.
    #[inline(always)]
    pub(super) fn new(normal: Vec2, depth: f32) -> Self {
        Self { normal: u64::from(normal.x.to_bits()) | u64::from(normal.y.to_bits()) << 32, depth }
    }

    #[inline(always)]
    pub(super) fn contact(self) -> Option<Contact> {
        // Written first and withdrawn after: whether two shapes overlap is unpredictable, so it must not be a branch.
        let contact = Contact { normal: self.normal(), depth: self.depth };
        let (mut contact, is_contact) = (Some(contact), self.depth > 0.0);
        if !is_contact {
            contact = None;
        }
        contact
    }

    /// Returns the contact if it is deeper than a touch, else none. A depth that is NaN is none.
    #[inline(always)]
    pub(super) fn deeper_than(self, touch: f32) -> Self {
        // Without a branch, as the outcome is unpredictable: the mask is all bits or none.
        let mask = u32::from(self.depth > touch).wrapping_neg();
        Self { depth: f32::from_bits(self.depth.to_bits() & mask), ..self }
    }

    /// Returns whether it is a contact.
    #[inline(always)]
    pub(super) fn is_contact(self) -> bool {
        self.depth > 0.0
    }

    /// Returns the same contact for the second shape.
    #[inline(always)]
    pub(super) fn flipped(self) -> Self {
        Self::new(-self.normal(), self.depth)
    }

    /// Returns the deeper of two contacts; of equally deep ones, the one that [wins the tie](wins_tie). `apart` leads
    /// from the center of the second shape's box to the center of the first's.
    #[inline(always)]
    pub(super) fn or_deeper(self, other: Self, apart: impl FnOnce() -> Vec2) -> Self {
        let is_deeper = is_greater((other.depth, other.normal()), (self.depth, self.normal()), apart);
        Self {
            normal: if is_deeper { other.normal } else { self.normal },
            depth: if is_deeper { other.depth } else { self.depth },
        }
    }

    #[inline(always)]
    fn normal(self) -> Vec2 {
        Vec2::new(f32::from_bits(self.normal as u32), f32::from_bits((self.normal >> 32) as u32))
    }
}

/// Returns whether normal `n` is preferred to `m` where both separate two shapes equally. `apart` leads from the center
/// of the second shape's bounding box to the center of the first's, at any length.
///
/// The normal along which the centers are nearer to each other wins: a crate leaves a long floor upward, and a high wall
/// sideways. Of two opposite normals, the one toward the first shape's center wins. So mirroring or turning the shapes
/// mirrors or turns the normal, and swapping the shapes flips it. Normals that are still tied are equally right; one of
/// them is taken in a [fixed order](is_first).
#[cold]
pub(super) fn wins_tie(n: Vec2, m: Vec2, apart: Vec2) -> bool {
    if n == m {
        return false;
    }
    let (along_n, along_m) = (n.dot(apart), m.dot(apart));
    if along_n.abs() != along_m.abs() {
        return along_n.abs() < along_m.abs();
    }
    if along_n != along_m { along_n > along_m } else { is_first(n, m) }
}

/// Returns whether normal `n` is preferred to `m` where a motion meets both at once: if it leads more against the motion.
/// Normals that are still tied are mirror images of each other at the motion's line, and one of them is taken in a [fixed
/// order](is_first).
#[cold]
pub(super) fn is_more_against(n: Vec2, m: Vec2, motion: Vec2) -> bool {
    let (along_n, along_m) = (n.dot(motion), m.dot(motion));
    if along_n == along_m { is_first(n, m) } else { along_n < along_m }
}

/// Returns whether normal `n` comes before `m` in the fixed order of equally right normals.
///
/// The steeper normal comes first. Between equally steep normals, the one along the diagonal from the upper left to the
/// lower right comes first, in either direction; of opposite ones, the one that points up, or left.
pub(super) fn is_first(n: Vec2, m: Vec2) -> bool {
    let steepness = n.y.abs().total_cmp(&m.y.abs()).then(m.x.abs().total_cmp(&n.x.abs()));
    let diagonal = |v: Vec2| v.x * v.y > 0.0;
    let up_or_left = |v: Vec2| v.y < 0.0 || (v.y == 0.0 && v.x < 0.0);
    let order = steepness.then_with(|| diagonal(n).cmp(&diagonal(m)));
    order.then_with(|| up_or_left(n).cmp(&up_or_left(m))) == Ordering::Greater
}

/// Returns whether the first number is greater, or is equal and its normal [wins the tie](wins_tie). False for NaN.
#[inline]
pub(super) fn is_greater<T: PartialOrd>(
    (number, normal): (T, Vec2),
    (other, other_normal): (T, Vec2),
    apart: impl FnOnce() -> Vec2,
) -> bool {
    // Ties are rare, so the first branch is predictable; which of two numbers is greater is not.
    if number == other { normal != other_normal && wins_tie(normal, other_normal, apart()) } else { number > other }
}

/// Returns the set bit of `bits` whose normal wins all ties, and that normal. At least one bit is set.
///
/// `normal` gives the normal of a lane, from the second shape to the first. `wins` says whether a normal wins against
/// another one.
#[inline(always)]
pub(super) fn tie_winner(bits: u32, normal: impl Fn(u32) -> Vec2, wins: impl Fn(Vec2, Vec2) -> bool) -> (u32, Vec2) {
    let lane = bits.trailing_zeros();
    let mut best = (lane, normal(lane));
    let mut bits = bits & bits.wrapping_sub(1);
    while bits != 0 {
        let lane = bits.trailing_zeros();
        let other = normal(lane);
        // Edges of both polygons often share a normal.
        if other != best.1 && wins(other, best.1) {
            best = (lane, other);
        }
        bits &= bits - 1;
    }
    best
}

/// Splits a minimum translation vector between two bodies: returns the translation of the first and of the second.
///
/// Each body moves in proportion to the other's mass, so the heavier one moves less. The first part minus the second is
/// the whole vector. A body of infinite mass does not move. If both masses are infinite, both parts are zero and the
/// bodies stay overlapped. A mass of 0 yields to any other; two masses of 0 share equally. A negative or NaN mass
/// counts as 0. A vector that is not finite gives parts that are not finite.
///
/// ```
/// use tileray::{collide, glam::vec2};
///
/// let (player, boulder) = collide::split_mtv(vec2(-4.0, 0.0), 1.0, 3.0);
/// assert_eq!((player, boulder), (vec2(-3.0, 0.0), vec2(1.0, 0.0)));
/// let (player, wall) = collide::split_mtv(vec2(-4.0, 0.0), 1.0, f32::INFINITY);
/// assert_eq!((player, wall), (vec2(-4.0, 0.0), vec2(0.0, 0.0)));
/// ```
#[must_use]
pub fn split_mtv(mtv: impl Into<Vec2>, mass_a: f32, mass_b: f32) -> (Vec2, Vec2) {
    let mtv = mtv.into();
    // NaN is not above 0.
    let mass = |mass: f32| if mass > 0.0 { f64::from(mass) } else { 0.0 };
    let (a, b) = (mass(mass_a), mass(mass_b));
    let share = match (a.is_infinite(), b.is_infinite()) {
        (true, true) => return (Vec2::ZERO, Vec2::ZERO),
        (true, false) => 0.0,
        (false, true) => 1.0,
        (false, false) if a + b == 0.0 => 0.5,
        (false, false) => b / (a + b),
    };
    let first = (mtv.as_dvec2() * share).as_vec2();
    (first, first - mtv)
}
