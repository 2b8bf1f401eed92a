//! Projects of LDtk that are broken, of another kind, too large, cut short or changed at random.

use crate::support::*;
use serde_json::{Value, json};
use tileray::load::{LoadLimits, LoadOptions, ProjectOptions};

/// A project that uses all that is read, with one level in a file of its own.
pub(crate) fn sample() -> Disk {
    let stacked = [ROCK.tile([0, 0], 0, 0), ROCK.tile([4, 4], 1, 1), ROCK.tile([4, 4], 0, 2), ROCK.tile([7, -2], 1, 3)];
    let auto = json!({ "__tilesetDefUid": 10, "autoLayerTiles": stacked, "intGridCsv": [0, 1, 2, 0, 0, 1] });
    let fields = [
        field("n", "Int", &json!(7)),
        field("c", "Color", &json!("#112233")),
        field("r", "EntityRef", &json!({ "entityIid": "b" })),
        field("p", "Array<Point>", &json!([{ "cx": 1, "cy": 2 }])),
    ];
    let tile = json!({ "__tile": { "tilesetUid": 10, "x": 1, "y": 0, "w": 4, "h": 3 }, "__pivot": [0.5, 1] });
    let entities = [with(entity("Hero", "a", [5, 6], [4, 4], &fields), tile), entity("Door", "b", [1, 1], [4, 4], &[])];
    let layers = vec![
        with(layer("Things", "Entities", 3, [3, 2]), json!({ "entityInstances": entities })),
        with(layer("Grid", "IntGrid", 2, [3, 2]), auto),
        tiles("Ground", 1, [3, 2], &ROCK, &stacked),
    ];
    let first = with(level("A", [-5, 7], [12, 8], &layers), json!({ "fieldInstances": fields }));
    let second = level("B", [0, 0], [12, 8], &layers);
    let head = with(second.clone(), json!({ "layerInstances": null, "externalRelPath": "game/B.ldtkl" }));
    let definitions = [
        definition("Ground", "Tiles", 1),
        with(
            definition("Grid", "IntGrid", 2),
            json!({ "intGridValues": [{ "value": 1, "identifier": "Walls" }, { "value": 2, "identifier": null }],
                "tilePivotX": 0.5, "parallaxFactorX": 0.5 }),
        ),
        definition("Things", "Entities", 3),
    ];
    let mut file = project("LinearHorizontal", &[], &definitions, &[first, head]);
    let tags = json!({ "enumTags": [{ "enumValueId": "Wet", "tileIds": [0, 1] }], "customData": [{ "tileId": 1, "data": "x" }] });
    file["defs"]["tilesets"] = json!([with(ROCK.definition(), tags)]);
    disk_of(&file).with("p/game/B.ldtkl", second.to_string()).with("p/rock.png", rock())
}

#[test]
fn limits_hold() {
    let limits = LoadLimits::default();
    let opened = |limits: LoadLimits| {
        let options = ProjectOptions::from(LoadOptions::default().limits(limits));
        sample().project(&options).and_then(|project| project.map(0).map(drop)).map_err(|error| error.to_string())
    };
    let bytes = sample().get("p/game.ldtk".as_ref()).unwrap().len() as u64;
    type With = fn(LoadLimits, u64) -> LoadLimits;
    let needed: [(&str, u64, With); 8] = [
        ("cells", 28, LoadLimits::cells),
        ("tiles", 6, LoadLimits::tiles),
        ("objects", 4, LoadLimits::objects),
        ("properties", 18, LoadLimits::properties),
        ("image_pixels", 32, LoadLimits::image_pixels),
        ("map_pixels", 64 * (5 * 4 + 3), LoadLimits::map_pixels),
        // Two levels, each with two lists of four tiles and three values.
        ("drawn_pixels", 2 * (2 * 4 + 3) * 64 * 4, LoadLimits::drawn_pixels),
        ("file_bytes", bytes, LoadLimits::file_bytes),
    ];
    for (name, needed, with) in needed {
        assert_eq!(opened(with(limits, needed)), Ok(()), "{name} of {needed}");
        let message = opened(with(limits, needed - 1)).expect_err(name);
        assert!(message.contains(&format!("raise LoadLimits::{name}")), "{name}: {message}");
    }
}

/// Small files that claim much, or that stack, are refused or are quick.
#[test]
#[cfg_attr(debug_assertions, ignore = "takes seconds without optimization; .ci/run has it")]
fn small_files_that_claim_much() {
    let far = [ROCK.tile([-16_000_000, -16_000_000], 0, 0), ROCK.tile([16_000_000, 16_000_000], 0, 0)];
    let stack = vec![ROCK.tile([0, 0], 0, 0); 70_000];
    // Each in a cell of its own, at a place of its own there.
    let offset = |at| [at % 300 * 1024 + at % 997, at / 300 * 1024 + at / 997];
    let offsets: Vec<Value> = (0..70_000).map(|at| ROCK.tile(offset(at), at % 2, 0)).collect();
    let huge = json!({ "__cWid": u32::MAX, "__cHei": u32::MAX });
    let cases = [
        (tiles("G", 1, [1, 1], &ROCK, &far), "raise LoadLimits::cells"),
        (with(tiles("G", 1, [1, 1], &ROCK, &far[..0]), huge), "raise LoadLimits::cells"),
        (tiles("G", 1, [1, 1], &ROCK, &stack), "more than 65536 layers"),
        (with(tiles("G", 1, [1, 1], &ROCK, &offsets), json!({ "__gridSize": 1024 })), "at more than 65535 offsets"),
    ];
    for (layer, part) in cases {
        let file = project("Free", &[ROCK], &[definition("G", "Tiles", 1)], &[level("A", [0, 0], [4, 4], &[layer])]);
        let project = disk_of(&file).with("p/rock.png", rock()).project(&ProjectOptions::default()).unwrap();
        assert_says(&project.map(0).unwrap_err().to_string(), &[part]);
    }
}
