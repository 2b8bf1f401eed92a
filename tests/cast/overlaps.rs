//! Overlaps and contacts against all pixel squares, one by one: the deepest pixel of all, and ways out that lead out.

use crate::random_shapes::{number, shape, shape_in};
use reference::cores::{PlainCore, touch_tolerance};
use reference::each_case;
use reference::scenes::{self, Scene};
use std::collections::HashSet;
use tileray::glam::{DVec2, IVec2, vec2};
use tileray::{Circle, SolidityMap, Terrain};

#[test]
fn it_overlaps_the_pixels_that_it_reaches_into() {
    let count = reference::cases(4000);
    for (case, mut rng) in each_case(521, count.div_ceil(20)) {
        let scene = Scene::within(300, scenes::mask_in_turn(case, &mut rng), &mut rng);
        let solid = scene.solid();
        for _ in 0..20 {
            let (shape, _) = shape_in(&mut rng, &scene, [1.0, 6.0, 40.0]);
            let mut found = Vec::new();
            scene.terrain.query().overlap_pixels(shape.collider(), |pixel| found.push(pixel));
            let set: HashSet<IVec2> = found.iter().copied().collect();
            assert_eq!(set.len(), found.len(), "no pixel twice");
            assert_eq!(scene.terrain.query().overlaps(shape.collider()), !found.is_empty());
            assert_eq!(scene.terrain.query().overlap_area(shape.collider()), found.len() as u64);
            let cores = shape.cores();
            let size = PlainCore::size(&cores);
            for &pixel in &solid {
                let depths = cores.iter().map(|core| core.radius - core.sum(pixel).distance(DVec2::ZERO));
                let depth = depths.fold(f64::NEG_INFINITY, f64::max);
                let tolerance = touch_tolerance(pixel, size);
                // As near to the tolerance as this, rounding decides.
                if (depth - tolerance).abs() > tolerance * 1e-3 {
                    assert_eq!(set.contains(&pixel), depth > tolerance, "{pixel}, {depth} deep: {shape:?}");
                }
            }
            assert!(set.iter().all(|&pixel| scene.terrain.is_solid(pixel)));
        }
    }
}

#[test]
fn shapes_that_are_not_valid_overlap_nothing() {
    let mut rng = fastrand::Rng::with_seed(522);
    let rock = Scene::at(IVec2::ZERO, scenes::mask("full", &mut rng)).terrain;
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 3e9, -3e9, f32::MAX] {
        for shape in [Circle::new((bad, 5.0), 2.0), Circle::new((5.0, bad), 2.0), Circle::new((5.0, 5.0), bad)] {
            assert!(!rock.query().overlaps(&shape), "{shape:?}");
            assert_eq!(rock.query().overlap_area(&shape), 0, "{shape:?}");
            assert_eq!(rock.query().contact(&shape, 10.0), None, "{shape:?}");
        }
    }
    assert!(!rock.query().overlaps(&Circle::new((5.5, 5.5), -1.0)));
    // A point overlaps the pixel that it lies in.
    assert_eq!(rock.query().overlap_area(&Circle::new((5.5, 5.5), 0.0)), 1);
    assert!(!rock.query().overlaps(&Circle::new((-0.5, 5.5), 0.0)));
}

#[test]
fn the_contact_is_the_deepest_and_its_way_out_leads_out() {
    let count = reference::cases(2000);
    let (mut contacts, mut freed) = (0, 0);
    for (case, mut rng) in each_case(531, count.div_ceil(10)) {
        let scene = Scene::within(300, scenes::mask_in_turn(case, &mut rng), &mut rng);
        let solid = scene.solid();
        for _ in 0..10 {
            let unit = [0, 1, 2, 256][rng.usize(0..4)];
            let size = scene.mask.size().as_vec2();
            let at =
                scene.corner.as_vec2() + vec2(number(&mut rng, 0.0, size.x, unit), number(&mut rng, 0.0, size.y, unit));
            let reach = [1.0, 6.0][rng.usize(0..2)];
            let shape = shape(&mut rng, at, reach, unit);
            let max = [0.0, 3.0, 20.0, 500.0][rng.usize(0..4)];
            let contact = scene.terrain.query().contact(shape.collider(), max);
            assert_eq!(contact.is_some(), scene.terrain.query().overlaps(shape.collider()));
            let Some(contact) = contact else { continue };
            contacts += 1;
            let cores = shape.cores();
            let depth_in = |pixel: IVec2| {
                let depths = cores.iter().map(|core| core.radius - core.sum(pixel).distance(DVec2::ZERO));
                depths.fold(f64::NEG_INFINITY, f64::max)
            };
            let deepest = solid.iter().map(|&pixel| depth_in(pixel)).fold(f64::NEG_INFINITY, f64::max);
            let rounding = 1e-6 * (1.0 + deepest);
            assert!((f64::from(contact.depth) - deepest).abs() < rounding, "{deepest}, {contact:?}");
            assert!((depth_in(contact.pixel) - deepest).abs() < rounding, "{contact:?}");
            assert!((contact.normal.length() - 1.0).abs() < 1e-6);
            // The normal leads out of that pixel.
            let apart = shape
                .translated(contact.normal * contact.depth)
                .cores()
                .iter()
                .map(|core| core.sum(contact.pixel).distance(DVec2::ZERO) - core.radius)
                .fold(f64::INFINITY, f64::min);
            let tolerance = touch_tolerance(contact.pixel, PlainCore::size(&cores) + deepest);
            if cores.len() == 1 {
                assert!(apart.abs() < tolerance, "{apart} after {contact:?}, {shape:?}");
            }
            let Some(way) = contact.way_out else { continue };
            freed += 1;
            assert!(way.length() <= max * 1.000_001, "{way} within {max}");
            let moved = shape.translated(way);
            let free = !scene.terrain.query().overlaps(moved.collider());
            assert!(free, "not free after {way}: {shape:?} in {scene}");
        }
    }
    if count >= 1000 {
        assert!(contacts * 4 > count && freed * 3 > contacts);
    }
}

#[test]
fn no_way_out_is_an_answer() {
    let rock = Terrain::from_solidity(&SolidityMap::from_fn(300, 300, |_, _| true));
    let ball = Circle::new((150.5, 100.5), 4.0);
    let way = |max: f32| rock.query().contact(&ball, max).expect("an overlap").way_out;
    assert_eq!((way(104.0), way(105.0)), (None, Some(vec2(0.0, -104.5))));
    assert_eq!((way(f32::NAN), way(-1.0), way(0.0)), (None, None, None));
    assert_eq!(way(f32::INFINITY), Some(vec2(0.0, -104.5)));
}
