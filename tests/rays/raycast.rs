//! Ray casts against a walk over every pixel.

use reference::each_case;
use reference::scenes::{self, Scene};
use tileray::glam::{IVec2, ivec2};
use tileray::{Ray, SolidityMap, Terrain, Traversal};

#[test]
fn lines_that_nearly_step_aside_are_followed_to_the_pixel() {
    // Lines at a pixel where they are as close below a tie as their length allows: a row that is rounded too far is then
    // the wrong one. The pixel of the line is solid in one terrain, and only the pixel beside it in the other.
    let mut checked = 0;
    for (_, mut rng) in each_case(9, reference::cases(20_000)) {
        let steps = (1 << 20) - rng.i64(0..5000);
        let minor = rng.i64(1..steps);
        let Some(step) = reference::step_below_a_tie(minor, steps) else { continue };
        let flip = |value: i64, negative: bool| if negative { -value as i32 } else { value as i32 };
        let (x, y) = (flip(steps, rng.bool()), flip(minor, rng.bool()));
        let steep = rng.bool();
        let (from, to) = (IVec2::ZERO, if steep { ivec2(y, x) } else { ivec2(x, y) });
        // From the end with the smaller major coordinate; a line the other way has its mirrored steps.
        let step = if x < 0 { steps - step } else { step };
        let on_line = reference::line_pixel(from, to, i128::from(step)).0;
        let aside = on_line + if steep { ivec2(y.signum(), 0) } else { ivec2(0, y.signum()) };
        let dot = SolidityMap::from_fn(1, 1, |_, _| true);
        for pixel in [on_line, aside, on_line - (aside - on_line)] {
            let terrain = Terrain::from_solidity_at(&dot, pixel).expect("one pixel");
            let ray = Ray::between_f64(from.as_dvec2() + 0.5, to.as_dvec2() + 0.5);
            let found = terrain.raycast(&ray).map(|hit| hit.pixel());
            let expected = (pixel == on_line).then_some(pixel);
            assert_eq!(found, expected, "{from} to {to}, step {step}");
        }
        checked += 1;
    }
    assert!(checked > 0, "no line came close to a tie");
}

#[test]
fn a_ray_longer_than_fixed_point_serves_equals_the_reference() {
    // Through every kind of mask, so that empty bricks of both levels are left, in both senses and along both axes.
    for (case, mut rng) in each_case(10, reference::cases(1_200)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let way = scenes::ray(IVec2::ZERO, ivec2(100, 100), &mut rng);
        let way = way.end() - way.origin();
        let stretch = f64::from(1 << 21) / way.length().max(1.0);
        for ray in scenes::out_and_in(inside, way * stretch) {
            // The reference is asked near the terrain only: the rest of the line is outside, where nothing is solid.
            let is_solid = |pixel| scene.terrain.is_solid(pixel);
            let expected = reference::raycast_near(is_solid, &ray, scene.terrain.bounds());
            let found = scene.terrain.raycast(&ray).map(|hit| hit.pixel());
            assert_eq!(found, expected, "{scene}, {ray:?}");
        }
    }
}

/// A hall with a floor at y = 20 and a wall at x = 40.
fn hall() -> Terrain {
    Terrain::from_solidity(&SolidityMap::from_fn(60, 40, |x, y| x >= 40 || y >= 20))
}

#[test]
fn a_batch_of_any_size_equals_one_by_one() {
    let (terrain, rays) = scenes::large(8, 4_000, scenes::ray);
    let expected: Vec<_> = rays.iter().map(|ray| terrain.raycast(ray)).collect();
    for len in (0..70).chain(120..140).chain([255, 256, 257, 600]) {
        for (rays, expected) in rays.chunks(len.max(1)).zip(expected.chunks(len.max(1))).take(20) {
            let mut hits = vec![None; rays.len()];
            terrain.query().raycast_batch(rays, &mut hits);
            assert_eq!(hits, expected, "{len} rays");
        }
    }
    terrain.query().raycast_batch(&[], &mut []);
}

/// A thread-local value whose destructor casts a batch.
struct Farewell(std::sync::mpsc::Sender<usize>);

impl Drop for Farewell {
    fn drop(&mut self) {
        let rays = [Ray::new((5.0, 5.0), (1.0, 0.0), 500.0); 20];
        let mut hits = [None; 20];
        for traversal in [Traversal::Bresenham, Traversal::Exact] {
            hall().query().traversal(traversal).raycast_batch(&rays, &mut hits);
            self.0.send(hits.iter().flatten().count()).expect("the test waits for it");
        }
    }
}

#[test]
fn a_thread_casts_batches_until_it_has_ended() {
    use std::cell::OnceCell;
    // One is made before the first batch and one after it, as those that are made last go first.
    thread_local!(static BEFORE: OnceCell<Farewell> = const { OnceCell::new() });
    thread_local!(static AFTER: OnceCell<Farewell> = const { OnceCell::new() });
    let (sender, receiver) = std::sync::mpsc::channel();
    let ended = std::thread::spawn(move || {
        BEFORE.with(|farewell| farewell.get_or_init(|| Farewell(sender.clone())).0.clone());
        drop(Farewell(sender.clone()));
        AFTER.with(|farewell| farewell.get_or_init(|| Farewell(sender)).0.clone());
    });
    ended.join().expect("a thread that ends well");
    let counts: Vec<usize> = receiver.iter().collect();
    assert_eq!(counts.len(), 6);
    assert!(counts.iter().all(|&count| count == counts[0]));
}

#[test]
#[should_panic(expected = "`rays` and `hits` must have the same length")]
fn a_batch_with_too_few_places_panics() {
    hall().query().raycast_batch(&[Ray::new((0.0, 0.0), (1.0, 0.0), 1.0)], &mut []);
}
