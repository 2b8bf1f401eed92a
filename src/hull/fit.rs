//! The fit of hulls to masks: the areas of the pieces inside and outside the solid pixels.

use crate::collide::{ConvexPolygon, Hull};
use crate::geometry::tolerance::COVERAGE_ROUNDING;
use crate::geometry::{Bound, RingImage, SquareImage, canonical_images, ring_edges};
use crate::solidity::{Orientation, SolidityMap};
use glam::{DVec2, Vec2Swizzles};

/// The fit of a hull to a mask.
///
/// Areas of the pixels' squares and of the hull's pieces are in square pixels, exact up to the rounding of sums in
/// `f64`.
///
/// ```
/// use tileray::{ConvexPolygon, Hull, SolidityMap, hull::HullFit};
///
/// let mask = SolidityMap::from_fn(4, 4, |x, _| x < 2);
/// let fit = HullFit::measure(&Hull::from(ConvexPolygon::rectangle((0.0, 0.0), (4.0, 3.0))?), &mask);
/// assert_eq!((fit.solid, fit.area, fit.covered), (8, 12.0, 6.0));
/// assert_eq!((fit.coverage(), fit.overshoot()), (0.75, 0.75));
/// # Ok::<(), tileray::geometry::PolygonError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct HullFit {
    /// The number of solid pixels.
    pub solid: u64,
    /// The area of the hull's pieces, in square pixels.
    pub area: f64,
    /// The area of the solid pixels in the hull.
    pub covered: f64,
    /// The number of corners of all pieces. A shared corner counts for each piece.
    pub vertices: usize,
    /// The number of pieces.
    pub pieces: usize,
}

impl HullFit {
    /// Measures a hull whose pieces do not overlap against a mask whose pixel `(0, 0)` begins at the origin.
    ///
    /// A hull and a mask that are mirrored or turned together have the same fit, to the bit. A mask that is too large if
    /// its sides are swapped may differ from its quarter turns by the rounding.
    ///
    /// Costs a few operations for each pixel that an edge passes through, and for every 64 pixels inside. Takes memory for
    /// an [oriented](SolidityMap::oriented) copy of the mask.
    #[must_use]
    pub fn measure(hull: &Hull, mask: &SolidityMap) -> Self {
        let center = mask.size().as_dvec2() / 2.0;
        let from_center = |piece: ConvexPolygon| piece.points().map(|corner| corner.as_dvec2() - center).collect();
        let pieces: Vec<Vec<DVec2>> = hull.pieces().map(from_center).collect();
        let corners = || pieces.iter().flatten().copied();
        let box_ends = [corners().reduce(Bound::at_most), corners().reduce(Bound::at_least)];
        let can_swap = SolidityMap::bits_of_size(mask.size().yx()) <= SolidityMap::MAX_PIXELS;
        let images = SquareImage::all().filter(|image| can_swap || !image.swaps);
        let images = canonical_images(images, &pieces, box_ends.map(Option::unwrap_or_default));
        // The pixels of a hull that is its own image may not be their own image.
        let areas = images.into_iter().map(|image| areas(image, mask));
        let (area, covered) = areas.reduce(|a, b| if b.1 < a.1 { b } else { a }).unwrap_or_default();
        let vertices = pieces.iter().map(Vec::len).sum();
        Self { solid: mask.count(), area, covered, vertices, pieces: pieces.len() }
    }

    /// Returns the share of the solid pixels' area in the hull, from 0 to 1; 0 where no pixel is solid.
    #[must_use]
    pub fn coverage(&self) -> f64 {
        ratio(self.covered, self.solid as f64).at_most(1.0)
    }

    /// Returns the hull's area outside the solid pixels, relative to their area (may exceed 1); 0 where no pixel is
    /// solid.
    #[must_use]
    pub fn overshoot(&self) -> f64 {
        ratio((self.area - self.covered).at_least(0.0), self.solid as f64)
    }

    /// Returns the intersection over union of the hull and the solid pixels, from 0 to 1.
    #[must_use]
    pub fn iou(&self) -> f64 {
        ratio(self.covered, self.solid as f64 + self.area - self.covered).at_most(1.0)
    }
}

fn ratio(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Returns the area of pieces and of the mask's solid pixels in them, summed in an image. Corners are relative to the
/// mask's center.
fn areas(RingImage { image, rings }: RingImage, mask: &SolidityMap) -> (f64, f64) {
    let SquareImage { swaps, signs } = image;
    let mask = mask.oriented(Orientation { diagonal: swaps, horizontal: signs.x < 0.0, vertical: signs.y < 0.0 });
    let center = mask.size().as_dvec2() / 2.0;
    let (mut area, mut cells) = (0.0, Vec::new());
    for (_, mut corners) in rings {
        corners.iter_mut().for_each(|corner| *corner += center);
        for (start, end) in ring_edges(&corners) {
            area += (start.x - end.x) * (start.y + end.y) / 2.0;
            add_edge(&mut cells, start, end, &mask);
        }
    }
    #[expect(clippy::disallowed_methods, reason = "a large hull would take 1.16 times as long")]
    cells.sort_unstable_by_key(|cell| (cell.y, cell.x));
    (area, covered(&cells, &mask))
}

/// The part of an edge in one pixel.
struct CoverageCell {
    y: u32,
    x: u32,
    /// The height of the part, positive for upward edges: the height that it adds to the inside of the pixels to the
    /// right.
    height: f64,
    /// The area of this pixel to the right of the part, with the same sign.
    area: f64,
}

/// Cuts an edge at the lines between pixels, and adds a cell for each pixel of the mask that it passes through. Parts
/// left of the mask count for its first column.
///
/// The area of a polygon in a pixel is the sum of the areas to the right of its edges, positive for upward edges.
/// Outline fonts are rasterized like that (Raph Levien, "font-rs").
fn add_edge(cells: &mut Vec<CoverageCell>, start: DVec2, end: DVec2, mask: &SolidityMap) {
    // Clockwise on screen: the inside is to the right of upward edges.
    let (sign, top, bottom) = if start.y > end.y { (1.0, end, start) } else { (-1.0, start, end) };
    if top.y == bottom.y {
        return;
    }
    let x_at = |y: f64| top.x + (bottom.x - top.x) * ((y - top.y) / (bottom.y - top.y));
    let (first, last) =
        (top.y.at_least(0.0).floor() as u32, bottom.y.at_most(f64::from(mask.height())).ceil().at_least(0.0) as u32);
    for y in first..last {
        let (above, below) = (top.y.at_least(f64::from(y)), bottom.y.at_most(f64::from(y) + 1.0));
        let (x_above, x_below) = (x_at(above), x_at(below));
        let (left, right) = (x_above.at_most(x_below), x_above.at_least(x_below));
        let height = sign * (below - above);
        let first_column = left.at_least(0.0).floor();
        let end_column = right.at_most(f64::from(mask.width()));
        if right <= 0.0 {
            cells.push(CoverageCell { y, x: 0, height, area: height });
            continue;
        }
        if left < 0.0 {
            // The part to the left of the mask.
            let part = height * (-left / (right - left));
            cells.push(CoverageCell { y, x: 0, height: part, area: part });
        }
        let mut column = first_column;
        while column < end_column || (column == left && left == right && column < f64::from(mask.width())) {
            let (from, to) = (left.at_least(column), right.at_most(column + 1.0));
            let part = if right > left { height * ((to - from) / (right - left)) } else { height };
            cells.push(CoverageCell {
                y,
                x: column as u32,
                height: part,
                area: part * (column + 1.0 - (from + to) / 2.0),
            });
            column += 1.0;
        }
    }
}

/// Returns the area of solid pixels under the cells, which are sorted by rows.
fn covered(cells: &[CoverageCell], mask: &SolidityMap) -> f64 {
    let mut sum = 0.0;
    for row in cells.chunk_by(|a, b| a.y == b.y) {
        let y = row[0].y;
        // The height of the following pixels that is inside.
        let (mut inside, mut next) = (0.0, 0);
        for column in row.chunk_by(|a, b| a.x == b.x) {
            let x = column[0].x;
            sum += inside * f64::from(mask.count_in_row(y, next..x));
            if mask.get(x as i32, y as i32) {
                sum += inside + column.iter().map(|cell| cell.area).sum::<f64>();
            }
            inside += column.iter().map(|cell| cell.height).sum::<f64>();
            next = x + 1;
        }
        if inside.abs() > COVERAGE_ROUNDING {
            sum += inside * f64::from(mask.count_in_row(y, next..mask.width()));
        }
    }
    sum
}
