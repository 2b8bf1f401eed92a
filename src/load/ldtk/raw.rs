//! The JSON of LDtk: the members of its objects that are read. All others are skipped.

use crate::load::input::TextDocument;
use crate::load::json::{self, I32, I64, Kind, Member, Object, U32, Value, optional, required};
use crate::load::level::WorldLayout;
use crate::load::limits::{Budget, Count};
use crate::load::picture::pixels::hex_color;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::Property;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;

/// A project.
pub(super) const PROJECT: &[Member] = &[
    required("jsonVersion", Kind::Text),
    required("defs", Kind::Object(DEFINITIONS)),
    required("levels", Kind::Objects(LEVEL)),
    optional("worlds", Kind::Objects(WORLD)),
    optional("worldLayout", Kind::Text),
    optional("defaultGridSize", U32),
];

/// A world of a multi-worlds project.
const WORLD: &[Member] = &[
    required("identifier", Kind::Text),
    required("levels", Kind::Objects(LEVEL)),
    optional("worldLayout", Kind::Text),
];

const DEFINITIONS: &[Member] =
    &[required("tilesets", Kind::Objects(TILE_SET)), required("layers", Kind::Objects(LAYER_DEFINITION))];

const TILE_SET: &[Member] = &[
    required("uid", I64),
    required("identifier", Kind::Text),
    optional("relPath", Kind::Text),
    optional("__cWid", U32),
    required("pxWid", U32),
    optional("pxHei", U32),
    required("tileGridSize", U32),
    required("spacing", U32),
    required("padding", U32),
    optional(
        "enumTags",
        Kind::Objects(&[required("enumValueId", Kind::Text), required("tileIds", Kind::Cells(u64::MAX))]),
    ),
    optional("customData", Kind::Objects(&[required("tileId", U32), required("data", Kind::Text)])),
];

const LAYER_DEFINITION: &[Member] = &[
    required("uid", I64),
    required("identifier", Kind::Text),
    optional("tilePivotX", Kind::Number),
    optional("tilePivotY", Kind::Number),
    optional("parallaxFactorX", Kind::Number),
    optional("parallaxFactorY", Kind::Number),
    optional("intGridValues", Kind::Objects(&[required("value", U32), optional("identifier", Kind::Text)])),
];

/// A level, in the project's file or in a file of its own. If it has no layers, they are in another file.
pub(super) const LEVEL: &[Member] = &[
    required("identifier", Kind::Text),
    optional("iid", Kind::Text),
    required("worldX", I32),
    required("worldY", I32),
    optional("worldDepth", I32),
    required("pxWid", U32),
    required("pxHei", U32),
    optional("__bgColor", Kind::Text),
    optional("fieldInstances", Kind::Objects(FIELD)),
    // From front to back.
    optional("layerInstances", Kind::Objects(LAYER)),
    optional("externalRelPath", Kind::Text),
];

const LAYER: &[Member] = &[
    required("__identifier", Kind::Text),
    required("__type", Kind::Text),
    required("__cWid", U32),
    required("__cHei", U32),
    required("__gridSize", U32),
    required("__pxTotalOffsetX", I32),
    required("__pxTotalOffsetY", I32),
    optional("__tilesetDefUid", I64),
    required("layerDefUid", I64),
    optional("visible", Kind::Flag),
    // The values of an IntGrid layer, row after row.
    optional("intGridCsv", Kind::Cells(u64::MAX)),
    optional("autoLayerTiles", Kind::Tiles),
    optional("gridTiles", Kind::Tiles),
    optional("entityInstances", Kind::Objects(ENTITY)),
];

const ENTITY: &[Member] = &[
    required("__identifier", Kind::Text),
    required("__pivot", Kind::Numbers(2)),
    optional("__tile", Kind::Object(PART)),
    required("iid", Kind::Text),
    required("width", Kind::Number),
    required("height", Kind::Number),
    required("px", Kind::Numbers(2)),
    optional("fieldInstances", Kind::Objects(FIELD)),
];

/// A part of an image. Versions from 1.1 on write `x` to `h`, version 1.0 wrote `srcRect`.
const PART: &[Member] = &[
    required("tilesetUid", I64),
    optional("x", I32),
    optional("y", I32),
    optional("w", I32),
    optional("h", I32),
    optional("srcRect", Kind::Numbers(4)),
];

/// A custom field.
const FIELD: &[Member] =
    &[required("__identifier", Kind::Text), required("__type", Kind::Text), optional("__value", Kind::Raw)];

/// The members by which projects, level files and old versions are told apart. They are read if a project cannot be
/// parsed.
pub(super) const HEAD: &[Member] =
    &[optional("jsonVersion", Kind::Text), optional("defs", Kind::Raw), optional("layerInstances", Kind::Raw)];

/// Parses a document, which is an object of these members.
pub(super) fn parse<'d>(document: &'d TextDocument, members: &'static [Member]) -> Result<Object<'d>, LoadError> {
    json::read_object(document, &document.text, Kind::Object(members), json_fault)
}

/// The remedy for values that LDtk itself keeps consistent.
pub(super) const SAVE_AGAIN: &str = "save the project again in LDtk";

pub(super) fn json_fault(detail: String) -> LoadErrorKind {
    LoadErrorKind::malformed("JSON", detail, SAVE_AGAIN)
}

/// Returns the layout of a world. Layouts of later versions count as free, as their levels have positions too.
pub(super) fn layout_of(world: &Object<'_>) -> WorldLayout {
    match world.text("worldLayout") {
        "GridVania" => WorldLayout::GridVania,
        "LinearHorizontal" => WorldLayout::LinearHorizontal,
        "LinearVertical" => WorldLayout::LinearVertical,
        _ => WorldLayout::Free,
    }
}

/// A part of a tile set's image.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct RawRect {
    pub(super) x: i32,
    pub(super) y: i32,
    pub(super) w: i32,
    pub(super) h: i32,
}

impl RawRect {
    /// Returns the part of an image that an entity shows. `None` if its sides are missing.
    pub(super) fn read(part: &Object<'_>) -> Option<Self> {
        let side = |name| part.find_whole(name);
        let is_whole = |sides: &[f64; 4]| sides.iter().all(|side| f64::from(*side as i32) == *side);
        let sides = || Some([side("x")?, side("y")?, side("w")?, side("h")?]);
        let old = || part.numbers::<4>("srcRect").filter(is_whole).map(|sides| sides.map(|side| side as i32));
        let [x, y, w, h] = sides().or_else(old)?;
        Some(Self { x, y, w, h })
    }
}

/// Adds the properties of a custom field to a list, and counts them. Null and unsupported types add none. `ids` are the
/// object numbers of the project's entities. Other programs write types in lower case.
pub(super) fn add_field(
    field: &Object<'_>,
    properties: &mut Vec<(String, Property)>,
    ids: &HashMap<String, u32>,
    budget: &mut Budget,
) -> Result<(), LoadErrorKind> {
    let Some(Value::Raw(value)) = field.get("__value") else { return Ok(()) };
    let (name, kind) = (field.text("__identifier"), field.text("__type").to_ascii_lowercase());
    let mut claim = |count: usize| budget.take(Count::Properties, count as u64);
    let item_kind = kind.strip_prefix("array<").and_then(|kind| kind.strip_suffix('>'));
    let Some(item_kind) = item_kind else {
        let before = properties.len();
        add_value(name, &kind, value, properties, ids);
        return claim(properties.len() - before);
    };
    let Ok(Value::Raws(items)) = json::read_value(value.get(), Kind::Raws(usize::MAX)) else { return Ok(()) };
    for (index, item) in items.into_iter().enumerate() {
        // An item repeats the name, and counts once more for each 100 bytes of it.
        claim(name.len() / 100)?;
        let before = properties.len();
        add_value(&format!("{name}[{index}]"), item_kind, item, properties, ids);
        claim(properties.len() - before)?;
    }
    Ok(())
}

/// Adds the properties of a value that is no array. `kind` is in lower case.
fn add_value(
    name: &str,
    kind: &str,
    value: &RawValue,
    properties: &mut Vec<(String, Property)>,
    ids: &HashMap<String, u32>,
) {
    const REFERENCE: Kind = Kind::Object(&[required("entityIid", Kind::Text)]);
    const POINT: Kind = Kind::Object(&[required("cx", I64), required("cy", I64)]);
    const TILE: Kind = Kind::Object(&[
        required("tilesetUid", I64),
        required("x", I64),
        required("y", I64),
        required("w", I64),
        required("h", I64),
    ]);
    let text = value.get();
    let string = || json::text_of(value).map(Cow::into_owned);
    let object = |kind| match json::read_value(text, kind) {
        Ok(Value::Object(object)) => Some(object),
        _ => None,
    };
    let is_enum = ["localenum.", "externenum.", "enum("].iter().any(|start| kind.starts_with(start));
    let property = match kind {
        "int" => text.parse().ok().map(Property::Int),
        "float" => text.parse().ok().filter(|value: &f64| value.is_finite()).map(Property::Float),
        "bool" => text.parse().ok().map(Property::Bool),
        "string" | "multilines" | "text" => string().map(Property::String),
        _ if is_enum => string().map(Property::String),
        "filepath" => string().map(Property::File),
        "color" => string().and_then(|color| parse_color(&color)).map(Property::Color),
        // A reference to an entity that is in no level is 0.
        "entityref" => object(REFERENCE)
            .map(|reference| Property::Object(ids.get(reference.text("entityIid")).copied().unwrap_or(0))),
        "point" | "tile" => {
            let members = object(if kind == "point" { POINT } else { TILE }).unwrap_or_default();
            for (member, value) in &members.0 {
                if let Value::Whole(value) = value {
                    properties.push((format!("{name}.{member}"), Property::Int(*value)));
                }
            }
            None
        }
        _ => None,
    };
    properties.extend(property.map(|property| (name.to_owned(), property)));
}

/// Parses a color, `#RRGGBB`, which is opaque.
pub(super) fn parse_color(text: &str) -> Option<u32> {
    text.strip_prefix('#').filter(|digits| digits.len() == 6).and_then(hex_color)
}
