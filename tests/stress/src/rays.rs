//! Rays of both traversals against walks over all pixels, also after edits of a terrain pixel by pixel.

use crate::Tally;
use fastrand::Rng;
use reference::bits::Bits;
use reference::edits::{EditedTerrain, check_ray, edit};
use reference::maps::random_map;
use reference::scenes::{self, RayKind, Scene};
use reference::{PlainHit, walk};
use tileray::glam::IVec2;
use tileray::{Ray, Rect, Traversal};

/// The rays in a scene.
const IN_A_SCENE: u64 = 500;

pub(crate) fn bresenham(rng: &mut Rng, count: u64) -> Tally {
    rays(rng, count, Traversal::Bresenham, scenes::any_ray)
}

pub(crate) fn exact(rng: &mut Rng, count: u64) -> Tally {
    rays(rng, count, Traversal::Exact, scenes::exact_ray)
}

fn rays(rng: &mut Rng, count: u64, traversal: Traversal, kind: RayKind) -> Tally {
    let (mut hits, mut inside) = (0, 0);
    for number in 0..count / IN_A_SCENE {
        // Few are large, as the walks there are long.
        let mask = match rng.u8(0..40) {
            0 => scenes::sparse_and_large(rng),
            _ => scenes::mask(scenes::KINDS[rng.usize(0..scenes::KINDS.len())], rng),
        };
        let scene = Scene::within(900, mask, rng);
        let bits = Bits::from(&scene.mask);
        let is_solid = |pixel: IVec2| bits.get(pixel - scene.corner);
        let rays: Vec<Ray> = (0..IN_A_SCENE).map(|_| scene.ray(kind, rng)).collect();
        let query = scene.terrain.query().traversal(traversal);
        let mut found = vec![None; rays.len()];
        query.raycast_batch(&rays, &mut found);
        for (index, (ray, hit)) in rays.iter().zip(found).enumerate() {
            let expected = walk(is_solid, ray, traversal);
            assert_eq!(hit.map(PlainHit::from), expected, "scene {number}, {scene}: ray {index}, {ray:?}");
            // The batch has answered all; the calls for one ray are compared with it.
            if index % 8 == 0 {
                assert_eq!(query.raycast(ray), hit, "scene {number}, {scene}: {ray:?} alone");
                assert_eq!(query.raycast_any(ray), hit.is_some(), "scene {number}: {ray:?}, any");
            }
            hits += u64::from(hit.is_some());
            inside += u64::from(hit.is_some_and(|hit| hit.inside()));
        }
    }
    vec![("hits", hits), ("of them inside", inside)]
}

/// The edits of a terrain, and those after which all of it is compared.
const IN_A_TERRAIN: u64 = 500;
const WHOLE: u64 = 50;
/// The snapshots that are kept at most.
const KEPT: usize = 8;

pub(crate) fn edits(rng: &mut Rng, count: u64) -> Tally {
    let mut changed = 0;
    for number in 0..count / IN_A_TERRAIN {
        let mut pair = EditedTerrain::new(random_map(rng, number % 3 == 0));
        let whole = pair.pixels.bounds;
        for step in 0..IN_A_TERRAIN {
            let case = format!("terrain {number}, edit {step}");
            let (dirty, _) = edit(&mut pair, rng);
            assert!(dirty.is_empty() || dirty.intersection(&whole) == dirty, "{case}: {dirty:?}");
            pair.check_pixels(&Rect::new(dirty.min - 2, dirty.max + 2), &case);
            check_ray(&pair, rng, &case);
            if step % WHOLE == WHOLE - 1 {
                pair.check_pixels(&Rect::new(whole.min - 2, whole.max + 2), &case);
            }
            pair.forget_oldest(KEPT);
            changed += u64::from(!dirty.is_empty());
        }
    }
    vec![("change something", changed)]
}
