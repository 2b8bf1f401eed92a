//! The eight images of the plane under the symmetries of the square, and the image of rings that stands for all eight.
//!
//! An algorithm that prefers a direction, such as a sweep or a path with a first corner, answers mirrored questions
//! differently. So it is asked about the *canonical image*: the image whose list of corners is the least of the eight.
//! The answer is mapped back. Rings and their images have the same canonical image, so their answers are images of each
//! other. Rings that are their own image have several equal canonical images. The first of them is taken, so the answer
//! need not be its own image.

use super::bound::Bound;
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

/// Rings of corners, listed as in one of their images: each keeps its winding and begins at its topmost corner there,
/// on a tie at the leftmost. Rings are in the order of their corners.
pub(crate) struct RingImage<'a> {
    pub(crate) image: SquareImage,
    rings: &'a [Vec<DVec2>],
    /// Each ring with its first corner.
    pub(crate) order: Vec<(usize, usize)>,
}

impl<'a> RingImage<'a> {
    fn new(rings: &'a [Vec<DVec2>], image: SquareImage) -> Self {
        let mut listed = Self { image, rings, order: Vec::new() };
        listed.order = (0..rings.len()).map(|ring| (ring, listed.first(ring))).collect();
        let mut order = std::mem::take(&mut listed.order);
        order.sort_by(|&a, &b| compare(listed.keys(a), listed.keys(b)));
        Self { order, ..listed }
    }

    /// Returns the numbers of a ring's corners in the order of the image.
    pub(crate) fn corners(&self, (ring, first): (usize, usize)) -> impl Iterator<Item = usize> + use<> {
        let (count, mirrors) = (self.rings[ring].len(), self.image.mirrors());
        (0..count).map(move |step| {
            let corner = if mirrors { first + count - step } else { first + step };
            if corner < count { corner } else { corner - count }
        })
    }

    /// Returns the image of a corner, by y, then x.
    fn key(&self, ring: usize, corner: usize) -> (f64, f64) {
        let point = self.image.of(self.rings[ring][corner]);
        (point.y, point.x)
    }

    fn keys(&self, ring: (usize, usize)) -> impl Iterator<Item = (f64, f64)> {
        self.corners(ring).map(move |corner| self.key(ring.0, corner))
    }

    /// Returns the first corner of a ring. A ring may pass it twice; then the corner after it decides.
    fn first(&self, ring: usize) -> usize {
        let key = |corner| self.key(ring, corner);
        let after = |corner| self.corners((ring, corner)).nth(1).map(key);
        let (mut first, mut least) = (0, (f64::INFINITY, f64::INFINITY));
        for corner in 0..self.rings[ring].len() {
            let here = key(corner);
            if here < least || here == least && after(corner) < after(first) {
                (first, least) = (corner, here);
            }
        }
        first
    }

    /// Compares the lists of corners of two images.
    fn compare(&self, other: &Self) -> Ordering {
        // A ring begins where the first element is false.
        fn keys(listed: &RingImage<'_>) -> impl Iterator<Item = (bool, (f64, f64))> {
            listed.order.iter().flat_map(|&ring| listed.keys(ring).enumerate().map(|(step, key)| (step > 0, key)))
        }
        compare(keys(self), keys(other))
    }
}

fn compare<K: PartialOrd>(a: impl Iterator<Item = K>, b: impl Iterator<Item = K>) -> Ordering {
    a.partial_cmp(b).unwrap_or(Ordering::Equal)
}

/// Returns the canonical images of rings: one, or several equal ones.
///
/// The two `marks` are points that depend on the rings alone and whose images are those of the rings, in either order.
/// The images with the least marks are the only ones whose corners are compared, so mostly no corners are.
pub(crate) fn canonical_images(rings: &[Vec<DVec2>], marks: [DVec2; 2]) -> Vec<RingImage<'_>> {
    let marks_in = |image: SquareImage| {
        let [a, b] = marks.map(|mark| image.of(mark));
        let (low, high) = (a.at_most(b), a.at_least(b));
        (low.x, low.y, high.x, high.y)
    };
    let images = all_least(SquareImage::all(), |&a, &b| compare([marks_in(a)].into_iter(), [marks_in(b)].into_iter()));
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
