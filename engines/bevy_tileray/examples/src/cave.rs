//! The levels of `examples/platformer_game` with the plugin: lifts, crates and coins, and the rules of the hero, without a window.
//! The drones are left out.

use bevy::prelude::*;
use bevy_tileray::{
    BodyContact, BodySlide, PixelBody, PixelSolid, RayFilter, Rays, TileLevelAsset, TileTerrain, TileraySystems,
    WorldRay,
};
use platformer_game::game::LAYERS;
use platformer_game::game::beam::{INTERVAL, RADIUS, REACH};
use platformer_game::game::hero::{
    AIR_ACCELERATION, CUT, FLOOR_ACCELERATION, GRAVITY, JUMP, LEDGE, MAX_FALL, RUN, SIZE,
};
use platformer_game::game::platform::WAIT;
pub(crate) use platformer_game::game::{Input, Key};
use platformer_game::replay::Replay;
use tileray::motion::{Jump, JumpEvent, JumpInput, LiftMomentum};
use tileray::{Direction, LayerSet, MoveOptions, Terrain, Traversal};

/// A box that comes as near to the middle of a coin shares a pixel with its picture, a disc 12 pixels wide.
const COIN: f32 = 5.3;

#[derive(Component, Debug)]
pub(crate) struct Hero {
    spawn: Vec2,
    jump: Jump,
    lift: LiftMomentum,
    /// 1 to the right, −1 to the left.
    pub(crate) faces: f32,
    pub(crate) coins: u32,
    /// Where the beam begins and ends, while it shines.
    pub(crate) beam: Option<(Vec2, Vec2)>,
    /// The steps for which it has shone, and the pixel that it digs at.
    beam_steps: u32,
    hole: Option<Vec2>,
}

/// A platform that goes to and fro.
#[derive(Component, Debug)]
pub(crate) struct Lift {
    velocity: Vec2,
    /// The steps from one end to the other.
    length: u32,
    steps: u32,
}

/// A crate that falls.
#[derive(Component, Debug)]
pub(crate) struct Crate {
    start: Vec2,
}

#[derive(Component, Debug)]
pub(crate) struct Coin;

#[derive(Component, Debug)]
pub(crate) struct Flag {
    pub(crate) is_reached: bool,
}

/// The keys that are held in a step.
#[derive(Debug, Default, Resource)]
pub(crate) struct Held(pub(crate) Input);

/// Recorded keys, which take the place of the keyboard.
#[derive(Debug, Resource)]
pub(crate) struct Recording(std::vec::IntoIter<Input>);

impl Recording {
    /// Reads a course from the spawn point to the flag.
    pub(crate) fn of(course: &str) -> Self {
        let course = Replay::parse(course).expect("a course of the repository");
        Self(course.steps().to_vec().into_iter())
    }
}

/// The level that is loaded.
#[derive(Resource)]
struct Loading(Handle<TileLevelAsset>);

/// The rock of the level, where the beam leaves no hole.
#[derive(Resource)]
struct Hard;

/// Plays the level of a map.
pub(crate) struct CavePlugin(pub(crate) &'static str);

impl Plugin for CavePlugin {
    fn build(&self, app: &mut App) {
        let map = self.0;
        let load = move |mut commands: Commands, assets: Res<AssetServer>| {
            commands.insert_resource(Loading(assets.load(map)));
        };
        app.init_resource::<Held>()
            .insert_resource(Time::<Fixed>::from_hz(60.0))
            .add_systems(Startup, load)
            .add_systems(PreUpdate, begin.run_if(resource_exists::<Loading>))
            // Velocities are set before the plugin moves bodies, and what they meet is looked at after.
            .add_systems(FixedUpdate, (replay, move_lifts, drop_crates, ride, walk).chain())
            .add_systems(
                FixedPostUpdate,
                (shine, dig.run_if(not(resource_exists::<Hard>)), take_coins, reach_flag)
                    .chain()
                    .after(TileraySystems::Move),
            );
    }
}

/// Spawns the terrain and the objects of the map, once it is loaded.
fn begin(mut commands: Commands, loading: Res<Loading>, levels: Res<Assets<TileLevelAsset>>) {
    let Some(level) = levels.get(&loading.0) else { return };
    let map = level.map();
    let layers = LayerSet::named(map, LAYERS).expect("layers of the game");
    commands.spawn(TileTerrain::from(Terrain::from_layers(map, &layers).expect("a small map")));
    if map.properties.bool("hard") == Some(true) {
        commands.insert_resource(Hard);
    }
    for object in map.objects().filter(|object| object.layer == "game/objects") {
        // y points down in the map.
        let up = |vector: Vec2| vec2(vector.x, -vector.y);
        let (corner, size) = (up(object.position), object.size);
        let middle = corner + up(size / 2.0);
        let number = |name| object.properties.number(name).unwrap_or_default() as f32;
        match object.class.as_str() {
            "spawn" => {
                let body = PixelBody::rectangle(SIZE.0, SIZE.1).expect("a box");
                let spawn = corner + vec2(0.0, 7.0);
                commands.spawn((Hero::new(spawn), body, Transform::from_translation(spawn.extend(3.0))));
            }
            "platform" => {
                let solid = PixelSolid::rectangle(size.x as u32, size.y as u32).expect("a box");
                let way = vec2(number("to_x"), -number("to_y"));
                let length = (way.length() / number("speed") * 60.0).ceil();
                let lift = Lift { velocity: way / length * 60.0, length: length as u32, steps: 0 };
                let solid = solid.with_one_way(Some(Direction::Down));
                commands.spawn((lift, solid, Transform::from_translation(middle.extend(2.0))));
            }
            "crate" => {
                let solid = PixelSolid::rectangle(size.x as u32, size.y as u32).expect("a box");
                let solid = solid.with_weight(number("weight"));
                commands.spawn((Crate { start: middle }, solid, Transform::from_translation(middle.extend(2.0))));
            }
            "coin" => {
                commands.spawn((Coin, Transform::from_translation(corner.extend(1.0))));
            }
            "checkpoint" => {
                commands.spawn((Flag { is_reached: false }, Transform::from_translation(middle.extend(1.0))));
            }
            _ => {}
        }
    }
    commands.remove_resource::<Loading>();
}

fn replay(recording: Option<ResMut<Recording>>, mut held: ResMut<Held>, _is_there: Single<&Hero>) {
    if let Some(mut recording) = recording {
        held.0 = recording.0.next().unwrap_or_default();
    }
}

fn move_lifts(mut lifts: Query<(&mut PixelSolid, &mut Lift)>) {
    for (mut solid, mut lift) in &mut lifts {
        let there = WAIT + lift.length;
        solid.velocity = match lift.steps {
            steps if steps < WAIT => Vec2::ZERO,
            steps if steps < there => lift.velocity,
            steps if steps < there + WAIT => Vec2::ZERO,
            _ => -lift.velocity,
        };
        lift.steps = (lift.steps + 1) % (2 * there);
    }
}

/// Adds gravity to the crates.
fn drop_crates(time: Res<Time>, mut crates: Query<&mut PixelSolid, With<Crate>>) {
    for mut solid in &mut crates {
        solid.velocity.y = (solid.velocity.y - GRAVITY * time.delta_secs()).max(-MAX_FALL);
    }
}

/// Keeps the velocity of the lift under the hero, for jumps.
fn ride(mut contacts: MessageReader<BodyContact>, lifts: Query<&PixelSolid>, mut hero: Single<&mut Hero>) {
    hero.lift.step(None);
    for floor in contacts.read().filter(|contact| contact.normal.y > 0.0) {
        if let Ok(lift) = lifts.get(floor.other)
            && lift.velocity != Vec2::ZERO
        {
            // The library counts down.
            hero.lift.step(Some(vec2(lift.velocity.x, -lift.velocity.y)));
        }
    }
}

/// Sets the velocity of the hero. The plugin moves it, and takes away what something blocked.
fn walk(
    time: Res<Time>,
    held: Res<Held>,
    terrain: Single<&TileTerrain>,
    hero: Single<(&mut PixelBody, &BodySlide, &mut Hero)>,
    mut crates: Query<(&mut PixelSolid, &Crate)>,
) {
    let (mut body, slide, mut hero) = hero.into_inner();
    let (held, dt) = (held.0, time.delta_secs());
    let walk = held.axis(Key::Left, Key::Right) as f32;
    if walk != 0.0 {
        hero.faces = walk;
    }
    let most = if slide.on_floor { FLOOR_ACCELERATION } else { AIR_ACCELERATION } * dt;
    let (speed, wanted) = (body.velocity.x, walk * RUN);
    body.velocity.x = if speed < wanted { (speed + most).min(wanted) } else { (speed - most).max(wanted) };
    body.velocity.y = (body.velocity.y - GRAVITY * dt).max(-MAX_FALL);

    let drops = held.holds(Key::Down) && held.holds(Key::Jump);
    body.options = MoveOptions::new().drop_through(drops).ledge_forgiveness(LEDGE);
    let input = JumpInput { on_floor: slide.on_floor, rises: body.velocity.y > 0.0, held: held.holds(Key::Jump) };
    let event = hero.jump.step(input);
    match event.filter(|_| !drops) {
        Some(JumpEvent::Start) => {
            let lift = hero.lift.velocity();
            body.velocity = vec2(body.velocity.x + lift.x, JUMP - lift.y);
        }
        Some(JumpEvent::Cut) => body.velocity.y *= CUT,
        None => {}
    }
    if drops {
        hero.jump.reset();
    }
    if slide.is_squished || slide.is_stuck || body.body().position().y > terrain.bounds().max.y {
        let (spawn, coins) = (hero.spawn, hero.coins);
        body.teleport(spawn);
        body.velocity = Vec2::ZERO;
        *hero = Hero { coins, ..Hero::new(spawn) };
        // One may be lost, or lie at the spawn point.
        for (mut solid, Crate { start }) in &mut crates {
            solid.teleport(*start);
            solid.velocity = Vec2::ZERO;
        }
    }
}

/// Casts the beam while its key is held.
fn shine(held: Res<Held>, rays: Rays, hero: Single<(&PixelBody, &mut Hero)>) {
    let (body, mut hero) = hero.into_inner();
    (hero.beam, hero.hole) = (None, None);
    hero.beam_steps = if held.0.holds(Key::Beam) { hero.beam_steps + 1 } else { 0 };
    if hero.beam_steps > 0 {
        let aim = vec2(hero.faces, held.0.axis(Key::Down, Key::Up) as f32);
        let ray = WorldRay::new(middle_of(body), aim, REACH);
        let hit = rays.cast_with(&ray, &RayFilter { traversal: Traversal::Bresenham, ..RayFilter::default() });
        hero.beam = Some((ray.origin, hit.map_or(ray.end, |hit| hit.point)));
        let digs = hero.beam_steps.is_multiple_of(INTERVAL);
        hero.hole = hit.and_then(|hit| hit.terrain).filter(|_| digs).map(|hit| hit.point());
    }
}

/// Digs at the end of the beam, in pixels of the terrain.
fn dig(hero: Single<&Hero>, mut terrain: Single<&mut TileTerrain>) {
    if let Some(hole) = hero.hole {
        terrain.carve_circle(hole, RADIUS);
    }
}

fn take_coins(
    mut commands: Commands,
    hero: Single<(&PixelBody, &mut Hero)>,
    coins: Query<(Entity, &Transform), With<Coin>>,
) {
    let (body, mut hero) = hero.into_inner();
    for (coin, at) in &coins {
        if gap(body, at).length() < COIN {
            commands.entity(coin).despawn();
            hero.coins += 1;
        }
    }
}

fn reach_flag(hero: Single<&PixelBody, With<Hero>>, flag: Single<(&mut Flag, &Transform)>) {
    let (mut flag, at) = flag.into_inner();
    flag.is_reached |= gap(&hero, at).cmplt(vec2(8.0, 16.0)).all();
}

/// Returns the middle of a body after the last step. Its transform lags behind, as it is made for the eye.
fn middle_of(body: &PixelBody) -> Vec2 {
    let pixels = body.body().rect();
    (pixels.min + pixels.max).as_vec2() / 2.0 * vec2(1.0, -1.0)
}

/// Returns how far a point is right or left of a body's box, and above or below it.
fn gap(body: &PixelBody, point: &Transform) -> Vec2 {
    let half_size = body.body().rect().size().as_vec2() / 2.0;
    ((middle_of(body) - point.translation.truncate()).abs() - half_size).max(Vec2::ZERO)
}

impl Hero {
    fn new(spawn: Vec2) -> Self {
        let (jump, lift) = (Jump::default(), LiftMomentum::default());
        Self { spawn, jump, lift, faces: 1.0, coins: 0, beam: None, beam_steps: 0, hole: None }
    }
}
