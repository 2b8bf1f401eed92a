//! Rows as tables that a person reads.

use super::{Row, TerrainRow, TimeRow};
use crate::host::Host;
use std::fmt::Write;

/// A table a scene, contestants down and sizes across; then one of the terrains.
pub(crate) fn markdown(rows: &[Row], host: &Host) -> String {
    let times: Vec<&TimeRow> =
        rows.iter().filter_map(|row| if let Row::Time(row) = row { Some(row) } else { None }).collect();
    let terrains: Vec<&TerrainRow> =
        rows.iter().filter_map(|row| if let Row::Terrain(row) = row { Some(row) } else { None }).collect();
    let mut text = format!("{host}\n");
    if let Some(row) = times.first() {
        let [query, _] = row.asked.names();
        let _ = writeln!(text, "\nNanoseconds a {query}, and in brackets how many times as long as `tileray`.");
    }
    for scene in distinct(times.iter().map(|row| row.scene)) {
        let of_scene: Vec<&TimeRow> = times.iter().copied().filter(|row| row.scene == scene).collect();
        write_scene(&mut text, scene, &of_scene);
    }
    if !terrains.is_empty() {
        write_terrains(&mut text, &terrains);
    }
    #[cfg(feature = "maps")]
    super::scans::write(&mut text, rows);
    text
}

fn write_scene(text: &mut String, scene: &str, rows: &[&TimeRow]) {
    let sizes = distinct(rows.iter().map(|row| row.size));
    let firsts = sizes.iter().filter_map(|&size| rows.iter().find(|row| row.size == size));
    let asked = &rows[0].asked;
    let _ = write!(text, "\n### {scene}\n\n| {} |", asked.sized());
    sizes.iter().for_each(|&size| _ = write!(text, " {} |", asked.size(size)));
    let _ = write!(text, "\n| --- |{}\n| *{}* |", " --- |".repeat(sizes.len()), asked.summarized());
    firsts.for_each(|row| _ = write!(text, " *{}* |", row.asked.summary()));
    text.push('\n');
    let mut notes = String::new();
    let most = rows.iter().map(|row| row.asked.count()).max().unwrap_or(0);
    for name in distinct(rows.iter().map(|row| row.name)) {
        let _ = write!(text, "| {name} |");
        let of_name: Vec<&&TimeRow> = rows.iter().filter(|row| row.name == name).collect();
        for &size in &sizes {
            match of_name.iter().find(|row| row.size == size) {
                Some(row) if row.name == "tileray" => _ = write!(text, " **{}** |", digits(row.ns)),
                Some(row) => _ = write!(text, " {} ({}) |", digits(row.ns), digits(row.ratio)),
                None => text.push_str(" |"),
            }
        }
        text.push('\n');
        write_differences(&mut notes, name, &of_name, most);
    }
    if !notes.is_empty() {
        let _ = write!(text, "\n{notes}");
    }
}

/// What answers of a contestant differ, and where fewer rays were timed.
fn write_differences(notes: &mut String, name: &str, rows: &[&&TimeRow], most: usize) {
    let differing = rows.iter().filter_map(|row| {
        let (share, reasons) = row.checked.strip_prefix("differs ")?.split_once(": ")?;
        Some((format!("{share} at {}", row.asked.size(row.size)), reasons))
    });
    let (shares, reasons): (Vec<String>, Vec<&str>) = differing.unzip();
    if !shares.is_empty() {
        let reasons = distinct(reasons.iter().flat_map(|reasons| reasons.split("; "))).join("; ");
        let _ = writeln!(notes, "- {name} differs in {}: {reasons}.", shares.join(", "));
    }
    let fewer: Vec<String> = rows
        .iter()
        .filter(|row| row.asked.count() < row.asked.all(row.size, most))
        .map(|row| {
            let (asked, [_, queries]) = (&row.asked, row.asked.names());
            format!("the first {} {queries} at {}", asked.count(), asked.size(row.size))
        })
        .collect();
    if !fewer.is_empty() {
        let _ = writeln!(notes, "- {name} is timed with {}.", fewer.join(", "));
    }
}

fn write_terrains(text: &mut String, rows: &[&TerrainRow]) {
    text.push_str("\n### What a terrain costs\n\n");
    text.push_str("| scene | side | built in | memory | one bit a pixel | merged boxes |\n");
    text.push_str("| --- | --- | --- | --- | --- | --- |\n");
    let kib = |bytes: usize| format!("{} KiB", bytes.div_ceil(1024));
    for row in rows {
        let boxes = row.boxes.map_or_else(|| "not merged".to_owned(), |boxes| boxes.to_string());
        let _ = writeln!(
            text,
            "| {} | {} px | {} ms | {} | {} | {boxes} |",
            row.scene,
            row.size,
            digits(row.build_ms),
            kib(row.bytes),
            kib(row.mask_bytes),
        );
    }
}

/// Two digits, or all that stand before the point.
pub(super) fn digits(value: f64) -> String {
    let places = if value >= 9.95 { 0 } else { usize::from(value < 0.095) + 1 };
    format!("{value:.places$}")
}

/// Each value once, in the order of its first appearance.
pub(super) fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}
