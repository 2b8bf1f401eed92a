//! Visible pixels: the free pixels that the center of a pixel sees, and the solid pixels that it lights.

use super::cells::cells_of;
use super::cone::{SightOrigin, SlopeRange};
use super::corners::add_corners;
use super::leaving::leave;
use super::painter::PixelPainter;
use super::sweep::{Sweep, SweepBuffers};
use super::view::{for_each_part, motion, slopes_of};
use super::window::SolidSquare;
use crate::geometry::{Bound, Ray, Rect};
use crate::solidity::{PlacedMask, SolidityMap};
use crate::terrain::{LayerSelection, TerrainQuery};
use glam::{IVec2, UVec2, ivec2};

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
        cells_of([&self.seen, &self.lit], self.corner, cell_size.into())
    }

    /// Returns the same as [`cells`](Self::cells). Cells of one pixel take the place of the masks.
    pub(super) fn into_cells(mut self, cell_size: UVec2) -> PlacedMask {
        if cell_size != UVec2::ONE || self.bounds().is_empty() {
            return self.cells(cell_size);
        }
        let words = self.seen.words_mut().iter_mut().zip(self.lit.words());
        words.for_each(|(seen, lit)| *seen |= lit);
        PlacedMask { mask: self.seen, at: self.corner }
    }

    /// Replaces the masks by the pixels that the center of a pixel sees.
    pub(super) fn compute(&mut self, query: &TerrainQuery<'_>, origin: IVec2, radius: f32, buffers: &mut PixelBuffers) {
        let PixelBuffers { sweep, chords, chords_radius, columns, corners, near } = buffers;
        let radius = if radius >= 0.0 { f64::from(radius.at_most(Self::MAX_RADIUS)) } else { f64::NAN };
        let around = if radius.is_nan() { Rect::EMPTY } else { square(origin, radius as i32) };
        let area = around.intersection(&query.terrain.known_pixels());
        *self = Self {
            seen: SolidityMap::new(area.width(), area.height()),
            lit: SolidityMap::new(area.width(), area.height()),
            corner: area.min,
        };
        if area.is_empty() {
            return;
        }
        let start = SightOrigin::center(origin);
        // Lines of the cones around ±x are columns. They are painted as rows of a mask with swapped axes.
        columns.resize(area.height().div_ceil(64) as usize * area.width() as usize, 0);
        if chords.is_empty() || *chords_radius != radius {
            half_chords(radius, chords);
            *chords_radius = radius;
        }
        // The first and the last row with a lit edge.
        let mut lit_rows = (origin.y, origin.y);
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
            let is_inside = pixels.and_then(|near| near.get(origin)).unwrap_or_else(|| selection.is_solid(origin));
            if is_inside && !query.leaves_start {
                return;
            }
            let cone = start.cone(quarter);
            let into = if cone.steep { self.seen.words_mut() } else { &mut columns[..] };
            let mut painter = PixelPainter::new(cone, chords, area, into, &mut self.lit);
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
            let (line, (first, last)) = (painter.lit_line, painter.lit_rows);
            for pixel in [cone.pixel(0, first), cone.pixel(line, last)] {
                lit_rows = (lit_rows.0.min(pixel.y), lit_rows.1.max(pixel.y));
            }
        };
        let axes_apart = for_all.is_none();
        for_each_part(query, |quarter, slopes, selection| {
            see_part(quarter, with_ends(slopes, quarter, axes_apart), selection);
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
        add_transposed(&mut self.seen, columns);
        columns.clear();
        columns.shrink_to(PixelBuffers::MOST_COLUMNS);
        let still = query.along(glam::DVec2::ZERO);
        if area.contains(origin) && is_looking && (query.leaves_start || !still.is_solid(origin)) {
            let at = origin - area.min;
            self.seen.set(at.x, at.y, true);
        }
        let [first, last] =
            [lit_rows.0, lit_rows.1].map(|y| (y - area.min.y).clamp(0, area.height() as i32 - 1) as u32);
        add_corners(&self.seen, &mut self.lit, first..=last, corners, |at| {
            let pixel = area.min + at;
            let way = (pixel - origin).as_dvec2();
            let is_within = way.dot(way) <= radius * radius;
            is_within && for_all.as_ref().map_or_else(|| query.along(way).is_solid(pixel), |all| all.is_solid(pixel))
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
    /// The seen pixels of the cones around ±x, with swapped axes.
    columns: Vec<u64>,
    corners: Vec<(usize, u64)>,
    near: Box<SolidSquare>,
}

impl PixelBuffers {
    /// The most words of columns that are kept: half a megabyte.
    const MOST_COLUMNS: usize = 1 << 16;
}

/// A slope so small that, up to the largest radius, only centers on an axis or a diagonal lie as near to it.
const BESIDE: f64 = 1.0 / (1 << 20) as f64;

/// Returns an open range of slopes widened to include its ends, with two exceptions. Diagonals belong to the cones
/// around ±x. If one-way layers tell quadrants apart, axes belong to no quadrant.
fn with_ends(slopes: SlopeRange, quarter: usize, axes_apart: bool) -> SlopeRange {
    let beyond = if quarter.is_multiple_of(2) { BESIDE } else { 0.0 };
    let widened = |slope: f64, by: f64, next: f64| match slope {
        -1.0 | 1.0 => slope + by,
        0.0 if axes_apart => slope,
        _ => next,
    };
    SlopeRange {
        low: widened(slopes.low, -beyond, slopes.low.next_down()),
        high: widened(slopes.high, beyond, slopes.high.next_up()),
    }
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

/// Adds a mask with swapped axes.
///
/// [`SolidityMap::oriented`] swaps squares of 16×16 pixels; by it, visible pixels take 1.1 to 2 times as long.
fn add_transposed(mask: &mut SolidityMap, columns: &[u64]) {
    let width = mask.height().div_ceil(64) as usize;
    for top in (0..mask.height()).step_by(64) {
        for left in (0..mask.width()).step_by(64) {
            let (lines, rows) = ((mask.width() - left).min(64), (mask.height() - top).min(64));
            let mut block = [0; 64];
            let words = columns[left as usize * width + (top / 64) as usize..].iter().step_by(width);
            words.zip(&mut block[..lines as usize]).for_each(|(word, line)| *line = *word);
            if block == [0; 64] {
                continue;
            }
            // All of a small block lies in its upper left quarter.
            if lines.max(rows) > 32 {
                swap_quarters::<32>(&mut block);
            }
            transpose_quarters(&mut block[..if lines > 32 || rows > 32 { 64 } else { 32 }]);
            let across = mask.width().div_ceil(64) as usize;
            let words = mask.words_mut()[top as usize * across + (left / 64) as usize..].iter_mut().step_by(across);
            words.zip(block).for_each(|(word, row)| *word |= row);
        }
    }
}

/// Transposes each quarter of a bit matrix: bit `x` of word `y` becomes bit `y` of word `x` (Warren, "Hacker's Delight",
/// 7-3). After a swap of two quarters, this transposes the whole.
///
/// Each step is compiled for its size, so that all but the last are vector code.
fn transpose_quarters(block: &mut [u64]) {
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
