//! The lines of one scene, with their names beside them.

use super::GRAY;
use super::scale::Scale;
use std::fmt::Write;

/// How far apart names stand at least.
const LINE_HEIGHT: f64 = 16.5;
/// From the end of a line to its name.
const LEADER: f64 = 20.0;

/// One caster.
#[derive(Debug)]
pub(super) struct Series {
    pub(super) name: &'static str,
    pub(super) color: &'static str,
    pub(super) bold: bool,
    /// Sizes, ascending, and times.
    pub(super) points: Vec<(f64, f64)>,
}

/// One scene.
#[derive(Debug)]
pub(super) struct Panel {
    pub(super) title: String,
    pub(super) x: Scale,
    pub(super) y: Scale,
    pub(super) series: Vec<Series>,
}

impl Panel {
    pub(super) fn write(&self, svg: &mut String) {
        self.write_axes(svg);
        self.series.iter().for_each(|series| self.write_line(svg, series));
        self.write_names(svg);
    }

    fn write_axes(&self, svg: &mut String) {
        let ((left, right), (bottom, top)) = (self.x.places(), self.y.places());
        let _ = writeln!(svg, "<text x=\"{left}\" y=\"{:.1}\" fill=\"{GRAY}\">{}</text>", top - 16.0, self.title);
        for value in self.y.powers(10.0) {
            let y = self.y.place(value);
            let _ = writeln!(svg, "{}", line((left, y), (right, y), GRAY, "opacity=\"0.4\" stroke-width=\"0.7\""));
            let name = if value < 1e3 { format!("{value} ns") } else { format!("{} µs", value / 1e3) };
            let _ = writeln!(svg, "{}", text((left - 8.0, y + 4.5), &name, GRAY, "text-anchor=\"end\""));
        }
        for value in self.x.powers(4.0) {
            let x = self.x.place(value);
            let _ = writeln!(svg, "{}", line((x, top), (x, bottom), GRAY, "opacity=\"0.25\" stroke-width=\"0.7\""));
            let name = format!("{value} px");
            let _ = writeln!(svg, "{}", text((x, bottom + 20.0), &name, GRAY, "text-anchor=\"middle\""));
        }
        let _ = writeln!(svg, "{}", line((left, bottom), (right, bottom), GRAY, ""));
    }

    fn write_line(&self, svg: &mut String, series: &Series) {
        let places: Vec<String> = series
            .points
            .iter()
            .map(|&(size, ns)| format!("{:.1},{:.1}", self.x.place(size), self.y.place(ns)))
            .collect();
        let width = if series.bold { 3.0 } else { 1.6 };
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{width}\" stroke-linejoin=\"round\" \
             stroke-linecap=\"round\"/>",
            places.join(" "),
            series.color,
        );
    }

    /// Each name as near to the end of its line as the others let it.
    fn write_names(&self, svg: &mut String) {
        let mut ends: Vec<(f64, &Series)> =
            self.series.iter().filter_map(|series| Some((self.y.place(series.points.last()?.1), series))).collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let right = self.x.places().1;
        let wanted: Vec<f64> = ends.iter().map(|(y, _)| *y).collect();
        for ((y, series), place) in ends.iter().zip(spread(&wanted)) {
            let (from, to) = ((right + 3.0, *y), (right + LEADER - 3.0, place));
            let _ = writeln!(svg, "{}", line(from, to, series.color, "opacity=\"0.6\""));
            let weight = if series.bold { "font-weight=\"700\"" } else { "font-weight=\"500\"" };
            let _ = writeln!(svg, "{}", text((right + LEADER, place + 4.5), series.name, series.color, weight));
        }
    }
}

/// Ascending places, moved as little as keeps them apart: those that touch share their distance around their middle.
fn spread(wanted: &[f64]) -> Vec<f64> {
    // Each group: the sum of the places that its first name would take, and how many names it has.
    let mut groups: Vec<(f64, usize)> = Vec::new();
    let first = |(sum, count): (f64, usize)| sum / count as f64;
    for &place in wanted {
        let mut group = (place, 1);
        while let Some(&above) = groups.last() {
            if first(above) + above.1 as f64 * LINE_HEIGHT <= first(group) {
                break;
            }
            groups.pop();
            group = (above.0 + group.0 - group.1 as f64 * above.1 as f64 * LINE_HEIGHT, above.1 + group.1);
        }
        groups.push(group);
    }
    let places = |group: (f64, usize)| (0..group.1).map(move |index| first(group) + index as f64 * LINE_HEIGHT);
    groups.into_iter().flat_map(places).collect()
}

fn line(from: (f64, f64), to: (f64, f64), color: &str, more: &str) -> String {
    format!(
        "<line x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\" stroke=\"{color}\" {more}/>",
        from.0, from.1, to.0, to.1
    )
}

fn text(at: (f64, f64), text: &str, color: &str, more: &str) -> String {
    format!("<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{color}\" stroke=\"none\" {more}>{text}</text>", at.0, at.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_have_room_stay() {
        assert_eq!(spread(&[10.0, 100.0, 200.0]), [10.0, 100.0, 200.0]);
    }

    #[test]
    fn names_that_touch_stand_around_their_middle() {
        let places = spread(&[100.0, 100.0, 100.0]);
        assert_eq!(places, [100.0 - LINE_HEIGHT, 100.0, 100.0 + LINE_HEIGHT]);
    }
}
