use crate::geometry::Rect;
use crate::raycast::{Bresenham, bresenham};
use crate::solidity::SolidityMap;
use crate::terrain::{LayerMask, LayerSelection, OneWayRule, Terrain};
use glam::{I64Vec2, IVec2, Vec2};

/// Where a mask that moves pixel by pixel comes up against something solid.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct MaskHit {
    /// How far the mask can move: the last free step of the line.
    pub moved: IVec2,
    /// The share of the motion that this is, from 0 to 1, counted in steps.
    pub time: f32,
    /// A solid pixel that is in the way of the next step: the topmost one that the mask would cover, of these the leftmost.
    pub pixel: IVec2,
    /// A unit vector against the part of the next step that is blocked, along x or y; zero where the mask overlaps something
    /// before it moves.
    pub normal: Vec2,
    /// Whether the mask overlaps something before it moves.
    pub inside: bool,
}

impl Terrain {
    /// Moves a mask from `at` by `motion`, pixel by pixel, until a solid pixel is in the way; `None` where none is.
    ///
    /// The mask takes the steps of [`bresenham`]'s line. Where one goes in x and y at once and both ways around are blocked,
    /// it is blocked too: nothing slips through between two pixels that touch at a corner, and however long the motion is,
    /// nothing is jumped over. The normal of a step in x and y is that of the way around that is blocked where the other is
    /// free, else that of the axis with the larger motion (x where they are equal).
    ///
    /// Layers that are [solid in one direction only](crate::geometry::Direction) count where they are solid for the motion as a whole. An
    /// empty mask touches nothing. A motion beyond the last `i32` ends there.
    ///
    /// Stretches of the motion in which the mask's box meets nothing solid are passed over at once, so the cost grows with the
    /// logarithm of what is free, and with the steps and the mask near what is solid.
    ///
    /// ```
    /// use tileray::{LayerMask, SolidityMap, Terrain, glam::{ivec2, vec2}};
    ///
    /// let wall = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, _| x == 80));
    /// let arrow = SolidityMap::from_ascii("###\n")?;
    /// let hit = wall.cast_mask(&arrow, ivec2(10, 50), ivec2(5000, 200), LayerMask::ALL).expect("the wall");
    /// assert_eq!((hit.moved, hit.pixel, hit.normal), (ivec2(67, 3), ivec2(80, 53), vec2(-1.0, 0.0)));
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn cast_mask(&self, mask: &SolidityMap, at: IVec2, motion: IVec2, layers: LayerMask) -> Option<MaskHit> {
        let selection = self.select(layers, OneWayRule::Respect, motion.as_dvec2());
        cast_mask(&Ground { selection, mask }, mask, at, motion)
    }
}

impl SolidityMap {
    /// Moves this mask by `motion`, pixel by pixel, until it comes up against `other`, whose pixel `(0, 0)` lies at `offset`
    /// in this mask's frame as it is before the motion; `None` where it does not.
    ///
    /// All is as for [`Terrain::cast_mask`]; the pixel that is in the way is given in that frame too. Of two masks that both
    /// move, take the motion of this one less that of the other.
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let ball = SolidityMap::from_fn(16, 16, |x, y| (x as i32 * 2 - 15).pow(2) + (y as i32 * 2 - 15).pow(2) < 256);
    /// // Past the other one, a pixel above it.
    /// assert!(ball.cast_mask(&ball, ivec2(40, 16), ivec2(100, 0)).is_none());
    /// let touch = ball.cast_mask(&ball, ivec2(40, 0), ivec2(100, 0)).expect("it hits the other in the middle");
    /// assert_eq!((touch.moved, touch.time), (ivec2(24, 0), 0.24));
    /// ```
    #[must_use]
    pub fn cast_mask(&self, other: &Self, offset: IVec2, motion: IVec2) -> Option<MaskHit> {
        cast_mask(&Standing { mask: self, other, offset }, self, IVec2::ZERO, motion)
    }
}

/// What a mask may come up against.
trait Obstacle {
    /// Whether a pixel of a rectangle is solid.
    fn is_any_solid_in(&self, pixels: &Rect) -> bool;

    /// The first solid pixel that the mask covers where it lies at `at`.
    fn overlap(&self, at: IVec2) -> Option<IVec2>;
}

struct Ground<'a> {
    selection: LayerSelection<'a>,
    mask: &'a SolidityMap,
}

impl Obstacle for Ground<'_> {
    fn is_any_solid_in(&self, pixels: &Rect) -> bool {
        self.selection.is_any_solid_in(pixels)
    }

    fn overlap(&self, at: IVec2) -> Option<IVec2> {
        self.selection.overlap(self.mask, at)
    }
}

struct Standing<'a> {
    mask: &'a SolidityMap,
    other: &'a SolidityMap,
    offset: IVec2,
}

impl Obstacle for Standing<'_> {
    fn is_any_solid_in(&self, pixels: &Rect) -> bool {
        let (offset, size) = (self.offset.as_i64vec2(), self.other.size().as_i64vec2());
        let min = (pixels.min.as_i64vec2() - offset).max(I64Vec2::ZERO);
        let max = (pixels.max.as_i64vec2() - offset).min(size);
        min.x < max.x && (min.y..max.y).any(|y| self.other.is_any_in_row(y as u32, min.x as u32..max.x as u32))
    }

    fn overlap(&self, at: IVec2) -> Option<IVec2> {
        Some(self.mask.overlap(self.other, self.offset.saturating_sub(at))? + at)
    }
}

fn cast_mask(obstacle: &impl Obstacle, mask: &SolidityMap, at: IVec2, motion: IVec2) -> Option<MaskHit> {
    let bounds = mask.bounds()?;
    let inside = |pixel| MaskHit { moved: IVec2::ZERO, time: 0.0, pixel, normal: Vec2::ZERO, inside: true };
    if let Some(pixel) = obstacle.overlap(at) {
        return Some(inside(pixel));
    }
    let way = Way { obstacle, bounds, line: bresenham(at, at.saturating_add(motion)), start: at };
    let last = way.line.len() - 1;
    way.first_block(1, last)
}

/// A mask's way along a line.
struct Way<'a, O> {
    obstacle: &'a O,
    /// The box around the mask's solid pixels.
    bounds: Rect,
    line: Bresenham,
    start: IVec2,
}

impl<O: Obstacle> Way<'_, O> {
    /// Where the mask lies after so many steps.
    fn at(&self, step: usize) -> IVec2 {
        self.line.clone().nth(step).unwrap_or(self.start)
    }

    /// The first of some steps that is blocked. All before them are free.
    fn first_block(&self, first: usize, last: usize) -> Option<MaskHit> {
        if first > last {
            return None;
        }
        // What the box passes over, from the place before the first step on.
        let (from, to) = (self.at(first - 1), self.at(last));
        let swept =
            Rect::new(self.bounds.min.saturating_add(from.min(to)), self.bounds.max.saturating_add(from.max(to)));
        if !self.obstacle.is_any_solid_in(&swept) {
            return None;
        }
        if first == last {
            return self.block(first);
        }
        let middle = first + (last - first) / 2;
        self.first_block(first, middle).or_else(|| self.first_block(middle + 1, last))
    }

    /// What is in the way of one step.
    fn block(&self, step: usize) -> Option<MaskHit> {
        let (from, to) = (self.at(step - 1), self.at(step));
        let (along_x, along_y) = (IVec2::new(to.x, from.y), IVec2::new(from.x, to.y));
        let (pixel, normal) = if along_x == to || along_y == to {
            (self.obstacle.overlap(to)?, from - to)
        } else {
            let (x, y) = (self.obstacle.overlap(along_x), self.obstacle.overlap(along_y));
            let extent = self.at(self.line.len() - 1).as_i64vec2() - self.start.as_i64vec2();
            let x_first = extent.x.abs() >= extent.y.abs();
            let blocks_x = if x.is_some() == y.is_some() { x_first } else { x.is_some() };
            let both = x.zip(y).map(|(x, y)| if x_first { x } else { y });
            let pixel = self.obstacle.overlap(to).or(both)?;
            (pixel, if blocks_x { from - along_x } else { from - along_y })
        };
        Some(MaskHit {
            moved: from - self.start,
            time: ((step - 1) as f64 / (self.line.len() - 1) as f64) as f32,
            pixel,
            normal: normal.as_vec2(),
            inside: false,
        })
    }
}
