//! Writes maps in the JSON format of the Tiled editor.

use anyhow::{Result, ensure};
use serde_json::{Value, json};

use crate::json;
use crate::map::{Content, Encoding, Grid, Layer, Map, Object, Property};
use crate::tileset::{Source, TILE, TileSet};
use crate::tmx::base64;

/// The text of the `.tmj` file.
pub(crate) fn write(map: &Map) -> Result<String> {
    let mut ids = Ids { layer: 1, object: 1 };
    let layers: Vec<Value> = map.layers.iter().map(|layer| ids.layer(map, layer)).collect::<Result<_>>()?;
    let mut sets = Vec::new();
    for (first_gid, set) in &map.tilesets {
        let mut value = match set.external {
            true => json!({"source": format!("{}{}.{}", map.assets, set.name, map.set_ending)}),
            false => tile_set(set, map.assets)?,
        };
        value["firstgid"] = json!(first_gid);
        sets.push(value);
    }
    Ok(json::text(&json!({
        "backgroundcolor": map.background,
        "compressionlevel": -1,
        "height": map.height,
        "infinite": map.infinite,
        "layers": layers,
        "nextlayerid": ids.layer,
        "nextobjectid": ids.object,
        "orientation": "orthogonal",
        "renderorder": "right-down",
        "tiledversion": "1.10.2",
        "tileheight": TILE,
        "tilesets": sets,
        "tilewidth": TILE,
        "type": "map",
        "version": "1.10",
        "width": map.width,
    })))
}

/// The text of the `.tsj` file of a sheet.
pub(crate) fn write_set(set: &TileSet, images: &str) -> Result<String> {
    let mut value = tile_set(set, images)?;
    value["type"] = json!("tileset");
    value["tiledversion"] = json!("1.10.2");
    value["version"] = json!("1.10");
    Ok(json::text(&value))
}

fn tile_set(set: &TileSet, images: &str) -> Result<Value> {
    let Source::Sheet { picture, key: None, .. } = &set.source else {
        anyhow::bail!("only sheets without a color key are written as JSON");
    };
    ensure!(set.extras.is_empty() && set.offset == (0, 0), "only plain tiles are written as JSON");
    Ok(json!({
        "columns": set.columns(),
        "image": format!("{images}{}.png", set.name),
        "imageheight": picture.height(),
        "imagewidth": picture.width(),
        "margin": set.margin,
        "name": set.name,
        "spacing": set.spacing,
        "tilecount": set.count(),
        "tileheight": TILE,
        "tilewidth": TILE,
    }))
}

/// The ids of the next layer and of the next object.
struct Ids {
    layer: u32,
    object: u32,
}

impl Ids {
    fn layer(&mut self, map: &Map, layer: &Layer) -> Result<Value> {
        let mut value = json!({
            "id": self.layer,
            "name": layer.name,
            "opacity": 1,
            "visible": layer.visible,
            "x": 0,
            "y": 0,
        });
        self.layer += 1;
        if layer.offset != (0, 0) {
            value["offsetx"] = json!(layer.offset.0);
            value["offsety"] = json!(layer.offset.1);
        }
        if !layer.properties.is_empty() {
            value["properties"] = properties(&layer.properties);
        }
        match &layer.content {
            Content::Tiles(grid) => {
                value["type"] = json!("tilelayer");
                value["width"] = json!(grid.width);
                value["height"] = json!(grid.height);
                self.cells(map, grid, &mut value)?;
            }
            Content::Objects(objects) => {
                value["type"] = json!("objectgroup");
                value["draworder"] = json!("topdown");
                value["objects"] = objects.iter().map(|object| self.object(object)).collect();
            }
            Content::Group(inner) => {
                value["type"] = json!("group");
                value["layers"] = inner.iter().map(|layer| self.layer(map, layer)).collect::<Result<_>>()?;
            }
        }
        Ok(value)
    }

    fn cells(&self, map: &Map, grid: &Grid, value: &mut Value) -> Result<()> {
        let data = |grid: &Grid| -> Result<Value> {
            Ok(match map.encoding {
                Encoding::Xml | Encoding::Csv => json!(grid.cells()),
                packed => json!(base64(grid, packed)?),
            })
        };
        if !matches!(map.encoding, Encoding::Xml | Encoding::Csv) {
            value["encoding"] = json!("base64");
            value["compression"] = json!(map.encoding.compression().unwrap_or_default());
        }
        if map.infinite {
            value["startx"] = json!(grid.left);
            value["starty"] = json!(grid.top);
            let chunk = |chunk: &Grid| -> Result<Value> {
                let Grid { left, top, width, height, .. } = chunk;
                Ok(json!({"x": left, "y": top, "width": width, "height": height, "data": data(chunk)?}))
            };
            value["chunks"] = grid.chunks().iter().map(chunk).collect::<Result<_>>()?;
        } else {
            value["data"] = data(grid)?;
        }
        Ok(())
    }

    fn object(&mut self, object: &Object) -> Value {
        let (width, height) = object.size.unwrap_or((0, 0));
        let mut value = json!({
            "id": self.object,
            "name": object.name,
            "type": object.class,
            "x": object.x,
            "y": object.y,
            "width": width,
            "height": height,
            "rotation": 0,
            "visible": true,
        });
        self.object += 1;
        if object.size.is_none() {
            value["point"] = json!(true);
        }
        if !object.properties.is_empty() {
            value["properties"] = properties(&object.properties);
        }
        value
    }
}

fn properties(properties: &[Property]) -> Value {
    let value = |property: &Property| match property {
        Property::Bool(name, value) => json!({"name": name, "type": "bool", "value": value}),
        Property::Text(name, value) => json!({"name": name, "type": "string", "value": value}),
        Property::Float(name, value) => json!({"name": name, "type": "float", "value": value}),
    };
    properties.iter().map(value).collect()
}
