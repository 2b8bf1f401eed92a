//! The sprites are what hulls can be tried on.

use std::collections::BTreeSet;

use crate::picture::Picture;

use super::figure::around;
use super::{INK, all, hero};

fn sprite(name: &str) -> Picture {
    let (_, picture) = all().into_iter().find(|(known, _)| *known == name).expect("a sprite of this name");
    picture
}

/// The sheets, with the size of a frame and how many frames differ.
const SHEETS: [(&str, (i32, i32), usize); 5] = [
    ("sprites/coin", (12, 12), 4),
    ("sprites/drone", (16, 16), 4),
    ("sprites/flag", (16, 32), 2),
    ("sprites/hero-moves", (16, 16), 8),
    ("sprites/hero-walk", hero::FRAME, 6),
];

fn frames(name: &str, (width, height): (i32, i32)) -> Vec<Picture> {
    let sheet = sprite(name);
    (0..sheet.width() / width).map(|frame| sheet.crop(frame * width, 0, width, height)).collect()
}

fn walk_frames() -> Vec<Picture> {
    frames("sprites/hero-walk", hero::FRAME)
}

/// Each picture by itself, and each frame of the sheet.
fn singles() -> Vec<(String, Picture)> {
    let all = all().into_iter().filter(|(name, _)| SHEETS.iter().all(|(sheet, ..)| sheet != name));
    let named = all.map(|(name, picture)| (name.to_owned(), picture));
    let frames = SHEETS.into_iter().flat_map(|(name, size, _)| {
        frames(name, size).into_iter().enumerate().map(move |(frame, picture)| (format!("{name} {frame}"), picture))
    });
    named.chain(frames).collect()
}

/// How many regions of solid or of clear pixels there are, which touch by their sides. A clear
/// border around the picture joins what lies outside.
fn regions(picture: &Picture, solid: bool) -> usize {
    let (width, height) = (picture.width(), picture.height());
    let mut left: BTreeSet<(i32, i32)> = (-1..=width)
        .flat_map(|x| (-1..=height).map(move |y| (x, y)))
        .filter(|&(x, y)| (picture.get(x, y)[3] > 0) == solid)
        .collect();
    let mut count = 0;
    while let Some(start) = left.pop_first() {
        count += 1;
        let mut open = vec![start];
        while let Some((x, y)) = open.pop() {
            open.extend(around(x, y).into_iter().filter(|pixel| left.remove(pixel)));
        }
    }
    count
}

/// How many runs of solid pixels a row has.
fn runs(picture: &Picture, y: i32) -> usize {
    let solid = |x: i32| picture.get(x, y)[3] > 0;
    (0..picture.width()).filter(|&x| solid(x) && !solid(x - 1)).count()
}

#[test]
fn sizes_are_as_promised() {
    for (name, size) in [
        ("sprites/bat", (64, 36)),
        ("sprites/blob", (40, 30)),
        ("sprites/crate", (32, 32)),
        ("sprites/coin", (6 * 12, 12)),
        ("sprites/drone", (4 * 16, 16)),
        ("sprites/flag", (2 * 16, 32)),
        ("sprites/hero-moves", (8 * 16, 16)),
        ("sprites/platform", (48, 8)),
        ("sprites/hero", hero::FRAME),
        ("sprites/hero-walk", (6 * hero::FRAME.0, hero::FRAME.1)),
        ("sprites/key", (40, 20)),
        ("sprites/sword", (48, 48)),
    ] {
        let picture = sprite(name);
        assert_eq!((picture.width(), picture.height()), size, "{name}");
    }
}

#[test]
fn sprites_are_solid_or_clear_and_of_one_piece() {
    for (name, picture) in singles() {
        assert!(picture.pixels().iter().all(|pixel| pixel[3] == 0 || pixel[3] == 255), "{name}");
        assert_eq!(regions(&picture, true), 1, "pieces of {name}");
    }
}

/// A part that reached over the edge of its picture would lie there without its line.
#[test]
fn no_sprite_is_cut_off() {
    for (name, picture) in singles() {
        let (right, bottom) = (picture.width() - 1, picture.height() - 1);
        let sides = (0..=bottom).flat_map(|y| [(0, y), (right, y)]);
        for (x, y) in (0..=right).flat_map(|x| [(x, 0), (x, bottom)]).chain(sides) {
            let color = picture.get(x, y);
            assert!(color[3] == 0 || color == INK, "{name} at {x}, {y}");
        }
    }
}

#[test]
fn only_the_key_has_a_hole() {
    for (name, picture) in singles().into_iter().filter(|(name, _)| name != "hero") {
        let holes = regions(&picture, false) - 1;
        assert_eq!(holes, usize::from(name == "sprites/key"), "holes of {name}");
    }
}

#[test]
fn hero_bat_and_blob_are_concave_and_the_crate_is_full() {
    for (name, most) in [("sprites/hero", 2), ("sprites/bat", 5), ("sprites/blob", 3)] {
        let picture = sprite(name);
        let rows = (0..picture.height()).map(|y| runs(&picture, y));
        assert!(rows.clone().filter(|&runs| runs > 1).count() >= 6, "{name}");
        assert!(rows.max() >= Some(most), "{name}");
    }
    let solid = sprite("sprites/crate").pixels().iter().filter(|pixel| pixel[3] > 0).count();
    assert_eq!(solid, 32 * 32 - 4);
}

/// Where its box ends the hero's picture ends, or the game would show him in the ground or above it.
#[test]
fn the_hero_of_the_platformer_fills_his_box() {
    for (number, frame) in frames("sprites/hero-moves", (16, 16)).into_iter().enumerate() {
        let solid = |x: i32, y: i32| frame.get(x, y)[3] > 0;
        assert!((0..16).all(|y| [0, 15].into_iter().all(|x| !solid(x, y))), "frame {number} is too wide");
        assert!((0..16).any(|x| solid(x, 15)) || number > 5, "frame {number} floats");
    }
}

#[test]
fn walking_frames_differ_and_stand_on_the_ground() {
    for (name, size, different) in SHEETS {
        assert_eq!(frames(name, size).iter().collect::<BTreeSet<_>>().len(), different, "{name}");
    }
    let frames = walk_frames();
    for frame in frames.iter().chain([&sprite("sprites/hero")]) {
        assert!(runs(frame, hero::FRAME.1 - 1) > 0);
    }
}
