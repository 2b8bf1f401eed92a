//! The colours of a map, drawn from its tiles where and when they are looked at.

use super::colour::Rgb;
use super::level::Level;
use super::sprite::Sprite;
use super::view::View;
use std::collections::HashMap;
use tileray::glam::{IVec2, UVec2};
use tileray::{Rect, Tile};

/// Pieces of the map are drawn in squares of this many pixels a side, a power of two.
const PIECE_SHIFT: i32 = 8;
const PIECE_SIDE: i32 = 1 << PIECE_SHIFT;
/// How many pieces are kept though nobody sees them: 64 MiB.
const KEPT_PIECES: usize = 256;

/// The pieces of a map that were drawn so far.
#[derive(Debug, Default)]
pub(crate) struct MapView {
    sprites: HashMap<Tile, Option<Sprite>>,
    /// The pixels that some tile of the map covers, from the top left corner of its cell.
    reach: Rect,
    pieces: HashMap<IVec2, Piece>,
    frame: u64,
}

#[derive(Debug)]
struct Piece {
    pixels: Vec<u32>,
    /// The last frame that showed it.
    seen: u64,
}

impl MapView {
    /// Prepares a map; costs a look at every cell.
    pub(crate) fn new(level: &Level) -> Self {
        let mut view = Self::default();
        for (_, stamp) in (0..level.map.layers().len()).flat_map(|layer| level.map.stamps(layer)) {
            view.reach = view.reach.union(&stamp.rect());
        }
        view
    }

    /// Fills a view with the colours of the map.
    pub(crate) fn fill(&mut self, level: &Level, view: &mut View) {
        self.frame += 1;
        let (columns, rows, pixels) = view.parts_mut();
        for (&y, row) in rows.iter().zip(pixels.chunks_exact_mut(columns.len())) {
            let mut first = 0;
            while first < columns.len() {
                let piece = IVec2::new(columns[first], y) >> PIECE_SHIFT;
                let last = columns.partition_point(|x| x >> PIECE_SHIFT <= piece.x);
                self.copy(level, piece, y, &columns[first..last], &mut row[first..last]);
                first = last;
            }
        }
        self.forget();
    }

    /// Copies the colours of `columns` in row `y`, which all lie in one piece.
    fn copy(&mut self, level: &Level, place: IVec2, y: i32, columns: &[i32], out: &mut [u32]) {
        if !self.pieces.contains_key(&place) {
            let pixels = self.draw(level, place);
            self.pieces.insert(place, Piece { pixels, seen: 0 });
        }
        let Some(piece) = self.pieces.get_mut(&place) else { return };
        piece.seen = self.frame;
        let inside = |coordinate: i32| (coordinate & (PIECE_SIDE - 1)) as usize;
        let row = &piece.pixels[inside(y) * PIECE_SIDE as usize..][..PIECE_SIDE as usize];
        let (first, last) = (inside(columns[0]), inside(columns[columns.len() - 1]));
        if last - first + 1 == columns.len() {
            out.copy_from_slice(&row[first..=last]);
        } else {
            out.iter_mut().zip(columns).for_each(|(out, &x)| *out = row[inside(x)]);
        }
    }

    /// Drops pieces out of sight where there are too many.
    fn forget(&mut self) {
        if self.pieces.len() > KEPT_PIECES {
            let frame = self.frame;
            self.pieces.retain(|_, piece| piece.seen == frame);
        }
    }

    /// Draws a piece: the background, then the tiles of all visible layers, the one at the back first.
    fn draw(&mut self, level: &Level, place: IVec2) -> Vec<u32> {
        let area = Rect::from_size(place * PIECE_SIDE, UVec2::splat(PIECE_SIDE as u32));
        let mut pixels = vec![level.background.dimmed([150; 3]).0; (PIECE_SIDE * PIECE_SIDE) as usize];
        let place_of = |at: IVec2| ((at.y - area.min.y) * PIECE_SIDE + at.x - area.min.x) as usize;
        let inside = level.bounds.intersection(&area);
        for y in inside.min.y..inside.max.y {
            let start = place_of(IVec2::new(inside.min.x, y));
            pixels[start..start + inside.width() as usize].fill(level.background.0);
        }
        let size = level.map.tile_size().as_ivec2();
        for (index, layer) in level.map.layers().enumerate().filter(|(_, layer)| layer.is_visible()) {
            // The cells whose tiles may reach into the piece.
            let low = (area.min - layer.offset() - self.reach.max).div_euclid(size);
            let high = (area.max - layer.offset() - self.reach.min).div_euclid(size) + IVec2::ONE;
            let cells = Rect::new(low, high).intersection(&layer.cells());
            for cell in
                (cells.min.y..cells.max.y).flat_map(|y| (cells.min.x..cells.max.x).map(move |x| IVec2::new(x, y)))
            {
                let Some(tile) = level.map.tile(index, cell) else { continue };
                let sprite = self.sprites.entry(tile).or_insert_with(|| Sprite::of_tile(&level.map, tile));
                let Some(sprite) = sprite else { continue };
                lay(sprite, cell * size + layer.offset(), &area, &mut pixels);
            }
        }
        pixels
    }
}

/// Lays a sprite at `at` over the pixels of `area`.
fn lay(sprite: &Sprite, at: IVec2, area: &Rect, pixels: &mut [u32]) {
    let corner = at + sprite.offset;
    let seen = Rect::from_size(corner, sprite.picture.size()).intersection(area);
    for y in seen.min.y..seen.max.y {
        let from = (y - corner.y) as usize * sprite.picture.width() as usize + (seen.min.x - corner.x) as usize;
        let to = (y - area.min.y) as usize * area.width() as usize + (seen.min.x - area.min.x) as usize;
        let width = seen.width() as usize;
        for (pixel, &[red, green, blue, alpha]) in
            pixels[to..to + width].iter_mut().zip(&sprite.picture.pixels()[from..from + width])
        {
            *pixel = Rgb(*pixel).under(Rgb::from_channels([red, green, blue]), alpha.into()).0;
        }
    }
}
