use crate::shapes::sprite::Sprite;
use tileray::Pose;
use tileray::glam::{DVec2, Vec2};

/// A sprite in the world, in `f64`.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    pub(super) pieces: Vec<Piece>,
}

/// A convex part of a figure, or a disc around its only corner.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) corners: Vec<DVec2>,
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
    pub(super) fn overlap_along(&self, other: &Self, normal: DVec2) -> f64 {
        let near = self.corners.iter().map(|at| at.dot(normal)).fold(f64::INFINITY, f64::min);
        let far = other.corners.iter().map(|at| at.dot(normal)).fold(f64::NEG_INFINITY, f64::max);
        far - near + self.radius + other.radius
    }

    /// The way out of another piece along the best direction.
    pub(super) fn overlap(&self, other: &Self) -> f64 {
        let ways = self.directions(other).into_iter().map(|normal| self.overlap_along(other, normal));
        ways.fold(f64::INFINITY, f64::min)
    }

    /// All directions in which the way out of another piece can be the shortest: the normals of its edges, and those of its
    /// own edges turned around. For discs also the directions from each corner: where a corner is nearest, the way out leads
    /// straight away from it.
    pub(super) fn directions(&self, other: &Self) -> Vec<DVec2> {
        let mut directions: Vec<DVec2> = other.edges().map(|(start, end)| normal(start, end)).collect();
        directions.extend(self.edges().map(|(start, end)| -normal(start, end)));
        if self.radius + other.radius > 0.0 {
            let apart = self.corners.iter().flat_map(|a| other.corners.iter().map(move |b| a - b));
            directions.extend(apart.filter_map(DVec2::try_normalize));
        }
        directions
    }

    /// The edges; a disc has none.
    pub(super) fn edges(&self) -> impl Iterator<Item = (DVec2, DVec2)> + '_ {
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
pub(super) fn normal(start: DVec2, end: DVec2) -> DVec2 {
    let along = (end - start).normalize();
    DVec2::new(along.y, -along.x)
}
