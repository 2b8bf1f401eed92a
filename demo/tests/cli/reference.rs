//! Rays on the maps against a walk so plain that it is unlikely to be wrong: the definition of the line, pixel by pixel,
//! over the mask that the binary itself wrote.

use crate::fixture::{Folder, Mask, random_words, read_mask};
use crate::tool::tileray;
use std::fmt::Write;

/// What the CSV says of a ray, without layer, cell and tile.
#[derive(Debug, PartialEq)]
struct Answer {
    pixel: (i64, i64),
    distance: f32,
    normal: (i64, i64),
}

/// The pixel after `step` steps from a to b: `floor((2·k·d + D) / (2·D))` along the minor axis after `k` along the
/// major one, counted from the end with the smaller major coordinate.
fn pixel((ax, ay): (i64, i64), (bx, by): (i64, i64), step: i64) -> (i64, i64) {
    let (dx, dy) = ((bx - ax).abs(), (by - ay).abs());
    if dy > dx {
        let (y, x) = pixel((ay, ax), (by, bx), step);
        return (x, y);
    }
    if dx == 0 {
        return (ax, ay);
    }
    let ((x, y), (_, other_y), k) = if ax <= bx { ((ax, ay), (bx, by), step) } else { ((bx, by), (ax, ay), dx - step) };
    (x + k, y + (other_y - y).signum() * ((2 * k * dy + dx) / (2 * dx)))
}

fn walk(solid: &impl Fn((i64, i64)) -> bool, [x0, y0, x1, y1]: [f64; 4]) -> Option<Answer> {
    let (a, b) = ((x0.floor() as i64, y0.floor() as i64), (x1.floor() as i64, y1.floor() as i64));
    let (dx, dy) = ((b.0 - a.0).abs(), (b.1 - a.1).abs());
    let steps = dx.max(dy);
    let step = (0..=steps).find(|step| solid(pixel(a, b, *step)))?;
    let at = pixel(a, b, step);
    let normal = if step == 0 {
        (0, 0)
    } else {
        let before = pixel(a, b, step - 1);
        let back = (before.0 - at.0, before.1 - at.1);
        let faces = if dy > dx { [(0, back.1), (back.0, 0)] } else { [(back.0, 0), (0, back.1)] };
        let is_open = |face: (i64, i64)| !solid((at.0 + face.0, at.1 + face.1));
        // A straight step enters by its own face; a diagonal one by the open face, the major axis's where both or
        // neither are.
        if back.0 == 0 || back.1 == 0 {
            back
        } else if !is_open(faces[0]) && is_open(faces[1]) {
            faces[1]
        } else {
            faces[0]
        }
    };
    let length = ((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)).sqrt();
    let fraction = if steps == 0 { 0.0 } else { step as f64 / steps as f64 };
    Some(Answer { pixel: at, distance: (fraction * length) as f32, normal })
}

fn parsed(line: &str) -> Option<Answer> {
    let fields: Vec<&str> = line.split(',').collect();
    assert_eq!(fields.len(), 10, "{line}");
    let number = |place: usize| fields[place].parse().expect("a whole number");
    match fields[0] {
        "1" => Some(Answer {
            pixel: (number(1), number(2)),
            distance: fields[3].parse().expect("a number"),
            normal: (number(4), number(5)),
        }),
        _ => {
            assert_eq!(line, "0,,,,,,,,,");
            None
        }
    }
}

/// Rays from and to places in and around the mask, whose first pixel is at `origin`; every fourth is short, and every
/// fourth runs along a row.
fn random_rays(mask: &Mask, origin: (i64, i64), count: usize) -> Vec<[f64; 4]> {
    let mut word = random_words();
    let mut below = |limit: f64| (word() >> 11) as f64 / (1u64 << 53) as f64 * limit;
    let mut point = || {
        let (width, height) = (f64::from(mask.width) + 100.0, f64::from(mask.height) + 100.0);
        (below(width) - 50.0 + origin.0 as f64, below(height) - 50.0 + origin.1 as f64)
    };
    let ray = |place| {
        let ((x0, y0), (x1, y1)) = (point(), point());
        match place % 4 {
            0 => [x0, y0, x0 + (x1 - x0) / 100.0, y0 + (y1 - y0) / 100.0],
            1 => [x0.floor(), y0.floor(), x1.floor(), y0.floor()],
            _ => [x0, y0, x1, y1],
        }
    };
    (0..count).map(ray).collect()
}

/// Compares the answers to `count` rays, pixel for pixel.
fn assert_equals_plain_walk(map: &str, count: usize) {
    let folder = Folder::new();
    let out = folder.name("mask.png");
    let extent = tileray(&["solidity", map, "--out", &out]).printed();
    let extent: Vec<i64> = extent.split_whitespace().map(|number| number.parse().expect("a number")).collect();
    let mask = read_mask(&folder.path("mask.png"));
    assert_eq!(extent[..2], [i64::from(mask.width), i64::from(mask.height)]);
    let origin = (extent[2], extent[3]);
    let solid = |(x, y): (i64, i64)| mask.is_white(x - origin.0, y - origin.1);

    let rays = random_rays(&mask, origin, count);
    let mut text = String::new();
    for [x0, y0, x1, y1] in &rays {
        writeln!(text, "{x0},{y0},{x1},{y1}").expect("a line");
    }
    let file = folder.write("rays.csv", text);
    let printed = tileray(&["cast", map, "--rays", &file]).printed();
    let mut lines = printed.lines().skip(1);
    let mut hits = 0;
    for ray in rays {
        let found = parsed(lines.next().expect("a line a ray"));
        assert_eq!(found, walk(&solid, ray), "ray {ray:?}");
        hits += usize::from(found.is_some());
    }
    assert_eq!(lines.next(), None);
    assert!(hits > count / 4 && hits < count, "{hits} hits say little");
}

#[test]
fn rays_equal_the_plain_walk() {
    // Fewer in a debug build, which takes ten times as long.
    let share = if cfg!(debug_assertions) { 10 } else { 1 };
    assert_equals_plain_walk("maps/cave.tmx", 100_000 / share);
    // Maps with offsets.
    assert_equals_plain_walk("maps/infinite.tmx", 20_000 / share);
    assert_equals_plain_walk("maps/town.tmx", 20_000 / share);
}
