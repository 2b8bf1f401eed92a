//! Prints tables for pages: each stands between marks, below the versions of the crates in it.

use super::{Found, TimeRow, digits, distinct, markdown};
use std::fmt::Write;
use tileray::SimdLevel;

/// The crates whose contestants have their names.
const CRATES: [&str; 9] =
    ["boxdd", "broccoli", "clipline", "costmap", "edges", "geo-visibility", "line_drawing", "parry2d", "rstar"];

/// Returns the widest vector instructions that the processor and the library have.
fn simd() -> &'static str {
    let levels = [(SimdLevel::Avx512, "AVX-512"), (SimdLevel::Avx2, "AVX2")];
    let widest = levels.into_iter().find(|(level, _)| level.is_available());
    widest.map_or(if cfg!(target_arch = "aarch64") { "NEON" } else { "no vector instructions known" }, |it| it.1)
}

/// Returns the vector instructions, and the versions of the crates that the rows name, of this program's lock file.
fn versions(rows: &[TimeRow]) -> String {
    let mut text = simd().to_owned();
    for name in CRATES {
        let contestant = if name == "boxdd" { "box2d" } else { name };
        let is_named = rows.iter().any(|row| row.name.starts_with(contestant));
        if let (true, Some(version)) = (is_named, version_of(name)) {
            let _ = write!(text, ", {name} {version}");
            #[cfg(feature = "box2d")]
            if name == "boxdd" {
                let _ = write!(text, " with Box2D at commit {}", &boxdd_sys::UPSTREAM_SHA[..8]);
            }
        }
    }
    text
}

/// Returns the version of a crate in this program's lock file.
fn version_of(name: &str) -> Option<&'static str> {
    let lock = include_str!("../../Cargo.lock");
    // Where the lock file has two versions of a crate, the list of this program's dependencies tells which is meant.
    let (_, own) = lock.split_once("name = \"peers\"\n")?;
    let named = own.split_once("\n]")?.0.split_once(&format!(" \"{name} "));
    let (_, rest) = named.or_else(|| lock.split_once(&format!("name = \"{name}\"\nversion = \"")))?;
    rest.split_once(['"', ' ']).map(|(version, _)| version)
}

/// The tables of a group. RangeLibc's, which is measured if its commit is given, have a page of their own.
pub(crate) fn blocks(group: &str, found: &Found, range_libc: Option<&str>) -> String {
    let (versions, tables) = (versions(&found.times), markdown(found));
    if let Some(commit) = range_libc {
        return block("range_libc", &format!("{versions}, RangeLibc at commit {commit}"), &tables);
    }
    let ratios = ratios(&found.times);
    let mut blocks = vec![block(group, &versions, &tables), block(&format!("ratios_{group}"), &versions, &ratios)];
    if group == "rays" {
        // None of its columns is another crate.
        blocks.push(block("speed", simd(), &summary(&found.times)));
    }
    blocks.join("\n")
}

/// A text below the versions, between the marks by which `benches/into_pages` finds its place.
fn block(name: &str, versions: &str, text: &str) -> String {
    format!("<!-- {name} -->\n{versions}.\n{text}<!-- /{name} -->\n")
}

/// How many times as long as Tileray the others take: a line a scene, with the least and the greatest ratio of all sizes.
fn ratios(rows: &[TimeRow]) -> String {
    let mut text = String::from("\n");
    let others = || rows.iter().filter(|row| !row.name.starts_with("tileray"));
    for scene in distinct(others().map(|row| row.scene)) {
        let in_scene = || others().filter(|row| row.scene == scene);
        let all = distinct(in_scene().map(|row| row.name)).into_iter().map(|name| {
            let ratios = || in_scene().filter(|row| row.name == name).map(|row| row.ratio);
            let [least, most] = [ratios().fold(f64::INFINITY, f64::min), ratios().fold(0.0, f64::max)].map(digits);
            if least == most { format!("{name} {least}") } else { format!("{name} {least} to {most}") }
        });
        let _ = writeln!(text, "- {scene}: {}", all.collect::<Vec<_>>().join(", "));
    }
    text
}

/// Some scenes of the rays in one table.
fn summary(rows: &[TimeRow]) -> String {
    const SCENES: [(&str, u32, &str); 4] = [
        ("cave", 64, "cave, 64 px"),
        ("cave", 512, "cave, 512 px"),
        ("open", 4096, "open sky, 4096 px"),
        ("rings", 512, "rings, 512 px (worst case: rays end after a few px)"),
    ];
    let columns = ["tileray", "tileray single", "bit test", "point list"];
    let mut text = String::from("\n");
    text.push_str("| map, length of the rays | Tileray, batch | Tileray, single rays | bit test for each pixel | list of points |\n");
    text.push_str("| --- | --- | --- | --- | --- |\n");
    for (scene, size, label) in SCENES {
        let _ = write!(text, "| {label} |");
        for name in columns {
            let is_it = |row: &&TimeRow| (row.scene, row.size, row.name) == (scene, size, name);
            let time = rows.iter().find(is_it).map_or_else(|| "not run".to_owned(), |row| digits(row.ns));
            let _ = write!(text, " {time} |");
        }
        text.push('\n');
    }
    text
}
