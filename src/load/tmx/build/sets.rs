//! Tile sets: the masks and the images of their tiles.

use super::shapes::{MaskSource, shape_mask};
use crate::geometry::Rect;
use crate::load::error::shortened;
use crate::load::limits::{Budget, Count};
use crate::load::picture::pixels::DecodedImage;
use crate::load::picture::tile_sampler::{TileSampler, TileSizing};
use crate::load::tmx::model::{ImageSource, RawImage, RawMap, RawSet, RawTile};
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadLimits, LoadOptions};
use crate::solidity::SolidityMap;
use crate::tile::{CountedLimit, TileSet};
use glam::{IVec2, UVec2, ivec2};
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

/// The tile sets of several maps, such as those of a world, and their totals for the limits.
pub(in crate::load) struct SetCache {
    /// The sets in files of their own, by their paths and the sizes of the maps' cells.
    by_file: HashMap<(PathBuf, UVec2), Arc<TileSet>>,
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
    pub(super) fn build(&mut self) -> Result<Vec<Arc<TileSet>>, LoadError> {
        self.cache.images.clear();
        let mut in_map = HashSet::new();
        let mut built = Vec::with_capacity(self.raw.sets.len());
        for reference in &self.raw.sets {
            let key = reference.file.map(|file| (self.raw.set_files.files[file].path.clone(), self.raw.cell));
            let tiles = match key.as_ref().and_then(|key| self.cache.by_file.get(key)).map(Arc::clone) {
                Some(tiles) => {
                    if in_map.contains(&reference.file) {
                        let claimed = self.cache.budget.take(Count::Tiles, tiles.len() as u64);
                        claimed.map_err(|kind| LoadError::new(&self.raw.documents[0].path, kind))?;
                    } else {
                        let own_images = reference.set.tiles.values().filter_map(|tile| tile.image);
                        let images = reference.set.image.into_iter().chain(own_images);
                        self.cache
                            .images
                            .extend(images.map(|image| self.raw.images[image.reference].file.path.clone()));
                    }
                    tiles
                }
                None => Arc::new(self.tile_set(&reference.set, reference.set.sizing)?),
            };
            in_map.insert(reference.file);
            if let Some(key) = key {
                self.cache.by_file.entry(key).or_insert_with(|| Arc::clone(&tiles));
            }
            built.push(tiles);
        }
        Ok(built)
    }

    /// Builds a set that is scaled to the grid once more without scaling, for objects. No map has cells of size 0, so
    /// the cache keeps it under that size.
    pub(super) fn unscaled(&mut self, index: u16) -> Result<Arc<TileSet>, LoadError> {
        let reference = &self.raw.sets[usize::from(index)];
        let key = reference.file.map(|file| (self.raw.set_files.files[file].path.clone(), UVec2::ZERO));
        if let Some(tiles) = key.as_ref().and_then(|key| self.cache.by_file.get(key)) {
            return Ok(Arc::clone(tiles));
        }
        let tiles = Arc::new(self.tile_set(&reference.set, TileSizing::Own)?);
        if let Some(key) = key {
            self.cache.by_file.insert(key, Arc::clone(&tiles));
        }
        Ok(tiles)
    }

    fn tile_set(&mut self, set: &RawSet, sizing: TileSizing) -> Result<TileSet, LoadError> {
        let element = format!("tile set '{}'", shortened(&set.name));
        let built = TileSet::new(set.name.clone(), IVec2::ZERO);
        let mut tiles = PendingTileSet { set, sizing, offset: None, built };
        match set.image {
            Some(image) => self.sheet(image, &mut tiles, &element)?,
            None => self.collection(&mut tiles, &element)?,
        }
        tiles.built.offset = tiles.offset.unwrap_or(set.offset);
        Ok(tiles.built)
    }

    /// Adds the tiles that are cut from one image. As in Tiled, the image's size determines their number.
    fn sheet(&mut self, image: RawImage, tiles: &mut PendingTileSet<'_>, element: &str) -> Result<(), LoadError> {
        let pixels = self.decode(image, element)?;
        let set = tiles.set;
        let fitting = |length: u32, side: u32| -> u32 {
            let room = length.checked_sub(set.margin).and_then(|room| room.checked_sub(side));
            room.map_or(0, |room| (u64::from(room) / (u64::from(side) + u64::from(set.spacing))) as u32 + 1)
        };
        let tile = set.tile_size;
        let (columns, rows) = (fitting(pixels.size.x, tile.x), fitting(pixels.size.y, tile.y));
        // Positions in the image fit into an `i32`, but spacing alone may not.
        let start = |index: u32, side: u32| {
            let stride = u64::from(side) + u64::from(set.spacing);
            (u64::from(set.margin) + u64::from(index) * stride) as i32
        };
        for row in 0..rows {
            for column in 0..columns {
                let corner = ivec2(start(column, tile.x), start(row, tile.y));
                let part = Rect::from_size(corner, tile);
                let added = self.add_tile(tiles, row * columns + column, &pixels, part);
                added.map_err(|kind| self.fail(image, element, kind))?;
            }
        }
        Ok(())
    }

    /// Adds the tiles that have their own images, or parts of images.
    fn collection(&mut self, tiles: &mut PendingTileSet<'_>, element: &str) -> Result<(), LoadError> {
        let own_images = |(id, tile): (&u32, &RawTile)| tile.image.map(|image| (*id, image, tile.part));
        let mut images: Vec<_> = tiles.set.tiles.iter().filter_map(own_images).collect();
        // Tiles are sorted by image, so that each image is decoded once and only one is in memory.
        let file = |image: &RawImage| {
            let source = &self.raw.images[image.reference];
            (&source.file.path, source.inside.is_some().then_some(image.reference))
        };
        images.sort_by(|(id, image, _), (other_id, other, _)| file(image).cmp(&file(other)).then(id.cmp(other_id)));
        let mut held: Option<(RawImage, DecodedImage)> = None;
        for (id, image, part) in images {
            let element = format!("tile {id} of {element}");
            let mut pixels = match held.take() {
                Some((other, pixels)) if file(&other) == file(&image) => pixels,
                _ => self.decode(image, &element)?,
            };
            pixels.color_key = image.key;
            let added = image_part(part, &pixels).and_then(|part| self.add_tile(tiles, id, &pixels, part));
            added.map_err(|kind| self.fail(image, &element, kind))?;
            held = Some((image, pixels));
        }
        Ok(())
    }

    /// Creates an error at the reference to an image.
    fn fail(&self, image: RawImage, element: &str, kind: LoadErrorKind) -> LoadError {
        let reference = &self.raw.images[image.reference].file;
        self.raw.documents[reference.document].error(reference.at, kind).within(element)
    }

    /// Reads and decodes an image.
    fn decode(&mut self, image: RawImage, element: &str) -> Result<DecodedImage, LoadError> {
        let ImageSource { file: reference, inside } = &self.raw.images[image.reference];
        let referencing_file = &self.raw.documents[reference.document];
        let limits = &self.options.limits;
        let referenced = |error: LoadError| {
            error.referenced_by(&referencing_file.path, referencing_file.position(reference.at), element)
        };
        let mut pixels = match inside {
            None => DecodedImage::read(&reference.path, self.reader, limits).map_err(referenced),
            Some(bytes) => DecodedImage::decode(&reference.path, bytes, limits)
                .map_err(|error| self.fail(image, element, error.kind().clone())),
        }?;
        let claimed = self.cache.budget.take(Count::ImagePixels, pixels.rect().area());
        claimed.map_err(|kind| self.fail(image, element, kind))?;
        pixels.color_key = image.key;
        Ok(pixels)
    }

    /// Adds a tile that shows a part of an image.
    fn add_tile(
        &mut self,
        tiles: &mut PendingTileSet<'_>,
        id: u32,
        image: &DecodedImage,
        part: Rect,
    ) -> Result<(), LoadErrorKind> {
        let set = tiles.set;
        let sampler = TileSampler::new(image, part, tiles.sizing, self.raw.cell);
        let size = sampler.size;
        self.cache.budget.take_tile(size)?;
        let offset = sampler.offset(set.offset);
        if *tiles.offset.get_or_insert(offset) != offset {
            let what = "an offset of tiles that are scaled to the grid by different amounts";
            let remedy = "give the tiles of the set one size, or set its drawing offset to 0";
            return Err(LoadErrorKind::not_supported(what, remedy));
        }
        let own = set.tiles.get(&id);
        let shapes = own.map(|tile| tile.build_shapes(self.raw, &mut self.repeated)).transpose()?.unwrap_or_default();
        let mask = match MaskSource::new(self.options.tile_solidity, &shapes) {
            _ if own.and_then(|tile| tile.settings.solid).or(set.settings.solid) == Some(false) => {
                SolidityMap::new(size.x, size.y)
            }
            MaskSource::Whole => SolidityMap::from_fn(size.x, size.y, |_, _| true),
            MaskSource::Pixels => sampler.mask(self.options.rule),
            MaskSource::Shapes if set.has_isometric_grid && !shapes.is_empty() => {
                let what = "the collision shapes of a tile set with an isometric grid";
                return Err(LoadErrorKind::not_supported(what, "set the set's Orientation to orthogonal in Tiled"));
            }
            MaskSource::Shapes => shape_mask(&shapes, size, &sampler.fit(), self.options.line_width, &mut self.steps)?,
        };
        let properties = own.map(|tile| &tile.properties);
        sampler.add_to(&mut tiles.built, id, mask, properties, self.options.keep_images);
        tiles.built.set_shapes(id, shapes);
        Ok(())
    }
}

/// A tile set whose tiles are being built.
struct PendingTileSet<'s> {
    set: &'s RawSet,
    sizing: TileSizing,
    /// The set's offset, scaled like its tiles.
    offset: Option<IVec2>,
    built: TileSet,
}

/// Returns the part of an image that a tile shows. Without a width or a height it extends to the image's edge.
fn image_part((corner, sides): (IVec2, IVec2), image: &DecodedImage) -> Result<Rect, LoadErrorKind> {
    let (size, IVec2 { x, y }) = (image.size.as_ivec2(), corner);
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
