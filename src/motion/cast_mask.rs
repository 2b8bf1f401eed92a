//! Masks cast along a line: the pixel-exact shape cast.

use crate::geometry::Rect;
use crate::raycast::{Bresenham, bresenham};
use crate::solidity::SolidityMap;
use crate::terrain::{LayerSelection, TerrainQuery};
use crate::tile::Tile;
use glam::{IVec2, Vec2};

getters! {
    /// The hit of a mask that moves pixel by pixel.
    #[derive(Clone, Copy, Debug, PartialEq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub struct MaskHit {
        /// Returns the displacement up to the last free step of the line.
        moved: IVec2,
        /// Returns the fraction of the motion's steps that are free, from 0 to 1.
        fraction: f32,
        /// Returns the solid pixel that stops the next step: the topmost one that the mask would cover, of these the
        /// leftmost.
        pixel: IVec2,
        /// Returns the unit normal, along x or y: it points against the part of the next step that is blocked. Zero where
        /// the mask overlaps something before it moves: only shapes have a [way out](crate::cast::ShapeHit::normal).
        normal: Vec2,
        /// Returns the index of the pixel's layer in [`TileMap::layers`](crate::tile::TileMap::layers). If several layers
        /// are solid for the motion, the frontmost.
        layer: usize,
        /// Returns the cell of the pixel's tile in the layer's grid.
        cell: IVec2,
        /// Returns the pixel's tile. `None` on a filled pixel that no tile covers, and in the terrain of a mask.
        tile: Option<Tile>,
        /// Returns whether the mask overlaps something before it moves.
        inside: bool,
    }
}

/// # Masks that move
impl TerrainQuery<'_> {
    /// Casts a mask from `at` along `motion`, and returns where a solid pixel stops it; `None` if none does.
    ///
    /// This is a shape cast: the mask takes the steps of [`bresenham`]'s line. A diagonal step is stopped if the mask
    /// would overlap something at its end, or on both ways there: x first and y first. So nothing slips between two
    /// pixels that touch at a corner, and no motion jumps over anything. If one way of a diagonal step is free, the
    /// normal is that of the other way; else it is that of the axis with the larger motion (x if they are equal).
    ///
    /// [One-way](crate::geometry::Direction) layers count if they are solid against the motion as a whole. An empty
    /// mask hits nothing. A motion that would leave the range of `i32` ends at its border.
    ///
    /// A mask that overlaps something before it moves hits at once. After [`leave_start`](Self::leave_start) it first
    /// moves to the first step at which it overlaps nothing.
    ///
    /// Parts of the motion in which the bounding box of the mask meets nothing solid are skipped. So the cost grows
    /// with the logarithm of the free steps, and with the number of steps and the size of the mask near solid pixels.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain, glam::{ivec2, vec2}};
    ///
    /// let wall = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, _| x == 80));
    /// let arrow = SolidityMap::from_ascii("###\n")?;
    /// let hit = wall.query().cast_mask(&arrow, ivec2(10, 50), ivec2(5000, 200));
    /// let hit = hit.expect("the wall");
    /// assert_eq!((hit.moved(), hit.pixel(), hit.normal()), (ivec2(67, 3), ivec2(80, 53), vec2(-1.0, 0.0)));
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn cast_mask(&self, mask: &SolidityMap, at: impl Into<IVec2>, motion: impl Into<IVec2>) -> Option<MaskHit> {
        let (at, motion) = (at.into(), motion.into());
        let (obstacle, bounds) = (self.along(motion.as_dvec2()), mask.bounds()?);
        let line = bresenham(at, at.saturating_add(motion));
        let cast = MaskCast { query: self, motion, obstacle, mask, bounds, line, start: at };
        let last = cast.line.len() - 1;
        match cast.overlap(at) {
            None => cast.first_hit(1, last),
            Some(_) if self.leaves_start => {
                let free = (1..=last).find(|&step| cast.overlap(cast.at(step)).is_none())?;
                cast.first_hit(free + 1, last)
            }
            Some(pixel) => Some(cast.describe(0, pixel, IVec2::ZERO, true)),
        }
    }
}

/// A mask on a line.
struct MaskCast<'a> {
    query: &'a TerrainQuery<'a>,
    motion: IVec2,
    obstacle: LayerSelection<'a>,
    mask: &'a SolidityMap,
    /// The bounding box of the mask's solid pixels.
    bounds: Rect,
    line: Bresenham,
    start: IVec2,
}

impl MaskCast<'_> {
    /// Returns the position of the mask after a number of steps.
    fn at(&self, step: usize) -> IVec2 {
        self.line.clone().nth(step).unwrap_or(self.start)
    }

    /// Returns the hit of the first stopped step from `first` to `last`; all steps before `first` are free.
    fn first_hit(&self, first: usize, last: usize) -> Option<MaskHit> {
        if first > last {
            return None;
        }
        // The swept bounding box begins at the position before the first step.
        let (from, to) = (self.at(first - 1), self.at(last));
        let swept =
            Rect::new(self.bounds.min.saturating_add(from.min(to)), self.bounds.max.saturating_add(from.max(to)));
        if !self.obstacle.is_any_solid_in(&swept) {
            return None;
        }
        if first == last {
            return self.hit(first);
        }
        let middle = first + (last - first) / 2;
        self.first_hit(first, middle).or_else(|| self.first_hit(middle + 1, last))
    }

    fn overlap(&self, at: IVec2) -> Option<IVec2> {
        self.obstacle.overlap(self.mask, at)
    }

    /// Returns the hit of one step, if something stops it.
    fn hit(&self, step: usize) -> Option<MaskHit> {
        let (from, to) = (self.at(step - 1), self.at(step));
        let (along_x, along_y) = (IVec2::new(to.x, from.y), IVec2::new(from.x, to.y));
        let (pixel, normal) = if along_x == to || along_y == to {
            (self.overlap(to)?, from - to)
        } else {
            let (x, y) = (self.overlap(along_x), self.overlap(along_y));
            let extent = self.at(self.line.len() - 1).as_i64vec2() - self.start.as_i64vec2();
            let x_first = extent.x.abs() >= extent.y.abs();
            let blocks_x = if x.is_some() == y.is_some() { x_first } else { x.is_some() };
            let both = x.zip(y).map(|(x, y)| if x_first { x } else { y });
            let pixel = self.overlap(to).or(both)?;
            (pixel, if blocks_x { from - along_x } else { from - along_y })
        };
        Some(self.describe(step - 1, pixel, normal, false))
    }

    /// Describes the hit of a pixel after `free` steps.
    fn describe(&self, free: usize, pixel: IVec2, normal: IVec2, inside: bool) -> MaskHit {
        let owner = self.query.owners().owner_of(pixel, || self.motion.as_dvec2());
        MaskHit {
            moved: self.at(free) - self.start,
            fraction: (free as f64 / (self.line.len() - 1).max(1) as f64) as f32,
            pixel,
            normal: normal.as_vec2(),
            layer: owner.layer,
            cell: owner.cell,
            tile: *owner.tile,
            inside,
        }
    }
}
