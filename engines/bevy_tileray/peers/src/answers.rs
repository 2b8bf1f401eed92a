//! How far the answers of Avian's rays are from those to the pixel.

use crate::cave::{Cave, RAY_LENGTH, TERRAIN};
use crate::crowd::Contestant;
use avian2d::prelude::{RayHitData, SpatialQuery, SpatialQueryFilter};
use bevy_app::App;
use bevy_ecs::system::SystemState;
use bevy_math::Dir2;
use bevy_tileray::{RayFilter, Rays, WorldRay, WorldRayHit};
use fastrand::Rng;
use rayon::prelude::*;

/// Answers closer than this, in pixels, are equal.
const CLOSE: f32 = 1.0;

/// Casts rays with all contestants and prints a row for each one of Avian. The first contestant is the plugin.
pub fn compare(cave: &Cave, contestants: &mut [Contestant], count: usize) {
    let rays = cave.rays(&mut Rng::with_seed(3), count);
    let [tileray, avian @ ..] = contestants else { return };
    let exact = exact(&mut tileray.app, &rays);
    let hits = exact.iter().flatten().count();
    check(cave, &rays, &exact);
    println!("{count} rays of {RAY_LENGTH} px, of which {hits} hit a pixel.\n");
    println!(
        "| | within 1 px, or both miss | within 0.01 px | nearer | of these, inside at the start | farther | misses though \
         a pixel is hit | hits though no pixel is hit |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
    for contestant in avian {
        let distances = avian_distances(&mut contestant.app, &rays);
        println!("| {} | {} |", contestant.name, row(&exact, &distances));
    }
}

fn row(exact: &[Option<f32>], distances: &[Option<f32>]) -> String {
    let (mut close, mut same, mut nearer, mut inside, mut farther, mut missed, mut invented) = (0, 0, 0, 0, 0, 0, 0);
    for pair in exact.iter().zip(distances) {
        match pair {
            (Some(exact), Some(found)) if (exact - found).abs() <= CLOSE => {
                close += 1;
                same += usize::from((exact - found).abs() <= 0.01);
            }
            (Some(exact), Some(found)) if found < exact => {
                nearer += 1;
                inside += usize::from(*found == 0.0);
            }
            (Some(_), Some(_)) => farther += 1,
            (Some(_), None) => missed += 1,
            (None, Some(_)) => invented += 1,
            (None, None) => (close, same) = (close + 1, same + 1),
        }
    }
    let percent = |count: usize| format!("{:.2} %", 100.0 * count as f64 / exact.len() as f64);
    let counts = [nearer, inside, farther, missed, invented].map(|count| count.to_string()).join(" | ");
    format!("{} | {} | {counts}", percent(close), percent(same))
}

fn exact(app: &mut App, rays: &[WorldRay]) -> Vec<Option<f32>> {
    let mut state: SystemState<Rays<'_, '_>> = SystemState::new(app.world_mut());
    let mut hits: Vec<Option<WorldRayHit>> = vec![None; rays.len()];
    state.get(app.world()).expect("the plugin is there").cast_batch(rays, &RayFilter::default(), &mut hits);
    hits.iter().map(|hit| hit.map(|hit| hit.distance)).collect()
}

fn avian_distances(app: &mut App, rays: &[WorldRay]) -> Vec<Option<f32>> {
    let mut state: SystemState<SpatialQuery<'_, '_>> = SystemState::new(app.world_mut());
    let query = state.get(app.world()).expect("Avian is there");
    avian_rays(&query, rays).iter().map(|hit| hit.as_ref().map(|hit| hit.distance)).collect()
}

/// Checks some exact answers with points close together on the rays: none before the hit is in a solid pixel, and the one
/// behind it is. Rays that graze a corner may pass it between two points.
fn check(cave: &Cave, rays: &[WorldRay], exact: &[Option<f32>]) {
    let is_wrong = |(ray, distance): (&WorldRay, &Option<f32>)| {
        let direction = (ray.end - ray.origin).normalize();
        let reach = distance.unwrap_or(RAY_LENGTH);
        let is_solid = |at: f32| {
            let point = ray.origin + direction * at;
            cave.solid.get(point.x.floor() as i32, (-point.y).floor() as i32)
        };
        let is_early = (0..).map(|step| step as f32 * 0.1).take_while(|at| *at < reach - 0.01).any(is_solid);
        is_early || distance.is_some() && !is_solid(reach + 0.01)
    };
    let checked = rays.len().min(1000);
    let wrong = rays.iter().zip(exact).take(checked).filter(|pair| is_wrong(*pair)).count();
    assert!(wrong * 100 <= checked, "{wrong} of {checked} rays do not end at the first solid pixel");
}

/// Casts rays with Avian on the threads of the current pool, in runs of some rays.
pub fn avian_rays(query: &SpatialQuery<'_, '_>, rays: &[WorldRay]) -> Vec<Option<RayHitData>> {
    let filter = SpatialQueryFilter::from_mask(TERRAIN);
    let cast = |ray: &WorldRay| {
        let (direction, length) = Dir2::new_and_length(ray.end - ray.origin).ok()?;
        query.cast_ray(ray.origin, direction, length, true, &filter)
    };
    rays.par_iter().with_min_len(64).map(cast).collect()
}
