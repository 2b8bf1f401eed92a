//! Maps of the Tiled editor: TMX, with tile sets inside or in TSX files.
//!
//! ```text
//! bytes -> preflight -> slim documents -> tiled -> sets, layers -> TileMap
//!              |                                     |      |
//!              +-- pictures' paths and places -------+      |
//!              +-- cells of the layers ---------------------+
//!              +-- objects, custom properties --------------+
//! ```
//!
//! The `tiled` crate parses the documents: structure, names, offsets, properties, tile sets. Version 0.16 falls short in
//! ways that matter here, so a walk of our own (`preflight`) goes first and leaves it a slim document:
//!
//! - It reserves memory for the tiles that a set claims, fills in every id, and divides and subtracts sizes unchecked.
//!   The slim document claims none: the picture says how many tiles there are, as in Tiled.
//! - It knows no cells as XML elements, hides how many cells a layer's data held and panics on too few, decompresses
//!   without bound, loops over the area that a chunk claims, and drops tile numbers that no set owns. So `<data>` is cut
//!   out and decoded here, with bounds; cells and layers meet again by the order of the `<layer>` elements.
//! - It follows object templates for ever where they name each other, recurses as deep as groups are nested, and
//!   refuses a whole map for a custom property of a type it does not know. So objects and custom properties are read by the
//!   walk, and cut out with shapes, terrains and animations; of the properties it gets `solid` and `one_way`. Groups are
//!   laid side by side.
//! - Its errors name no place, and a fault inside an embedded tile set is reported as a missing `source`. So what can be
//!   wrong is found in the walk, which knows lines and columns; pictures and TSX files pass through `tiled` as numbers
//!   that lead back to where they were named.
//! - A reference to a TSX file that is not written as one empty element makes it lose count and drop every layer after
//!   it, without an error. The slim document writes them empty.
//! - It does not see a tile set without `tilecount` or a picture without `width` and `height`, which Tiled reads. The
//!   walk fills them in; the picture's real size is what counts.

mod cells;
mod found;
mod gids;
mod groups;
mod layers;
mod objects;
mod placement;
mod preflight;
mod properties;
mod raw_layer;
mod raw_map;
mod raw_object;
mod raw_set;
mod sets;
mod slim;
mod walk;
mod xml;

use super::{AssetReader, Files, LoadError, LoadErrorKind, LoadOptions};
use crate::tile::TileMap;
use gids::Gids;
use glam::uvec2;
use groups::Groups;
use preflight::Preflight;
use sets::SetBuilder;
use std::io::ErrorKind;
use std::mem::take;
use std::path::Path;
use tiled::LayerType;

impl TileMap {
    /// Opens a map of the Tiled editor (TMX), with the tile sets and PNG pictures that it names.
    ///
    /// Any alpha above 0 is solid. What is read, and how:
    ///
    /// - Orthogonal maps, finite or infinite; cells as CSV, XML or base64, plain or by zlib, gzip or zstd.
    /// - Tile sets inside the map or in TSX files; sheets with margin and spacing, and collections of pictures or of
    ///   parts of them. The picture's real size counts, not the one that the file gives.
    /// - The eight orientations; drawing offsets; tiles larger or smaller than the cell, which stand on its bottom left
    ///   corner; "tile render size: map grid size", to the nearest pixel. A color key is transparent.
    /// - Groups, which layers have their visibility, offset, `solid` and `one_way` from. Offsets add up and are then rounded to
    ///   whole pixels, halves up. Opacity, tint and parallax change nothing.
    /// - The custom property `solid` (bool): on a layer or a group it is [`TileLayer::solid`](crate::tile::TileLayer::solid), the
    ///   inner one before the outer; on a tile or a tile set, the tile before its set, `false` frees all pixels of the tile.
    /// - The custom property `one_way` (string) of a layer or a group, `down`, `up`, `left` or `right`: it is
    ///   [`TileLayer::one_way`](crate::tile::TileLayer::one_way), the inner one before the outer.
    /// - Other custom properties of the map, its tile layers, its objects and the tiles of its sets, as [`Properties`](crate::tile::Properties). Left
    ///   out are those of a type that is not read, such as classes and lists, and values that their type cannot have, such as
    ///   a number without digits.
    /// - Objects of every shape, as [`MapObject`](crate::tile::MapObject)s. Offsets of layers and groups are added to them, and not rounded. A tile's
    ///   position in the file is a point of it that its tile set names, bottom left as a rule; here it is its top left corner,
    ///   as with all others. An object whose class is empty has none, whatever class its tile has.
    /// - Objects made after a template (TX), which says what they do not. A tile set that it names must be one of the map's.
    ///   A template that is made after another one is refused.
    /// - An animated tile is solid as its own picture. Image layers and the collision shapes of tiles are passed over.
    /// - Tiles of one layer that overlap lie as if drawn "right down", whatever order the map names; which pixels are
    ///   solid does not depend on it, only to which of the tiles a hit belongs.
    ///
    /// # Errors
    /// See [`LoadErrorKind`]. A cell whose tile no tile set has is an error, as is one whose tile lies outside its set's
    /// picture; tiles outside it that no cell uses are not.
    ///
    /// Costs about 0.1 µs a cell, and the time that the pictures take.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::open_with(path, &LoadOptions::default())
    }

    /// Opens a map as [`open`](Self::open) does, by options.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_with(path: impl AsRef<Path>, options: &LoadOptions) -> Result<Self, LoadError> {
        Self::read(path, &Files, options)
    }

    /// Reads a map as [`open`](Self::open) does, from files that a reader has.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn read(path: impl AsRef<Path>, reader: &dyn AssetReader, options: &LoadOptions) -> Result<Self, LoadError> {
        let path = path.as_ref();
        let mut preflight = Preflight::new(path, reader, &options.limits)?;
        let source = parse(&preflight)?;
        let fail = |error| LoadError::new(path, LoadErrorKind::Map(error));
        let cell = uvec2(source.tile_width, source.tile_height);
        let mut map = Self::new(cell, uvec2(source.width, source.height)).map_err(fail)?;
        let mut builder =
            SetBuilder { preflight: &preflight, reader, options, cell, image_pixels: 0, tile_pixels: 0, tiles: 0 };
        let sets = builder.build(source.tilesets())?;
        let mut gids = Gids::new(&preflight.sets, &sets, source.tilesets());
        for set in sets {
            map.add_tile_set(set);
        }
        let (raw, objects) = (take(&mut preflight.layers), take(&mut preflight.object_layers));
        let tiles = groups::of_type(&source, |kind| matches!(kind, LayerType::Tiles(_)));
        let groups = groups::of_type(&source, |kind| matches!(kind, LayerType::Group(_)));
        if (tiles.len(), groups.len()) != (raw.len(), preflight.groups.len()) {
            // `tiled` ends a map early where it loses count of its elements.
            let detail = "the walk and the parser disagree about its layers".into();
            return Err(LoadError::new(path, LoadErrorKind::Xml { detail }));
        }
        let mut groups = Groups::new(&groups, &preflight, options.limits.file_bytes)?;
        layers::add_layers(&mut map, &tiles, raw, &preflight, &mut groups, &mut gids)?;
        objects::add_objects(&mut map, objects, &preflight, &mut groups, &mut gids)?;
        map.set_properties(preflight.properties);
        Ok(map)
    }
}

/// Lets `tiled` parse the slim documents, which it asks for by their numbers.
fn parse(preflight: &Preflight) -> Result<tiled::Map, LoadError> {
    let slim = |path: &Path| {
        let number: Option<usize> = path.to_str().and_then(|path| path.parse().ok());
        match number.and_then(|number| preflight.slims.get(number)) {
            Some(slim) => Ok(slim.as_slice()),
            None => Err(std::io::Error::from(ErrorKind::NotFound)),
        }
    };
    let refused = |error: tiled::Error| {
        let detail = super::error::shortened(&error.to_string());
        LoadError::new(&preflight.documents[0].path, LoadErrorKind::Xml { detail })
    };
    tiled::Loader::with_reader(slim).load_tmx_map("0").map_err(refused)
}
