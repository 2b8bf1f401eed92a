//! `TerrainQuery::overlaps` and its kin against all pixel squares, one by one.

use crate::random_shapes::AnyShape;
use reference::cores::{PlainCore, touch_tolerance};
use reference::scenes::{self, Scene};
use reference::{Replay, numbers, seeded};
use std::collections::HashSet;
use tileray::Circle;
use tileray::glam::{DVec2, IVec2};

#[test]
fn it_overlaps_the_pixels_that_it_reaches_into() {
    let mut rng = seeded(521);
    let count = reference::cases(4000);
    for case in numbers(count.div_ceil(20)) {
        let _replay = Replay::new(case, &rng);
        let mask = scenes::mask(scenes::KINDS[case % scenes::KINDS.len()], &mut rng);
        let scene = Scene::within(300, mask, &mut rng);
        let solid = scene.solid();
        for _ in 0..20 {
            let (shape, _) = AnyShape::random_in(&mut rng, &scene, [1.0, 6.0, 40.0]);
            let mut found = Vec::new();
            scene.terrain.query().overlap_pixels(shape.as_collider(), |pixel| found.push(pixel));
            let set: HashSet<IVec2> = found.iter().copied().collect();
            assert_eq!(set.len(), found.len(), "case {case}: no pixel twice");
            assert_eq!(scene.terrain.query().overlaps(shape.as_collider()), !found.is_empty());
            assert_eq!(scene.terrain.query().overlap_area(shape.as_collider()), found.len() as u64);
            let cores = shape.cores();
            let size = PlainCore::size(&cores);
            for &pixel in &solid {
                let depths = cores.iter().map(|core| core.radius - core.sum(pixel).distance(DVec2::ZERO));
                let depth = depths.fold(f64::NEG_INFINITY, f64::max);
                let tolerance = touch_tolerance(pixel, size);
                // As near to the tolerance as this, rounding decides.
                if (depth - tolerance).abs() > tolerance * 1e-3 {
                    assert_eq!(
                        set.contains(&pixel),
                        depth > tolerance,
                        "case {case}: {pixel}, {depth} deep: {shape:?}"
                    );
                }
            }
            assert!(set.iter().all(|&pixel| scene.terrain.is_solid(pixel)));
        }
    }
}

#[test]
fn shapes_that_are_not_valid_overlap_nothing() {
    let mut rng = seeded(522);
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
