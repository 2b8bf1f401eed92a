//! Visible cells and explored cells, against a set of cells.

use reference::scenes::Scene;
use reference::{each_case, nearest};
use std::collections::BTreeSet;
use tileray::Rect;
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::sight::Explored;

#[test]
fn a_cell_is_seen_where_any_of_its_pixels_is() {
    for (case, mut rng) in each_case(821, reference::cases(100)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let origin = inside.floor().as_ivec2();
        let size = uvec2(rng.u32(1..40), rng.u32(1..40));
        let pixels = scene.terrain.query().visible_pixels(origin, 50.0);
        let cells = pixels.cells(size);
        let mut expected = BTreeSet::new();
        let bounds = pixels.bounds();
        for pixel in nearest::pixels(bounds).filter(|&pixel| pixels.sees(pixel) || pixels.lights(pixel)) {
            expected.insert((pixel.y.div_euclid(size.y as i32), pixel.x.div_euclid(size.x as i32)));
        }
        assert!(cells.pixels().map(|cell| (cell.y, cell.x)).eq(expected.iter().copied()), "{scene}: {origin}");
        assert!(expected.iter().all(|&(y, x)| cells.contains(ivec2(x, y))), "{scene}: {origin}");
        let of_16 = scene.terrain.query().visible_cells(origin, 50.0);
        assert_eq!(of_16, pixels.cells(uvec2(16, 16)));
    }
}

#[test]
fn explored_cells_are_all_that_was_seen() {
    for (case, mut rng) in each_case(822, reference::cases(40)) {
        let (scene, inside) = Scene::any(case, &mut rng);
        let bounds = scene.terrain.bounds();
        let cells = Rect::new(bounds.min.div_euclid(IVec2::splat(5)) + 2, bounds.max.div_euclid(IVec2::splat(5)));
        let (mut explored, mut expected) = (Explored::new(cells), BTreeSet::new());
        for _ in 0..6 {
            let origin = inside.floor().as_ivec2() + ivec2(rng.i32(-40..40), rng.i32(-40..40));
            let seen = scene.terrain.query().visible_pixels(origin, 30.0).cells(uvec2(5, 5));
            let is_new = |cell: &IVec2| cells.contains(*cell) && !expected.contains(&(cell.y, cell.x));
            let new: Vec<IVec2> = seen.pixels().filter(is_new).collect();
            expected.extend(new.iter().map(|cell| (cell.y, cell.x)));
            assert_eq!(explored.add(&seen), new, "{scene}: {origin}");
            assert_eq!(explored.count(), expected.len() as u64);
            assert!(expected.iter().all(|&(y, x)| explored.contains(ivec2(x, y))));
        }
        assert_eq!(explored.cells(), if cells.is_empty() { explored.cells() } else { cells });
        explored.clear();
        assert_eq!((explored.count(), explored.mask().count()), (0, 0));
    }
}
