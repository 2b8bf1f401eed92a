//! The cave's objects: where the player starts, places to look at, coins and checkpoints.

use crate::cave::place::Placed;
use crate::map::Object;
use crate::noise::chance;
use crate::rock::shape::ShapeGrid;
use crate::tileset::TILE;

/// All objects. Points lie in free pixels.
pub(crate) fn objects(shapes: &ShapeGrid, placed: &Placed) -> Vec<Object> {
    let spawn = placed.spawn;
    // The middle of a hero of 24 pixels who stands in this cell.
    let start = (spawn.0 * TILE + TILE / 2, spawn.1 * TILE + 4);
    let mut objects = vec![point("spawn", "spawn", start)];
    for (number, place) in markers(shapes, placed, start).into_iter().enumerate() {
        objects.push(point(&format!("marker-{}", number + 1), "marker", place));
    }
    let mut last_flag = 0;
    for x in 2..shapes.width - 2 {
        for y in 2..shapes.height - 2 {
            let floor = shapes.empty(x, y) && shapes.full(x, y + 1) && shapes.empty(x, y - 1);
            let free = placed.ground.get(x, y) == 0 && placed.ground.get(x, y - 1) == 0;
            if !floor || !free {
                continue;
            }
            let middle = (x * TILE + TILE / 2, y * TILE + TILE / 2);
            if x - last_flag >= 38 && shapes.full(x + 1, y + 1) {
                last_flag = x;
                objects.push(Object {
                    size: Some((TILE, 2 * TILE)),
                    ..point("checkpoint", "checkpoint", (x * TILE, (y - 1) * TILE))
                });
            } else if chance(17, x, y, 22) {
                objects.push(point("coin", "coin", middle));
            }
        }
    }
    objects
}

fn point(name: &str, class: &'static str, (x, y): (i32, i32)) -> Object {
    Object { name: name.to_owned(), class, x, y, size: None, properties: Vec::new() }
}

/// Eight free places within 150 to 400 pixels of the start, spread over all directions.
fn markers(shapes: &ShapeGrid, placed: &Placed, start: (i32, i32)) -> Vec<(i32, i32)> {
    let free = |x: i32, y: i32| shapes.empty(x, y) && placed.ground.get(x, y) == 0;
    let all = (0..shapes.width * shapes.height).map(|n| (n % shapes.width, n / shapes.width));
    let roomy = all.filter(|&(x, y)| free(x, y) && free(x, y - 1) && free(x + 1, y) && free(x - 1, y));
    let places: Vec<_> = roomy
        .map(|(x, y)| (x * TILE + TILE / 2, y * TILE + TILE / 2))
        .filter(|(x, y)| {
            let (dx, dy) = (x - start.0, y - start.1);
            (160 * 160..390 * 390).contains(&(dx * dx + dy * dy))
        })
        .collect();
    // Farthest-point choice: each marker as far as can be from those before it.
    let mut chosen = vec![start];
    while chosen.len() < 9 {
        let apart = |p: &(i32, i32)| {
            let squares = chosen.iter().map(|c| (c.0 - p.0).pow(2) + (c.1 - p.1).pow(2));
            squares.min()
        };
        match places.iter().max_by_key(|p| (apart(p), p.0, p.1)) {
            Some(&place) => chosen.push(place),
            None => break,
        }
    }
    chosen.split_off(1)
}
