//! A disc that is cast through the cave, and the nearest solid pixel to a point.

use super::{Cave, GROUP};
use crate::bit_mask::BitMask;
use crate::boxes::merged;
use crate::parry::{compound, voxels};
use crate::race::{Entrant, Race};
use crate::report::{Asked, Row};
use crate::timing::Effort;
use anyhow::{Result, ensure};
use fastrand::Rng;
use parry2d::math::{Pose, Vector};
use parry2d::query::{self, ShapeCastOptions as ParryOptions};
use parry2d::shape::{Ball, Shape};
use std::hint::black_box;
use std::time::Instant;
use tileray::cast::ShapeCastOptions;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::{Circle, LayerMask, Ray};

/// The radius of the disc, in pixels.
const RADIUS: f32 = 8.0;
/// How far apart two answers may be and still count as equal, in pixels.
const TOLERANCE: f32 = 0.05;
/// The greatest distance at which the nearest pixel is looked for.
const REACH: f32 = 64.0;

/// A disc and its motion.
type Cast = (Circle, Vec2);

/// Discs at free places all over the cave, and motions in all directions.
fn casts(cave: &Cave, length: u32, count: usize) -> Vec<Cast> {
    let (mut rng, bounds) = (Rng::with_seed(95), cave.map.bounds());
    let any = || {
        let size = bounds.size().as_vec2();
        let at = bounds.min.as_vec2() + vec2(rng.f32() * size.x, rng.f32() * size.y);
        let (sin, cos) = (rng.f32() * std::f32::consts::TAU).sin_cos();
        (Circle::new(at, RADIUS), vec2(cos, sin) * length as f32)
    };
    let is_free = |(disc, _): &Cast| {
        let wider = Circle::new(disc.center, RADIUS + 0.25);
        !cave.terrain.overlap_shape(&wider, LayerMask::ALL)
    };
    std::iter::repeat_with(any).filter(is_free).take(count).collect()
}

/// Casts of 64 and 512 pixels.
pub(super) fn discs(cave: &Cave, effort: Effort) -> Result<Vec<Row>> {
    let mask = BitMask::new(&cave.map.solidity());
    let boxes = merged(&mask);
    let (voxels, compound) = (voxels(&mask), compound(&boxes));
    #[cfg(feature = "box2d")]
    let world = crate::rays::world_of(&boxes)?;
    let mut rows = Vec::new();
    for length in [64, 512] {
        let casts = &casts(cave, length, effort.queries);
        let options = ShapeCastOptions::default();
        let own = |(disc, motion): &Cast| cave.terrain.cast_shape(disc, *motion, &options).map(|hit| hit.time);
        let truth: Vec<Option<f32>> = casts.iter().map(own).collect();
        let rays: Vec<Ray> =
            casts.iter().map(|(disc, motion)| Ray::between(disc.center, disc.center + *motion)).collect();
        let mut entrants = vec![
            contestant("tileray", "equal".to_owned(), casts, effort, move |cast| {
                cave.terrain.cast_shape(&cast.0, cast.1, &options)
            }),
            contestant("tileray, a ray", "another question".to_owned(), &rays, effort, |ray| cave.terrain.raycast(ray)),
        ];
        let shapes: [(&'static str, &dyn Shape); 2] = [("parry2d Voxels", &voxels), ("parry2d Compound", &compound)];
        for (name, shape) in shapes {
            let cast = move |cast: &Cast| parry_time(shape, cast);
            // Slow ones are compared on fewer casts.
            let found: Vec<Option<f32>> = casts.iter().take(500).map(cast).collect();
            entrants.push(contestant(name, compare(name, &truth, &found, length)?, casts, effort, cast));
        }
        #[cfg(feature = "box2d")]
        {
            let cast = |cast: &Cast| box2d_time(&world, cast);
            let found: Vec<Option<f32>> = casts.iter().take(500).map(cast).collect();
            let checked = compare("box2d", &truth, &found, length)?;
            entrants.push(contestant("box2d", checked, casts, effort, cast));
        }
        let hits = truth.iter().flatten().count() as f64 / truth.len() as f64;
        let walked = truth.iter().map(|time| f64::from(time.unwrap_or(1.0))).sum::<f64>() / truth.len() as f64;
        let race = Race { group: GROUP, scene: "discs", size: length, effort };
        rows.extend(race.rows(entrants, |rays| Asked::Rays { rays, hits, walked: walked * f64::from(length) }));
    }
    Ok(rows)
}

/// The nearest solid pixel within 64 pixels.
pub(super) fn nearest(cave: &Cave, effort: Effort) -> Result<Vec<Row>> {
    let mask = BitMask::new(&cave.map.solidity());
    let mut rng = Rng::with_seed(96);
    let any = || vec2(rng.f32() * mask.width() as f32, rng.f32() * mask.height() as f32);
    let is_free = |point: &Vec2| !mask.is_solid(point.floor().as_ivec2());
    let points: Vec<Vec2> = std::iter::repeat_with(any).filter(is_free).take(effort.queries).collect();
    let own = |point: &Vec2| cave.terrain.distance_to_solid(*point, REACH, LayerMask::ALL);
    for point in points.iter().take(1000) {
        let (found, plain) = (own(point), ring_distance(&mask, *point));
        // The point itself is rounded to 1/256 px.
        let is_equal = found.unwrap_or(REACH) - plain.unwrap_or(REACH);
        ensure!(is_equal.abs() < 0.01, "{point}: {found:?}, by rings of pixels {plain:?}");
    }
    let hits = points.iter().filter_map(own).count() as f64 / points.len() as f64;
    let walked = points.iter().map(|point| f64::from(own(point).unwrap_or(REACH))).sum::<f64>() / points.len() as f64;
    let entrants = vec![
        contestant("tileray", "equal".to_owned(), &points, effort, |point| {
            cave.terrain.nearest_solid(*point, REACH, LayerMask::ALL)
        }),
        contestant("pixel rings", "equal".to_owned(), &points, effort, |point| ring_distance(&mask, *point)),
    ];
    let race = Race { group: GROUP, scene: "nearest", size: REACH as u32, effort };
    Ok(race.rows(entrants, |rays| Asked::Rays { rays, hits, walked }))
}

/// The loop that one writes by hand: rings of pixels around the point, until the next ring is farther than the best.
fn ring_distance(mask: &BitMask, point: Vec2) -> Option<f32> {
    let own = point.floor().as_ivec2();
    let mut best = REACH * REACH;
    let mut is_found = false;
    let mut look = |pixel: IVec2| {
        if mask.is_solid(pixel) {
            let corner = pixel.as_vec2();
            let distance = point.distance_squared(point.clamp(corner, corner + 1.0));
            is_found |= distance <= best;
            best = best.min(distance);
        }
        best
    };
    for ring in 0..=REACH as i32 + 1 {
        let (low, high) = (own - ring, own + ring);
        let mut best = 0.0;
        for x in low.x..=high.x {
            look(ivec2(x, low.y));
            best = look(ivec2(x, high.y));
        }
        for y in low.y..=high.y {
            look(ivec2(low.x, y));
            best = look(ivec2(high.x, y));
        }
        if best < (ring * ring) as f32 {
            break;
        }
    }
    is_found.then(|| best.sqrt())
}

/// A contestant that answers one query after the other.
fn contestant<'a, Q: Sync, A: 'a>(
    name: &'static str,
    checked: String,
    queries: &'a [Q],
    effort: Effort,
    answer: impl Fn(&Q) -> A + 'a,
) -> Entrant<'a> {
    let some = queries.len().min(500);
    let run = move |count: usize| {
        for query in &black_box(queries)[..count] {
            black_box(answer(query));
        }
    };
    run(some);
    let start = Instant::now();
    run(some);
    let turn = effort.turn(start.elapsed() * (queries.len() / some) as u32, queries.len());
    Entrant { name, checked, turn, run: Box::new(run) }
}

/// `equal`, or the share of answers that differ; an error if they are more than a tenth.
fn compare(name: &str, truth: &[Option<f32>], found: &[Option<f32>], length: u32) -> Result<String> {
    let differs = |(own, other): &(&Option<f32>, &Option<f32>)| {
        let (own, other) = (own.unwrap_or(1.0), other.unwrap_or(1.0));
        (own - other).abs() * length as f32 > TOLERANCE
    };
    let count = truth.iter().zip(found).filter(differs).count();
    let percent = 100.0 * count as f64 / found.len() as f64;
    ensure!(percent < 10.0, "{name}: {percent:.1} % of the answers differ");
    Ok(if count == 0 { "equal".to_owned() } else { format!("differs {percent:.1} % by more than {TOLERANCE} px") })
}

fn parry_time(cave: &dyn Shape, (disc, motion): &Cast) -> Option<f32> {
    const OPTIONS: ParryOptions = ParryOptions {
        max_time_of_impact: 1.0,
        target_distance: 0.0,
        stop_at_penetration: true,
        compute_impact_geometry_on_penetration: false,
    };
    let pose = Pose::from_translation(Vector::new(disc.center.x, disc.center.y));
    let velocity = Vector::new(motion.x, motion.y);
    let hit =
        query::cast_shapes(&Pose::IDENTITY, Vector::ZERO, cave, &pose, velocity, &Ball::new(disc.radius), OPTIONS);
    hit.unwrap_or(None).map(|hit| hit.time_of_impact)
}

/// The first of all hits, which the binding collects.
#[cfg(feature = "box2d")]
fn box2d_time(world: &boxdd::World, (disc, motion): &Cast) -> Option<f32> {
    use boxdd::{Position, QueryFilter, ShapeProxy, Vec2};
    let query = world.query().ok()?;
    let proxy = ShapeProxy::new([Vec2::new(0.0, 0.0)], disc.radius).ok()?;
    let origin = Position::new(disc.center.x, disc.center.y);
    let hits = query.cast_shape(origin, proxy, Vec2::new(motion.x, motion.y), QueryFilter::default()).ok()?;
    hits.iter().map(|hit| hit.fraction).reduce(f32::min)
}
