//! Tile sets: the masks and the images of their tiles.

use super::faults::{BuiltSet, SetFaults, element_of};
use super::shapes::shape_mask;
use crate::geometry::{Rect, sort_by};
use crate::load::error::Limit;
use crate::load::limits::{Budget, Count};
use crate::load::picture::pixels::DecodedImage;
use crate::load::picture::tile_sampler::{TileSampler, TileSizing};
use crate::load::tmx::model::{ImageSource, RawImage, RawMap, RawSet, RawTile, SetReference};
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadLimits, LoadOptions, TileSolidity};
use crate::solidity::SolidityMap;
use crate::tile::{CountedLimit, MapObject, ObjectShape, TileSet};
use glam::{IVec2, UVec2, ivec2};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// The tile sets of several maps, such as those of a world, and their totals for the limits.
pub(in crate::load) struct SetCache {
    /// The sets in files of their own, by their paths and the sizes of the maps' cells.
    by_file: HashMap<(PathBuf, UVec2), BuiltSet>,
    /// The counts of all maps.
    pub(in crate::load) budget: Budget,
    /// The images of the sets that the last map took from the cache.
    pub(super) images: Vec<PathBuf>,
}

impl SetCache {
    pub(in crate::load) fn new(limits: LoadLimits) -> Self {
        Self { by_file: HashMap::new(), budget: Budget::new(limits), images: Vec::new() }
    }
}

/// The builder of a map's tile sets, from the raw map and the images.
pub(super) struct TileSetBuilder<'a> {
    pub(super) raw: &'a RawMap,
    pub(super) reader: &'a dyn AssetReader,
    pub(super) options: &'a LoadOptions,
    pub(super) cache: &'a mut SetCache,
    /// The steps of drawing collision shapes so far, and the bytes of templates that these repeat.
    pub(super) steps: CountedLimit,
    pub(super) repeated: CountedLimit,
}

impl TileSetBuilder<'_> {
    /// Builds the map's tile sets in order. A file that is referenced twice is built once.
    pub(super) fn build(&mut self) -> Result<Vec<BuiltSet>, LoadError> {
        self.cache.images.clear();
        let mut in_map = HashSet::new();
        let mut built = Vec::with_capacity(self.raw.sets.len());
        for reference in &self.raw.sets {
            let (set, is_known) = self.shared_set(reference, reference.set.sizing, self.raw.cell)?;
            if is_known && in_map.contains(&reference.file) {
                let claimed = self.cache.budget.take(Count::Tiles, set.tiles.len() as u64);
                claimed.map_err(|kind| LoadError::new(&self.raw.documents[0].path, kind))?;
            } else if is_known {
                let own_images = reference.set.tiles.values().filter_map(|tile| tile.image);
                let images = reference.set.image.into_iter().chain(own_images);
                let paths = images.map(|image| self.raw.images[image.reference].file.path.clone());
                self.cache.images.extend(paths);
            }
            in_map.insert(reference.file);
            built.push(set);
        }
        Ok(built)
    }

    /// Builds a set that is scaled to the grid once more without scaling, for objects. No map has cells of size 0, so
    /// the cache keeps it under that size.
    pub(super) fn unscaled(&mut self, index: u16) -> Result<Arc<TileSet>, LoadError> {
        let (set, _) = self.shared_set(&self.raw.sets[usize::from(index)], TileSizing::Own, UVec2::ZERO)?;
        Ok(set.tiles)
    }

    /// Returns a set for cells of a size, and whether the cache had it. If not, builds it.
    fn shared_set(
        &mut self,
        reference: &SetReference,
        sizing: TileSizing,
        cell: UVec2,
    ) -> Result<(BuiltSet, bool), LoadError> {
        // A file that cannot be read may be there for the next map.
        let file = reference.file.filter(|file| !self.raw.broken_sets.contains_key(file));
        let key = file.map(|file| (self.raw.set_files.files[file].path.clone(), cell));
        if let Some(set) = key.as_ref().and_then(|key| self.cache.by_file.get(key)) {
            return Ok((set.clone(), true));
        }
        let set = self.tile_set(&reference.set, sizing)?;
        if let Some(key) = key {
            self.cache.by_file.insert(key, set.clone());
        }
        Ok((set, false))
    }

    fn tile_set(&mut self, set: &RawSet, sizing: TileSizing) -> Result<BuiltSet, LoadError> {
        let built = TileSet::new(set.name.clone(), IVec2::ZERO);
        let mut tiles = PendingTileSet { set, sizing, offset: None, built, faults: SetFaults::default() };
        match set.image {
            Some(image) => self.sheet(image, &mut tiles)?,
            None => self.collection(&mut tiles)?,
        }
        tiles.built.offset = tiles.offset.unwrap_or(set.offset);
        Ok(BuiltSet { tiles: Arc::new(tiles.built), faults: Arc::new(tiles.faults) })
    }

    /// Adds the tiles that are cut from one image. As in Tiled, the image's size determines their number. If the image is
    /// missing, the size or the number that the document states counts.
    fn sheet(&mut self, image: RawImage, tiles: &mut PendingTileSet<'_>) -> Result<(), LoadError> {
        let pixels = self.decode(image, tiles, None)?;
        tiles.faults.lacks_image = pixels.is_err();
        let set = tiles.set;
        let fitting = |length: u32, side: u32| -> u32 {
            let room = length.checked_sub(set.margin).and_then(|room| room.checked_sub(side));
            room.map_or(0, |room| (u64::from(room) / (u64::from(side) + u64::from(set.spacing))) as u32 + 1)
        };
        let tile = set.tile_size;
        let whole = pixels.as_ref().map_or(image.stated_size, |pixels| pixels.size);
        let is_known = pixels.is_ok() || self.is_within_limits(whole);
        let (columns, rows) = match is_known {
            true => (fitting(whole.x, tile.x), fitting(whole.y, tile.y)),
            false => (set.tile_count, 1),
        };
        // Positions in the image fit into an `i32`, but spacing alone may not.
        let start = |index: u32, side: u32| {
            let stride = u64::from(side) + u64::from(set.spacing);
            (u64::from(set.margin) + u64::from(index) * stride) as i32
        };
        for row in 0..rows {
            for column in 0..columns {
                let corner = if is_known { ivec2(start(column, tile.x), start(row, tile.y)) } else { IVec2::ZERO };
                let part = Rect::from_size(corner, tile);
                self.add_tile(tiles, image, row * columns + column, pixels.as_ref().ok(), part)?;
            }
        }
        Ok(())
    }

    /// Adds the tiles that have their own images, or parts of images.
    fn collection(&mut self, tiles: &mut PendingTileSet<'_>) -> Result<(), LoadError> {
        let own_images = |(id, tile): (&u32, &RawTile)| tile.image.map(|image| (*id, image, tile.part));
        let mut images: Vec<_> = tiles.set.tiles.iter().filter_map(own_images).collect();
        // Tiles are sorted by image, so that each image is decoded once and only one is in memory.
        let file = |image: &RawImage| {
            let source = &self.raw.images[image.reference];
            (&source.file.path, source.inside.is_some().then_some(image.reference))
        };
        sort_by(&mut images, |(id, image, _), (other_id, other, _)| {
            file(image).cmp(&file(other)).then(id.cmp(other_id))
        });
        let mut held: Option<(RawImage, Result<DecodedImage, u32>)> = None;
        for (id, image, part) in images {
            let mut pixels = match held.take() {
                Some((other, pixels)) if file(&other) == file(&image) => pixels,
                _ => self.decode(image, tiles, Some(id))?,
            };
            let shown = match &mut pixels {
                Ok(pixels) => {
                    pixels.color_key = image.key;
                    image_part(part, pixels.size).map(Some)
                }
                Err(fault) => {
                    tiles.faults.of_tiles.insert(id, *fault);
                    // Without a stated size, the tile's part of the image counts.
                    let (corner, sides) = (part.0.max(IVec2::ZERO).as_uvec2(), part.1.max(IVec2::ZERO).as_uvec2());
                    let end = corner.saturating_add(sides).min(UVec2::splat(i32::MAX as u32));
                    let whole = if self.is_within_limits(image.stated_size) { image.stated_size } else { end };
                    Ok(image_part(part, whole).ok())
                }
            };
            match shown {
                Ok(Some(part)) => self.add_tile(tiles, image, id, pixels.as_ref().ok(), part)?,
                Ok(None) => {}
                Err(kind) => tiles.faults.add_tile(id, image_error(self.raw, image, tiles.set, Some(id), kind)),
            }
            held = Some((image, pixels));
        }
        Ok(())
    }

    /// Returns whether an image of a size is not empty, and has no more pixels than an image may have.
    fn is_within_limits(&self, size: UVec2) -> bool {
        let area = u64::from(size.x) * u64::from(size.y);
        area > 0 && self.options.limits.check(Limit::ImagePixels, area).is_ok()
    }

    /// Reads and decodes an image. Returns the index of its fault if it is missing.
    fn decode(
        &mut self,
        image: RawImage,
        tiles: &mut PendingTileSet<'_>,
        tile: Option<u32>,
    ) -> Result<Result<DecodedImage, u32>, LoadError> {
        let (raw, limits) = (self.raw, &self.options.limits);
        let ImageSource { file: reference, inside } = &raw.images[image.reference];
        let decoded = match inside {
            None => DecodedImage::read(&reference.path, self.reader, limits),
            Some(Err(kind)) => Err(LoadError::new(&reference.path, kind.clone())),
            Some(Ok(bytes)) => DecodedImage::decode(&reference.path, bytes, limits),
        };
        let at_reference = |error: LoadError| match inside {
            Some(_) => image_error(self.raw, image, tiles.set, tile, error.kind().clone()),
            None => raw.referenced(error, reference, &element_of(tiles.set, tile)),
        };
        let mut pixels = match decoded.map_err(at_reference) {
            Err(error) if error.is_limit() => return Err(error),
            Err(error) => return Ok(Err(tiles.faults.add(error))),
            Ok(pixels) => pixels,
        };
        let claimed = self.cache.budget.take(Count::ImagePixels, pixels.rect().area());
        claimed.map_err(|kind| image_error(self.raw, image, tiles.set, tile, kind))?;
        pixels.color_key = image.key;
        Ok(Ok(pixels))
    }

    /// Adds a tile that shows a part of an image, or records why it is missing. Without the image it is added only if
    /// other parts decide what is solid.
    fn add_tile(
        &mut self,
        tiles: &mut PendingTileSet<'_>,
        image: RawImage,
        id: u32,
        pixels: Option<&DecodedImage>,
        part: Rect,
    ) -> Result<(), LoadError> {
        let (raw, set) = (self.raw, tiles.set);
        let fail = |kind| image_error(raw, image, set, Some(id), kind);
        let sampler = TileSampler::new(pixels, part, tiles.sizing, self.raw.cell);
        let size = sampler.size;
        self.cache.budget.take_tile(size).map_err(fail)?;
        let offset = sampler.offset(set.offset);
        if *tiles.offset.get_or_insert(offset) != offset {
            let what = "an offset of tiles that are scaled to the grid by different amounts";
            let remedy = "give the tiles of the set one size, or set its drawing offset to 0";
            tiles.faults.add_tile(id, fail(LoadErrorKind::not_supported(what, remedy)));
            return Ok(());
        }
        let own = set.tiles.get(&id);
        let is_free = own.and_then(|tile| tile.settings.solid).or(set.settings.solid) == Some(false);
        let built = own.map(|tile| tile.build_shapes(raw, &mut self.repeated, fail)).transpose();
        let (shapes, fault) = built?.unwrap_or_default();
        let solidity = self.options.tile_solidity;
        let is_area = |shape: &MapObject| !matches!(shape.shape, ObjectShape::Point | ObjectShape::Text(_));
        let by_shapes = match solidity {
            TileSolidity::Shapes => true,
            TileSolidity::ShapesOrPixels => shapes.iter().any(is_area),
            TileSolidity::Pixels | TileSolidity::Cells => false,
        };
        let lacks_shapes = fault.is_some() && solidity != TileSolidity::Pixels;
        if let Some(fault) = fault {
            tiles.faults.add_tile(id, fault);
        }
        let mask = match pixels {
            _ if is_free => SolidityMap::new(size.x, size.y),
            _ if solidity == TileSolidity::Cells => SolidityMap::from_fn(size.x, size.y, |_, _| true),
            _ if lacks_shapes => return Ok(()),
            _ if by_shapes && set.has_isometric_grid && !shapes.is_empty() => {
                let what = "the collision shapes of a tile set with an isometric grid";
                let kind = LoadErrorKind::not_supported(what, "set the set's Orientation to orthogonal in Tiled");
                tiles.faults.add_tile(id, fail(kind));
                return Ok(());
            }
            _ if by_shapes => {
                let drawn = shape_mask(&shapes, size, &sampler.fit(), self.options.line_width, &mut self.steps);
                drawn.map_err(fail)?
            }
            None => return Ok(()),
            Some(_) => sampler.mask(self.options.rule),
        };
        let properties = own.map(|tile| &tile.properties);
        sampler.add_to(&mut tiles.built, id, mask, properties, self.options.keep_images);
        tiles.built.set_shapes(id, shapes);
        Ok(())
    }
}

/// Creates an error at the reference to an image. `tile` is the id of the tile that has the image.
fn image_error(raw: &RawMap, image: RawImage, set: &RawSet, tile: Option<u32>, kind: LoadErrorKind) -> LoadError {
    let reference = &raw.images[image.reference].file;
    raw.documents[reference.document].error(reference.at, kind).within(element_of(set, tile))
}

/// A tile set whose tiles are being built.
struct PendingTileSet<'s> {
    set: &'s RawSet,
    sizing: TileSizing,
    /// The set's offset, scaled like its tiles.
    offset: Option<IVec2>,
    built: TileSet,
    faults: SetFaults,
}

/// Returns the part of an image that a tile shows. Without a width or a height it extends to the image's edge.
fn image_part((corner, sides): (IVec2, IVec2), size: UVec2) -> Result<Rect, LoadErrorKind> {
    let (size, IVec2 { x, y }) = (size.as_ivec2(), corner);
    let side = |start: i32, length: i32, whole: i32| if length == 0 { whole.saturating_sub(start) } else { length };
    let (width, height) = (side(x, sides.x, size.x), side(y, sides.y, size.y));
    let inside = |start: i32, length: i32, whole: i32| {
        start >= 0 && length > 0 && start.checked_add(length).is_some_and(|end| end <= whole)
    };
    match inside(x, width, size.x) && inside(y, height, size.y) {
        true => Ok(Rect::new(ivec2(x, y), ivec2(x + width, y + height))),
        false => {
            let (part, whole) = (format!("{x},{y} {width}x{height}"), format!("{}x{}", size.x, size.y));
            let detail = format!("the tile's part of the image ({part}) is not inside the image's {whole} pixels");
            Err(LoadErrorKind::content(detail, "correct it in Tiled"))
        }
    }
}
