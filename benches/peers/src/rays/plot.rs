//! Time against the length of rays as an SVG picture, one panel a scene, with logarithmic axes.
//!
//! Colors are of middle brightness on no background, so that it reads on a white page and on a dark one.

use super::{PLOTTED, PLOTTED_LENGTHS};
use crate::report::{Row, TimeRow, times};
use anyhow::{Result, ensure};
use std::fmt::Write;

/// The places of the axes. A panel is the lines, then their names.
const TOP: f64 = 74.0;
const BOTTOM: f64 = 392.0;
const LEFT: f64 = 62.0;
const PANEL: f64 = 456.0;
const LINES: f64 = 296.0;
/// How far apart names stand at least.
const LINE_HEIGHT: f64 = 16.5;

const GRAY: &str = "#808080";
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
    let times: Vec<&TimeRow> = times(rows).filter(|row| PLOTTED.contains(&row.scene)).collect();
    ensure!(!times.is_empty(), "no scene that is plotted was measured");
    let ns = |pick: fn(f64, f64) -> f64, start| times.iter().map(|row| row.ns).fold(start, pick);
    let (least, most) = (ns(f64::min, f64::INFINITY) / 1.3, ns(f64::max, 0.0) * 1.3);
    let y = |ns: f64| BOTTOM + (TOP - BOTTOM) * (ns / least).ln() / (most / least).ln();
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 960 440\" width=\"960\" height=\"440\" \
         font-family=\"system-ui, -apple-system, 'Segoe UI', sans-serif\" font-size=\"13\" stroke=\"none\">\n\
         <title>Time a ray against the length of the rays</title>\n",
    );
    for (x, color, kind) in [
        (LEFT, GRAY, "Time a ray against the length of the rays, one thread: lower is better"),
        (698.0, WALKS, "every pixel visited"),
        (836.0, SHAPES, "boxes or voxels"),
    ] {
        text(&mut svg, (x, 24.0), kind, color, "");
    }
    for (index, scene) in PLOTTED.into_iter().enumerate() {
        let (left, right) = (LEFT + PANEL * index as f64, LEFT + PANEL * index as f64 + LINES);
        let [first, .., last] = PLOTTED_LENGTHS.map(f64::from);
        let x = |length: f64| left + LINES * (length / first).ln() / (last / first).ln();
        text(&mut svg, (left, TOP - 16.0), scene, GRAY, "");
        for value in (0..9).map(|power| 10_f64.powi(power)).filter(|value| (least..=most).contains(value)) {
            line(&mut svg, (left, y(value)), (right, y(value)), GRAY, 0.4);
            text(&mut svg, (left - 8.0, y(value) + 4.5), &format!("{value} ns"), GRAY, "text-anchor=\"end\"");
        }
        for length in PLOTTED_LENGTHS.into_iter().step_by(2) {
            let x = x(length.into());
            line(&mut svg, (x, TOP), (x, BOTTOM), GRAY, 0.25);
            text(&mut svg, (x, BOTTOM + 20.0), &format!("{length} px"), GRAY, "text-anchor=\"middle\"");
        }
        // The ends of the lines, the lowest first, whose names stand there or above the name before.
        let mut ends = Vec::new();
        for (name, color) in DRAWN {
            let mut points: Vec<_> = times
                .iter()
                .filter(|row| row.scene == scene && row.name == name)
                .map(|row| (row.size, row.ns))
                .collect();
            points.sort_by_key(|point| point.0);
            let Some(&(_, last)) = points.last() else { continue };
            let width = if color == TILERAY { 3.0 } else { 1.6 };
            let places = points.iter().map(|&(length, ns)| format!("{:.1},{:.1}", x(length.into()), y(ns)));
            let places = places.collect::<Vec<_>>().join(" ");
            writeln!(svg, "<polyline points=\"{places}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\"/>")?;
            ends.push((y(last), name, color));
        }
        ends.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut above = f64::INFINITY;
        for (end, name, color) in ends {
            let place = end.min(above);
            above = place - LINE_HEIGHT;
            line(&mut svg, (right + 3.0, end), (right + 17.0, place), color, 0.6);
            text(&mut svg, (right + 20.0, place + 4.5), name, color, "font-weight=\"500\"");
        }
    }
    Ok(svg + "</svg>\n")
}

fn line(svg: &mut String, from: (f64, f64), to: (f64, f64), color: &str, opacity: f64) {
    let ((x1, y1), (x2, y2)) = (from, to);
    let ends = format!("x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\"");
    *svg += &format!("<line {ends} stroke=\"{color}\" opacity=\"{opacity}\" stroke-width=\"0.7\"/>\n");
}

fn text(svg: &mut String, (x, y): (f64, f64), text: &str, color: &str, more: &str) {
    *svg += &format!("<text x=\"{x:.1}\" y=\"{y:.1}\" fill=\"{color}\" {more}>{text}</text>\n");
}
