//! Boxes that slide along a row of flat tiles: what the seams between the tiles do to them.

use crate::app::{self, GRAVITY, RATE};
use crate::cave::{BODIES, BODY, TERRAIN, spawn_static};
use avian2d::prelude::*;
use bevy_app::{App, FixedLast, FixedUpdate};
use bevy_ecs::prelude::*;
use bevy_math::{Dir2, Vec2, ivec2, vec2};
use bevy_tileray::{BodyContact, BodySlide, PixelBody, TerrainColliders, TileTerrain};
use bevy_time::Time;
use bevy_transform::components::Transform;
use fastrand::Rng;
use tileray::glam::{IVec2, uvec2};
use tileray::{LayerSet, Rect, SolidityMap, Terrain, Tile, TileLayer, TileMap, TileSet};

/// The number of tiles, their side, and the top of the floor, in pixels.
const TILES: i32 = 200;
const SIDE: f32 = 16.0;
const TOP: f32 = 64.0;

/// Speeds along the floor, in pixels a second.
const SPEEDS: [f32; 6] = [30.0, 60.0, 120.0, 240.0, 480.0, 960.0];

/// How high above the floor boxes begin, in pixels.
const HEIGHTS: [f32; 4] = [0.0, 0.3, 3.0, 20.0];

/// Fixed steps; the fastest boxes reach the end of the row before.
const STEPS: usize = 600;

/// A box that slides, and what happened to it.
#[derive(Clone, Component, Copy, Debug, Default)]
struct Slider {
    speed: f32,
    before: Option<Vec2>,
    /// Steps since it first touched the floor.
    on_floor: u32,
    /// In this step: whether it touched the floor, and whether anything else pushed it than the floor upward.
    touched: bool,
    pushed_aside: bool,
    counts: Counts,
}

#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    steps: u32,
    stopped: u32,
    bounced: u32,
    pushed_aside: u32,
}

impl Slider {
    /// Counts a step, at the end of which its middle is there.
    fn observe(&mut self, middle: Vec2) {
        let before = self.before.replace(middle);
        let (touched, pushed_aside) = (std::mem::take(&mut self.touched), std::mem::take(&mut self.pushed_aside));
        self.on_floor += u32::from(touched || self.on_floor > 0);
        let Some(before) = before.filter(|_| self.on_floor > 1 && middle.x < TILES as f32 * SIDE - SIDE) else {
            return;
        };
        let moved = middle - before;
        self.counts.steps += 1;
        self.counts.stopped += u32::from(moved.x < self.speed / RATE as f32 / 2.0);
        self.counts.bounced += u32::from(moved.y > 0.5);
        self.counts.pushed_aside += u32::from(pushed_aside);
    }

    /// Notes a contact by its normal, away from the floor.
    fn meet(&mut self, normal: Vec2) {
        self.touched |= normal.y > 0.7;
        self.pushed_aside |= normal.y < 0.99;
    }
}

/// How boxes move, and what the floor is made of.
#[derive(Clone, Copy, Debug)]
enum Way {
    Tileray,
    Dynamic(Floor),
    /// Dynamic, with corners that are rounded by a radius of 2 px, which is common advice against seams.
    Rounded(Floor),
    Kinematic(Floor),
}

#[derive(Clone, Copy, Debug)]
enum Floor {
    Tiles,
    Merged,
    Voxels,
    /// The plugin's colliders, in chunks of a side.
    Chunks(u32),
}

/// Lets boxes slide in each way, and prints a row for each.
pub fn report() {
    println!(
        "| | steps on the floor | stopped | boxes stopped, of 24 | bounced by more than 0.5 px | pushed by a normal that is not upward |"
    );
    println!("| --- | --- | --- | --- | --- | --- |");
    for (name, way) in [
        ("`PixelBody`, 200 tiles", Way::Tileray),
        ("Avian, dynamic, 200 tiles", Way::Dynamic(Floor::Tiles)),
        ("Avian, dynamic with round corners, 200 tiles", Way::Rounded(Floor::Tiles)),
        ("Avian, dynamic, one merged rectangle", Way::Dynamic(Floor::Merged)),
        ("Avian, dynamic, voxels", Way::Dynamic(Floor::Voxels)),
        ("Avian, dynamic, `TerrainColliders`, one chunk", Way::Dynamic(Floor::Chunks(4096))),
        ("Avian, dynamic, `TerrainColliders`, chunks of 128 px", Way::Dynamic(Floor::Chunks(128))),
        ("Avian, `MoveAndSlide`, 200 tiles", Way::Kinematic(Floor::Tiles)),
        ("Avian, `MoveAndSlide`, one merged rectangle", Way::Kinematic(Floor::Merged)),
        ("Avian, `MoveAndSlide`, voxels", Way::Kinematic(Floor::Voxels)),
    ] {
        let counts = slide(way);
        let sum = |count: fn(&Counts) -> u32| counts.iter().map(count).sum::<u32>();
        let [steps, stopped, bounced, aside] = [
            sum(|counts| counts.steps),
            sum(|counts| counts.stopped),
            sum(|counts| counts.bounced),
            sum(|counts| counts.pushed_aside),
        ];
        let boxes = counts.iter().filter(|counts| counts.stopped > 0).count();
        println!("| {name} | {steps} | {stopped} | {boxes} | {bounced} | {aside} |");
    }
}

fn slide(way: Way) -> Vec<Counts> {
    let mut app = match way {
        Way::Tileray => app::tileray(),
        _ => app::avian_and_tileray(),
    };
    match way {
        Way::Tileray => {
            app.world_mut().spawn(TileTerrain::from(row()));
            app.add_systems(FixedUpdate, drive).add_systems(FixedLast, watch);
        }
        Way::Dynamic(floor) | Way::Rounded(floor) => {
            spawn_floor(&mut app, floor);
            app.add_systems(FixedUpdate, avian_drive).add_systems(FixedLast, avian_watch);
        }
        Way::Kinematic(floor) => {
            spawn_floor(&mut app, floor);
            app.add_systems(FixedUpdate, (avian_slide, avian_watch).chain());
        }
    }
    let mut rng = Rng::with_seed(7);
    for (speed, height) in SPEEDS.iter().flat_map(|speed| HEIGHTS.map(|height| (*speed, height))) {
        let (width, height_of_body) = (BODY.0 as f32, BODY.1 as f32);
        let middle = vec2(20.0 + 16.0 * rng.f32(), -TOP + height_of_body / 2.0 + height);
        let common = (Slider { speed, ..Slider::default() }, Transform::from_translation(middle.extend(0.0)));
        let shape = match way {
            Way::Rounded(_) => Collider::round_rectangle(width - 4.0, height_of_body - 4.0, 2.0),
            _ => Collider::rectangle(width, height_of_body),
        };
        let collider = (shape, CollisionLayers::from_bits(BODIES, TERRAIN));
        let world = app.world_mut();
        match way {
            Way::Tileray => world.spawn((common, PixelBody::rectangle(BODY.0, BODY.1).expect("a box"))),
            Way::Dynamic(_) | Way::Rounded(_) => {
                // As games do with dynamic characters.
                let material = (Friction::new(0.0).with_combine_rule(CoefficientCombine::Min), Restitution::ZERO);
                world.spawn((common, collider, material, RigidBody::Dynamic, LockedAxes::ROTATION_LOCKED))
            }
            Way::Kinematic(_) => world.spawn((common, collider, RigidBody::Kinematic, CustomPositionIntegration)),
        };
    }
    for _ in 0..STEPS {
        app.update();
    }
    app.world_mut().query::<&Slider>().iter(app.world()).map(|slider| slider.counts).collect()
}

/// Returns terrain of 200 tiles.
fn row() -> Terrain {
    let mut map =
        TileMap::new(uvec2(16, 16)).and_then(|map| map.with_size(uvec2(TILES as u32, 8))).expect("a small map");
    let mut set = TileSet::new("floor", IVec2::ZERO);
    set.insert(0, SolidityMap::from_fn(16, 16, |_, _| true));
    let set = map.add_tile_set(set);
    let cells = Rect::from_size(IVec2::ZERO, uvec2(TILES as u32, 8));
    let layer = map.add_layer(TileLayer::new("floor", cells)).expect("a layer of its cells");
    for x in 0..TILES {
        let tile = Some(Tile { set, ..Tile::default() });
        map.set_tile(layer, ivec2(x, (TOP / SIDE) as i32), tile).expect("a cell of the map");
    }
    Terrain::from_layers(&map, &LayerSet::solid(&map)).expect("a small map")
}

fn spawn_floor(app: &mut App, floor: Floor) {
    let (side, top) = (SIDE as i32, -TOP as i32);
    match floor {
        Floor::Tiles => {
            for x in 0..TILES {
                let middle = vec2((x as f32 + 0.5) * SIDE, -TOP - SIDE / 2.0);
                spawn_static(app, Collider::rectangle(SIDE, SIDE), middle);
            }
        }
        Floor::Merged => {
            let width = TILES as f32 * SIDE;
            spawn_static(app, Collider::rectangle(width, SIDE), vec2(width / 2.0, -TOP - SIDE / 2.0));
        }
        Floor::Chunks(chunk) => {
            let settings = TerrainColliders { chunk, ..TerrainColliders::default() };
            app.world_mut().spawn((TileTerrain::from(row()), settings));
        }
        Floor::Voxels => {
            let pixels = (top - side..top).flat_map(|y| (0..TILES * side).map(move |x| ivec2(x, y)));
            spawn_static(app, Collider::voxels(Vec2::ONE, &pixels.collect::<Vec<_>>()), Vec2::ZERO);
        }
    }
}

fn drive(mut bodies: Query<(&mut PixelBody, &Slider)>) {
    for (mut body, slider) in &mut bodies {
        body.velocity = vec2(slider.speed, body.velocity.y - GRAVITY / RATE as f32);
    }
}

fn watch(mut bodies: Query<(&mut Slider, &PixelBody, &BodySlide)>, mut contacts: MessageReader<BodyContact>) {
    for contact in contacts.read() {
        if let Ok((mut slider, ..)) = bodies.get_mut(contact.body) {
            slider.meet(contact.normal);
        }
    }
    for (mut slider, body, slide) in &mut bodies {
        let bounds = body.body().shape().bounds();
        let middle = body.body().exact_position() + (bounds.min + bounds.max).as_vec2() / 2.0;
        slider.touched |= slide.on_floor;
        slider.observe(vec2(middle.x, -middle.y));
    }
}

fn avian_drive(mut bodies: Query<(&mut LinearVelocity, &Slider)>) {
    for (mut velocity, slider) in &mut bodies {
        velocity.x = slider.speed;
    }
}

fn avian_slide(
    mut bodies: Query<(&mut Transform, &mut LinearVelocity, &mut Slider, &Collider)>,
    motion: MoveAndSlide,
    time: Res<Time>,
) {
    let (config, filter) = (MoveAndSlideConfig::default(), SpatialQueryFilter::from_mask(TERRAIN));
    for (mut place, mut velocity, mut slider, collider) in &mut bodies {
        let wanted = vec2(slider.speed, velocity.y - GRAVITY / RATE as f32);
        let at = place.translation.truncate();
        let moved =
            motion.move_and_slide(collider, at, Rotation::IDENTITY, wanted, time.delta(), &config, &filter, |hit| {
                slider.meet(Dir2::as_vec2(hit.normal));
                MoveAndSlideHitResponse::Accept
            });
        place.translation = moved.position.extend(0.0);
        velocity.0 = moved.projected_velocity;
    }
}

/// Counts the step, with the contacts that pushed dynamic bodies.
fn avian_watch(mut bodies: Query<(Entity, &mut Slider, &Transform)>, collisions: Collisions) {
    for (entity, mut slider, place) in &mut bodies {
        for pair in collisions.collisions_with(entity) {
            let sign = if pair.collider2 == entity { 1.0 } else { -1.0 };
            for manifold in &pair.manifolds {
                if manifold.points.iter().any(|point| point.normal_impulse > 0.0) {
                    slider.meet(manifold.normal * sign);
                }
            }
        }
        slider.observe(place.translation.truncate());
    }
}
