//! Tile sets, and the references to their images.

use super::elements::MapElement;
use super::parser::DocumentParser;
use super::properties::TILE_SETTINGS;
use crate::load::error::{Limit, shortened};
use crate::load::limits::Count;
use crate::load::tmx::model::{RawImage, RawObject, RawSet, RawSizing, RawTile};
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::TileMapError;
use glam::{DVec2, dvec2, ivec2, uvec2};

/// The expected value of a number of pixels, for errors.
const PIXELS: &str = "a number of pixels, 0 or more";

impl<'d> DocumentParser<'d, '_> {
    /// Parses the file of a tile set.
    pub(super) fn tile_set_file(mut self) -> Result<RawSet, LoadError> {
        let tag = self.root("tileset", "tile set")?;
        let set = self.tile_set(&tag)?;
        self.end()?;
        Ok(set)
    }

    /// Parses a tile set.
    pub(super) fn tile_set(&mut self, tag: &MapElement<'d>) -> Result<RawSet, LoadError> {
        let name = tag.attribute("name")?.unwrap_or_default();
        let element = format!("tile set '{}'", shortened(&name));
        self.tile_set_within(tag, name).map_err(|error| error.within(element))
    }

    fn tile_set_within(&mut self, tag: &MapElement<'d>, name: String) -> Result<RawSet, LoadError> {
        let tile_count = tag.number::<u32>("tilecount", "a number of tiles, 0 or more")?.unwrap_or(0);
        self.raw.budget.take(Count::Tiles, tile_count.into()).map_err(|kind| tag.error(kind))?;
        let side = |name| tag.number::<u32>(name, PIXELS).map(|side| side.unwrap_or(0));
        let tile_size = uvec2(side("tilewidth")?, side("tileheight")?);
        let (margin, spacing) = (side("margin")?, side("spacing")?);
        let in_grid = one_of(tag, "tilerendersize", &["tile", "grid"], "tile or grid")? == Some(1);
        let fill = one_of(tag, "fillmode", &["stretch", "preserve-aspect-fit"], "stretch or preserve-aspect-fit")?;
        let sizing = match (in_grid, fill) {
            (false, _) => RawSizing::Own,
            (true, Some(1)) => RawSizing::Fit,
            (true, _) => RawSizing::Stretch,
        };
        let anchor = anchor(tag)?;
        let mut set = RawSet { name, tile_count, tile_size, margin, spacing, sizing, anchor, ..RawSet::default() };
        while let Some(child) = self.walker.child()? {
            match () {
                () if child.is("image") => {
                    for (side, name) in [(tile_size.x, "tilewidth"), (tile_size.y, "tileheight")] {
                        if side == 0 {
                            return Err(tag.wrong(name, "0", "a number of pixels above 0"));
                        }
                    }
                    set.image = Some(self.image(&child)?);
                }
                () if child.is("tile") => {
                    let (id, tile) = self.tile(&child)?;
                    set.tiles.insert(id, tile);
                }
                () if child.is("properties") => set.settings = self.properties(TILE_SETTINGS)?.1,
                () if child.is("tileoffset") => {
                    let side =
                        |name| child.number::<i32>(name, "a whole number of pixels").map(Option::unwrap_or_default);
                    set.offset = ivec2(side("x")?, side("y")?);
                    self.walker.skip()?;
                }
                () => self.walker.skip()?,
            }
        }
        Ok(set)
    }

    /// Parses a tile with an element of its own, and its id.
    fn tile(&mut self, tag: &MapElement<'d>) -> Result<(u32, RawTile), LoadError> {
        let id: u32 = tag.required("id", "a tile's id")?;
        self.raw.budget.take(Count::TileElements, 1).map_err(|kind| tag.error(kind))?;
        let side = |name| tag.number::<i32>(name, "a number of pixels").map(Option::unwrap_or_default);
        let part = (ivec2(side("x")?, side("y")?), ivec2(side("width")?, side("height")?));
        let mut tile = RawTile { part, ..RawTile::default() };
        while let Some(child) = self.walker.child()? {
            match () {
                () if child.is("image") => tile.image = Some(self.image(&child)?),
                () if child.is("properties") => (tile.properties, tile.settings) = self.properties(TILE_SETTINGS)?,
                () if child.is("objectgroup") => tile.shapes = self.collision_shapes(id)?,
                // An animated tile is solid like its own image.
                () => self.walker.skip()?,
            }
        }
        Ok((id, tile))
    }

    /// Parses the reference to an image.
    fn image(&mut self, tag: &MapElement<'d>) -> Result<RawImage, LoadError> {
        let Some(source) = tag.attribute("source")? else {
            let what = "an image inside the file".to_owned();
            let remedy = "save it as a PNG of its own and choose that in Tiled";
            return Err(tag.error(LoadErrorKind::NotSupported { what, remedy }));
        };
        let key = match tag.attribute("trans")?.filter(|key| !key.is_empty()) {
            Some(key) => Some(parse_key(&key).ok_or_else(|| tag.wrong("trans", &key, "a color such as #ff00ff"))?),
            None => None,
        };
        let (tiles, limit) = (self.raw.images.len() as u64 + 1, self.limits.tiles.saturating_add(1 << 16));
        if tiles > limit {
            return Err(tag.error(Limit::Tiles.exceeded(tiles, limit)));
        }
        let file = self.reference(tag, &source);
        self.raw.images.push(file);
        self.walker.skip()?;
        Ok(RawImage { reference: self.raw.images.len() - 1, key })
    }
}

/// Parses a transparent color such as `ff00ff`, `#ff00ff` or `#ffff00ff`, without its alpha.
fn parse_key(key: &str) -> Option<[u8; 3]> {
    let digits = key.strip_prefix('#').unwrap_or(key);
    if !matches!(digits.len(), 6 | 8) || !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let [_, red, green, blue] = u32::from_str_radix(digits, 16).ok()?.to_be_bytes();
    Some([red, green, blue])
}

/// Parses the anchor of objects that are tiles, in fractions of their size; bottom left by default, as in Tiled.
fn anchor(tag: &MapElement<'_>) -> Result<DVec2, LoadError> {
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

/// Returns which of some values an attribute has.
fn one_of(
    tag: &MapElement<'_>,
    name: &'static str,
    values: &[&str],
    expected: &'static str,
) -> Result<Option<usize>, LoadError> {
    let Some(value) = tag.attribute(name)? else { return Ok(None) };
    match values.iter().position(|known| *known == value) {
        Some(index) => Ok(Some(index)),
        None => Err(tag.wrong(name, &value, expected)),
    }
}

impl<'d> DocumentParser<'d, '_> {
    /// Parses the collision shapes of a tile, the open `<objectgroup>`. As in Tiled, its offset does not count.
    pub(super) fn collision_shapes(&mut self, tile: u32) -> Result<Vec<RawObject>, LoadError> {
        let mut shapes = Vec::new();
        while let Some(child) = self.walker.child()? {
            if child.is("object") {
                let shape = self.collision_shape(&child);
                shapes.push(shape.map_err(|error| error.within(format!("tile {tile}, a collision shape")))?);
            } else {
                self.walker.skip()?;
            }
        }
        Ok(shapes)
    }

    fn collision_shape(&mut self, tag: &MapElement<'d>) -> Result<RawObject, LoadError> {
        let id = tag.number("id", "a number, 0 or more")?.unwrap_or(0);
        let object = self.object(tag, id, true)?;
        // What a template supplies is checked once it is known.
        let is_valid = object.template.is_some() || object.clone().build_shape().is_none_or(|shape| shape.is_valid());
        if is_valid { Ok(object) } else { Err(tag.error(LoadErrorKind::Map(TileMapError::Object { id }))) }
    }
}
