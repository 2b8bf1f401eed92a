//! Levels that are loaded around a player against the whole world: rays and bodies that stay within the loaded levels find the same,
//! also where they cross borders, with the edits that were kept by level.

use crate::saved::{edit, empty_level, level};
use crate::update::hit_at;
use fastrand::Rng;
use reference::{cases, each_case};
use tileray::glam::{IVec2, UVec2, ivec2, uvec2, vec2};
use tileray::terrain::TerrainEdits;
use tileray::{Body, MoveOptions, Ray, RayHit, Rect, Terrain, TileMap};

const SIZE: UVec2 = uvec2(96, 64);

/// Nine levels in a square, whose corner lies anywhere.
struct World {
    levels: Vec<TileMap>,
    corner: IVec2,
}

impl World {
    fn random(rng: &mut Rng) -> Self {
        let empty = empty_level(rng);
        let levels = (0..9).map(|_| level(rng, empty.clone())).collect();
        Self { levels, corner: ivec2(rng.i32(-200..200), rng.i32(-200..200)) }
    }

    fn rect(&self, level: usize) -> Rect {
        Rect::from_size(self.corner + ivec2(level as i32 % 3, level as i32 / 3) * SIZE.as_ivec2(), SIZE)
    }

    /// The terrain of the levels that meet a rectangle.
    fn load(&self, near: &Rect) -> Terrain {
        let mut map = TileMap::new(uvec2(16, 16)).expect("a tile size");
        for level in self.near(near) {
            map.add_map(&self.levels[level], self.rect(level).min).expect("a small map");
        }
        Terrain::from_map(&map)
    }

    fn near(&self, near: &Rect) -> impl Iterator<Item = usize> {
        (0..9).filter(|level| self.rect(*level).overlaps(near))
    }
}

/// Returns what a hit says, with names in place of indices: the pixels of the cell, the layer's name, the tile's set and id.
fn named(terrain: &Terrain, hit: Option<RayHit>) -> Option<String> {
    let (hit, map) = (hit?, terrain.map().expect("made of a map"));
    let tile = hit.tile().map(|tile| (map.tile_set(tile.set).map(|set| &set.name), tile.id, tile.orientation));
    let (layer, cell) = (map.layer(hit.layer()).map(|layer| &layer.name), map.cell_pixels(hit.layer(), hit.cell()));
    let place = (hit.pixel(), hit.previous(), hit.point(), hit.distance(), hit.normal());
    Some(format!("{place:?} {layer:?} {cell:?} {tile:?}"))
}

#[test]
fn loaded_levels_answer_as_the_whole_world() {
    let (mut hits, mut moved) = (0, 0);
    for (case, mut rng) in each_case(211, cases(120)) {
        let world = World::random(&mut rng);
        let all = world.rect(0).union(&world.rect(8));
        let mut whole = world.load(&all);
        let unedited = whole.snapshot();
        (0..rng.usize(0..40)).for_each(|_| edit(&mut rng, &mut whole));
        let kept: Vec<TerrainEdits> = (0..9).map(|level| whole.edits_since(&unedited, world.rect(level))).collect();

        // Two to four levels, which are loaded first, or in place of others.
        let near = Rect::from_size(world.rect([0, 1, 3, 4][rng.usize(0..4)]).max - 1, UVec2::splat(2));
        let mut loaded = world.load(&near);
        for level in world.near(&near) {
            loaded.apply_edits(&kept[level]);
        }
        // What is edited later is kept when other levels come.
        let since = loaded.snapshot();
        let center = near.min.as_vec2();
        let crater = (center.x + rng.f32() * 40.0 - 20.0, center.y + rng.f32() * 40.0 - 20.0);
        loaded.carve_circle(crater, 11.0);
        whole.carve_circle(crater, 11.0);
        let mut next = world.load(&near);
        for level in world.near(&near) {
            next.apply_edits(&kept[level]);
            next.apply_edits(&loaded.edits_since(&since, world.rect(level)));
        }
        let loaded = next;

        let area = world.near(&near).fold(Rect::EMPTY, |area, level| area.union(&world.rect(level)));
        let point = |rng: &mut Rng| {
            let size = area.size().as_vec2();
            area.min.as_vec2() + vec2(rng.f32(), rng.f32()) * (size - 1.0)
        };
        for _ in 0..80 {
            let ray = Ray::between(point(&mut rng), point(&mut rng));
            for is_exact in [false, true] {
                let ask = |terrain: &Terrain| {
                    let query = if is_exact { terrain.query().exact() } else { terrain.query() };
                    named(terrain, query.raycast(&ray))
                };
                let found = ask(&loaded);
                assert_eq!(found, ask(&whole), "case {case}: {ray:?}, exact {is_exact}");
                hits += u32::from(found.is_some());
            }
            let pixel = point(&mut rng).floor().as_ivec2();
            let at = |terrain: &Terrain| named(terrain, hit_at(terrain, pixel));
            assert_eq!(at(&loaded), at(&whole), "case {case}: {pixel}");
        }

        let inner = Rect::new(area.min + 24, area.max - 24);
        let size = (rng.u32(2..12), rng.u32(2..14));
        let start = inner.min + ivec2(rng.i32(0..inner.width() as i32), rng.i32(0..inner.height() as i32));
        let mut bodies = [(); 2].map(|()| Body::rectangle(size, start).expect("a small body"));
        let options = MoveOptions::new().step_height(rng.u32(0..8));
        for step in 0..60 {
            let rect = bodies[0].rect();
            if rect.intersection(&inner) != rect {
                break;
            }
            let velocity = vec2(rng.f32() * 16.0 - 8.0, rng.f32() * 16.0 - 5.0);
            let [a, b] = [(0, &loaded), (1, &whole)].map(|(index, terrain)| {
                let slide = bodies[index].move_and_slide(terrain, velocity, 1.0, &options);
                (bodies[index].exact_position(), slide.velocity, slide.moved, slide.on_floor, slide.wall)
            });
            assert_eq!(a, b, "case {case}, step {step}");
            moved += u32::from(a.2 != IVec2::ZERO);
        }
    }
    assert!(hits > 100 && moved > 20, "{hits} hits, {moved} motions");
}
