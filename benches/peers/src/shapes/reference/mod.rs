//! What is true of two shapes, computed in `f64` the plain way: every direction that matters, one after the other.

mod figure;
mod motion;

pub(crate) use figure::{Figure, Stand};
pub(crate) use motion::Motion;

use figure::Piece;
use tileray::glam::DVec2;

/// How deep two shapes overlap: as deep as the two of their pieces that do most. Below 0 they are apart.
pub(crate) fn overlap(first: &Figure, second: &Figure) -> f64 {
    pairs(first, second).map(|(a, b)| a.overlap(b)).fold(f64::NEG_INFINITY, f64::max)
}

/// How far the first shape would have to move along `normal` to leave the second: of the two pieces for which that is
/// nearest to `overlap`.
///
/// A shape that is convex leaves another one along no direction with a shorter way than [`overlap`].
pub(crate) fn way_out(first: &Figure, second: &Figure, normal: DVec2, overlap: f64) -> f64 {
    let ways = pairs(first, second).map(|(a, b)| (a.overlap_along(b, normal), a.overlap(b)));
    // Two pieces that hardly overlap may well leave each other along this direction by as much as two others do.
    let deep = ways.filter(|(_, least)| *least > overlap - 1e-3).map(|(way, _)| way);
    deep.min_by(|a, b| (a - overlap).abs().total_cmp(&(b - overlap).abs())).unwrap_or(f64::NAN)
}

/// Every piece of one with every piece of the other.
fn pairs<'a>(first: &'a Figure, second: &'a Figure) -> impl Iterator<Item = (&'a Piece, &'a Piece)> {
    first.pieces.iter().flat_map(|a| second.pieces.iter().map(move |b| (a, b)))
}

#[cfg(test)]
mod tests {
    use super::super::sprite::Sprite;
    use super::*;
    use tileray::Pose;
    use tileray::glam::{Vec2, dvec2, vec2};

    fn box_at(x: f32, y: f32) -> Figure {
        let corners = vec![vec2(-4.0, -2.0), vec2(4.0, -2.0), vec2(4.0, 2.0), vec2(-4.0, 2.0)];
        Figure::new(&Sprite { pieces: vec![corners], radius: 0.0 }, &Stand::of(&Pose::at(vec2(x, y))))
    }

    fn disc_at(x: f32, y: f32) -> Figure {
        Figure::new(&Sprite { pieces: vec![vec![Vec2::ZERO]], radius: 5.0 }, &Stand::of(&Pose::at(vec2(x, y))))
    }

    #[test]
    fn boxes_overlap_by_the_lesser_side() {
        let (first, second) = (box_at(10.0, 10.0), box_at(16.0, 13.0));
        assert_eq!(overlap(&first, &second), 1.0);
        assert_eq!(way_out(&first, &second, dvec2(0.0, -1.0), 1.0), 1.0);
        assert_eq!(way_out(&first, &second, dvec2(-1.0, 0.0), 1.0), 2.0);
        assert_eq!(overlap(&first, &box_at(16.0, 15.0)), -1.0);
    }

    #[test]
    fn discs_are_pushed_from_faces_and_corners() {
        let floor = box_at(0.0, 0.0);
        assert_eq!(overlap(&disc_at(1.0, -6.0), &floor), 1.0);
        // 3 px beside the corner and 4 px above it.
        assert!((overlap(&disc_at(6.4, -5.2), &floor) - 1.0).abs() < 1e-6);
        assert!((overlap(&disc_at(7.6, -6.8), &floor) + 1.0).abs() < 1e-6);
        // With its center within.
        assert_eq!(overlap(&disc_at(0.0, -1.0), &floor), 6.0);
    }

    #[test]
    fn a_moving_box_touches_where_its_side_gets() {
        let (first, second, aside) = (box_at(0.0, 0.0), box_at(20.0, 3.0), box_at(20.0, 5.0));
        let moved = Motion::new(&first, &second, dvec2(24.0, 0.0));
        assert_eq!(moved.first_touch(), Some(0.5));
        assert_eq!((moved.overlap_at(0.0), moved.overlap_at(0.75)), (-12.0, 1.0));
        assert!((moved.deepest() - 1.0).abs() < 1e-6);
        let past = Motion::new(&first, &aside, dvec2(24.0, 0.0));
        assert_eq!((past.first_touch(), past.overlap_at(0.75)), (None, -1.0));
    }
}
