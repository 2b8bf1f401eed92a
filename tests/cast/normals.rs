//! The normals of balls that are cast at smooth ground drawn in pixels, beside the true ones.

use crate::bounces::bouncing_grenades::smooth_normal;
use reference::each_case;
use std::f64::consts::TAU;
use tileray::cast::ShapeHit;
use tileray::glam::{DVec2, IVec2, Vec2, dvec2, ivec2};
use tileray::{Circle, SolidityMap, Terrain, TerrainQuery};

/// Ground whose normal is known: a full disc, a round cave, a half plane.
#[derive(Clone, Copy, Debug)]
enum Ground {
    Disc(f64),
    Cave(f64),
    Slope(DVec2),
}

impl Ground {
    fn is_solid(self, from_center: DVec2) -> bool {
        match self {
            Self::Disc(radius) => from_center.length() < radius,
            Self::Cave(radius) => from_center.length() > radius,
            Self::Slope(normal) => from_center.dot(normal) < 0.0,
        }
    }

    /// The normal below the center of a ball that touches the ground.
    fn normal(self, from_center: DVec2) -> DVec2 {
        match self {
            Self::Disc(_) => from_center.normalize(),
            Self::Cave(_) => -from_center.normalize(),
            Self::Slope(normal) => normal,
        }
    }
}

type Way = fn(&TerrainQuery, &ShapeHit, &Circle) -> Vec2;

fn by_pixel(query: &TerrainQuery, hit: &ShapeHit, radius: u32) -> Vec2 {
    query.surface_normal(hit.pixel(), radius).expect("a surface")
}

/// The normal of a hit, `surface_normal` at its pixel for three radii, and the mean of `surface_normal` at all touched pixels.
const WAYS: [Way; 5] = [
    |_, hit, _| hit.normal(),
    |query, hit, _| by_pixel(query, hit, 4),
    |query, hit, _| by_pixel(query, hit, 6),
    |query, hit, _| by_pixel(query, hit, 8),
    |query, _, ball| smooth_normal(query, ball),
];

/// The mean angles between the true normals and those found, in degrees.
fn errors(kind: usize, radius: f32) -> [f64; 5] {
    let (mut sums, mut count) = ([0.0; 5], 0.0);
    for (_, mut rng) in each_case(551, reference::cases(640)) {
        let center = dvec2(rng.f64(), rng.f64());
        let mut way = || DVec2::from_angle(rng.f64() * TAU);
        let ground = match kind {
            0 => Ground::Disc(20.0),
            1 => Ground::Disc(60.0),
            2 => Ground::Cave(20.0),
            3 => Ground::Cave(60.0),
            _ => Ground::Slope(way()),
        };
        let solid = |pixel: IVec2| ground.is_solid(pixel.as_dvec2() + 0.5 - center);
        let mask = SolidityMap::from_fn(240, 240, |x, y| solid(ivec2(x as i32 - 120, y as i32 - 120)));
        let terrain = Terrain::from_solidity_at(&mask, (-120, -120)).expect("a small mask");
        let query = terrain.query();
        for _ in 0..10 {
            // From free ground toward a point near the surface.
            let (from, to) = match ground {
                Ground::Disc(radius) => (way() * (radius + 30.0), way() * radius * 0.8),
                Ground::Cave(radius) => (way() * radius * 0.3, way() * (radius + 30.0)),
                Ground::Slope(normal) => (normal * 40.0, -normal * 20.0 + way() * 30.0),
            };
            let (from, motion) = ((from + center).as_vec2(), (to - from).as_vec2());
            let Some(hit) = query.cast_shape(&Circle::new(from, radius), motion) else { continue };
            assert!(!hit.inside());
            let ball = Circle::new(from + motion * hit.fraction(), radius);
            let normal = ground.normal(ball.center.as_dvec2() - center);
            for (sum, way) in sums.iter_mut().zip(WAYS) {
                let found = way(&query, &hit, &ball).as_dvec2();
                *sum += normal.perp_dot(found).atan2(normal.dot(found)).abs().to_degrees();
            }
            count += 1.0;
        }
    }
    sums.map(|sum| sum / count)
}

#[test]
fn smooth_normals_are_nearer_to_the_truth_than_those_of_pixels() {
    println!("mean errors in degrees: of the hit; by surface_normal with radius 4, 6, 8; of all touched pixels");
    let kinds = ["disc of 20 px", "disc of 60 px", "cave of 20 px", "cave of 60 px", "slopes"];
    for (kind, name) in kinds.into_iter().enumerate() {
        for radius in [2.0, 4.0, 8.0] {
            let [hit, four, six, eight, touched] = errors(kind, radius);
            println!("{name}, ball of {radius} px: {hit:.1}; {four:.1}, {six:.1}, {eight:.1}; {touched:.1}");
            assert!(hit > 4.0 && four < 5.0 && six < 4.5 && eight < 4.0 && touched < 2.8, "{name}, {radius}");
            assert!(six < hit / 1.5 && touched < hit / 2.5, "{name}, {radius}");
        }
    }
}
