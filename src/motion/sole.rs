//! Soles: the part of a shape that one-way slopes hold.
//!
//! The sole has the last pixel of each line of a shape along a direction: the feet of a body, for `Down`. A face or a rise
//! stops the body only at the *free part* of its sole:
//!
//! ```text
//! free_part():
//!     for each line, from the middle outward:
//!         its pixel is inside                                                  → not free
//!         in the middle                                                        → free
//!         the next line inward is inside, beside this pixel:
//!             it is a rise: this line is below the slope, or beyond its top    → not free
//!             else it is the end of another platform                           → free
//!         else as the next line inward
//!
//! stopped(step):
//!     against the direction:     the free part enters a face                                 face.rs
//!     to a side:                 the middle, or an end of the free part, enters a rise
//! ```
//!
//! So a body that comes from below passes until its middle is above. From then on it is held, whatever is still inside
//! beside the middle. Of a sole with two middle lines, each is free or not. Three bodies and their free parts:
//!
//! ```text
//!      bbbb#      bb##b#     the middle is inside:     b##b      one of two middle pixels is inside:
//!      bbbb#      bb####     only beyond a rise are    b#bb##    the other one holds the body
//!      bbb##      ######     others outside            ######
//!      ^^^                                               ^^
//! ```
//!
//! A *rise* is the side of a slope as seen from above: the pixel before it is outside, above a pixel of the slope, and the
//! wall between both has at most [`HIGHEST_RISE`] pixels. A higher wall, up to [`HIGHEST_STEEP_RISE`], is a rise if the next
//! wall up or down the slope has at least [`HIGHEST_RISE`] pixels. So the walls of a steep slope are rises, and a step is
//! none, as it stands alone. The ends of platforms are no rises, nor is an underside:
//!
//! ```text
//!      .#   a rise      .####   an end      ##     an underside
//!      .#               .####                .##
//!     ###
//! ```
//!
//! Flat platforms have no rises, so faces alone stop a box there. All decisions are local and depend on positions only, so the
//! frame and the fraction of a pixel in which a body enters make no difference.

use super::face::is_face;
use crate::geometry::{Direction, Rect};
use crate::solidity::SolidityMap;
use glam::IVec2;
use std::fmt;

/// The highest rise of a slope from one line to the next beside flat ground, in pixels. A higher one alone is a step, which
/// bodies pass from the side: a tile of 8 pixels beside another one, for example.
const HIGHEST_RISE: i32 = 7;

/// The highest rise of a steep slope from one line to the next, in pixels.
pub(super) const HIGHEST_STEEP_RISE: i32 = 64;

/// The most lines of a shape.
pub(super) const MAX_LINES: u32 = 4096;

/// Tells which pixels of a one-way layer or solid are solid. Not a type parameter: ten places ask, and each would compile the
/// rules anew.
pub(super) type Pixels<'a> = &'a dyn Fn(IVec2) -> bool;

/// The words for a bit of each line of a shape.
const WORDS: usize = MAX_LINES as usize / 64;

/// The last pixel of each line of a shape along a direction.
#[derive(PartialEq, Eq)]
pub(super) struct Sole {
    direction: Direction,
    /// In the order of their lines. Lines without pixels are left out.
    pixels: Vec<IVec2>,
    /// The index of the pixel nearest to the middle, twice, or those of two that are equally near.
    middle: [usize; 2],
    /// The indices of the pixels that enter new pixels in a step to lower, and to higher coordinates. The middle is in
    /// both, so that it enters nothing unnoticed.
    sides: [Vec<usize>; 2],
}

/// The lines of a shape on which its sole is free.
#[derive(Clone, Debug)]
pub(super) struct FreePart {
    axis: usize,
    /// The coordinate of bit 0.
    first: i32,
    bits: [u64; WORDS],
    /// Whether the sole is free in the middle, and everywhere.
    has_middle: bool,
    is_all: bool,
}

impl FreePart {
    /// Returns whether the free part has the line of a pixel.
    pub(super) fn has(&self, pixel: IVec2) -> bool {
        let line = (pixel[self.axis] - self.first) as usize;
        self.bits.get(line / 64).is_some_and(|bits| bits >> (line % 64) & 1 != 0)
    }

    /// Returns the pixels of a row of 64 pixels that lie on its lines.
    pub(super) fn row(&self, first: IVec2) -> u64 {
        match self.axis {
            0 => (0..64).fold(0, |row, x| row | u64::from(self.has(first + IVec2::new(x, 0))) << x),
            _ if self.has(first) => u64::MAX,
            _ => 0,
        }
    }

    /// Returns whether the free part has all lines.
    pub(super) const fn is_all(&self) -> bool {
        self.is_all
    }

    /// Returns whether the middle is above a surface into which another part has sunk.
    pub(super) const fn is_sunk(&self) -> bool {
        self.has_middle && !self.is_all
    }
}

impl Sole {
    pub(super) fn new(mask: &SolidityMap, front: &SolidityMap, bounds: Rect, direction: Direction) -> Self {
        let (axis, ahead) = (direction.axis_across(), direction.step());
        let mut last: Vec<Option<IVec2>> = vec![None; (bounds.max[axis] - bounds.min[axis]) as usize];
        for pixel in front.pixels() {
            let last = &mut last[(pixel[axis] - bounds.min[axis]) as usize];
            if last.is_none_or(|last| last.dot(ahead) < pixel.dot(ahead)) {
                *last = Some(pixel);
            }
        }
        let pixels: Vec<IVec2> = last.into_iter().flatten().collect();
        let off = |index: usize| (2 * pixels[index][axis] + 1 - bounds.min[axis] - bounds.max[axis]).abs();
        let least = (0..pixels.len()).map(off).min();
        let mut nearest = (0..pixels.len()).filter(|&index| Some(off(index)) == least);
        let first = nearest.next().unwrap_or(0);
        let middle = [first, nearest.next().unwrap_or(first)];
        let sides = [-1, 1].map(|sign| {
            let mut aside = IVec2::ZERO;
            aside[axis] = sign;
            let is_new = |index: &usize| {
                let to = pixels[*index] + aside;
                middle.contains(index) || !mask.get(to.x, to.y)
            };
            (0..pixels.len()).filter(is_new).collect()
        });
        Self { direction, pixels, middle, sides }
    }

    /// Returns the free part of the sole of a shape at a position.
    pub(super) fn free_part(&self, at: IVec2, is_solid: Pixels<'_>) -> FreePart {
        let axis = self.direction.axis_across();
        let (first, [low, high]) = (self.pixels[0][axis], self.middle);
        let mut part = FreePart { axis, first: first + at[axis], bits: [0; WORDS], has_middle: false, is_all: true };
        let mut add = |index: usize, is_free: bool| {
            let line = (self.pixels[index][axis] - first) as usize;
            part.bits[line / 64] |= u64::from(is_free) << (line % 64);
            part.is_all &= is_free;
            part.has_middle |= is_free && (index == low || index == high);
            is_free
        };
        let mut is_free = add(low, !is_solid(self.pixels[low] + at));
        for index in (0..low).rev() {
            is_free = add(index, self.is_free(index, index + 1, is_free, at, is_solid));
        }
        is_free = add(high, !is_solid(self.pixels[high] + at));
        for index in high + 1..self.pixels.len() {
            is_free = add(index, self.is_free(index, index - 1, is_free, at, is_solid));
        }
        part
    }

    /// Returns whether the sole is free at a pixel, given the next one toward the middle.
    fn is_free(&self, index: usize, inner: usize, is_inner_free: bool, at: IVec2, is_solid: Pixels<'_>) -> bool {
        let (own, inner, ahead) = (self.pixels[index] + at, self.pixels[inner] + at, self.direction.step());
        if is_solid(own) {
            return false;
        }
        // The inner pixel may lie farther ahead, or the own one. Both lines have a pixel at the lesser of the two.
        let deeper = (inner - own).dot(ahead);
        let (before, beside) = (own - ahead * (-deeper).max(0), inner - ahead * deeper.max(0));
        if is_solid(beside) {
            return !is_rise(before, beside, self.direction, is_solid);
        }
        is_inner_free && (0..deeper).all(|back| !is_solid(inner - ahead * back))
    }

    /// Returns the pixels of a step to a side that may be rises, with the pixels before them.
    pub(super) fn entered(&self, at: IVec2, side: Direction) -> impl Iterator<Item = (IVec2, IVec2)> {
        let indices = &self.sides[usize::from(side.step().element_sum() > 0)];
        indices.iter().map(move |&index| (self.pixels[index] + at, self.pixels[index] + at + side.step()))
    }

    /// Visits the rises of a one-way layer or solid that stop a step to a side, until a visit returns true. Returns
    /// whether one did.
    pub(super) fn find_rise(
        &self,
        at: IVec2,
        side: Direction,
        is_solid: Pixels<'_>,
        found: &mut dyn FnMut(IVec2) -> bool,
    ) -> bool {
        let mut free = None;
        self.entered(at, side).any(|(before, pixel)| {
            is_rise(before, pixel, self.direction, is_solid)
                && free.get_or_insert_with(|| self.free_part(at, is_solid)).has(before)
                && found(pixel)
        })
    }

    /// Returns whether a pixel of the free part enters a face. `front` is the leading edge of the step.
    pub(super) fn enters_face(&self, front: &SolidityMap, at: IVec2, is_solid: Pixels<'_>) -> bool {
        let mut free = None;
        front.pixels().map(|pixel| pixel + at).any(|pixel| {
            is_face(pixel + self.direction.step(), self.direction, is_solid)
                && free.get_or_insert_with(|| self.free_part(at, is_solid)).has(pixel)
        })
    }
}

impl fmt::Debug for Sole {
    /// Writes the direction only: the pixels are those of the shape.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Sole").field(&self.direction).finish()
    }
}

/// Returns whether a pixel is a rise for a step from the pixel before.
fn is_rise(before: IVec2, pixel: IVec2, direction: Direction, is_solid: Pixels<'_>) -> bool {
    let (side, ahead, reach) = (pixel - before, direction.step(), 1..=HIGHEST_STEEP_RISE);
    // How far the floor ahead is from `before`, and the free pixel behind the wall from `pixel`.
    let wall = |before: IVec2, pixel: IVec2| {
        if !is_solid(pixel) || is_solid(before) {
            return None;
        }
        let ends = |&by: &i32| is_solid(before + ahead * by) || !is_solid(pixel + ahead * by);
        let floor = reach.clone().find(ends).filter(|&by| is_solid(before + ahead * by))?;
        let top = reach.clone().find(|&by| !is_solid(pixel - ahead * by))?;
        Some([floor, top])
    };
    let Some([floor, top]) = wall(before, pixel) else { return false };
    let (low, high, height) = (before + ahead * floor, pixel - ahead * top, floor + top - 1);
    let is_high = |[floor, top]: [i32; 2]| floor + top > HIGHEST_RISE;
    height <= HIGHEST_RISE
        || (height <= HIGHEST_STEEP_RISE
            && (wall(low - side, low).is_some_and(is_high) || wall(high, high + side).is_some_and(is_high)))
}
