//! Collision shapes of tiles: which pixels they make solid, in every format, size and orientation.

use crate::shape_oracle::{Drawn, Shape};
use crate::support::{Disk, FREE, ascii_png, assert_says, assert_shows, cases, exceeded, gid};
use reference::{each_case, meter::measure};
use tileray::load::{Limit, LoadLimits, LoadOptions, TileSolidity};
use tileray::solidity::Orientation;
use tileray::tile::ObjectShape;
use tileray::{SolidityMap, TileMap};

fn options(solidity: TileSolidity) -> LoadOptions {
    LoadOptions::default().tile_solidity(solidity)
}

/// A free picture.
fn blank(width: u32, height: u32) -> Vec<u8> {
    ascii_png(&vec![".".repeat(width as usize); height as usize].join(" "))
}

/// A map whose cells have tile 0 of a set in the eight orientations, over the set's text and a picture.
fn disk(set: &str, cell: [u32; 2], picture: Vec<u8>) -> Disk {
    let cells = Orientation::ALL.map(|orientation| gid(0, orientation).to_string());
    let [width, height] = cell;
    let text = format!(
        r#"<map orientation="orthogonal" width="8" height="1" tilewidth="{width}" tileheight="{height}">{set}
        <layer name="a" width="8" height="1"><data encoding="csv">{}</data></layer></map>"#,
        cells.join(",")
    );
    Disk::default().with("a.tmx", text).with("a.png", picture)
}

/// A set of one tile with shapes, and what else its elements have.
fn set(width: u32, height: u32, of_set: &str, of_tile: &str, shapes: &str) -> String {
    format!(
        r#"<tileset firstgid="1" name="s" tilewidth="{width}" tileheight="{height}" tilecount="1" columns="1" {of_set}>
        <image source="a.png" width="{width}" height="{height}"/>
        <tile id="0">{of_tile}<objectgroup draworder="index" id="2">{shapes}</objectgroup></tile></tileset>"#
    )
}

/// The mask of the tile in the cell of an orientation.
fn mask(map: &TileMap, index: usize) -> &SolidityMap {
    let (_, placed) = map.placed_tiles(0).nth(index).expect("a tile in each cell");
    &placed.mask
}

/// Compares the mask in an orientation with the oracle; returns the numbers of pixels that were told and that were not.
#[track_caller]
fn compare(mask: &SolidityMap, index: usize, shapes: &[Shape], drawn: &Drawn) -> [usize; 2] {
    let mut told = [0; 2];
    for y in 0..mask.height() as i32 {
        for x in 0..mask.width() as i32 {
            let orientation = Orientation::ALL[index];
            let own = orientation.oriented_size(mask.size());
            let pixel = orientation.source([x, y], own).to_array();
            let answers: Vec<_> = shapes.iter().map(|shape| shape.holds(pixel, drawn)).collect();
            let expected = match answers.contains(&Some(true)) {
                true => Some(true),
                false if answers.contains(&None) => None,
                false => Some(false),
            };
            told[usize::from(expected.is_none())] += 1;
            let shown = expected.is_none_or(|expected| mask.get(x, y) == expected);
            assert!(shown, "pixel {x},{y} in orientation {index}\n{}{shapes:#?}\n{drawn:?}", mask.to_ascii());
        }
    }
    told
}

#[test]
fn shapes_cover_the_pixels_whose_centers_they_hold_in_every_orientation() {
    let mut told = [0; 2];
    for (_, mut rng) in each_case(71, cases(150)) {
        let [width, height] = [rng.u32(1..40), rng.u32(1..40)];
        let shapes: Vec<_> = (0..rng.usize(1..3)).map(|_| Shape::random(&mut rng, width, height)).collect();
        let drawn = Drawn { line_width: rng.u16(0..4), ..Drawn::PLAIN };
        let xml: String = shapes.iter().map(Shape::xml).collect();
        let disk = disk(&set(width, height, "", "", &xml), [16, 16], blank(width, height));
        let map = disk.map_in_both("a.tmx", &options(TileSolidity::Shapes).line_width(drawn.line_width)).unwrap();
        for index in 0..8 {
            let [known, unknown] = compare(mask(&map, index), index, &shapes, &drawn);
            told = [told[0] + known, told[1] + unknown];
        }
        assert_eq!(map.tile_set(0).unwrap().shapes(0).len(), shapes.len());
    }
    // The oracle may leave out few pixels: those next to the borders of rotated round shapes.
    assert!(told[1] * 20 < told[0], "{told:?}");
}

#[test]
fn shapes_are_scaled_with_tiles_that_are_scaled_to_the_grid() {
    let mut told = [0; 2];
    for (_, mut rng) in each_case(72, cases(100)) {
        let [[width, height], cell] = [[rng.u32(1..24), rng.u32(1..24)], [rng.u32(1..40), rng.u32(1..40)]];
        let fits = rng.bool();
        let of_set = ["fillmode=\"stretch\"", "fillmode=\"preserve-aspect-fit\""][usize::from(fits)];
        let shapes = [Shape::random(&mut rng, width, height)];
        let mut scale = [f64::from(cell[0]) / f64::from(width), f64::from(cell[1]) / f64::from(height)];
        if fits {
            scale = [scale[0].min(scale[1]); 2];
        }
        let shift = [0, 1].map(|axis| (f64::from(cell[axis]) - f64::from([width, height][axis]) * scale[axis]) / 2.0);
        let drawn = Drawn { scale, shift, line_width: rng.u16(1..3) };
        let of_set = format!("tilerendersize=\"grid\" {of_set}");
        let disk = disk(&set(width, height, &of_set, "", &shapes[0].xml()), cell, blank(width, height));
        let map = disk.map_with("a.tmx", &options(TileSolidity::Shapes).line_width(drawn.line_width)).unwrap();
        let [known, unknown] = compare(mask(&map, 0), 0, &shapes, &drawn);
        told = [told[0] + known, told[1] + unknown];
    }
    assert!(told[1] * 8 < told[0], "{told:?}");
}

#[test]
fn the_choice_of_solidity_decides_and_solid_false_frees() {
    // Hidden shapes count, as Tiled draws them.
    let rectangle = r#"<object x="0" y="0" width="2" height="1" visible="0"/>"#;
    let picture = "....#### ....####";
    let (pixels, shapes, whole, none) = (picture, "##...... ........", "######## ########", "........ ........");
    let cases = [
        (TileSolidity::Pixels, "", rectangle, pixels),
        (TileSolidity::Shapes, "", rectangle, shapes),
        (TileSolidity::Shapes, "", "", none),
        (TileSolidity::ShapesOrPixels, "", rectangle, shapes),
        (TileSolidity::ShapesOrPixels, "", "", pixels),
        (TileSolidity::ShapesOrPixels, "", "<object><point/></object>", pixels),
        (TileSolidity::ShapesOrPixels, "", r#"<object gid="1"/>"#, pixels),
        (TileSolidity::Cells, "", rectangle, whole),
        (TileSolidity::Cells, "", "", whole),
        (TileSolidity::Pixels, FREE, rectangle, none),
        (TileSolidity::Shapes, FREE, rectangle, none),
        (TileSolidity::ShapesOrPixels, FREE, rectangle, none),
        (TileSolidity::Cells, FREE, rectangle, none),
    ];
    for (solidity, of_tile, inside, shown) in cases {
        let disk = disk(&set(8, 2, "", of_tile, inside), [8, 2], ascii_png(picture));
        let map = disk.map_in_both("a.tmx", &options(solidity)).unwrap();
        assert_eq!(mask(&map, 0).to_ascii(), shown.replace(' ', "\n") + "\n", "{solidity:?} {of_tile} {inside}");
        assert!(map.tile_set(0).unwrap().image(0).is_none());
        let kept = disk.map_with("a.tmx", &options(solidity).keep_images(true)).unwrap();
        assert_eq!((mask(&kept, 0), kept.tile_set(0).unwrap().len()), (mask(&map, 0), 1));
    }
}

#[test]
fn collections_have_shapes_in_the_frame_of_each_picture() {
    let set = r#"<tileset firstgid="1" name="c" tilewidth="8" tileheight="6" tilecount="2" columns="0">
        <tile id="0"><image source="a.png" width="8" height="6"/>
        <objectgroup><object x="0" y="0" width="2" height="2"/></objectgroup></tile>
        <tile id="5" x="4" y="2" width="3" height="3"><image source="a.png" width="8" height="6"/>
        <objectgroup><object x="1" y="1" width="9" height="9"/></objectgroup></tile></tileset>"#;
    let disk = disk(set, [4, 4], blank(8, 6));
    let map = disk.map_in_both("a.tmx", &options(TileSolidity::Shapes)).unwrap();
    // The tile of 8x6 pixels stands on the bottom left corner of its cell.
    assert_shows(&map, 0, -2, "##...... ##...... ........");
    assert_eq!(map.tile_set(0).unwrap().mask(5).unwrap().to_ascii(), "...\n.##\n.##\n");
}

#[test]
fn templates_supply_what_shapes_leave_out() {
    let template = r#"<template><object width="3" height="2"><ellipse/></object></template>"#;
    let shapes =
        r#"<object x="1" y="1" template="t/oval.tx"/><object x="5" y="3" template="t/oval.tx" width="2" height="1"/>"#;
    let disk = disk(r#"<tileset firstgid="1" source="sets/s.tsx"/>"#, [8, 6], blank(8, 6));
    let of_set = set(8, 6, "", "", shapes).replace("firstgid=\"1\" ", "").replace("a.png", "../a.png");
    let disk = disk.with("sets/s.tsx", of_set).with("sets/t/oval.tx", template);
    let map = disk.map_in_both("a.tmx", &options(TileSolidity::Shapes)).unwrap();
    assert_eq!(mask(&map, 0).to_ascii(), "........\n.###....\n.###....\n.....##.\n........\n........\n");
    assert_eq!(map.tile_set(0).unwrap().shapes(0)[0].shape, ObjectShape::Ellipse);
    // A shape that is missing is an error if shapes decide.
    let disk = disk.with("sets/t/oval.tx", "<template/>");
    let error = disk.map_with("a.tmx", &options(TileSolidity::Shapes)).unwrap_err().to_string();
    let map = disk.map("a.tmx").unwrap();
    assert_eq!((map.warnings()[0].message(), map.tile_set(0).unwrap().shapes(0)), (&*error, &[][..]));
    assert_says(&error, &["sets/t/oval.tx", "a template of collision shapes"]);
}

#[test]
fn huge_shapes_cost_no_more_than_the_tile() {
    let far = 16_777_216.0_f32;
    let ring = (0..400_000).map(|i| format!("{},{}", i % 977, i % 353)).collect::<Vec<_>>().join(" ");
    for shape in [
        format!(r#"<object x="-{far}" y="-{far}" width="{far}" height="{far}" rotation="45"/>"#),
        format!(r#"<object x="-{far}" y="-{far}" width="{far}" height="{far}" rotation="45"><ellipse/></object>"#),
        format!(r#"<object x="-{far}" y="0" width="{far}" height="0.004" rotation="0.001"><capsule/></object>"#),
        format!(r#"<object x="-{far}" y="-{far}"><polyline points="0,0 {far},{far} 0,{far}"/></object>"#),
        format!(r#"<object><polygon points="{ring}"/></object>"#),
    ] {
        let disk = disk(&set(40, 40, "", "", &shape), [40, 40], blank(40, 40));
        for width in [1, u16::MAX] {
            let options = options(TileSolidity::Shapes).line_width(width);
            let (map, cost) = measure(|| disk.map_with("a.tmx", &options));
            assert!(cost.time.as_secs() < 20, "{cost:?}");
            assert_eq!(mask(&map.unwrap(), 0).width(), 40);
        }
    }
}

#[test]
fn limits_bound_the_corners_and_the_steps_of_shapes() {
    let ring = (0..2000).map(|i| format!("{},{}", i % 40, i % 2 * 40)).collect::<Vec<_>>().join(" ");
    let disk =
        disk(&set(40, 40, "", "", &format!(r#"<object><polygon points="{ring}"/></object>"#)), [40, 40], blank(40, 40));
    let with = |limits| options(TileSolidity::Shapes).limits(limits);
    let limits = LoadLimits::default();
    let read = |limits| disk.map_with("a.tmx", &with(limits));
    assert_eq!(exceeded(read(limits.objects(2000))), (Limit::Objects, 2001, 2000));
    let error = read(limits.map_pixels(60_000)).unwrap_err();
    assert_says(&error.to_string(), &["LoadLimits::map_pixels"]);
    let (limit, _, most) = exceeded::<()>(Err(error));
    assert_eq!((limit, most), (Limit::DrawingSteps, 60_000));
    assert!(disk.map_with("a.tmx", &with(limits.map_pixels(100_000))).is_ok());
    // Nothing is drawn where the pictures decide.
    let pixels = LoadOptions::default().limits(limits.map_pixels(60_000));
    assert!(disk.map_with("a.tmx", &pixels).is_ok());
}
