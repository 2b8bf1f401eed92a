//! Worlds of Tiled: maps at their places, by a list and by a pattern of their names.

use serde_json::json;

use super::{Fixture, Group, layer, stones_xml, tmx};
use crate::json;

pub(super) fn group() -> Group {
    let mut group = Group { title: "Worlds of Tiled", ..Group::default() };
    let map = |row: &str| tmx((2, 1), "", &(stones_xml(1) + &layer("ground", 2, &[row]))).into_bytes();
    let maps = [("room-0-0.tmx", "1,4"), ("room-1-0.tmx", "3,2"), ("room-0-1.tmx", "0,1")];
    group.parts = maps.map(|(file, row)| (file.to_owned(), map(row))).into();
    let [one, two, three] = [
        "00003333\n00003..3\n00003..3\n00003333\n",
        ".......1\n......11\n2222.111\n22221111\n",
        "....0000\n....0000\n....0000\n....0000\n",
    ];
    let list = json!({
        "maps": [
            {"fileName": "room-1-0.tmx", "height": 4, "width": 8, "x": 8, "y": -2},
            {"fileName": "room-0-0.tmx", "height": 4, "width": 8, "x": 0, "y": 0},
        ],
        "onlyShowAdjacentMaps": false,
        "type": "world",
    });
    group.fixtures.push(Fixture::new(
        "list.world",
        "two maps at the places that the world names",
        json::text(&list),
        &format!("level \"room-1-0\" at (8, -2)\n{two}level \"room-0-0\" at (0, 0)\n{one}"),
    ));
    let pattern = json!({
        "patterns": [
            {"regexp": "room-(\\d+)-(\\d+)\\.tmx", "multiplierX": 8, "multiplierY": 4, "offsetX": -16, "offsetY": 100},
        ],
        "type": "world",
    });
    group.fixtures.push(Fixture::new(
        "pattern.world",
        "all maps whose names fit a pattern, at the places that the numbers in their names tell",
        json::text(&pattern),
        &format!(
            "level \"room-0-0\" at (-16, 100)\n{one}level \"room-0-1\" at (-16, 104)\n{three}\
             level \"room-1-0\" at (-8, 100)\n{two}"
        ),
    ));
    group
}
