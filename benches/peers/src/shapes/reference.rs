//! What is true of two shapes, computed in `f64` the plain way: every direction that matters, one after the other.

use super::pairs::Sprite;
use tileray::Pose;
use tileray::glam::{DVec2, Vec2};

/// How deep two shapes overlap: as deep as the two of their pieces that do most. Below 0 they are apart.
pub(crate) fn overlap(first: &Figure, second: &Figure) -> f64 {
    pairs(first, second).map(|(a, b)| a.overlap(b)).fold(f64::NEG_INFINITY, f64::max)
}

/// How far the first shape would have to move along `normal` to leave the second: of the two pieces for which that is
/// nearest to `overlap`.
///
/// A shape that is convex leaves another one along no direction with a shorter way than [`overlap`].
pub(crate) fn way_out(first: &Figure, second: &Figure, normal: DVec2, overlap: f64) -> f64 {
    let ways = pairs(first, second).map(|(a, b)| (a.overlap_along(b, normal), a.overlap(b)));
    // Two pieces that hardly overlap may well leave each other along this direction by as much as two others do.
    let deep = ways.filter(|(_, least)| *least > overlap - 1e-3).map(|(way, _)| way);
    deep.min_by(|a, b| (a - overlap).abs().total_cmp(&(b - overlap).abs())).unwrap_or(f64::NAN)
}

/// Every piece of one with every piece of the other.
fn pairs<'a>(first: &'a Figure, second: &'a Figure) -> impl Iterator<Item = (&'a Piece, &'a Piece)> {
    first.pieces.iter().flat_map(|a| second.pieces.iter().map(move |b| (a, b)))
}

/// A sprite in the world, in `f64`.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pieces: Vec<Piece>,
}

/// A convex part of a figure, or a disc around its only corner.
#[derive(Clone, Debug)]
struct Piece {
    corners: Vec<DVec2>,
    radius: f64,
}

/// Where a sprite stands: turned so that its x axis lies along `axis`, then moved to `place`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stand {
    pub(crate) place: DVec2,
    pub(crate) axis: DVec2,
}

impl Stand {
    pub(crate) fn of(pose: &Pose) -> Self {
        Self { place: pose.translation.as_dvec2(), axis: DVec2::from_angle(pose.rotation.into()) }
    }
}

impl Figure {
    pub(crate) fn new(sprite: &Sprite, stand: &Stand) -> Self {
        let in_world = |corner: &Vec2| stand.place + stand.axis.rotate(corner.as_dvec2());
        let piece = |corners: &Vec<Vec2>| Piece {
            corners: corners.iter().map(in_world).collect(),
            radius: sprite.radius.into(),
        };
        Self { pieces: sprite.pieces.iter().map(piece).collect() }
    }

    /// The least and the greatest coordinates.
    pub(crate) fn bounds(&self) -> [DVec2; 2] {
        let least = |of: fn(DVec2, DVec2) -> DVec2, grow: f64| {
            let corners =
                self.pieces.iter().flat_map(|piece| piece.corners.iter().map(move |&at| at + grow * piece.radius));
            corners.reduce(of).unwrap_or_default()
        };
        [least(DVec2::min, -1.0), least(DVec2::max, 1.0)]
    }

    /// The figure moved by `offset`.
    pub(crate) fn moved(&self, offset: DVec2) -> Self {
        let piece = |piece: &Piece| Piece { corners: piece.corners.iter().map(|&at| at + offset).collect(), ..*piece };
        Self { pieces: self.pieces.iter().map(piece).collect() }
    }

    /// The distance of two figures of one polygon each that do not overlap: that of a corner from an edge.
    pub(crate) fn distance(&self, other: &Self) -> f64 {
        let (a, b) = (&self.pieces[0], &other.pieces[0]);
        a.corner_distance(b).min(b.corner_distance(a))
    }
}

impl Piece {
    /// How far it has to move along `normal` to leave another piece; below 0 it has left it by as much.
    fn overlap_along(&self, other: &Self, normal: DVec2) -> f64 {
        let near = self.corners.iter().map(|at| at.dot(normal)).fold(f64::INFINITY, f64::min);
        let far = other.corners.iter().map(|at| at.dot(normal)).fold(f64::NEG_INFINITY, f64::max);
        far - near + self.radius + other.radius
    }

    /// The way out of another piece along the best direction.
    fn overlap(&self, other: &Self) -> f64 {
        let ways = self.directions(other).into_iter().map(|normal| self.overlap_along(other, normal));
        ways.fold(f64::INFINITY, f64::min)
    }

    /// All directions in which the way out of another piece can be the shortest: the normals of its edges, and those of its
    /// own edges turned around. For discs also the directions from each corner: where a corner is nearest, the way out leads
    /// straight away from it.
    fn directions(&self, other: &Self) -> Vec<DVec2> {
        let mut directions: Vec<DVec2> = other.edges().map(|(start, end)| normal(start, end)).collect();
        directions.extend(self.edges().map(|(start, end)| -normal(start, end)));
        if self.radius + other.radius > 0.0 {
            let apart = self.corners.iter().flat_map(|a| other.corners.iter().map(move |b| a - b));
            directions.extend(apart.filter_map(DVec2::try_normalize));
        }
        directions
    }

    /// The edges; a disc has none.
    fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
        let count = self.corners.len();
        let edges = if count > 1 { count } else { 0 };
        (0..edges).map(move |index| (self.corners[index], self.corners[(index + 1) % count]))
    }

    /// The least distance of another piece's corner from an edge.
    fn corner_distance(&self, other: &Self) -> f64 {
        let distances = self.edges().flat_map(|(start, end)| {
            let along = end - start;
            other.corners.iter().map(move |corner| {
                let part = ((corner - start).dot(along) / along.length_squared()).clamp(0.0, 1.0);
                corner.distance(start + along * part)
            })
        });
        distances.fold(f64::INFINITY, f64::min)
    }
}

/// The outward normal of an edge of a piece, whose corners run clockwise on screen.
fn normal(start: DVec2, end: DVec2) -> DVec2 {
    let along = (end - start).normalize();
    DVec2::new(along.y, -along.x)
}

/// A convex figure that moves past another one.
#[derive(Debug)]
pub(crate) struct Motion<'a> {
    first: &'a Piece,
    second: &'a Piece,
    motion: DVec2,
    directions: Vec<DVec2>,
}

impl<'a> Motion<'a> {
    /// Of two figures of one piece each.
    pub(crate) fn new(first: &'a Figure, second: &'a Figure, motion: DVec2) -> Self {
        let (first, second) = (&first.pieces[0], &second.pieces[0]);
        Self { first, second, motion, directions: first.directions(second) }
    }

    /// How deep they overlap at a time; below 0 they are apart.
    pub(crate) fn overlap_at(&self, time: f64) -> f64 {
        self.ways_out().map(|(way, rate)| way + rate * time).fold(f64::INFINITY, f64::min)
    }

    /// The time, 0 to 1, from which on they overlap; `None` where they do not. They are apart at the beginning.
    ///
    /// Along each direction they overlap by a length that changes at a constant rate. They overlap while they do along all
    /// of them: from the last time at which one that grows becomes positive to the first at which one that shrinks ends.
    pub(crate) fn first_touch(&self) -> Option<f64> {
        let (mut enter, mut exit) = (f64::NEG_INFINITY, f64::INFINITY);
        for (way, rate) in self.ways_out() {
            if rate > 0.0 {
                enter = enter.max(-way / rate);
            } else if rate < 0.0 {
                exit = exit.min(-way / rate);
            } else if way <= 0.0 {
                return None;
            }
        }
        (enter < exit && (0.0..=1.0).contains(&enter)).then_some(enter)
    }

    /// How deep they overlap at most during the motion, by thirds: of two times the better one is on the side of the best,
    /// as the least of straight lines falls to both sides of it.
    pub(crate) fn deepest(&self) -> f64 {
        let (mut from, mut to) = (0.0, 1.0);
        for _ in 0..100 {
            let third = (to - from) / 3.0;
            if self.overlap_at(from + third) < self.overlap_at(to - third) {
                from += third;
            } else {
                to -= third;
            }
        }
        self.overlap_at(from)
    }

    /// How far apart they are along `normal` at a time.
    pub(crate) fn gap_along(&self, normal: DVec2, time: f64) -> f64 {
        -(self.first.overlap_along(self.second, normal) - normal.dot(self.motion) * time)
    }

    /// For each direction, the way out at the beginning and by how much it grows in the whole motion.
    fn ways_out(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.directions.iter().map(|&normal| (self.first.overlap_along(self.second, normal), -normal.dot(self.motion)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::{dvec2, vec2};

    fn box_at(x: f32, y: f32) -> Figure {
        let corners = vec![vec2(-4.0, -2.0), vec2(4.0, -2.0), vec2(4.0, 2.0), vec2(-4.0, 2.0)];
        Figure::new(&Sprite { pieces: vec![corners], radius: 0.0 }, &Stand::of(&Pose::at(vec2(x, y))))
    }

    fn disc_at(x: f32, y: f32) -> Figure {
        Figure::new(&Sprite { pieces: vec![vec![Vec2::ZERO]], radius: 5.0 }, &Stand::of(&Pose::at(vec2(x, y))))
    }

    #[test]
    fn discs_are_pushed_from_faces_and_corners() {
        let floor = box_at(0.0, 0.0);
        assert_eq!(overlap(&disc_at(1.0, -6.0), &floor), 1.0);
        // 3 px beside the corner and 4 px above it.
        assert!((overlap(&disc_at(6.4, -5.2), &floor) - 1.0).abs() < 1e-6);
        assert!((overlap(&disc_at(7.6, -6.8), &floor) + 1.0).abs() < 1e-6);
        // With its center within.
        assert_eq!(overlap(&disc_at(0.0, -1.0), &floor), 6.0);
    }

    #[test]
    fn a_moving_box_touches_where_its_side_gets() {
        let (first, second, aside) = (box_at(0.0, 0.0), box_at(20.0, 3.0), box_at(20.0, 5.0));
        let moved = Motion::new(&first, &second, dvec2(24.0, 0.0));
        assert_eq!(moved.first_touch(), Some(0.5));
        assert_eq!((moved.overlap_at(0.0), moved.overlap_at(0.75)), (-12.0, 1.0));
        assert!((moved.deepest() - 1.0).abs() < 1e-6);
        let past = Motion::new(&first, &aside, dvec2(24.0, 0.0));
        assert_eq!((past.first_touch(), past.overlap_at(0.75)), (None, -1.0));
    }
}
