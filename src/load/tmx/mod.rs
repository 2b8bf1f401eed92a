//! Maps of the Tiled editor: TMX, with tile sets inside or in TSX files, and object templates in TX files.
//!
//! ```text
//! documents ──parse──▶ RawMap: cells, objects, properties, image paths, positions ──────┐
//!                 └──▶ reduced documents ──tiled──▶ tile sets, layer names and offsets ──┴──▶ TileMap
//! ```
//!
//! The crate `tiled` parses structure, names, offsets and tile sets. Version 0.16 has gaps that matter here, so
//! a parser of our own ([`DocumentParser`]) reads the documents first and writes reduced ones for it:
//!
//! - `tiled` allocates the tiles that a set claims, and computes with unchecked sizes. The reduced document
//!   claims none; the image tells how many there are, as in Tiled.
//! - `tiled` does not read cells as XML elements, hides how many cells a layer's data holds and panics on too few,
//!   decompresses without bound, loops over the area that a chunk claims, and drops tile numbers outside all
//!   sets. So `<data>` is removed, and decoded here within limits. Cells and layers are matched by the order of
//!   `<layer>` elements.
//! - `tiled` follows templates forever where they reference each other, recurses into nested groups, and rejects a
//!   map with a custom property of an unknown type. So objects and properties are parsed here, and removed with
//!   shapes, terrains and animations; of the properties `solid` and `one_way` stay. Groups are written side by
//!   side.
//! - The errors of `tiled` have no position, and an error inside an embedded tile set is reported as a missing
//!   `source`. So our parser finds the errors, with lines and columns. References to images and TSX files are
//!   replaced by indices.
//! - A reference to a TSX file that is not an empty element makes `tiled` drop all layers after it, without an
//!   error. The reduced document writes empty elements.
//! - `tiled` rejects a tile set without `tilecount` and an image without `width` and `height`, which Tiled reads.
//!   Our parser fills them in; the image's real size counts.

mod layers;
mod objects;
mod properties;
mod raw;
mod sets;
mod xml;

use super::error::shortened;
use super::reader::{read_file, resolve};
use super::{AssetReader, Files, LoadError, LoadErrorKind, LoadLimits, LoadOptions};
use crate::tile::TileMap;
use glam::uvec2;
use layers::{CELLS, GroupTree, add_layers};
use objects::add_objects;
use properties::LAYER_SETTINGS;
use raw::{DocumentParser, GidTable, RawGroup, RawMap, RawSet, SetReference};
use sets::TileSetBuilder;
use std::io::ErrorKind;
use std::mem::take;
use std::path::{Path, PathBuf};
use tiled::{Layer, LayerType};
use xml::{XmlDocument, XmlTag, XmlWriter};

/// The maximum number of layers and groups: each takes far more memory than the few bytes of an empty one in
/// its file.
const MAX_LAYERS: usize = 1 << 16;

impl TileMap {
    /// Opens a map of the Tiled editor (TMX), with its tile sets and PNG images. Any alpha above 0 is solid.
    ///
    /// ```
    /// use tileray::{Terrain, TileMap};
    ///
    /// let map = TileMap::open("maps/cave.tmx")?;
    /// assert!(map.layers().any(|layer| layer.name() == "ground"));
    /// let terrain = Terrain::from_map(&map);
    /// # Ok::<(), tileray::LoadError>(())
    /// ```
    ///
    /// Supported features:
    ///
    /// - Orthogonal maps, finite or infinite; cells as CSV, XML or base64, plain or by zlib, gzip or zstd.
    /// - Tile sets inside the map or in TSX files; sheets with margin and spacing, and collections of images or
    ///   of parts of images. The image's real size counts, not the one in the file.
    /// - The eight orientations; drawing offsets; tiles larger or smaller than the cell, aligned to its bottom
    ///   left corner; "tile render size: map grid size", to the nearest pixel. A color key is transparent.
    /// - Groups: layers inherit their visibility, offset, `solid` and `one_way`. Offsets add up and are then
    ///   rounded to whole pixels, halves up. Opacity, tint and parallax are ignored.
    /// - The custom property `solid` (bool). On a layer or a group it sets [`TileLayer::solid`]; inner ones
    ///   override outer ones. On a tile or a tile set `false` frees all pixels of the tile; the tile overrides
    ///   its set.
    /// - The custom property `one_way` (string) of a layer or a group: `down`, `up`, `left` or `right`. It sets
    ///   [`TileLayer::one_way`]; inner ones override outer ones.
    /// - Other custom properties of the map, its tile layers, its objects and the tiles of its sets, as
    ///   [`Properties`]. Unsupported types, such as classes and lists, and invalid values are skipped.
    /// - Objects of every shape, as [`MapObject`]s. Offsets of layers and groups are added to their positions,
    ///   not rounded. Positions are top left corners. In the file the position of a tile is its tile set's
    ///   anchor, bottom left by default. An object with an empty class has none, whatever class its tile has.
    /// - Objects with templates (TX), which supply missing values. A tile set in a template must be one of the
    ///   map's. A template that has a template is an error.
    /// - Animated tiles are solid like their own image. Image layers and the collision shapes of tiles are
    ///   skipped.
    /// - Overlapping tiles of one layer are ordered as if drawn "right down", whatever the map's render order.
    ///   The order does not change which pixels are solid, only which tile a hit belongs to.
    ///
    /// Costs about 0.1 µs a cell, and the decoding of the images.
    ///
    /// # Errors
    /// See [`LoadErrorKind`]. A cell whose tile is in no tile set is an error, as is one whose tile lies
    /// outside its set's image; tiles outside the image that no cell uses are not.
    ///
    /// [`MapObject`]: crate::tile::MapObject
    /// [`Properties`]: crate::tile::Properties
    /// [`TileLayer::one_way`]: crate::tile::TileLayer::one_way
    /// [`TileLayer::solid`]: crate::tile::TileLayer::solid
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::open_with(path, &LoadOptions::default())
    }

    /// Opens a map like [`open`](Self::open), by options.
    ///
    /// # Errors
    /// Returns the errors of [`open`](Self::open).
    pub fn open_with(path: impl AsRef<Path>, options: &LoadOptions) -> Result<Self, LoadError> {
        Self::read(path, &Files, options)
    }

    /// Reads a map like [`open`](Self::open), from the files of a reader.
    ///
    /// # Errors
    /// Returns the errors of [`open`](Self::open).
    pub fn read(path: impl AsRef<Path>, reader: &dyn AssetReader, options: &LoadOptions) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let mut raw = read_raw_map(path, reader, &options.limits)?;
        let source = parse_reduced(&raw)?;
        let fail = |error| LoadError::new(path, LoadErrorKind::Map(error));
        let cell = uvec2(source.tile_width, source.tile_height);
        let mut map = Self::new(cell, uvec2(source.width, source.height)).map_err(fail)?;
        let mut builder =
            TileSetBuilder { raw: &raw, reader, options, cell, image_pixels: 0, tile_pixels: 0, tiles: 0 };
        let sets = builder.build(source.tilesets())?;
        let mut gids = GidTable::new(&raw.sets, &sets, source.tilesets());
        for set in sets {
            map.add_tile_set(set);
        }
        let (layers, object_layers) = (take(&mut raw.layers), take(&mut raw.object_layers));
        let of_type = |wanted: fn(&LayerType<'_>) -> bool| -> Vec<Layer<'_>> {
            source.layers().filter(|layer| wanted(&layer.layer_type())).collect()
        };
        let tile_sources = of_type(|kind| matches!(kind, LayerType::Tiles(_)));
        let group_sources = of_type(|kind| matches!(kind, LayerType::Group(_)));
        if (tile_sources.len(), group_sources.len()) != (layers.len(), raw.groups.len()) {
            // `tiled` ends a map early where it loses count of its elements.
            let detail = "the two parsers disagree about its layers".into();
            return Err(LoadError::new(path, LoadErrorKind::Xml { detail }));
        }
        let mut groups = GroupTree::new(&group_sources, &raw, options.limits.file_bytes)?;
        add_layers(&mut map, &tile_sources, layers, &raw, &mut groups, &mut gids)?;
        add_objects(&mut map, object_layers, &raw, &mut groups, &mut gids)?;
        map.set_properties(raw.properties);
        Ok(map)
    }
}

/// Reads and parses the map at `path`, and the tile sets and templates that it references.
fn read_raw_map(path: &Path, reader: &dyn AssetReader, limits: &LoadLimits) -> Result<RawMap, LoadError> {
    let read = |path: PathBuf, expected| {
        let bytes = read_file(reader, &path, limits)?;
        XmlDocument::new(path, bytes, expected)
    };
    let mut raw = RawMap::default();
    let map = read(path.to_owned(), "map")?;
    let reduced = DocumentParser::new(&map, 0, &mut raw, limits).map()?;
    raw.reduced.push(reduced);
    raw.documents.push(map);
    let mut sets = Vec::new();
    for (path, at) in raw.set_files.files.clone() {
        let element = "a tile set of the map";
        let document = read(path, "tile set").map_err(|error| raw.referenced_by_map(error, at, element))?;
        let parsed = DocumentParser::new(&document, raw.documents.len(), &mut raw, limits).tile_set_file();
        let (reduced, set) = parsed.map_err(|error| raw.referenced_by_map(error, at, element))?;
        sets.push(set);
        raw.reduced.push(reduced);
        raw.documents.push(document);
    }
    for reference in raw.sets.iter_mut().filter(|reference| reference.document > 0) {
        reference.set = sets[reference.document - 1].clone();
    }
    for (path, at) in take(&mut raw.template_files.files) {
        let element = "a template of the map's objects";
        let document = read(path, "template").map_err(|error| raw.referenced_by_map(error, at, element))?;
        let parsed = DocumentParser::new(&document, 0, &mut raw, limits).template_file();
        let object = parsed.map_err(|error| raw.referenced_by_map(error, at, element))?;
        raw.templates.push(object);
    }
    Ok(raw)
}

/// Parses the reduced documents by `tiled`, which asks for them by their indices.
fn parse_reduced(raw: &RawMap) -> Result<tiled::Map, LoadError> {
    let reduced = |path: &Path| {
        let index: Option<usize> = path.to_str().and_then(|path| path.parse().ok());
        match index.and_then(|index| raw.reduced.get(index)) {
            Some(document) => Ok(document.as_slice()),
            None => Err(std::io::Error::from(ErrorKind::NotFound)),
        }
    };
    let failed = |error: tiled::Error| {
        let detail = shortened(&error.to_string());
        LoadError::new(&raw.documents[0].path, LoadErrorKind::Xml { detail })
    };
    tiled::Loader::with_reader(reduced).load_tmx_map("0").map_err(failed)
}

impl<'d> DocumentParser<'d, '_> {
    /// Parses the map's document; returns the reduced one.
    fn map(mut self) -> Result<Vec<u8>, LoadError> {
        let tag = self.root("map", "map")?;
        match tag.attribute("orientation")?.as_deref() {
            None | Some("orthogonal") => {}
            Some(found) => {
                return Err(tag.error(LoadErrorKind::Orientation { found: shortened(found) }));
            }
        }
        self.infinite = tag.number::<u32>("infinite", "0 or 1")? == Some(1);
        let [width, height] = ["width", "height"].map(|name| match self.infinite {
            true => tag.number(name, CELLS).map(|cells| cells.unwrap_or(0)),
            false => tag.required::<u32>(name, CELLS),
        });
        self.map_size = uvec2(width?, height?);
        let cells = u64::from(self.map_size.x) * u64::from(self.map_size.y);
        if !self.infinite && cells > self.limits.cells {
            return Err(tag.error(LoadErrorKind::TooManyMapCells { cells, limit: self.limits.cells }));
        }
        let tile_size: [u32; 2] = [tile_side(&tag, "tilewidth")?, tile_side(&tag, "tileheight")?];

        let text = |value: &str| Some(value.to_owned());
        self.writer.open(
            "map",
            &[
                ("version", text("1.0")),
                ("orientation", text("orthogonal")),
                // Without the cells it is a finite map whose layers are empty.
                ("infinite", text("0")),
                ("width", Some(if self.infinite { 0 } else { self.map_size.x }.to_string())),
                ("height", Some(if self.infinite { 0 } else { self.map_size.y }.to_string())),
                ("tilewidth", Some(tile_size[0].to_string())),
                ("tileheight", Some(tile_size[1].to_string())),
            ],
        );
        self.layers()?;
        self.end()?;
        // All groups come after all layers, and none is nested: `tiled` would recurse.
        for group in &self.raw.groups {
            self.writer.append(&group.writer);
            self.writer.close("group");
        }
        self.writer.close("map");
        Ok(self.writer.into_bytes())
    }

    /// Parses a tile set in the map, or the reference to its file.
    fn tile_set_of_map(&mut self, tag: &XmlTag<'d>) -> Result<(), LoadError> {
        let first_gid = tag.required("firstgid", "a tile number from 1 on")?;
        if first_gid == 0 {
            return Err(tag.wrong("firstgid", "0", "a tile number from 1 on"));
        }
        if self.raw.sets.len() == usize::from(u16::MAX) {
            let what = "a map of more than 65535 tile sets".to_owned();
            return Err(tag.error(LoadErrorKind::NotSupported { what, remedy: "join some of them" }));
        }
        let Some(source) = tag.attribute("source")? else {
            let set = self.tile_set(tag, Some(first_gid))?;
            self.raw.sets.push(SetReference { first_gid, document: 0, set });
            return Ok(());
        };
        // Document 0 is the map. The file of the set is read later.
        let document = self.raw.set_files.index(resolve(&self.document.path, &source), tag.at) + 1;
        self.raw.sets.push(SetReference { first_gid, document, set: RawSet::default() });
        self.writer
            .empty("tileset", &[("firstgid", Some(first_gid.to_string())), ("source", Some(document.to_string()))]);
        self.walker.skip()
    }

    /// Parses the tile sets, layers and groups up to the end of the map.
    fn layers(&mut self) -> Result<(), LoadError> {
        loop {
            let Some(tag) = self.walker.child()? else {
                match self.group {
                    None => return Ok(()),
                    Some(group) => self.group = self.raw.groups[group].parent,
                }
                continue;
            };
            match self.group {
                _ if tag.is("layer") || tag.is("group") || tag.is("objectgroup") => {
                    let raw = &self.raw;
                    if raw.layers.len() + raw.groups.len() + raw.object_layers.len() >= MAX_LAYERS {
                        let what = format!("a map of more than {MAX_LAYERS} layers and groups");
                        return Err(tag.error(LoadErrorKind::NotSupported { what, remedy: "join some of them" }));
                    }
                    match () {
                        () if tag.is("layer") => self.layer(&tag)?,
                        () if tag.is("group") => self.open_group(&tag)?,
                        () => self.object_layer(&tag)?,
                    }
                }
                None if tag.is("tileset") => self.tile_set_of_map(&tag)?,
                None if tag.is("properties") => self.raw.properties = self.properties(&[])?,
                Some(group) if tag.is("properties") => {
                    self.write_to(group, |parser| parser.properties(LAYER_SETTINGS).map(drop))?;
                }
                _ => self.walker.skip()?,
            }
        }
    }

    /// Opens a group of layers.
    fn open_group(&mut self, tag: &XmlTag<'d>) -> Result<(), LoadError> {
        let parent = self.group;
        let depth = parent.map_or(0, |group| self.raw.groups[group].depth) + 1;
        let limit = self.limits.nesting;
        if depth > limit {
            return Err(tag.error(LoadErrorKind::TooDeep { limit }));
        }
        let group = self.raw.groups.len();
        self.raw.groups.push(RawGroup { parent, depth, writer: XmlWriter::default() });
        self.group = Some(group);
        self.write_to(group, |parser| parser.open_layer("group", tag))
    }

    /// Runs `write` with the writer of a group.
    fn write_to(
        &mut self,
        group: usize,
        write: impl FnOnce(&mut Self) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        std::mem::swap(&mut self.writer, &mut self.raw.groups[group].writer);
        let written = write(self);
        std::mem::swap(&mut self.writer, &mut self.raw.groups[group].writer);
        written
    }
}

/// Returns a side of the map's cells.
fn tile_side(tag: &XmlTag<'_>, name: &'static str) -> Result<u32, LoadError> {
    const EXPECTED: &str = "a number of pixels from 1 to 65536";
    match tag.required(name, EXPECTED)? {
        side @ 1..=0x1_0000 => Ok(side),
        side => Err(tag.wrong(name, &side.to_string(), EXPECTED)),
    }
}
