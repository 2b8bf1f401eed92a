//! A cliff with rocks on it, without a window: what is dug off falls as a body of Avian, and is terrain again where it sleeps.

use avian2d::prelude::*;
use bevy::prelude::*;
use bevy_tileray::{BodySlide, PixelBody, PixelFrame, TerrainColliders, TileTerrain, mask_collider};
use tileray::solidity::Connectivity;
use tileray::{HullOptions, SolidityMap, Terrain};

/// The size of the world in pixels.
pub const SIZE: (u32, u32) = (480, 270);

/// What the player wants in this step.
#[derive(Default, Resource)]
pub struct Keys {
    /// To the left below 0, to the right above.
    pub walk: f32,
    pub jump: bool,
    /// Digs beside the hero, on the side that he faces.
    pub dig: bool,
}

#[derive(Component)]
pub struct Hero {
    /// 1 to the right, -1 to the left.
    pub faces: f32,
}

/// A rock that was cut off. Its pixels are this mask, and its middle is that of the mask.
#[derive(Component)]
pub struct Rock(pub SolidityMap);

/// Lets the hero walk and dig, rocks fall, and sleeping rocks become terrain.
pub struct RocksPlugin;

impl Plugin for RocksPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Keys>()
            .insert_resource(Gravity(Vec2::NEG_Y * 500.0))
            .add_systems(Startup, set_up)
            .add_systems(FixedUpdate, (settle, walk, dig).chain());
    }
}

/// Walks to the neck of the rock and digs it off: the keys of a step.
pub fn course(step: u32) -> Keys {
    Keys {
        walk: if step < 110 { 1.0 } else { 0.0 },
        dig: (120..170).contains(&step) && step % 10 == 0,
        ..Keys::default()
    }
}

/// A cliff with a shelf, a rock at the end of the shelf, and a slope below it.
fn level() -> Terrain {
    Terrain::from_solidity(&SolidityMap::from_fn(SIZE.0, SIZE.1, |x, y| {
        let (x, y) = (x as i32, y as i32);
        let cliff = x < 110 - (y - 80) / 8 && y >= 80;
        let shelf = x < 236 && (80..96 - (x - 110).max(0) / 20).contains(&y);
        let wave = |angle: f32| (3.0 * (angle * 3.0).sin() + 2.0 * (angle * 8.0).cos()) as i32;
        let from_rock = ivec2(x - 264, (y - 88) * 5 / 2);
        let radius = 36 + wave((from_rock.y as f32).atan2(from_rock.x as f32));
        let slope = y >= 160 + (x - 150) / 4 && x >= 150 || y >= 160 + (150 - x) && x < 150;
        cliff || shelf || from_rock.length_squared() < radius * radius || slope || y >= 250 || x >= 470
    }))
}

fn set_up(mut commands: Commands) {
    commands.spawn((TileTerrain::from(level()), TerrainColliders::default()));
    let body = PixelBody::rectangle(10, 14).expect("a box");
    commands.spawn((Hero { faces: 1.0 }, body, Transform::from_xyz(40.0, -72.0, 1.0)));
}

fn walk(keys: Res<Keys>, mut heroes: Query<(&mut PixelBody, &BodySlide, &mut Hero)>) {
    for (mut body, slide, mut hero) in &mut heroes {
        body.velocity.x = 90.0 * keys.walk;
        body.velocity.y -= 10.0;
        if slide.on_floor && keys.jump {
            body.velocity.y = 220.0;
        }
        if keys.walk != 0.0 {
            hero.faces = keys.walk.signum();
        }
    }
}

/// Digs a hole beside the hero, and makes bodies of the pieces that hang in the air after that.
fn dig(
    mut commands: Commands,
    keys: Res<Keys>,
    hero: Single<(&Transform, &Hero)>,
    terrain: Single<(&mut TileTerrain, &GlobalTransform)>,
) {
    if !keys.dig {
        return;
    }
    let (mut terrain, transform) = terrain.into_inner();
    let Ok(frame) = PixelFrame::new(transform) else { return };
    let ahead = hero.0.translation.truncate() + vec2(22.0 * hero.1.faces, -8.0);
    let dirty = terrain.carve_circle(frame.to_pixels(ahead), 14.0);
    for island in terrain.query().islands(dirty, 256, Connectivity::Four) {
        let mask = island.mask();
        terrain.carve_mask(&mask, island.bounds.min);
        let middle = mask.size().as_vec2() / 2.0;
        // Crumbs of a few pixels are gone.
        if island.count < 12 {
            continue;
        }
        let Ok(collider) = mask_collider(&mask, middle, &HullOptions::default()) else { continue };
        let place = frame.to_world(island.bounds.min.as_vec2() + middle).extend(0.0);
        commands.spawn((
            Rock(mask),
            RigidBody::Dynamic,
            collider,
            Friction::new(1.0),
            AngularDamping(1.5),
            Transform::from_translation(place),
        ));
    }
}

/// Stamps rocks that have come to rest into the terrain.
fn settle(
    mut commands: Commands,
    rocks: Query<(Entity, &Rock, &Transform), With<Sleeping>>,
    terrain: Single<(&mut TileTerrain, &GlobalTransform)>,
) {
    let (mut terrain, transform) = terrain.into_inner();
    let Ok(frame) = PixelFrame::new(transform) else { return };
    for (entity, Rock(mask), place) in &rocks {
        // y points up in the world, so angles turn the other way.
        let turned = mask.rotated(-place.rotation.to_scaled_axis().z);
        let corner = frame.to_pixels(place.translation.truncate()) - mask.size().as_vec2() / 2.0;
        terrain.fill_mask(&turned.mask, corner.round().as_ivec2() + turned.at);
        commands.entity(entity).despawn();
    }
}
