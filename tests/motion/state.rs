//! The hash of a game's state has every part of it. Games that are played again, and rollbacks: tests/golden.

use reference::motion::level;
use tileray::glam::ivec2;
use tileray::terrain::StateHash;
use tileray::{Body, Solid, Terrain};

#[derive(Clone)]
struct Game {
    terrain: Terrain,
    solid: Solid,
    body: Body,
}

impl Game {
    fn hash(&self) -> u64 {
        let mut hash = StateHash::new();
        self.terrain.hash_state(&mut hash);
        self.solid.hash_state(&mut hash);
        self.body.hash_state(&mut hash);
        hash.finish()
    }
}

#[test]
fn every_part_of_the_state_counts() {
    let mut rng = fastrand::Rng::with_seed(3);
    let terrain = level::level(&mut rng).terrain;
    let solid = Solid::new(level::shape(&mut rng), ivec2(-900, 0));
    let game = Game { terrain, solid, body: Body::new(level::shape(&mut rng), ivec2(-900, -900)) };
    let changes: [fn(&mut Game); 10] = [
        |game| game.body.set_position(ivec2(1, 2)),
        |game| assert_eq!(game.body.move_x(&game.terrain, 1.0 / 65536.0).moved, 0),
        |game| game.solid.set_position(ivec2(3, 3)),
        |game| game.solid.conveyor += 1.0,
        |game| game.solid.category = 2,
        |game| game.solid.collides_with = 2,
        |game| game.body.category = 4,
        |game| game.body.own_solid = Some(0),
        |game| assert!(!game.terrain.fill_circle(game.terrain.bounds().min.as_vec2(), 3.0).is_empty()),
        |game| assert!(!game.terrain.carve_circle(game.terrain.bounds().max.as_vec2() / 2.0, 900.0).is_empty()),
    ];
    let changed = changes.map(|change| {
        let mut game = game.clone();
        change(&mut game);
        game.hash()
    });
    let mut hashes = [&[game.hash()][..], &changed].concat();
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), changes.len() + 1);
}
