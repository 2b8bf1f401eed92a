//! Time against the length of rays as an SVG picture, one panel a scene.
//!
//! Colors are of middle brightness on no background, so that it reads on a white page and on a dark one.

mod panel;
mod scale;

use super::{GROUP, PLOTTED};
use crate::report::{Asked, Row, TimeRow};
use anyhow::{Result, ensure};
use panel::{Panel, Series};
use scale::Scale;
use std::fmt::Write;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 440.0;
/// Where the axes of a panel lie.
const TOP: f64 = 74.0;
const BOTTOM: f64 = 392.0;
const LEFT: f64 = 62.0;
/// From the left of one panel to that of the next: the lines, then their names.
const PANEL: f64 = 456.0;
const LINES: f64 = 296.0;

pub(super) const GRAY: &str = "#808080";
const TILERAY: &str = "#d9541e";
const WALKS: &str = "#2188d9";
const SHAPES: &str = "#9a6dd7";

/// The lines of a plot and their colors: a color for each kind of caster; the names stand at the lines.
const DRAWN: [(&str, &str); 10] = [
    ("point list", WALKS),
    ("bit test", WALKS),
    ("exact bit test", WALKS),
    ("line_drawing", WALKS),
    ("clipline", WALKS),
    ("parry2d voxels", SHAPES),
    ("parry2d boxes", SHAPES),
    ("box2d", SHAPES),
    ("tileray exact", TILERAY),
    ("tileray", TILERAY),
];

/// The picture of a run that was made for one.
pub(crate) fn plot(rows: &[Row]) -> Result<String> {
    let times: Vec<&TimeRow> = rows
        .iter()
        .filter_map(|row| match row {
            Row::Time(row) if row.group == GROUP && PLOTTED.contains(&row.scene) => Some(row),
            _ => None,
        })
        .collect();
    ensure!(!times.is_empty(), "no scene that is plotted was measured");
    let ns = |pick: fn(f64, f64) -> f64, start| times.iter().map(|row| row.ns).fold(start, pick);
    let y = Scale::new((ns(f64::min, f64::INFINITY) / 1.3, ns(f64::max, 0.0) * 1.3), (BOTTOM, TOP));

    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" font-family=\"system-ui, -apple-system, 'Segoe UI', sans-serif\" font-size=\"13\" \
         stroke=\"none\">\n\
         <title>Time a ray against the length of the rays</title>\n"
    );
    for (x, color, kind) in [(698, WALKS, "every pixel visited"), (836, SHAPES, "boxes or voxels")] {
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"24\" fill=\"{color}\">{kind}</text>");
    }
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"24\" font-size=\"15\" font-weight=\"600\" fill=\"{GRAY}\">Time a ray against the length \
         of the rays, one thread: lower is better</text>"
    );
    for (index, scene) in PLOTTED.into_iter().enumerate() {
        let of_scene: Vec<&TimeRow> = times.iter().copied().filter(|row| row.scene == scene).collect();
        let Some(longest) = of_scene.iter().max_by_key(|row| row.size) else { continue };
        let Asked::Rays { walked, .. } = longest.asked else { continue };
        let left = LEFT + PANEL * index as f64;
        let sizes = of_scene.iter().map(|row| f64::from(row.size));
        let range = (sizes.clone().fold(f64::INFINITY, f64::min), sizes.fold(0.0, f64::max));
        let panel = Panel {
            title: format!("{scene}: the longest rays end after {walked:.0} px on average"),
            x: Scale::new(range, (left, left + LINES)),
            y,
            series: DRAWN.iter().filter_map(|&(name, color)| series(&of_scene, name, color)).collect(),
        };
        panel.write(&mut svg);
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

/// The points of one caster; `None` where it was not measured.
fn series(rows: &[&TimeRow], name: &'static str, color: &'static str) -> Option<Series> {
    let mut points: Vec<(f64, f64)> =
        rows.iter().filter(|row| row.name == name).map(|row| (f64::from(row.size), row.ns)).collect();
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    (!points.is_empty()).then(|| Series { name, color, bold: name.starts_with("tileray"), points })
}
