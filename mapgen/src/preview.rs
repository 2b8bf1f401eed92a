//! Draws a whole map into one picture, the way the editor shows it.

use std::collections::BTreeMap;

use crate::map::{Content, Layer, Map, Object};
use crate::palette::{CRYSTAL, ROSE, rgb};
use crate::picture::{FLIPS, Picture};
use crate::tileset::TILE;

/// The map's picture, hidden layers left out. An infinite map begins at its first layer's corner.
pub(crate) fn render(map: &Map) -> Picture {
    let color = u32::from_str_radix(map.background.trim_start_matches('#'), 16).unwrap_or(0);
    let mut preview = Preview {
        map,
        tiles: BTreeMap::new(),
        canvas: Picture::filled(map.width * TILE, map.height * TILE, rgb(color)),
    };
    for layer in &map.layers {
        preview.layer(layer, (0, 0));
    }
    preview.canvas
}

struct Preview<'a> {
    map: &'a Map,
    tiles: BTreeMap<u32, (Picture, (i32, i32))>,
    canvas: Picture,
}

impl Preview<'_> {
    fn layer(&mut self, layer: &Layer, offset: (i32, i32)) {
        if !layer.visible {
            return;
        }
        let offset = (offset.0 + layer.offset.0, offset.1 + layer.offset.1);
        match &layer.content {
            Content::Group(inner) => inner.iter().for_each(|layer| self.layer(layer, offset)),
            Content::Objects(objects) => objects.iter().for_each(|object| self.object(object, offset)),
            Content::Tiles(grid) => {
                for row in 0..grid.height {
                    for column in 0..grid.width {
                        let gid = grid.get(grid.left + column, grid.top + row);
                        if gid != 0 {
                            self.tile(gid, column * TILE + offset.0, (row + 1) * TILE + offset.1);
                        }
                    }
                }
            }
        }
    }

    /// Draws an object's outline, or a cross for a point.
    fn object(&mut self, object: &Object, (x, y): (i32, i32)) {
        let (x, y) = (object.x + x, object.y + y);
        match object.size {
            Some((width, height)) => {
                for (i, j, width, height) in
                    [(0, 0, width, 1), (0, height - 1, width, 1), (0, 0, 1, height), (width - 1, 0, 1, height)]
                {
                    self.canvas.rect(x + i, y + j, width, height, CRYSTAL[4]);
                }
            }
            None => {
                self.canvas.rect(x - 4, y, 9, 1, ROSE[4]);
                self.canvas.rect(x, y - 4, 1, 9, ROSE[4]);
            }
        }
    }

    /// Draws a tile whose cell has its lower left corner here.
    fn tile(&mut self, gid: u32, left: i32, bottom: i32) {
        let map = self.map;
        let (tile, shift) = self.tiles.entry(gid).or_insert_with(|| {
            let id = gid & !FLIPS;
            let mut sets = map.tilesets.iter().rev();
            match sets.find(|(first, _)| *first <= id) {
                Some((first, set)) => (set.picture(id - first).oriented(gid), set.offset),
                None => (Picture::new(0, 0), (0, 0)),
            }
        });
        let (x, y) = (left + shift.0, bottom - tile.height() + shift.1);
        self.canvas.draw(tile, x, y);
    }
}
