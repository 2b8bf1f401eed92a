//! Tile sets: where their pixels come from.

use crate::support::{Disk, FREE, SOLID, ascii_png, assert_shows, rgb_png, rock, row};
use tileray::TileMap;
use tileray::glam::{ivec2, uvec2};
use tileray::load::LoadOptions;
use tileray::solidity::SolidityRule;

fn disk(sets: &str, gids: &[u32]) -> Disk {
    Disk::default().with("a.tmx", row(sets, gids)).with("rock.png", rock())
}

#[track_caller]
fn open(disk: &Disk) -> TileMap {
    disk.map_in_both("a.tmx", &LoadOptions::default()).unwrap()
}

#[track_caller]
fn shows(disk: &Disk, picture: &str) {
    assert_shows(&open(disk), 0, 0, picture);
}

#[test]
fn margin_and_spacing_are_left_out() {
    // What lies between the tiles is solid, so that a pixel read from there is seen.
    let picture = "
        ##########
        #..##.#.##
        #.#.#..###
        ##########
        ##########
        #.#.####.#
        ##..##.###
        ##########";
    let sets = r#"<tileset firstgid="1" name="s" tilewidth="2" tileheight="2" margin="1" spacing="2" tilecount="6" columns="3">
        <image source="s.png" width="10" height="8"/></tileset>"#;
    // Tiles begin at columns 1 and 5: from 9 on there is no room for another.
    let disk = disk(sets, &[1, 2, 3, 4]).with("s.png", ascii_png(picture));
    shows(&disk, "................ ................ .....#...#..##.. .#......#...#...");
}

#[test]
fn the_picture_tells_its_own_size() {
    let variants = [
        r#"<tileset firstgid="1" tilewidth="4" tileheight="4" tilecount="2" columns="2"><image source="rock.png" width="8" height="4"/>"#,
        r#"<tileset firstgid="1" tilewidth="4" tileheight="4"><image source="rock.png"/>"#,
        r#"<tileset firstgid="1" tilewidth="4" tileheight="4" tilecount="99" columns="33"><image source="rock.png" width="132" height="12"/>"#,
        r#"<tileset firstgid="1" tilewidth="4" tileheight="4" tilecount="0" columns="0"><image source="./x/../rock.png" width="0" height="0" trans=""/>"#,
    ];
    for variant in variants {
        shows(&disk(&format!("{variant}</tileset>"), &[2, 1]), "...##### ..###### .####### ########");
    }
}

#[test]
fn tile_set_files_are_found_from_their_own_folder() {
    let tsx = r#"<?xml version="1.0"?><!DOCTYPE tileset><tileset name="rock" tilewidth="4" tileheight="4" tilecount="2" columns="2">
        <image source="../art/rock.png" width="8" height="4"/></tileset>"#;
    let sets = r#"<tileset firstgid="1" source="../sets/rock.tsx"/><tileset firstgid="3" source="../sets/./rock.tsx"></tileset>"#;
    let disk = Disk::default()
        .with("maps/a.tmx", format!("\u{feff}{}", row(sets, &[1, 2, 3, 4])))
        .with("sets/rock.tsx", tsx)
        .with("art/rock.png", rock());
    let map = disk.map_in_both("maps/a.tmx", &LoadOptions::default()).unwrap();
    assert_shows(&map, 0, 0, "####...#####...# ####..######..## ####.#######.### ################");
    let sets: Vec<_> = (0..4).map(|x| map.tile(0, ivec2(x, 0)).map(|tile| (tile.set, tile.id)).unwrap()).collect();
    assert_eq!(sets, [(0, 0), (0, 1), (1, 0), (1, 1)]);
    assert_eq!(map.tile_sets().map(|set| set.name.as_str()).collect::<Vec<_>>(), ["rock", "rock"]);
}

#[test]
fn collections_hold_pictures_of_any_size_and_parts_of_pictures() {
    let sets = r#"<tileset firstgid="5" name="things" tilewidth="6" tileheight="5" tilecount="4" columns="0">
        <tile id="7"><image source="tall.png" width="2" height="5"/></tile>
        <tile id="2" x="4" y="1" width="3" height="2"><image source="rock.png" width="8" height="4"/></tile>
        <tile id="3" x="6" y="2"><image source="rock.png"/></tile>
        <tile id="9"><properties><property name="kind" value="none"/></properties></tile>
        </tileset>"#;
    let map = open(&disk(sets, &[12, 7, 8]).with("tall.png", ascii_png("## #. #. #. .#")));
    assert_shows(&map, 0, -1, "##.......... #........... #........... #.....#.##.. .#...##.##..");
    let set = map.tile_sets().next().unwrap();
    assert_eq!(set.ids().collect::<Vec<_>>(), [2, 3, 7]);
    assert_eq!(set.mask(2).unwrap().size(), uvec2(3, 2));
}

#[test]
fn a_color_key_is_transparent() {
    let (key, other) = ([255, 0, 255], [255, 0, 254]);
    let picture = rgb_png(4, &[[key, other, other, key]; 4].concat());
    for trans in ["ff00ff", "#ff00ff", "#FF00FF", "80ff00ff"] {
        let sheet = format!(
            r#"<tileset firstgid="1" tilewidth="4" tileheight="4"><image source="k.png" trans="{trans}"/></tileset>"#
        );
        let collection =
            format!(r#"<tileset firstgid="1"><tile id="0"><image source="k.png" trans="{trans}"/></tile></tileset>"#);
        for sets in [sheet, collection] {
            let disk = disk(&sets, &[1]).with("k.png", picture.clone());
            shows(&disk, ".##. .##. .##. .##.");
            let map = disk.map_with("a.tmx", &LoadOptions::default().keep_images(true)).unwrap();
            let colors = map.tile_sets().next().unwrap().image(0).unwrap();
            assert_eq!((colors.get(0, 0), colors.get(1, 0)), ([255, 0, 255, 0], [255, 0, 254, 255]));
        }
    }
}

#[test]
fn a_tile_is_solid_or_not_as_its_property_says() {
    let set = |of_set: &str, of_tile: &str| {
        format!(
            r#"<tileset firstgid="1" tilewidth="4" tileheight="4">{of_set}<image source="rock.png"/>
            <tile id="1">{of_tile}<animation><frame tileid="0" duration="100"/></animation></tile></tileset>"#
        )
    };
    let (slope, both) = ("...# ..## .### ####", "####...# ####..## ####.### ########");
    let cases = [
        (set("", ""), both),
        (set("", SOLID), both),
        (set("", FREE), "####.... ####.... ####.... ####...."),
        (set(FREE, ""), "........ ........ ........ ........"),
        (set(FREE, SOLID), "............ ............ ............ ............"),
    ];
    for (sets, picture) in cases {
        let disk = disk(&sets, &[1, 2]);
        if picture.len() > 40 {
            let map = open(&disk);
            assert_shows(&map, 4, 0, slope);
            assert_shows(&map, 0, 0, ".... .... .... ....");
        } else {
            shows(&disk, picture);
        }
        let map = disk.map_with("a.tmx", &LoadOptions::default().keep_images(true)).unwrap();
        assert_eq!(map.tile_sets().next().unwrap().image(1).unwrap().get(3, 0)[3], 255, "the picture stays");
    }
}

#[test]
fn tiles_are_scaled_to_the_grid_where_the_set_says_so() {
    let set = |fill: &str| {
        format!(
            r#"<tileset firstgid="1" tilewidth="8" tileheight="2" tilerendersize="grid"{fill}><tileoffset x="3" y="-1"/>
            <image source="rock.png"/></tileset>"#
        )
    };
    // rock.png is 8x4 pixels: as tiles of 8x2, "####...# ####..##" and "####.### ########".
    let stretched = open(&disk(&set(""), &[1]));
    assert_eq!(stretched.tile_sets().next().unwrap().mask(0).unwrap().to_ascii(), "##.#\n##.#\n##.#\n##.#\n");
    assert_eq!(stretched.tile_sets().next().unwrap().offset, ivec2(2, -2));
    let fitted = open(&disk(&set(r#" fillmode="preserve-aspect-fit""#), &[2]));
    assert_eq!(fitted.tile_sets().next().unwrap().mask(1).unwrap().size(), uvec2(4, 4));
    assert_eq!(fitted.tile_sets().next().unwrap().offset, ivec2(2, 0), "halves are rounded up");
}

#[test]
fn sets_own_the_numbers_from_their_first_on() {
    let sheet = |first: u32, picture: &str| {
        format!(
            r#"<tileset firstgid="{first}" name="{picture}" tilewidth="4" tileheight="4"><image source="{picture}"/></tileset>"#
        )
    };
    let sets = sheet(10, "dot.png") + &sheet(1, "rock.png");
    let disk = disk(&sets, &[2, 10]).with("dot.png", ascii_png(".... .#.. .... ...."));
    shows(&disk, "...#.... ..##.#.. .###.... ####....");
}

#[test]
fn options_reach_the_tiles() {
    let disk = disk(r#"<tileset firstgid="1" tilewidth="4" tileheight="4"><image source="k.png"/></tileset>"#, &[1])
        .with("k.png", rgb_png(4, &[[[0; 3], [255; 3], [127; 3], [128; 3]]; 4].concat()));
    let map = disk.map_with("a.tmx", &LoadOptions::default().rule(SolidityRule::Darkness)).unwrap();
    assert_shows(&map, 0, 0, "#.#. #.#. #.#. #.#.");
    assert!(map.tile_sets().next().unwrap().image(0).is_none());
}
