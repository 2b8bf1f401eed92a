//! The game without an engine: a recorded course, and what digging does.

use platformer_game::{Game, Input, Level, course, paint};
use tileray::glam::{IVec2, ivec2};
use tileray::{Rect, SolidityMap, Terrain};

/// Where the recorded course ends, and the state there.
const END: IVec2 = ivec2(1437, 684);
const HASH: &str = "1d486c48f69e31cc";

fn level() -> Level {
    Level::cave().expect("the cave of the repository")
}

fn dig(at: IVec2) -> Input {
    Input { dig: Some(at), ..Input::default() }
}

/// Steps until the hero has come to rest on the floor.
fn landed(mut game: Game) -> Game {
    for _ in 0..60 {
        game.step(Input::default());
    }
    game
}

/// A hall with a floor of 16 pixels, in which the hero stands at its start.
fn hall() -> Game {
    let floor = Terrain::from_solidity(&SolidityMap::from_fn(400, 200, |_, y| y >= 160));
    landed(Game::new(floor, ivec2(40, 140)).expect("a game"))
}

#[test]
fn the_recorded_course_ends_in_a_known_state() {
    let level = level();
    let (mut game, mut again) = (level.start(), level.start());
    for input in course() {
        game.step(input);
    }
    for input in course() {
        again.step(input);
    }
    assert_eq!(game.hash(), again.hash());
    assert_eq!(game.hero.position(), END);
    assert_eq!(format!("{:016x}", game.hash()), HASH, "steps have other answers than before");
}

#[test]
fn the_hero_rides_the_ferry_and_drops_through_the_plank() {
    let mut game = level().start();
    let feet: Vec<(IVec2, IVec2)> = course()
        .map(|input| {
            game.step(input);
            (game.hero.rect().max, game.solids[0].rect().min)
        })
        .collect();
    let rides: Vec<_> = feet.windows(2).filter(|two| two[1].0.y == two[1].1.y).collect();
    let is_carried = |two: &[(IVec2, IVec2)]| two[1].0.x - two[0].0.x == two[1].1.x - two[0].1.x;
    assert!(rides.iter().filter(|two| is_carried(two)).count() > 20, "the ferry carries the hero");
    // The one-way plank from x = 1440 to 1488 at y = 608, and the ledge below it.
    let stood = feet.iter().filter(|(feet, _)| feet.y == 608 && feet.x > 1440).count();
    assert!(stood > 20, "the plank holds the hero for {stood} steps");
    assert_eq!(feet.last().expect("steps").0.y, 704, "the hero dropped to the ledge");
}

#[test]
fn the_next_step_sees_a_hole() {
    let mut game = hall();
    let before = game.hero.position();
    assert_eq!(before.y, 140);
    // The hole is wider than the hero.
    let dirty = game.step(dig(ivec2(46, 161)));
    assert!(dirty.contains(ivec2(46, 160)) && !game.terrain.is_solid(ivec2(46, 160)));
    assert_eq!(game.hero.position(), before, "the hero moved before the hole was there");
    game.step(Input::default());
    assert!(game.hero.exact_position().y > 140.0, "the hero falls into the hole");
}

#[test]
fn nothing_happens_beyond_the_reach() {
    let mut game = hall();
    let far = ivec2(200, 166);
    assert_eq!(game.step(dig(far)), Rect::EMPTY);
    assert!(game.terrain.is_solid(far));
}

#[test]
fn a_hero_who_falls_out_of_the_level_begins_again() {
    let mut game = hall();
    // Through the floor of the hall, to the last row.
    for y in (160..200).step_by(4) {
        for _ in 0..8 {
            game.step(dig(ivec2(46, y)));
        }
    }
    let fell = (0..240).any(|_| {
        game.step(Input::default());
        game.hero.position() == ivec2(40, 140)
    });
    assert!(fell, "the hero is back at the start");
}

#[test]
fn only_the_dirty_rectangle_is_painted_anew() {
    let level = level();
    let mut game = landed(level.start());
    let area = Rect::new(ivec2(800, 560), ivec2(1120, 740));
    let before = paint(&game.terrain, &level.solid, area);
    let at = game.hero.position() + ivec2(24, 26);
    let dirty = game.step(dig(at));
    assert!(!dirty.is_empty() && area.contains(dirty.min) && area.contains(dirty.max));

    // The picture of before with the rectangle drawn over it is the picture of after.
    let after = paint(&game.terrain, &level.solid, area);
    let part = paint(&game.terrain, &level.solid, dirty);
    let mut patched = before.clone();
    let wide = dirty.width() as usize;
    for (row, line) in part.chunks(4 * wide).enumerate() {
        let y = (dirty.min.y - area.min.y) as usize + row;
        let x = (dirty.min.x - area.min.x) as usize;
        patched[4 * (y * area.width() as usize + x)..][..4 * wide].copy_from_slice(line);
    }
    assert!(before != after, "a hole is seen");
    assert!(patched == after);
}
