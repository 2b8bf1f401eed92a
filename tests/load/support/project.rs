//! Projects of LDtk from a few words.

use super::Disk;
use serde_json::{Value, json};
use tileray::LoadError;
use tileray::load::{Project, ProjectOptions};

impl Disk {
    pub(crate) fn project(&self, options: &ProjectOptions) -> Result<Project, LoadError> {
        Project::read("p/game.ldtk", self, options)
    }
}

/// A disk with a project, whose folder is `p`.
pub(crate) fn disk_of(project: &Value) -> Disk {
    Disk::default().with("p/game.ldtk", project.to_string())
}

/// A project of one world.
pub(crate) fn project(layout: &str, tile_sets: &[TileSheet], layers: &[Value], levels: &[Value]) -> Value {
    let tile_sets: Vec<Value> = tile_sets.iter().map(TileSheet::definition).collect();
    json!({
        "__header__": { "fileType": "LDtk Project JSON", "app": "LDtk" }, "iid": "project", "jsonVersion": "1.5.3",
        "worldLayout": layout, "worldGridWidth": 256, "defaultGridSize": 4, "externalLevels": false,
        "defs": { "layers": layers, "entities": [], "tilesets": tile_sets, "enums": [] },
        "levels": levels, "worlds": [], "toc": [],
    })
}

/// A tile set whose tiles are cut from an image.
#[derive(Clone, Copy)]
pub(crate) struct TileSheet {
    pub(crate) uid: i64,
    pub(crate) name: &'static str,
    pub(crate) side: i32,
    pub(crate) spacing: i32,
    pub(crate) padding: i32,
    pub(crate) columns: i32,
    pub(crate) rows: i32,
}

/// Two tiles of 4x4 pixels, a full one and a slope, as `rock.png`.
pub(crate) const ROCK: TileSheet =
    TileSheet { uid: 10, name: "rock", side: 4, spacing: 0, padding: 0, columns: 2, rows: 1 };

impl TileSheet {
    pub(crate) fn new(uid: i64, name: &'static str, side: i32, columns: i32, rows: i32) -> Self {
        Self { uid, name, side, spacing: 0, padding: 0, columns, rows }
    }

    pub(crate) fn size(&self) -> [i32; 2] {
        let length = |tiles: i32| 2 * self.padding + tiles * (self.side + self.spacing) - self.spacing;
        [length(self.columns), length(self.rows)]
    }

    pub(crate) fn definition(&self) -> Value {
        let [width, height] = self.size();
        json!({
            "uid": self.uid, "identifier": self.name, "relPath": format!("{}.png", self.name), "embedAtlas": null,
            "__cWid": self.columns, "__cHei": self.rows, "pxWid": width, "pxHei": height,
            "tileGridSize": self.side, "spacing": self.spacing, "padding": self.padding,
            "enumTags": [], "customData": [], "tagsSourceEnumUid": null,
        })
    }

    /// The position of a tile in the image.
    pub(crate) fn source(&self, id: i32) -> [i32; 2] {
        [id % self.columns, id / self.columns].map(|index| self.padding + index * (self.side + self.spacing))
    }

    /// A tile at a pixel of a layer.
    pub(crate) fn tile(&self, px: [i32; 2], id: i32, flips: u8) -> Value {
        json!({ "px": px, "src": self.source(id), "f": flips, "t": id, "d": [0], "a": 1 })
    }
}

/// A level with its layers from front to back.
pub(crate) fn level(name: &str, position: [i32; 2], size: [i32; 2], layers: &[Value]) -> Value {
    json!({
        "identifier": name, "iid": format!("iid of {name}"), "uid": 0, "worldX": position[0], "worldY": position[1],
        "worldDepth": 0, "pxWid": size[0], "pxHei": size[1], "__bgColor": "#102030", "bgRelPath": null,
        "externalRelPath": null, "fieldInstances": [], "layerInstances": layers, "__neighbours": [],
    })
}

/// A layer of `size` cells of 4x4 pixels, whose definition has the number `uid`.
pub(crate) fn layer(name: &str, kind: &str, uid: i64, size: [i32; 2]) -> Value {
    json!({
        "__identifier": name, "__type": kind, "__cWid": size[0], "__cHei": size[1], "__gridSize": 4, "__opacity": 1,
        "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0, "__tilesetDefUid": null, "__tilesetRelPath": null,
        "iid": format!("iid of {name}"), "levelId": 0, "layerDefUid": uid, "visible": true, "intGridCsv": [],
        "autoLayerTiles": [], "seed": 1, "overrideTilesetUid": null, "gridTiles": [], "entityInstances": [],
    })
}

/// The definition of a layer.
pub(crate) fn definition(name: &str, kind: &str, uid: i64) -> Value {
    json!({
        "__type": kind, "identifier": name, "type": kind, "uid": uid, "gridSize": 4, "displayOpacity": 1,
        "tilePivotX": 0, "tilePivotY": 0, "parallaxFactorX": 0, "parallaxFactorY": 0, "intGridValues": [],
    })
}

/// The same object with some members replaced.
pub(crate) fn with(mut object: Value, members: Value) -> Value {
    let (Value::Object(object_members), Value::Object(members)) = (&mut object, members) else {
        panic!("both are objects")
    };
    object_members.extend(members);
    object
}

/// A layer of tiles.
pub(crate) fn tiles(name: &str, uid: i64, size: [i32; 2], sheet: &TileSheet, tiles: &[Value]) -> Value {
    with(layer(name, "Tiles", uid, size), json!({ "__tilesetDefUid": sheet.uid, "gridTiles": tiles }))
}

/// A layer of IntGrid values without tiles.
pub(crate) fn values(name: &str, uid: i64, size: [i32; 2], values: &[u32]) -> Value {
    with(layer(name, "IntGrid", uid, size), json!({ "intGridCsv": values }))
}

/// An entity at a pixel of a layer.
pub(crate) fn entity(name: &str, iid: &str, px: [i32; 2], size: [i32; 2], fields: &[Value]) -> Value {
    json!({
        "__identifier": name, "__grid": [0, 0], "__pivot": [0, 0], "__tags": [], "__tile": null, "__smartColor": "#FFF000",
        "iid": iid, "width": size[0], "height": size[1], "defUid": 1, "px": px, "fieldInstances": fields,
    })
}

/// A custom field.
pub(crate) fn field(name: &str, kind: &str, value: &Value) -> Value {
    json!({ "__identifier": name, "__type": kind, "__value": value, "__tile": null, "defUid": 1 })
}
