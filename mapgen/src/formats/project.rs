//! The level as a project of the LDtk editor.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::level::{self, SIZE};
use crate::ldtk::{self, Defs};
use crate::map::{Content, Encoding, Grid, Object, Property};
use crate::picture::{FLIP_H, FLIP_V, FLIPS};
use crate::tileset::TILE;

const PIXELS: (i32, i32) = (SIZE.0 * TILE, SIZE.1 * TILE);

/// The project, whose only level is named `cellar`.
pub(super) fn project() -> Value {
    let map = level::map(Encoding::Csv);
    let tiles = ldtk::tileset("tiles", 100, "tiles.png", (4 * TILE, 2 * TILE), TILE);
    let mut defs = Defs { tilesets: vec![tiles], ..Defs::default() };
    let mut layers = Vec::new();
    // LDtk lists the front layer first.
    for (index, layer) in map.layers.iter().enumerate().rev() {
        let (uid, name) = (index as i32 + 1, layer.name);
        match &layer.content {
            Content::Tiles(grid) => {
                let set = &defs.tilesets[0];
                let mut def = ldtk::layer_def("Tiles", name, uid, TILE, Some(100));
                (def["pxOffsetX"], def["pxOffsetY"]) = (json!(layer.offset.0), json!(layer.offset.1));
                let mut instance = ldtk::layer(&def, Some(set), PIXELS);
                instance["gridTiles"] = tiles_of(grid, set);
                defs.layers.push(def);
                layers.push(instance);
            }
            Content::Objects(objects) => {
                let def = ldtk::layer_def("Entities", name, uid, TILE, None);
                let mut instance = ldtk::layer(&def, None, PIXELS);
                instance["entityInstances"] = entities(objects, &mut defs.entities);
                defs.layers.push(def);
                layers.push(instance);
            }
            Content::Group(_) => unreachable!("the level has no groups"),
        }
    }
    ldtk::project("level", TILE, &defs, &[ldtk::level("cellar", 10, (0, 0), PIXELS, layers)])
}

fn tiles_of(grid: &Grid, set: &Value) -> Value {
    let tile = |(x, y, gid): (i32, i32, u32)| {
        let flips = i32::from(gid & FLIP_H != 0) + 2 * i32::from(gid & FLIP_V != 0);
        ldtk::tile(set, SIZE.0, (x, y), (gid & !FLIPS) as i32 - 1, flips)
    };
    grid.used().map(tile).collect()
}

/// The entities, whose kinds are added to the definitions.
fn entities(objects: &[Object], defs: &mut Vec<Value>) -> Value {
    let mut kinds: BTreeMap<&str, Value> = BTreeMap::new();
    let entities = objects.iter().map(|object| {
        let size = object.size.unwrap_or_default();
        let uid = 200 + 20 * kinds.len() as i32;
        let kind = kinds.entry(object.class).or_insert_with(|| {
            let fields = (1..).zip(&object.properties).map(|(n, field)| field_def(field, uid + n));
            ldtk::entity_def(object.class, uid, size, &fields.collect::<Vec<_>>())
        });
        let defs = kind["fieldDefs"].as_array().into_iter().flatten();
        let fields = defs.zip(&object.properties).map(|(def, field)| match field {
            Property::Bool(_, value) => ldtk::field(def, &json!(value)),
            Property::Float(_, value) => ldtk::field(def, &json!(value)),
            Property::Text(_, value) => ldtk::field(def, &json!(value)),
        });
        ldtk::entity(kind, TILE, (object.x, object.y), size, &fields.collect::<Vec<_>>())
    });
    let entities = entities.collect();
    defs.extend(kinds.into_values());
    entities
}

fn field_def(property: &Property, uid: i32) -> Value {
    match property {
        Property::Bool(name, _) => ldtk::field_def(name, uid, "Bool"),
        Property::Float(name, _) => ldtk::field_def(name, uid, "Float"),
        Property::Text(name, _) => ldtk::field_def(name, uid, "String"),
    }
}
