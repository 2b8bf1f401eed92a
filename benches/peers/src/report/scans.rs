//! Rows of scans, and their tables: contestants down, works across.

use super::{Row, digits, distinct};
use serde::Serialize;
use std::fmt::Write;

/// How long one contestant takes for a beam.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct ScanRow {
    pub(crate) group: &'static str,
    pub(crate) scene: String,
    pub(crate) work: &'static str,
    pub(crate) name: String,
    /// Nanoseconds of processor time a beam.
    pub(crate) ns: f64,
    /// Those over Tileray's.
    pub(crate) ratio: f64,
    /// How many beams were timed.
    pub(crate) beams: usize,
    /// The share of beams that hit.
    pub(crate) hits: f64,
    /// The mean range, in pixels.
    pub(crate) walked: f64,
    /// Milliseconds of processor time until the contestant can answer.
    pub(crate) build_ms: f64,
    pub(crate) bytes: usize,
    /// How many ranges are off by more than so many pixels, in percent of the beams of all works.
    pub(crate) off_by_1_percent: f64,
    pub(crate) off_by_2_percent: f64,
}

/// A beam whose range in Tileray differs from the true one by more than a pixel.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct GrazeRow {
    pub(crate) group: &'static str,
    pub(crate) scene: String,
    pub(crate) work: &'static str,
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) angle: f64,
    pub(crate) truth: f64,
    pub(crate) range: f64,
    /// How far from the beam the corner of a solid pixel is that makes the difference, in pixels.
    pub(crate) distance: f64,
    /// Whether the beam with rounded ends passes exactly through that corner.
    pub(crate) corner: bool,
    /// How many such beams the map has.
    pub(crate) of: usize,
}

/// Writes a table a map.
pub(super) fn write(text: &mut String, rows: &[Row]) {
    let scans: Vec<&ScanRow> =
        rows.iter().filter_map(|row| if let Row::Scan(row) = row { Some(row) } else { None }).collect();
    let grazes: Vec<&GrazeRow> =
        rows.iter().filter_map(|row| if let Row::Graze(row) = row { Some(row) } else { None }).collect();
    if !scans.is_empty() {
        let _ = writeln!(text, "\nNanoseconds a beam, and in brackets how many times as long as `tileray scan`.");
    }
    for scene in distinct(scans.iter().map(|row| &row.scene)) {
        let of_scene: Vec<&ScanRow> = scans.iter().copied().filter(|row| row.scene == *scene).collect();
        write_map(text, scene, &of_scene);
        let of_scene: Vec<&GrazeRow> = grazes.iter().copied().filter(|row| row.scene == *scene).collect();
        write_grazes(text, &of_scene);
    }
}

fn write_map(text: &mut String, scene: &str, rows: &[&ScanRow]) {
    let works = distinct(rows.iter().map(|row| row.work));
    let _ = write!(text, "\n### {scene}\n\n| work");
    works.iter().for_each(|work| _ = write!(text, " | {work}"));
    text.push_str(" | off by > 1 px | > 2 px | built in | memory |\n");
    let _ = write!(text, "|{}\n| *they hit; mean range* |", " --- |".repeat(works.len() + 5));
    for row in works.iter().filter_map(|work| rows.iter().find(|row| row.work == *work)) {
        let _ = write!(text, " *{:.0} %; {:.0} px* |", 100.0 * row.hits, row.walked);
    }
    text.push_str(" | | | |\n");
    for name in distinct(rows.iter().map(|row| &row.name)) {
        let of_name: Vec<&&ScanRow> = rows.iter().filter(|row| row.name == *name).collect();
        let _ = write!(text, "| {name} |");
        for row in &of_name {
            if row.name == rows[0].name {
                let _ = write!(text, " **{}** |", digits(row.ns));
            } else {
                let _ = write!(text, " {} ({}) |", digits(row.ns), digits(row.ratio));
            }
        }
        let row = of_name[0];
        let (off_by_1, off_by_2) = (percent(row.off_by_1_percent), percent(row.off_by_2_percent));
        let _ = writeln!(text, " {off_by_1} | {off_by_2} | {} ms | {} |", digits(row.build_ms), memory(row.bytes));
    }
}

/// Lists the beams in which Tileray differs.
fn write_grazes(text: &mut String, rows: &[&GrazeRow]) {
    let Some(first) = rows.first() else { return };
    let _ = writeln!(text, "\nBeams whose range in Tileray is off by more than a pixel: {} of all.", first.of);
    text.push_str("\n| x | y | angle | true range | Tileray | a corner is so near |\n");
    text.push_str("| --- | --- | --- | --- | --- | --- |\n");
    for GrazeRow { x, y, angle, truth, range, distance, corner, .. } in rows {
        let exactly = if *corner { ", and on the rounded beam" } else { "" };
        let _ =
            writeln!(text, "| {x:.4} | {y:.4} | {angle:.6} | {truth:.3} | {range:.3} | {distance:.5} px{exactly} |");
    }
}

/// A share, so that a small one is not zero.
fn percent(share: f64) -> String {
    match share {
        0.0 => "0 %".to_owned(),
        share if share < 0.1 => format!("{share:.4} %"),
        share => format!("{share:.1} %"),
    }
}

fn memory(bytes: usize) -> String {
    if bytes < 10 << 20 { format!("{} KiB", bytes.div_ceil(1024)) } else { format!("{} MiB", bytes >> 20) }
}
