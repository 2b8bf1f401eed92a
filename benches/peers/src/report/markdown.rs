//! Rows as tables that a person reads.

use super::{Row, TerrainRow, TimeRow};
use crate::host::Host;
use std::fmt::Write;

/// A table a scene, contestants down and sizes across; then one of the terrains.
pub(crate) fn markdown(rows: &[Row], host: &Host) -> String {
    let times: Vec<&TimeRow> = rows
        .iter()
        .filter_map(|row| match row {
            Row::Time(row) if !row.plot_only => Some(row),
            _ => None,
        })
        .collect();
    let terrains: Vec<&TerrainRow> =
        rows.iter().filter_map(|row| if let Row::Terrain(row) = row { Some(row) } else { None }).collect();
    let mut text = format!("{host}\n\nNanoseconds a ray, and in brackets how many times as long as `tileray`.\n");
    for scene in distinct(times.iter().map(|row| row.scene)) {
        let of_scene: Vec<&TimeRow> = times.iter().copied().filter(|row| row.scene == scene).collect();
        write_scene(&mut text, scene, &of_scene);
    }
    write_terrains(&mut text, &terrains);
    text
}

fn write_scene(text: &mut String, scene: &str, rows: &[&TimeRow]) {
    let sizes = distinct(rows.iter().map(|row| row.size));
    let first = |size: u32| rows.iter().find(|row| row.size == size);
    let _ = write!(text, "\n### {scene}\n\n| length of the rays |");
    sizes.iter().for_each(|size| _ = write!(text, " {size} px |"));
    let _ = write!(text, "\n| --- |{}\n| *they hit; come so far* |", " --- |".repeat(sizes.len()));
    for row in sizes.iter().filter_map(|&size| first(size)) {
        let _ = write!(text, " *{:.0} %; {:.0} px* |", 100.0 * row.hits, row.walked);
    }
    text.push('\n');
    let mut notes = String::new();
    let most = rows.iter().map(|row| row.rays).max().unwrap_or(0);
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
    let differing: Vec<_> =
        rows.iter().filter_map(|row| Some((row.size, row.checked.strip_prefix("differs ")?))).collect();
    if let Some((_, reason)) = differing.first().and_then(|(_, checked)| checked.split_once(": ")) {
        let shares = differing.iter().filter_map(|(size, checked)| {
            let (share, _) = checked.split_once(": ")?;
            Some(format!("{share} at {size} px"))
        });
        let _ = writeln!(notes, "- {name} differs in {}: {reason}.", shares.collect::<Vec<_>>().join(", "));
    }
    let fewer: Vec<String> = rows
        .iter()
        .filter(|row| row.rays < most)
        .map(|row| format!("the first {} rays at {} px", row.rays, row.size))
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
fn digits(value: f64) -> String {
    let places = if value >= 9.95 { 0 } else { usize::from(value < 0.095) + 1 };
    format!("{value:.places$}")
}

/// Each value once, in the order of its first appearance.
fn distinct<T: PartialEq>(values: impl Iterator<Item = T>) -> Vec<T> {
    let mut found = Vec::new();
    for value in values {
        if !found.contains(&value) {
            found.push(value);
        }
    }
    found
}
