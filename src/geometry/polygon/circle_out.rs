//! Where a circle has to go to be out of a polygon.

use super::{
    Polygon,
    contains::Place,
    edge_tree::{EdgeTree, is_nearer},
    rim::{Part, Rim},
};
use crate::geometry::{Circle, touch_tolerance};
use glam::{DVec2, Vec2};

impl Polygon {
    /// Where the center of a circle that overlaps the polygon has to go so that it overlaps no longer: the nearest such
    /// place, in pixels. The polygon may be concave: from a notch too narrow for the circle it goes out of the notch.
    ///
    /// `None` where the circle does not overlap the inside, and for a circle with a radius below 0 or a number that is not
    /// finite. Touching is not overlapping, and a circle that reaches in by less than a tolerance still touches: 2^-22 of
    /// the largest coordinate that a touching circle's center can have, 1/4096 pixel at a thousand pixels. The answer
    /// touches in this sense: projected again, nothing moves. A center on an edge leaves at a right angle to it, one on a
    /// convex corner along the bisector. A circle no larger than the tolerance is a point, as in
    /// [`project_out`](Self::project_out). Of places that are equally near the first counts: those beside edges, then
    /// those around corners, in their order. The nearest place may be in a hollow whose mouth is too narrow for the circle.
    ///
    /// Cost: O(n) where the nearest of all places beside single edges and corners is free. Else O(n log n), and O(log n)
    /// mostly, O(n) at worst, for each step of the search along k edges and corners that come nearer than the answer;
    /// each takes a few steps mostly, and n at worst.
    ///
    /// ```
    /// use tileray::{Circle, Polygon, glam::vec2};
    ///
    /// let block = Polygon::new(vec![vec2(0.0, 0.0), vec2(16.0, 0.0), vec2(16.0, 16.0), vec2(0.0, 16.0)])?;
    /// assert_eq!(block.project_circle_out(Circle::new((7.0, -3.0), 4.0)), Some(vec2(7.0, -4.0)));
    /// assert_eq!(block.project_circle_out(Circle::new((7.0, 1.0), 4.0)), Some(vec2(7.0, -4.0)));
    /// assert_eq!(block.project_circle_out(Circle::new((-3.0, -4.0), 5.0)), None); // touches the corner
    /// # Ok::<(), tileray::geometry::PolygonError>(())
    /// ```
    #[must_use]
    pub fn project_circle_out(&self, circle: Circle) -> Option<Vec2> {
        if !circle.is_valid() {
            return None;
        }
        match Search::new(self, &circle) {
            Some(search) => search.overlaps(circle.center).then(|| search.nearest()),
            None => self.project_out(circle.center),
        }
    }

    /// Whether a circle overlaps the polygon, as [`project_circle_out`](Self::project_circle_out) says, without the search for
    /// the way out. Cost: O(n).
    pub(crate) fn overlaps_circle(&self, circle: &Circle) -> bool {
        circle.is_valid()
            && match Search::new(self, circle) {
                Some(search) => search.overlaps(circle.center),
                None => self.place_of(circle.center) == Place::Inside,
            }
    }
}

/// The search for the nearest free place, which is one where the circle does not overlap the polygon.
struct Search<'a> {
    polygon: &'a Polygon,
    center: DVec2,
    radius: f64,
    tolerance: f64,
}

/// What a circle at some place overlaps.
enum Blocker {
    Edge(usize),
    /// No edge is near, but the place lies inside.
    Inside,
}

impl<'a> Search<'a> {
    /// The search for a valid circle; `None` where it is no larger than the tolerance, and so a point.
    fn new(polygon: &'a Polygon, circle: &Circle) -> Option<Self> {
        let bounds = polygon.bounds();
        let radius = f64::from(circle.radius);
        // Each center at which the circle touches lies in the box grown by the radius.
        let largest = f64::from(bounds.min.abs().max(bounds.max.abs()).max_element()) + radius;
        let tolerance = touch_tolerance(largest);
        (radius > tolerance).then(|| Self { polygon, center: circle.center.as_dvec2(), radius, tolerance })
    }

    /// The circle overlaps what is nearer than this.
    fn reach(&self) -> f64 {
        self.radius - self.tolerance
    }

    fn overlaps(&self, place: Vec2) -> bool {
        self.polygon.edges().any(|edge| is_nearer(&edge, place, self.reach())) || self.polygon.contains(place)
    }

    fn blocker(&self, tree: &EdgeTree<'_>, place: Vec2) -> Option<Blocker> {
        match tree.nearer_than(place, self.reach()) {
            Some(edge) => Some(Blocker::Edge(edge)),
            None => self.polygon.contains(place).then_some(Blocker::Inside),
        }
    }

    /// A place relative to the center, as a point of the world.
    fn rounded(&self, place: DVec2) -> Vec2 {
        (self.center + place).as_vec2()
    }

    /// The free place that is nearest to the center.
    ///
    /// It is the nearest place of a part of the rim, if that is free; else one where the part leaves what is in its way. So
    /// the parts are walked away from their nearest places, past one obstacle after another, those that come nearest first,
    /// until none is left that comes nearer than a free place that is known.
    fn nearest(&self) -> Vec2 {
        let rim = Rim::new(self.polygon, self.center, self.radius, self.tolerance);
        let mut parts = rim.parts();
        let first = parts.iter().reduce(|best, part| if part.least < best.least { part } else { best });
        if let Some(place) = first.and_then(|part| part.nearest) {
            let place = self.rounded(place);
            if !self.overlaps(place) {
                return place;
            }
        }
        // The sort is stable: of equally near parts the first comes first.
        parts.sort_by(|a, b| a.least.total_cmp(&b.least));
        let tree = EdgeTree::new(self.polygon);
        let mut best = self.beside_the_box();
        for part in &parts {
            if part.least >= best.0 {
                break;
            }
            for (start, direction) in [(part.starts[0], -1.0), (part.starts[1], 1.0)] {
                if let Some(found) = self.walk(&rim, &tree, part, start, direction, best.0) {
                    best = found;
                }
            }
        }
        best.1
    }

    /// The first free place of a part in a direction, with its distance; `None` where there is none nearer than `limit`.
    ///
    /// What is in the way of an edge is convex, and so is the disc: the places on a line that an edge blocks are one interval,
    /// and so are those on a circle as wide as the disc. So no edge blocks the way twice, and the number of steps is
    /// bounded by that of the edges; where the way leads through the inside, by a small multiple of it.
    fn walk(
        &self,
        rim: &Rim,
        tree: &EdgeTree<'_>,
        part: &Part,
        start: f64,
        direction: f64,
        limit: f64,
    ) -> Option<(f64, Vec2)> {
        let mut at = start;
        for _ in 0..4 * self.polygon.points().len() {
            let place = rim.place(&part.curve, at);
            let distance = place.length();
            if distance >= limit || part.is_past(at, direction) {
                return None;
            }
            let rounded = self.rounded(place);
            at = match self.blocker(tree, rounded) {
                None => return rounded.is_finite().then_some((distance, rounded)),
                Some(Blocker::Edge(edge)) => rim.exit(&part.curve, edge, at, direction)?,
                Some(Blocker::Inside) => rim.next_meeting(&part.curve, at, direction)?,
            };
        }
        None
    }

    /// The nearest place to the left or right of the polygon's box, or above or below it; always free.
    fn beside_the_box(&self) -> (f64, Vec2) {
        let (min, max) = (self.polygon.bounds().min.as_dvec2(), self.polygon.bounds().max.as_dvec2());
        let (DVec2 { x, y }, radius) = (self.center, self.radius);
        let places = [(min.x - radius, y), (max.x + radius, y), (x, min.y - radius), (x, max.y + radius)];
        let keyed = places.map(DVec2::from).map(|place| (place.distance(self.center), place.as_vec2()));
        keyed.into_iter().reduce(|best, place| if place.0 < best.0 { place } else { best }).unwrap_or_default()
    }
}
