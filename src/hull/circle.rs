use crate::geometry::Circle;
use glam::{DVec2, IVec2};

/// The smallest circle that holds all points; one of radius 0 where there is none.
///
/// Its center is rounded to `f32`, and its radius up, so that it does hold them. Points are added one by one, and where one is
/// outside, the circle is made anew with it on the rim (Welzl 1991, "Smallest enclosing disks", in the form without
/// recursion). Costs `O(n)` steps as a rule, since the points are taken in an order without pattern.
pub(super) fn smallest_circle(points: &[IVec2]) -> Circle {
    let points = shuffled(points.iter().map(|point| point.as_dvec2()).collect());
    let mut disc = Disc { center: points.first().copied().unwrap_or_default(), radius_squared: 0.0 };
    for (i, &a) in points.iter().enumerate() {
        if disc.holds(a) {
            continue;
        }
        disc = Disc { center: a, radius_squared: 0.0 };
        for (j, &b) in points[..i].iter().enumerate() {
            if disc.holds(b) {
                continue;
            }
            disc = Disc::between(a, b);
            for &c in &points[..j] {
                if !disc.holds(c) {
                    disc = Disc::through(a, b, c).unwrap_or(disc);
                }
            }
        }
    }
    let center = disc.center.as_vec2();
    let farthest = points.iter().map(|point| point.distance_squared(center.as_dvec2())).fold(0.0, f64::max).sqrt();
    let nearest = farthest as f32;
    let radius = if f64::from(nearest) < farthest { nearest.next_up() } else { nearest };
    Circle::new(center, radius)
}

#[derive(Clone, Copy)]
struct Disc {
    center: DVec2,
    radius_squared: f64,
}

impl Disc {
    /// Points within rounding of the rim count as held, or one would go round in circles.
    fn holds(&self, point: DVec2) -> bool {
        self.center.distance_squared(point) <= self.radius_squared * (1.0 + 1e-12)
    }

    fn between(a: DVec2, b: DVec2) -> Self {
        let center = (a + b) / 2.0;
        Self { center, radius_squared: center.distance_squared(a) }
    }

    /// The disc with three points on its rim; `None` where they are on a line.
    fn through(a: DVec2, b: DVec2, c: DVec2) -> Option<Self> {
        let (to_b, to_c) = (b - a, c - a);
        let doubled = 2.0 * to_b.perp_dot(to_c);
        if doubled == 0.0 {
            return None;
        }
        let (b_squared, c_squared) = (to_b.length_squared(), to_c.length_squared());
        let offset =
            DVec2::new(to_c.y * b_squared - to_b.y * c_squared, to_b.x * c_squared - to_c.x * b_squared) / doubled;
        Some(Self { center: a + offset, radius_squared: offset.length_squared() })
    }
}

/// The points in an order that looks random and is always the same.
fn shuffled(mut points: Vec<DVec2>) -> Vec<DVec2> {
    // Marsaglia's xorshift.
    let mut random = 0x9E37_79B9_u32;
    for place in (1..points.len()).rev() {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        points.swap(place, random as usize % (place + 1));
    }
    points
}
