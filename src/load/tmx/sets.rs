use super::found::{ImageReference, RawSet};
use super::placement::{Placement, Sizing};
use super::preflight::Preflight;
use crate::geometry::Rect;
use crate::load::error::shortened;
use crate::load::pixels::Pixels;
use crate::load::reader::read_file;
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadOptions, png};
use crate::solidity::SolidityMap;
use crate::tile::TileSet;
use glam::{IVec2, UVec2, ivec2, uvec2};
use std::collections::HashMap;
use tiled::{FillMode, Image, ImageRect, PropertyValue, TileId, TileRenderSize, Tileset};

/// Makes the tile sets of a map from what `tiled` says of them and from their pictures.
pub(super) struct SetBuilder<'a> {
    pub(super) preflight: &'a Preflight,
    pub(super) reader: &'a dyn AssetReader,
    pub(super) options: &'a LoadOptions,
    /// The size of the map's cells.
    pub(super) cell: UVec2,
    /// What the pictures and the tiles of the sets so far have, which the limits bound.
    pub(super) image_pixels: u64,
    pub(super) tile_pixels: u64,
    pub(super) tiles: u64,
}

impl SetBuilder<'_> {
    /// The map's tile sets in its order; one that it names twice is made once.
    pub(super) fn build(&mut self, sets: &[std::sync::Arc<Tileset>]) -> Result<Vec<TileSet>, LoadError> {
        let mut made: HashMap<usize, TileSet> = HashMap::new();
        let mut built = Vec::with_capacity(sets.len());
        for (set, reference) in sets.iter().zip(&self.preflight.sets) {
            let tiles = match made.get(&reference.document) {
                Some(tiles) => {
                    // A copy shares the tiles, but has a list of its own.
                    self.tiles += tiles.len() as u64;
                    let (tiles_so_far, limit) = (self.tiles, self.options.limits.tiles);
                    if tiles_so_far > limit {
                        let kind = LoadErrorKind::TooManyTiles { tiles: tiles_so_far, limit };
                        return Err(LoadError::new(&self.preflight.documents[0].path, kind));
                    }
                    tiles.clone()
                }
                None => self.tile_set(set, &reference.set)?,
            };
            if reference.document != 0 {
                made.entry(reference.document).or_insert_with(|| tiles.clone());
            }
            built.push(tiles);
        }
        Ok(built)
    }

    fn tile_set(&mut self, set: &Tileset, raw: &RawSet) -> Result<TileSet, LoadError> {
        let place = format!("tile set '{}'", shortened(&set.name));
        let sizing = match (set.tile_render_size, set.fill_mode) {
            (TileRenderSize::Tile, _) => Sizing::Own,
            (TileRenderSize::Grid, FillMode::Stretch) => Sizing::Stretch(self.cell),
            (TileRenderSize::Grid, FillMode::PreserveAspectFit) => Sizing::Fit(self.cell),
        };
        let mut tiles = Tiles { set, sizing, offset: None, laid: Vec::new() };
        match &set.image {
            Some(image) => self.sheet(image, &mut tiles, &place)?,
            None => self.collection(&mut tiles, &place)?,
        }
        let mut made = TileSet::new(set.name.clone(), tiles.offset.unwrap_or(ivec2(set.offset_x, set.offset_y)));
        for (id, mask, picture) in tiles.laid {
            made.insert(id, mask);
            if let Some(picture) = picture {
                made.set_image(id, picture);
            }
            if let Some(properties) = raw.properties.get(&id) {
                made.set_properties(id, properties.clone());
            }
        }
        Ok(made)
    }

    /// A set whose tiles are cut from one picture. As in Tiled, the picture says how many they are.
    fn sheet(&mut self, image: &Image, tiles: &mut Tiles<'_>, place: &str) -> Result<(), LoadError> {
        let pixels = self.picture(image, place)?;
        let set = tiles.set;
        let fitting = |length: u32, side: u32| -> u32 {
            let room = length.checked_sub(set.margin).and_then(|room| room.checked_sub(side));
            room.map_or(0, |room| (u64::from(room) / (u64::from(side) + u64::from(set.spacing))) as u32 + 1)
        };
        let columns = fitting(pixels.size.x, set.tile_width);
        let rows = fitting(pixels.size.y, set.tile_height);
        let tile = uvec2(set.tile_width, set.tile_height);
        // What fits into the picture fits into a number; spacing alone need not.
        let start = |place: u32, side: u32| {
            let stride = u64::from(side) + u64::from(set.spacing);
            (u64::from(set.margin) + u64::from(place) * stride) as i32
        };
        for row in 0..rows {
            for column in 0..columns {
                let corner = ivec2(start(column, tile.x), start(row, tile.y));
                let part = Rect::from_size(corner, tile);
                let laid = self.lay(tiles, row * columns + column, &pixels, part);
                laid.map_err(|kind| self.fail(image, place, kind))?;
            }
        }
        Ok(())
    }

    /// A set whose tiles have pictures of their own, or parts of pictures.
    fn collection(&mut self, tiles: &mut Tiles<'_>, place: &str) -> Result<(), LoadError> {
        let set = tiles.set;
        let mut pictures: Vec<(TileId, Image, Option<ImageRect>)> = Vec::new();
        for (id, tile) in set.tiles() {
            pictures.extend(tile.image.clone().map(|image| (id, image, tile.image_rect)));
        }
        // Tiles of one picture come together, so that each is decoded once and only one is held.
        let path = |image: &Image| &self.reference(image).path;
        pictures.sort_by(|(id, image, _), (other_id, other, _)| path(image).cmp(path(other)).then(id.cmp(other_id)));
        let mut held: Option<(&Image, Pixels)> = None;
        for (id, image, part) in &pictures {
            let place = format!("tile {id} of {place}");
            let mut pixels = match held.take() {
                Some((other, pixels)) if self.reference(other).path == self.reference(image).path => pixels,
                _ => self.picture(image, &place)?,
            };
            pixels.key = key(image);
            let laid = part_of(*part, &pixels).and_then(|part| self.lay(tiles, *id, &pixels, part));
            laid.map_err(|kind| self.fail(image, &place, kind))?;
            held = Some((image, pixels));
        }
        Ok(())
    }

    /// The picture that the slim document means by this source.
    fn reference(&self, image: &Image) -> &ImageReference {
        let number: Option<usize> = image.source.to_str().and_then(|source| source.parse().ok());
        &self.preflight.pictures[number.expect("slim documents number their pictures")]
    }

    /// A fault that belongs to where a picture is named.
    fn fail(&self, image: &Image, place: &str, kind: LoadErrorKind) -> LoadError {
        let reference = self.reference(image);
        self.preflight.documents[reference.document].error(reference.at, kind).within(place)
    }

    /// Reads the picture and decodes it.
    fn picture(&mut self, image: &Image, place: &str) -> Result<Pixels, LoadError> {
        let reference = self.reference(image);
        let referrer = &self.preflight.documents[reference.document];
        let limits = &self.options.limits;
        let named = |error: LoadError| error.named_by(&referrer.path, referrer.position(reference.at), place);
        let bytes = read_file(self.reader, &reference.path, limits).map_err(named)?;
        let mut pixels = png::decode(&reference.path, &bytes, limits).map_err(named)?;
        self.image_pixels += pixels.rect().area();
        if self.image_pixels > limits.map_pixels {
            return Err(self.fail(image, place, LoadErrorKind::TooManyPixels { limit: limits.map_pixels }));
        }
        pixels.key = key(image);
        Ok(pixels)
    }

    /// Makes a tile of a part of a picture.
    fn lay(&mut self, tiles: &mut Tiles<'_>, id: u32, pixels: &Pixels, part: Rect) -> Result<(), LoadErrorKind> {
        let (set, limits) = (tiles.set, &self.options.limits);
        let placement = Placement::new(pixels, part, tiles.sizing);
        let size = placement.size();
        self.tiles += 1;
        self.tile_pixels += u64::from(size.x).next_multiple_of(64) * u64::from(size.y);
        if self.tiles > limits.tiles {
            return Err(LoadErrorKind::TooManyTiles { tiles: self.tiles, limit: limits.tiles });
        }
        if self.tile_pixels > limits.map_pixels.min(SolidityMap::MAX_PIXELS) {
            return Err(LoadErrorKind::TooManyPixels { limit: limits.map_pixels });
        }
        let offset = placement.offset(ivec2(set.offset_x, set.offset_y));
        if *tiles.offset.get_or_insert(offset) != offset {
            let what = "an offset of tiles that are scaled to the grid by different amounts".to_owned();
            let remedy = "give the tiles of the set one size, or set its drawing offset to 0";
            return Err(LoadErrorKind::NotSupported { what, remedy });
        }
        let own = set.get_tile(id).and_then(|tile| solid(&tile.properties));
        let mask = match own.or_else(|| solid(&set.properties)) {
            Some(false) => SolidityMap::new(size.x, size.y),
            _ => placement.mask(self.options.rule),
        };
        let picture = if self.options.keep_images { placement.picture() } else { None };
        tiles.laid.push((id, mask, picture));
        Ok(())
    }
}

/// The tiles of a set on their way.
struct Tiles<'s> {
    set: &'s Tileset,
    sizing: Sizing,
    /// The set's offset at the scale of its tiles.
    offset: Option<IVec2>,
    laid: Vec<(u32, SolidityMap, Option<crate::tile::TileImage>)>,
}

/// What custom properties say of solidity.
pub(super) fn solid(properties: &tiled::Properties) -> Option<bool> {
    match properties.get("solid") {
        Some(PropertyValue::BoolValue(solid)) => Some(*solid),
        _ => None,
    }
}

fn key(image: &Image) -> Option<[u8; 3]> {
    image.transparent_colour.map(|key| [key.red, key.green, key.blue])
}

/// The part of the picture that a tile shows; without a width or a height it goes on to the picture's edge.
fn part_of(part: Option<ImageRect>, pixels: &Pixels) -> Result<Rect, LoadErrorKind> {
    let size = pixels.size.as_ivec2();
    let Some(ImageRect { x, y, width, height }) = part else { return Ok(pixels.rect()) };
    let side = |start: i32, length: i32, whole: i32| if length == 0 { whole.saturating_sub(start) } else { length };
    let (width, height) = (side(x, width, size.x), side(y, height, size.y));
    let inside = |start: i32, length: i32, whole: i32| {
        start >= 0 && length > 0 && start.checked_add(length).is_some_and(|end| end <= whole)
    };
    match inside(x, width, size.x) && inside(y, height, size.y) {
        true => Ok(Rect::new(ivec2(x, y), ivec2(x + width, y + height))),
        false => Err(LoadErrorKind::PartOutsideImage {
            part: format!("{x},{y} {width}x{height}"),
            width: pixels.size.x,
            height: pixels.size.y,
        }),
    }
}
