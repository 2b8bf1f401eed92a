//! What a point sees in the cave: regions with their polygons, and pixels.

use super::{Cave, GROUP};
use crate::race::{Entrant, Race};
use crate::report::{Asked, Row};
use crate::timing::Effort;
use anyhow::{Result, ensure};
use fastrand::Rng;
use std::hint::black_box;
use std::time::Instant;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::raycast::Traversal;
use tileray::sight::{SightOptions, VisibleRegion};
use tileray::{RayFan, RayOptions, Rect};

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

fn center(pixel: IVec2) -> Vec2 {
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
pub(super) fn regions(cave: &Cave, effort: Effort) -> Result<Vec<Row>> {
    let (origins, options) = (&origins(cave), &SightOptions::default());
    let mut rows = Vec::new();
    for radius in [128, 512] {
        let lamp = |&pixel: &IVec2| cave.terrain.visible_region(center(pixel), radius as f32, options);
        let regions: Vec<VisibleRegion> = origins.iter().map(lamp).collect();
        let corners = regions.iter().map(|region| region.points().len()).sum::<usize>() as f64 / ORIGINS as f64;
        let mut entrants = Vec::new();
        let mut kept = VisibleRegion::default();
        let see = move |count: usize| {
            for index in 0..count {
                let origin = center(origins[index % ORIGINS]);
                cave.terrain.visible_region_into(origin, radius as f32, options, &mut kept);
                black_box(kept.points());
            }
        };
        let polygons: Vec<Vec<Vec2>> = regions.iter().map(|region| region.points().to_vec()).collect();
        ensure!(difference(&regions, &polygons) < 0.1, "a region differs from its own polygon");
        entrants.push(timed("tileray", "equal".to_owned(), effort, see));
        let fan = move |count: usize| {
            let rays = RayOptions { traversal: Traversal::Exact, ..RayOptions::default() };
            let mut hits = vec![None; 1_536];
            for index in 0..count {
                let origin = center(origins[index % ORIGINS]);
                cave.terrain.raycast_fan(&RayFan::circle(origin, radius as f32), &rays, &mut hits);
                black_box(&hits);
            }
        };
        entrants.push(timed("tileray, 1536 exact rays", "gaps between the rays".to_owned(), effort, fan));
        #[cfg(feature = "visibility")]
        let scenes: Vec<_> = origins.iter().map(|&origin| rival::Scene::new(cave, origin, radius)).collect();
        #[cfg(feature = "visibility")]
        {
            let polygons: Vec<Vec<Vec2>> = scenes.iter().map(|scene| rival::points(&scene.polygon())).collect();
            let percent = difference(&regions, &polygons);
            let checked = if percent < 0.05 { "equal".to_owned() } else { format!("differs {percent:.2} %") };
            let rival = move |count: usize| {
                for index in 0..count {
                    black_box(scenes[index % ORIGINS].polygon());
                }
            };
            entrants.push(timed("geo-visibility", checked, effort, rival));
        }
        let race = Race { group: GROUP, scene: "regions", size: radius, effort };
        rows.extend(race.rows(entrants, |views| Asked::Views { views, corners }));
    }
    Ok(rows)
}

/// Pixels within 128 and 500 pixels, against a line of sight to each of them.
pub(super) fn pixels(cave: &Cave, effort: Effort) -> Result<Vec<Row>> {
    let (origins, options) = (origins(cave), SightOptions::default());
    let exact = RayOptions { traversal: Traversal::Exact, ..RayOptions::default() };
    let mut rows = Vec::new();
    for radius in [128, 500] {
        let (mut seen, mut pairs) = (Vec::new(), Vec::new());
        let mut each = |index: usize| {
            let reach = radius as i32;
            let origin = origins[index % ORIGINS];
            let around = Rect::new(origin - reach, origin + reach + 1).intersection(&cave.terrain.bounds());
            pairs.clear();
            for y in around.min.y..around.max.y {
                let row = (around.min.x..around.max.x).map(|x| ivec2(x, y));
                let row = row.filter(|&pixel| (pixel - origin).length_squared() <= reach * reach);
                pairs.extend(row.map(|pixel| (center(origin), center(pixel))));
            }
            seen.clear();
            seen.resize(pairs.len(), false);
            cave.terrain.line_of_sight_batch(&pairs, &exact, &mut seen);
            seen.iter().filter(|&&sees| sees).count() as u64
        };
        for (index, &origin) in origins.iter().enumerate().take(4) {
            let answer = cave.terrain.visible_pixels(origin, radius as f32, &options);
            ensure!(answer.seen.count() == each(index), "pixels seen from {origin}");
        }
        let look = |count: usize| {
            for index in 0..count {
                black_box(cave.terrain.visible_pixels(origins[index % ORIGINS], radius as f32, &options));
            }
        };
        let rays = |count: usize| {
            for index in 0..count {
                black_box(each(index));
            }
        };
        let entrants = vec![
            timed("tileray", "equal".to_owned(), effort, look),
            timed("tileray, a line to each", "equal".to_owned(), effort, rays),
        ];
        let race = Race { group: GROUP, scene: "pixels", size: radius, effort };
        rows.extend(race.rows(entrants, |views| Asked::Views { views, corners: 0.0 }));
    }
    Ok(rows)
}

/// A contestant, timed with as many views as fit in its turn.
fn timed<'a>(name: &'static str, checked: String, effort: Effort, mut run: impl FnMut(usize) + 'a) -> Entrant<'a> {
    run(2);
    let start = Instant::now();
    run(4);
    // Slow ones see from fewer points, but from four at least.
    let turn = effort.turn(start.elapsed() * (ORIGINS as u32 / 4), ORIGINS);
    Entrant { name, checked, turn, run: Box::new(run) }
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
