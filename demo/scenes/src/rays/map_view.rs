//! The colors of a map, drawn from its tiles where the view shows them, and cached.

use super::level::Level;
use super::state::RayState;
use super::view::View;
use crate::canvas::pixels_of;
use crate::color::{self, Rgb};
use std::collections::HashMap;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2};

/// The side of the squares in which the map is drawn, in pixels: a power of two.
const PIECE_SHIFT: i32 = 7;
const PIECE_SIDE: i32 = 1 << PIECE_SHIFT;
/// The number of cached pieces beyond which all are dropped (128 MiB): twice as many as the largest view shows.
const KEPT_PIECES: usize = 2048;
/// The color of a tile without a picture.
const PLAIN_ROCK: [u8; 4] = [0x6b, 0x70, 0x86, 0xff];

/// The pieces of a map that were drawn so far.
#[derive(Debug, Default)]
pub(super) struct MapView {
    pieces: HashMap<IVec2, Vec<u32>>,
    /// The number of maps that the scene had entered when the pieces were drawn.
    entered: usize,
}

impl MapView {
    /// Forgets what an edit changed.
    pub(super) fn forget(&mut self, dirty: &Rect) {
        self.pieces.retain(|&key, _| area_of(key).intersection(dirty).is_empty());
    }

    /// Fills a view with the colors of the map.
    pub(super) fn fill(&mut self, state: &RayState, view: &mut View) {
        if self.entered != state.entered || self.pieces.len() > KEPT_PIECES {
            *self = Self { entered: state.entered, ..Self::default() };
        }
        let (columns, rows) = view.parts_mut();
        for (y, row) in rows {
            let (mut shown, mut piece) = (None, &[][..]);
            for (x, out) in columns.clone().zip(row) {
                let at = IVec2::new(x, y);
                let key = at >> PIECE_SHIFT;
                if shown != Some(key) {
                    piece = self.pieces.entry(key).or_insert_with(|| draw(&state.level, &area_of(key)));
                    shown = Some(key);
                }
                let inside = at & (PIECE_SIDE - 1);
                *out = piece[(inside.y * PIECE_SIDE + inside.x) as usize];
            }
        }
    }
}

/// Draws a part of the edited level: carved pixels show the background, filled pixels are earth.
fn draw(level: &Level, area: &Rect) -> Vec<u32> {
    let mut pixels = draw_tiles(level, area, |_| true);
    let edited = level.edits.area.intersection(area);
    if edited.is_empty() {
        return pixels;
    }
    let behind = draw_tiles(level, area, |layer| !level.solid.contains(layer));
    for ((at, pixel), behind) in pixels_of(*area).zip(&mut pixels).zip(behind) {
        match (level.edits.was_solid(at), level.terrain.is_solid(at)) {
            (true, false) => *pixel = behind,
            (false, true) => *pixel = color::EARTH.0,
            _ => {}
        }
    }
    pixels
}

/// Draws a part of the map: the background, then the tiles of visible layers from back to front.
fn draw_tiles(level: &Level, area: &Rect, is_drawn: impl Fn(usize) -> bool) -> Vec<u32> {
    let mut pixels = vec![level.background.under(Rgb::BLACK, 106).0; area.area() as usize];
    let index_of = |at: IVec2| ((at.y - area.min.y) * area.width() as i32 + at.x - area.min.x) as usize;
    let inside = level.bounds.intersection(area);
    for y in inside.min.y..inside.max.y {
        let start = index_of(IVec2::new(inside.min.x, y));
        pixels[start..start + inside.width() as usize].fill(level.background.0);
    }
    for (index, layer) in level.map.layers().enumerate() {
        if !layer.visible || !is_drawn(index) {
            continue;
        }
        level.map.paint(index, *area, |at, color, _| {
            let [red, green, blue, alpha] = color.unwrap_or(PLAIN_ROCK);
            let pixel = &mut pixels[index_of(at)];
            *pixel = Rgb(*pixel).under(Rgb::from_channels([red, green, blue]), alpha.into()).0;
        });
    }
    pixels
}

/// Returns the pixels of a piece.
fn area_of(key: IVec2) -> Rect {
    Rect::from_size(key * PIECE_SIDE, UVec2::splat(PIECE_SIDE as u32))
}
