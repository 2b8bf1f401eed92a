//! Maps of the Tiled editor: TMX or TMJ, with tile sets inside or in TSX or TSJ files, and templates in TX or TJ files.
//!
//! ```text
//! XML  ──xml──┐
//! JSON ──json─┴▶ elements, attributes ──▶ RawMap: sets, layers, cells, objects, paths, positions ──build──▶ TileMap
//! ```
//!
//! The documents are parsed without recursion, and memory is allocated within limits only. What a set
//! or a layer claims, such as its number of tiles, allocates nothing; the image's real size and the cells count.

mod build;
mod model;
mod read;

pub(super) use build::SetCache;

use crate::load::{AssetReader, Files, LoadError, LoadOptions};
use crate::tile::TileMap;
use std::path::Path;

impl TileMap {
    /// Opens a map of the Tiled editor (TMX or TMJ), with its tile sets and PNG images. Any alpha above 0 is solid.
    ///
    /// ```
    /// use tileray::{Terrain, TileMap};
    ///
    /// let map = TileMap::open("maps/cave.tmx")?;
    /// assert!(map.layers().any(|layer| layer.name == "ground"));
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
    /// [`LoadErrorKind`]: crate::load::LoadErrorKind
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
}
