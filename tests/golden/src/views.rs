//! Sight: visible regions, pixels and cells.

use crate::answers::{Answers, Setting};
use crate::numbers::Numbers;
use crate::scenes;
use std::f32::consts::TAU;
use tileray::glam::{IVec2, Vec2, uvec2};
use tileray::sight::{Explored, VisiblePixels, VisibleRegion};
use tileray::{Terrain, TerrainQuery};

fn query<'a>(terrain: &'a Terrain, numbers: &mut Numbers) -> TerrainQuery<'a> {
    scenes::query(terrain, numbers)
        .view(numbers.number(7.0), numbers.any_of(&[TAU, TAU, 1.5, 4.0, -1.0, 0.0, f32::NAN]))
}

pub(crate) fn add_region(answers: &mut Answers, terrain: &Terrain, region: &VisibleRegion, numbers: &mut Numbers) {
    answers.add(region.points());
    answers.add(&(region.radius(), region.area(), region.bounds()));
    answers.add(&region.triangles().collect::<Vec<_>>());
    answers.add(&region.lit_edges(terrain).collect::<Vec<_>>());
    for _ in 0..20 {
        answers.add(&region.contains(region.origin() + numbers.vector(120.0)));
    }
    if region.radius() < 200.0 {
        answers.add(&region.to_mask());
    }
}

pub(crate) fn regions(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..12 {
        let terrain = scenes::terrain(case, numbers);
        let views: Vec<(Vec2, f32)> = (0..6)
            .map(|_| {
                let origin = scenes::point(terrain.bounds(), 3, numbers).as_vec2();
                (if numbers.one_in(3) { origin.round() } else { origin }, numbers.number(150.0).abs())
            })
            .collect();
        let query = query(&terrain, numbers);
        let mut regions = vec![VisibleRegion::default(); views.len()];
        setting.in_pool(|| {
            for (region, &(at, radius)) in regions.iter_mut().zip(&views) {
                query.visible_region_into(at, radius, region);
            }
        });
        for region in &regions {
            add_region(answers, &terrain, region, numbers);
        }
    }
}

/// Pixels, cells, and what has been explored.
pub(crate) fn pixels(answers: &mut Answers, setting: &Setting, numbers: &mut Numbers) {
    for case in 0..12 {
        let terrain = scenes::terrain(case, numbers);
        let query = query(&terrain, numbers);
        let views: Vec<(IVec2, f32)> = (0..4)
            .map(|_| (scenes::point(terrain.bounds(), 3, numbers).as_ivec2(), numbers.number(60.0).abs()))
            .collect();
        let mut seen = vec![VisiblePixels::default(); views.len()];
        setting.in_pool(|| {
            for (pixels, &(at, radius)) in seen.iter_mut().zip(&views) {
                *pixels = query.visible_pixels(at, radius);
            }
        });
        let mut explored = Explored::new(terrain.bounds());
        for pixels in &seen {
            answers.add(pixels);
            let cells = pixels.cells(uvec2(8, 8));
            answers.add(&(explored.add(&cells), &explored));
            answers.add(&cells);
        }
        let (origin, radius) = views[0];
        answers.add(&query.visible_cells(origin, radius));
    }
}

/// Origins, radii and angles that do harm.
pub(crate) fn nasty(answers: &mut Answers, _: &Setting, numbers: &mut Numbers) {
    for case in 0..12 {
        let terrain = scenes::terrain(case, numbers);
        for _ in 0..8 {
            let near = scenes::point(terrain.bounds(), 3, numbers).as_vec2();
            let query = terrain.query().view(numbers.nasty(), numbers.nasty());
            let region = query.visible_region(near, numbers.nasty());
            answers.add(region.points());
            answers.add(&(region.radius(), region.area(), region.bounds()));
            let far = numbers.half_nasty_vector(100.0);
            let region = terrain.query().visible_region(far, 90.0);
            answers.add(region.points());
            answers.add(&query.visible_pixels(near.as_ivec2(), 20.0));
            for far in [IVec2::MIN, IVec2::MAX] {
                let radius = numbers.any_of(&[9.0, f32::NAN, -2.0]);
                answers.add(&terrain.query().visible_pixels(far, radius));
            }
        }
    }
}
