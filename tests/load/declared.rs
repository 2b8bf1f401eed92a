//! Small files that declare much: what they cost grows with what is there.

use crate::support::{Disk, ascii_png, assert_says, encode, exceeded, map, png, rock, row};
use reference::meter::measure;
use tileray::glam::{IVec2, ivec2};
use tileray::load::Limit;
use tileray::{LoadError, Rect, Terrain, TileMap};

fn disk(text: impl Into<Vec<u8>>) -> Disk {
    Disk::default().with("a.tmx", text).with("rock.png", rock())
}

/// Opens a map and builds all that a game builds, within a second even without optimization and within 32 MiB.
#[track_caller]
fn assert_is_cheap(text: String) -> Result<TileMap, LoadError> {
    assert!(text.len() < 300_000, "{} bytes", text.len());
    let disk = disk(text);
    let work = || disk.map("a.tmx").inspect(|map| drop(Terrain::from_layers(map, &tileray::LayerSet::solid(map))));
    let (map, cost) = measure(work);
    assert!(cost.time.as_millis() < 1000 && cost.bytes < 32 << 20, "{cost:?}");
    // The memory of a mask is only taken where something is drawn.
    let (_, cost) = measure(|| map.as_ref().map(|map| (map.bounds(), map.solidity())).ok());
    assert!(cost.time.as_millis() < 1000, "{cost:?}");
    map
}

#[test]
fn empty_layers_of_a_large_map() {
    for size in [r#"width="403" height="65535""#, r#"width="4096" height="4096""#] {
        let empty = r#"<layer name="a" width="0" height="0"><data/></layer>"#.repeat(20);
        let open = assert_is_cheap(map(size, &empty)).unwrap();
        assert_eq!((open.layers().len(), open.solidity().count()), (20, 0));
        let dot = r#"<layer name="a" width="1" height="1"><data encoding="csv">1</data></layer>"#.repeat(20);
        assert_eq!(assert_is_cheap(map(size, &dot)).unwrap().solidity().count(), 16);
    }
}

#[test]
fn chunks_far_apart() {
    let chunk = |x, y| format!(r#"<chunk x="{x}" y="{y}" width="1" height="1">1</chunk>"#);
    let layer = format!(r#"<layer name="a"><data encoding="csv">{}{}</data></layer>"#, chunk(0, 0), chunk(8191, 8190));
    let open = assert_is_cheap(map(r#"width="1" height="1" infinite="1""#, &layer)).unwrap();
    assert_eq!(open.bounds(), Rect::new(IVec2::ZERO, ivec2(32_768, 32_764)));
    assert_eq!(
        Terrain::from_map(&open)
            .query()
            .layers(tileray::LayerMask::ALL)
            .to_mask(Rect::new(ivec2(32_760, 32_756), ivec2(32_770, 32_770)))
            .count(),
        16
    );
}

/// Four million empty cells, in a few kilobytes. Larger ones take as little memory, but more time to unpack.
#[test]
fn compressed_zeros_take_no_memory() {
    for (encoding, compression) in [("zlib", "zlib"), ("gzip", "gzip"), ("zstd", "zstd")] {
        let data = encode(encoding, &vec![0; 2048 * 2048]);
        let layer =
            format!(r#"<layer name="a"><data encoding="base64" compression="{compression}">{data}</data></layer>"#);
        let open = assert_is_cheap(map(r#"width="2048" height="2048""#, &layer)).unwrap();
        assert_eq!(open.placed_tiles(0).count(), 0);
    }
}

#[test]
fn large_tiles_in_many_small_cells_are_refused_by_name() {
    let tile = png(512, 512, png::ColorType::Grayscale, png::BitDepth::One, &[0xff; 64 * 512]);
    let sets = r#"<tileset firstgid="1" name="t" tilewidth="512" tileheight="512"><image source="t.png"/></tileset>"#;
    let data = encode("zlib", &vec![1; 2000 * 2000]);
    let text = format!(
        r#"<map width="2000" height="2000" tilewidth="16" tileheight="16">{sets}
<layer name="a"><data encoding="base64" compression="zlib">{data}</data></layer></map>"#
    );
    let (error, cost) = measure(|| Disk::default().with("a.tmx", text).with("t.png", tile).map("a.tmx").unwrap_err());
    let parts = ["a.tmx:2:1: layer 'a', cell (", "each counted as often as tiles cover it", "LoadLimits::drawn_pixels"];
    assert_says(&error.to_string(), &parts);
    let (limit, asked, most) = exceeded::<()>(Err(error));
    assert_eq!((limit, most), (Limit::DrawnPixels, 1 << 36));
    assert!(asked > most);
    assert!(cost.bytes < 64 << 20, "{cost:?}");
}

/// A tile that is turned counts by the width that it has then.
#[test]
fn drawn_pixels_are_those_of_the_turned_tile() {
    let sets = r#"<tileset firstgid="1" tilewidth="70" tileheight="1"><image source="t.png"/></tileset>"#;
    let read = |gid: u32, limit| {
        let limits = tileray::load::LoadLimits::default().drawn_pixels(limit);
        let options = tileray::load::LoadOptions::default().limits(limits);
        let disk = Disk::default().with("a.tmx", row(sets, &[gid])).with("t.png", ascii_png(&"#".repeat(70)));
        disk.map_with("a.tmx", &options).is_ok()
    };
    assert_eq!([127, 128].map(|limit| read(1, limit)), [false, true]);
    assert_eq!([64 * 70 - 1, 64 * 70].map(|limit| read(1 | 0x2000_0000, limit)), [false, true]);
}

#[test]
fn the_peak_of_a_thread_is_counted() {
    let (_, cost) = measure(|| {
        drop(std::hint::black_box(vec![1_u8; 5 << 20]));
        std::hint::black_box(vec![0_u8; 3 << 20])
    });
    assert!((5 << 20..6 << 20).contains(&cost.bytes), "{cost:?}");
    // The meter itself reads a small file.
    let (_, cost) = measure(|| std::hint::black_box(0));
    assert!(cost.bytes < 1 << 10, "{cost:?}");
}
