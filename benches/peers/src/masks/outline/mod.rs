//! Sprites into contours and hulls: nanoseconds a sprite.

mod sprite;

use super::GROUP;
use crate::race::{Entrant, Race};
use crate::report::{Asked, Row};
use crate::timing::Effort;
use anyhow::{Result, ensure};
use edges::{BinaryImage, Edges};
use std::collections::BTreeSet;
use std::hint::black_box;
use std::time::Instant;
use tileray::glam::{IVec2, ivec2};
use tileray::hull::HullFit;
use tileray::solidity::{Connectivity, Contour};
use tileray::{HullOptions, SolidityMap};

/// The sides of the sprites, in pixels.
pub(super) const SIDES: [u32; 3] = [64, 256, 1024];

/// What is made of a sprite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Product {
    /// The loops around its solid pixels.
    Contour,
    /// Convex pieces of the simplified loops.
    Hull,
}

/// Checks and times everyone on sprites of one size.
pub(super) fn compete(scene: &'static str, product: Product, side: u32, effort: Effort) -> Result<Vec<Row>> {
    let sprites = sprite::blobs(side);
    let images: Vec<Edges<BinaryImage>> = sprites.iter().map(|mask| Edges(image(mask))).collect();
    sprites.iter().try_for_each(check_hull)?;
    let differing = sprites.iter().zip(&images).filter(|(mask, image)| !is_outline(mask, image)).count();
    let checked = match differing {
        0 => "equal".to_owned(),
        _ => {
            let share = 100.0 * differing as f64 / sprites.len() as f64;
            format!("differs {share:.0} %: its loops leave out corners of the outline")
        }
    };
    let options = HullOptions::default();
    type Run<'a> = Box<dyn FnMut(usize) + 'a>;
    let all: [(&'static str, &str, Run<'_>); 2] = [
        (
            "tileray",
            "equal",
            match product {
                Product::Contour => Box::new(|count| {
                    sprites[..count].iter().for_each(|mask| drop(black_box(mask.contours_with(Connectivity::Eight))));
                }),
                Product::Hull => Box::new(|count| {
                    sprites[..count].iter().for_each(|mask| drop(black_box(tileray::Hull::from_mask(mask, &options))));
                }),
            },
        ),
        (
            "edges contour",
            &checked,
            Box::new(|count| images[..count].iter().for_each(|image| drop(black_box(image.multi_raw())))),
        ),
    ];
    let mut entrants = Vec::new();
    for (name, checked, mut run) in all {
        let start = Instant::now();
        run(sprites.len());
        let turn = effort.turn(start.elapsed(), sprites.len());
        entrants.push(Entrant { name, checked: checked.to_owned(), turn, run });
    }
    let race = Race { group: GROUP, scene, size: side, effort };
    Ok(race.rows(entrants, |sprites| Asked::Sprites { sprites }))
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
    let fit = HullFit::of(&tileray::Hull::from_mask(mask, &HullOptions::default())?, mask);
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
