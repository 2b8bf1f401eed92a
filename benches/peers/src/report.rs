//! What a run found, as tables.

mod pages;

pub(crate) use pages::blocks;

use std::fmt::Write;

/// What a group found: times, and tables of everything else, such as bytes and errors.
pub(crate) struct Found {
    pub(crate) times: Vec<TimeRow>,
    pub(crate) tables: String,
}

impl From<Vec<TimeRow>> for Found {
    fn from(times: Vec<TimeRow>) -> Self {
        Self { times, tables: String::new() }
    }
}

/// What is said of the queries of a group.
#[derive(Debug)]
pub(crate) struct Words {
    /// One query, and several.
    pub(crate) queries: [&'static str; 2],
    /// What the sizes of a table's columns are the sizes of, and their unit.
    pub(crate) sized: &'static str,
    pub(crate) unit: &'static str,
    /// What is told of the queries of a column.
    pub(crate) summarized: &'static str,
}

/// How long one contestant takes in one scene.
#[derive(Clone, Debug)]
pub(crate) struct TimeRow {
    pub(crate) scene: &'static str,
    /// The size of a query: the length of a ray in pixels, the corners of a shape, the side of a mask in pixels, the number of boxes,
    /// the length of a move in pixels, the beams of a pose.
    pub(crate) size: u32,
    pub(crate) name: &'static str,
    /// Nanoseconds a query.
    pub(crate) ns: f64,
    /// Those over Tileray's.
    pub(crate) ratio: f64,
    /// `equal`, or the share of answers that differ and why.
    pub(crate) checked: String,
    /// How many queries were timed, and how many there are.
    pub(crate) queries: usize,
    pub(crate) of: usize,
    /// What is told of the queries, such as the share that hits.
    pub(crate) summary: String,
    pub(crate) words: &'static Words,
}

/// A table a scene, contestants down and sizes across; then the other tables.
fn markdown(Found { times, tables }: &Found) -> String {
    let mut text = String::new();
    if let Some(TimeRow { name, words, .. }) = times.first() {
        let [query, _] = words.queries;
        let query = if times.iter().all(|other| other.words.queries[0] == query) { query } else { "query" };
        let _ = writeln!(text, "\nNanoseconds a {query}, and in brackets how many times as long as `{name}`.");
    }
    for scene in distinct(times.iter().map(|row| row.scene)) {
        let of_scene: Vec<&TimeRow> = times.iter().filter(|row| row.scene == scene).collect();
        write_scene(&mut text, scene, &of_scene);
    }
    text + tables
}

fn write_scene(text: &mut String, scene: &str, rows: &[&TimeRow]) {
    let sizes = distinct(rows.iter().map(|row| row.size));
    let firsts = sizes.iter().filter_map(|&size| rows.iter().find(|row| row.size == size));
    let words = rows[0].words;
    let _ = write!(text, "\n### {scene}\n\n| {} |", words.sized);
    sizes.iter().for_each(|&size| _ = write!(text, " {size} {} |", words.unit));
    let _ = write!(text, "\n| --- |{}\n| *{}* |", " --- |".repeat(sizes.len()), words.summarized);
    firsts.for_each(|row| _ = write!(text, " *{}* |", row.summary));
    text.push('\n');
    let mut notes = String::new();
    for name in distinct(rows.iter().map(|row| row.name)) {
        let _ = write!(text, "| {name} |");
        let of_name: Vec<&&TimeRow> = rows.iter().filter(|row| row.name == name).collect();
        for &size in &sizes {
            match of_name.iter().find(|row| row.size == size) {
                Some(row) if row.name == rows[0].name => _ = write!(text, " **{}** |", digits(row.ns)),
                Some(row) => _ = write!(text, " {} ({}) |", digits(row.ns), digits(row.ratio)),
                None => text.push_str(" |"),
            }
        }
        text.push('\n');
        write_differences(&mut notes, name, &of_name);
    }
    if !notes.is_empty() {
        let _ = write!(text, "\n{notes}");
    }
}

/// What answers of a contestant differ, and where fewer rays were timed.
fn write_differences(notes: &mut String, name: &str, rows: &[&&TimeRow]) {
    let size = |row: &TimeRow| format!("{} {}", row.size, row.words.unit);
    let differing = rows.iter().filter_map(|row| {
        let (share, reasons) = row.checked.strip_prefix("differs ")?.split_once(": ")?;
        Some((format!("{share} at {}", size(row)), reasons))
    });
    let (shares, reasons): (Vec<String>, Vec<&str>) = differing.unzip();
    if !shares.is_empty() {
        let reasons = distinct(reasons.iter().flat_map(|reasons| reasons.split("; "))).join("; ");
        let _ = writeln!(notes, "- {name} differs in {}: {reasons}.", shares.join(", "));
    }
    let fewer = rows.iter().filter(|row| row.queries < row.of);
    let fewer: Vec<String> =
        fewer.map(|row| format!("the first {} {} at {}", row.queries, row.words.queries[1], size(row))).collect();
    if !fewer.is_empty() {
        let _ = writeln!(notes, "- {name} is timed with {}.", fewer.join(", "));
    }
}

/// Two digits, or all that stand before the point.
pub(crate) fn digits(value: f64) -> String {
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
