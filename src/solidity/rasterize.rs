//! Shapes rasterized in whole numbers: polygons, ellipses, capsules and lines become solid pixels.
//!
//! ```text
//! points ──rounded to 1/256 px──▶ [`FixedShape`], in units of 1/512 px ──draw──▶ rows of bits
//!
//! polygon   for each edge: flip the first center right of it in each row; then fill_between each row (even-odd),
//!           and add the centers that lie on an edge
//! ellipse   for each row: the middle of its chord exactly, and a binary search for both ends
//! circle    for each row: a square root
//! capsule   a parallelogram between two ellipses
//! line      for each row: the columns from where it enters the row to where it leaves it
//! ```
//!
//! A pixel is solid if its center lies in the shape or on its border. So a mirrored shape has the mirrored pixels, a
//! shape of several parts has no seam, and shapes that share a border leave no pixel out between them. A shape without
//! an area has no pixel. Centers lie at odd multiples of 256 units, and all decisions are integer arithmetic, so they
//! are the same everywhere.
//!
//! A line of 1 px is the exception: it has the pixels that it passes through ([`FixedShape::line`]).

use super::bits::{fill_between, fill_range};
use super::map::SolidityMap;
use crate::geometry::{Bound, Rect, ring_edges};
use glam::{DVec2, I64Vec2, IVec2, UVec2, dvec2, i64vec2, ivec2};
use std::ops::Range;

/// The units of a pixel. Points are rounded to two units, so that the middle of two points is exact.
pub(super) const UNITS: i64 = 512;
/// The largest coordinate in units, 2^31 px. Points beyond it are clamped to it. Products stay below 2^127.
const FARTHEST: i64 = 1 << 40;

/// The largest radius, in units, with squares and differences of squares that are exact in `f64`: 2^17 px.
const LARGEST_SQUARED: i64 = 1 << 26;

/// A shape in fixed point: the union of its parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct FixedShape {
    parts: Vec<FixedPart>,
}

#[derive(Clone, Debug)]
enum FixedPart {
    /// The inside of a closed outline by the even-odd rule.
    Polygon(Vec<I64Vec2>),
    Ellipse(FixedEllipse),
    /// The pixels that a line passes through.
    Line([I64Vec2; 2]),
}

/// The points `center + a·across + b·down` with `a² + b² <= 1`.
#[derive(Clone, Copy, Debug)]
struct FixedEllipse {
    center: I64Vec2,
    across: I64Vec2,
    down: I64Vec2,
}

impl FixedShape {
    /// Returns the inside of a closed outline by the even-odd rule; nothing for fewer than three corners.
    pub(crate) fn polygon(corners: impl IntoIterator<Item = DVec2>) -> Self {
        Self { parts: vec![FixedPart::Polygon(corners.into_iter().map(fixed).collect())] }
    }

    /// Returns the ellipse that is inscribed in a parallelogram: a corner, and the two corners beside it.
    pub(crate) fn ellipse(parallelogram: [DVec2; 3]) -> Self {
        let [corner, right, below] = parallelogram.map(fixed);
        let [across, down] = [(right - corner) / 2, (below - corner) / 2];
        Self { parts: vec![FixedPart::Ellipse(FixedEllipse { center: corner + across + down, across, down })] }
    }

    /// Returns a circle. Its center and its radius are rounded to 1/256 px, and a radius above 2^32 px is clamped to
    /// that.
    pub(crate) fn circle(center: DVec2, radius: f64) -> Self {
        Self { parts: vec![FixedPart::Ellipse(FixedEllipse::circle(fixed(center), fixed_radius(radius)))] }
    }

    /// Returns a box of whole pixels with round corners, whose radius is at most half of the shorter side.
    pub(crate) fn rounded_box(size: UVec2, radius: u32) -> Self {
        let (right, bottom, radius) = (UNITS * i64::from(size.x), UNITS * i64::from(size.y), UNITS * i64::from(radius));
        let (x, y) = ([0, radius, right - radius, right], [0, radius, bottom - radius, bottom]);
        let corners = [(1, 0), (2, 0), (3, 1), (3, 2), (2, 3), (1, 3), (0, 2), (0, 1)];
        let octagon = corners.map(|(column, row)| i64vec2(x[column], y[row])).to_vec();
        let circles = [(1, 1), (2, 1), (1, 2), (2, 2)]
            .map(|(column, row)| FixedPart::Ellipse(FixedEllipse::circle(i64vec2(x[column], y[row]), radius)));
        Self { parts: [FixedPart::Polygon(octagon)].into_iter().chain(circles).collect() }
    }

    /// Returns the capsule that is inscribed in a parallelogram: a rectangle of `size` that was rotated, then scaled.
    /// If the scale differs between the axes, its round ends are half ellipses.
    pub(crate) fn capsule(parallelogram: [DVec2; 3], size: DVec2) -> Self {
        let [corner, right, below] = parallelogram.map(fixed);
        let (long, short, ratio) = if size.x >= size.y {
            (right - corner, below - corner, size.y / size.x)
        } else {
            (below - corner, right - corner, size.x / size.y)
        };
        // A size of 0 has no ratio. Its capsule has no pixels.
        let ratio = if ratio.is_finite() { ratio } else { 0.0 };
        let (radius, side) = (rounded(long.as_dvec2() * ratio / 2.0), short / 2);
        let (start, end) = (corner + side + radius, corner + side + long - radius);
        let round = |center| FixedPart::Ellipse(FixedEllipse { center, across: radius, down: side });
        let middle = FixedPart::Polygon(vec![start - side, end - side, end + side, start + side]);
        Self { parts: vec![middle, round(start), round(end)] }
    }

    /// Adds the convex hull of some points, clockwise on screen, grown by a radius. Its straight sides are rounded to
    /// 1/256 px.
    pub(crate) fn add_grown(&mut self, points: &[DVec2], radius: f64) {
        let corners: Vec<I64Vec2> = points.iter().map(|&point| fixed(point)).collect();
        let radius = fixed_radius(radius);
        if radius > 0 {
            // Of two points both edges are the same segment, with the sides swapped.
            self.parts.extend(ring_edges(&corners).filter_map(|(start, end)| side_part(start, end, radius)));
            self.parts.extend(corners.iter().map(|&center| FixedPart::Ellipse(FixedEllipse::circle(center, radius))));
        }
        self.parts.push(FixedPart::Polygon(corners));
    }

    /// Returns an open line through the corners, `width` pixels wide.
    ///
    /// A width of 1 means all pixels that hold a point of the line, and both pixels beside each lattice corner on it.
    /// Along a border it means the right or the lower pixels, so that it stays one pixel wide. A larger width means the
    /// points within half the width of the line. A width of 0, or a single corner, means nothing.
    pub(crate) fn line(corners: impl IntoIterator<Item = DVec2>, width: u16) -> Self {
        let corners: Vec<I64Vec2> = corners.into_iter().map(fixed).collect();
        let mut parts = Vec::new();
        if width == 0 || corners.len() < 2 {
            return Self { parts };
        }
        let radius = i64::from(width) * UNITS / 2;
        for (&start, &end) in corners.iter().zip(&corners[1..]) {
            if width == 1 {
                parts.push(FixedPart::Line([start, end]));
                continue;
            }
            parts.extend(side_part(start, end, radius));
        }
        if width > 1 {
            parts.extend(corners.iter().map(|&center| FixedPart::Ellipse(FixedEllipse::circle(center, radius))));
        }
        Self { parts }
    }

    /// Returns a rectangle around all pixels of the shape.
    pub(crate) fn bounds(&self) -> Rect {
        self.parts.iter().fold(Rect::EMPTY, |bounds, part| bounds.union(&part.bounds()))
    }

    /// Makes the pixels of the shape solid in `mask`, whose pixel `(0, 0)` is pixel `at`.
    pub(crate) fn draw(&self, mask: &mut SolidityMap, at: IVec2) {
        let window = Rect::from_size(at, mask.size());
        for part in &self.parts {
            let pixels = part.bounds().intersection(&window);
            if pixels.is_empty() {
                continue;
            }
            match part {
                FixedPart::Polygon(corners) => {
                    let mut inside = SolidityMap::new(pixels.width(), pixels.height());
                    inside.fill_outline(corners, pixels.min);
                    mask.draw(&inside, pixels.min - at);
                }
                FixedPart::Ellipse(ellipse) => {
                    for y in pixels.min.y..pixels.max.y {
                        mask.fill_span(y, ellipse.columns(y.into(), &pixels), at);
                    }
                }
                FixedPart::Line(ends) => {
                    for y in pixels.min.y..pixels.max.y {
                        mask.fill_span(y, line_columns(*ends, y.into(), &pixels), at);
                    }
                }
            }
        }
    }

    /// Clears `mask`, then draws the shape as [`draw`](Self::draw) does.
    pub(crate) fn draw_over(&self, mask: &mut SolidityMap, at: IVec2) {
        mask.clear();
        match self.parts.as_slice() {
            [FixedPart::Polygon(corners)] => mask.fill_outline(corners, at),
            _ => self.draw(mask, at),
        }
    }

    /// Returns the cost of drawing the shape into the rows of `window`, in steps of a few ns: 1 for each row that an
    /// edge crosses, 32 for a row of an ellipse or of a line.
    pub(crate) fn steps(&self, window: &Rect) -> u64 {
        const ROUND: u64 = 32;
        let rows = |part: &FixedPart| u64::from(part.bounds().intersection(window).height());
        let steps = self.parts.iter().map(|part| match part {
            FixedPart::Polygon(corners) => {
                let edges = ring_edges(corners).map(|(a, b)| {
                    let rows = rows_between(a.y.min(b.y), a.y.max(b.y), window.min.y.into()..window.max.y.into());
                    1 + (rows.end - rows.start).max(0) as u64
                });
                edges.sum()
            }
            FixedPart::Ellipse(_) | FixedPart::Line(_) => rows(part) * ROUND,
        });
        steps.fold(0, u64::saturating_add)
    }
}

/// Rounds a point to 1/256 px.
fn fixed(point: DVec2) -> I64Vec2 {
    (rounded(point * (UNITS / 2) as f64) * 2).clamp(I64Vec2::splat(-FARTHEST), I64Vec2::splat(FARTHEST))
}

/// Rounds a radius to 1/256 px.
fn fixed_radius(radius: f64) -> i64 {
    2 * rounded(DVec2::splat(radius * (UNITS / 2) as f64)).x
}

/// Returns the rectangle of the points that lie within a radius of a segment, beside it; `None` without a length.
fn side_part(start: I64Vec2, end: I64Vec2, radius: i64) -> Option<FixedPart> {
    let along = (end - start).as_dvec2();
    let length = (along.x * along.x + along.y * along.y).sqrt();
    let side = rounded(dvec2(-along.y, along.x) * (radius as f64 / length));
    (length > 0.0).then(|| FixedPart::Polygon(vec![start - side, end - side, end + side, start + side]))
}

/// Rounds to whole numbers, halves to even ones: mirror images of a point are rounded alike.
fn rounded(vector: DVec2) -> I64Vec2 {
    let most = FARTHEST as f64;
    dvec2(vector.x.round_ties_even(), vector.y.round_ties_even())
        .at_least(DVec2::splat(-most))
        .at_most(DVec2::splat(most))
        .as_i64vec2()
}

impl FixedPart {
    /// Returns a rectangle around all pixels of the part.
    fn bounds(&self) -> Rect {
        match self {
            Self::Polygon(corners) => centers_between(corners),
            Self::Ellipse(ellipse) => {
                // The half sides of its bounding box are square roots. Two more units make up for their rounding.
                let (across, down) = (ellipse.across.as_dvec2(), ellipse.down.as_dvec2());
                let squares = across * across + down * down;
                let half = dvec2(squares.x.sqrt(), squares.y.sqrt()).as_i64vec2() + 2;
                centers_between(&[ellipse.center - half, ellipse.center + half])
            }
            Self::Line([a, b]) => {
                let pixel =
                    |point: I64Vec2| ivec2(in_range(point.x.div_euclid(UNITS)), in_range(point.y.div_euclid(UNITS)));
                Rect::new(pixel(a.min(*b)), pixel(a.max(*b)).saturating_add(IVec2::ONE))
            }
        }
    }
}

/// Returns the pixels whose centers lie in the bounding box of some points or on its border.
fn centers_between(points: &[I64Vec2]) -> Rect {
    let Some(&first) = points.first() else { return Rect::EMPTY };
    let (min, max) = points.iter().fold((first, first), |(min, max), point| (min.min(*point), max.max(*point)));
    let pixel = |point: I64Vec2| ivec2(in_range(first_center(point.x)), in_range(first_center(point.y)));
    Rect::new(pixel(min), pixel(max + 1))
}

fn in_range(pixel: i64) -> i32 {
    pixel.clamp(i32::MIN.into(), i32::MAX.into()) as i32
}

/// Returns the first pixel whose center is at a coordinate or past it: the least with `512 pixel + 256 >= coordinate`.
const fn first_center(coordinate: i64) -> i64 {
    (coordinate + UNITS / 2 - 1).div_euclid(UNITS)
}

/// Returns the rows of `within` whose centers lie from `top` to above `bottom`, in units.
fn rows_between(top: i64, bottom: i64, within: Range<i64>) -> Range<i64> {
    first_center(top).max(within.start)..first_center(bottom).min(within.end)
}

impl SolidityMap {
    /// Makes the inside of an outline solid, and its border. The mask is free before, and its pixel `(0, 0)` is pixel
    /// `at`.
    fn fill_outline(&mut self, corners: &[I64Vec2], at: IVec2) {
        let has_centers = ring_edges(corners).fold(false, |any, (a, b)| self.flip_edge(a, b, at) | any);
        self.fill_between_flips();
        if has_centers && !is_flat(corners) {
            ring_edges(corners).for_each(|(a, b)| self.fill_edge(a, b, at));
        }
    }

    /// Flips, in each row that an edge spans, the first pixel whose center is on the edge or right of it. The row of the
    /// lower end is left out. The edge is in units of 1/512 px. The mask's pixel `(0, 0)` is pixel `at`.
    ///
    /// Returns whether centers may lie on the edge.
    pub(super) fn flip_edge(&mut self, a: I64Vec2, b: I64Vec2, at: IVec2) -> bool {
        let (left, top) = (i64::from(at.x), i64::from(at.y));
        let (upper, lower) = if a.y < b.y { (a, b) } else { (b, a) };
        let rows = rows_between(upper.y, lower.y, top..top + i64::from(self.height()));
        let width = u64::from(self.width());
        let mut has_centers = is_center(lower.y) && (is_center(lower.x) || upper.y == lower.y);
        for (row, crossing) in EdgeCrossings::new(upper, lower, rows) {
            // An edge left of the mask flips its first pixel, an edge right of it none.
            let x = (crossing.column + i64::from(!crossing.is_center) - left).max(0) as u64;
            if x < width {
                self.row_mut((row - top) as u32)[(x / 64) as usize] ^= 1 << (x % 64);
            }
            has_centers |= crossing.is_center;
        }
        has_centers
    }

    /// Makes the pixels solid whose centers lie on an edge.
    fn fill_edge(&mut self, a: I64Vec2, b: I64Vec2, at: IVec2) {
        let (left, top) = (i64::from(at.x), i64::from(at.y));
        let (upper, lower) = if a.y < b.y { (a, b) } else { (b, a) };
        let right = left + i64::from(self.width());
        let columns = |from: i64, to: i64| from.max(left)..to.min(right);
        let rows = rows_between(upper.y, lower.y + 1, top..top + i64::from(self.height()));
        if upper.y == lower.y {
            let columns = columns(first_center(a.x.min(b.x)), first_center(a.x.max(b.x) + 1));
            rows.for_each(|row| self.fill_span(row as i32, columns.clone(), at));
            return;
        }
        for (row, crossing) in EdgeCrossings::new(upper, lower, rows) {
            if crossing.is_center {
                self.fill_span(row as i32, columns(crossing.column, crossing.column + 1), at);
            }
        }
    }

    /// Fills each row from every flipped pixel to before the next one.
    pub(super) fn fill_between_flips(&mut self) {
        for y in 0..self.height() {
            fill_between(self.row_mut(y));
            self.clear_padding(y);
        }
    }

    /// Makes some columns of a row solid. Row and columns lie within the mask, whose pixel `(0, 0)` is pixel `at`.
    fn fill_span(&mut self, y: i32, columns: Range<i64>, at: IVec2) {
        if !columns.is_empty() {
            let column = |x: i64| (x - i64::from(at.x)) as u32;
            fill_range(self.row_mut((y - at.y) as u32), column(columns.start), column(columns.end), true);
        }
    }
}

/// Returns whether a coordinate is that of a center.
const fn is_center(coordinate: i64) -> bool {
    coordinate.rem_euclid(UNITS) == UNITS / 2
}

/// Returns whether all corners of an outline lie on one line.
fn is_flat(corners: &[I64Vec2]) -> bool {
    let Some((&first, rest)) = corners.split_first() else { return true };
    let arms = || rest.iter().map(|&corner| corner - first);
    arms().find(|&arm| arm != I64Vec2::ZERO).is_none_or(|axis| arms().all(|arm| cross(axis, arm) == 0))
}

/// Where an edge crosses a row of centers.
struct EdgeCrossing {
    /// The last column whose center is on the edge or left of it.
    column: i64,
    /// Whether that center is on the edge.
    is_center: bool,
}

/// Iterates over the crossings of an edge with rows of centers that it spans.
///
/// With `d` the extent of the edge from its upper end `u`, a center `c` is on the edge or left of it if `(c.x − u.x)·d.y
/// ≤ d.x·(c.y − u.y)`. So the column is a quotient by `512 d.y`. From row to row its numerator grows by `512 d.x`: a
/// quotient and a remainder are added, and nothing is divided.
struct EdgeCrossings {
    rows: Range<i64>,
    divisor: i64,
    column: i64,
    rest: i64,
    step: i64,
    step_rest: i64,
}

impl EdgeCrossings {
    fn new(upper: I64Vec2, lower: I64Vec2, rows: Range<i64>) -> Self {
        if rows.is_empty() {
            return Self { rows, divisor: 1, column: 0, rest: 0, step: 0, step_rest: 0 };
        }
        let extent = lower - upper;
        // Most edges of contours are upright: their quotient is the same in each row, and needs 64 bits.
        let (numerator, divisor) = if extent.x == 0 {
            (i128::from(upper.x - UNITS / 2), UNITS)
        } else {
            let below = UNITS * rows.start + UNITS / 2 - upper.y;
            (product(extent.x, below) + product(upper.x - UNITS / 2, extent.y), UNITS * extent.y)
        };
        let (column, rest) = match i64::try_from(numerator) {
            Ok(numerator) => (numerator.div_euclid(divisor), numerator.rem_euclid(divisor)),
            Err(_) => {
                let divisor = i128::from(divisor);
                (numerator.div_euclid(divisor) as i64, numerator.rem_euclid(divisor) as i64)
            }
        };
        let (step, step_rest) = ((UNITS * extent.x).div_euclid(divisor), (UNITS * extent.x).rem_euclid(divisor));
        Self { rows, divisor, column, rest, step, step_rest }
    }
}

impl Iterator for EdgeCrossings {
    type Item = (i64, EdgeCrossing);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let row = self.rows.next()?;
        let crossing = EdgeCrossing { column: self.column, is_center: self.rest == 0 };
        self.column += self.step;
        self.rest += self.step_rest;
        if self.rest >= self.divisor {
            self.column += 1;
            self.rest -= self.divisor;
        }
        Some((row, crossing))
    }
}

impl FixedEllipse {
    const fn circle(center: I64Vec2, radius: i64) -> Self {
        Self { center, across: i64vec2(radius, 0), down: i64vec2(0, radius) }
    }

    /// Returns the columns of a row whose centers are inside, clipped to `within`.
    ///
    /// The inside of a row is an interval, and its middle is exact. So if it has pixels, it has one of the two whose
    /// centers are next to the middle.
    fn columns(&self, y: i64, within: &Rect) -> Range<i64> {
        let (across, down) = (self.across, self.down);
        let rise = UNITS * y + UNITS / 2 - self.center.y;
        let (first, end) = (i64::from(within.min.x), i64::from(within.max.x));
        // A circle that was turned by 180° has negative half axes.
        if across == i64vec2(down.y, 0) && down.x == 0 && down.y.abs() <= LARGEST_SQUARED {
            let (start, stop) = circle_columns(self.center.x, down.y.abs(), rise);
            return start.max(first)..stop.min(end);
        }
        let curvature = square(across.y) + square(down.y);
        if curvature == 0 {
            return 0..0;
        }
        let slope = product(across.x, across.y) + product(down.x, down.y);
        let middle = (slope * i128::from(rise)).div_euclid(curvature) as i64 + self.center.x;
        let column = (middle - UNITS / 2).div_euclid(UNITS);
        let is_inside = |x: i64| self.holds(i64vec2(UNITS * x + UNITS / 2 - self.center.x, rise));
        let Some(inside) = [column, column + 1].into_iter().find(|&x| is_inside(x)) else { return 0..0 };
        let start = if inside < first { first } else { first_where(first, inside, is_inside) };
        let stop = if inside >= end { end } else { first_where(inside.max(first), end, |x| !is_inside(x)) };
        start..stop
    }

    /// Returns whether a point, relative to the center, is inside or on the border.
    ///
    /// With `D` the area of the parallelogram of the half axes, and `a` and `b` the point's coordinates along them,
    /// that means `(aD)² + (bD)² ≤ D²`.
    fn holds(&self, point: I64Vec2) -> bool {
        let (across, down) = (self.across, self.down);
        let (a, b, area) = (cross(point, down), cross(across, point), cross(across, down));
        area != 0 && compare_squares(a, b, area).is_le()
    }
}

/// Returns the columns of a circle in the row whose centers are `rise` below its middle, where `dx² ≤ radius² − rise²`.
/// The radius is at most [`LARGEST_SQUARED`]. With [`FixedEllipse::holds`], edits of circles take 1.3 to 1.6 times as
/// long.
fn circle_columns(middle: i64, radius: i64, rise: i64) -> (i64, i64) {
    if rise.abs() > radius || radius == 0 {
        return (0, 0);
    }
    let rest = radius * radius - rise * rise;
    // Exact, as the square root of a whole number below 2^52 is never rounded up to the next one.
    let half = (rest as f64).sqrt() as i64;
    (first_center(middle - half), first_center(middle + half + 1))
}

/// Returns the columns of a row that a line passes through, or that lie beside a lattice corner on it, clipped to
/// `within`.
fn line_columns([a, b]: [I64Vec2; 2], y: i64, within: &Rect) -> Range<i64> {
    let (upper, lower) = if a.y <= b.y { (a, b) } else { (b, a) };
    let extent = lower - upper;
    let pixel = |units: i64| units.div_euclid(UNITS);
    // The column in which the line crosses a height. On a lattice line, `before` takes the column before it.
    let crossing = |height: i64, before: bool| {
        let divisor = i128::from(UNITS) * i128::from(extent.y);
        let numerator =
            i128::from(upper.x) * i128::from(extent.y) + i128::from(extent.x) * i128::from(height - upper.y);
        (numerator - i128::from(before)).div_euclid(divisor) as i64
    };
    let (top, bottom) = (UNITS * y, UNITS * (y + 1));
    let enters = if upper.y < top { crossing(top, extent.x > 0) } else { pixel(upper.x) };
    let leaves = if lower.y >= bottom { crossing(bottom, extent.x < 0) } else { pixel(lower.x) };
    let (first, last) = (pixel(upper.x.min(lower.x)), pixel(upper.x.max(lower.x)));
    let (left, right) = (enters.min(leaves).max(first), enters.max(leaves).min(last));
    left.max(within.min.x.into())..(right + 1).min(within.max.x.into())
}

fn product(a: i64, b: i64) -> i128 {
    i128::from(a) * i128::from(b)
}

fn square(number: i64) -> i128 {
    product(number, number)
}

fn cross(a: I64Vec2, b: I64Vec2) -> i128 {
    product(a.x, b.y) - product(a.y, b.x)
}

/// Compares `a² + b²` with `c²`; all are below 2^126.
fn compare_squares(a: i128, b: i128, c: i128) -> std::cmp::Ordering {
    let [a, b, c] = [a, b, c].map(i128::unsigned_abs);
    if (a | b | c) >> 63 == 0 {
        return (a * a + b * b).cmp(&(c * c));
    }
    let (squares, limit) = ([a, b].map(wide_square), wide_square(c));
    let (low, carry) = squares[0].1.overflowing_add(squares[1].1);
    (squares[0].0 + squares[1].0 + u128::from(carry), low).cmp(&limit)
}

/// Returns the upper and the lower 128 bits of a square.
const fn wide_square(number: u128) -> (u128, u128) {
    let (high, low) = (number >> 64, number & u64::MAX as u128);
    let middle = high * low;
    let (sum, carry) = (low * low).overflowing_add(middle << 65);
    (high * high + (middle >> 63) + carry as u128, sum)
}

/// Returns the first of `start..end` that passes a test, or `end` if none does. All later ones must pass it too.
fn first_where(mut start: i64, mut end: i64, holds: impl Fn(i64) -> bool) -> i64 {
    while start < end {
        let middle = start + (end - start) / 2;
        if holds(middle) { end = middle } else { start = middle + 1 }
    }
    start
}

#[cfg(test)]
mod tests {
    use super::*;
    use fastrand::Rng;

    /// If all lengths grow alike, even to products of 256 bits, the same points are inside.
    #[test]
    fn products_beyond_128_bits_are_compared_exactly() {
        let mut rng = Rng::with_seed(61);
        let point = |rng: &mut Rng| i64vec2(rng.i64(-300..300), rng.i64(-300..300));
        let mut on_border = 0;
        for _ in 0..20_000 {
            // Pythagorean triples are points on the border.
            let [across, down] =
                if rng.bool() { [i64vec2(25, 0), i64vec2(0, 25)] } else { [(); 2].map(|()| point(&mut rng)) };
            let at = [i64vec2(7, 24), i64vec2(-15, 20), i64vec2(24, -7), point(&mut rng)][rng.usize(0..4)];
            let small = FixedEllipse { center: I64Vec2::ZERO, across, down };
            let (a, b, area) = (cross(at, down), cross(across, at), cross(across, down));
            on_border += usize::from(a * a + b * b == area * area && area != 0);
            for shift in [1, 10, 20, 31] {
                let large = FixedEllipse { across: across << shift, down: down << shift, ..small };
                assert_eq!(large.holds(at << shift), small.holds(at), "{small:?} {at} {shift}");
            }
        }
        assert!(on_border > 1000, "{on_border}");
    }

    #[test]
    fn squares_have_256_bits() {
        let mut rng = Rng::with_seed(62);
        for _ in 0..10_000 {
            let number = rng.u128(..) >> rng.u32(1..128);
            // Long multiplication, in digits of 32 bits.
            let mut digits = [0_u128; 8];
            let digit = |i: usize| number >> (32 * i) & 0xffff_ffff;
            for (i, j) in (0..4).flat_map(|i| (0..4).map(move |j| (i, j))) {
                let mut carry = digit(i) * digit(j);
                for place in &mut digits[i + j..] {
                    carry += *place;
                    *place = carry & 0xffff_ffff;
                    carry >>= 32;
                }
            }
            let joined = |from: usize| (0..4).fold(0, |sum, i| sum | digits[from + i] << (32 * i));
            assert_eq!(wide_square(number), (joined(4), joined(0)), "{number:x}");
        }
    }

    /// The tip of an ellipse as long as a map, by the plain formula in whole numbers.
    #[test]
    fn the_longest_ellipse_is_exact() {
        let (long, short) = (f64::from(1 << 24), 9.0);
        let ellipse = FixedShape::ellipse([dvec2(0.0, 0.5), dvec2(long, 0.5), dvec2(0.0, 0.5 + short)]);
        for left in [0, 1 << 20, 1 << 23, (1 << 24) - 600] {
            let mut mask = SolidityMap::new(600, 12);
            ellipse.draw(&mut mask, ivec2(left, -1));
            let expected = SolidityMap::from_fn(600, 12, |x, y| {
                // In units from the middle, which lies at (2^23, 5) px.
                let dx = i128::from((i64::from(left) + i64::from(x)) * 512 + 256 - (512 << 23));
                let dy = i128::from((i64::from(y) - 1) * 512 + 256 - 5 * 512);
                let (rx, ry) = (512_i128 << 23, 9 * 256_i128);
                let excess = (dx * ry).pow(2) + (dy * rx).pow(2) - (rx * ry).pow(2);
                excess <= 0
            });
            assert_eq!(mask, expected, "{left}");
        }
    }
}
