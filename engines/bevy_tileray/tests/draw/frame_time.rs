//! The time of a frame that the plugin takes: edits, the changes told, and the pixels painted for the texture. Nothing is drawn.

use super::{app, uploads};
use bevy_app::{App, Update};
use bevy_ecs::prelude::*;
use bevy_math::{Vec2, vec2};
use bevy_tileray::{TerrainTexture, TextureUploads, TileTerrain};
use std::time::Instant;
use tileray::{SolidityMap, Terrain};

const FRAMES: u32 = 2000;

/// The holes that a frame digs.
#[derive(Resource)]
struct Holes(u32);

/// Digs in circles, as the example `destructible` does when nobody plays.
fn dig(holes: Res<Holes>, mut terrain: Single<&mut TileTerrain>, mut frame: Local<u32>) {
    *frame += 1;
    for hole in 0..holes.0 {
        let turn = (*frame + hole * 17) as f32 / 20.0;
        let radius = 40.0 + *frame as f32 * 0.8 + hole as f32 * 3.0;
        terrain.carve_circle(vec2(2048.0, 2400.0) + Vec2::from_angle(turn) * radius, 14.0);
    }
}

/// Measures the updates of an app. Returns the median, and what 99 % do not exceed, in milliseconds.
fn measure(app: &mut App) -> (f64, f64) {
    let mut times: Vec<f64> = (0..FRAMES)
        .map(|_| {
            let begin = Instant::now();
            app.update();
            begin.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_unstable_by(f64::total_cmp);
    (times[times.len() / 2], times[times.len() * 99 / 100])
}

#[test]
#[ignore = "measures time: cargo test --release --test draw -- --ignored --nocapture"]
fn digging_takes_little_of_a_frame() {
    let none = measure(&mut app());
    println!("without terrain: {:.3} ms, 99 % {:.3} ms", none.0, none.1);
    for holes in [0, 1, 10, 100] {
        let mut app = app();
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(4096, 4096, |_, y| y > 600));
        app.world_mut().spawn((TileTerrain::from(terrain), TerrainTexture::default()));
        app.insert_resource(Holes(holes)).add_systems(Update, dig);
        app.update();
        let before = uploads(&app);
        let (median, most) = measure(&mut app);
        let TextureUploads { patches, patched_pixels, .. } = uploads(&app);
        let (patches, pixels) = (patches - before.patches, patched_pixels - before.patched_pixels);
        println!(
            "{holes} holes of 14 px a frame: {median:.3} ms, 99 % {most:.3} ms; {:.1} patches with {:.0} pixels a frame",
            patches as f64 / f64::from(FRAMES),
            pixels as f64 / f64::from(FRAMES),
        );
        assert_eq!(patches > 0, holes > 0);
        assert!(median < 1000.0 / 60.0 / 2.0, "{holes} holes take half of a frame");
    }
}
