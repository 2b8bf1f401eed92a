//! The grenades of the example in random levels and their eight images: never in rock, never with more energy, mirrored to the
//! bit.

#[path = "../../examples/bouncing_grenades.rs"]
#[expect(dead_code, reason = "only the grenades are used")]
pub(crate) mod bouncing_grenades;

use bouncing_grenades::Grenade;
use reference::each_case;
use reference::mirrors::{Image, Place, Things};
use tileray::glam::{Vec2, vec2};
use tileray::terrain::OneWayRule;
use tileray::{Circle, Terrain, TerrainQuery};

fn query(terrain: &Terrain) -> TerrainQuery<'_> {
    terrain.query().one_way(OneWayRule::Solid)
}

/// The kinetic and the potential energy, for a mass of 1.
fn energy(grenade: &Grenade, gravity: Vec2) -> f64 {
    let (velocity, center) = (grenade.velocity.as_dvec2(), grenade.ball.center.as_dvec2());
    velocity.dot(velocity) / 2.0 - gravity.as_dvec2().dot(center)
}

#[test]
fn a_grenade_is_never_in_rock_and_gains_no_energy_in_all_images() {
    let count = reference::cases(8000);
    let (mut touches, mut throws) = (0, 0);
    for (_, mut rng) in each_case(541, count.div_ceil(8)) {
        let place = Place::any(&mut rng);
        let places = Image::ALL.map(|image| place.image(image));
        for _ in 0..8 {
            let things = Things::any(&mut rng);
            let radius = [0.5, 1.0, 2.0, 2.5, 4.0, 7.25][rng.usize(0..6)];
            let ball = Circle::new(things.points[0], radius);
            if query(place.terrain()).overlaps(&ball) {
                continue;
            }
            throws += 1;
            let velocity = things.motion * [0.0, 1.0, 10.0, 60.0][rng.usize(0..4)];
            let gravity = vec2(0.0, 600.0);
            let mut grenades = Image::ALL.map(|image| Grenade {
                ball: Circle::new(image.vector(ball.center), radius),
                velocity: image.vector(velocity),
            });
            let mut least = energy(&grenades[0], gravity);
            for frame in 0..90 {
                let before = grenades[0].clone();
                let context = || format!("frame {frame}, {before:?}");
                let fall = grenades[0].velocity + gravity / 60.0;
                for ((grenade, image), place) in grenades.iter_mut().zip(Image::ALL).zip(&places) {
                    grenade.step(&query(place.terrain()), image.vector(gravity));
                }
                let grenade = &grenades[0];
                for (image, mirrored) in Image::ALL.into_iter().zip(&grenades).skip(1) {
                    let (at, velocity) = (image.vector(grenade.ball.center), image.vector(grenade.velocity));
                    assert_eq!((mirrored.ball.center, mirrored.velocity), (at, velocity), "{image:?}, {}", context());
                }
                assert!(!query(place.terrain()).overlaps(&grenade.ball), "in rock: {}", context());
                let energy = energy(grenade, gravity);
                // The rounding of positions and velocities to `f32`.
                assert!(
                    energy - least <= 1e-6 * (energy.abs() + 600.0),
                    "energy from {least} to {energy}: {}",
                    context()
                );
                least = least.min(energy);
                touches += usize::from(grenade.velocity != fall);
            }
        }
    }
    if count >= 500 {
        assert!(throws * 2 > count && touches > throws);
    }
}
