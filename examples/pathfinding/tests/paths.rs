//! Paths in random caves, before and after an edit.

use pathfinding::{Room, is_free, path};
use tileray::glam::{IVec2, ivec2};
use tileray::{Rect, SolidityMap, Terrain};

/// Numbers of a linear congruential generator.
struct Random(u64);

impl Random {
    fn below(&mut self, most: u32) -> u32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as u32 % most
    }

    fn pixel(&mut self) -> IVec2 {
        ivec2(self.below(300) as i32, self.below(200) as i32)
    }
}

/// A cave of 300×200 px: rock with round holes.
fn cave(random: &mut Random) -> Terrain {
    let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(300, 200, |_, _| true));
    for _ in 0..60 {
        terrain.carve_circle(random.pixel().as_vec2(), 5.0 + random.below(20) as f32);
    }
    terrain
}

const RECT: Rect = Rect { min: IVec2::new(0, 0), max: IVec2::new(300, 200) };

#[test]
fn no_disc_meets_rock_on_its_path() {
    let (mut random, mut found) = (Random(7), 0);
    for round in 0..12 {
        let mut terrain = cave(&mut random);
        let radius = random.below(28) as f32 / 4.0;
        let mut room = Room::new(&terrain, RECT, radius).expect("small");
        for _ in 0..2 {
            let meshes = room.meshes().expect("few corners");
            for _ in 0..300 {
                let (from, to) = (random.pixel(), random.pixel());
                if !room.has(from) || !room.has(to) {
                    continue;
                }
                if let Some(path) = path(&meshes, from.as_vec2() + 0.5, to.as_vec2() + 0.5) {
                    assert!(is_free(&terrain, &path, radius), "round {round}, radius {radius}: {path:?}");
                    found += 1;
                }
            }
            let dirty = terrain.carve_circle(random.pixel().as_vec2(), 30.0);
            room.update(&terrain, dirty).expect("small");
            assert!(room.mask() == Room::new(&terrain, RECT, radius).expect("small").mask());
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn a_hole_in_a_wall_is_a_way() {
    let mut terrain = Terrain::from_solidity(&SolidityMap::from_fn(300, 200, |x, _| (140..160).contains(&x)));
    let mut room = Room::new(&terrain, RECT, 6.0).expect("small");
    let (from, to) = ((20.5, 100.5).into(), (280.5, 100.5).into());
    let way = |room: &Room| path(&room.meshes().expect("few corners"), from, to);
    assert_eq!(way(&room), None);
    let dirty = terrain.carve_circle((150.0, 60.0), 18.0);
    room.update(&terrain, dirty).expect("small");
    let found = way(&room).expect("the hole");
    assert!(found.len() > 2 && is_free(&terrain, &found, 6.0), "{found:?}");
    // A disc that is too large for the hole.
    assert_eq!(way(&Room::new(&terrain, RECT, 18.0).expect("small")), None);
}
