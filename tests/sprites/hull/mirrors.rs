//! The hulls of a mask and of its eight images are images of each other.

use reference::{cases, each_case, masks};
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::hull::{HullMode, OutlineBias, SpriteHullError, simplify};
use tileray::solidity::{Connectivity, Contour, Orientation};
use tileray::{HullOptions, SolidityMap, SpriteHull};

/// Rings of corners in the same winding, each from its topmost corner on, sorted.
type Rings = Vec<Vec<[f64; 2]>>;

/// Returns rings of an image of this size as they were before the orientation.
fn before<P: Into<DVec2>>(
    orientation: Orientation,
    size: DVec2,
    rings: impl Iterator<Item = impl Iterator<Item = P>>,
) -> Rings {
    let source = |corner: P| {
        let corner: DVec2 = corner.into();
        let y = if orientation.vertical { size.y - corner.y } else { corner.y };
        let x = if orientation.horizontal { size.x - corner.x } else { corner.x };
        if orientation.diagonal { [x, y] } else { [y, x] }
    };
    let ring = |ring: _| {
        let mut ring: Vec<_> = Iterator::map(ring, source).collect();
        if orientation.diagonal ^ orientation.horizontal ^ orientation.vertical {
            ring.reverse();
        }
        let first = (0..ring.len()).min_by(|&a, &b| ring[a].partial_cmp(&ring[b]).expect("finite"));
        ring.rotate_left(first.unwrap_or(0));
        ring
    };
    let mut rings: Vec<_> = rings.map(ring).collect();
    rings.sort_by(|a, b| a.partial_cmp(b).expect("finite"));
    rings
}

/// What is told about the hull of an image, as it was before the orientation.
#[derive(Debug, PartialEq)]
struct Told {
    pieces: Rings,
    contours: Rings,
}

fn told(sprite: &SpriteHull, orientation: Orientation, size: DVec2) -> Told {
    let pieces = sprite.hull.pieces().map(|piece| piece.points().collect::<Vec<_>>().into_iter());
    let contours = |contours: &[Contour]| {
        before(orientation, size, contours.iter().map(|contour| contour.points().iter().map(|point| point.as_dvec2())))
    };
    Told { pieces: before(orientation, size, pieces), contours: contours(&sprite.contours) }
}

/// Returns whether pieces are equal up to the rounding of `f32`.
fn are_near(pieces: &Rings, others: &Rings, size: DVec2) -> bool {
    let (a, b) = (pieces.concat().concat(), others.concat().concat());
    let slack = 1e-5 * size.max_element();
    // The corner that is listed first by rounding alone may be another one, but not the sum.
    let sum = |numbers: &[f64]| numbers.iter().sum::<f64>();
    a.len() == b.len() && (sum(&a) - sum(&b)).abs() <= slack * a.len() as f64
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
        let hull_of = |orientation: Orientation| {
            let image = mask.oriented(orientation);
            (SpriteHull::from_mask(&image, &options), image.size().as_dvec2(), image)
        };
        let whole = hull_of(Orientation::IDENTITY);
        // A mask that is its own image has as many equally good hulls.
        let own: Vec<_> = Orientation::ALL.into_iter().filter(|&own| mask.oriented(own) == mask).collect();
        symmetric += usize::from(own.len() > 1);
        for orientation in Orientation::ALL {
            let context = || format!("{orientation:?} {options:?}\n{}", mask.to_ascii());
            let (found, size, _) = hull_of(orientation);
            let (Ok(sprite), Ok(found)) = (&whole.0, &found) else {
                assert_eq!(found.err(), whole.0.clone().err(), "{}", context());
                continue;
            };
            let told_of_image = told(found, orientation, size);
            let told_of_mask =
                |own: &[Orientation]| -> Vec<_> { own.iter().map(|&own| told(sprite, own, whole.1)).collect() };
            if options.mode == HullMode::Circle || options.mode == HullMode::Convex && options.max_vertices.is_some() {
                // The convex hull chooses the image. Corners between pixels are rounded where they are.
                let convex = SpriteHull::from_mask(&mask, &HullOptions::new().mode(HullMode::Convex)).expect("a hull");
                let pieces = |own| told(&convex, own, whole.1).pieces;
                let is_own = |&own: &Orientation| pieces(own) == pieces(Orientation::IDENTITY);
                let own_hull: Vec<_> = Orientation::ALL.into_iter().filter(is_own).collect();
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

#[test]
fn limits_that_cannot_be_kept_are_told_alike() {
    let mask = SolidityMap::from_ascii("##.#\n.#..\n#.##").expect("a mask");
    let options = HullOptions::new().max_vertices(Some(3));
    let told = Orientation::ALL.map(|image| SpriteHull::from_mask(&mask.oriented(image), &options).err());
    assert!(matches!(told[0], Some(SpriteHullError::TooFewCorners { .. })), "{told:?}");
    assert!(told.iter().all(|error| *error == told[0]), "{told:?}");
}
