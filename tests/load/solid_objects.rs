//! Object layers as terrain: which pixels become solid, in which layer and cells, and what is refused.

use crate::shape_oracle::{Drawn, Shape};
use crate::support::{Disk, FREE, SOLID, cases, exceeded, rock};
use reference::{each_case, meter::measure};
use std::collections::HashSet;
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::load::{Limit, LoadErrorKind, LoadLimits, LoadOptions};
use tileray::tile::{MapObject, ObjectLayer, ObjectShape, SolidObjectsError, SolidObjectsLimit};
use tileray::{Direction, LayerSet, Ray, SolidityMap, Terrain, TileMap};

fn map_of(cell: [u32; 2], inside: &str) -> String {
    let [width, height] = cell;
    format!(
        r#"<map orientation="orthogonal" infinite="1" width="0" height="0" tilewidth="{width}" tileheight="{height}">
        <tileset firstgid="1" name="rock" tilewidth="4" tileheight="4" tilecount="2" columns="2">
        <image source="rock.png" width="8" height="4"/></tileset>{inside}</map>"#
    )
}

fn disk(cell: [u32; 2], inside: &str) -> Disk {
    Disk::default().with("a.tmx", map_of(cell, inside)).with("rock.png", rock())
}

fn open(cell: [u32; 2], inside: &str) -> TileMap {
    disk(cell, inside).map_in_both("a.tmx", &LoadOptions::default()).unwrap()
}

fn pixel_of(mask: &SolidityMap, corner: IVec2, x: i32, y: i32) -> bool {
    mask.get(x - corner.x, y - corner.y)
}

#[test]
fn solid_layers_cover_the_union_of_their_objects() {
    for (_, mut rng) in each_case(81, cases(12)) {
        let cell = [rng.u32(1..80), rng.u32(1..40)];
        let shapes: Vec<_> = (0..rng.usize(0..5)).map(|_| Shape::random(&mut rng, 50, 40)).collect();
        let objects: String = shapes.iter().map(Shape::xml).collect();
        let drawn = Drawn { line_width: rng.u16(0..4), ..Drawn::PLAIN };
        let disk = disk(cell, &format!(r#"<objectgroup name="walls">{SOLID}{objects}</objectgroup>"#));
        let map = disk.map_with("a.tmx", &LoadOptions::default().line_width(drawn.line_width)).unwrap();
        assert_eq!((map.layers().len(), map.objects().len()), (1, shapes.len()));
        let (mask, corner) = (map.solidity(), map.bounds().min);
        for (y, x) in (-70..110).flat_map(|y| (-80..130).map(move |x| (y, x))) {
            let answers: Vec<_> = shapes.iter().map(|shape| shape.holds([x, y], &drawn)).collect();
            let expected = answers.contains(&Some(true));
            let is_told = expected || !answers.contains(&None);
            assert!(!is_told || pixel_of(&mask, corner, x, y) == expected, "{x},{y} {cell:?} {drawn:?} {shapes:#?}");
        }
        // A program gets the same, and each mask is there once.
        let plain = self::disk(cell, &format!(r#"<objectgroup name="walls">{objects}</objectgroup>"#));
        let mut again = plain.map("a.tmx").unwrap();
        assert_eq!(again.add_solid_objects("walls", drawn.line_width), Ok(0));
        assert_eq!((again.solidity(), again.bounds()), (mask.clone(), map.bounds()));
        let set = map.tile_sets().nth(1).expect("the set of the objects");
        let distinct: HashSet<_> = set.ids().map(|id| set.mask(id).unwrap().to_ascii()).collect();
        assert_eq!(distinct.len(), set.len());
        assert!(set.ids().all(|id| !set.mask(id).unwrap().is_empty()));
        let mut each = SolidityMap::new(mask.width(), mask.height());
        for object in map.objects() {
            let pixels = map.object_mask(object, drawn.line_width).unwrap();
            each.draw(&pixels.mask, pixels.at - corner);
        }
        assert_eq!(each, mask);
    }
}

#[test]
fn layers_keep_the_order_of_the_file_and_say_how_they_are_solid() {
    let chunk =
        |gid: u32| format!(r#"<data encoding="csv"><chunk x="0" y="0" width="1" height="1">{gid}</chunk></data>"#);
    let wall = r#"<object x="8" y="0" width="4" height="4"/>"#;
    let one_way = r#"<property name="one_way" value="down"/>"#;
    let map = open(
        [4, 4],
        &format!(
            r#"<layer name="back">{}</layer>
            <objectgroup name="free">{wall}</objectgroup>
            <group name="g" offsetx="3.5" offsety="1"><properties><property name="solid" type="bool" value="true"/>{one_way}
            </properties>
            <objectgroup name="not">{wall}</objectgroup>
            <objectgroup name="hidden" visible="0" offsety="2">{SOLID}{wall}</objectgroup>
            <layer name="middle">{}</layer></group>
            <objectgroup name="off">{FREE}{wall}</objectgroup>
            <objectgroup name="own"><properties><property name="solid" type="bool" value="true"/>
            <property name="one_way" value="left"/></properties>{wall}</objectgroup>
            <layer name="front">{}</layer>"#,
            chunk(1),
            chunk(2),
            chunk(1)
        ),
    );
    let paths: Vec<_> = map.layers().map(|layer| layer.path.as_str()).collect();
    assert_eq!(paths, ["back", "g/hidden", "g/middle", "own", "front"]);
    let hidden = map.layer(1).unwrap();
    assert_eq!((&*hidden.name, hidden.visible, hidden.solid), ("hidden", false, Some(true)));
    assert_eq!((hidden.one_way, hidden.offset), (Some(Direction::Down), IVec2::ZERO));
    assert_eq!(map.layer(3).unwrap().one_way, Some(Direction::Left));
    assert_eq!(map.object_layers().len(), 5);
    // From x = 11.5 to 15.5 and from y = 3: the upright borders go through centers, which belong to the shape.
    let mask = map.solidity_with(&LayerSet::named(&map, ["g/hidden"]).unwrap()).unwrap();
    let bounds = mask.bounds().unwrap().translated(map.bounds().min);
    assert_eq!((bounds.min, bounds.max), (ivec2(11, 3), ivec2(16, 7)));
    let ray = Ray::between((13.5, -4.5), (13.5, 20.5));
    let hit = Terrain::from_map(&map).raycast(&ray).expect("the hidden wall");
    assert_eq!((hit.pixel(), hit.layer(), hit.cell()), (ivec2(13, 3), 1, ivec2(3, 0)));
    let tile = hit.tile().expect("a tile of the set that was made");
    assert_eq!(map.tile_set(tile.set).unwrap().name, "g/hidden");
}

#[test]
fn objects_with_solid_false_points_and_texts_are_free() {
    let map = open(
        [4, 4],
        &format!(
            r#"<objectgroup name="w">{SOLID}<object width="9" height="9">{FREE}</object><object><point/></object>
            <object width="9" height="9"><text>no</text></object></objectgroup>"#
        ),
    );
    assert_eq!((map.layers().len(), map.solidity().count()), (1, 0));
    assert!(map.layers().next().unwrap().cells.is_empty());
}

#[test]
fn huge_objects_are_refused_or_fast() {
    let far = 16_777_216;
    let wall = |x: i32, y: i32, size: i32| format!(r#"<object x="{x}" y="{y}" width="{size}" height="{size}"/>"#);
    let error = |cell, objects: &str| {
        let disk = disk(cell, &format!(r#"<objectgroup name="w">{SOLID}{objects}</objectgroup>"#));
        let (map, cost) = measure(|| disk.map("a.tmx"));
        assert!(cost.time.as_secs() < 20, "{cost:?}");
        map.map(|map| map.solidity_with(&LayerSet::solid(&map)).map_or(0, |mask| mask.count()))
    };
    let limit = |cell, objects: &str| exceeded(error(cell, objects)).0;
    assert_eq!(limit([4, 4], &wall(-far, -far, far)), Limit::Cells);
    assert_eq!(limit([4, 4], &(wall(-far, 0, 1) + &wall(1000, far - 9, 1))), Limit::Cells);
    let beyond = error([4, 4], &wall(far - 9, 0, 100)).unwrap_err();
    assert!(matches!(beyond.kind(), LoadErrorKind::Map(_)), "{beyond}");
    assert_eq!(limit([65536, 65536], &wall(0, 0, 9)), Limit::MapPixels);
    let huge = format!(r#"<object gid="1" width="{far}" height="{far}" rotation="1"/>"#);
    assert_eq!(limit([64, 64], &huge), Limit::MapPixels);
    // Far apart along one axis is no burden.
    assert_eq!(error([16, 16], &(wall(-far + 9, 0, 1) + &wall(far - 40, 0, 1))).unwrap(), 2);
    let limits = LoadLimits::default();
    let walls = format!(r#"<objectgroup name="w">{SOLID}{}</objectgroup>"#, wall(1, 1, 40));
    let limited = |objects: &str, limits| {
        exceeded(disk([4, 4], objects).map_with("a.tmx", &LoadOptions::default().limits(limits)))
    };
    assert_eq!(limited(&walls, limits.cells(100)), (Limit::Cells, 121, 100));
    assert_eq!(limited(&walls, limits.tiles(5)), (Limit::Tiles, 6, 5));
    // Each of 101x101 cells takes 16 steps.
    let large = format!(r#"<objectgroup name="w">{SOLID}{}</objectgroup>"#, wall(1, 1, 400));
    assert_eq!(limited(&large, limits.map_pixels(100_000)), (Limit::DrawingSteps, 100_001, 100_000));
}

#[test]
fn programs_get_errors_and_an_unchanged_map() {
    let mut map = TileMap::new(uvec2(4, 4)).unwrap();
    map.add_object_layer(ObjectLayer::new("g/w"));
    let object = MapObject {
        size: (1.6e7, 1.6e7).into(),
        ..MapObject::new((-16_000_000.0, -16_000_000.0), ObjectShape::Rectangle)
    };
    map.add_object(MapObject { layer: "g/w".into(), ..object }).unwrap();
    assert_eq!(map.add_solid_objects("w", 1), Err(SolidObjectsError::NoSuchLayer { path: "w".into() }));
    assert!(matches!(
        map.add_solid_objects("g/w", 1),
        Err(SolidObjectsError::TooMany { what: SolidObjectsLimit::Cells, .. })
    ));
    assert_eq!((map.layers().len(), map.tile_sets().len()), (0, 0));
    let far = MapObject { size: (1.6e7, 1.6e7).into(), ..MapObject::new((1.6e7, 1.6e7), ObjectShape::Ellipse) };
    assert!(map.object_mask(&far, 1).is_err());
    let invalid = MapObject { size: (9.0, 9.0).into(), ..MapObject::new((f32::NAN, 0.0), ObjectShape::Rectangle) };
    assert!(map.object_mask(&invalid, 1).unwrap().is_empty());
}
