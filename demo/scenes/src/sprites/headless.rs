//! The picture of the scene without a window: all sprites side by side, with two that collide.

use super::body::SpriteBody;
use super::figure::{Figure, Settings, figures};
use super::overlaps::{PixelContact, SpriteOverlap, SpriteOverlaps};
use super::painter::{CONTOUR, HULL, Look, MEETING, SHARED};
use super::scene::fit_of;
use crate::canvas::Canvas;
use crate::color::{self, Rgb};
use crate::hud::counted;
use crate::painter::{Painter, TableView};
use crate::scene::Timing;
use crate::sheet::Sheet;
use anyhow::Result;
use std::path::PathBuf;
use tileray::glam::{UVec2, Vec2, ivec2, vec2};
use tileray::load::AssetReader;
use tileray::{Pose, Rect};
use web_time::Instant;

/// The number of rounds of fits that give the time. Without optimization the time says nothing.
const TIMED_ROUNDS: usize = if cfg!(debug_assertions) { 1 } else { 9 };

/// Draws some pictures as sprites, or the sprites of the program without pictures, in a picture of `size` pixels; returns it
/// with the fit of the hulls.
///
/// # Errors
/// Fails if there are too many pictures, or if one cannot be read, is too large, or has no solid pixel.
pub fn draw_headless(pictures: &[PathBuf], reader: &dyn AssetReader, size: UVec2) -> Result<(Canvas, String)> {
    let mut figures = figures(pictures, reader, &Settings::default())?;
    Ok((draw(sheet_of(size, figures.len()), &figures), report(&mut figures)?))
}

/// Returns the fit of the hulls, and its time.
fn report(figures: &mut [Figure]) -> Result<String> {
    // The median of some rounds, as the first one is slow.
    let mut timing = Timing::default();
    for _ in 0..TIMED_ROUNDS {
        let start = Instant::now();
        figures.iter_mut().try_for_each(|figure| figure.fit(&Settings::default()))?;
        timing.add(start.elapsed().as_secs_f64() * 1e9);
    }
    let micros = timing.nanos() / 1e3;
    let ((corners, pieces), iou) = fit_of(&*figures);
    let (count, percent) = (figures.len(), iou * 100.0);
    Ok(format!("sprites: {count} sprites, {corners}, {pieces}, IoU {percent:.1} %, {micros:.0} \u{b5}s\n"))
}

/// The legend of the colors.
const LEGEND: [(Rgb, &str); 6] = [
    (CONTOUR, "contour of the pixels"),
    (HULL, "hull"),
    (color::BLOCK, "its pieces"),
    (MEETING, "hulls that overlap"),
    (SHARED, "shared pixels"),
    (color::NORMAL, "normal"),
];
/// The largest share of its cell that a sprite takes.
const FILLED: f32 = 0.99;
/// The least number of pixels that the two colliding sprites share.
const SHARED_AT_LEAST: u64 = 24;

/// Creates a sheet for a number of figures.
fn sheet_of(size: UVec2, figures: usize) -> Sheet {
    // The two that collide take two cells more.
    let cells = if figures > 1 { figures + 2 } else { figures.max(1) } as i32;
    let rows = (cells as f32 / 2.0).sqrt().round().max(1.0) as i32;
    Sheet::new(size, ivec2((cells + rows - 1) / rows, rows))
}

/// Draws figures side by side.
fn draw(mut sheet: Sheet, figures: &[Figure]) -> Canvas {
    sheet.begin("Tileray \u{b7} sprites", &LEGEND);
    for (figure, index) in figures.iter().zip(0..) {
        let size = figure.picture.size();
        let title = [&*figure.name, &format!(", {}x{} px", size.x, size.y)];
        let (fit, iou) = fit_of([figure]);
        let note = format!("{}, {}, IoU {:.1} %", fit.0, fit.1, iou * 100.0);
        sheet.in_cells(index, 1, title, &note, |canvas, room| {
            let zoom = zoom(room, size.as_vec2());
            let view = TableView::enlarged(zoom, room.min);
            // The picture, not its center of mass, is in the middle of the cell.
            let corner = (room.size().as_vec2() / zoom as f32 - size.as_vec2()) / 2.0;
            let body = SpriteBody::new(0, figure, Pose::at(corner.floor() + figure.pivot));
            Painter::new(canvas, view).sprite(figure, &body, Look::EVERYTHING, false);
        });
    }
    if let [first, second, ..] = figures {
        draw_collision(&mut sheet, figures.len() as i32, [first, second], colliding([first, second]));
    }
    sheet.canvas
}

fn draw_collision(sheet: &mut Sheet, index: i32, figures: [&Figure; 2], mut bodies: [SpriteBody; 2]) {
    let found = SpriteOverlaps::among(&bodies).found.into_iter().next();
    let note = found.as_ref().map_or_else(|| "apart".to_owned(), collision_note);
    let title = ["First the hulls", ", then the pixels"];
    sheet.in_cells(index, 2, title, &note, |canvas, room| {
        let area = bodies[0].hull.bounds().union(&bodies[1].hull.bounds());
        let zoom = zoom(room, area.size());
        let middle = room.size().as_vec2() / zoom as f32 / 2.0;
        // The shift is in whole pixels, so the overlap stays the same.
        let shift = (middle - area.center()).round();
        for (body, figure) in bodies.iter_mut().zip(figures) {
            body.translate(figure, shift);
        }
        let mut painter = Painter::new(canvas, TableView::enlarged(zoom, room.min));
        let look = Look { contour: false, ..Look::EVERYTHING };
        for (body, figure) in bodies.iter().zip(figures) {
            painter.sprite(figure, body, look, found.is_some());
        }
        let touch = PixelContact::between(&bodies[0].pixels(), &bodies[1].pixels());
        if let Some((SpriteOverlap { contact, .. }, touch)) = found.as_ref().zip(touch) {
            painter.touch(&touch, touch.normal.unwrap_or(contact.normal), 1.0);
        }
    });
}

/// Returns the overlap of two sprites, in words.
fn collision_note(found: &SpriteOverlap) -> String {
    let hulls = format!("hulls overlap by {:.1} px", found.contact.depth);
    match &found.touch {
        Some(touch) => {
            let normal = touch.normal.unwrap_or(found.contact.normal);
            let shared = counted(touch.pixels.len(), "pixel");
            format!("{hulls}, {shared} shared, normal {:.2}, {:.2}", normal.x, normal.y)
        }
        None => format!("{hulls}, no pixel is shared"),
    }
}

/// Returns the magnification that fits a rectangle of `size` into a room.
fn zoom(room: Rect, size: Vec2) -> u32 {
    (room.size().as_vec2() * FILLED / size.max(Vec2::ONE)).min_element().max(1.0) as u32
}

/// Returns two sprites; the second is turned and moved from the right until they share some pixels.
fn colliding(figures: [&Figure; 2]) -> [SpriteBody; 2] {
    let [first, second] = figures;
    let reach = (first.picture.size().max_element() + second.picture.size().max_element()) as f32 * 1.5;
    let standing = SpriteBody::new(0, first, Pose::at(Vec2::ZERO));
    let mut coming = SpriteBody::new(1, second, Pose::new(vec2(reach, -4.0), 0.4));
    for _ in 0..2 * reach as u32 {
        if standing.pixels().overlap_area(&coming.pixels()) >= SHARED_AT_LEAST {
            break;
        }
        coming.translate(second, Vec2::NEG_X);
    }
    [standing, coming]
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::load::Files;

    #[test]
    fn pictures_of_any_size_are_drawn() -> Result<()> {
        crate::scene::assert_sizes(|size| draw_headless(&[], &Files, size))
    }

    #[test]
    fn the_colliding_sprites_collide() -> Result<()> {
        let figures = figures(&[], &Files, &Settings::default())?;
        let overlaps = SpriteOverlaps::among(&colliding([&figures[0], &figures[1]]));
        assert_eq!(overlaps.pixels, 1);
        let touch = overlaps.found[0].touch.as_ref().expect("they share pixels");
        assert!(touch.pixels.len() as u64 >= SHARED_AT_LEAST && touch.normal.is_some());
        Ok(())
    }

    #[test]
    fn any_number_of_sprites_has_a_cell_each() -> Result<()> {
        let all = figures(&[], &Files, &Settings::default())?;
        for count in [1, 2, 3, 4, 7, 16] {
            let figures: Vec<_> = all.iter().cycle().take(count).cloned().collect();
            let sheet = || sheet_of(UVec2::new(900, 500), count);
            // The picture without the last figure differs.
            let (picture, fewer) = (draw(sheet(), &figures), draw(sheet(), &figures[..count - 1]));
            assert!(picture.pixels().iter().zip(fewer.pixels()).filter(|(a, b)| a != b).count() > 100, "{count}");
        }
        Ok(())
    }
}
