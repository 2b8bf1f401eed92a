//! Bodies that walk in the cave, and rays among them, in fixed steps.

use crate::answers::avian_rays;
use crate::app::{self, GRAVITY, RATE, Times, milliseconds};
use crate::cave::{self, BODIES, BODY, Cave, Form, TERRAIN};
use avian2d::prelude::*;
use bevy_app::{App, FixedUpdate};
use bevy_ecs::prelude::*;
use bevy_math::{Dir2, Vec2, vec2};
use bevy_tileray::{BodySlide, PixelBody, RayFilter, Rays, TileTerrain, WorldRay, WorldRayHit};
use bevy_time::Time;
use bevy_transform::components::Transform;
use fastrand::Rng;
use rayon::ThreadPool;
use std::hint::black_box;
use std::time::{Duration, Instant};
use tileray::Terrain;

/// How much is done.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    pub bodies: usize,
    pub rays: usize,
    /// Steps that are timed; a tenth of them before that are not.
    pub steps: usize,
}

/// Sets of rays, one of which is cast in each step.
const RAY_SETS: usize = 20;

/// The rays of all steps, and how long they took.
#[derive(Resource)]
pub struct RayWork {
    sets: Vec<Vec<WorldRay>>,
    step: usize,
    one_thread: ThreadPool,
    /// On one thread, and on all.
    pub times: [Times; 2],
}

impl RayWork {
    fn new(cave: &Cave, count: usize) -> Self {
        let mut rng = Rng::with_seed(11);
        Self {
            sets: (0..RAY_SETS).map(|_| cave.rays(&mut rng, count)).collect(),
            step: 0,
            one_thread: rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread"),
            times: Default::default(),
        }
    }

    /// Casts the rays of a step on one thread and on all, in turns which of them is first.
    fn cast<Hit: Send>(&mut self, cast: impl Fn(&[WorldRay]) -> Vec<Hit> + Sync) {
        let Self { sets, step, one_thread, times } = self;
        let rays = &sets[*step % sets.len()];
        *step += 1;
        for turn in 0..2 {
            match (*step + turn) % 2 {
                0 => times[0].time(|| black_box(one_thread.install(|| cast(rays)))),
                _ => times[1].time(|| black_box(cast(rays))),
            };
        }
    }
}

/// An app that is measured.
pub struct Contestant {
    pub name: String,
    /// How many colliders its terrain has.
    pub colliders: Option<usize>,
    /// From the map in memory to the end of the first step.
    pub load: Duration,
    pub app: App,
    /// Steps without rays.
    pub steps: Times,
}

impl Contestant {
    /// Creates the plugin's app.
    pub fn tileray(cave: &Cave) -> Self {
        let mut app = app::tileray();
        let start = Instant::now();
        app.world_mut().spawn(TileTerrain::from(Terrain::from_map(&cave.map)));
        app.update();
        Self { name: "this plugin".to_owned(), colliders: None, load: start.elapsed(), app, steps: Times::default() }
    }

    /// Creates an app with Avian.
    pub fn avian(cave: &Cave, form: Form) -> Self {
        let mut app = app::avian();
        let start = Instant::now();
        let colliders = Some(cave::spawn(&mut app, cave, form));
        app.update();
        Self { name: form.to_string(), colliders, load: start.elapsed(), app, steps: Times::default() }
    }

    /// Adds the bodies and the rays.
    pub fn populate(&mut self, cave: &Cave, effort: &Effort) {
        let starts = cave.starts(&mut Rng::with_seed(5), effort.bodies);
        let world = self.app.world_mut();
        world.insert_resource(RayWork::new(cave, effort.rays));
        for (middle, number) in starts.into_iter().zip(0..) {
            let common = (Walker::new(number), Met::default(), Transform::from_translation(middle.extend(0.0)));
            if self.colliders.is_some() {
                world.spawn((
                    common,
                    RigidBody::Kinematic,
                    // It is moved by its own system, as in Avian's examples.
                    CustomPositionIntegration,
                    Collider::rectangle(BODY.0 as f32, BODY.1 as f32),
                    CollisionLayers::from_bits(BODIES, TERRAIN),
                ));
            } else {
                world.spawn((common, PixelBody::rectangle(BODY.0, BODY.1).expect("a box")));
            }
        }
        if self.colliders.is_some() {
            self.app.add_systems(FixedUpdate, (avian_walk, avian_cast).chain());
        } else {
            self.app.add_systems(FixedUpdate, (walk, cast).chain());
        }
    }

    /// Takes a step, and adds its time.
    fn step(&mut self) {
        let start = Instant::now();
        self.app.update();
        let whole = start.elapsed();
        let rays = &self.app.world().resource::<RayWork>().times;
        let casts: Duration = rays.iter().filter_map(Times::last).sum();
        self.steps.push(whole.saturating_sub(casts));
        assert_eq!(rays[0].len(), self.steps.len(), "an update is one fixed step");
    }

    fn clear(&mut self) {
        self.steps.clear();
        self.app.world_mut().resource_mut::<RayWork>().times.iter_mut().for_each(Times::clear);
    }

    /// Returns how many bodies are in rock or out of the map.
    fn lost(&mut self, cave: &Cave) -> usize {
        let mut bodies = self.app.world_mut().query_filtered::<&Transform, With<Walker>>();
        bodies.iter(self.app.world()).filter(|place| cave.is_lost(place.translation.truncate())).count()
    }
}

/// Takes steps with all contestants by turns, so that other work of the machine slows all of them alike.
pub fn race(contestants: &mut [Contestant], effort: &Effort) {
    for step in 0..effort.steps + effort.steps / 10 {
        if step == effort.steps / 10 {
            contestants.iter_mut().for_each(Contestant::clear);
        }
        contestants.iter_mut().for_each(Contestant::step);
    }
}

/// Prints a row for each contestant.
pub fn report(contestants: &mut [Contestant], cave: &Cave) {
    println!(
        "| | colliders | load, ms | bodies, ms | rays on one thread, ms | rays on all threads, ms | bodies, and rays on \
         one thread: share of a step | bodies lost |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for contestant in contestants {
        let lost = contestant.lost(cave);
        let Contestant { name, colliders, load, app, steps } = contestant;
        let [one, all] = &app.world().resource::<RayWork>().times;
        let [share, quiet] = [0.5, 0.1].map(|at| (steps.at(at) + one.at(at)).as_secs_f64() * app::RATE * 100.0);
        let [steps, one, all] = [&*steps, one, all].map(Times::spread);
        let colliders = colliders.map_or("-".to_owned(), |count| count.to_string());
        let load = milliseconds(*load);
        println!(
            "| {name} | {colliders} | {load:.1} | {steps} | {one} | {all} | {share:.1} % ({quiet:.1} %) | {lost} |"
        );
    }
}

fn walk(mut bodies: Query<(&mut PixelBody, &BodySlide, &mut Walker)>) {
    for (mut body, slide, mut walker) in &mut bodies {
        let met = Met { floor: slide.on_floor, wall: slide.wall.is_some() };
        body.velocity = walker.decide(body.velocity, met);
    }
}

fn cast(rays: Rays, mut work: ResMut<RayWork>) {
    work.cast(|set| -> Vec<Option<WorldRayHit>> {
        let mut hits = vec![None; set.len()];
        rays.cast_batch(set, &RayFilter::default(), &mut hits);
        hits
    });
}

fn avian_cast(query: SpatialQuery, mut work: ResMut<RayWork>) {
    work.cast(|set| avian_rays(&query, set));
}

/// Moves bodies as Avian's examples of kinematic characters do.
fn avian_walk(
    mut bodies: Query<(&mut Transform, &mut LinearVelocity, &mut Walker, &mut Met, &Collider)>,
    motion: MoveAndSlide,
    time: Res<Time>,
) {
    let (config, filter) = (MoveAndSlideConfig::default(), SpatialQueryFilter::from_mask(TERRAIN));
    for (mut place, mut velocity, mut walker, mut met, collider) in &mut bodies {
        let wanted = walker.decide(velocity.0, *met);
        *met = Met::default();
        let mut ceiling = false;
        let at = place.translation.truncate();
        let moved =
            motion.move_and_slide(collider, at, Rotation::IDENTITY, wanted, time.delta(), &config, &filter, |hit| {
                let normal: Vec2 = Dir2::as_vec2(hit.normal);
                met.floor |= normal.y > 0.7;
                ceiling |= normal.y < -0.7;
                met.wall |= normal.x.abs() > 0.75;
                MoveAndSlideHitResponse::Accept
            });
        place.translation = moved.position.extend(0.0);
        let up = moved.projected_velocity.y;
        velocity.0 = Vec2::new(wanted.x, if met.floor || ceiling { up.min(0.0) } else { up });
    }
}

const WALK: f32 = 80.0;
const JUMP: f32 = 250.0;
const FASTEST_FALL: f32 = 400.0;

/// A body that walks.
#[derive(Clone, Component, Copy, Debug)]
pub struct Walker {
    /// Makes it jump and turn in other steps than the others.
    number: u32,
    step: u32,
    /// 1 to the right, -1 to the left.
    direction: f32,
}

/// What a body met in the last step.
#[derive(Clone, Component, Copy, Debug, Default)]
pub struct Met {
    pub floor: bool,
    pub wall: bool,
}

impl Walker {
    pub const fn new(number: u32) -> Self {
        Self { number, step: 0, direction: if number.is_multiple_of(2) { 1.0 } else { -1.0 } }
    }

    /// Returns the velocity of the next step.
    pub fn decide(&mut self, velocity: Vec2, met: Met) -> Vec2 {
        self.step += 1;
        let beat = self.step + 7 * self.number;
        if met.wall || beat.is_multiple_of(150) {
            self.direction = -self.direction;
        }
        let fall = (velocity.y - GRAVITY / RATE as f32).max(-FASTEST_FALL);
        vec2(self.direction * WALK, if met.floor && beat % 40 < 2 { JUMP } else { fall })
    }
}
