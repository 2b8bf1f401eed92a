//! The picture of the scene of shapes: the table and the panels.

use super::controls::HELP;
use super::painter::Layers;
use super::scene::ShapeScene;
use crate::demo::board::{Board, Overlay};
use crate::demo::canvas::Canvas;
use crate::demo::hud::{Row, counted};
use crate::demo::painter::{Painter, paint_ground};
use tileray::glam::Vec2;

/// Draws the scene of shapes and its panels.
pub(super) fn draw<'a>(scene: &ShapeScene, board: &'a mut Board) -> &'a Canvas {
    board.resize(scene.size());
    paint_ground(&mut board.canvas);
    let switches = &scene.switches;
    let layers =
        Layers { axes: switches.axes, boxes: switches.boxes, pieces: switches.pieces, ways_out: !switches.push };
    let mut painter = Painter { canvas: &mut board.canvas, view: scene.view(), hud: &board.hud };
    painter.paint(&scene.table, layers);
    if let Some((wanted, push)) = &scene.pushed {
        painter.push(&scene.table, wanted, push);
    }
    if let Some(body) = scene.hovered.and_then(|hovered| scene.table.bodies.get(hovered)) {
        painter.hover(body);
    }
    board.finish(&Overlay {
        title: "Tileray \u{b7} shapes",
        values: scene.status.values.then(|| rows(scene)),
        label: 12,
        legends: Vec::new(),
        message: scene.status.message(),
        keys: scene.status.help.then_some(&HELP),
    })
}

/// Returns the rows of the panel of values.
fn rows(scene: &ShapeScene) -> Vec<Row> {
    let table = &scene.table;
    let (chosen, encounters) = (table.chosen, &table.findings.encounters);
    let name = |body: usize| table.bodies.get(body).map_or("", |body| body.form.name);
    let on = |is_on: bool| if is_on { "on" } else { "off" };
    let mut rows = vec![
        ("pairs", format!("{}, {} tested", encounters.pairs, encounters.tested)),
        ("overlaps", encounters.found.len().to_string()),
    ];
    rows.extend(scene.status.rows());
    rows.push(("push out", on(scene.switches.push).into()));
    rows.push(("", String::new()));
    rows.push(("chosen", name(chosen).into()));
    if let Some((_, push)) = scene.pushed.as_ref().filter(|(_, push)| !push.steps.is_empty()) {
        let rounds = counted(push.steps.len(), "round");
        rows.push(("pushed", if push.is_free { format!("in {rounds}") } else { format!("no room, {rounds}") }));
    }
    if let Some(deepest) = encounters.deepest_of(chosen) {
        let contact = deepest.contact_of(chosen);
        rows.push(("overlaps", name(deepest.other(chosen)).into()));
        rows.push(("depth", format!("{:.2} px", contact.depth)));
        rows.push(("normal", pair(contact.normal)));
        rows.push(("MTV", pair(contact.mtv())));
        rows.push(("contact", counted(deepest.points.len(), "point")));
    } else if let Some((other, axes)) = &table.findings.axes {
        rows.push(("apart from", name(*other).into()));
        rows.push(("by its axes", format!("{:.2} px", axes.best.separation)));
    }
    if let Some(flight) = &table.findings.flight {
        rows.push(("", String::new()));
        rows.push(("sweep", pair(flight.motion)));
        match &flight.met {
            Some((other, sweep)) => {
                rows.push(("meets", name(*other).into()));
                rows.push(("at time", sweep.time.map_or_else(|| "-".into(), |time| format!("{time:.3}"))));
                rows.push(("normal", pair(sweep.normal)));
                rows.push(("slides to", pair(flight.end)));
            }
            None => rows.push(("meets", "nothing".into())),
        }
    }
    for projection in &table.findings.projections {
        let what = if projection.probe.radius > 0.0 { "circle out" } else { "point out" };
        rows.push((what, format!("{:.2} px", projection.out.distance(projection.probe.center))));
    }
    rows.push(("", String::new()));
    rows.push(("keys", "H".into()));
    rows
}

fn pair(vector: Vec2) -> String {
    format!("{:.2}, {:.2}", vector.x, vector.y)
}
