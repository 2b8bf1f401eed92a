//! JSON as text that a person can read: what fits in a line is one.

use serde_json::Value;

/// The longest line of what is written in one.
const LINE: usize = 120;

/// The text of a document, with a line break at its end.
pub(crate) fn text(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out.push('\n');
    out
}

/// Writes a value; `depth` is how many spaces its further lines begin with.
fn write(value: &Value, depth: usize, out: &mut String) {
    let line = value.to_string();
    let indent = || " ".repeat(depth + 1);
    if depth + line.len() <= LINE {
        out.push_str(&line);
        return;
    }
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (index, (key, value)) in members.iter().enumerate() {
                out.push_str(if index == 0 { "{\n" } else { ",\n" });
                out.push_str(&format!("{}{}: ", indent(), Value::from(key.as_str())));
                write(value, depth + 1, out);
            }
            out.push_str(&format!("\n{}}}", " ".repeat(depth)));
        }
        // Numbers fill their lines.
        Value::Array(items) if items.iter().all(Value::is_number) => {
            let mut column = usize::MAX;
            for (index, item) in items.iter().enumerate() {
                let item = item.to_string();
                out.push_str(if index == 0 { "[" } else { "," });
                if column.saturating_add(item.len() + 1) > LINE {
                    out.push_str(&format!("\n{}", indent()));
                    column = depth + 1;
                }
                out.push_str(&item);
                column += item.len() + 1;
            }
            out.push_str(&format!("\n{}]", " ".repeat(depth)));
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index == 0 { "[\n" } else { ",\n" });
                out.push_str(&indent());
                write(item, depth + 1, out);
            }
            out.push_str(&format!("\n{}]", " ".repeat(depth)));
        }
        _ => out.push_str(&line),
    }
}
