//! Visible pixels: the free pixels that the center of a pixel sees, and the solid pixels that it lights.

use super::cells::cells_of;
use super::cone::{SightOrigin, SlopeRange};
use super::corners::add_corners;
use super::leaving::leave;
use super::painter::{BESIDE, PixelPainter};
use super::sweep::{Sweep, SweepBuffers};
use super::view::{for_each_part, is_full, motion, slopes_of};
use super::window::{SolidSquare, is_solid};
use crate::geometry::{Bound, Ray, Rect};
use crate::solidity::{PlacedMask, SolidityMap, reset_words};
use crate::terrain::{LayerSelection, TerrainQuery};
use glam::{DVec2, IVec2, UVec2, ivec2};
use std::borrow::Cow;

/// The pixels that a pixel sees, as two masks.
///
/// [`TerrainQuery::visible_pixels`] returns them. Both masks cover the same [bounds](Self::bounds).
///
/// ```
/// use tileray::glam::ivec2;
/// use tileray::{SolidityMap, Terrain};
///
/// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(32, 32, |x, y| x == 20 && y > 10));
/// let seen = terrain.query().visible_pixels(ivec2(10, 16), 15.0);
/// assert!(seen.sees(ivec2(19, 16)) && !seen.sees(ivec2(20, 16)) && !seen.sees(ivec2(21, 16)));
/// assert!(seen.lights(ivec2(20, 16)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VisiblePixels {
    /// The free pixels that are seen, and the solid pixels that a view [leaves](TerrainQuery::leave_start).
    pub seen: SolidityMap,
    /// The solid pixels that are lit: by an edge, or at an inner corner.
    pub lit: SolidityMap,
    /// The pixel of the world that is pixel `(0, 0)` of both masks.
    pub corner: IVec2,
}

impl VisiblePixels {
    /// The largest radius: 2^13 pixels. Larger ones, infinity included, become this one.
    pub const MAX_RADIUS: f32 = (1u32 << 13) as f32;

    /// Returns the pixels of the world that the masks cover.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        Rect::from_size(self.corner, self.seen.size())
    }

    /// Returns whether a pixel is seen: a free one, or a solid one that a view leaves.
    #[must_use]
    pub fn sees(&self, pixel: impl Into<IVec2>) -> bool {
        let pixel = pixel.into();
        let at = pixel.saturating_sub(self.corner);
        self.seen.get(at.x, at.y)
    }

    /// Returns whether a solid pixel is lit.
    #[must_use]
    pub fn lights(&self, pixel: impl Into<IVec2>) -> bool {
        let pixel = pixel.into();
        let at = pixel.saturating_sub(self.corner);
        self.lit.get(at.x, at.y)
    }

    /// Returns the pixels of the world that are seen or lit, row after row and from left to right.
    ///
    /// ```
    /// use tileray::glam::ivec2;
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x == 40));
    /// let seen = terrain.query().visible_pixels(ivec2(39, 20), 1.0);
    /// let pixels: Vec<_> = seen.pixels().collect();
    /// assert_eq!(pixels, [ivec2(39, 19), ivec2(38, 20), ivec2(39, 20), ivec2(40, 20), ivec2(39, 21)]);
    /// ```
    pub fn pixels(&self) -> impl Iterator<Item = IVec2> + '_ {
        let width = self.seen.width().div_ceil(64).max(1) as usize;
        let words = self.seen.words().iter().zip(self.lit.words()).map(|(seen, lit)| seen | lit);
        words.enumerate().flat_map(move |(index, word)| {
            let left = self.corner + ivec2((index % width * 64) as i32, (index / width) as i32);
            let next = |rest: &u64| Some(rest & (rest - 1)).filter(|&rest| rest != 0);
            let rests = std::iter::successors(Some(word).filter(|&word| word != 0), next);
            rests.map(move |rest| left + ivec2(rest.trailing_zeros() as i32, 0))
        })
    }

    /// Returns the cells of a grid in which any pixel is seen or lit, one pixel of the mask for each cell. Cell `(0,
    /// 0)` begins at pixel `(0, 0)`.
    ///
    /// ```
    /// use tileray::glam::{ivec2, uvec2};
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x == 40));
    /// let seen = terrain.query().visible_pixels(ivec2(20, 20), 100.0).cells(uvec2(16, 16));
    /// assert!(seen.contains(ivec2(2, 3)) && !seen.contains(ivec2(3, 3)));
    /// assert_eq!(seen.pixels().count(), 12);
    /// ```
    ///
    /// # Panics
    /// If a side of the cells is 0, or above `i32::MAX`.
    #[must_use]
    pub fn cells(&self, cell_size: impl Into<UVec2>) -> PlacedMask {
        cells_of(Cow::Borrowed(&self.seen), &self.lit, self.corner, cell_size.into())
    }

    /// Returns the same as [`cells`](Self::cells), and gives the memory of large masks back.
    pub(super) fn take_cells(&mut self, cell_size: UVec2) -> PlacedMask {
        let is_large = self.lit.words().len() > PixelBuffers::MOST_WORDS;
        if !is_large {
            return self.cells(cell_size);
        }
        let Self { seen, lit, corner } = std::mem::take(self);
        cells_of(Cow::Owned(seen), &lit, corner, cell_size)
    }

    /// Replaces the masks by the pixels that the center of a pixel sees.
    pub(super) fn compute(&mut self, query: &TerrainQuery<'_>, origin: IVec2, radius: f32, buffers: &mut PixelBuffers) {
        let PixelBuffers { sweep, chords, chords_radius, columns, corners, near } = buffers;
        let radius = if radius >= 0.0 { f64::from(radius.at_most(Self::MAX_RADIUS)) } else { f64::NAN };
        let around = if radius.is_nan() { Rect::EMPTY } else { square(origin, radius as i32) };
        let area = around.intersection(&query.terrain.known_pixels());
        self.seen.reset(area.width(), area.height());
        self.lit.reset(area.width(), area.height());
        self.corner = area.min;
        if area.is_empty() {
            return;
        }
        let start = SightOrigin::center(origin);
        // Lines of the cones around ±x are columns. They are painted as rows of a mask with swapped axes.
        for columns in &mut *columns {
            reset_words(columns, area.height().div_ceil(64) as usize * area.width() as usize);
        }
        if chords.is_empty() || *chords_radius != radius {
            half_chords(radius, chords);
            *chords_radius = radius;
        }
        // The farthest pixels, along an axis.
        let mut reach = 0;
        let for_all = query.for_all();
        let mut has_near = for_all.as_ref().is_some_and(|all| near.load(all, &area));
        let mut is_looking = false;
        let mut see_part = |quarter: usize, view: SlopeRange, selection: &LayerSelection<'_>| {
            is_looking = true;
            if for_all.is_none() {
                has_near = near.load(selection, &area);
            }
            let pixels = has_near.then_some(&**near);
            // A layer that is solid at the origin blocks the whole part, unless the view leaves it.
            let is_inside = is_solid(pixels, selection, origin);
            if is_inside && !query.leaves_start {
                return;
            }
            let cone = start.cone(quarter);
            let [seen, lit] = &mut *columns;
            let masks = if cone.steep { [self.seen.words_mut(), self.lit.words_mut()] } else { [&mut seen[..], lit] };
            let mut painter = PixelPainter::new(cone, chords, area, masks);
            if is_inside {
                let exits = leave(&cone, selection, &area, radius, sweep, (view, Some(&mut painter)));
                let mut sweep = Sweep::new(&cone, selection, &area, radius, sweep, &mut painter).near(pixels);
                for exit in &exits {
                    if let Some(line) = exit.line {
                        sweep.run_from(exit.slopes, line);
                    }
                }
                // A ray through a corner between two exits, or on a diagonal, is cast.
                let ties = exits.iter().flat_map(|exit| [exit.slopes.low, exit.slopes.high]).chain([-1.0, 1.0]);
                let center = |pixel: IVec2| pixel.as_dvec2() + 0.5;
                painter.decide_ties(ties.collect(), view, |pixel| {
                    !query.exact().raycast_any(&Ray::between_f64(center(origin), center(pixel)))
                });
            } else {
                if query.passes_corners {
                    painter.pass_corners(view);
                }
                Sweep::new(&cone, selection, &area, radius, sweep, &mut painter).near(pixels).run(view);
            }
            // Within a cone no row is farther than the line.
            reach = reach.max(painter.last_line);
        };
        let axes_apart = for_all.is_none();
        for_each_part(query, for_all.as_ref(), |quarter, slopes, selection| {
            let has_diagonals = quarter % 2 == 0 || !is_full(query.view);
            see_part(quarter, with_ends(slopes, has_diagonals, axes_apart), selection);
        });
        if axes_apart {
            for quarter in 0..4 {
                let view = slopes_of(query.view, quarter);
                if view.iter().any(|part| part.low <= 0.0 && 0.0 <= part.high) {
                    let layers = query.along(motion(quarter, 0.0));
                    see_part(quarter, SlopeRange { low: -BESIDE, high: BESIDE }, &layers);
                }
            }
        }
        let reached = square(origin - area.min, reach).intersection(&Rect::from_size(IVec2::ZERO, area.size()));
        add_transposed([&mut self.seen, &mut self.lit], columns, &reached);
        for columns in columns {
            columns.clear();
            columns.shrink_to(PixelBuffers::MOST_WORDS);
        }
        let is_solid_toward = |pixel: IVec2, way: DVec2| match &for_all {
            Some(all) => is_solid(has_near.then_some(&**near), all, pixel),
            None => query.along(way).is_solid(pixel),
        };
        if area.contains(origin) && is_looking && (query.leaves_start || !is_solid_toward(origin, DVec2::ZERO)) {
            let at = origin - area.min;
            self.seen.set(at.x, at.y, true);
        }
        let rows = reached.min.y as usize..reached.max.y as usize;
        add_corners(&self.seen, &mut self.lit, rows, corners, |at| {
            let pixel = area.min + at;
            let way = (pixel - origin).as_dvec2();
            way.dot(way) <= radius * radius && is_solid_toward(pixel, way)
        });
    }
}

/// Buffers of visible pixels, to be reused.
#[derive(Debug, Default)]
pub(super) struct PixelBuffers {
    sweep: SweepBuffers,
    /// The largest distance aside in each line, for a radius.
    chords: Vec<i32>,
    chords_radius: f64,
    /// The seen and the lit pixels of the cones around ±x, with swapped axes.
    columns: [Vec<u64>; 2],
    corners: Vec<(usize, u64)>,
    near: Box<SolidSquare>,
}

impl PixelBuffers {
    /// The most words of a mask that are kept: half a megabyte.
    const MOST_WORDS: usize = 1 << 16;
}

/// Returns an open range of slopes widened to include ends on an axis or, unless another cone has it, on a diagonal. If one-way
/// layers tell quadrants apart, axes belong to no quadrant.
///
/// Ends that are nearly there are moved away by [`BESIDE`], so that the axis or the diagonal stays on their side.
fn with_ends(slopes: SlopeRange, has_diagonals: bool, axes_apart: bool) -> SlopeRange {
    let end = |slope: f64, outward: f64| match slope {
        -1.0 | 1.0 if has_diagonals => slope + outward,
        0.0 if !axes_apart => outward,
        -1.0 | 0.0 | 1.0 => slope,
        _ => {
            let nearest = slope.round();
            if (slope - nearest).abs() < BESIDE { nearest + BESIDE.copysign(slope - nearest) } else { slope }
        }
    };
    SlopeRange { low: end(slopes.low, -BESIDE), high: end(slopes.high, BESIDE) }
}

/// Returns the pixels within `reach` pixels of a pixel on both axes.
fn square(center: IVec2, reach: i32) -> Rect {
    let reach = IVec2::splat(reach);
    Rect::new(center.saturating_sub(reach), center.saturating_add(reach + 1))
}

/// Writes for each line the largest number of pixels aside that is within the radius.
fn half_chords(radius: f64, chords: &mut Vec<i32>) {
    let mut aside = radius as i32;
    chords.clear();
    chords.extend((0..=radius as i32).map(|line| {
        let rest = radius * radius - f64::from(line) * f64::from(line);
        while f64::from(aside) * f64::from(aside) > rest {
            aside -= 1;
        }
        aside
    }));
}

/// Adds masks with swapped axes to two masks of one size. All their pixels lie in `reached`.
///
/// [`SolidityMap::oriented`] swaps squares of 16×16 pixels; by it, visible pixels take 1.1 to 2 times as long.
fn add_transposed(masks: [&mut SolidityMap; 2], columns: &[Vec<u64>; 2], reached: &Rect) {
    let UVec2 { x: width, y: height } = masks[0].size();
    let words = masks.map(SolidityMap::words_mut);
    if width.max(height) <= 32 {
        // Both masks in one block, side by side.
        let ([seen, lit], mut block) = (words, [0; 32]);
        let lines = columns[0].iter().zip(&columns[1]);
        lines.zip(&mut block).for_each(|((seen, lit), line)| *line = seen | lit << 32);
        transpose_halves(&mut block);
        for (row, (seen, lit)) in block.into_iter().zip(seen.iter_mut().zip(lit)) {
            *seen |= u64::from(row as u32);
            *lit |= row >> 32;
        }
        return;
    }
    let (across, down) = (width.div_ceil(64) as usize, height.div_ceil(64) as usize);
    let blocks = |first: i32, end: i32| first as usize / 64..(end as usize).div_ceil(64);
    let (lefts, tops) = (blocks(reached.min.x, reached.max.x), blocks(reached.min.y, reached.max.y));
    for (words, columns) in words.into_iter().zip(columns) {
        for (top, left) in tops.clone().flat_map(|top| lefts.clone().map(move |left| (top, left))) {
            let mut block = [0; 64];
            let lines = columns[left * 64 * down + top..].iter().step_by(down);
            lines.zip(&mut block).for_each(|(word, line)| *line = *word);
            if block == [0; 64] {
                continue;
            }
            swap_quarters::<32>(&mut block);
            block.as_chunks_mut().0.iter_mut().for_each(transpose_halves);
            let rows = words[top * 64 * across + left..].iter_mut().step_by(across);
            rows.zip(block).for_each(|(word, row)| *word |= row);
        }
    }
}

/// Transposes the lower and the upper half of 32 words: bit `x` of word `y` becomes bit `y` of word `x` (Warren, "Hacker's
/// Delight", 7-3).
///
/// Each step is compiled for its size, so that all but the last are vector code.
fn transpose_halves(block: &mut [u64; 32]) {
    swap_quarters::<16>(block);
    swap_quarters::<8>(block);
    swap_quarters::<4>(block);
    swap_quarters::<2>(block);
    swap_quarters::<1>(block);
}

/// Swaps the upper right and the lower left quarter of all squares with a side of `2 * HALF` bits.
#[inline(always)]
fn swap_quarters<const HALF: usize>(block: &mut [u64]) {
    // The bits of the left halves.
    let left = u64::MAX / ((1 << HALF) + 1);
    for square in block.chunks_exact_mut(2 * HALF) {
        let (upper, lower) = square.split_at_mut(HALF);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            let swapped = (*upper >> HALF ^ *lower) & left;
            *upper ^= swapped << HALF;
            *lower ^= swapped;
        }
    }
}
