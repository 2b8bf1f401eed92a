//! Layers and groups: where they lie, whether they are shown, and what is solid of them.

use crate::support::{Disk, FREE, SOLID, assert_shows, map, rock};
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::load::LoadOptions;
use tileray::{Direction, Rect, Tile, TileMap};

fn open(size: &str, inside: &str) -> TileMap {
    let disk = Disk::default().with("a.tmx", map(size, inside)).with("rock.png", rock());
    disk.map_in_both("a.tmx", &LoadOptions::default()).unwrap()
}

/// A map of one cell whose layers hold the full tile each.
fn one_cell(inside: &str) -> TileMap {
    open(r#"width="1" height="1""#, &inside.replace("CELL", r#"<data encoding="csv">1</data></layer>"#))
}

#[test]
fn groups_give_their_layers_a_path_an_offset_and_whether_they_are_seen() {
    let map = one_cell(
        r#"<layer name="back">CELL
        <imagelayer name="sky"><image source="sky.png"/></imagelayer>
        <group name="caves" offsetx="10.25" offsety="-3" parallaxx="0.5" parallaxy="-0.5" visible="1">
          <layer name="a" offsetx="0.25" offsety="-0.5" parallaxx="0.25">CELL
          <group name="upper" visible="0" offsetx="1.5">
            <objectgroup name="things"><object id="1" x="1" y="2"/></objectgroup>
            <layer name="b" visible="1" opacity="-1">CELL
          </group>
          <layer name="c" visible="0" offsetx="-20.75">CELL
        </group>
        <layer name="front" parallaxx="2" tintcolor="ff0000" mode="multiply">CELL"#,
    );
    let seen: Vec<_> = map.layers().map(|layer| (&*layer.path, layer.offset, layer.visible)).collect();
    let expected = [
        ("back", ivec2(0, 0), true),
        // 10.25 + 0.25 and -3 - 0.5: halves go up.
        ("caves/a", ivec2(11, -3), true),
        ("caves/upper/b", ivec2(12, -3), false),
        ("caves/c", ivec2(-10, -3), false),
        ("front", ivec2(0, 0), true),
    ];
    assert_eq!(seen, expected);
    assert_eq!(map.layers().map(|layer| layer.name.as_str()).collect::<Vec<_>>(), ["back", "a", "b", "c", "front"]);
    let parallax = [[1.0, 1.0], [0.125, -0.5], [0.5, -0.5], [0.5, -0.5], [2.0, 1.0]];
    assert_eq!(map.layers().map(|layer| layer.parallax.to_array()).collect::<Vec<_>>(), parallax);
    assert_shows(&map, 10, -4, "...... .####. .####. .####. .####. ......");
}

#[test]
fn the_inner_word_on_solidity_counts() {
    let map = one_cell(&format!(
        r#"<layer name="silent">CELL
        <layer name="off">{FREE}CELL
        <layer name="hidden" visible="0">{SOLID}CELL
        <group name="off">{FREE}
          <layer name="silent">CELL
          <layer name="on">{SOLID}CELL
          <group name="on">{SOLID}<layer name="silent">CELL<layer name="off">{FREE}CELL</group>
        </group>
        <group name="late"><layer name="silent">CELL{FREE}</group>"#,
    ));
    let said: Vec<_> = map.layers().map(|layer| (&*layer.path, layer.solid, layer.is_solid_by_default())).collect();
    let expected = [
        ("silent", None, true),
        ("off", Some(false), false),
        ("hidden", Some(true), true),
        ("off/silent", Some(false), false),
        ("off/on", Some(true), true),
        ("off/on/silent", Some(true), true),
        ("off/on/off", Some(false), false),
        // The group's properties count wherever they stand.
        ("late/silent", Some(false), false),
    ];
    assert_eq!(said, expected);
}

#[test]
fn the_inner_word_on_the_motion_that_is_stopped_counts() {
    let way = |value| format!(r#"<properties><property name="one_way" value="{value}"/></properties>"#);
    let (down, up, left) = (way("down"), way("up"), way("left"));
    let right = r#"<properties><property name="one_way" type="string" propertytype="Way" value="right"/></properties>"#;
    let map = one_cell(&format!(
        r#"<layer name="silent">CELL<layer name="down">{down}CELL
        <group name="up">{up}<layer name="silent">CELL<layer name="left">{left}CELL</group>
        <layer name="right">{right}CELL"#,
    ));
    let said: Vec<_> = map.layers().map(|layer| (&*layer.path, layer.one_way)).collect();
    let expected = [
        ("silent", None),
        ("down", Some(Direction::Down)),
        ("up/silent", Some(Direction::Up)),
        ("up/left", Some(Direction::Left)),
        ("right", Some(Direction::Right)),
    ];
    assert_eq!(said, expected);
}

#[test]
fn other_properties_do_not_matter() {
    let map = one_cell(
        r#"<properties><property name="solid" type="color" value="?"/><property name="x" type="int" value=""/>
        <property name="one_way" value="?"/></properties>
        <layer name="a"><properties><property name="solidity" value="&lt;no&gt;"/>
        <property name="deep" type="class" propertytype="t"><properties><property name="solid" value="1"/></properties></property>
        </properties>CELL"#,
    );
    assert_eq!(map.layers().next().unwrap().solid, None);
}

#[test]
fn grids_lie_where_they_say() {
    let cases = [
        // Smaller than the map, and moved by cells as old files have it.
        (
            r#"width="2" height="2""#,
            r#"<layer name="a" x="1" y="-1" width="1" height="2"><data encoding="csv">1,2,
        </data></layer>"#,
            Rect::new(ivec2(1, -1), ivec2(2, 1)),
            ivec2(1, 0),
        ),
        (
            r#"width="1" height="2""#,
            r#"<layer name="a"><data encoding="csv">
1,
2,
</data></layer>"#,
            Rect::new(ivec2(0, 0), ivec2(1, 2)),
            ivec2(0, 1),
        ),
        (
            r#"width="30" height="20" infinite="1""#,
            r#"<layer name="a" width="30" height="20"><data encoding="csv">
        <chunk x="-5" y="-16" width="1" height="1">1</chunk><chunk x="-4" y="-16" width="2" height="1">0,2</chunk></data></layer>"#,
            Rect::new(ivec2(-5, -16), ivec2(-2, -15)),
            ivec2(-3, -16),
        ),
        (
            r#"width="1" height="1" infinite="1""#,
            r#"<layer name="a" x="3" y="-2"><data encoding="csv"><chunk x="-1" y="5" width="1" height="1">2</chunk></data></layer>"#,
            Rect::new(ivec2(2, 3), ivec2(3, 4)),
            ivec2(2, 3),
        ),
        // A finite map with chunks, as some exporters write it.
        (
            r#"width="3" height="1""#,
            r#"<layer name="a"><data><chunk x="2" y="0" width="1" height="1"><tile gid="2"/></chunk></data></layer>"#,
            Rect::new(ivec2(2, 0), ivec2(3, 1)),
            ivec2(2, 0),
        ),
        // The data in pieces.
        (
            r#"width="2" height="1""#,
            r#"<layer name="a"><data encoding="csv">1,<!-- and --><![CDATA[2]]></data></layer>"#,
            Rect::new(ivec2(0, 0), ivec2(2, 1)),
            ivec2(1, 0),
        ),
    ];
    for (size, inside, cells, slope) in cases {
        let map = open(size, inside);
        assert_eq!(map.layers().next().unwrap().cells, cells, "{inside}");
        assert_eq!(map.tile(0, slope), Some(Tile { set: 0, id: 1, ..Tile::default() }), "{inside}");
        assert_eq!(map.tile(0, cells.min).map(|tile| tile.id), Some(u32::from(cells.min == slope)), "{inside}");
    }
}

#[test]
fn layers_without_cells_are_fine() {
    let infinite = r#"width="30" height="20" infinite="1""#;
    for (size, inside) in [
        (infinite, r#"<layer name="a" width="30" height="20"><data encoding="csv"/></layer>"#),
        (
            infinite,
            r#"<layer name="a" width="30" height="20"><data encoding="base64" compression="zstd">
        </data></layer>"#,
        ),
        (infinite, r#"<layer name="a"/>"#),
        (r#"width="0" height="9""#, r#"<layer name="a"><data encoding="csv"/></layer>"#),
        (r#"width="3" height="1""#, r#"<layer name="a" width="0" height="1"><data/></layer>"#),
    ] {
        let map = open(size, inside);
        assert!(map.layers().next().unwrap().cells.is_empty(), "{inside}");
        assert_eq!(map.solidity().count(), 0);
    }
    assert_eq!(open(infinite, "").size(), uvec2(0, 0));
}

#[test]
fn the_turn_of_hexagonal_tiles_is_passed_over() {
    let map = open(r#"width="1" height="1""#, r#"<layer name="a"><data encoding="csv">2415919106</data></layer>"#);
    let tile = map.tile(0, IVec2::ZERO).unwrap();
    assert_eq!(
        (tile.id, tile.orientation),
        (1, tileray::solidity::Orientation { horizontal: true, ..tileray::solidity::Orientation::IDENTITY })
    );
}

#[test]
fn groups_may_be_nested_as_deep_as_the_caller_wants() {
    let depth = 5000;
    let inside = "<group offsetx=\"1\">".repeat(depth)
        + r#"<layer name="a"><data encoding="csv">1</data></layer>"#
        + &"</group>".repeat(depth);
    let disk = Disk::default().with("a.tmx", map(r#"width="1" height="1""#, &inside)).with("rock.png", rock());
    let options = LoadOptions::default().limits(tileray::load::LoadLimits::default().nesting(depth));
    let map = disk.map_with("a.tmx", &options).unwrap();
    assert_eq!((map.layers().next().unwrap().offset, map.solidity().count()), (ivec2(5000, 0), 16));
}
