//! Visible regions: the points that a point sees, as a star-shaped polygon.

use super::cone::{Cone, SightOrigin, SlopeRange, first_row, last_row};
use super::edges::LitEdge;
use super::leaving::{Exit, leave};
use super::outline;
use super::piece::{SightPiece, Viewer, Wall, WallKind};
use super::sweep::{Sweep, SweepBuffers};
use super::view::for_each_part;
use crate::geometry::ray::{UNITS, pixels_around};
use crate::geometry::{Bound, Rect};
use crate::solidity::{SolidityMap, fill_range};
use crate::terrain::{LayerMask, OneWayRule, Terrain, TerrainQuery};
use glam::{DVec2, IVec2, Vec2};

/// The region that a point sees: light around a lamp, or a field of view.
///
/// [`TerrainQuery::visible_region`] returns it. It contains a point within the radius, borders included, if the segment
/// from the origin to the point passes through no solid pixel. A segment may pass along solid pixels and touch their
/// corners, but not pass between two that touch at a corner. Views without width are left out, as between two corners
/// in line with the origin.
///
/// A region is a copy: later edits of the terrain do not show in it.
///
/// ```
/// use tileray::glam::vec2;
/// use tileray::{SolidityMap, Terrain};
///
/// // A pillar in a room of 100×100 pixels.
/// let pillar = SolidityMap::from_fn(100, 100, |x, y| (60..64).contains(&x) && (40..60).contains(&y));
/// let terrain = Terrain::from_solidity(&pillar);
/// let region = terrain.query().visible_region((40.0, 50.0), 45.0);
///
/// assert!(region.contains((59.0, 50.0)) && !region.contains((70.0, 50.0)));
/// assert!(region.points().contains(&vec2(60.0, 40.0)), "a corner of the pillar");
/// let drawn: f32 = region.triangles().map(|[a, b, c]| (b - a).perp_dot(c - a) / 2.0).sum();
/// assert!((drawn - region.area()).abs() < 0.5);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VisibleRegion {
    origin: SightOrigin,
    radius: f64,
    layers: LayerMask,
    one_way: OneWayRule,
    /// Cone after cone, in ascending order of slopes.
    pieces: Vec<SightPiece>,
    /// The end of the pieces of each cone.
    ends: [usize; 4],
    points: Vec<Vec2>,
}

impl VisibleRegion {
    /// The largest radius: 2^17 pixels. Larger ones, infinity included, become this one.
    pub const MAX_RADIUS: f32 = (1u32 << 17) as f32;

    /// Returns the point that sees, rounded to multiples of 1/256 pixel.
    #[must_use]
    pub fn origin(&self) -> Vec2 {
        self.origin.point().as_vec2()
    }

    /// Returns the radius in pixels, at most [`MAX_RADIUS`](Self::MAX_RADIUS).
    #[must_use]
    pub const fn radius(&self) -> f32 {
        self.radius as f32
    }

    /// Returns whether nothing is seen: an origin within a solid pixel, no radius, no angle, or invalid numbers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Returns the corners of the region's polygon, clockwise on screen; empty if nothing is seen.
    ///
    /// Each is a corner of a pixel, a point on an edge of a pixel, or a point of the circle, rounded to `f32`. The
    /// origin is a corner where the view has borders, and where the origin touches solid pixels. Chords stand for the
    /// arcs of the circle, and lie within 1/8 pixel of it.
    ///
    /// The polygon is star-shaped around the origin. It may touch itself: at the origin, and where two solid pixels
    /// touch at a corner.
    #[must_use]
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// Returns the triangles of the region's polygon, each from the origin to two corners, clockwise on screen.
    ///
    /// They form a triangle fan around the [origin](Self::origin), in the order of the [points](Self::points). Triangles
    /// without area are left out.
    pub fn triangles(&self) -> impl Iterator<Item = [Vec2; 3]> + '_ {
        let (origin, points) = (self.origin(), self.points());
        let pairs = points.iter().zip(points.iter().cycle().skip(1));
        pairs
            .filter(move |&(&a, &b)| a != origin && b != origin && (a - origin).perp_dot(b - origin) != 0.0)
            .map(move |(&a, &b)| [origin, a, b])
    }

    /// Returns the area of the region's polygon in square pixels.
    #[must_use]
    pub fn area(&self) -> f32 {
        let origin = self.origin.point();
        let relative = |point: &Vec2| point.as_dvec2() - origin;
        let pairs = self.points().iter().zip(self.points().iter().cycle().skip(1));
        (pairs.map(|(a, b)| relative(a).perp_dot(relative(b))).sum::<f64>() / 2.0) as f32
    }

    /// Returns the bounding box of the pixels in which the polygon lies.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        if self.is_empty() {
            return Rect::EMPTY;
        }
        let (min, max) = self
            .points()
            .iter()
            .fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(min, max), &point| (min.at_most(point), max.at_least(point)));
        Rect::new(min.floor().as_ivec2(), max.ceil().as_ivec2())
    }

    /// Returns whether the region contains a point. Decided by the true circle, not by its chords.
    ///
    /// Decided in `f64` from the slopes of pixel corners. False for NaN and infinite coordinates, and in an empty
    /// region. Costs a binary search.
    #[must_use]
    pub fn contains(&self, point: impl Into<Vec2>) -> bool {
        let from_origin = point.into().as_dvec2() - self.origin.point();
        if !from_origin.is_finite() || self.is_empty() {
            return false;
        }
        let DVec2 { x, y } = from_origin;
        if x * x + y * y > self.radius * self.radius {
            return false;
        }
        let along_x = x.abs() >= y.abs() && self.holds(if x < 0.0 { 2 } else { 0 }, from_origin);
        along_x || (y.abs() >= x.abs() && self.holds(if y < 0.0 { 3 } else { 1 }, from_origin))
    }

    /// Returns whether the pieces of a cone contain a point of that cone within the radius.
    fn holds(&self, quarter: usize, from_origin: DVec2) -> bool {
        let cone = self.origin.cone(quarter);
        let (along, across) = cone.parts(from_origin);
        if along == 0.0 {
            return true;
        }
        let slope = across / along;
        let pieces = self.pieces_of(quarter);
        let first = pieces.partition_point(|piece| piece.slopes.high < slope);
        // On a slope between two pieces, the farther wall counts.
        pieces[first..].iter().take_while(|piece| piece.slopes.low <= slope).any(|piece| match piece.wall.kind {
            WallKind::Open => true,
            WallKind::Dark => false,
            WallKind::Face => along <= piece.wall.distance(&cone),
            WallKind::Side => across.abs() <= piece.wall.distance(&cone).abs(),
        })
    }

    /// Returns the region as a mask: a pixel is set if the region [contains](Self::contains) its center.
    ///
    /// Pixel `(0, 0)` of the mask is the pixel `bounds().min` of the world.
    ///
    /// # Panics
    /// If the [bounds](Self::bounds) hold more than [`SolidityMap::MAX_PIXELS`], which takes a radius above 65,000
    /// pixels.
    ///
    /// ```
    /// use tileray::{SolidityMap, Terrain};
    ///
    /// let terrain = Terrain::from_solidity(&SolidityMap::from_fn(8, 8, |x, y| x == 5 && y > 2));
    /// let region = terrain.query().visible_region((3.5, 3.5), 3.0);
    /// let picture = "...#...\n.#####.\n.#####.\n#####..\n.####..\n.####..\n...#...\n";
    /// assert_eq!(region.to_mask().to_ascii(), picture);
    /// ```
    #[must_use]
    pub fn to_mask(&self) -> SolidityMap {
        let bounds = self.bounds();
        let mut mask = SolidityMap::new(bounds.width(), bounds.height());
        for quarter in 0..4 {
            let cone = self.origin.cone(quarter);
            for piece in self.pieces_of(quarter) {
                self.draw(&cone, piece, bounds.min, &mut mask);
            }
        }
        if self.contains(self.origin.pixel.as_vec2() + 0.5) {
            let pixel = self.origin.pixel - bounds.min;
            mask.set(pixel.x, pixel.y, true);
        }
        mask
    }

    /// Draws the pixels whose centers lie in a piece.
    fn draw(&self, cone: &Cone, piece: &SightPiece, corner: IVec2, mask: &mut SolidityMap) {
        let SlopeRange { low, high } = piece.slopes;
        let offset = cone.across - 0.5;
        for line in 0.. {
            let along = cone.along(line) + 0.5;
            let is_past = match piece.wall.kind {
                WallKind::Open => false,
                WallKind::Dark => true,
                WallKind::Face => line >= piece.wall.border(),
                // The wall is passed once all slopes of the piece are behind it.
                WallKind::Side => along * low.abs().at_most(high.abs()) > piece.wall.distance(cone).abs(),
            };
            if is_past || along > self.radius {
                break;
            }
            if along <= 0.0 {
                continue;
            }
            let (mut first, mut last) = (first_row(low, along, offset), last_row(high, along, offset));
            let chord = (self.radius * self.radius - along * along).sqrt();
            first = first.max((offset - chord).ceil() as i32 - 1);
            last = last.min((offset + chord).floor() as i32 + 1);
            let is_in = |row: i32| {
                let across = f64::from(row) - offset;
                let is_before = piece.wall.kind != WallKind::Side || across.abs() <= piece.wall.distance(cone).abs();
                is_before && along * along + across * across <= self.radius * self.radius
            };
            while first <= last && !is_in(first) {
                first += 1;
            }
            while first <= last && !is_in(last) {
                last -= 1;
            }
            if first > last {
                continue;
            }
            let (a, b) = (cone.pixel(line, first) - corner, cone.pixel(line, last) - corner);
            if cone.steep {
                fill_range(mask.row_mut(a.y as u32), a.x as u32, b.x as u32 + 1, true);
            } else {
                (a.y..=b.y).for_each(|y| mask.set(a.x, y, true));
            }
        }
    }

    /// Returns the lit edges of solid pixels, clockwise, each with its owner.
    ///
    /// `terrain` must be the terrain of the query. If it was edited since, layer, cell and tile may be those of other
    /// pixels.
    pub fn lit_edges<'a>(&'a self, terrain: &'a Terrain) -> impl Iterator<Item = LitEdge> + 'a {
        let owners = terrain.owners(self.layers, self.one_way);
        let edges = |(quarter, piece)| LitEdge::new(&self.origin, self.radius, quarter, piece);
        self.pieces().flat_map(edges).map(move |mut edge| {
            edge.find_owner(&owners, self.origin.point());
            edge
        })
    }

    /// Returns the pieces of a cone, in ascending order of slopes.
    fn pieces_of(&self, quarter: usize) -> &[SightPiece] {
        let start = if quarter == 0 { 0 } else { self.ends[quarter - 1] };
        &self.pieces[start..self.ends[quarter]]
    }

    /// Returns all pieces with their cones, clockwise.
    fn pieces(&self) -> impl Iterator<Item = (usize, &SightPiece)> {
        (0..4).flat_map(|quarter| {
            let pieces = self.pieces_of(quarter);
            let is_mirrored = self.origin.cone(quarter).is_mirrored;
            (0..pieces.len())
                .map(move |index| (quarter, &pieces[if is_mirrored { pieces.len() - 1 - index } else { index }]))
        })
    }

    /// Replaces the region by the one that a point sees.
    pub(super) fn compute(&mut self, query: &TerrainQuery<'_>, origin: Vec2, radius: f32, buffers: &mut SweepBuffers) {
        self.pieces.clear();
        self.ends = [0; 4];
        (self.layers, self.one_way) = (query.layers, query.one_way);
        let snapped = SightOrigin::snapped(origin);
        self.origin = snapped.unwrap_or_default();
        self.radius = if radius > 0.0 && snapped.is_some() { f64::from(radius.at_most(Self::MAX_RADIUS)) } else { 0.0 };
        if self.radius == 0.0 {
            self.points.clear();
            return;
        }
        let bounds = query.terrain.known_pixels();
        let point = self.origin.point() * UNITS as f64;
        let around = pixels_around(point.x as i64, point.y as i64);
        for_each_part(query, query.for_all().as_ref(), |quarter, slopes, selection| {
            let cone = self.origin.cone(quarter);
            let first = self.pieces.len();
            let mut pieces = PieceList { pieces: &mut self.pieces, first };
            if query.leaves_start && around.clone().all(|pixel| selection.is_solid(pixel)) {
                let exits = leave(&cone, selection, &bounds, self.radius, buffers, (slopes, None));
                for Exit { slopes, line } in exits {
                    match line {
                        Some(line) => Sweep::new(&cone, selection, &bounds, self.radius, buffers, &mut pieces)
                            .run_from(slopes, line),
                        None => pieces.piece(SightPiece { slopes, wall: Wall::OPEN }),
                    }
                }
            } else {
                Sweep::new(&cone, selection, &bounds, self.radius, buffers, &mut pieces).run(slopes);
            }
            self.ends[quarter..].fill(self.pieces.len());
        });
        let mut points = std::mem::take(&mut self.points);
        outline::draw(&self.origin, self.radius, [0, 1, 2, 3].map(|quarter| self.pieces_of(quarter)), &mut points);
        self.points = points;
    }
}

/// The pieces of a part of the view; neighbors on one wall are joined.
struct PieceList<'a> {
    pieces: &'a mut Vec<SightPiece>,
    /// The first piece of the part.
    first: usize,
}

impl Viewer for PieceList<'_> {
    const TAKES_PIECES: bool = true;

    #[inline(always)]
    fn piece(&mut self, piece: SightPiece) {
        let len = self.pieces.len();
        if len > self.first
            && let Some(last) = self.pieces.last_mut()
            && last.wall == piece.wall
        {
            last.slopes.high = piece.slopes.high;
            return;
        }
        self.pieces.push(piece);
    }
}
