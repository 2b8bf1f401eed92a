//! Sprites into contours and hulls: nanoseconds a sprite.

use crate::race::{Effort, Entrant, Race, verdict};
use crate::report::{TimeRow, Words};
use anyhow::{Result, ensure};
use edges::{BinaryImage, Edges};
use fastrand::Rng;
use std::collections::BTreeSet;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::hull::HullFit;
use tileray::solidity::{Connectivity, Contour};
use tileray::{HullOptions, SolidityMap};

/// The sides of the sprites, in pixels.
pub(crate) const SIDES: [u32; 3] = [64, 256, 1024];

const WORDS: Words =
    Words { queries: ["sprite", "sprites"], sized: "side of the masks", unit: "px", summarized: "sprites" };

/// Checks and times everyone on sprites of one size, of which contours are made, or hulls.
pub(crate) fn compete(scene: &'static str, size: u32, effort: Effort) -> Result<Vec<TimeRow>> {
    let sprites = blobs(size);
    let images: Vec<Edges<BinaryImage>> = sprites.iter().map(|mask| Edges(image(mask))).collect();
    sprites.iter().try_for_each(check_hull)?;
    let reason = |(mask, image)| Ok((!is_outline(mask, image)).then_some("its loops leave out corners of the outline"));
    let checked = verdict(sprites.iter().zip(&images).map(reason))?;
    let options = HullOptions::default();
    let hull = |mask: &SolidityMap| tileray::Hull::from_mask(mask, &options);
    let entrants = vec![
        match scene {
            "hull" => Entrant::each("tileray", "equal", &sprites, hull),
            _ => Entrant::each("tileray", "equal", &sprites, |mask| mask.contours_with(Connectivity::Eight)),
        },
        Entrant::each("edges contour", checked, &images, Edges::multi_raw),
    ];
    let race = Race { words: &WORDS, scene, size, effort };
    Ok(race.rows(entrants, &sprites.len().to_string()))
}

/// A sprite in the form that the crate `edges` takes.
fn image(mask: &SolidityMap) -> BinaryImage {
    let mut image = BinaryImage::new(mask.width(), mask.height());
    for pixel in mask.pixels() {
        image.put_pixel(pixel.x as u32, pixel.y as u32, edges::Bit(true));
    }
    image
}

/// That contours give the mask back, and that its hull covers and overshoots as little as the bound says.
fn check_hull(mask: &SolidityMap) -> Result<()> {
    let contours = mask.contours_with(Connectivity::Eight);
    ensure!(SolidityMap::from_contours(mask.width(), mask.height(), &contours) == *mask, "contours of another mask");
    let fit = HullFit::measure(&tileray::Hull::from_mask(mask, &HullOptions::default())?, mask);
    ensure!(fit.iou() > 0.95, "a hull that does not fit: {fit:?}");
    Ok(())
}

/// Whether the loops of the crate `edges`, which go from pixel to pixel, pass every corner of the outer contours.
fn is_outline(mask: &SolidityMap, image: &Edges<BinaryImage>) -> bool {
    let found: BTreeSet<[i32; 2]> =
        image.multi_raw().into_iter().flatten().map(|pixel| [pixel.x as i32, pixel.y as i32]).collect();
    let contours = mask.contours_with(Connectivity::Eight);
    let outer = contours.iter().filter(|contour| !contour.is_hole());
    outer.flat_map(corner_pixels).all(|pixel| found.contains(&pixel.to_array()))
}

/// The solid pixels in the corners of a loop that stick out.
fn corner_pixels(contour: &Contour) -> Vec<IVec2> {
    let points = contour.points();
    let count = points.len();
    let at = |index: usize| points[index % count];
    let sticks_out = |&index: &usize| {
        let (into, out) = (at(index) - at(index + count - 1), at(index + 1) - at(index));
        into.perp_dot(out) > 0
    };
    (0..count)
        .filter(sticks_out)
        .map(|index| {
            let (into, out) = (at(index) - at(index + count - 1), at(index + 1) - at(index));
            // Clockwise on screen: the pixel lies behind the way in, and ahead on the way out.
            let inner = out.signum() - into.signum();
            at(index) + ivec2(if inner.x < 0 { -1 } else { 0 }, if inner.y < 0 { -1 } else { 0 })
        })
        .collect()
}

/// Kinds of sprites.
const KINDS: usize = 12;

/// Sprites of this side: bodies with limbs, dents and holes, whose borders are rough by some pixels.
fn blobs(side: u32) -> Vec<SolidityMap> {
    let mut rng = Rng::with_seed(67);
    (0..KINDS).map(|_| blob(&mut rng, side)).collect()
}

fn blob(rng: &mut Rng, side: u32) -> SolidityMap {
    let size = side as f32;
    let mut place =
        |reach: f32| (vec2(rng.f32(), rng.f32()) - Vec2::splat(0.5)) * reach * size + Vec2::splat(size / 2.0);
    let mut discs = vec![(Vec2::splat(size / 2.0), 0.3 * size, true)];
    for index in 0..14 {
        let solid = index % 3 != 2;
        discs.push((place(0.8), size * if solid { 0.1 } else { 0.05 }, solid));
    }
    let waves: Vec<(Vec2, f32)> = (0..4).map(|_| (vec2(rng.f32(), rng.f32()) * 60.0 / size, rng.f32() * 6.0)).collect();
    SolidityMap::from_fn(side, side, |x, y| {
        let at = vec2(x as f32, y as f32) + 0.5;
        let rough: f32 = waves.iter().map(|(way, phase)| (at.dot(*way) + phase).sin()).sum::<f32>() * size / 160.0;
        let last = discs.iter().rev().find(|(middle, radius, _)| middle.distance(at) < radius + rough);
        last.is_some_and(|disc| disc.2)
    })
}
