//! The JSON of LDtk: its objects, with the members that are read. All others are skipped.

use crate::load::error::shortened;
use crate::load::level::WorldLayout;
use crate::load::reader::TextDocument;
use crate::load::{LoadError, LoadErrorKind, TextPosition};
use crate::tile::Property;
use glam::DVec2;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;

/// A project.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawProject<'d> {
    pub(super) json_version: Cow<'d, str>,
    #[serde(borrow)]
    pub(super) defs: RawDefinitions<'d>,
    pub(super) levels: Vec<RawLevel<'d>>,
    pub(super) worlds: Option<Vec<RawWorld<'d>>>,
    pub(super) world_layout: Option<RawLayout>,
    pub(super) default_grid_size: Option<u32>,
}

/// A world of a multi-worlds project.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawWorld<'d> {
    pub(super) identifier: String,
    #[serde(borrow)]
    pub(super) levels: Vec<RawLevel<'d>>,
    pub(super) world_layout: Option<RawLayout>,
}

#[derive(Deserialize, Clone, Copy)]
pub(super) enum RawLayout {
    Free,
    GridVania,
    LinearHorizontal,
    LinearVertical,
    /// A layout of a later version; its levels have positions.
    #[serde(other)]
    Unknown,
}

impl From<RawLayout> for WorldLayout {
    fn from(raw: RawLayout) -> Self {
        match raw {
            RawLayout::Free | RawLayout::Unknown => Self::Free,
            RawLayout::GridVania => Self::GridVania,
            RawLayout::LinearHorizontal => Self::LinearHorizontal,
            RawLayout::LinearVertical => Self::LinearVertical,
        }
    }
}

#[derive(Deserialize)]
pub(super) struct RawDefinitions<'d> {
    #[serde(borrow)]
    pub(super) tilesets: Vec<RawTileSet<'d>>,
    pub(super) layers: Vec<RawLayerDefinition>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawTileSet<'d> {
    pub(super) uid: i64,
    pub(super) identifier: String,
    pub(super) rel_path: Option<String>,
    #[serde(rename = "__cWid")]
    pub(super) columns: Option<u32>,
    pub(super) px_wid: u32,
    pub(super) tile_grid_size: u32,
    pub(super) spacing: u32,
    pub(super) padding: u32,
    #[serde(borrow)]
    pub(super) enum_tags: Option<Vec<RawEnumTag<'d>>>,
    pub(super) custom_data: Option<Vec<RawCustomData<'d>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawEnumTag<'d> {
    pub(super) enum_value_id: Cow<'d, str>,
    pub(super) tile_ids: Vec<u32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawCustomData<'d> {
    pub(super) tile_id: u32,
    pub(super) data: Cow<'d, str>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLayerDefinition {
    pub(super) uid: i64,
    pub(super) identifier: String,
    pub(super) tile_pivot_x: Option<f64>,
    pub(super) tile_pivot_y: Option<f64>,
    pub(super) parallax_factor_x: Option<f64>,
    pub(super) parallax_factor_y: Option<f64>,
    pub(super) int_grid_values: Option<Vec<RawIntGridValue>>,
}

#[derive(Deserialize)]
pub(super) struct RawIntGridValue {
    pub(super) value: u32,
    pub(super) identifier: Option<String>,
}

/// A level, in the project's file or in a file of its own.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLevel<'d> {
    pub(super) identifier: String,
    pub(super) iid: Option<String>,
    pub(super) world_x: i32,
    pub(super) world_y: i32,
    pub(super) world_depth: Option<i32>,
    pub(super) px_wid: u32,
    pub(super) px_hei: u32,
    #[serde(rename = "__bgColor")]
    pub(super) background: Option<String>,
    #[serde(borrow)]
    pub(super) field_instances: Option<Vec<RawField<'d>>>,
    /// The layers from front to back; `None` where they are in another file.
    pub(super) layer_instances: Option<Vec<RawLayer<'d>>>,
    pub(super) external_rel_path: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawLayer<'d> {
    #[serde(rename = "__identifier")]
    pub(super) identifier: String,
    #[serde(rename = "__type")]
    pub(super) kind: RawLayerKind,
    #[serde(rename = "__cWid")]
    pub(super) columns: u32,
    #[serde(rename = "__cHei")]
    pub(super) rows: u32,
    #[serde(rename = "__gridSize")]
    pub(super) grid: u32,
    #[serde(rename = "__pxTotalOffsetX")]
    pub(super) offset_x: i32,
    #[serde(rename = "__pxTotalOffsetY")]
    pub(super) offset_y: i32,
    #[serde(rename = "__tilesetDefUid")]
    pub(super) tile_set: Option<i64>,
    #[serde(rename = "layerDefUid")]
    pub(super) definition: i64,
    pub(super) visible: Option<bool>,
    /// The values of an IntGrid layer, row after row.
    #[serde(rename = "intGridCsv")]
    pub(super) values: Option<Vec<u32>>,
    pub(super) auto_layer_tiles: Option<Vec<RawTile>>,
    pub(super) grid_tiles: Option<Vec<RawTile>>,
    #[serde(borrow)]
    pub(super) entity_instances: Option<Vec<RawEntity<'d>>>,
}

#[derive(Deserialize, Clone, Copy, PartialEq, Eq)]
pub(super) enum RawLayerKind {
    IntGrid,
    Entities,
    Tiles,
    AutoLayer,
    /// A kind of a later version, which is skipped.
    #[serde(other)]
    Unknown,
}

/// A tile of a layer.
#[derive(Deserialize, Clone, Copy)]
pub(super) struct RawTile {
    /// The position of its cell or its picture in the layer, in pixels.
    pub(super) px: [i32; 2],
    /// The position in the tile set's image, in pixels.
    pub(super) src: [i32; 2],
    /// Bit 0 flips horizontally, bit 1 vertically.
    #[serde(rename = "f")]
    pub(super) flips: u8,
    #[serde(rename = "t")]
    pub(super) id: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawEntity<'d> {
    #[serde(rename = "__identifier")]
    pub(super) identifier: Cow<'d, str>,
    #[serde(rename = "__pivot")]
    pub(super) pivot: [f64; 2],
    #[serde(rename = "__tile")]
    pub(super) tile: Option<RawRect>,
    pub(super) iid: String,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) px: [f64; 2],
    #[serde(borrow)]
    pub(super) field_instances: Option<Vec<RawField<'d>>>,
}

impl RawEntity<'_> {
    pub(super) fn size(&self) -> DVec2 {
        DVec2::new(self.width, self.height)
    }

    /// Returns the top left corner.
    pub(super) fn corner(&self) -> DVec2 {
        DVec2::from(self.px) - self.size() * DVec2::from(self.pivot)
    }
}

/// A part of a tile set's image.
#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Hash)]
#[serde(from = "RectOfAnyVersion")]
pub(super) struct RawRect {
    pub(super) tile_set: i64,
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) w: i32,
    pub(super) h: i32,
}

/// A part of an image as LDtk 1.0 wrote it, or as all newer versions do.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a part of an image needs tilesetUid and x, y, w, h, or srcRect in LDtk 1.0")]
enum RectOfAnyVersion {
    Sides {
        #[serde(rename = "tilesetUid")]
        tile_set: i64,
        x: i32,
        y: i32,
        w: i32,
        h: i32,
    },
    List {
        #[serde(rename = "tilesetUid")]
        tile_set: i64,
        #[serde(rename = "srcRect")]
        part: [i32; 4],
    },
}

impl From<RectOfAnyVersion> for RawRect {
    fn from(rect: RectOfAnyVersion) -> Self {
        match rect {
            RectOfAnyVersion::Sides { tile_set, x, y, w, h }
            | RectOfAnyVersion::List { tile_set, part: [x, y, w, h] } => Self { tile_set, x, y, w, h },
        }
    }
}

/// A custom field.
#[derive(Deserialize)]
pub(super) struct RawField<'d> {
    #[serde(rename = "__identifier")]
    identifier: Cow<'d, str>,
    #[serde(rename = "__type")]
    kind: Cow<'d, str>,
    #[serde(rename = "__value", borrow)]
    value: Option<&'d RawValue>,
}

#[derive(Deserialize)]
struct RawPoint {
    cx: i64,
    cy: i64,
}

#[derive(Deserialize)]
struct RawEntityReference<'d> {
    #[serde(rename = "entityIid", borrow)]
    entity: Cow<'d, str>,
}

impl RawField<'_> {
    /// Adds the field's properties to a list; none for unsupported types and for null. `ids` are the objects of the
    /// project's entities.
    pub(super) fn add_to(&self, properties: &mut Vec<(String, Property)>, ids: &HashMap<String, u32>) {
        let Some(value) = self.value else { return };
        let item_kind = self.kind.strip_prefix("Array<").and_then(|kind| kind.strip_suffix('>'));
        let Some(kind) = item_kind else { return add_value(&self.identifier, &self.kind, value, properties, ids) };
        let items: Vec<Option<&RawValue>> = serde_json::from_str(value.get()).unwrap_or_default();
        for (index, item) in items.into_iter().enumerate() {
            if let Some(item) = item {
                add_value(&format!("{}[{index}]", self.identifier), kind, item, properties, ids);
            }
        }
    }
}

/// Adds the properties of a value that is no array.
fn add_value(
    name: &str,
    kind: &str,
    value: &RawValue,
    properties: &mut Vec<(String, Property)>,
    ids: &HashMap<String, u32>,
) {
    let text = value.get();
    let string = || serde_json::from_str::<String>(text).ok();
    let is_enum = ["LocalEnum.", "ExternEnum.", "Enum("].iter().any(|start| kind.starts_with(start));
    let property = match kind {
        "Int" => text.parse().ok().map(Property::Int),
        "Float" => text.parse().ok().filter(|value: &f64| value.is_finite()).map(Property::Float),
        "Bool" => text.parse().ok().map(Property::Bool),
        "String" | "Multilines" | "Text" => string().map(Property::String),
        _ if is_enum => string().map(Property::String),
        "FilePath" => string().map(Property::File),
        "Color" => string().and_then(|color| parse_color(&color)).map(Property::Color),
        "EntityRef" => {
            let reference = serde_json::from_str::<RawEntityReference<'_>>(text).ok();
            // One that is in no level of the project is none.
            reference.map(|reference| Property::Object(ids.get(&*reference.entity).copied().unwrap_or(0)))
        }
        "Point" => {
            if let Ok(RawPoint { cx, cy }) = serde_json::from_str(text) {
                properties.push((format!("{name}.cx"), Property::Int(cx)));
                properties.push((format!("{name}.cy"), Property::Int(cy)));
            }
            None
        }
        _ => None,
    };
    properties.extend(property.map(|property| (name.to_owned(), property)));
}

/// Parses a color such as `#RRGGBB`, which is opaque.
pub(super) fn parse_color(text: &str) -> Option<u32> {
    let digits = text.strip_prefix('#').filter(|digits| digits.len() == 6)?;
    // `from_str_radix` accepts a sign, too.
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then_some(())?;
    u32::from_str_radix(digits, 16).ok().map(|color| 0xff00_0000 | color)
}

/// Parses a document.
pub(super) fn parse<'d, T: Deserialize<'d>>(document: &'d TextDocument) -> Result<T, LoadError> {
    serde_json::from_str(&document.text).map_err(|error| {
        let position = TextPosition { line: error.line(), column: error.column() };
        let message = error.to_string();
        // The position is not told twice.
        let detail = message.rsplit_once(" at line ").map_or(&*message, |(detail, _)| detail);
        LoadError::new(&document.path, LoadErrorKind::LdtkJson { detail: shortened(detail) }).at(position)
    })
}

/// What tells projects, level files and old versions apart, read where a project cannot be parsed.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct RawHead<'d> {
    pub(super) json_version: Option<Cow<'d, str>>,
    #[serde(borrow)]
    pub(super) defs: Option<&'d RawValue>,
    pub(super) layer_instances: Option<&'d RawValue>,
}
