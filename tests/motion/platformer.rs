//! The platformer of the examples, played by recorded courses: what the hero meets on the way, and that they end in the same
//! states everywhere.

use platformer_game::game::{Game, Input, Key, Level};
use platformer_game::replay::Replay;
use platformer_game::{COURSE, CRATES, PLANKS};
use reference::pool::in_pool;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use tileray::glam::ivec2;
use tileray::load::Files;
use tileray::{CollisionWorld, Direction, LayerMask, Rect, Tile};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn level(map: &str) -> Level {
    let level = Level::read(&root().join("maps").join(map), &root().join("assets/sprites"), &Files);
    level.expect("a level of the repository")
}

fn start() -> Game {
    Game::new(level("cave.tmx"))
}

fn course() -> Replay {
    Replay::parse(COURSE).expect("a replay")
}

fn play(game: Game, look: impl FnMut(&Game, &Game, Input)) -> Game {
    replay(&course(), game, look)
}

fn replay(replay: &Replay, mut game: Game, mut look: impl FnMut(&Game, &Game, Input)) -> Game {
    for &input in replay.steps() {
        let before = game.clone();
        game.step(input);
        look(&before, &game, input);
    }
    game
}

#[test]
fn the_course_ends_at_the_flag_in_the_same_state_everywhere() {
    for threads in [1, 7] {
        in_pool(threads, || {
            let end = play(start(), |_, _, _| {});
            assert!(end.is_won && end.hero.deaths == 0);
            assert_eq!((end.hero.coins, end.hero.wounds, end.time), (17, 0, 2010));
            assert_eq!(format!("{:016x}", end.state_hash()), "fb54db3c5115246b");
        });
    }
}

#[test]
fn the_hero_stands_on_pixels_and_is_never_in_any() {
    let mut floors = BTreeSet::new();
    let mut rides = BTreeSet::new();
    let (mut stood, mut up_slopes, mut down_slopes, mut dug) = (0, 0, 0, 0);
    play(start(), |before, game, input| {
        let (hero, layers) = (&game.hero, LayerMask::ALL);
        let around = CollisionWorld::new(&game.terrain, &game.solids);
        // One-way planks may be passed; what stops every motion may not be entered.
        let (mask, at) = (hero.body.shape().mask(), hero.body.position());
        let planks = game.level.map.layer_index("game/planks").expect("planks");
        let rock = layers.without(LayerMask::layer(planks));
        assert_eq!(
            game.terrain.query().layers(rock).overlap_mask(mask, at),
            None,
            "step {}: in the rock at {at}",
            game.time
        );
        dug += u32::from(game.terrain.bounds() == before.terrain.bounds() && game.beam.line.is_some());
        if !hero.on_floor {
            return;
        }
        let Some(floor) = hero.body.floor(around) else {
            // The beam comes after the hero: it may dig away what holds it.
            assert!(game.beam.line.is_some(), "step {}: it stands on nothing", game.time);
            return;
        };
        assert_eq!(floor.pixel.y, hero.feet().y, "step {}: the floor is right under its feet", game.time);
        stood += 1;
        floors.extend(floor.layer.and_then(|layer| game.level.map.layer(layer)).map(|layer| layer.path.to_owned()));
        let moved = hero.body.position() - before.hero.body.position();
        if let (Some(solid), true) = (floor.solid, before.hero.on_floor && input == Input::default()) {
            let carried = game.solids[solid].position() - before.solids[solid].position();
            // Once it has come to rest, it goes as the platform goes: no pixel more or less.
            if before.hero.velocity.x == 0.0 {
                assert_eq!(moved, carried, "step {}: it jitters on the platform", game.time);
                rides.insert((solid, carried.x.signum(), carried.y.signum()));
            }
        } else if floor.solid.is_none() && before.hero.on_floor {
            up_slopes += u32::from(moved.y < 0);
            down_slopes += u32::from(moved.y > 0);
        }
    });
    let expected = ["game/machines", "game/planks", "ground"].map(str::to_owned);
    assert!(expected.iter().all(|layer| floors.contains(layer)), "{floors:?}");
    for ride in [(0, 1, 0), (0, -1, 0), (1, 0, 1), (1, 0, -1)] {
        assert!(rides.contains(&ride), "{ride:?} of {rides:?}");
    }
    assert!(stood > 500 && up_slopes > 20 && down_slopes > 20 && dug > 50, "{stood} {up_slopes} {down_slopes} {dug}");
}

#[test]
fn two_crates_and_a_gap_lead_to_the_flag() {
    let (level, course) = (level("crates.tmx"), Replay::parse(CRATES).expect("a replay"));
    let (mut over_gap, mut falls, mut rides) = (0, 0, 0);
    let end = replay(&course, Game::new(level.clone()), |before, game, input| {
        let (hero, [lift, low, high]) = (&game.hero.body, &game.solids[..]) else { panic!("a lift and two crates") };
        for solid in [low, high] {
            let (mask, at) = (solid.shape().mask(), solid.position());
            assert_eq!(game.terrain.query().overlap_mask(mask, at), None, "step {}: a crate in the rock", game.time);
            assert!(!hero.rect().overlaps(&solid.rect()), "step {}: the hero in a crate", game.time);
        }
        assert!(!low.rect().overlaps(&high.rect()));
        // The gap is a tile wide, and the hero runs over it.
        if hero.rect().overlaps(&Rect::new(ivec2(144, 0), ivec2(160, 400))) && hero.position().y > 240 {
            assert!(!input.holds(Key::Jump) && (288..=291).contains(&game.hero.feet().y), "step {}", game.time);
            over_gap += u32::from(!hero.rect().overlaps(&Rect::new(ivec2(0, 0), ivec2(144, 400))));
        }
        let moved = high.position() - before.solids[2].position();
        falls += u32::from(moved.y > 2);
        let stands_on = hero.floor(CollisionWorld::new(&game.terrain, &game.solids)).and_then(|floor| floor.solid);
        if before.hero.velocity.x == 0.0 && stands_on == Some(2) && moved.y < 0 {
            assert_eq!(moved, lift.position() - before.solids[0].position());
            assert_eq!(hero.position().y - before.hero.body.position().y, moved.y);
            rides += 1;
        }
    });
    assert!(end.is_won && (end.hero.coins, end.hero.deaths) == (5, 0));
    assert!(over_gap > 3 && falls > 10 && rides > 20, "{over_gap} {falls} {rides}");
    assert_eq!(format!("{:016x}", end.state_hash()), "ca33e6a114268c37");
    // Whoever falls into the gap begins again, and so do the crates.
    let mut game = end;
    game.hero.body.set_position(ivec2(146, 340));
    let (_, crates) = game.platforms_and_crates();
    assert!(crates.iter().zip(&level.crates).all(|(found, start)| found.position() != start.position()));
    (0..60).for_each(|_| game.step(Input::default()));
    assert_eq!((game.hero.deaths, game.hero.feet()), (1, level.spawn));
    assert_eq!(game.platforms_and_crates().1, level.crates);
    // Rock is hard here: the beam shines and leaves no hole.
    let mut game = Game::new(level.clone());
    for _ in 0..60 {
        game.step(Input::default().with(Key::Down).with(Key::Beam));
        assert!(game.beam.line.is_some() && game.dug.is_none());
    }
    // Neither crate is enough.
    for kept in [&[][..], &[0], &[1]] {
        let crates = kept.iter().map(|&index: &usize| level.crates[index].clone()).collect();
        assert!(!replay(&course, Game::new(Level { crates, ..level.clone() }), |_, _, _| {}).is_won, "{kept:?}");
    }
}

#[test]
fn one_way_tiles_among_the_rock_lead_up_and_never_back() {
    let (level, course) = (level("planks.tmx"), Replay::parse(PLANKS).expect("a replay"));
    let (map, ground) = (level.map.clone(), level.map.layer_index("ground").expect("the rock"));
    let way = |tile: Tile| map.tile_set(tile.set).and_then(|set| set.one_way(tile.id, tile.orientation));
    let planks: Vec<_> =
        map.placed_tiles(ground).filter_map(|(at, plank)| Some((at, plank, way(plank.tile())?))).collect();
    let (mut passed, mut storeys, mut stopped) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
    let end = replay(&course, Game::new(level), |before, game, _| {
        let hero = &game.hero;
        let (mask, at) = (hero.body.shape().mask(), hero.body.position());
        let moved = at - before.hero.body.position();
        for (corner, plank, way) in &planks {
            if plank.mask.overlap(mask, at - *corner).is_some() {
                passed.insert((way.name(), moved.x.signum(), moved.y.signum()));
            }
        }
        let floor = hero.body.floor(&game.terrain).filter(|floor| hero.on_floor && floor.tile.and_then(way).is_some());
        storeys.extend(floor.map(|floor| (floor.layer, floor.cell.y)));
        if before.hero.velocity.x < -100.0 && hero.velocity.x == 0.0 {
            stopped.insert((Direction::Left.name(), at.x));
        }
        if before.hero.velocity.y < -100.0 && hero.velocity.y >= 0.0 {
            stopped.insert((Direction::Up.name(), at.y));
        }
    });
    assert!(end.is_won && (end.hero.coins, end.hero.deaths) == (6, 0));
    assert_eq!(storeys, [6, 8, 11, 14].map(|row| (Some(ground), row)).into());
    // The faces of the gate and of the trap door.
    assert_eq!(stopped, [("left", 21 * 16), ("up", 13 * 16)].into());
    let ways: BTreeSet<&str> = passed.iter().map(|(way, ..)| *way).collect();
    assert_eq!(ways, ["down", "left", "up"].into());
    assert!(!passed.iter().any(|&(way, x, y)| (way == "left" && x < 0) || (way == "up" && y < 0)), "{passed:?}");
    assert_eq!(format!("{:016x}", end.state_hash()), "0daf8c0cef719616");
}

#[test]
fn who_drops_through_a_plank_does_not_jump_whichever_key_is_let_go_first() {
    let start = start();
    let planks = start.level.map.layer_index("game/planks").expect("planks");
    let mut dropped = 0;
    for (corner, _) in start.level.map.placed_tiles(planks) {
        let mut game = start.clone();
        game.hero.body.set_position(corner + ivec2(2, -14));
        (0..3).for_each(|_| game.step(Input::default()));
        let stood = game.hero.body.position();
        let floor = game.hero.body.floor(CollisionWorld::new(&game.terrain, &game.solids));
        if !game.hero.on_floor || stood != corner + ivec2(2, -14) || floor.and_then(|floor| floor.layer) != Some(planks)
        {
            continue;
        }
        let both = Input::default().with(Key::Down).with(Key::Jump);
        for (held, after) in [(6, Key::Jump), (6, Key::Down), (15, Key::Jump)] {
            let mut game = game.clone();
            for step in 0..20 {
                let before = game.hero.body.position().y;
                game.step(if step < held { both } else { Input::default().with(after) });
                assert!(
                    game.hero.velocity.y >= 0.0 && game.hero.body.position().y >= before,
                    "step {step} at {corner}"
                );
            }
            assert!(game.hero.body.position().y > stood.y, "it fell from {corner}");
        }
        dropped += 1;
    }
    assert!(dropped > 2, "{dropped}");
}

#[test]
fn a_replay_is_written_as_it_is_read() {
    let course = course();
    assert_eq!(Replay::parse(&course.to_string()), Ok(course));
    let text = "3 left jump # a note\n\n# nothing\n2\n";
    assert_eq!(Replay::parse(text).map(|replay| replay.to_string()), Ok("3 left jump\n2\n".to_owned()));
    for (text, line, part) in [
        ("3 left\nx right", 2, "'x' is not a number of steps"),
        ("0 left", 1, "'0' is not a number of steps"),
        ("-4", 1, "'-4' is not a number of steps"),
        ("5 fly", 1, "'fly' is not a key: there are left, right, up, down, jump, beam"),
        ("648000\n1", 2, "longer than 648000 steps"),
        ("99999999999999999999", 1, "is not a number of steps"),
        ("# nothing yet\n", 1, "has no steps"),
    ] {
        let (at, fault) = Replay::parse(text).expect_err(text);
        assert!(at == line && fault.contains(part), "{text}: line {at}: {fault}");
    }
}

#[test]
fn a_map_that_cannot_be_played_says_why() {
    let [map, crates] = ["cave.tmx", "crates.tmx"]
        .map(|map| fs::read_to_string(root().join("maps").join(map)).expect("a map of the repository"));
    let folder = tempfile::tempdir().expect("a folder");
    let tilesets = root().join("assets");
    let open = |text: String| {
        let path = folder.path().join("level.tmx");
        fs::write(&path, text.replace("../assets", &tilesets.display().to_string())).expect("a file");
        Level::read(&path, &tilesets.join("sprites"), &Files).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!([open(map.clone()), open(crates.clone())], [Ok(()), Ok(())]);
    assert_eq!(open(map.replace("cave-back.tsx", "gone.tsx")), Ok(()), "the background decides nothing");
    let spawn =
        map.lines().find(|line| line.contains("type=\"spawn\"") && line.contains("\"hero\"")).expect("the spawn");
    let buried = spawn.replace("x=\"664\"", "x=\"1800\"");
    let faults = [
        (map.replace(spawn, &spawn.replace("type=\"spawn\"", "type=\"end\"")), "has no object of class 'spawn'"),
        (map.replace(spawn, &buried), "the spawn at [1800, 560] is inside rock: move it to a free place"),
        (map.replace("name=\"speed\"", "name=\"pace\""), "needs the property 'speed', a number"),
        (map.replace("name=\"range\"", "name=\"rage\""), "of class 'enemy' needs the property 'range'"),
        (map.replace("name=\"planks\"", "name=\"plank\""), "game/planks"),
        // Hidden layers of the game have to be whole, too.
        (map.replace("machines.tsx", "gone.tsx"), "gone.tsx: there is no such file"),
        (crates.replace("name=\"weight\"", "name=\"mass\""), "of class 'crate' needs the property 'weight', a number"),
        (
            crates.replace("\"weight\" type=\"float\" value=\"0.5\"", "\"weight\" type=\"int\" value=\"-1\""),
            "has the weight -1",
        ),
        (
            crates.replace("x=\"224\" y=\"256\"", "x=\"224\" y=\"257\""),
            "'crate' is inside rock: move it to a free place",
        ),
        ("<map".to_owned(), "level.tmx"),
    ];
    for (text, part) in faults {
        let error = open(text).expect_err(part);
        assert!(error.contains(part) && error.contains("level.tmx"), "{error}");
    }
}

#[test]
fn a_hero_between_a_platform_and_the_rock_begins_again() {
    let mut game = start();
    // Under the ceiling of its own making: a platform comes up to it.
    let solid = game.solids[1].clone().with_one_way(None);
    game.solids[1] = solid;
    let top = game.solids[1].position();
    game.terrain.fill(&Rect::new(top + ivec2(0, -40), top + ivec2(48, -24)), LayerMask::ALL);
    game.hero.body.set_position(top + ivec2(18, -14));
    let deaths = game.hero.deaths;
    (0..240).for_each(|_| game.step(Input::default()));
    assert_eq!((game.hero.deaths, game.hero.wounds), (deaths + 1, 0));
}
