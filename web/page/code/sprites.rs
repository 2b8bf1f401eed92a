//! Shown by the page: hulls of pictures, and their pixels.
use tileray::{HullOptions, SolidityMap, SpriteHull, glam::ivec2, hull::SpriteHullError};

pub(super) fn sprites(hero: &SolidityMap, bat: &SolidityMap) -> Result<bool, SpriteHullError> {
    let hull = SpriteHull::from_mask(hero, &HullOptions::default())?;
    println!("{:.1} % of the picture, {} pieces", hull.fit.iou() * 100.0, hull.fit.pieces);
    let near = ivec2(30, 20);
    let first = hero.overlap(bat, near); // the first pixel that both have
    println!("{first:?}, {} pixels in common", hero.overlap_area(bat, near));
    Ok(first.is_some())
}
