//! Tile sets: parsing, and the masks and images of their tiles.

use super::properties::{TILE_SETTINGS, solid_of};
use super::raw::{DocumentParser, ImageReference, RawMap, RawSet, claim};
use super::xml::XmlTag;
use crate::geometry::Rect;
use crate::load::error::shortened;
use crate::load::png::{DecodedImage, TileSampler, TileSizing};
use crate::load::reader::{read_file, resolve};
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadOptions};
use crate::solidity::SolidityMap;
use crate::tile::{Properties, TileImage, TileSet};
use glam::{DVec2, IVec2, UVec2, dvec2, ivec2, uvec2};
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use tiled::{FillMode, Image, ImageRect, TileId, TileRenderSize, Tileset};

/// The expected value of a number of pixels, for errors.
const PIXELS: &str = "a number of pixels, 0 or more";

impl<'d> DocumentParser<'d, '_> {
    /// Parses the file of a tile set: the reduced document, and the rest.
    pub(super) fn tile_set_file(mut self) -> Result<(Vec<u8>, RawSet), LoadError> {
        let tag = self.root("tileset", "tile set")?;
        let set = self.tile_set(&tag, None)?;
        self.end()?;
        Ok((self.writer.into_bytes(), set))
    }

    /// Parses a tile set.
    pub(super) fn tile_set(&mut self, tag: &XmlTag<'d>, first_gid: Option<u32>) -> Result<RawSet, LoadError> {
        let name = tag.attribute("name")?.unwrap_or_default();
        let element = format!("tile set '{}'", shortened(&name));
        self.tile_set_within(tag, name, first_gid).map_err(|error| error.within(element))
    }

    fn tile_set_within(&mut self, tag: &XmlTag<'d>, name: String, first_gid: Option<u32>) -> Result<RawSet, LoadError> {
        let tile_count = tag.number::<u32>("tilecount", "a number of tiles, 0 or more")?;
        let (declared, limit) = (u64::from(tile_count.unwrap_or(0)), self.limits.tiles);
        claim(&mut self.raw.claims.tiles, declared, limit, |tiles| LoadErrorKind::TooManyTiles { tiles, limit })
            .map_err(|kind| tag.error(kind))?;
        let side = |name| tag.number::<u32>(name, PIXELS).map(|side| side.unwrap_or(0));
        let (width, height) = (side("tilewidth")?, side("tileheight")?);
        let attributes = [
            ("firstgid", first_gid.map(|gid| gid.to_string())),
            ("name", Some(name)),
            // `tiled` allocates what these claim. The image tells the real numbers.
            ("tilecount", Some("0".to_owned())),
            ("columns", Some("1".to_owned())),
            ("tilewidth", Some(width.to_string())),
            ("tileheight", Some(height.to_string())),
            ("margin", Some(side("margin")?.to_string())),
            ("spacing", Some(side("spacing")?.to_string())),
            ("tilerendersize", one_of(tag, "tilerendersize", &["tile", "grid"], "tile or grid")?),
            (
                "fillmode",
                one_of(tag, "fillmode", &["stretch", "preserve-aspect-fit"], "stretch or preserve-aspect-fit")?,
            ),
        ];
        let anchor = anchor(tag)?;
        let mut properties = BTreeMap::new();
        self.writer.open("tileset", &attributes);
        while let Some(child) = self.walker.child()? {
            match () {
                () if child.is("image") => {
                    for (side, name) in [(width, "tilewidth"), (height, "tileheight")] {
                        if side == 0 {
                            return Err(tag.wrong(name, "0", "a number of pixels above 0"));
                        }
                    }
                    self.image(&child)?;
                }
                () if child.is("tile") => {
                    let (id, own) = self.tile(&child)?;
                    if !own.is_empty() {
                        properties.insert(id, own);
                    }
                }
                () if child.is("properties") => drop(self.properties(TILE_SETTINGS)?),
                () if child.is("tileoffset") => {
                    let side =
                        |name| child.number::<i32>(name, "a whole number of pixels").map(Option::unwrap_or_default);
                    let (x, y) = (side("x")?, side("y")?);
                    self.writer.empty("tileoffset", &[("x", Some(x.to_string())), ("y", Some(y.to_string()))]);
                    self.walker.skip()?;
                }
                () => self.walker.skip()?,
            }
        }
        self.writer.close("tileset");
        Ok(RawSet { tile_count, anchor, properties: Arc::new(properties) })
    }

    /// Parses a tile with an element of its own: its id and its custom properties.
    fn tile(&mut self, tag: &XmlTag<'d>) -> Result<(u32, Properties), LoadError> {
        let id: u32 = tag.required("id", "a tile's id")?;
        let limit = self.limits.tiles;
        claim(&mut self.raw.claims.tile_elements, 1, limit, |tiles| LoadErrorKind::TooManyTiles { tiles, limit })
            .map_err(|kind| tag.error(kind))?;
        let side = |name| Ok(tag.number::<i32>(name, "a number of pixels")?.map(|side| side.to_string()));
        let part = [("x", side("x")?), ("y", side("y")?), ("width", side("width")?), ("height", side("height")?)];
        let [x, y, width, height] = part;
        let mut properties = Properties::default();
        self.writer.open("tile", &[("id", Some(id.to_string())), x, y, width, height]);
        while let Some(child) = self.walker.child()? {
            match () {
                () if child.is("image") => self.image(&child)?,
                () if child.is("properties") => properties = self.properties(TILE_SETTINGS)?,
                // An animated tile is solid like its own image. Collision shapes are not read, and `tiled`
                // would follow their templates forever where those reference each other.
                () => self.walker.skip()?,
            }
        }
        self.writer.close("tile");
        Ok((id, properties))
    }

    /// Parses the reference to an image.
    fn image(&mut self, tag: &XmlTag<'d>) -> Result<(), LoadError> {
        let Some(source) = tag.attribute("source")? else {
            let what = "an image inside the file".to_owned();
            let remedy = "save it as a PNG of its own and choose that in Tiled";
            return Err(tag.error(LoadErrorKind::NotSupported { what, remedy }));
        };
        let key = tag.attribute("trans")?.filter(|key| !key.is_empty());
        if let Some(key) = &key {
            let digits = key.strip_prefix('#').unwrap_or(key);
            if !matches!(digits.len(), 6 | 8) || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
                return Err(tag.wrong("trans", key, "a color such as #ff00ff"));
            }
        }
        let (tiles, limit) = (self.raw.images.len() as u64 + 1, self.limits.tiles.saturating_add(1 << 16));
        if tiles > limit {
            return Err(tag.error(LoadErrorKind::TooManyTiles { tiles, limit }));
        }
        let path = resolve(&self.document.path, &source);
        let attributes = [
            ("source", Some(self.raw.images.len().to_string())),
            ("trans", key),
            // `tiled` requires both, but the image tells the real numbers.
            ("width", Some("0".to_owned())),
            ("height", Some("0".to_owned())),
        ];
        self.writer.empty("image", &attributes);
        self.raw.images.push(ImageReference { path, document: self.index, at: tag.at });
        self.walker.skip()
    }
}

/// Parses the anchor of objects that are tiles, in fractions of their size; bottom left by default, as in Tiled.
fn anchor(tag: &XmlTag<'_>) -> Result<DVec2, LoadError> {
    const EXPECTED: &str = "unspecified, center, or a side or corner such as top or bottomleft";
    let Some(name) = tag.attribute("objectalignment")? else { return Ok(dvec2(0.0, 1.0)) };
    Ok(match name.as_str() {
        "topleft" => dvec2(0.0, 0.0),
        "top" => dvec2(0.5, 0.0),
        "topright" => dvec2(1.0, 0.0),
        "left" => dvec2(0.0, 0.5),
        "center" => dvec2(0.5, 0.5),
        "right" => dvec2(1.0, 0.5),
        "unspecified" | "bottomleft" => dvec2(0.0, 1.0),
        "bottom" => dvec2(0.5, 1.0),
        "bottomright" => dvec2(1.0, 1.0),
        _ => return Err(tag.wrong("objectalignment", &name, EXPECTED)),
    })
}

/// Returns the value of an attribute with a fixed list of values.
fn one_of(
    tag: &XmlTag<'_>,
    name: &'static str,
    values: &[&str],
    expected: &'static str,
) -> Result<Option<String>, LoadError> {
    match tag.attribute(name)? {
        Some(value) if !values.contains(&value.as_str()) => Err(tag.wrong(name, &value, expected)),
        value => Ok(value),
    }
}

/// The builder of a map's tile sets, from what `tiled` read and from the images.
pub(super) struct TileSetBuilder<'a> {
    pub(super) raw: &'a RawMap,
    pub(super) reader: &'a dyn AssetReader,
    pub(super) options: &'a LoadOptions,
    /// The size of the map's cells.
    pub(super) cell: UVec2,
    /// The pixels and tiles so far, for the limits.
    pub(super) image_pixels: u64,
    pub(super) tile_pixels: u64,
    pub(super) tiles: u64,
}

impl TileSetBuilder<'_> {
    /// Builds the map's tile sets in order; a file that is referenced twice is built once.
    pub(super) fn build(&mut self, sets: &[Arc<Tileset>]) -> Result<Vec<TileSet>, LoadError> {
        let mut by_document: HashMap<usize, TileSet> = HashMap::new();
        let mut built = Vec::with_capacity(sets.len());
        for (set, reference) in sets.iter().zip(&self.raw.sets) {
            let tiles = match by_document.get(&reference.document) {
                Some(tiles) => {
                    // A clone shares the tiles, but has its own list.
                    let (more, limit) = (tiles.len() as u64, self.options.limits.tiles);
                    claim(&mut self.tiles, more, limit, |tiles| LoadErrorKind::TooManyTiles { tiles, limit })
                        .map_err(|kind| LoadError::new(&self.raw.documents[0].path, kind))?;
                    tiles.clone()
                }
                None => self.tile_set(set, &reference.set)?,
            };
            if reference.document != 0 {
                by_document.entry(reference.document).or_insert_with(|| tiles.clone());
            }
            built.push(tiles);
        }
        Ok(built)
    }

    fn tile_set(&mut self, set: &Tileset, raw: &RawSet) -> Result<TileSet, LoadError> {
        let element = format!("tile set '{}'", shortened(&set.name));
        let sizing = match (set.tile_render_size, set.fill_mode) {
            (TileRenderSize::Tile, _) => TileSizing::Own,
            (TileRenderSize::Grid, FillMode::Stretch) => TileSizing::Stretch(self.cell),
            (TileRenderSize::Grid, FillMode::PreserveAspectFit) => TileSizing::Fit(self.cell),
        };
        let mut tiles = PendingTileSet { set, sizing, offset: None, tiles: Vec::new() };
        match &set.image {
            Some(image) => self.sheet(image, &mut tiles, &element)?,
            None => self.collection(&mut tiles, &element)?,
        }
        let mut built = TileSet::new(set.name.clone(), tiles.offset.unwrap_or(ivec2(set.offset_x, set.offset_y)));
        for (id, mask, image) in tiles.tiles {
            built.insert(id, mask);
            if let Some(image) = image {
                built.set_image(id, image);
            }
            if let Some(properties) = raw.properties.get(&id) {
                built.set_properties(id, properties.clone());
            }
        }
        Ok(built)
    }

    /// Adds the tiles that are cut from one image. As in Tiled, the image's size determines their number.
    fn sheet(&mut self, image: &Image, tiles: &mut PendingTileSet<'_>, element: &str) -> Result<(), LoadError> {
        let pixels = self.decode(image, element)?;
        let set = tiles.set;
        let fitting = |length: u32, side: u32| -> u32 {
            let room = length.checked_sub(set.margin).and_then(|room| room.checked_sub(side));
            room.map_or(0, |room| (u64::from(room) / (u64::from(side) + u64::from(set.spacing))) as u32 + 1)
        };
        let columns = fitting(pixels.size.x, set.tile_width);
        let rows = fitting(pixels.size.y, set.tile_height);
        let tile = uvec2(set.tile_width, set.tile_height);
        // What fits into the image fits into an `i32`; spacing alone may not.
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
        let set = tiles.set;
        let mut images: Vec<(TileId, Image, Option<ImageRect>)> = Vec::new();
        for (id, tile) in set.tiles() {
            images.extend(tile.image.clone().map(|image| (id, image, tile.image_rect)));
        }
        // Tiles of one image come together, so that each image is decoded once and only one is held.
        let path = |image: &Image| &self.reference(image).path;
        images.sort_by(|(id, image, _), (other_id, other, _)| path(image).cmp(path(other)).then(id.cmp(other_id)));
        let mut held: Option<(&Image, DecodedImage)> = None;
        for (id, image, part) in &images {
            let element = format!("tile {id} of {element}");
            let mut pixels = match held.take() {
                Some((other, pixels)) if self.reference(other).path == self.reference(image).path => pixels,
                _ => self.decode(image, &element)?,
            };
            pixels.color_key = color_key(image);
            let added = image_part(*part, &pixels).and_then(|part| self.add_tile(tiles, *id, &pixels, part));
            added.map_err(|kind| self.fail(image, &element, kind))?;
            held = Some((image, pixels));
        }
        Ok(())
    }

    /// Returns the reference that an image's source stands for in a reduced document.
    fn reference(&self, image: &Image) -> &ImageReference {
        let index: Option<usize> = image.source.to_str().and_then(|source| source.parse().ok());
        &self.raw.images[index.expect("reduced documents reference images by index")]
    }

    /// Creates an error at the reference to an image.
    fn fail(&self, image: &Image, element: &str, kind: LoadErrorKind) -> LoadError {
        let reference = self.reference(image);
        self.raw.documents[reference.document].error(reference.at, kind).within(element)
    }

    /// Reads and decodes an image.
    fn decode(&mut self, image: &Image, element: &str) -> Result<DecodedImage, LoadError> {
        let reference = self.reference(image);
        let referrer = &self.raw.documents[reference.document];
        let limits = &self.options.limits;
        let referenced =
            |error: LoadError| error.referenced_by(&referrer.path, referrer.position(reference.at), element);
        let bytes = read_file(self.reader, &reference.path, limits).map_err(referenced)?;
        let mut pixels = DecodedImage::decode(&reference.path, &bytes, limits).map_err(referenced)?;
        let limit = limits.map_pixels;
        claim(&mut self.image_pixels, pixels.rect().area(), limit, |_| LoadErrorKind::TooManyPixels { limit })
            .map_err(|kind| self.fail(image, element, kind))?;
        pixels.color_key = color_key(image);
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
        let (set, limits) = (tiles.set, &self.options.limits);
        let sampler = TileSampler::new(image, part, tiles.sizing);
        let size = sampler.size;
        let limit = limits.tiles;
        claim(&mut self.tiles, 1, limit, |tiles| LoadErrorKind::TooManyTiles { tiles, limit })?;
        let pixels = u64::from(size.x).next_multiple_of(64) * u64::from(size.y);
        let (limit, most) = (limits.map_pixels, limits.map_pixels.min(SolidityMap::MAX_PIXELS));
        claim(&mut self.tile_pixels, pixels, most, |_| LoadErrorKind::TooManyPixels { limit })?;
        let offset = sampler.offset(ivec2(set.offset_x, set.offset_y));
        if *tiles.offset.get_or_insert(offset) != offset {
            let what = "an offset of tiles that are scaled to the grid by different amounts".to_owned();
            let remedy = "give the tiles of the set one size, or set its drawing offset to 0";
            return Err(LoadErrorKind::NotSupported { what, remedy });
        }
        let own = set.get_tile(id).and_then(|tile| solid_of(&tile.properties));
        let mask = match own.or_else(|| solid_of(&set.properties)) {
            Some(false) => SolidityMap::new(size.x, size.y),
            _ => sampler.mask(self.options.rule),
        };
        let image = if self.options.keep_images { sampler.image() } else { None };
        tiles.tiles.push((id, mask, image));
        Ok(())
    }
}

/// A tile set whose tiles are being built.
struct PendingTileSet<'s> {
    set: &'s Tileset,
    sizing: TileSizing,
    /// The set's offset, scaled like its tiles.
    offset: Option<IVec2>,
    tiles: Vec<(u32, SolidityMap, Option<TileImage>)>,
}

fn color_key(image: &Image) -> Option<[u8; 3]> {
    image.transparent_colour.map(|key| [key.red, key.green, key.blue])
}

/// Returns the part of an image that a tile shows; without a width or a height it extends to the image's edge.
fn image_part(part: Option<ImageRect>, image: &DecodedImage) -> Result<Rect, LoadErrorKind> {
    let size = image.size.as_ivec2();
    let Some(ImageRect { x, y, width, height }) = part else { return Ok(image.rect()) };
    let side = |start: i32, length: i32, whole: i32| if length == 0 { whole.saturating_sub(start) } else { length };
    let (width, height) = (side(x, width, size.x), side(y, height, size.y));
    let inside = |start: i32, length: i32, whole: i32| {
        start >= 0 && length > 0 && start.checked_add(length).is_some_and(|end| end <= whole)
    };
    match inside(x, width, size.x) && inside(y, height, size.y) {
        true => Ok(Rect::new(ivec2(x, y), ivec2(x + width, y + height))),
        false => Err(LoadErrorKind::PartOutsideImage {
            part: format!("{x},{y} {width}x{height}"),
            width: image.size.x,
            height: image.size.y,
        }),
    }
}
