//! Maps of the Tiled editor: TMX or TMJ, with tile sets inside or in TSX or TSJ files, and templates in TX or TJ files.
//!
//! ```text
//! XML  ──┐
//! JSON ──┴─▶ elements ──parse──▶ RawMap: sets, layers, cells, objects, paths, positions ──build──▶ TileMap
//! ```
//!
//! The documents are parsed in one walk each, without recursion, and memory is allocated within limits only. What a set
//! or a layer claims, such as its number of tiles, allocates nothing; the image's real size and the cells count.

mod cells;
mod elements;
mod json;
mod layers;
mod objects;
mod properties;
mod raw;
mod sets;
mod shapes;

use crate::load::error::Limit;
use crate::load::error::shortened;
use crate::load::input::{NotingReader, TextDocument};
use crate::load::limits::{Budget, Count};
use crate::load::{AssetReader, Files, LoadError, LoadErrorKind, LoadLimits, LoadOptions};
use crate::tile::{CountedLimit, RenderOrder, SolidObjectsBudget, TileMap};
use elements::{MapElement, read_document};
use glam::{UVec2, uvec2};
use layers::{CELLS, GroupTree, add_layer};
use objects::add_object_layer;
use properties::LAYER_SETTINGS;
use raw::{DocumentParser, GidTable, LayerHead, RawGroup, RawMap, RawSet, SetReference};
pub(super) use sets::SetCache;
use sets::TileSetBuilder;
use shapes::SolidLayerBuilder;
use std::mem::take;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum number of layers and groups: each takes far more memory than the few bytes of an empty one in
/// its file.
const MAX_LAYERS: usize = 1 << 16;

/// The maximum number of tile sets: tiles name their set by 16 bits.
const MAX_TILE_SETS: usize = u16::MAX as usize;

impl TileMap {
    /// Opens a map of the Tiled editor (TMX or TMJ), with its tile sets and PNG images. Any alpha above 0 is solid.
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
    /// - XML and JSON, told apart by their content. Maps, tile sets and templates of both may reference each other.
    /// - Tile sets inside the map or in files of their own; sheets with margin and spacing, and collections of images or
    ///   of parts of images. The image's real size counts, not the one in the file.
    /// - The eight orientations; drawing offsets; tiles larger or smaller than the cell, aligned to its bottom
    ///   left corner; "tile render size: map grid size", to the nearest pixel. A color key is transparent.
    /// - Groups: layers inherit their visibility, offset, `solid` and `one_way`. Offsets add up and are then
    ///   rounded to whole pixels, halves up. Opacity and tint are ignored. Parallax factors are multiplied and kept as
    ///   [`TileLayer::parallax`], and not applied.
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
    /// - Objects with templates, which supply missing values. Tile sets that only templates have come after
    ///   those of the map. A template that has a template is an error.
    /// - The collision shapes of tiles, as [`TileSet::shapes`]; by [`LoadOptions::tile_solidity`] the tiles are solid where
    ///   these are.
    /// - Object layers with the custom property `solid` = true of their own become tile layers too, as
    ///   [`add_solid_objects`](Self::add_solid_objects) makes them, and lie among the others in the order of the file.
    ///   They inherit `one_way`.
    /// - Animated tiles are solid like their own image. Image layers are skipped.
    /// - The render order, which decides which of the overlapping tiles of a layer a hit belongs to.
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
    /// [`TileLayer::parallax`]: crate::tile::TileLayer::parallax
    /// [`TileLayer::solid`]: crate::tile::TileLayer::solid
    /// [`TileSet::shapes`]: crate::tile::TileSet::shapes
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
        Self::read_of_world(path.as_ref(), reader, options, &mut SetCache::new(options.limits))
    }

    /// Reads a map like [`read`](Self::read), which may use tile sets of other maps.
    pub(super) fn read_of_world(
        path: &Path,
        reader: &dyn AssetReader,
        options: &LoadOptions,
        cache: &mut SetCache,
    ) -> Result<Self, LoadError> {
        let reader = NotingReader::new(reader);
        let mut raw = read_raw_map(path, &reader, &options.limits)?;
        let fail = |error| LoadError::new(path, LoadErrorKind::Map(error));
        let size = if raw.infinite { UVec2::ZERO } else { raw.size };
        let mut map = Self::new(raw.cell, size).map_err(fail)?;
        let limits = &options.limits;
        let mut builder = TileSetBuilder {
            raw: &raw,
            reader: &reader,
            options,
            cache,
            steps: CountedLimit::of(limits.map_pixels),
            repeated: CountedLimit::of(limits.file_bytes),
        };
        map.set_render_order(raw.render_order);
        let sets = builder.build()?;
        let mut gids = GidTable::new(&raw.sets, &sets, options.limits);
        for set in sets {
            map.add_shared_set(set);
        }
        let budget = SolidObjectsBudget {
            cells: CountedLimit { count: raw.budget.total(Count::Cells), limit: limits.cells },
            tiles: CountedLimit { count: builder.cache.budget.total(Count::Tiles), limit: limits.tiles },
            pixels: CountedLimit { count: builder.cache.budget.total(Count::TilePixels), limit: limits.map_pixels },
            steps: builder.steps,
        };
        let known_images = take(&mut builder.cache.images);
        let mut solid_layers = SolidLayerBuilder { budget, line_width: options.line_width };
        let (layers, object_layers) = (take(&mut raw.layers), take(&mut raw.object_layers));
        let mut groups = GroupTree::new(&raw, options.limits.file_bytes)?;
        // Each kind is in the order of the file, and so are both together.
        let (mut layers, mut object_layers) = (layers.into_iter().peekable(), object_layers.into_iter().peekable());
        loop {
            let at = |head: Option<&LayerHead>| head.map_or(usize::MAX, |head| head.at);
            let [tiles, objects] =
                [at(layers.peek().map(|layer| &layer.head)), at(object_layers.peek().map(|layer| &layer.head))];
            // The raw cells of a layer are freed once its tiles are in the map.
            if tiles < objects {
                let Some(layer) = layers.next() else { break };
                let inherited = groups.apply(&layer.head, &raw)?;
                add_layer(&mut map, layer, &inherited, &raw, &mut gids)?;
            } else {
                let Some(layer) = object_layers.next() else { break };
                let (first, at, solid) = (map.objects().len(), layer.head.at, layer.head.properties.bool("solid"));
                let inherited = groups.apply(&layer.head, &raw)?;
                add_object_layer(&mut map, layer, &inherited, &raw, &mut groups, &mut gids)?;
                if solid == Some(true) {
                    solid_layers.add_layer(&mut map, first, at, &inherited, &raw)?;
                }
            }
        }
        map.set_properties(raw.properties);
        map.set_dependencies(reader.into_opened().into_iter().chain(known_images));
        Ok(map)
    }
}

/// Reads and parses the map at `path`, and the tile sets and templates that it references.
fn read_raw_map(path: &Path, reader: &dyn AssetReader, limits: &LoadLimits) -> Result<RawMap, LoadError> {
    let read = |path: PathBuf, expected| read_document(reader, path, limits, expected);
    let mut raw = RawMap { budget: Budget::new(*limits), ..RawMap::default() };
    let map = read(path.to_owned(), "map")?;
    DocumentParser::new(&map, 0, &mut raw, limits)?.map()?;
    raw.documents.push(map);
    let mut sets = Vec::new();
    read_tile_sets(&mut raw, &mut sets, &read, limits)?;
    let of_map = sets.len();
    // Templates have tile sets, whose tiles have collision shapes, which have templates.
    while raw.templates.len() < raw.template_files.files.len() {
        let file = raw.template_files.files[raw.templates.len()].clone();
        let element =
            if file.document == 0 { "a template of the map's objects" } else { "a template of collision shapes" };
        let document = read(file.path.clone(), "template").map_err(|error| raw.referenced(error, &file, element))?;
        let index = raw.documents.len();
        let parsed = DocumentParser::new(&document, index, &mut raw, limits).and_then(DocumentParser::template_file);
        let object = parsed.map_err(|error| raw.referenced(error, &file, element))?;
        raw.templates.push(object);
        raw.documents.push(document);
        read_tile_sets(&mut raw, &mut sets, &read, limits)?;
    }
    // Those that only templates reference come last.
    for file in of_map..sets.len() {
        if raw.sets.len() == MAX_TILE_SETS {
            return Err(LoadError::new(&raw.documents[0].path, too_many_sets()));
        }
        raw.sets.push(SetReference { first_gid: None, file: Some(file), set: Arc::default() });
    }
    raw.sets_of_files = vec![0; sets.len()];
    for (index, reference) in (0..).zip(&mut raw.sets) {
        if let Some(file) = reference.file {
            reference.set = sets[file].clone();
            raw.sets_of_files[file] = index;
        }
    }
    Ok(raw)
}

/// Reads and parses the files of tile sets that are not among `sets` yet, and adds them there.
fn read_tile_sets(
    raw: &mut RawMap,
    sets: &mut Vec<Arc<RawSet>>,
    read: &dyn Fn(PathBuf, &'static str) -> Result<TextDocument, LoadError>,
    limits: &LoadLimits,
) -> Result<(), LoadError> {
    for file in sets.len()..raw.set_files.files.len() {
        let file = raw.set_files.files[file].clone();
        let element = if file.document == 0 { "a tile set of the map" } else { "the tile set of a template" };
        let document = read(file.path.clone(), "tile set").map_err(|error| raw.referenced(error, &file, element))?;
        let index = raw.documents.len();
        let parsed = DocumentParser::new(&document, index, raw, limits).and_then(DocumentParser::tile_set_file);
        sets.push(Arc::new(parsed.map_err(|error| raw.referenced(error, &file, element))?));
        raw.documents.push(document);
    }
    Ok(())
}

fn too_many_sets() -> LoadErrorKind {
    let what = format!("a map of more than {MAX_TILE_SETS} tile sets");
    LoadErrorKind::NotSupported { what, remedy: "join some of them" }
}

impl<'d> DocumentParser<'d, '_> {
    /// Parses the map's document.
    fn map(mut self) -> Result<(), LoadError> {
        let tag = self.root("map", "map")?;
        match tag.attribute("orientation")?.as_deref() {
            None | Some("orthogonal") => {}
            Some(found) => {
                return Err(tag.error(LoadErrorKind::Orientation { found: shortened(found) }));
            }
        }
        self.raw.infinite = tag.number::<u32>("infinite", "0 or 1")? == Some(1);
        let [width, height] = ["width", "height"].map(|name| match self.raw.infinite {
            true => tag.number(name, CELLS).map(|cells| cells.unwrap_or(0)),
            false => tag.required::<u32>(name, CELLS),
        });
        let size = uvec2(width?, height?);
        let cells = u64::from(size.x) * u64::from(size.y);
        if !self.raw.infinite {
            self.limits.check(Limit::Cells, cells).map_err(|kind| tag.error(kind))?;
        }
        self.raw.cell = uvec2(tile_side(&tag, "tilewidth")?, tile_side(&tag, "tileheight")?);
        self.raw.size = size;
        self.raw.render_order = render_order(&tag)?;
        self.layers()?;
        self.end()
    }

    /// Parses a tile set in the map, or the reference to its file.
    fn tile_set_of_map(&mut self, tag: &MapElement<'d>) -> Result<(), LoadError> {
        let first_gid = tag.required("firstgid", "a tile number from 1 on")?;
        if first_gid == 0 {
            return Err(tag.wrong("firstgid", "0", "a tile number from 1 on"));
        }
        if self.raw.sets.len() == MAX_TILE_SETS {
            return Err(tag.error(too_many_sets()));
        }
        let Some(source) = tag.attribute("source")? else {
            let set = Arc::new(self.tile_set(tag)?);
            self.raw.sets.push(SetReference { first_gid: Some(first_gid), file: None, set });
            return Ok(());
        };
        // The file of the set is read later.
        let file = self.reference(tag, &source);
        let file = Some(self.raw.set_files.index(file));
        self.raw.sets.push(SetReference { first_gid: Some(first_gid), file, set: Arc::default() });
        self.walker.skip()
    }

    /// Parses the tile sets, layers and groups up to the end of the map.
    fn layers(&mut self) -> Result<(), LoadError> {
        loop {
            let Some(tag) = self.walker.child()? else {
                match self.group {
                    None => return Ok(()),
                    Some(group) => self.group = self.raw.groups[group].head.group,
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
                None if tag.is("properties") => self.raw.properties = self.properties(&[])?.0,
                Some(group) if tag.is("properties") => {
                    let (properties, settings) = self.properties(LAYER_SETTINGS)?;
                    let head = &mut self.raw.groups[group].head;
                    (head.properties, head.settings) = (properties, settings);
                }
                _ => self.walker.skip()?,
            }
        }
    }

    /// Opens a group of layers.
    fn open_group(&mut self, tag: &MapElement<'d>) -> Result<(), LoadError> {
        let depth = self.group.map_or(0, |group| self.raw.groups[group].depth) + 1;
        self.limits.check(Limit::Nesting, depth as u64).map_err(|kind| tag.error(kind))?;
        let head = self.layer_head(tag)?;
        self.raw.groups.push(RawGroup { head, depth });
        self.group = Some(self.raw.groups.len() - 1);
        Ok(())
    }
}

/// Returns the order in which tiles are drawn. As in Tiled, an unknown one is the default.
fn render_order(tag: &MapElement<'_>) -> Result<RenderOrder, LoadError> {
    Ok(match tag.attribute("renderorder")?.as_deref() {
        Some("right-up") => RenderOrder::RightUp,
        Some("left-down") => RenderOrder::LeftDown,
        Some("left-up") => RenderOrder::LeftUp,
        _ => RenderOrder::RightDown,
    })
}

/// Returns a side of the map's cells.
fn tile_side(tag: &MapElement<'_>, name: &'static str) -> Result<u32, LoadError> {
    const EXPECTED: &str = "a number of pixels from 1 to 65536";
    match tag.required(name, EXPECTED)? {
        side @ 1..=0x1_0000 => Ok(side),
        side => Err(tag.wrong(name, &side.to_string(), EXPECTED)),
    }
}
