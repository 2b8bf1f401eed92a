//! The JSON of LDtk: its objects, with the members that are read. All others are skipped.

use crate::load::input::TextDocument;
use crate::load::json::{self, Word, json_objects};
use crate::load::level::WorldLayout;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::Property;
use glam::DVec2;
use serde_core::de::{Deserialize, Deserializer, Error};
use serde_json::value::RawValue;
use std::collections::HashMap;

json_objects! {
    /// A project.
    struct RawProject<'d> {
        json_version: String = "jsonVersion",
        defs: RawDefinitions = "defs",
        levels: Vec<RawLevel<'d>> = "levels",
        worlds: Option<Vec<RawWorld<'d>>> = "worlds",
        world_layout: Option<RawLayout> = "worldLayout",
        default_grid_size: Option<u32> = "defaultGridSize",
    }

    /// A world of a multi-worlds project.
    struct RawWorld<'d> {
        identifier: String = "identifier",
        levels: Vec<RawLevel<'d>> = "levels",
        world_layout: Option<RawLayout> = "worldLayout",
    }

    struct RawDefinitions {
        tilesets: Vec<RawTileSet> = "tilesets",
        layers: Vec<RawLayerDefinition> = "layers",
    }

    struct RawTileSet {
        uid: i64 = "uid",
        identifier: String = "identifier",
        rel_path: Option<String> = "relPath",
        columns: Option<u32> = "__cWid",
        px_wid: u32 = "pxWid",
        tile_grid_size: u32 = "tileGridSize",
        spacing: u32 = "spacing",
        padding: u32 = "padding",
        enum_tags: Option<Vec<RawEnumTag>> = "enumTags",
        custom_data: Option<Vec<RawCustomData>> = "customData",
    }

    struct RawEnumTag {
        enum_value_id: String = "enumValueId",
        tile_ids: Vec<u32> = "tileIds",
    }

    struct RawCustomData {
        tile_id: u32 = "tileId",
        data: String = "data",
    }

    struct RawLayerDefinition {
        uid: i64 = "uid",
        identifier: String = "identifier",
        tile_pivot_x: Option<f64> = "tilePivotX",
        tile_pivot_y: Option<f64> = "tilePivotY",
        parallax_factor_x: Option<f64> = "parallaxFactorX",
        parallax_factor_y: Option<f64> = "parallaxFactorY",
        int_grid_values: Option<Vec<RawIntGridValue>> = "intGridValues",
    }

    struct RawIntGridValue {
        value: u32 = "value",
        identifier: Option<String> = "identifier",
    }

    /// A level, in the project's file or in a file of its own.
    struct RawLevel<'d> {
        identifier: String = "identifier",
        iid: Option<String> = "iid",
        world_x: i32 = "worldX",
        world_y: i32 = "worldY",
        world_depth: Option<i32> = "worldDepth",
        px_wid: u32 = "pxWid",
        px_hei: u32 = "pxHei",
        background: Option<String> = "__bgColor",
        field_instances: Option<Vec<RawField<'d>>> = "fieldInstances",
        /// The layers from front to back; `None` where they are in another file.
        layer_instances: Option<Vec<RawLayer<'d>>> = "layerInstances",
        external_rel_path: Option<String> = "externalRelPath",
    }

    struct RawLayer<'d> {
        identifier: String = "__identifier",
        kind: RawLayerKind = "__type",
        columns: u32 = "__cWid",
        rows: u32 = "__cHei",
        grid: u32 = "__gridSize",
        offset_x: i32 = "__pxTotalOffsetX",
        offset_y: i32 = "__pxTotalOffsetY",
        tile_set: Option<i64> = "__tilesetDefUid",
        definition: i64 = "layerDefUid",
        visible: Option<bool> = "visible",
        /// The values of an IntGrid layer, row after row.
        values: Option<Vec<u32>> = "intGridCsv",
        auto_layer_tiles: Option<Vec<RawTile>> = "autoLayerTiles",
        grid_tiles: Option<Vec<RawTile>> = "gridTiles",
        entity_instances: Option<Vec<RawEntity<'d>>> = "entityInstances",
    }

    /// A tile of a layer.
    #[derive(Clone, Copy)]
    struct RawTile {
        /// The position of its cell or its picture in the layer, in pixels.
        px: [i32; 2] = "px",
        /// The position in the tile set's image, in pixels.
        src: [i32; 2] = "src",
        /// Bit 0 flips horizontally, bit 1 vertically.
        flips: u8 = "f",
        id: u32 = "t",
    }

    struct RawEntity<'d> {
        identifier: String = "__identifier",
        pivot: [f64; 2] = "__pivot",
        tile: Option<RawRect> = "__tile",
        iid: String = "iid",
        width: f64 = "width",
        height: f64 = "height",
        px: [f64; 2] = "px",
        field_instances: Option<Vec<RawField<'d>>> = "fieldInstances",
    }

    /// A part of an image as LDtk 1.0 wrote it, or as all newer versions do.
    struct RectOfAnyVersion {
        tile_set: Option<i64> = "tilesetUid",
        x: Option<i32> = "x",
        y: Option<i32> = "y",
        w: Option<i32> = "w",
        h: Option<i32> = "h",
        part: Option<[i32; 4]> = "srcRect",
    }

    /// A custom field.
    struct RawField<'d> {
        identifier: String = "__identifier",
        kind: String = "__type",
        value: Option<&'d RawValue> = "__value",
    }

    struct RawPoint {
        cx: i64 = "cx",
        cy: i64 = "cy",
    }

    struct RawEntityReference {
        entity: String = "entityIid",
    }

    /// What tells projects, level files and old versions apart, read where a project cannot be parsed.
    struct RawHead<'d> {
        json_version: Option<String> = "jsonVersion",
        defs: Option<&'d RawValue> = "defs",
        layer_instances: Option<&'d RawValue> = "layerInstances",
    }
}

/// Parses a document.
pub(super) fn parse<'d, T: Deserialize<'d>>(document: &'d TextDocument) -> Result<T, LoadError> {
    json::parse(document, 0, &document.text, |detail| LoadErrorKind::LdtkJson { detail })
}

/// How a world lays its levels out.
pub(super) struct RawLayout(pub(super) WorldLayout);

impl<'de> Deserialize<'de> for RawLayout {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(match &*Word::deserialize(deserializer)?.0 {
            "GridVania" => WorldLayout::GridVania,
            "LinearHorizontal" => WorldLayout::LinearHorizontal,
            "LinearVertical" => WorldLayout::LinearVertical,
            // Levels of a layout of a later version have positions, too.
            _ => WorldLayout::Free,
        }))
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum RawLayerKind {
    IntGrid,
    Entities,
    Tiles,
    AutoLayer,
    /// A kind of a later version, which is skipped.
    Unknown,
}

impl<'de> Deserialize<'de> for RawLayerKind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(match &*Word::deserialize(deserializer)?.0 {
            "IntGrid" => Self::IntGrid,
            "Entities" => Self::Entities,
            "Tiles" => Self::Tiles,
            "AutoLayer" => Self::AutoLayer,
            _ => Self::Unknown,
        })
    }
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
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RawRect {
    pub(super) tile_set: i64,
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) w: i32,
    pub(super) h: i32,
}

impl<'de> Deserialize<'de> for RawRect {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = RectOfAnyVersion::deserialize(deserializer)?;
        let sides = || Some([raw.x?, raw.y?, raw.w?, raw.h?]);
        let (Some(tile_set), Some([x, y, w, h])) = (raw.tile_set, sides().or(raw.part)) else {
            let needed = "a part of an image needs tilesetUid and x, y, w, h, or srcRect in LDtk 1.0";
            return Err(D::Error::custom(needed));
        };
        Ok(Self { tile_set, x, y, w, h })
    }
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
            let reference = serde_json::from_str::<RawEntityReference>(text).ok();
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
