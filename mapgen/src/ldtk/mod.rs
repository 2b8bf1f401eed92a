//! The parts of a project of the LDtk editor, in the JSON of its version 1.5.3.
//!
//! Each function makes one part with the editor's defaults; what is special about a part is set in the value afterwards.

mod entities;

pub(crate) use entities::{entity, entity_def, field, field_def};
use serde_json::{Value, json};

/// The version of the format.
const VERSION: &str = "1.5.3";

/// A text in the form of a UUID, the same for the same name.
pub(crate) fn iid(name: &str) -> String {
    let fnv = |seed: u64| name.bytes().fold(seed, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    let (a, b) = (fnv(0xcbf2_9ce4_8422_2325), fnv(0x8422_2325_cbf2_9ce4));
    let [part, variant] = [a >> 16 & 0xffff, 0x8000 | b >> 48 & 0x3fff];
    format!("{:08x}-{part:04x}-4{:03x}-{variant:04x}-{:012x}", a >> 32, a & 0xfff, b & 0xffff_ffff_ffff)
}

fn header() -> Value {
    json!({
        "fileType": "LDtk Project JSON",
        "app": "LDtk",
        "doc": "https://ldtk.io/json",
        "schema": "https://ldtk.io/files/JSON_SCHEMA.json",
        "appAuthor": "Sebastien 'deepnight' Benard",
        "appVersion": VERSION,
        "url": "https://ldtk.io",
    })
}

/// The definitions of a project.
#[derive(Default)]
pub(crate) struct Defs {
    /// The layers, the front one first.
    pub(crate) layers: Vec<Value>,
    /// The tile sets.
    pub(crate) tilesets: Vec<Value>,
    /// The kinds of entities.
    pub(crate) entities: Vec<Value>,
    /// The enums.
    pub(crate) enums: Vec<Value>,
}

/// A project of one world.
pub(crate) fn project(name: &str, grid: i32, defs: &Defs, levels: &[Value]) -> Value {
    json!({
        "__header__": header(),
        "iid": iid(name),
        "jsonVersion": VERSION,
        "appBuildId": 473702,
        "nextUid": 1000,
        "identifierStyle": "Free",
        "toc": [],
        "worldLayout": "Free",
        "worldGridWidth": 256,
        "worldGridHeight": 256,
        "defaultLevelWidth": 256,
        "defaultLevelHeight": 256,
        "defaultPivotX": 0,
        "defaultPivotY": 0,
        "defaultGridSize": grid,
        "defaultEntityWidth": grid,
        "defaultEntityHeight": grid,
        "bgColor": "#0C0B1B",
        "defaultLevelBgColor": "#0C0B1B",
        "minifyJson": false,
        "externalLevels": false,
        "exportTiled": false,
        "simplifiedExport": false,
        "imageExportMode": "None",
        "exportLevelBg": true,
        "pngFilePattern": null,
        "backupOnSave": false,
        "backupLimit": 10,
        "backupRelPath": null,
        "levelNamePattern": "%world_Level_%idx",
        "tutorialDesc": null,
        "customCommands": [],
        "flags": ["UseMultilinesType"],
        "defs": {
            "layers": defs.layers,
            "tilesets": defs.tilesets,
            "entities": defs.entities,
            "enums": defs.enums,
            "externalEnums": [],
            "levelFields": [],
        },
        "levels": levels,
        "worlds": [],
        "dummyWorldIid": iid(&format!("{name} world")),
    })
}

/// Turns a project's world into one of several.
pub(crate) fn with_worlds(mut project: Value, worlds: &[Value]) -> Value {
    for key in ["worldLayout", "worldGridWidth", "worldGridHeight", "defaultLevelWidth", "defaultLevelHeight"] {
        project[key] = Value::Null;
    }
    project["flags"] = json!(["MultiWorlds", "UseMultilinesType"]);
    project["worlds"] = json!(worlds);
    project
}

/// A world; `layout` is `Free`, `GridVania`, `LinearHorizontal` or `LinearVertical`.
pub(crate) fn world(identifier: &str, layout: &str, levels: &[Value]) -> Value {
    json!({
        "identifier": identifier,
        "iid": iid(identifier),
        "worldLayout": layout,
        "worldGridWidth": 256,
        "worldGridHeight": 256,
        "defaultLevelWidth": 256,
        "defaultLevelHeight": 256,
        "levels": levels,
    })
}

/// Moves the content of the levels into files of their own: the file names with their texts.
pub(crate) fn split_levels(project: &mut Value, folder: &str) -> Vec<(String, Value)> {
    project["externalLevels"] = json!(true);
    let mut files = Vec::new();
    for level in project["levels"].as_array_mut().into_iter().flatten() {
        let path = format!("{folder}/{}.ldtkl", level["identifier"].as_str().unwrap_or_default());
        let mut whole = level.clone();
        whole["__header__"] = header();
        files.push((path.clone(), whole));
        level["layerInstances"] = Value::Null;
        level["externalRelPath"] = json!(path);
    }
    files
}

/// A level of this size in pixels, its layers the front one first.
pub(crate) fn level(identifier: &str, uid: i32, at: (i32, i32), size: (i32, i32), layers: Vec<Value>) -> Value {
    let mut layers = layers;
    for layer in &mut layers {
        layer["levelId"] = json!(uid);
        layer["iid"] = json!(iid(&format!("{identifier} {}", layer["__identifier"])));
        for entity in layer["entityInstances"].as_array_mut().into_iter().flatten() {
            for (side, key, at) in [(0, "__worldX", at.0), (1, "__worldY", at.1)] {
                entity[key] = json!(entity["px"][side].as_i64().unwrap_or_default() + i64::from(at));
            }
            entity["iid"] = json!(iid(&format!("{identifier} {} {}", entity["__identifier"], entity["px"])));
        }
    }
    json!({
        "identifier": identifier,
        "iid": iid(identifier),
        "uid": uid,
        "worldX": at.0,
        "worldY": at.1,
        "worldDepth": 0,
        "pxWid": size.0,
        "pxHei": size.1,
        "__bgColor": "#0C0B1B",
        "bgColor": null,
        "useAutoIdentifier": false,
        "bgRelPath": null,
        "bgPos": null,
        "bgPivotX": 0.5,
        "bgPivotY": 0.5,
        "__smartColor": "#85858D",
        "__bgPos": null,
        "externalRelPath": null,
        "fieldInstances": [],
        "layerInstances": layers,
        "__neighbours": [],
    })
}

/// The definition of a layer; `kind` is `Tiles`, `IntGrid`, `AutoLayer` or `Entities`.
pub(crate) fn layer_def(kind: &str, identifier: &str, uid: i32, grid: i32, tileset: Option<i32>) -> Value {
    json!({
        "__type": kind,
        "identifier": identifier,
        "type": kind,
        "uid": uid,
        "doc": null,
        "uiColor": null,
        "gridSize": grid,
        "guideGridWid": 0,
        "guideGridHei": 0,
        "displayOpacity": 1,
        "inactiveOpacity": 0.6,
        "hideInList": false,
        "hideFieldsWhenInactive": true,
        "canSelectWhenInactive": true,
        "renderInWorldView": true,
        "pxOffsetX": 0,
        "pxOffsetY": 0,
        "parallaxFactorX": 0,
        "parallaxFactorY": 0,
        "parallaxScaling": true,
        "requiredTags": [],
        "excludedTags": [],
        "autoTilesKilledByOtherLayerUid": null,
        "uiFilterTags": [],
        "useAsyncRender": false,
        "intGridValues": [],
        "intGridValuesGroups": [],
        "autoRuleGroups": [],
        "autoSourceLayerDefUid": null,
        "tilesetDefUid": tileset,
        "tilePivotX": 0,
        "tilePivotY": 0,
        "biomeFieldUid": null,
    })
}

/// A layer of a level of this size in pixels, by its definition and the definition of its tile set.
pub(crate) fn layer(def: &Value, tileset: Option<&Value>, level: (i32, i32)) -> Value {
    let grid = def["gridSize"].as_i64().unwrap_or(1) as i32;
    json!({
        "__identifier": def["identifier"],
        "__type": def["type"],
        "__cWid": (level.0 + grid - 1) / grid,
        "__cHei": (level.1 + grid - 1) / grid,
        "__gridSize": grid,
        "__opacity": def["displayOpacity"],
        "__pxTotalOffsetX": def["pxOffsetX"],
        "__pxTotalOffsetY": def["pxOffsetY"],
        "__tilesetDefUid": tileset.map(|set| &set["uid"]),
        "__tilesetRelPath": tileset.map(|set| &set["relPath"]),
        "iid": "",
        "levelId": 0,
        "layerDefUid": def["uid"],
        "pxOffsetX": 0,
        "pxOffsetY": 0,
        "visible": true,
        "optionalRules": [],
        "intGridCsv": [],
        "autoLayerTiles": [],
        "seed": 1,
        "overrideTilesetUid": null,
        "gridTiles": [],
        "entityInstances": [],
    })
}

/// A group of one rule: a tile of the layer's set wherever the IntGrid has a value. The rule has the number after the
/// group's.
pub(crate) fn rule_group(name: &str, uid: i32, value: i32, tile: i32) -> Value {
    let mut rule = json!({
        "uid": uid + 1,
        "active": true,
        "size": 1,
        "tileRectsIds": [[tile]],
        "alpha": 1,
        "chance": 1,
        "breakOnMatch": true,
        "pattern": [value],
        "flipX": false,
        "flipY": false,
        "checker": "None",
        "tileMode": "Single",
        "pivotX": 0,
        "pivotY": 0,
        "outOfBoundsValue": null,
        "invalidated": false,
        "perlinActive": false,
        "perlinSeed": 1,
        "perlinScale": 0.2,
        "perlinOctaves": 2,
    });
    for key in ["xModulo", "yModulo"] {
        rule[key] = json!(1);
    }
    for axis in ["x", "y"] {
        let upper = axis.to_uppercase();
        rule[format!("{axis}Offset")] = json!(0);
        for key in ["tile_Offset", "tileRandom_Min", "tileRandom_Max"] {
            rule[key.replace('_', &upper)] = json!(0);
        }
    }
    json!({
        "uid": uid,
        "name": name,
        "color": null,
        "icon": null,
        "active": true,
        "isOptional": false,
        "rules": [rule],
        "usesWizard": false,
        "requiredBiomeValues": [],
        "biomeRequirementMode": 0,
    })
}

/// The definition of a tile set with a picture of this size.
pub(crate) fn tileset(identifier: &str, uid: i32, file: &str, picture: (i32, i32), grid: i32) -> Value {
    json!({
        "__cWid": picture.0 / grid,
        "__cHei": picture.1 / grid,
        "identifier": identifier,
        "uid": uid,
        "relPath": file,
        "embedAtlas": null,
        "pxWid": picture.0,
        "pxHei": picture.1,
        "tileGridSize": grid,
        "spacing": 0,
        "padding": 0,
        "tags": [],
        "tagsSourceEnumUid": null,
        "enumTags": [],
        "customData": [],
        "savedSelections": [],
        "cachedPixelData": null,
    })
}

/// A tile at a cell of a layer `columns` wide; flips are 1 to the left and 2 upside down.
pub(crate) fn tile(tileset: &Value, columns: i32, cell: (i32, i32), id: i32, flips: i32) -> Value {
    let number = |key: &str| tileset[key].as_i64().unwrap_or_default() as i32;
    let (grid, wide) = (number("tileGridSize"), number("__cWid"));
    let source = |at: i32| number("padding") + at * (grid + number("spacing"));
    json!({
        "px": [cell.0 * grid, cell.1 * grid],
        "src": [source(id % wide), source(id / wide)],
        "f": flips,
        "t": id,
        "d": [cell.0 + cell.1 * columns],
        "a": 1,
    })
}
