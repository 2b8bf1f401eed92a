//! Rays against terrain and colliders: against a test of every shape for every ray.

use fastrand::Rng;
use reference::mirrors::{Grain, Kind, Shape, Sketch};
use reference::pool::in_pool;
use reference::{cases, each_case};
use tileray::collide::{self, ColliderHit};
use tileray::geometry::Segment;
use tileray::glam::{ivec2, vec2};
use tileray::scan::scan_ray;
use tileray::sprite::{Colliders, WorldHit};
use tileray::{Aabb, Capsule, Circle, Pose, Ray, RayFan, Rect, SolidityMap, Terrain, TerrainQuery, Traversal};

/// Shapes of all kinds, some of which have no area or are not valid.
fn shapes(rng: &mut Rng, grain: Grain) -> Vec<Shape> {
    let reach = [20.0, 60.0, 400.0][rng.usize(..3)];
    let count = [0, 1, 12, 60][rng.usize(..4)];
    let shape = |rng: &mut Rng| {
        let at = grain.vector(rng, reach);
        match rng.u8(..24) {
            0 => Shape::Circle(Circle::new(at, -1.0)),
            1 => Shape::Circle(Circle::new((f32::NAN, 0.0), 5.0)),
            2 => Shape::Circle(Circle::new(at, 0.0)),
            3 => Shape::Segment(Segment::new(at, at)),
            4 => Shape::Segment(Segment::new(at, vec2(at.x, at.y + 9.0))),
            5 => Shape::Aabb(Aabb::new(at, at + vec2(12.0, 0.0))),
            6 => Shape::Rect(Rect::EMPTY),
            7 => Shape::Capsule(Capsule::new(at, at, f32::INFINITY)),
            8 => Shape::Circle(Circle::new(at, 300.0)),
            number => Sketch::any(rng, Kind::ALL[usize::from(number) % 9], at, 8.0, grain).build(),
        }
    };
    (0..count).map(|_| shape(rng)).collect()
}

fn ray(rng: &mut Rng, grain: Grain) -> Ray {
    let reach = [30.0, 90.0, 500.0][rng.usize(..3)];
    let start = grain.vector(rng, reach);
    let end = grain.vector(rng, reach);
    match rng.u8(..12) {
        0 => Ray::between(start, (end.x, start.y)),
        1 => Ray::between(start, (start.x, end.y)),
        2 => Ray::between(start, start),
        3 => Ray::between(start, (end.x, f32::NAN)),
        _ => Ray::between(start, end),
    }
}

/// The hits of all shapes but one.
fn hits_of_shapes(leaves: bool, shapes: &[Shape], exclude: u32, ray: &Ray) -> Vec<WorldHit> {
    let hit = |(index, shape): (u32, &Shape)| {
        let hit = collide::raycast(shape.collider(), ray).filter(|hit| !(leaves && hit.inside()));
        hit.filter(|_| exclude != index).map(|hit| WorldHit::Collider(index, hit))
    };
    (0..).zip(shapes).filter_map(hit).collect()
}

fn all_fractions(query: &TerrainQuery<'_>, leaves: bool, shapes: &[Shape], exclude: u32, ray: &Ray) -> Vec<f32> {
    let of_terrain = query.raycast_spans(ray).map(|span| WorldHit::Terrain(span.enter));
    let all = of_terrain.chain(hits_of_shapes(leaves, shapes, exclude, ray));
    let mut fractions: Vec<f32> = all.map(|hit| hit.fraction()).collect();
    fractions.sort_by(f32::total_cmp);
    fractions
}

/// The plain rule: the hit on terrain, unless a shape is hit earlier; of shapes, the one that is hit first, then the least index.
/// Returns the hits that this may be, since fractions that are rounded to one number may differ.
fn expected(query: &TerrainQuery<'_>, leaves: bool, shapes: &[Shape], exclude: u32, ray: &Ray) -> Vec<WorldHit> {
    let of_shapes = hits_of_shapes(leaves, shapes, exclude, ray);
    let first = of_shapes.iter().map(WorldHit::fraction).reduce(|a, b| if b < a { b } else { a });
    match (query.raycast(ray), first) {
        (Some(hit), Some(first)) if first >= hit.fraction() => vec![WorldHit::Terrain(hit)],
        (Some(hit), None) => vec![WorldHit::Terrain(hit)],
        _ => of_shapes.into_iter().filter(|hit| Some(hit.fraction()) == first).collect(),
    }
}

fn assert_among(found: Option<WorldHit>, expected: &[WorldHit], ray: &Ray) {
    let is_right = found.map_or(expected.is_empty(), |hit| expected.contains(&hit));
    assert!(is_right, "{found:?}, not {expected:?}, of {ray:?}");
}

fn terrain(rng: &mut Rng) -> Terrain {
    let share = [0.0, 0.002, 0.03][rng.usize(..3)];
    let mask = SolidityMap::from_fn(160, 160, |_, _| rng.f32() < share);
    Terrain::from_solidity_at(&mask, ivec2(-80, -80)).expect("a small mask")
}

/// An index of a shape, or one that none has.
fn excluded(rng: &mut Rng, shapes: &[Shape]) -> u32 {
    if rng.u8(..4) == 0 { u32::MAX } else { rng.u32(..shapes.len() as u32 + 1) }
}

#[test]
fn all_questions_equal_a_test_of_every_shape() {
    let (mut met, mut colliders) = ([0; 3], Colliders::default());
    for (case, mut rng) in each_case(431, cases(2_000)) {
        let rng = &mut rng;
        let grain = Grain::ALL[case % 5];
        let (terrain, shapes) = (terrain(rng), shapes(rng, grain));
        colliders.clear();
        let (first, rest) = shapes.split_at(rng.usize(..=shapes.len()));
        colliders.extend(first.iter().map(Shape::collider));
        colliders.extend(rest.iter().map(Shape::collider));
        let leaves = rng.bool();
        let query = terrain.query().traversal([Traversal::Bresenham, Traversal::Exact][rng.usize(..2)]);
        let query = if leaves { query.leave_start() } else { query };

        let rays: Vec<Ray> = (0..24).map(|_| ray(rng, grain)).collect();
        let exclude: Vec<u32> = rays.iter().map(|_| excluded(rng, &shapes)).collect();
        let mut hits = vec![None; rays.len()];
        let world = query.with_colliders(&colliders, &exclude);
        world.raycast_batch(&rays, &mut hits);
        for ((ray, hit), &own) in rays.iter().zip(&hits).zip(&exclude) {
            assert_among(*hit, &expected(&query, leaves, &shapes, own, ray), ray);
            let alone = [own];
            let world = query.with_colliders(&colliders, &alone);
            assert_eq!(world.raycast(ray), *hit, "{ray:?}");
            assert_eq!(world.raycast_any(ray), hit.is_some(), "{ray:?}");
            let all = world.raycast_all(ray);
            assert_eq!(all.first(), hit.as_ref(), "{ray:?}");
            let fractions: Vec<f32> = all.iter().map(WorldHit::fraction).collect();
            assert_eq!(fractions, all_fractions(&query, leaves, &shapes, own, ray), "{ray:?}");
            met[hit.map_or(0, |hit| 1 + usize::from(matches!(hit, WorldHit::Collider(..))))] += 1;
        }

        let (max_range, none) = ([25.0, 1e6, f32::NAN][rng.usize(..3)], [-1.0, f32::INFINITY][rng.usize(..2)]);
        let ranging = query.no_return(none);
        let mut ranges = vec![0.0; rays.len()];
        ranging.with_colliders(&colliders, &exclude).ranges(&rays, max_range, &mut ranges);
        for ((ray, range), &own) in rays.iter().zip(ranges).zip(&exclude) {
            assert_range(range, &ranging, (leaves, &shapes, own), ray, (max_range, none));
        }

        let fan = RayFan::circle(grain.vector(rng, 60.0), [30.0, 200.0][rng.usize(..2)]);
        let (mut hits, own) = (vec![None; 12], [excluded(rng, &shapes)]);
        query.with_colliders(&colliders, &own).fan(&fan, &mut hits);
        for (ray, hit) in fan.rays(12).zip(hits) {
            assert_among(hit, &expected(&query, leaves, &shapes, own[0], &ray), &ray);
        }
    }
    assert!(met.iter().all(|&met| met > cases(2_000)), "{met:?}");
}

/// Compares a range with the least of the distances to terrain and to each shape.
fn assert_range(
    range: f32,
    query: &TerrainQuery<'_>,
    (leaves, shapes, own): (bool, &[Shape], u32),
    ray: &Ray,
    (max_range, none): (f32, f32),
) {
    let mut of_terrain = [0.0];
    query.no_return(f32::INFINITY).ranges(&[*ray], max_range, &mut of_terrain);
    let of_shapes = hits_of_shapes(leaves, shapes, own, ray).into_iter().map(|hit| hit.distance());
    let of_shapes = of_shapes.filter(|distance| *distance <= max_range);
    let least = of_shapes.fold(of_terrain[0], |least, distance| if distance < least { distance } else { least });
    let expected = if least == f32::INFINITY { none } else { least };
    assert!(
        range.to_bits() == expected.to_bits() || (range.is_nan() && expected.is_nan()),
        "{range}, not {expected}, of {ray:?}"
    );
}

#[test]
fn scans_equal_a_test_of_every_shape_on_every_number_of_threads() {
    let mut met = 0;
    for (case, mut rng) in each_case(432, cases(120)) {
        let rng = &mut rng;
        let grain = Grain::ALL[case % 5];
        let (terrain, shapes) = (terrain(rng), shapes(rng, grain));
        let colliders: Colliders = shapes.iter().map(Shape::collider).collect();
        // Few beams search along themselves. Of others, terrain is cast or swept, and shapes are tested one by one.
        let (poses, beams) = [(9, 7), (3, 400), (20, 1)][case % 3];
        let poses: Vec<Pose> = (0..poses).map(|_| Pose::new(grain.vector(rng, 60.0), rng.f32() * 7.0)).collect();
        let mut angles: Vec<f32> = (0..beams).map(|beam| beam as f32 * 6.0 / beams as f32).collect();
        if rng.u8(..4) == 0 {
            angles.iter_mut().for_each(|angle| *angle = rng.i32(-9..9) as f32 * std::f32::consts::FRAC_PI_4);
            angles[0] = [f32::NAN, 1e6][rng.usize(..2)];
        }
        let exclude: Vec<u32> = poses.iter().map(|_| excluded(rng, &shapes)).collect();
        let exclude = if rng.u8(..4) == 0 { &[][..] } else { &exclude };
        let (max_range, none) = (120.0, [f32::INFINITY, 120.0][rng.usize(..2)]);
        let query = terrain.query().no_return(none);
        let world = query.with_colliders(&colliders, exclude);
        let mut first = Vec::new();
        for threads in [1, 2, 5] {
            let mut ranges = vec![0.0; poses.len() * angles.len()];
            in_pool(threads, || world.scan(&poses, &angles, max_range, &mut ranges));
            if threads == 1 {
                first = ranges;
                continue;
            }
            let same = first.iter().zip(&ranges).all(|(a, b)| a.to_bits() == b.to_bits());
            assert!(same, "case {case}, {threads} threads");
        }
        for (number, pose) in poses.iter().enumerate() {
            for (&range, &angle) in first[number * angles.len()..].iter().zip(&angles) {
                let own = exclude.get(number).copied().unwrap_or(u32::MAX);
                let ray = scan_ray(pose, angle, max_range);
                // A hit of terrain may lie a little farther than the maximum range, since the ends of beams are rounded.
                let query = query.exact();
                assert_range(range, &query, (false, &shapes, own), &ray, (max_range, none));
                met += usize::from(range < max_range);
            }
        }
    }
    assert!(met > 10 * cases(120), "{met}");
}

/// Robots with a radius of 4 px in a line, in a hall whose right wall begins at x = 100.
fn robots() -> (Terrain, Colliders) {
    let hall = Terrain::from_solidity(&SolidityMap::from_fn(120, 40, |x, _| x >= 100));
    (hall, [20.0, 40.0, 60.0].map(|x| Circle::new((x, 20.0), 4.0)).into_iter().collect())
}

fn collider(hit: Option<WorldHit>) -> Option<(u32, ColliderHit)> {
    match hit {
        Some(WorldHit::Collider(index, hit)) => Some((index, hit)),
        _ => None,
    }
}

#[test]
fn of_things_at_one_distance_the_terrain_comes_first_then_the_least_index() {
    let wall = Terrain::from_solidity(&SolidityMap::from_fn(64, 64, |x, _| x >= 40));
    let at = |x: f32| Aabb::new(vec2(x, 0.0), vec2(x + 5.0, 64.0));
    let ray = Ray::new((10.5, 8.5), (1.0, 0.0), 50.0);
    let query = wall.query().exact();
    // A box that begins where the wall does.
    let boxes: Colliders = [at(40.0)].into_iter().collect();
    assert!(matches!(query.with_colliders(&boxes, &[]).raycast(&ray), Some(WorldHit::Terrain(_))));
    // A box and a disc, both 9.5 px away, twice.
    let mut both: Colliders = [at(20.0), at(20.0)].into_iter().collect();
    both.extend([Circle::new((25.0, 8.5), 5.0); 2]);
    for (exclude, expected) in [(u32::MAX, 0), (0, 1), (1, 0), (2, 0)] {
        let exclude = [exclude];
        let (index, hit) = collider(query.with_colliders(&both, &exclude).raycast(&ray)).expect("a shape");
        assert_eq!((index, hit.distance()), (expected, 9.5));
    }
    // Touched in passing, and missed by the least difference.
    let post: Colliders =
        [Circle::new((30.0, 13.5), 5.0), Circle::new((20.0, 13.5_f32.next_up()), 5.0)].into_iter().collect();
    let (index, hit) = collider(query.with_colliders(&post, &[]).raycast(&ray)).expect("the border counts");
    assert_eq!((index, hit.distance(), hit.normal()), (0, 19.5, vec2(0.0, -1.0)));
}

#[test]
#[should_panic(expected = "`exclude` has 1 indices; it must be empty or have one for each pose")]
fn a_scan_needs_an_exclusion_for_each_pose() {
    let (hall, robots) = robots();
    hall.query().with_colliders(&robots, &[0]).scan(&[Pose::IDENTITY; 2], &[0.0], 9.0, &mut [0.0; 2]);
}
