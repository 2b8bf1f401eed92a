//! Objects that are tiles: where each pixel of the tile lies, as Tiled draws it, in all formats.
//!
//! The oracle follows Tiled's painter: it scales the picture to the object, mirrors it, turns it by a quarter about its
//! center for a diagonal flip, and rotates all by the object's angle about its anchor.

use crate::support::{Disk, ascii_png, cases, gid};
use fastrand::Rng;
use reference::each_case;
use tileray::glam::{DVec2, IVec2, dvec2};
use tileray::solidity::Orientation;
use tileray::tile::ObjectShape;
use tileray::{SolidityMap, TileMap};

/// The anchor of a tile set, by its name in Tiled.
const ANCHORS: [(&str, DVec2); 10] = [
    ("unspecified", dvec2(0.0, 1.0)),
    ("topleft", dvec2(0.0, 0.0)),
    ("top", dvec2(0.5, 0.0)),
    ("topright", dvec2(1.0, 0.0)),
    ("left", dvec2(0.0, 0.5)),
    ("center", dvec2(0.5, 0.5)),
    ("right", dvec2(1.0, 0.5)),
    ("bottomleft", dvec2(0.0, 1.0)),
    ("bottom", dvec2(0.5, 1.0)),
    ("bottomright", dvec2(1.0, 1.0)),
];

/// A tile object, and the picture and the set of its tile.
#[derive(Debug)]
struct Case {
    picture: SolidityMap,
    /// The object's size in the file. A side of 0 is the picture's.
    size: [u32; 2],
    position: [i32; 2],
    rotation: f64,
    flips: Orientation,
    offset: [i32; 2],
    anchor: usize,
    keeps_proportions: bool,
    fits_grid: bool,
}

impl Case {
    fn random(rng: &mut Rng) -> Self {
        let own = [rng.u32(1..8), rng.u32(1..8)];
        // Whole multiples, so that each pixel of the object has one pixel of the picture under all of it.
        let mut size = own.map(|side| side * rng.u32(0..4));
        let keeps_proportions = rng.bool();
        if keeps_proportions {
            // An even rest, so that the picture in the middle lies on whole pixels.
            let scale = rng.u32(1..4);
            let longer = rng.usize(0..2);
            size = own.map(|side| side * scale);
            size[longer] += 2 * rng.u32(0..6);
        }
        Self {
            picture: SolidityMap::from_fn(own[0], own[1], |_, _| rng.u32(0..3) > 0),
            size,
            position: [rng.i32(-20..20), rng.i32(-20..20)],
            rotation: if rng.bool() { f64::from(rng.i32(-4..5) * 90) } else { f64::from(rng.i32(-3600..3600)) / 10.0 },
            flips: Orientation::ALL[rng.usize(0..8)],
            offset: [rng.i32(-2..3), rng.i32(-2..3)],
            anchor: rng.usize(0..ANCHORS.len()),
            keeps_proportions,
            fits_grid: rng.bool(),
        }
    }

    fn size(&self) -> DVec2 {
        let side = |axis: usize| match self.size[axis] {
            0 => self.picture.size()[axis],
            side => side,
        };
        dvec2(side(0).into(), side(1).into())
    }

    /// Whether Tiled draws a solid pixel of the picture at a pixel of the map, or `None` on a border of two pixels.
    fn holds(&self, pixel: IVec2) -> Option<bool> {
        let (size, own) = (self.size(), self.picture.size().as_dvec2());
        let (sin, cos) = self.rotation.to_radians().sin_cos();
        let arm = pixel.as_dvec2() + 0.5 - dvec2(self.position[0].into(), self.position[1].into());
        let local = dvec2(arm.x * cos + arm.y * sin, arm.y * cos - arm.x * sin) + size * ANCHORS[self.anchor].1;
        let mut scale = size / own;
        if self.keeps_proportions {
            scale = DVec2::splat(scale.x.min(scale.y));
        }
        let mut center = size / 2.0 + dvec2(self.offset[0].into(), self.offset[1].into()) * scale;
        let Orientation { diagonal: is_diagonal, horizontal: mut mirrored_x, vertical: mut mirrored_y } = self.flips;
        if is_diagonal {
            (mirrored_x, mirrored_y) = (mirrored_y, !mirrored_x);
            center += size.y / 2.0 - size.x / 2.0;
        }
        let mut arm = local - center;
        if is_diagonal {
            arm = dvec2(arm.y, -arm.x);
        }
        let sign = |is_mirrored: bool| if is_mirrored { -1.0 } else { 1.0 };
        let source = arm / (scale * dvec2(sign(mirrored_x), sign(mirrored_y))) + own / 2.0;
        let is_told = (source - source.round()).abs().min_element() > 1e-4;
        is_told.then(|| self.picture.get(source.x.floor() as i32, source.y.floor() as i32))
    }

    /// The same map in each format, with the object itself and with one of a template.
    fn maps(&self) -> [TileMap; 4] {
        let ([x, y], [width, height], [left, top]) = (self.position, self.size, self.offset);
        let own = self.picture.size();
        let render = if self.fits_grid { "grid" } else { "tile" };
        let fill = if self.keeps_proportions { "preserve-aspect-fit" } else { "stretch" };
        let set = format!(
            r#"<tileset name="s" tilewidth="{}" tileheight="{}" objectalignment="{}" tilerendersize="{render}"
            fillmode="{fill}"><tileoffset x="{left}" y="{top}"/><image source="s.png"/></tileset>"#,
            own.x, own.y, ANCHORS[self.anchor].0
        );
        let map = |rest: &str| {
            format!(
                r#"<map orientation="orthogonal" width="1" height="1" tilewidth="6" tileheight="4">
                <tileset firstgid="1" source="s.tsx"/><objectgroup name="o"><properties>
                <property name="solid" type="bool" value="true"/></properties>
                <object id="1" x="{x}" y="{y}" rotation="{}" {rest}/></objectgroup></map>"#,
                self.rotation
            )
        };
        let object = format!(r#"gid="{}" width="{width}" height="{height}""#, gid(0, self.flips));
        // A size of 0 in an object of a template is none, and so is one side alone.
        let xml = Disk::default()
            .with("a.tmx", map(&object))
            .with("b.tmx", map(r#"template="t.tx" name="" width="0" height="99""#))
            .with("t.tx", format!(r#"<template><tileset firstgid="1" source="s.tsx"/><object {object}/></template>"#))
            .with("s.tsx", set)
            .with("s.png", ascii_png(&self.picture.to_ascii()));
        let json = xml.in_json();
        [(&xml, "a.tmx"), (&json, "a.tmx"), (&xml, "b.tmx"), (&json, "b.tmx")]
            .map(|(disk, path)| disk.map(path).unwrap_or_else(|error| panic!("{error}")))
    }
}

#[test]
fn tiles_are_scaled_to_the_object_and_then_turned() {
    let mut seen = 0;
    for (_, mut rng) in each_case(91, cases(150)) {
        let case = Case::random(&mut rng);
        for map in case.maps() {
            let (mask, corner) = (map.solidity(), map.bounds().min);
            for (y, x) in (-70..70).flat_map(|y| (-70..70).map(move |x| (y, x))) {
                let pixel = IVec2::new(x, y);
                let expected = case.holds(pixel);
                let drawn = mask.get(x - corner.x, y - corner.y);
                seen += usize::from(expected == Some(true));
                assert!(expected.is_none_or(|solid| solid == drawn), "{pixel} is {drawn}: {case:?}");
            }
        }
    }
    assert!(seen > 1000, "{seen} solid pixels were compared");
}

/// A set that is scaled to the grid is there twice if an object shows it: as cells and as objects show its tiles.
#[test]
fn objects_show_the_tiles_of_scaled_sets_in_their_own_size() {
    let set = r#"<tileset firstgid="FIRST" source="s.tsx"/>"#;
    let tsx =
        r#"<tileset name="s" tilewidth="4" tileheight="4" tilerendersize="grid"><image source="s.png"/></tileset>"#;
    let map = |inside: &str| {
        let text = format!(
            r#"<map orientation="orthogonal" width="1" height="1" tilewidth="2" tileheight="2">{}{}
            <layer name="l"><data encoding="csv">1</data></layer><objectgroup name="o">{inside}</objectgroup></map>"#,
            set.replace("FIRST", "1"),
            set.replace("FIRST", "9"),
        );
        let disk = Disk::default().with("a.tmx", text).with("s.tsx", tsx);
        disk.with("s.png", ascii_png("#... .... .... ....")).map("a.tmx").unwrap()
    };
    let sizes = |map: &TileMap| map.tile_sets().map(|set| set.mask(0).unwrap().size().x).collect::<Vec<_>>();
    assert_eq!(sizes(&map("<object/>")), [2, 2]);
    let map = map(r#"<object gid="9"/><object gid="9"/>"#);
    assert_eq!(sizes(&map), [2, 2, 4]);
    let ObjectShape::Tile(tile) = map.objects().next().unwrap().shape else { panic!("a tile") };
    assert_eq!((tile.set, map.tile(0, (0, 0)).unwrap().set), (2, 0));
    let masks = map.objects().map(|object| map.object_mask(object, 1).unwrap().mask.count());
    assert_eq!(masks.collect::<Vec<_>>(), [1, 1]);
}
