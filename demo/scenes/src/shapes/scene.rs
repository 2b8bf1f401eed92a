//! The picture and the panels of the scene of shapes.

use super::state::{GESTURES, HINTS, KNOBS, ShapeState};
use crate::canvas::Canvas;
use crate::controls::{self, Control, key_list};
use crate::hud::{Row, counted, help_rows};
use crate::input::Input;
use crate::painter::Painter;
use crate::scene::{Overlay, PICTURE_FRAMES, Scene, Status, picture_of, steer};
use anyhow::Result;
use tileray::glam::{UVec2, Vec2, vec2};

/// The chosen body of a picture, its motion, and the mouse, which lies in the star.
const CHOSEN: usize = 12;
const MOTION: Vec2 = vec2(150.0, 130.0);
const MOUSE: Vec2 = vec2(40.0, -215.0);

/// Draws the start of the scene in a picture of `size` pixels, with a sweep of the chosen body and a way out of the star.
/// Returns it with the number of tests and their time.
///
/// # Errors
/// Fails if a sprite of the program is damaged.
pub fn draw_headless(size: UVec2) -> Result<(Canvas, String)> {
    let mut state = ShapeState::new(size)?;
    (state.table.chosen, state.sweeps, state.motion) = (CHOSEN, true, MOTION);
    let cursor = Some(state.view().screen_of(MOUSE).floor().as_ivec2());
    (0..PICTURE_FRAMES).for_each(|_| state.step(&Input { cursor, ..Input::default() }, 0.0));
    let (overlaps, micros) = (&state.table.overlaps, state.status.nanos / 1e3);
    let (pairs, tested, found) = (overlaps.pairs, overlaps.tested, overlaps.found.len());
    let report = format!("shapes: {pairs} pairs, {tested} tested, {found} overlaps, {micros:.1} \u{b5}s\n");
    Ok((picture_of(&mut state, size), report))
}

impl Scene for ShapeState {
    fn update(&mut self, input: &Input, size: UVec2, seconds: f32) {
        let input = &steer(self, input);
        self.size = size.max(UVec2::ONE);
        self.step(input, seconds);
    }

    fn draw(&mut self, canvas: &mut Canvas) {
        let mut painter = Painter::new(canvas, self.view());
        painter.paint(&self.table, self.layers);
        let overlay = Overlay {
            title: "Tileray \u{b7} shapes",
            values: rows(self),
            label: 12,
            keys: key_list(self.status.host, &HINTS, &KNOBS, &GESTURES),
            controls: self.controls(),
            ..Overlay::default()
        };
        overlay.draw(canvas, &mut self.status);
    }

    fn status(&mut self) -> &mut Status {
        &mut self.status
    }

    fn controls(&mut self) -> Vec<Control> {
        controls::list(self, &KNOBS)
    }

    fn set_control(&mut self, id: &str, value: usize) -> bool {
        controls::set(self, &KNOBS, id, value)
    }
}

/// Returns the rows of the panel of values.
fn rows(state: &ShapeState) -> Vec<Row> {
    let table = &state.table;
    let (chosen, overlaps) = (table.chosen, &table.overlaps);
    let name = |body: usize| table.bodies.get(body).map_or("", |body| body.form.name);
    let mut rows = vec![
        ("pairs", format!("{}, {} tested", overlaps.pairs, overlaps.tested)),
        ("overlaps", overlaps.found.len().to_string()),
    ];
    rows.extend(state.status.rows());
    rows.push(("", String::new()));
    rows.push(("chosen", name(chosen).into()));
    if let Some(deepest) = overlaps.deepest_of(chosen) {
        let contact = deepest.contact_of(chosen);
        rows.push(("overlaps", name(deepest.other(chosen)).into()));
        rows.push(("depth", format!("{:.2} px", contact.depth)));
        rows.push(("normal", pair(contact.normal)));
        rows.push(("MTV", pair(contact.mtv())));
        rows.push(("contact", counted(deepest.points.len(), "point")));
    } else if let Some((other, axes)) = &table.axes {
        rows.push(("apart from", name(*other).into()));
        rows.push(("by its axes", format!("{:.2} px", axes.best.separation)));
    }
    if let Some(flight) = &table.flight {
        rows.push(("", String::new()));
        rows.push(("sweep", pair(flight.motion)));
        match &flight.met {
            Some((other, sweep)) => {
                rows.push(("meets", name(*other).into()));
                rows.push(("at time", sweep.fraction.map_or_else(|| "-".into(), |time| format!("{time:.3}"))));
                rows.push(("normal", pair(sweep.normal)));
                rows.push(("slides to", pair(flight.end)));
            }
            None => rows.push(("meets", "nothing".into())),
        }
    }
    for projection in &table.projections {
        let what = if projection.probe.radius > 0.0 { "circle out" } else { "point out" };
        rows.push((what, format!("{:.2} px", projection.out.distance(projection.probe.center))));
    }
    rows.extend(help_rows(state.status.host));
    rows
}

fn pair(vector: Vec2) -> String {
    format!("{:.2}, {:.2}", vector.x, vector.y)
}

#[cfg(test)]
mod tests {
    #[test]
    fn pictures_of_any_size_are_drawn() -> anyhow::Result<()> {
        crate::scene::assert_sizes(super::draw_headless)
    }
}
