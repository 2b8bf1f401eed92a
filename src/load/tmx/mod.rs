//! Maps of the Tiled editor: TMX or TMJ, with tile sets inside or in TSX or TSJ files, and templates in TX or TJ files.
//!
//! ```text
//! XML  ──xml──┐
//! JSON ──json─┴▶ elements, attributes ──▶ RawMap: sets, layers, cells, objects, paths, positions ──build──▶ TileMap
//! ```
//!
//! The documents are parsed without recursion, and memory is allocated within the limits only. A claim of a set or a
//! layer, such as its number of tiles, allocates nothing: the image's real size and the cells count.

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
    /// - Orthogonal maps, finite or infinite, with cells as CSV, XML or base64, plain or compressed by zlib, gzip or
    ///   zstd.
    /// - XML and JSON, told apart by their content. Maps, tile sets and templates of both may reference each other.
    /// - Tile sets inside the map or in files of their own: sheets with margin and spacing, and collections of images
    ///   or of parts of images, in files or inside the document. The image's real size counts, not the size in the file.
    /// - The eight orientations, drawing offsets, and tiles larger or smaller than the cell, aligned to its bottom left
    ///   corner. "Tile render size: map grid size" scales to the nearest pixel. A color key is transparent.
    /// - Groups: layers inherit their visibility, offset, `solid` and `one_way`. Offsets add up and are then rounded to
    ///   whole pixels, halves up. Parallax factors are multiplied, kept as [`TileLayer::parallax`], and not applied.
    ///   Opacity and tint are ignored.
    /// - The custom property `solid` (bool). On a layer or a group it sets [`TileLayer::solid`]; inner ones override
    ///   outer ones. On a tile or a tile set `false` frees all pixels of the tile; the tile overrides its set.
    /// - The custom property `one_way` (string) of a layer or a group: `down`, `up`, `left` or `right`. It sets
    ///   [`TileLayer::one_way`]; inner ones override outer ones. On a tile, `one_way` (string, or bool) makes the tile
    ///   one-way whatever its layer, as [`TileSet::ONE_WAY`] says. An object that shows the tile is as its layer.
    /// - Other custom properties of the map, its tile layers, its objects and the tiles of its sets, as [`Properties`].
    ///   The items of a list `a` are `a[0]`, `a[1]` and so on, and the members of a class `c` are `c.member`. Unknown
    ///   types and invalid values are skipped. Default values of classes stand in Tiled's project, which is not read.
    /// - Objects of every shape, as [`MapObject`]s. Their positions are top left corners, while the file has the anchor
    ///   of the tile set for a tile, bottom left by default. Offsets of layers and groups are added, not rounded. An
    ///   object without a class does not take the class of its tile.
    /// - Objects that are tiles have the position and the size of the picture that Tiled draws: scaled to the object, with
    ///   its own proportions if the set keeps them, and turned at the lower left corner by a diagonal flip. Where such an
    ///   object shows a set that is scaled to the grid, it has an unscaled copy of the set, after all others.
    /// - Templates, which supply missing values of objects; empty names, classes and sizes are missing. Tile sets that only
    ///   templates have come after the map's own. A template that has a template is an error.
    /// - The collision shapes of tiles, as [`TileSet::shapes`]. [`LoadOptions::tile_solidity`] can make tiles solid by
    ///   their shapes.
    /// - Object layers with the custom property `solid` = true of their own also become tile layers, as
    ///   [`add_solid_objects`](Self::add_solid_objects) makes them. They lie among the others in the order of the file,
    ///   and inherit `one_way`.
    /// - Animated tiles are solid like their own image. Image layers are skipped.
    /// - The render order, which decides to which of overlapping tiles a hit belongs.
    ///
    /// Costs about 0.1 µs a cell, and the decoding of the images.
    ///
    /// A part that is missing or broken is left out with a warning if it decides nothing: see
    /// [`warnings`](Self::warnings) and [`LoadOptions::allow_missing`].
    ///
    /// - As in Tiled, a tile number belongs to the last set that begins at it or below. If the set does not have the tile,
    ///   the tile is missing.
    /// - An object whose tile or template is missing is a rectangle with the property `solid` = false.
    /// - A layer without data is empty.
    /// - If shapes or whole tiles are solid, a tile whose image is missing has the size that the file states.
    ///
    /// # Errors
    /// See [`LoadErrorKind`]. If a cell of a layer that is solid by default, or an object that is terrain, needs a missing
    /// part, that is an error. So are a malformed map, everything beyond the
    /// limits, and a map that is not orthogonal, as its cells overlap on the screen.
    ///
    /// [`LoadErrorKind`]: crate::load::LoadErrorKind
    /// [`MapObject`]: crate::tile::MapObject
    /// [`Properties`]: crate::tile::Properties
    /// [`TileLayer::one_way`]: crate::tile::TileLayer::one_way
    /// [`TileLayer::parallax`]: crate::tile::TileLayer::parallax
    /// [`TileLayer::solid`]: crate::tile::TileLayer::solid
    /// [`TileSet::ONE_WAY`]: crate::tile::TileSet::ONE_WAY
    /// [`TileSet::shapes`]: crate::tile::TileSet::shapes
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::open_with(path, &LoadOptions::default())
    }

    /// Opens a map like [`open`](Self::open), with options.
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
