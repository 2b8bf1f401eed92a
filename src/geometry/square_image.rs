//! The eight images of the plane under the symmetries of the square, and the image of rings that stands for all eight.
//!
//! An algorithm that prefers a direction, such as a sweep or a path with a first corner, answers mirrored questions
//! differently. So it is asked about the *canonical image*: the image whose list of corners is the least of the eight.
//! The answer is mapped back. Rings and their images have the same canonical image, so their answers are images of each
//! other. Rings that are their own image have several equal canonical images. The first of them is taken, so the answer
//! need not be its own image.

use super::bound::Bound;
use super::sort::sort_by;
use glam::{DVec2, Vec2Swizzles};
use std::cmp::Ordering;

/// An image of the plane about the origin: x and y are swapped or not, then each is negated or not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SquareImage {
    /// Whether x and y are swapped.
    pub(crate) swaps: bool,
    /// 1 or −1 for each coordinate.
    pub(crate) signs: DVec2,
}

impl SquareImage {
    /// Returns all eight images; the first changes nothing.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let signs = [DVec2::ONE, DVec2::new(-1.0, 1.0), DVec2::new(1.0, -1.0), -DVec2::ONE];
        [false, true].into_iter().flat_map(move |swaps| signs.map(|signs| Self { swaps, signs }))
    }

    /// Returns the image of a point.
    pub(crate) fn of(self, point: DVec2) -> DVec2 {
        self.signs * if self.swaps { point.yx() } else { point }
    }

    /// Returns the point whose image this is.
    pub(crate) fn source(self, image: DVec2) -> DVec2 {
        let point = self.signs * image;
        if self.swaps { point.yx() } else { point }
    }

    /// Returns whether the image of a clockwise ring is counterclockwise.
    pub(crate) fn mirrors(self) -> bool {
        self.swaps != (self.signs.x * self.signs.y < 0.0)
    }
}

/// Rings of corners in one of their images. Each keeps its winding and begins at its topmost corner, on a tie at the
/// leftmost. Rings are in the order of their corners.
pub(crate) struct RingImage {
    pub(crate) image: SquareImage,
    /// Each ring with its index among the given ones.
    pub(crate) rings: Vec<(usize, Vec<DVec2>)>,
}

impl RingImage {
    fn new(rings: &[Vec<DVec2>], image: SquareImage) -> Self {
        let ring = |ring: &Vec<DVec2>| {
            let mut corners: Vec<_> = ring.iter().map(|&corner| image.of(corner)).collect();
            if image.mirrors() {
                corners.reverse();
            }
            let first = first_corner(&corners);
            corners.rotate_left(first);
            corners
        };
        let mut rings: Vec<_> = rings.iter().map(ring).enumerate().collect();
        sort_by(&mut rings, |(_, a), (_, b)| compare(keys(a), keys(b)));
        Self { image, rings }
    }

    fn compare(&self, other: &Self) -> Ordering {
        // A ring begins where the first element is false.
        fn all(listed: &RingImage) -> impl Iterator<Item = (bool, (f64, f64))> {
            listed.rings.iter().flat_map(|(_, ring)| keys(ring).enumerate().map(|(step, key)| (step > 0, key)))
        }
        compare(all(self), all(other))
    }
}

/// Returns the corners of a ring, each as y, then x.
fn keys(ring: &[DVec2]) -> impl Iterator<Item = (f64, f64)> {
    ring.iter().map(|corner| (corner.y, corner.x))
}

/// Returns the topmost corner of a ring, on a tie the leftmost. A ring may pass it twice; then the corner after it
/// decides.
pub(crate) fn first_corner(ring: &[DVec2]) -> usize {
    let is_before = |a: DVec2, b: DVec2| a.y < b.y || a.y == b.y && a.x < b.x;
    let after = |corner: usize| ring[if corner + 1 == ring.len() { 0 } else { corner + 1 }];
    let mut first = 0;
    for (index, &corner) in ring.iter().enumerate().skip(1) {
        if is_before(corner, ring[first]) || corner == ring[first] && is_before(after(index), after(first)) {
            first = index;
        }
    }
    first
}

fn compare<K: PartialOrd>(a: impl Iterator<Item = K>, b: impl Iterator<Item = K>) -> Ordering {
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}

/// Returns the canonical images of rings among some images: one, or several equal ones.
///
/// The two `marks` are points that depend on the rings alone and whose images are those of the rings, in either order.
/// The images with the least marks are the only ones whose corners are compared, so mostly no corners are.
pub(crate) fn canonical_images(
    images: impl Iterator<Item = SquareImage>,
    rings: &[Vec<DVec2>],
    marks: [DVec2; 2],
) -> Vec<RingImage> {
    let marks_in = |image: SquareImage| {
        let [a, b] = marks.map(|mark| image.of(mark));
        let (low, high) = (a.at_most(b), a.at_least(b));
        (low.x, low.y, high.x, high.y)
    };
    let images = all_least(images, |&a, &b| compare([marks_in(a)].into_iter(), [marks_in(b)].into_iter()));
    all_least(images.into_iter().map(|image| RingImage::new(rings, image)), RingImage::compare)
}

/// Returns all of the least items.
fn all_least<T>(items: impl Iterator<Item = T>, compare: impl Fn(&T, &T) -> Ordering) -> Vec<T> {
    let mut least = Vec::new();
    for item in items {
        let order = least.first().map_or(Ordering::Equal, |first| compare(&item, first));
        if order == Ordering::Less {
            least.clear();
        }
        if order != Ordering::Greater {
            least.push(item);
        }
    }
    least
}
