//! Queries of a terrain that are no rays: what a point of the cave sees, the field of view of a roguelike, discs that are cast
//! through the cave, the nearest solid pixel to a point, and what `agents.rs` asks.

use crate::agents;
use crate::args::RunArgs;
use crate::race::{Effort, Entrant, Race};
use crate::rays::{WORDS as RAYS, hits_and_ways};
use crate::report::{TimeRow, Words};
use crate::shadow::{CharMap, View};
#[cfg(feature = "box2d")]
use crate::solid::world;
use crate::solid::{BitMask, compound, merged, voxels};
use anyhow::{Context, Result, ensure};
use fastrand::Rng;
use parry2d::math::{Pose, Vector};
use parry2d::query::{self, ShapeCastOptions as ParryOptions};
use parry2d::shape::{Ball, Shape};
use std::hint::black_box;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::sight::VisibleRegion;
use tileray::{Circle, Ray, RayFan, Rect, Terrain, TileMap};

const SCENES: [&str; 7] = ["regions", "pixels", "squares", "discs", "nearest", "agents", "rooms"];

const VIEWS: Words = Words { queries: ["view", "views"], sized: "radius", unit: "px", summarized: "corners" };

/// The cave of the repository.
pub(crate) struct Cave {
    pub(crate) map: TileMap,
    pub(crate) terrain: Terrain,
}

/// Measures the scenes that are asked for.
pub(crate) fn run(args: &RunArgs) -> Result<Vec<TimeRow>> {
    let map = TileMap::open(concat!(env!("CARGO_MANIFEST_DIR"), "/../../maps/cave.tmx"))?;
    let cave = Cave { terrain: Terrain::from_map(&map), map };
    let mut rows = Vec::new();
    for scene in args.chosen(SCENES)? {
        let measure = match scene {
            "regions" => regions,
            "pixels" => pixels,
            "squares" => squares,
            "discs" => discs,
            "nearest" => nearest,
            "agents" => agents::agents,
            _ => agents::rooms,
        };
        rows.extend(measure(&cave, args.effort()).with_context(|| format!("scene {scene}"))?);
    }
    Ok(rows)
}

/// The points that see.
const ORIGINS: usize = 64;
/// The points for which answers are compared, for each point that sees.
const SAMPLES: usize = 400;

/// Free points all over the cave, at the centers of pixels.
fn origins(cave: &Cave) -> Vec<IVec2> {
    let (mut rng, bounds) = (Rng::with_seed(91), cave.map.bounds());
    let any = || ivec2(rng.i32(bounds.min.x..bounds.max.x), rng.i32(bounds.min.y..bounds.max.y));
    std::iter::repeat_with(any).filter(|&pixel| !cave.terrain.is_solid(pixel)).take(ORIGINS).collect()
}

/// A contestant that answers for one of the points after another, by index. Four of them tell how long it takes.
fn viewer<'a, A>(
    name: &'static str,
    checked: impl Into<String>,
    mut answer: impl FnMut(usize) -> A + 'a,
) -> Entrant<'a> {
    let run = move |count: usize| (0..count).for_each(|index| _ = black_box(answer(index)));
    Entrant::new(name, checked, (4, ORIGINS), run)
}

pub(crate) fn center(pixel: IVec2) -> Vec2 {
    pixel.as_vec2() + 0.5
}

fn polygon_holds(points: &[Vec2], point: Vec2) -> bool {
    let pairs = points.iter().zip(points.iter().cycle().skip(1));
    let crossings = pairs.filter(|(a, b)| {
        (a.y <= point.y) != (b.y <= point.y) && a.x + (b.x - a.x) * ((point.y - a.y) / (b.y - a.y)) > point.x
    });
    crossings.count() % 2 == 1
}

/// The share of points within the radius about which a polygon and the region disagree, in percent.
fn difference(regions: &[VisibleRegion], polygons: &[Vec<Vec2>]) -> f64 {
    let (mut rng, mut compared, mut different) = (Rng::with_seed(92), 0, 0);
    for (region, polygon) in regions.iter().zip(polygons) {
        for _ in 0..SAMPLES {
            let point = region.origin() + (vec2(rng.f32(), rng.f32()) * 2.0 - 1.0) * region.radius();
            if point.distance(region.origin()) < region.radius() - 0.5 {
                compared += 1;
                different += usize::from(region.contains(point) != polygon_holds(polygon, point));
            }
        }
    }
    100.0 * f64::from(different as u32) / f64::from(compared as u32)
}

/// Regions with their polygons, of 128 and 512 pixels.
fn regions(cave: &Cave, effort: Effort) -> Result<Vec<TimeRow>> {
    let (origins, query) = (&origins(cave), cave.terrain.query());
    let mut rows = Vec::new();
    for radius in [128, 512] {
        let lamp = |&pixel: &IVec2| query.visible_region(center(pixel), radius as f32);
        let regions: Vec<VisibleRegion> = origins.iter().map(lamp).collect();
        let corners = regions.iter().map(|region| region.points().len()).sum::<usize>() as f64 / ORIGINS as f64;
        let mut entrants = Vec::new();
        let mut kept = VisibleRegion::default();
        let see = move |index: usize| {
            query.visible_region_into(center(origins[index]), radius as f32, &mut kept);
            black_box(kept.points());
        };
        let polygons: Vec<Vec<Vec2>> = regions.iter().map(|region| region.points().to_vec()).collect();
        ensure!(difference(&regions, &polygons) < 0.1, "a region differs from its own polygon");
        entrants.push(viewer("tileray", "equal", see));
        let mut hits = vec![None; 1_536];
        let fan = move |index: usize| {
            query.exact().fan(&RayFan::circle(center(origins[index]), radius as f32), &mut hits);
            black_box(&hits);
        };
        entrants.push(viewer("tileray, 1536 exact rays", "gaps between the rays", fan));
        #[cfg(feature = "visibility")]
        {
            let scenes: Vec<_> = origins.iter().map(|&origin| rival::Scene::new(cave, origin, radius)).collect();
            let polygons: Vec<Vec<Vec2>> = scenes.iter().map(|scene| rival::points(&scene.polygon())).collect();
            let percent = difference(&regions, &polygons);
            let checked = if percent < 0.05 { "equal".to_owned() } else { format!("differs {percent:.2} %") };
            entrants.push(viewer("geo-visibility", checked, move |index| scenes[index].polygon()));
        }
        let race = Race { words: &VIEWS, scene: "regions", size: radius, effort };
        rows.extend(race.rows(entrants, &format!("{corners:.0}")));
    }
    Ok(rows)
}

/// Pixels within 128 and 500 pixels, against a line of sight to each of them.
fn pixels(cave: &Cave, effort: Effort) -> Result<Vec<TimeRow>> {
    let origins = origins(cave);
    let query = cave.terrain.query();
    let exact = query.exact();
    let mut rows = Vec::new();
    for radius in [128, 500] {
        let (mut seen, mut pairs) = (Vec::new(), Vec::new());
        let mut each = |index: usize| {
            let reach = radius as i32;
            let origin = origins[index];
            let around = Rect::new(origin - reach, origin + reach + 1).intersection(&cave.terrain.bounds());
            pairs.clear();
            for y in around.min.y..around.max.y {
                let row = (around.min.x..around.max.x).map(|x| ivec2(x, y));
                let row = row.filter(|&pixel| (pixel - origin).length_squared() <= reach * reach);
                pairs.extend(row.map(|pixel| (center(origin), center(pixel))));
            }
            seen.clear();
            seen.resize(pairs.len(), false);
            exact.line_of_sight_batch(&pairs, &mut seen);
            seen.iter().filter(|&&sees| sees).count() as u64
        };
        for (index, &origin) in origins.iter().enumerate().take(4) {
            let answer = query.visible_pixels(origin, radius as f32);
            ensure!(answer.seen.count() == each(index), "pixels seen from {origin}");
        }
        let entrants = vec![
            viewer("tileray", "equal", |index| query.visible_pixels(origins[index], radius as f32)),
            viewer("tileray, a line to each", "equal", each),
        ];
        let race = Race { words: &VIEWS, scene: "pixels", size: radius, effort };
        rows.extend(race.rows(entrants, "0"));
    }
    Ok(rows)
}

/// The field of view of a roguelike, in a map of one pixel a cell.
fn squares(_: &Cave, effort: Effort) -> Result<Vec<TimeRow>> {
    let map = &CharMap::of_rooms(ivec2(80, 50));
    let terrain = Terrain::from_solidity(&map.to_mask());
    let query = terrain.query().cell_size((1, 1)).pass_corners();
    let mut rng = Rng::with_seed(98);
    let any = || ivec2(rng.i32(0..80), rng.i32(0..50));
    let origins: &Vec<IVec2> = &std::iter::repeat_with(any).filter(|&cell| !map.is_wall(cell)).take(ORIGINS).collect();
    let mut rows = Vec::new();
    for radius in [8, 16] {
        let (mut marked, mut cells, mut different) = (View::default(), 0, 0);
        for &origin in origins {
            let own = query.visible_cells(origin, radius as f32);
            map.look(origin, radius as i32, &mut marked);
            for y in 0..50 {
                for cell in (0..80).map(|x| ivec2(x, y)) {
                    let (own, other) = (own.contains(cell), map.sees(&marked, cell));
                    cells += usize::from(own || other);
                    different += usize::from(own != other);
                    ensure!(other || !own || map.is_wall(cell), "{cell} from {origin}: a floor of one only");
                }
            }
        }
        let percent = 100.0 * different as f64 / cells as f64;
        // Whole squares hide more than the beveled walls of shadow casting.
        ensure!(percent < 15.0, "{percent:.1} % of the cells differ");
        let by_hand = |index: usize| {
            map.look(origins[index], radius as i32, &mut marked);
            black_box(&marked);
        };
        let entrants = vec![
            viewer("tileray", "equal", |index| query.visible_cells(origins[index], radius as f32)),
            viewer("shadow casting", format!("differs {percent:.1} %"), by_hand),
        ];
        let race = Race { words: &VIEWS, scene: "squares", size: radius, effort };
        rows.extend(race.rows(entrants, "0"));
    }
    Ok(rows)
}

/// The radius of the disc, in pixels.
const RADIUS: f32 = 8.0;
/// How far apart two answers may be and still count as equal, in pixels.
const TOLERANCE: f32 = 0.05;
/// The greatest distance at which the nearest pixel is looked for.
const REACH: f32 = 64.0;

/// A disc and its motion.
type Cast = (Circle, Vec2);

/// Returns the part of the motion after which a disc touches something.
type Caster<'a> = Box<dyn Fn(&Cast) -> Option<f32> + 'a>;

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
        !cave.terrain.query().overlaps(&wider)
    };
    std::iter::repeat_with(any).filter(is_free).take(count).collect()
}

/// Casts of 64 and 512 pixels.
fn discs(cave: &Cave, effort: Effort) -> Result<Vec<TimeRow>> {
    let mask = BitMask::new(&cave.map.solidity());
    let boxes = merged(&mask);
    let (voxels, compound) = (voxels(&mask), compound(&boxes));
    #[cfg(feature = "box2d")]
    let world = world(&boxes, &[])?;
    let mut rows = Vec::new();
    for length in [64, 512] {
        let casts = &casts(cave, length, effort.queries);
        let query = cave.terrain.query();
        let own = |(disc, motion): &Cast| query.cast_shape(disc, *motion).map(|hit| hit.fraction());
        let truth: Vec<Option<f32>> = casts.iter().map(own).collect();
        let rays: Vec<Ray> =
            casts.iter().map(|(disc, motion)| Ray::between(disc.center, disc.center + *motion)).collect();
        let mut entrants = vec![
            Entrant::each("tileray", "equal", casts, move |cast| query.cast_shape(&cast.0, cast.1)),
            Entrant::each("tileray, a ray", "another question", &rays, |ray| cave.terrain.raycast(ray)),
        ];
        let rivals: [(&'static str, Caster<'_>); 2] = [
            ("parry2d Voxels", Box::new(|cast| parry_time(&voxels, cast))),
            ("parry2d Compound", Box::new(|cast| parry_time(&compound, cast))),
        ];
        #[cfg(feature = "box2d")]
        let rivals = rivals.into_iter().chain([("box2d", Box::new(|cast: &_| box2d_time(&world, cast)) as Caster<'_>)]);
        for (name, cast) in rivals {
            // Slow ones are compared on fewer casts.
            let found: Vec<Option<f32>> = casts.iter().take(500).map(&cast).collect();
            entrants.push(Entrant::each(name, compare(name, &truth, &found, length)?, casts, cast));
        }
        let hits = truth.iter().flatten().count() as f64 / truth.len() as f64;
        let walked = truth.iter().map(|time| f64::from(time.unwrap_or(1.0))).sum::<f64>() / truth.len() as f64;
        let race = Race { words: &RAYS, scene: "discs", size: length, effort };
        rows.extend(race.rows(entrants, &hits_and_ways(hits, walked * f64::from(length))));
    }
    Ok(rows)
}

/// The nearest solid pixel within 64 pixels.
fn nearest(cave: &Cave, effort: Effort) -> Result<Vec<TimeRow>> {
    let mask = BitMask::new(&cave.map.solidity());
    let mut rng = Rng::with_seed(96);
    let any = || vec2(rng.f32() * mask.width() as f32, rng.f32() * mask.height() as f32);
    let is_free = |point: &Vec2| !mask.is_solid(point.floor().as_ivec2());
    let points: Vec<Vec2> = std::iter::repeat_with(any).filter(is_free).take(effort.queries).collect();
    let own = |point: &Vec2| cave.terrain.query().nearest_solid(*point, REACH).map(|near| near.distance);
    for point in points.iter().take(1000) {
        let (found, plain) = (own(point), ring_distance(&mask, *point));
        // The point itself is rounded to 1/256 px.
        let is_equal = found.unwrap_or(REACH) - plain.unwrap_or(REACH);
        ensure!(is_equal.abs() < 0.01, "{point}: {found:?}, by rings of pixels {plain:?}");
    }
    let hits = points.iter().filter_map(own).count() as f64 / points.len() as f64;
    let walked = points.iter().map(|point| f64::from(own(point).unwrap_or(REACH))).sum::<f64>() / points.len() as f64;
    let entrants = vec![
        Entrant::each("tileray", "equal", &points, |point| cave.terrain.query().nearest_solid(*point, REACH)),
        Entrant::each("pixel rings", "equal", &points, |point| ring_distance(&mask, *point)),
    ];
    let race = Race { words: &RAYS, scene: "nearest", size: REACH as u32, effort };
    Ok(race.rows(entrants, &hits_and_ways(hits, walked)))
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

/// The crate that computes visibility polygons among lines.
#[cfg(feature = "visibility")]
mod rival {
    use super::{Cave, center};
    use geo::{Coord, Line, Point, Polygon};
    use geo_visibility::Visibility;
    use tileray::glam::{IVec2, Vec2, vec2};
    use tileray::{Rect, SolidityMap};

    /// A point, and the lines around it: the borders of the solid pixels in the square around the circle, and that
    /// square. They are made before the clock starts, and fewer than those of merged boxes.
    pub(super) struct Scene {
        origin: Point<f64>,
        lines: Vec<Line<f64>>,
    }

    impl Scene {
        pub(super) fn new(cave: &Cave, origin: IVec2, radius: u32) -> Self {
            let reach = radius as i32 + 2;
            let around = Rect::new(origin - reach, origin + reach + 1);
            let mask = SolidityMap::from_fn(around.width(), around.height(), |x, y| {
                cave.terrain.is_solid(around.min + IVec2::new(x as i32, y as i32))
            });
            let coord = |point: IVec2| {
                let point = (around.min + point).as_dvec2();
                Coord { x: point.x, y: point.y }
            };
            let mut lines = Vec::new();
            for contour in mask.contours() {
                let points = contour.points();
                let pairs = points.iter().zip(points.iter().cycle().skip(1));
                lines.extend(pairs.map(|(&a, &b)| Line::new(coord(a), coord(b))));
            }
            // One pixel farther out, so that it touches no other line.
            let (low, high) = (IVec2::splat(-1), mask.size().as_ivec2() + 1);
            let frame = [low, IVec2::new(high.x, low.y), high, IVec2::new(low.x, high.y)];
            lines.extend((0..4).map(|side| Line::new(coord(frame[side]), coord(frame[(side + 1) % 4]))));
            let origin = center(origin).as_dvec2();
            Self { origin: Point::new(origin.x, origin.y), lines }
        }

        pub(super) fn polygon(&self) -> Polygon<f64> {
            self.origin.visibility(self.lines.as_slice())
        }
    }

    pub(super) fn points(polygon: &Polygon<f64>) -> Vec<Vec2> {
        polygon.exterior().coords().map(|at| vec2(at.x as f32, at.y as f32)).collect()
    }
}
