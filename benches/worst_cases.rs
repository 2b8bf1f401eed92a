//! Inputs that are hard for one algorithm or another, at one size and at four times that size.
//!
//! Each row prints both times and how much longer the larger input takes. The run fails where a row grows faster than its bound:
//! 8 times, where linear time grows 4 times and quadratic time 16 times, or the bound that the row names.

#[expect(dead_code, unused_imports, reason = "the tests use the rest")]
#[path = "../tests/load/support/mod.rs"]
mod support;

use fastrand::Rng;
use std::hint::black_box;
use std::time::{Duration, Instant};
use support::{Disk, ENCODINGS, encode, large_documents, map, rock};
use tileray::glam::{Vec2, vec2};
use tileray::{Circle, ConvexPolygon, Hull, Polygon, collide};

/// Differences below this are noise.
const NOISE: Duration = Duration::from_millis(20);

/// The rows that grew faster than their bounds.
#[derive(Default)]
struct Failed(Vec<String>);

impl Failed {
    /// Prints the least times of a few rounds on the smaller and on the larger input.
    fn row<T>(&mut self, name: &str, bound: u32, inputs: &[T; 2], work: impl Fn(&T)) {
        let mut least = [Duration::MAX; 2];
        for _ in 0..5 {
            least.iter_mut().zip(inputs).for_each(|(least, input)| *least = time(|| work(input)).min(*least));
        }
        let [few, many] = least;
        println!("{name}: {few:.1?}, {many:.1?}, {:.1} times", many.as_secs_f64() / few.as_secs_f64());
        if many > few * bound + NOISE {
            self.0.push(name.to_owned());
        }
    }
}

/// A map of 1000 by 1000 cells, three quarters of them with a tile.
fn large_map(encoding: &str, attributes: &str) -> Disk {
    let mut rng = Rng::with_seed(1);
    let cells: Vec<u32> = (0..1_000_000).map(|_| [0, 1, 2, 2 | 0x8000_0000][rng.usize(..4)]).collect();
    let data = encode(encoding, &cells);
    let layer = format!(r#"<layer name="ground"><data{attributes}>{data}</data></layer>"#);
    Disk::default().with("a.tmx", map(r#"width="1000" height="1000""#, &layer)).with("rock.png", rock())
}

fn time(work: impl FnOnce()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

/// Corners of a regular polygon, as many as are asked for.
fn ring(count: usize) -> Vec<Vec2> {
    (0..count)
        .map(|corner| {
            let angle = corner as f64 / count as f64 * std::f64::consts::TAU;
            vec2((angle.cos() * 1e5) as f32, (angle.sin() * 1e5) as f32)
        })
        .collect()
}

/// A comb with as many teeth as are asked for: 1 px wide and 5000 px high.
fn comb(teeth: usize) -> Vec<Vec2> {
    let mut points = Vec::with_capacity(teeth * 4);
    for tooth in 0..teeth {
        let x = (tooth * 2) as f32;
        points.extend([vec2(x, 5000.0), vec2(x, 0.0), vec2(x + 1.0, 0.0), vec2(x + 1.0, 5000.0)]);
    }
    points.extend([vec2(teeth as f32 * 2.0, 5000.0), vec2(teeth as f32 * 2.0, 5010.0), vec2(0.0, 5010.0)]);
    points
}

/// A hull of `count` by `count` boxes with gaps between them.
fn grid(count: usize) -> Hull {
    let at = |index: usize| {
        let corner = vec2((index % count) as f32, (index / count) as f32) * 10.0;
        ConvexPolygon::rectangle(corner, corner + 5.0).expect("a box")
    };
    Hull::new((0..count * count).map(at).collect()).expect("boxes")
}

fn grow(failed: &mut Failed) {
    failed.row("Polygon::new, comb of 10,000 and 40,000 points", 8, &[comb(2_500), comb(10_000)], |points| {
        black_box(Polygon::new(points.clone()).expect("a comb"));
    });
    let combs = [comb(500), comb(2_000)].map(|points| Polygon::new(points).expect("a comb"));
    failed.row("Polygon::project_circle_out, comb of 2,000 and 8,000 points", 16, &combs, |comb| {
        for step in 1..20 {
            let center = comb.bounds().min + comb.bounds().size() * (step as f32 / 20.0);
            black_box(comb.project_circle_out(Circle::new(center, 20.0)));
        }
    });
    failed.row("ConvexPolygon::convex_hull, 10,000 and 40,000 points", 8, &[ring(10_000), ring(40_000)], |points| {
        black_box(ConvexPolygon::convex_hull(points.clone()).expect("a ring"));
    });
    let rings = [10_000, 40_000].map(|count| ConvexPolygon::convex_hull(ring(count)).expect("a ring"));
    failed.row("collide::contact, two polygons of 10,000 and 40,000 corners", 8, &rings, |ring| {
        black_box(collide::contact(ring, &ring.translated((190_000.0, 0.0))));
    });
    failed.row("collide::mtv, two hulls of 36 and 144 pieces", 64, &[grid(6), grid(12)], |grid| {
        black_box(collide::mtv(grid, &grid.translated((1.0, 2.0))));
    });
    for (index, pair) in large_documents(25_000).into_iter().zip(large_documents(100_000)).enumerate() {
        let disks = [pair.0, pair.1].map(|document| Disk::default().with("a.tmx", document));
        failed.row(&format!("TileMap::read, large document {index}"), 8, &disks, |disk| {
            let _ = black_box(disk.map("a.tmx"));
        });
    }
}

/// The time to open a million cells; half a second is the bound.
fn open_million_cells(failed: &mut Failed) {
    for (encoding, attributes) in ENCODINGS {
        let disk = large_map(encoding, attributes);
        let best = (0..5).map(|_| time(|| drop(black_box(disk.map("a.tmx"))))).min().unwrap_or_default();
        let name = format!("TileMap::read, a million cells as {encoding}");
        println!("{name}: {best:.1?}");
        failed.0.extend((best >= Duration::from_millis(500)).then_some(name));
    }
}

fn main() {
    let mut failed = Failed::default();
    grow(&mut failed);
    open_million_cells(&mut failed);
    assert!(failed.0.is_empty(), "too slow: {:?}", failed.0);
}
