//! Entities and their fields.

use serde_json::{Value, json};

/// The definition of a kind of entity with the pivot in its top left corner.
pub(crate) fn entity_def(identifier: &str, uid: i32, size: (i32, i32), fields: &[Value]) -> Value {
    json!({
        "identifier": identifier,
        "uid": uid,
        "tags": [],
        "exportToToc": false,
        "allowOutOfBounds": false,
        "doc": null,
        "width": size.0,
        "height": size.1,
        "resizableX": true,
        "resizableY": true,
        "minWidth": null,
        "maxWidth": null,
        "minHeight": null,
        "maxHeight": null,
        "keepAspectRatio": false,
        "tileOpacity": 1,
        "fillOpacity": 1,
        "lineOpacity": 1,
        "hollow": false,
        "color": "#EF9C3C",
        "renderMode": "Rectangle",
        "showName": true,
        "tilesetId": null,
        "tileRenderMode": "FitInside",
        "tileRect": null,
        "uiTileRect": null,
        "nineSliceBorders": [],
        "maxCount": 0,
        "limitScope": "PerLevel",
        "limitBehavior": "MoveLastOne",
        "pivotX": 0,
        "pivotY": 0,
        "fieldDefs": fields,
    })
}

/// An entity of a kind, with its pivot at a pixel of its layer.
pub(crate) fn entity(def: &Value, grid: i32, at: (i32, i32), size: (i32, i32), fields: &[Value]) -> Value {
    json!({
        "__identifier": def["identifier"],
        "__grid": [at.0.div_euclid(grid), at.1.div_euclid(grid)],
        "__pivot": [def["pivotX"], def["pivotY"]],
        "__tags": def["tags"],
        "__tile": null,
        "__smartColor": def["color"],
        "__worldX": 0,
        "__worldY": 0,
        "iid": "",
        "width": size.0,
        "height": size.1,
        "defUid": def["uid"],
        "px": [at.0, at.1],
        "fieldInstances": fields,
    })
}

/// The definition of a field; `name` is what the editor calls its type, such as `Int` or `Array<Point>`.
pub(crate) fn field_def(identifier: &str, uid: i32, name: &str) -> Value {
    let single = name.trim_start_matches("Array<").trim_end_matches('>');
    let kind = match single {
        "Int" => "F_Int",
        "Float" => "F_Float",
        "Bool" => "F_Bool",
        "Multilines" => "F_Text",
        "Color" => "F_Color",
        "Point" => "F_Point",
        "FilePath" => "F_Path",
        "EntityRef" => "F_EntityRef",
        _ => "F_String",
    };
    json!({
        "identifier": identifier,
        "doc": null,
        "__type": name,
        "uid": uid,
        "type": kind,
        "isArray": name != single,
        "canBeNull": true,
        "arrayMinLength": null,
        "arrayMaxLength": null,
        "editorDisplayMode": "Hidden",
        "editorDisplayScale": 1,
        "editorDisplayPos": "Above",
        "editorLinkStyle": "StraightArrow",
        "editorDisplayColor": null,
        "editorAlwaysShow": false,
        "editorShowInWorld": true,
        "editorCutLongValues": true,
        "editorTextSuffix": null,
        "editorTextPrefix": null,
        "useForSmartColor": false,
        "exportToToc": false,
        "searchable": false,
        "min": null,
        "max": null,
        "regex": null,
        "acceptFileTypes": null,
        "defaultOverride": null,
        "textLanguageMode": null,
        "symmetricalRef": false,
        "autoChainRef": true,
        "allowOutOfLevelRef": true,
        "allowedRefs": "Any",
        "allowedRefsEntityUid": null,
        "allowedRefTags": [],
        "tilesetUid": null,
    })
}

/// The value of a field.
pub(crate) fn field(def: &Value, value: &Value) -> Value {
    let editor = |value: &Value| match (value, def["type"].as_str().unwrap_or_default()) {
        (Value::Null, _) => Value::Null,
        (Value::String(color), "F_Color") => {
            json!({"id": "V_Int", "params": [i64::from_str_radix(&color[1..], 16).unwrap_or_default()]})
        }
        (Value::Object(point), "F_Point") => {
            json!({"id": "V_String", "params": [format!("{},{}", point["cx"], point["cy"])]})
        }
        (Value::Object(entity), _) => json!({"id": "V_String", "params": [entity["entityIid"]]}),
        (value, "F_Int") => json!({"id": "V_Int", "params": [value]}),
        (value, "F_Float") => json!({"id": "V_Float", "params": [value]}),
        (value, "F_Bool") => json!({"id": "V_Bool", "params": [value]}),
        (value, _) => json!({"id": "V_String", "params": [value]}),
    };
    let values = match value {
        Value::Array(values) => values.iter().map(editor).collect(),
        value => vec![editor(value)],
    };
    json!({
        "__identifier": def["identifier"],
        "__type": def["__type"],
        "__value": value,
        "__tile": null,
        "defUid": def["uid"],
        "realEditorValues": values,
    })
}
