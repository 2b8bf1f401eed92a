//! The nearest sprite, against the distances of all.

use crate::scene::{Places, holds, pieces, quarters, sprites};
use reference::targets::distance_to_segment;
use reference::{cases, each_case};
use tileray::geometry::Segment;
use tileray::glam::DVec2;
use tileray::sprite::BroadPhase;
use tileray::sprite::SpriteFilter;

/// Returns the distance of a point from a piece.
fn distance(piece: &[DVec2], point: DVec2) -> f64 {
    if holds(piece, point) {
        return 0.0;
    }
    let edges = (0..piece.len()).map(|i| (piece[i], piece[(i + 1) % piece.len()]));
    edges.map(|(a, b)| distance_to_segment(a, b, point)).fold(f64::INFINITY, f64::min)
}

#[test]
fn the_nearest_is_the_nearest_of_all() {
    let mut broad_phase = BroadPhase::new();
    let (mut found, mut missed) = (0, 0);
    for (case, mut rng) in each_case(650, cases(30_000)) {
        let places = [Places::Lattice, Places::Free][case % 2];
        let sprites = sprites(&mut rng, places, 16);
        let index = sprites.queries(&mut broad_phase);
        let reach = [20, 100, 4000][rng.usize(..3)];
        let point = quarters(&mut rng, reach);
        let most = if rng.bool() { f32::INFINITY } else { rng.f32() * reach as f32 };
        let distances = sprites.iter().map(|(id, _)| {
            let of_pieces = pieces(&sprites, id).into_iter().map(|piece| distance(&piece, point.as_dvec2()));
            // A hull that stands nowhere has no distance.
            let finite = of_pieces.filter(|distance| distance.is_finite());
            (id, finite.fold(f64::INFINITY, f64::min))
        });
        let distances: Vec<_> = distances.filter(|(_, distance)| distance.is_finite()).collect();
        let least = distances.iter().map(|(_, distance)| *distance).fold(f64::INFINITY, f64::min);
        // Points are rounded to `f32`, some thousand pixels from the origin.
        let slack = 1e-3;
        match index.nearest(point, most, &SpriteFilter::default()) {
            Some(nearest) => {
                found += 1;
                let distance = f64::from(nearest.distance);
                assert!((distance - least).abs() <= slack, "case {case}: {nearest:?}, but {least}");
                assert!(nearest.distance <= most, "case {case}: {nearest:?} beyond {most}");
                let to_point = f64::from(Segment::new(nearest.point, point).length());
                assert!((to_point - distance).abs() <= slack, "case {case}: {nearest:?}");
                let own = distances.iter().find(|(id, _)| *id == nearest.id).expect("one that has a distance");
                assert!((own.1 - least).abs() <= slack, "case {case}: {nearest:?}");
                if places == Places::Lattice {
                    // Equal ones are in the order of their ids.
                    assert_eq!(distances.iter().find(|(_, it)| *it <= least).map(|it| it.0), Some(nearest.id));
                }
            }
            None => {
                missed += 1;
                assert!(
                    least.is_infinite() || least > f64::from(most) - slack,
                    "case {case}: none within {most}, but {least}"
                );
            }
        }
    }
    assert!(found > cases(30_000) / 2 && missed > cases(30_000) / 100, "{found} {missed}");
}
