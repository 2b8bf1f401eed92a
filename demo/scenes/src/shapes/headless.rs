//! The picture of the scene without a window: six small tables side by side, each with one query of the library.

use super::body::{Form, ShapeBody};
use super::flight::Push;
use super::overlaps::ShapeOverlaps;
use super::painter::Layers;
use super::table::Table;
use crate::canvas::Canvas;
use crate::color::{self, BLOCK, CELL, Rgb, VIOLET};
use crate::hud::counted;
use crate::painter::{Painter, TableView};
use crate::scene::{PICTURE_FRAMES, Timing};
use crate::sheet::Sheet;
use anyhow::Result;
use std::f32::consts::TAU;
use tileray::glam::{UVec2, Vec2, ivec2, vec2};
use tileray::{Circle, Pose};
use web_time::Duration;

/// Draws the vignettes in a picture of `size` pixels; returns it with the number of tests and their time.
///
/// # Errors
/// Fails where a query refuses its input.
pub fn draw_headless(size: UVec2) -> Result<(Canvas, String)> {
    let vignettes = vignettes()?;
    Ok((draw(size, &vignettes), tally(&vignettes)))
}

/// Returns the number of tests on all tables and their time: the median of several rounds.
fn tally(vignettes: &[Vignette]) -> String {
    let all = || vignettes.iter().map(|vignette| &vignette.table);
    let sum = |count: fn(&ShapeOverlaps) -> usize| all().map(|table| count(&table.overlaps)).sum::<usize>();
    let pairs = sum(|overlaps| overlaps.pairs);
    let tested = sum(|overlaps| overlaps.tested);
    let overlaps = sum(|overlaps| overlaps.found.len());
    let mut timing = Timing::default();
    for _ in 0..PICTURE_FRAMES {
        let round: Duration = all().map(|table| ShapeOverlaps::among(&table.bodies).time).sum();
        timing.add(round.as_secs_f64() * 1e9);
    }
    let micros = timing.nanos() / 1e3;
    format!("shapes: {pairs} pairs, {tested} tested, {overlaps} overlaps, {micros:.1} \u{b5}s\n")
}

/// The part of its table that a vignette shows; the origin is in the middle.
const SIZE: Vec2 = vec2(376.0, 250.0);

/// A table with a caption.
#[derive(Debug)]
struct Vignette {
    /// The title, and a second part that needs more room.
    title: [&'static str; 2],
    /// The result, in words.
    note: String,
    table: Table,
    layers: Layers,
    /// The wanted pose of the chosen body, and the push from there.
    pushed: Option<(Pose, Push)>,
}

/// The legend of the colors.
const LEGEND: [(Rgb, &str); 7] = [
    (CELL, "chosen body"),
    (color::OVERLAP, "overlap"),
    (Rgb::WHITE, "contact point"),
    (color::NORMAL, "normal"),
    (color::WAY_OUT, "way out (MTV), slide"),
    (color::MOTION, "motion"),
    (color::TOUCH, "first touch"),
];

/// Draws vignettes side by side.
fn draw(size: UVec2, vignettes: &[Vignette]) -> Canvas {
    let mut sheet = Sheet::new(size, ivec2(3, 2));
    sheet.begin("Tileray \u{b7} shapes", &LEGEND);
    for (vignette, index) in vignettes.iter().zip(0..) {
        sheet.in_cells(index, 1, vignette.title, &vignette.note, |canvas, room| {
            let mut painter = Painter::new(canvas, TableView::middle(SIZE, room));
            painter.paint(&vignette.table, vignette.layers);
            if let Some((wanted, push)) = &vignette.pushed {
                painter.push(&vignette.table, wanted, push);
            }
        });
    }
    sheet.canvas
}

/// The color of borders around sprites.
const STONE: Rgb = Rgb(0x9a_a3_b8);

/// Returns all vignettes.
fn vignettes() -> Result<Vec<Vignette>> {
    Ok(vec![axes()?, circles()?, sprites()?, sweep()?, projections()?, push()?])
}

fn layers() -> Layers {
    Layers { axes: false, boxes: false, pieces: false, ways_out: true, names: false }
}

/// Runs the queries of a table, and puts their results into words.
fn vignette(title: [&'static str; 2], mut table: Table, layers: Layers, note: impl Fn(&Table) -> String) -> Vignette {
    table.look();
    Vignette { title, note: note(&table), table, layers, pushed: None }
}

/// Returns the deepest contact of the chosen body, in words.
fn contact_note(table: &Table) -> String {
    match table.overlaps.deepest_of(table.chosen) {
        Some(deepest) => {
            let contact = deepest.contact_of(table.chosen);
            let (normal, points) = (contact.normal, counted(deepest.points.len(), "point"));
            format!("depth {:.1} px, normal {:.2}, {:.2}, {points}", contact.depth, normal.x, normal.y)
        }
        None => "apart".into(),
    }
}

fn axes() -> Result<Vignette> {
    let hexagon = ShapeBody::new(Form::regular("hexagon", 66.0, 6)?, (22.0, -16.0), -5.0, CELL);
    let plank = ShapeBody::new(Form::rectangle("plank", 232.0, 52.0)?, (44.0, 48.0), -13.0, BLOCK);
    let mut table = Table::new(vec![plank, hexagon]);
    table.chosen = 1;
    Ok(vignette(["Separating axes", ""], table, Layers { axes: true, ..layers() }, contact_note))
}

fn circles() -> Result<Vignette> {
    let block = [(-134.0, 112.0), (-84.0, 4.0), (60.0, 4.0), (132.0, 62.0), (132.0, 112.0)];
    let mut table = Table::new(vec![
        ShapeBody::of_corners("block", &block, BLOCK)?,
        ShapeBody::new(Form::circle(34.0), (-4.0, -16.0), 20.0, VIOLET),
        ShapeBody::new(Form::circle(28.0), (28.0, -58.0), 20.0, VIOLET),
        ShapeBody::new(Form::circle(50.0), (-108.0, -16.0), 20.0, CELL),
        ShapeBody::new(Form::circle(36.0), (112.0, 14.0), 20.0, VIOLET),
    ]);
    table.chosen = 3;
    Ok(vignette(["Circles", ": edges, corners, each other"], table, layers(), contact_note))
}

fn sprites() -> Result<Vignette> {
    let mut table = Table::new(vec![
        ShapeBody::new(Form::boulder(2.5)?, (-142.0, 84.0), 0.0, STONE),
        ShapeBody::new(Form::cart(4.0)?, (84.0, 58.0), 0.0, BLOCK),
        ShapeBody::new(Form::crate_box(4.0)?, (-64.0, 86.0), 10.0, STONE),
        ShapeBody::new(Form::hero(5.5)?, (-8.0, -40.0), 8.0, CELL),
    ]);
    table.chosen = 3;
    let note = |table: &Table| {
        let pieces: usize = table.bodies.iter().map(|body| body.solid.pieces().len()).sum();
        let pairs = counted(table.overlaps.tested, "pair");
        let contact = contact_note(table);
        format!("{pieces} pieces, {pairs}, {}", contact.split(", normal").next().unwrap_or_default())
    };
    Ok(vignette(
        ["Sprites", " with hulls of convex pieces"],
        table,
        Layers { pieces: true, boxes: true, ..layers() },
        note,
    ))
}

fn sweep() -> Result<Vignette> {
    let slope = [(-64.0, 116.0), (180.0, 116.0), (180.0, -26.0), (128.0, -26.0)];
    let kite = Form::polygon("kite", vec![vec2(-46.0, 0.0), vec2(0.0, -34.0), vec2(54.0, 0.0), vec2(0.0, 34.0)])?;
    let mut table = Table::new(vec![
        ShapeBody::of_corners("slope", &slope, BLOCK)?,
        ShapeBody::new(kite, (-130.0, -58.0), 20.0, CELL),
    ]);
    table.chosen = 1;
    table.motion = Some(vec2(244.0, 104.0));
    let note = |table: &Table| match table.flight.and_then(|flight| flight.met) {
        Some((_, sweep)) => {
            let time = sweep.time.unwrap_or_default();
            format!("touch at t {time:.3}, normal {:.2}, {:.2}", sweep.normal.x, sweep.normal.y)
        }
        None => "nothing is met".into(),
    };
    Ok(vignette(["Sweeps", ": first touch, then slide"], table, layers(), note))
}

fn projections() -> Result<Vignette> {
    let (star, c) = (vec2(-90.0, 10.0), vec2(98.0, 2.0));
    let mut table = Table::new(vec![
        ShapeBody::new(Form::star(95.0, 42.0, 5)?, star.into(), 0.0, VIOLET),
        ShapeBody::new(Form::arch(84.0, 42.0)?, c.into(), 14.0, BLOCK),
    ]);
    table.chosen = usize::MAX;
    let turned = |center: Vec2, radius: f32, turns: f32| Pose::new(center, turns * TAU).apply(vec2(radius, 0.0));
    let points = [0.05, 0.25, 0.45, 0.65, 0.85].map(|turns| Circle::new(turned(star, 25.0, turns), 0.0));
    let circles = [
        Circle::new(turned(star, 68.0, 0.94), 14.0),
        Circle::new(turned(star, 74.0, 0.37), 11.0),
        Circle::new(turned(c, 58.0, 0.54), 20.0),
        Circle::new(turned(c, 76.0, 0.29), 14.0),
        Circle::new(turned(c, 50.0, 0.80), 12.0),
    ];
    table.probes = points.into_iter().chain(circles).collect();
    let note = |table: &Table| {
        let points = table.projections.iter().filter(|projection| projection.probe.radius == 0.0).count();
        let circles = counted(table.projections.len() - points, "circle");
        format!("{} and {circles} led out", counted(points, "point"))
    };
    Ok(vignette(["The nearest way out", " of concave polygons"], table, layers(), note))
}

fn push() -> Result<Vignette> {
    let mut table = Table::new(vec![
        ShapeBody::new(Form::crate_box(5.0)?, (-92.0, 76.0), 0.0, STONE),
        ShapeBody::new(Form::crate_box(5.0)?, (2.0, 80.0), 6.0, STONE),
        ShapeBody::new(Form::circle(44.0), (106.0, 66.0), 30.0, VIOLET),
        ShapeBody::new(Form::rectangle("plank", 132.0, 32.0)?, (-118.0, -44.0), 82.0, BLOCK),
        ShapeBody::new(Form::regular("pentagon", 50.0, 5)?, (0.0, 0.0), 12.0, CELL),
    ]);
    table.chosen = 4;
    let wanted = Pose { translation: vec2(-52.0, 40.0), ..table.bodies[4].pose };
    table.bodies[4].place(wanted);
    let push = Push::out(&mut table.bodies, 4);
    let way: f32 = push.steps.iter().map(|step| step.length()).sum();
    let steps = counted(push.steps.len(), "MTV");
    let note = |table: &Table| format!("{steps}, {way:.1} px, overlaps left: {}", table.overlaps.found.len());
    let vignette = vignette(["Pushed out", " of all others"], table, layers(), note);
    Ok(Vignette { pushed: Some((wanted, push)), ..vignette })
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn pictures_of_any_size_are_drawn() -> Result<()> {
        crate::scene::assert_sizes(draw_headless)
    }

    #[test]
    fn each_vignette_shows_its_query() -> Result<()> {
        let all = vignettes()?;
        let found = |index: usize| &all[index].table;
        assert!(found(0).axes.is_some() && found(0).overlaps.deepest_of(1).is_some());
        assert_eq!(found(1).overlaps.found.len(), 4);
        assert!(found(2).overlaps.deepest_of(3).is_some());
        assert!(found(3).flight.is_some_and(|flight| flight.met.is_some()));
        let points = found(4).projections.iter().filter(|projection| projection.probe.radius == 0.0);
        assert_eq!((points.count(), found(4).projections.len()), (5, 10));
        let (_, push) = all[5].pushed.as_ref().context("it is pushed")?;
        assert!(push.is_free && push.steps.len() > 1);
        assert!(found(5).overlaps.found.is_empty());
        Ok(())
    }
}
