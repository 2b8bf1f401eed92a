//! Rings of lattice points in their canonical image. Simplifying and cutting prefer directions, so both work in that
//! image; then a mask and its mirror images have hulls that are images of each other.

use crate::geometry::{Bound, RingImage, SquareImage, canonical_images, first_corner, sort_by_key};
use crate::solidity::Contour;
use glam::{DVec2, IVec2};

/// The canonical image of some rings about the center of their bounding box, moved so that their least coordinates are 0.
#[derive(Clone, Copy)]
pub(super) struct CanonicalFrame {
    image: SquareImage,
    /// The center of the rings.
    center: DVec2,
    /// The same in the frame.
    framed_center: DVec2,
}

impl CanonicalFrame {
    /// Returns the frame of rings, with each ring's index and its points in the frame.
    fn with_rings(mut rings: Vec<Vec<DVec2>>) -> (Self, Vec<(usize, Vec<DVec2>)>) {
        let boxes = rings.iter().map(|ring| box_ends(ring));
        let [min, max] = boxes.reduce(|[a, b], [c, d]| [a.at_most(c), b.at_least(d)]).unwrap_or_default();
        // Whole numbers and halves, so these are exact.
        let (center, half_size) = ((min + max) / 2.0, (max - min) / 2.0);
        rings.iter_mut().flatten().for_each(|corner| *corner -= center);
        let off_center = rings.iter().flatten().sum();
        let RingImage { image, mut rings } =
            canonical_images(SquareImage::all(), &rings, [off_center; 2]).swap_remove(0);
        let framed_center = image.of(half_size).abs();
        rings.iter_mut().flat_map(|(_, ring)| ring).for_each(|corner| *corner += framed_center);
        (Self { image, center, framed_center }, rings)
    }

    /// Returns the frame of one ring, and the ring in it.
    pub(super) fn with_ring(ring: &[IVec2]) -> (Self, Vec<DVec2>) {
        let (frame, mut rings) = Self::with_rings(vec![as_dvec2s(ring)]);
        (frame, rings.swap_remove(0).1)
    }

    /// Returns the point whose image this is.
    pub(super) fn source(&self, point: DVec2) -> DVec2 {
        self.image.source(point - self.framed_center) + self.center
    }

    /// Returns the vector whose image this is.
    pub(super) fn source_vector(&self, vector: DVec2) -> DVec2 {
        self.image.source(vector)
    }

    /// Returns the points of the given rings whose images form this ring, in the same winding, from the topmost one on; on
    /// a tie, from the leftmost.
    pub(super) fn sources(&self, ring: impl IntoIterator<Item = DVec2>) -> Vec<DVec2> {
        let mut points: Vec<_> = ring.into_iter().map(|point| self.source(point)).collect();
        if self.image.mirrors() {
            points.reverse();
        }
        let first = first_corner(&points);
        points.rotate_left(first);
        points
    }
}

fn as_dvec2s(points: &[IVec2]) -> Vec<DVec2> {
    points.iter().map(|point| point.as_dvec2()).collect()
}

/// Contours in their canonical image. Each begins at the corner that is farthest from the center of its bounding box, as
/// the cheapest paths around it mostly pass that corner.
pub(super) struct CanonicalContours {
    pub(super) frame: CanonicalFrame,
    pub(super) contours: Vec<Contour>,
    /// The index of each in the given list.
    given: Vec<usize>,
}

impl CanonicalContours {
    pub(super) fn new(contours: &[Contour]) -> Self {
        let rings = contours.iter().map(|contour| as_dvec2s(contour.points())).collect();
        let (frame, rings) = CanonicalFrame::with_rings(rings);
        let mut places = vec![0; contours.len()];
        for (place, &(ring, _)) in rings.iter().enumerate() {
            places[ring] = place;
        }
        let contour = |(ring, points): &(usize, Vec<DVec2>)| {
            let given = &contours[*ring];
            let parent = given.parent().and_then(|parent| places.get(parent).copied());
            let (before, after) = points.split_at(farthest_from_center(points));
            Contour::new(after.iter().chain(before).map(|point| point.as_ivec2()).collect(), given.is_hole(), parent)
        };
        Self {
            frame,
            contours: rings.iter().map(contour).collect(),
            given: rings.iter().map(|&(ring, _)| ring).collect(),
        }
    }

    /// Returns simplified contours as images of the given contours, in the order of these.
    pub(super) fn sources(&self, simplified: &[Contour], given: &[Contour]) -> Vec<Contour> {
        let mut all: Vec<_> = self.given.iter().zip(simplified).collect();
        sort_by_key(&mut all, |&(given, _)| given);
        let contour = |((_, contour), given): ((&usize, &Contour), &Contour)| {
            let points = self.frame.sources(as_dvec2s(contour.points()));
            let points = points.into_iter().map(DVec2::as_ivec2).collect();
            Contour::new(points, given.is_hole(), given.parent())
        };
        all.into_iter().zip(given).map(contour).collect()
    }
}

/// Returns the first of the points that are farthest from the center of their bounding box.
fn farthest_from_center(points: &[DVec2]) -> usize {
    let [min, max] = box_ends(points);
    let (mut start, mut farthest) = (0, -1.0);
    for (index, &point) in points.iter().enumerate() {
        let distance = (2.0 * point).distance_squared(min + max);
        if distance > farthest {
            (start, farthest) = (index, distance);
        }
    }
    start
}

/// Returns the least and the greatest coordinates.
pub(super) fn box_ends(points: &[DVec2]) -> [DVec2; 2] {
    let points = || points.iter().copied();
    [points().fold(DVec2::MAX, Bound::at_most), points().fold(DVec2::MIN, Bound::at_least)]
}
