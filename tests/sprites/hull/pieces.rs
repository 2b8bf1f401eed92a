//! Convex pieces of simplified contours.

use reference::loops::winding_of_all;
use reference::{cases, each_case, masks};
use tileray::glam::Vec2;
use tileray::hull::OutlineBias;
use tileray::solidity::{Connectivity, Contour};
use tileray::{ConvexPolygon, HullOptions, Polygon, SolidityMap, SpriteHull, collide};

fn options(rng: &mut fastrand::Rng) -> HullOptions {
    HullOptions::new()
        .max_error([0.0, 0.5, 1.0, 1.5, 3.0, 10.0][rng.usize(0..6)])
        .bias([OutlineBias::Nearest, OutlineBias::Grow, OutlineBias::Shrink][rng.usize(0..3)])
        .connectivity([Connectivity::Four, Connectivity::Eight][rng.usize(0..2)])
}

fn holds(piece: &ConvexPolygon, point: Vec2, slack: f32) -> bool {
    piece.points().zip(piece.normals()).all(|(corner, normal)| normal.dot(point - corner) < slack)
}

fn check(rng: &mut fastrand::Rng, mask: &SolidityMap, options: &HullOptions) {
    let sprite = SpriteHull::from_mask(mask, options).expect("a hull");
    let pieces: Vec<_> = sprite.hull.pieces().collect();
    let area = sprite.contours.iter().map(Contour::doubled_area).sum::<i64>() as f64 / 2.0;
    assert!(
        (sprite.fit.area - area).abs() <= 1e-6 * area,
        "{} is not {area}: {options:?}\n{}",
        sprite.fit.area,
        mask.to_ascii()
    );
    for (index, piece) in pieces.iter().enumerate() {
        for other in &pieces[..index] {
            // Slanted sides that touch may come out as an overlap within the rounding of `f32`.
            let separation = collide::separation(piece, other).expect("finite");
            assert!(separation > -1e-4, "{separation}: {piece:?} {other:?}\n{}", mask.to_ascii());
        }
    }
    for _ in 0..20 {
        let point = Vec2::new(rng.f32() * mask.width() as f32, rng.f32() * mask.height() as f32);
        let surely = pieces.iter().any(|piece| holds(piece, point, -1e-3));
        let maybe = pieces.iter().any(|piece| holds(piece, point, 1e-3));
        let between = winding_of_all(&sprite.contours, point.as_dvec2()) != 0;
        assert!(if between { maybe } else { !surely }, "{point} {options:?}\n{}", mask.to_ascii());
    }
}

#[test]
fn pieces_tile_the_simplified_contours_and_do_not_overlap() {
    for (case, mut rng) in each_case(81, cases(1600)) {
        let mask = masks::any_solid(&mut rng, if case % 40 == 0 { 80 } else { 20 });
        let options = options(&mut rng);
        check(&mut rng, &mask, &options);
    }
}

#[test]
fn outlines_without_holes_have_the_fewest_pieces() {
    let (mut large, mut outlines) = (0, 0);
    for (case, mut rng) in each_case(85, cases(1200)) {
        let mask = masks::any_solid(&mut rng, if case % 4 == 0 { 80 } else { 24 });
        // Without its holes.
        let mut contours = mask.contours();
        contours.retain(|contour| contour.parent().is_none());
        let mask = SolidityMap::from_contours(mask.width(), mask.height(), &contours);
        let sprite = SpriteHull::from_mask(&mask, &options(&mut rng).max_error(rng.f32())).expect("a hull");
        let polygon = |contour: &Contour| Polygon::new(contour.points().iter().map(|point| point.as_vec2()).collect());
        // Those that go around a hole, or touch themselves, are no polygons.
        let polygons: Result<Vec<_>, _> = sprite.contours.iter().map(polygon).collect();
        if let Ok(polygons) = polygons
            && sprite.contours.iter().all(|contour| !contour.is_hole())
        {
            let pieces: usize = polygons.iter().map(|polygon| polygon.convex_pieces().len()).sum();
            assert_eq!(sprite.fit.pieces, pieces, "{}", mask.to_ascii());
            large += usize::from(polygons.iter().any(|polygon| polygon.points().len() > 32));
            outlines += polygons.len();
        }
    }
    assert!(outlines > cases(1200) && large > cases(1200) / 12, "{outlines} {large}");
}

#[test]
fn a_loop_that_touches_itself_is_cut_as_several() {
    // Two L of pixels that touch at a corner.
    let mask = SolidityMap::from_ascii("#...\n##..\n..#.\n..##").expect("a mask");
    let sprite = SpriteHull::from_mask(&mask, &HullOptions::new().max_error(0.0)).expect("a hull");
    assert_eq!((sprite.contours.len(), sprite.fit.pieces, sprite.fit.iou()), (1, 4, 1.0));
}

#[test]
fn without_an_error_the_pieces_are_the_pixels() {
    for (_, mut rng) in each_case(82, cases(800)) {
        let mask = masks::any_solid(&mut rng, 24);
        let options = options(&mut rng).max_error(0.0);
        let fit = SpriteHull::from_mask(&mask, &options).expect("a hull").fit;
        assert!((fit.iou() - 1.0).abs() < 1e-9 && (fit.area - mask.count() as f64).abs() < 1e-6, "{fit:?}");
    }
}

#[test]
fn what_only_grows_covers_every_pixel_and_what_only_shrinks_no_other() {
    for (_, mut rng) in each_case(83, cases(1200)) {
        let mask = masks::any_solid(&mut rng, 40);
        let mut options = options(&mut rng);
        options.bias = OutlineBias::Grow;
        let grown = SpriteHull::from_mask(&mask, &options).expect("a hull").fit;
        assert!(grown.coverage() > 1.0 - 1e-9, "{grown:?}\n{}", mask.to_ascii());
        options.bias = OutlineBias::Shrink;
        let shrunk = SpriteHull::from_mask(&mask, &options).expect("a hull").fit;
        assert!(shrunk.overshoot() < 1e-9, "{shrunk:?}\n{}", mask.to_ascii());
    }
}

#[test]
fn a_budget_of_pieces_is_kept() {
    let mut kept = 0;
    for (_, mut rng) in each_case(84, cases(600)) {
        let mask = masks::discs(&mut rng, 48, 48);
        if mask.is_empty() {
            continue;
        }
        let most = rng.usize(1..8);
        let options = HullOptions::new().max_pieces(Some(most));
        match SpriteHull::from_mask(&mask, &options) {
            Ok(sprite) => {
                assert!(sprite.fit.pieces <= most);
                kept += 1;
            }
            Err(tileray::hull::SpriteHullError::TooFewPieces { asked, least }) => {
                assert!(asked == most && least > most);
            }
            Err(error) => panic!("{error}"),
        }
    }
    assert!(kept > cases(600) / 5, "{kept}");
}

#[test]
fn a_diagonal_line_of_pixels_is_one_thin_piece() {
    let mask = SolidityMap::from_fn(40, 40, |x, y| x == y);
    let sprite = SpriteHull::from_mask(&mask, &HullOptions::default()).expect("a hull");
    assert_eq!(sprite.fit.pieces, 1, "{:?}", sprite.contours);
    let apart = HullOptions::new().connectivity(Connectivity::Four);
    assert_eq!(SpriteHull::from_mask(&mask, &apart).expect("a hull").fit.pieces, 40);
}
