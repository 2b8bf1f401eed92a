//! A large map: what it takes, and that it does not take too much.

use crate::encodings::{ENCODINGS, encode};
use crate::support::{Disk, map, rock, shortest};
use std::time::Duration;

/// A map of 1000 by 1000 cells, three quarters of them with a tile.
fn large(encoding: &str, attributes: &str) -> Disk {
    let mut state = 1u32;
    let cells: Vec<u32> = (0..1_000_000)
        .map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            [0, 1, 2, 2 | 0x8000_0000][(state >> 30) as usize]
        })
        .collect();
    let data = encode(encoding, &cells);
    let layer = format!(r#"<layer name="ground"><data{attributes}>{data}</data></layer>"#);
    Disk::default().with("a.tmx", map(r#"width="1000" height="1000""#, &layer)).with("rock.png", rock())
}

/// Prints the times; `cargo test --release --test load speed -- --nocapture` gives those that matter.
#[test]
fn a_million_cells_open_quickly() {
    // The aim is half a second; a debug build gets ten times that.
    let limit = Duration::from_secs(5);
    for (encoding, attributes) in ENCODINGS {
        let disk = large(encoding, attributes);
        let open = || assert_eq!(disk.map("a.tmx").unwrap().size().x, 1000);
        let [taken] = shortest([&open], |[taken]| taken < limit);
        println!("{encoding}: {taken:?}");
        assert!(taken < limit, "{encoding} took {taken:?}");
    }
}
