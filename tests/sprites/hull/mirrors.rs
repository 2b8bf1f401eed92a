//! The hulls of a mask and of its eight images are images of each other.
//!
//! Options of each kind, and masks that are their own images, which the common scenes do not have.

use reference::mirrors::{Image, Value};
use reference::{cases, each_case, masks};
use tileray::glam::{DVec2, UVec2, Vec2, vec2};
use tileray::hull::{HullMode, OutlineBias, simplify};
use tileray::solidity::{Connectivity, Contour, Orientation};
use tileray::{ConvexPolygon, HullOptions, SolidityMap, SpriteHull};

/// The hull of a mask's image, mapped back, in the frame of the mask's middle.
#[derive(Debug, PartialEq)]
struct Told {
    pieces: Value,
    contours: Value,
}

fn told(sprite: &SpriteHull, image: Image, size: UVec2) -> Told {
    let corner = |corner: DVec2| Value::Vector(corner - size.as_dvec2() / 2.0);
    let piece = |piece: ConvexPolygon| Value::Ring(piece.points().map(|point| corner(point.as_dvec2())).collect());
    let contour =
        |contour: &Contour| Value::Ring(contour.points().iter().map(|point| corner(point.as_dvec2())).collect());
    let [pieces, contours] = [Value::set(sprite.hull.pieces(), piece), Value::set(&sprite.contours, contour)]
        .map(|rings| rings.image(image.inverse()));
    Told { pieces, contours }
}

/// Returns the number of corners and the sum of their numbers.
fn sum(value: &Value) -> (usize, f64) {
    match value {
        Value::Set(items) | Value::Ring(items) => {
            items.iter().map(sum).fold((0, 0.0), |(count, all), (more, sum)| (count + more, all + sum))
        }
        corner => (1, corner.vector().element_sum()),
    }
}

/// Returns whether pieces are equal up to the rounding of `f32`. The corner that is listed first by rounding alone may be
/// another one, but not the sum.
fn are_near(pieces: &Value, others: &Value, size: UVec2) -> bool {
    let ((count, a), (other_count, b)) = (sum(pieces), sum(others));
    count == other_count && (a - b).abs() <= 2e-5 * f64::from(size.max_element()) * count as f64
}

fn options(rng: &mut fastrand::Rng) -> HullOptions {
    let limit = |rng: &mut fastrand::Rng, range| rng.bool().then(|| rng.usize(range));
    HullOptions::new()
        .mode([HullMode::Pieces, HullMode::Pieces, HullMode::Convex, HullMode::Box, HullMode::Circle][rng.usize(0..5)])
        .max_error([0.0, 0.5, 1.0, 1.5, 3.0, 10.0][rng.usize(0..6)])
        .bias([OutlineBias::Nearest, OutlineBias::Grow, OutlineBias::Shrink][rng.usize(0..3)])
        .connectivity([Connectivity::Four, Connectivity::Eight][rng.usize(0..2)])
        .max_vertices(limit(rng, 3..40))
        .max_pieces(limit(rng, 1..8))
}

/// Returns a mask without free rows and columns around; half of the masks are mirrored once or twice, so that some are
/// their own image.
fn mask(rng: &mut fastrand::Rng, most: u32) -> SolidityMap {
    let mut mask = masks::any_solid(rng, most);
    if rng.bool() {
        let images = [Orientation::ALL[rng.usize(1..8)], Orientation::ALL[rng.usize(1..8)]];
        for image in &images[..rng.usize(1..=2)] {
            let oriented = mask.oriented(*image);
            let size = mask.size().max(oriented.size());
            let at = |mask: &SolidityMap, x, y| mask.get(x as i32, y as i32);
            mask = SolidityMap::from_fn(size.x, size.y, |x, y| at(&mask, x, y) || at(&oriented, x, y));
        }
    }
    mask.crop(mask.bounds().expect("a solid pixel"))
}

#[test]
fn the_hulls_of_images_are_images_of_the_hull() {
    let (mut hulls, mut symmetric) = (0, 0);
    for (case, mut rng) in each_case(86, cases(3_000)) {
        let mask = mask(&mut rng, if case % 40 == 0 { 90 } else { 24 });
        let options = options(&mut rng);
        let hull_of = |image: Image| SpriteHull::from_mask(&image.mask(&mask), &options);
        let (whole, size) = (hull_of(Image::ALL[0]), mask.size());
        // A mask that is its own image has as many equally good hulls.
        let own: Vec<_> = Image::ALL.into_iter().filter(|own| own.mask(&mask) == mask).collect();
        symmetric += usize::from(own.len() > 1);
        for image in Image::ALL {
            let context = || format!("{image:?} {options:?}\n{}", mask.to_ascii());
            let found = hull_of(image);
            let (Ok(sprite), Ok(found)) = (&whole, &found) else {
                assert_eq!(found.err(), whole.clone().err(), "{}", context());
                continue;
            };
            let told_of_image = told(found, image, image.size(size));
            let told_of_mask = |own: &[Image]| -> Vec<_> { own.iter().map(|&own| told(sprite, own, size)).collect() };
            if options.mode == HullMode::Circle || options.mode == HullMode::Convex && options.max_vertices.is_some() {
                // The convex hull chooses the image. Corners between pixels are rounded where they are.
                let convex = SpriteHull::from_mask(&mask, &HullOptions::new().mode(HullMode::Convex)).expect("a hull");
                let pieces = |own| told(&convex, own, size).pieces;
                let is_own = |&own: &Image| pieces(own) == pieces(Image::ALL[0]);
                let own_hull: Vec<_> = Image::ALL.into_iter().filter(is_own).collect();
                let is_near = |told: &Told| are_near(&told.pieces, &told_of_image.pieces, size);
                assert!(told_of_mask(&own_hull).iter().any(is_near), "{}", context());
                let contours = |told: &Told| told.contours == told_of_image.contours;
                assert!(told_of_mask(&own).iter().any(contours), "{}", context());
                assert!((found.fit.iou() - sprite.fit.iou()).abs() < 1e-5, "{}", context());
            } else {
                assert!(told_of_mask(&own).contains(&told_of_image), "{}", context());
                assert_eq!(found.fit, sprite.fit, "{}", context());
            }
            hulls += 1;
        }
    }
    assert!(hulls > 5 * cases(3_000) && symmetric > cases(3_000) / 8, "{hulls} {symmetric}");
}

#[test]
fn loops_keep_their_order_parents_and_first_corners() {
    for (_, mut rng) in each_case(87, cases(1_200)) {
        let mask = mask(&mut rng, 30);
        let given = mask.contours_with(Connectivity::Eight);
        let Ok(simple) = simplify(&given, &options(&mut rng).max_vertices(None)) else { unreachable!("a bound") };
        for (contour, given) in simple.contours.iter().zip(&given) {
            assert_eq!((contour.is_hole(), contour.parent()), (given.is_hole(), given.parent()));
            let first = contour.points()[0];
            assert!(contour.points().iter().all(|point| (first.y, first.x) <= (point.y, point.x)));
        }
        assert_eq!(simple.contours.len(), given.len());
    }
}

#[test]
fn a_hull_does_not_depend_on_free_pixels_around() {
    for (_, mut rng) in each_case(88, cases(600)) {
        let mask = mask(&mut rng, 20);
        let options = options(&mut rng).mode(HullMode::Pieces);
        let (left, top) = (rng.u32(0..9), rng.u32(0..9));
        let at = |x: u32, y: u32| x >= left && y >= top && mask.get((x - left) as i32, (y - top) as i32);
        let moved = SolidityMap::from_fn(mask.width() + left + rng.u32(0..9), mask.height() + top, at);
        let [hull, moved] = [&mask, &moved].map(|mask| SpriteHull::from_mask(mask, &options));
        match (hull, moved) {
            (Ok(hull), Ok(moved)) => {
                let corners = |sprite: &SpriteHull, offset: Vec2| -> Vec<Vec<Vec2>> {
                    sprite.hull.pieces().map(|piece| piece.points().map(|corner| corner + offset).collect()).collect()
                };
                assert_eq!(corners(&hull, vec2(left as f32, top as f32)), corners(&moved, Vec2::ZERO));
            }
            (hull, moved) => assert_eq!(hull.err(), moved.err()),
        }
    }
}
