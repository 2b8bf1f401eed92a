//! Polygons that are laid out in a plane, put into space, and asked about in the plane by the definitions.

use fastrand::Rng;
use reference::targets::{border_distance, edges, is_inside};
use tileray::Polygon;
use tileray::glam::{DVec2, DVec3, Vec2, Vec3, dvec2, dvec3, vec2};
use tileray::space::PlanarPolygon;

/// The largest relative error of one rounding to `f32`.
pub(crate) const ROUNDING: f64 = 1.0 / (1 << 24) as f64;

/// Where a layout is put: two unit vectors at right angles to each other, and a point.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    pub(crate) u: DVec3,
    pub(crate) v: DVec3,
    pub(crate) origin: DVec3,
}

impl Frame {
    /// Turned at random, up to `reach` from the origin of the world.
    pub(crate) fn turned(rng: &mut Rng, reach: f64) -> Self {
        let u = direction(rng);
        let v = loop {
            let side = u.cross(direction(rng));
            if side.length() > 0.1 {
                break side.normalize();
            }
        };
        Self { u, v, origin: dvec3(signed(rng), signed(rng), signed(rng)) * reach }
    }

    /// Along two axes, either way, with whole coordinates: what is whole in the layout is whole in space.
    pub(crate) fn along_axes(rng: &mut Rng, reach: i32) -> Self {
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let first = rng.usize(0..3);
        let second = (first + rng.usize(1..3)) % 3;
        let sign = |rng: &mut Rng| if rng.bool() { 1.0 } else { -1.0 };
        let origin = [(); 3].map(|()| f64::from(rng.i32(-reach..=reach)));
        Self { u: axes[first] * sign(rng), v: axes[second] * sign(rng), origin: DVec3::from_array(origin) }
    }

    pub(crate) fn normal(&self) -> DVec3 {
        self.u.cross(self.v)
    }

    pub(crate) fn place(&self, point: DVec2) -> DVec3 {
        self.origin + self.u * point.x + self.v * point.y
    }

    pub(crate) fn polygon(&self, layout: &[Vec2]) -> Result<PlanarPolygon, tileray::space::PlanarPolygonError> {
        PlanarPolygon::new(layout.iter().map(|point| self.place(point.as_dvec2()).as_vec3()).collect())
    }
}

pub(crate) fn signed(rng: &mut Rng) -> f64 {
    rng.f64() * 2.0 - 1.0
}

/// A unit vector, each direction equally likely.
pub(crate) fn direction(rng: &mut Rng) -> DVec3 {
    loop {
        let vector = dvec3(signed(rng), signed(rng), signed(rng));
        if (0.1..=1.0).contains(&vector.length()) {
            return vector.normalize();
        }
    }
}

/// The largest coordinate of a polygon, without its sign.
pub(crate) fn reach_of(polygon: &PlanarPolygon) -> f64 {
    polygon.points().iter().map(|point| f64::from(point.abs().max_element())).fold(0.0, f64::max)
}

/// A simple polygon with whole coordinates within ±`reach`, convex or concave.
pub(crate) fn whole_layout(rng: &mut Rng, reach: i32) -> Vec<Vec2> {
    let mut coordinate = || rng.i32(-reach..=reach) as f32;
    if coordinate() < -0.8 * reach as f32 {
        // A corner cut out of a rectangle: edges along the axes meet others often.
        let (x, y) = (coordinate(), coordinate());
        let (inner_x, inner_y) = (x + 1.0 + coordinate().abs(), y + 1.0 + coordinate().abs());
        let (end_x, end_y) = (inner_x + 1.0 + coordinate().abs(), inner_y + 1.0 + coordinate().abs());
        let corners = [(x, y), (end_x, y), (end_x, inner_y), (inner_x, inner_y), (inner_x, end_y), (x, end_y)];
        return corners.map(Vec2::from).to_vec();
    }
    loop {
        let count = rng.usize(3..8);
        let points: Vec<Vec2> =
            (0..count).map(|_| vec2(rng.i32(-reach..=reach) as f32, rng.i32(-reach..=reach) as f32)).collect();
        if Polygon::new(points.clone()).is_ok() {
            return points;
        }
    }
}

/// The stretches of the line `y = height` inside a layout: each gap between crossings whose middle is inside.
///
/// A middle on the border, as on an edge that lies on the line, is not inside.
pub(crate) fn stretches(layout: &[Vec2], height: f64) -> Vec<(f64, f64)> {
    let mut at: Vec<f64> = edges(layout)
        .filter(|(from, to)| from.y.min(to.y) <= height && height <= from.y.max(to.y))
        .flat_map(|(from, to)| {
            if from.y == to.y {
                [from.x, to.x]
            } else {
                [from.x + (to.x - from.x) * (height - from.y) / (to.y - from.y); 2]
            }
        })
        .collect();
    at.sort_by(f64::total_cmp);
    let middle = |gap: &[f64]| dvec2(0.5 * (gap[0] + gap[1]), height);
    at.windows(2)
        .filter(|gap| gap[1] - gap[0] > 1e-9)
        .filter(|gap| is_inside(layout, middle(gap)) && border_distance(layout, middle(gap)) > 1e-10)
        .map(|gap| (gap[0], gap[1]))
        .collect()
}

/// The length of the longest stretch that both lists share; below 0 the least gap.
pub(crate) fn longest_common(first: &[(f64, f64)], second: &[(f64, f64)]) -> f64 {
    let pairs = first.iter().flat_map(|a| second.iter().map(move |b| a.1.min(b.1) - a.0.max(b.0)));
    pairs.fold(f64::NEG_INFINITY, f64::max)
}

pub(crate) fn to_f32(point: DVec3) -> Vec3 {
    point.as_vec3()
}
