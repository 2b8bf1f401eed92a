//! A Tiled map in memory: what the writer writes and the preview draws.

use std::rc::Rc;

use crate::tileset::TileSet;

/// Side of a chunk of an infinite map, in tiles.
const CHUNK: i32 = 16;

/// How the tile data of a map is stored in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// An element a cell.
    Xml,
    /// Numbers and commas; in JSON a list.
    Csv,
    /// Base64, not packed.
    Base64,
    /// Base64 over zlib.
    Zlib,
    /// Base64 over gzip.
    Gzip,
    /// Base64 over Zstandard.
    Zstd,
}

impl Encoding {
    /// The name of the compression, where there is one.
    pub(crate) fn compression(self) -> Option<&'static str> {
        match self {
            Self::Xml | Self::Csv | Self::Base64 => None,
            Self::Zlib => Some("zlib"),
            Self::Gzip => Some("gzip"),
            Self::Zstd => Some("zstd"),
        }
    }
}

/// A custom property.
#[derive(Clone, Debug)]
pub(crate) enum Property {
    /// A switch.
    Bool(&'static str, bool),
    /// A text.
    Text(&'static str, &'static str),
    /// A number.
    Float(&'static str, f64),
}

/// A whole map.
#[derive(Clone, Debug)]
pub(crate) struct Map {
    /// Width in tiles.
    pub(crate) width: i32,
    /// Height in tiles.
    pub(crate) height: i32,
    /// Whether the tile data is written in chunks of 16×16.
    pub(crate) infinite: bool,
    /// How the tile data is stored.
    pub(crate) encoding: Encoding,
    /// `#rrggbb` behind everything.
    pub(crate) background: &'static str,
    /// The path from the map to its tile sets and their pictures, with its slash.
    pub(crate) assets: &'static str,
    /// The ending of the files of tile sets: `tsx` or `tsj`.
    pub(crate) set_ending: &'static str,
    /// The tile sets with their first global ids, in rising order.
    pub(crate) tilesets: Vec<(u32, Rc<TileSet>)>,
    /// The layers, lowest first.
    pub(crate) layers: Vec<Layer>,
}

impl Map {
    /// A map without layers; the global ids of its tile sets follow each other.
    pub(crate) fn new(size: (i32, i32), encoding: Encoding, sets: &[Rc<TileSet>]) -> Self {
        let mut first = 1;
        let mut tilesets = Vec::new();
        for set in sets {
            tilesets.push((first, Rc::clone(set)));
            first += set.id_limit();
        }
        Self {
            width: size.0,
            height: size.1,
            infinite: false,
            encoding,
            background: "#0c0b1b",
            assets: "../assets/",
            set_ending: "tsx",
            tilesets,
            layers: Vec::new(),
        }
    }

    /// The first global id of the tile set with this number.
    pub(crate) fn first_gid(&self, set: usize) -> u32 {
        self.tilesets[set].0
    }

    /// The first tile layer of this name, groups included.
    #[cfg(test)]
    pub(crate) fn grid(&self, name: &str) -> Option<&Grid> {
        fn find<'a>(layers: &'a [Layer], name: &str) -> Option<&'a Grid> {
            layers.iter().find_map(|layer| match &layer.content {
                Content::Tiles(grid) if layer.name == name => Some(grid),
                Content::Group(inner) => find(inner, name),
                _ => None,
            })
        }
        find(&self.layers, name)
    }
}

/// One layer of a map.
#[derive(Clone, Debug)]
pub(crate) struct Layer {
    /// The name shown in the editor.
    pub(crate) name: &'static str,
    /// False for layers that the editor hides.
    pub(crate) visible: bool,
    /// Shift in pixels.
    pub(crate) offset: (i32, i32),
    /// Custom properties.
    pub(crate) properties: Vec<Property>,
    /// What the layer holds.
    pub(crate) content: Content,
}

/// What a layer holds.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    /// Global tile ids.
    Tiles(Grid),
    /// Objects.
    Objects(Vec<Object>),
    /// More layers.
    Group(Vec<Layer>),
}

impl Layer {
    /// A visible layer without offset or properties.
    pub(crate) fn new(name: &'static str, content: Content) -> Self {
        Self { name, visible: true, offset: (0, 0), properties: Vec::new(), content }
    }

    /// Adds the property `solid` = false: the pictures are for the eye only.
    pub(crate) fn not_solid(self) -> Self {
        self.with(Property::Bool("solid", false))
    }

    /// Adds a property.
    pub(crate) fn with(mut self, property: Property) -> Self {
        self.properties.push(property);
        self
    }

    /// Shifts the layer.
    pub(crate) fn shifted(mut self, x: i32, y: i32) -> Self {
        self.offset = (x, y);
        self
    }

    /// Hides the layer.
    pub(crate) fn hidden(mut self) -> Self {
        self.visible = false;
        self
    }
}

/// An object: a point, or a rectangle where it has a size.
#[derive(Clone, Debug)]
pub(crate) struct Object {
    /// The name shown in the editor.
    pub(crate) name: String,
    /// The class, which programs look for.
    pub(crate) class: &'static str,
    /// Left edge in pixels.
    pub(crate) x: i32,
    /// Top edge in pixels.
    pub(crate) y: i32,
    /// Width and height in pixels; none for a point.
    pub(crate) size: Option<(i32, i32)>,
    /// Custom properties.
    pub(crate) properties: Vec<Property>,
}

/// A rectangle of global tile ids; `(left, top)` is its first cell, which may be negative.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// Column of the first cell.
    pub(crate) left: i32,
    /// Row of the first cell.
    pub(crate) top: i32,
    /// Width in cells.
    pub(crate) width: i32,
    /// Height in cells.
    pub(crate) height: i32,
    cells: Vec<u32>,
}

impl Grid {
    /// A grid of empty cells that begins at the origin.
    pub(crate) fn new(width: i32, height: i32) -> Self {
        Self::at(0, 0, width, height)
    }

    /// A grid of empty cells that begins anywhere.
    pub(crate) fn at(left: i32, top: i32, width: i32, height: i32) -> Self {
        let cells = vec![0; (width * height) as usize];
        Self { left, top, width, height, cells }
    }

    /// The global tile id in a cell; 0, an empty cell, outside.
    pub(crate) fn get(&self, x: i32, y: i32) -> u32 {
        self.index(x, y).map_or(0, |index| self.cells[index])
    }

    /// Sets a cell; outside nothing happens.
    pub(crate) fn set(&mut self, x: i32, y: i32, gid: u32) {
        if let Some(index) = self.index(x, y) {
            self.cells[index] = gid;
        }
    }

    /// All cells, rows from the top.
    pub(crate) fn cells(&self) -> &[u32] {
        &self.cells
    }

    /// The chunks that are not empty, each with its first cell, as the editor writes them.
    pub(crate) fn chunks(&self) -> Vec<Self> {
        let rows = (self.top..self.top + self.height).step_by(CHUNK as usize);
        let columns = || (self.left..self.left + self.width).step_by(CHUNK as usize);
        let mut chunks = Vec::new();
        for (x, y) in rows.flat_map(|y| columns().map(move |x| (x, y))) {
            let cells: Vec<u32> = (0..CHUNK * CHUNK).map(|n| self.get(x + n % CHUNK, y + n / CHUNK)).collect();
            if cells.iter().any(|&gid| gid != 0) {
                chunks.push(Self { left: x, top: y, width: CHUNK, height: CHUNK, cells });
            }
        }
        chunks
    }

    /// The cells that are not empty: column, row, global tile id.
    pub(crate) fn used(&self) -> impl Iterator<Item = (i32, i32, u32)> {
        let all = (0..self.width * self.height).map(|n| {
            let (x, y) = (self.left + n % self.width, self.top + n / self.width);
            (x, y, self.get(x, y))
        });
        all.filter(|cell| cell.2 != 0)
    }

    /// Turns cells that hold a tile id plus 1 (and flips) into global tile ids.
    pub(crate) fn offset(&self, first: u32) -> Self {
        let mut grid = self.clone();
        for gid in grid.cells.iter_mut().filter(|gid| **gid != 0) {
            *gid = *gid - 1 + first;
        }
        grid
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let (x, y) = (x - self.left, y - self.top);
        let inside = (0..self.width).contains(&x) && (0..self.height).contains(&y);
        inside.then(|| (y * self.width + x) as usize)
    }
}
