//! Tile sets: sheets, and collections of single pictures.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Edge length of every map's grid cell, in pixels.
pub(crate) const TILE: i32 = 16;

use crate::encode::PixelFormat;
use crate::picture::Picture;

/// A tile set and its pictures.
#[derive(Debug)]
pub(crate) struct TileSet {
    /// Name, and the stem of the file names.
    pub(crate) name: &'static str,
    /// Written as a `.tsx` of its own, or inside the map.
    pub(crate) external: bool,
    /// Pixels between tiles.
    pub(crate) spacing: i32,
    /// Pixels around all tiles.
    pub(crate) margin: i32,
    /// Shift of all tiles when drawn.
    pub(crate) offset: (i32, i32),
    /// Where the pictures come from.
    pub(crate) source: Source,
    /// Extra `<tile>` content by tile id: attributes, and child elements.
    pub(crate) extras: BTreeMap<u32, (String, String)>,
}

/// Where the pictures of a tile set come from.
#[derive(Debug)]
pub(crate) enum Source {
    /// One picture with a grid of tiles.
    Sheet {
        /// The whole picture.
        picture: Picture,
        /// How it is stored.
        format: PixelFormat,
        /// A color that counts as clear, `rrggbb`.
        key: Option<&'static str>,
    },
    /// One picture a tile.
    Collection(Vec<Single>),
}

/// A tile of an image collection.
#[derive(Debug)]
pub(crate) struct Single {
    /// The tile id; ids may have gaps.
    pub(crate) id: u32,
    /// File name within `assets/`.
    pub(crate) file: &'static str,
    /// The whole picture of the file.
    pub(crate) picture: Picture,
    /// The part of the picture that is the tile; all of it without.
    pub(crate) part: Option<(i32, i32, i32, i32)>,
}

impl TileSet {
    /// A sheet without margin or spacing.
    pub(crate) fn sheet(name: &'static str, picture: Picture, format: PixelFormat) -> Self {
        let source = Source::Sheet { picture, format, key: None };
        Self::new(name, source)
    }

    /// An image collection.
    pub(crate) fn collection(name: &'static str, tiles: Vec<Single>) -> Self {
        Self::new(name, Source::Collection(tiles))
    }

    fn new(name: &'static str, source: Source) -> Self {
        Self { name, external: true, spacing: 0, margin: 0, offset: (0, 0), source, extras: BTreeMap::new() }
    }

    /// Tiles in a row of the sheet; 0 for a collection.
    pub(crate) fn columns(&self) -> i32 {
        match &self.source {
            Source::Sheet { picture, .. } => self.fit(picture.width()),
            Source::Collection(_) => 0,
        }
    }

    fn fit(&self, length: i32) -> i32 {
        (length - 2 * self.margin + self.spacing) / (TILE + self.spacing)
    }

    /// How many tiles there are.
    pub(crate) fn count(&self) -> u32 {
        match &self.source {
            Source::Sheet { picture, .. } => (self.columns() * self.fit(picture.height())) as u32,
            Source::Collection(tiles) => tiles.len() as u32,
        }
    }

    /// One more than the highest tile id.
    pub(crate) fn id_limit(&self) -> u32 {
        match &self.source {
            Source::Sheet { .. } => self.count(),
            Source::Collection(tiles) => tiles.iter().map(|t| t.id + 1).max().unwrap_or(0),
        }
    }

    /// The picture of a tile; a clear one where there is no such tile.
    pub(crate) fn picture(&self, id: u32) -> Picture {
        match &self.source {
            Source::Sheet { picture, key, .. } => {
                let (column, row) = (id as i32 % self.columns(), id as i32 / self.columns());
                let at = |n: i32| self.margin + n * (TILE + self.spacing);
                let tile = picture.crop(at(column), at(row), TILE, TILE);
                match key.and_then(|key| u32::from_str_radix(key, 16).ok()) {
                    Some(key) => without(&tile, crate::palette::rgb(key)),
                    None => tile,
                }
            }
            Source::Collection(tiles) => match tiles.iter().find(|t| t.id == id) {
                Some(Single { picture, part, .. }) => match part {
                    Some((x, y, width, height)) => picture.crop(*x, *y, *width, *height),
                    None => picture.clone(),
                },
                None => Picture::new(TILE, TILE),
            },
        }
    }

    /// The `<tileset>` element, either with a first global id, or as a document of its own.
    /// `images` is the path from that file to `assets/`, with its slash.
    pub(crate) fn xml(&self, first_gid: Option<u32>, images: &str) -> String {
        let mut out = String::new();
        let head = match first_gid {
            Some(gid) => format!("<tileset firstgid=\"{gid}\""),
            None => "<tileset version=\"1.10\" tiledversion=\"1.10.2\"".to_owned(),
        };
        let (width, height) = self.tile_size();
        let _ = write!(out, "{head} name=\"{}\" tilewidth=\"{width}\" tileheight=\"{height}\"", self.name);
        if self.spacing > 0 || self.margin > 0 {
            let _ = write!(out, " spacing=\"{}\" margin=\"{}\"", self.spacing, self.margin);
        }
        let _ = writeln!(out, " tilecount=\"{}\" columns=\"{}\">", self.count(), self.columns());
        if self.offset != (0, 0) {
            let (x, y) = self.offset;
            let _ = writeln!(out, " <tileoffset x=\"{x}\" y=\"{y}\"/>");
        }
        match &self.source {
            Source::Sheet { picture, key, .. } => {
                let key = key.map_or_else(String::new, |key| format!(" trans=\"{key}\""));
                let (name, width, height) = (self.name, picture.width(), picture.height());
                let _ =
                    writeln!(out, " <image source=\"{images}{name}.png\"{key} width=\"{width}\" height=\"{height}\"/>");
                for (id, (attributes, children)) in &self.extras {
                    let _ = writeln!(out, " <tile id=\"{id}\"{attributes}>\n{children} </tile>");
                }
            }
            Source::Collection(tiles) => {
                let _ = writeln!(out, " <grid orientation=\"orthogonal\" width=\"1\" height=\"1\"/>");
                for tile in tiles {
                    out.push_str(&self.single_xml(tile, images));
                }
            }
        }
        out.push_str("</tileset>\n");
        out
    }

    fn single_xml(&self, tile: &Single, images: &str) -> String {
        let Single { id, file, .. } = tile;
        let (attributes, children) = self.extras.get(id).cloned().unwrap_or_default();
        let part = tile
            .part
            .map_or_else(String::new, |(x, y, w, h)| format!(" x=\"{x}\" y=\"{y}\" width=\"{w}\" height=\"{h}\""));
        let (width, height) = (tile.picture.width(), tile.picture.height());
        format!(
            " <tile id=\"{id}\"{attributes}{part}>\n{children}  \
             <image source=\"{images}{file}\" width=\"{width}\" height=\"{height}\"/>\n </tile>\n"
        )
    }

    /// The grid's tile size, or for a collection the largest width and height of its tiles.
    fn tile_size(&self) -> (i32, i32) {
        match &self.source {
            Source::Sheet { .. } => (TILE, TILE),
            Source::Collection(tiles) => {
                let sizes = tiles.iter().map(|t| {
                    let picture = self.picture(t.id);
                    (picture.width(), picture.height())
                });
                sizes.fold((0, 0), |a, b| (a.0.max(b.0), a.1.max(b.1)))
            }
        }
    }
}

fn without(tile: &Picture, key: crate::palette::Rgba) -> Picture {
    Picture::from_fn(tile.width(), tile.height(), |x, y| match tile.get(x, y) {
        color if color == key => crate::palette::CLEAR,
        color => color,
    })
}

/// A sheet that grows. Equal tiles can be stored once, which is how drawing a landscape cell by
/// cell ends in a tile set; and larger pictures stay whole, so that a person can pick them.
#[derive(Debug)]
pub(crate) struct SheetBuilder {
    columns: i32,
    ids: BTreeMap<Picture, u32>,
    tiles: Vec<Picture>,
    /// Where the next picture of this height may stand: column, row, and height in tiles.
    shelf: (i32, i32, i32),
}

impl SheetBuilder {
    /// An empty sheet with this many tiles in a row.
    pub(crate) fn new(columns: i32) -> Self {
        Self { columns, ids: BTreeMap::new(), tiles: Vec::new(), shelf: (0, 0, 0) }
    }

    /// The id of a tile with this picture, which is added unless it was before.
    pub(crate) fn id(&mut self, tile: Picture) -> u32 {
        let next = self.tiles.len() as u32;
        *self.ids.entry(tile).or_insert_with_key(|tile| {
            self.tiles.push(tile.clone());
            next
        })
    }

    /// Adds a picture of whole tiles, and returns the id of its upper left one. Its tile `(x, y)`
    /// has the id `first + y * columns + x`.
    pub(crate) fn add(&mut self, picture: &Picture) -> u32 {
        let (width, height) = (picture.width() / TILE, picture.height() / TILE);
        let (mut left, mut top, shelf) = self.shelf;
        let length = self.tiles.len() as i32;
        let closed = length != (top + shelf) * self.columns;
        if shelf != height || left + width > self.columns || closed {
            (left, top) = (0, (length + self.columns - 1) / self.columns);
            let length = (top + height) * self.columns;
            self.tiles.resize(length as usize, Picture::new(TILE, TILE));
        }
        let first = top * self.columns + left;
        for y in 0..height {
            for x in 0..width {
                let tile = picture.crop(x * TILE, y * TILE, TILE, TILE);
                self.tiles[(first + y * self.columns + x) as usize] = tile;
            }
        }
        self.shelf = (left + width, top, height);
        first as u32
    }

    /// The finished sheet.
    pub(crate) fn build(&self) -> Picture {
        self.build_spaced(0, 0)
    }

    /// The finished sheet, with so many pixels around all tiles and between them.
    pub(crate) fn build_spaced(&self, margin: i32, spacing: i32) -> Picture {
        let columns = self.columns;
        let rows = (self.tiles.len() as i32 + columns - 1) / columns;
        let length = |tiles: i32| 2 * margin + tiles * (TILE + spacing) - spacing;
        let mut sheet = Picture::new(length(columns), length(rows.max(1)));
        let at = |n: i32| margin + n * (TILE + spacing);
        for (index, tile) in self.tiles.iter().enumerate() {
            let index = index as i32;
            sheet.draw(tile, at(index % columns), at(index / columns));
        }
        sheet
    }
}
