//! The repository's own sprites: how well their hulls fit, and of how much they are made.

use std::path::Path;
use tileray::glam::uvec2;
use tileray::hull::HullSheet;
use tileray::{HullOptions, SolidityMap, SpriteHull};

fn sprite(name: &str) -> SolidityMap {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/sprites");
    SolidityMap::open(folder.join(name)).expect("a sprite of the repository")
}

/// Each sprite with the intersection over union that its pieces reach at least, and the most corners of contours and the most
/// pieces that they take, with an error of 1 px.
///
/// The sword is four pixels thin and runs along the diagonal: of a border in steps of one pixel even the best straight line
/// misses a quarter of a pixel a step, which is that much of it.
const SPRITES: [(&str, f64, usize, usize); 6] = [
    ("hero.png", 0.97, 61, 17),
    ("bat.png", 0.97, 70, 23),
    ("blob.png", 0.98, 50, 13),
    ("crate.png", 0.99, 8, 1),
    ("key.png", 0.98, 60, 17),
    ("sword.png", 0.90, 23, 5),
];

fn corners(sprite: &SpriteHull) -> usize {
    sprite.contours.iter().map(|contour| contour.points().len()).sum()
}

#[test]
fn pieces_fit_with_few_corners() {
    let mut faults = Vec::new();
    for (name, iou, most_corners, most_pieces) in SPRITES {
        let hull = SpriteHull::from_mask(&sprite(name), &HullOptions::default()).expect("a hull");
        let (found, corners) = (hull.fit.iou(), corners(&hull));
        if found < iou || corners > most_corners || hull.fit.pieces > most_pieces {
            faults.push(format!("{name}: {found:.4}, {corners} corners, {} pieces", hull.fit.pieces));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_walk_has_a_hull_a_frame() {
    let hulls = HullSheet::from_grid(&sprite("hero-walk.png"), uvec2(40, 56), &HullOptions::default()).expect("hulls");
    assert_eq!((hulls.len(), hulls.distinct().len()), (6, 6));
    assert!(hulls.distinct().iter().all(|hull| hull.fit.iou() > 0.95));
}
