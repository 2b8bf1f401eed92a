//! Tile sets, and the references to their images.

use super::cells::decode_base64;
use super::element::Element;
use super::objects::object_id;
use super::parser::DocumentParser;
use super::properties::{PropertyList, SettingsOf};
use crate::load::error::Limit;
use crate::load::limits::Count;
use crate::load::picture::pixels::hex_color;
use crate::load::picture::tile_sampler::TileSizing;
use crate::load::tmx::model::{ImageSource, RawImage, RawObject, RawSet, RawTile, add_properties};
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::TileMapError;
use glam::{DVec2, dvec2, ivec2, uvec2};

/// The default anchor of objects that are tiles.
pub(in crate::load::tmx) const BOTTOM_LEFT: DVec2 = dvec2(0.0, 1.0);

/// The expected value of a number of pixels, for errors.
const PIXELS: &str = "a number of pixels, 0 or more";

impl<'d> DocumentParser<'d, '_> {
    /// Reads the file of a tile set.
    pub(super) fn tile_set_file(&mut self) -> Result<RawSet, LoadError> {
        let tag = self.root("tileset", "a Tiled tile set")?;
        let set = self.tile_set(&tag)?;
        self.end()?;
        Ok(set)
    }

    pub(super) fn tile_set(&mut self, tag: &Element<'d>) -> Result<RawSet, LoadError> {
        let element = tag.title("tile set")?;
        self.tile_set_within(tag).map_err(|error| error.within(element))
    }

    fn tile_set_within(&mut self, tag: &Element<'d>) -> Result<RawSet, LoadError> {
        let mut set = self.tile_set_head(tag)?;
        let mut properties = PropertyList::new(SettingsOf::TileSet);
        let mut children = self.children(tag)?;
        while let Some(child) = self.child(&mut children)? {
            match child.name() {
                "image" => {
                    check_sheet(tag, &set)?;
                    set.image = Some(self.image(&child)?);
                }
                "tile" => {
                    let id = child.required("id", "a tile's id")?;
                    let mut tile = set.tiles.remove(&id).unwrap_or_default();
                    self.tile(&child, id, &mut tile)?;
                    set.tiles.insert(id, tile);
                }
                "properties" => self.properties(&child, &mut properties)?,
                "tileoffset" => {
                    let side =
                        |name| child.number::<i32>(name, "a whole number of pixels").map(Option::unwrap_or_default);
                    set.offset = ivec2(side("x")?, side("y")?);
                }
                "grid" => set.has_isometric_grid = child.attribute("orientation")?.as_deref() == Some("isometric"),
                _ => {}
            }
        }
        set.settings = properties.finish().1;
        Ok(set)
    }

    /// Parses the attributes of a tile set.
    fn tile_set_head(&mut self, tag: &Element<'_>) -> Result<RawSet, LoadError> {
        let tile_count = tag.number::<u32>("tilecount", "a number of tiles, 0 or more")?.unwrap_or(0);
        self.raw.budget.take(Count::Tiles, tile_count.into()).map_err(|kind| tag.error(kind))?;
        let side = |name| tag.number::<u32>(name, PIXELS).map(|side| side.unwrap_or(0));
        let in_cell = match tag.attribute("fillmode")?.as_deref() {
            None | Some("stretch") => TileSizing::Stretch,
            Some("preserve-aspect-fit") => TileSizing::Fit,
            Some(found) => return Err(tag.wrong("fillmode", found, "stretch or preserve-aspect-fit")),
        };
        let sizing = match tag.attribute("tilerendersize")?.as_deref() {
            None | Some("tile") => TileSizing::Own,
            Some("grid") => in_cell,
            Some(found) => return Err(tag.wrong("tilerendersize", found, "tile or grid")),
        };
        Ok(RawSet {
            name: tag.attribute("name")?.unwrap_or_default(),
            tile_count,
            tile_size: uvec2(side("tilewidth")?, side("tileheight")?),
            margin: side("margin")?,
            spacing: side("spacing")?,
            sizing,
            keeps_proportions: in_cell == TileSizing::Fit,
            anchor: anchor(tag)?,
            ..RawSet::default()
        })
    }

    /// Reads a tile. Like Tiled, it adds what a second element of a tile has to what the first one had.
    fn tile(&mut self, tag: &Element<'d>, id: u32, tile: &mut RawTile) -> Result<(), LoadError> {
        self.raw.budget.take(Count::TileElements, 1).map_err(|kind| tag.error(kind))?;
        let side = |name| tag.number::<i32>(name, "a number of pixels").map(Option::unwrap_or_default);
        tile.part = (ivec2(side("x")?, side("y")?), ivec2(side("width")?, side("height")?));
        // Up to 1.0 Tiled wrote the properties to the group of collision shapes. The tile's own ones override them.
        let [mut of_shapes, mut own] = [(); 2].map(|()| PropertyList::new(SettingsOf::Tile));
        let mut children = self.children(tag)?;
        while let Some(child) = self.child(&mut children)? {
            match child.name() {
                "image" => tile.image = Some(self.image(&child)?),
                "properties" => self.properties(&child, &mut own)?,
                "objectgroup" => {
                    let shapes = self.collision_shapes(&child, &mut of_shapes);
                    tile.shapes = shapes.map_err(|error| error.within(format!("tile {id}, a collision shape")))?;
                }
                // An animated tile is solid like its own image.
                _ => {}
            }
        }
        let (properties, settings) = of_shapes.then(own).finish();
        tile.settings = settings.or(tile.settings);
        add_properties(&mut tile.properties, properties);
        Ok(())
    }

    /// Reads the collision shapes of a tile. As in Tiled, the offset of their group does not count, and its properties are
    /// the tile's.
    fn collision_shapes(
        &mut self,
        tag: &Element<'d>,
        properties: &mut PropertyList,
    ) -> Result<Vec<RawObject>, LoadError> {
        let (mut shapes, mut children) = (Vec::new(), self.children(tag)?);
        while let Some(child) = self.child(&mut children)? {
            match child.name() {
                "object" => {
                    let shape = self.object(&child, object_id(&child)?, true)?;
                    check_shape(&child, &shape)?;
                    shapes.push(shape);
                }
                "properties" => self.properties(&child, properties)?,
                _ => {}
            }
        }
        Ok(shapes)
    }

    /// Reads an image: the reference to a file, or the image itself as base64.
    fn image(&mut self, tag: &Element<'d>) -> Result<RawImage, LoadError> {
        let [source, key, width, height] = match tag.is_json() {
            true => ["image", "transparentcolor", "imagewidth", "imageheight"],
            false => ["source", "trans", "width", "height"],
        };
        let source = tag.attribute(source)?.filter(|source| !source.is_empty());
        let mut file = self.reference(tag.at, source.as_deref().unwrap_or_default());
        let mut inside = None;
        if source.is_none() {
            inside = Some(self.image_inside(tag)?);
            file.path.clone_from(&self.document.path);
        }
        let key = match tag.attribute(key)?.filter(|color| !color.is_empty()) {
            Some(color) => {
                let parsed = hex_color(color.strip_prefix('#').unwrap_or(&color));
                let [_, rgb @ ..] =
                    parsed.ok_or_else(|| tag.wrong(key, &color, "a color such as #ff00ff"))?.to_be_bytes();
                Some(rgb)
            }
            None => None,
        };
        let (tiles, limit) = (self.raw.images.len() as u64 + 1, self.limits.tiles.saturating_add(1 << 16));
        if tiles > limit {
            return Err(tag.error(Limit::Tiles.exceeded(tiles, limit)));
        }
        let side = |name| tag.attribute(name).ok().flatten().and_then(|side| side.trim().parse().ok()).unwrap_or(0);
        let stated_size = uvec2(side(width), side(height));
        self.raw.images.push(ImageSource { file, inside });
        Ok(RawImage { reference: self.raw.images.len() - 1, key, stated_size })
    }

    /// Reads the bytes of an image inside the document, or the fault of its data.
    fn image_inside(&mut self, tag: &Element<'d>) -> Result<Result<Vec<u8>, LoadErrorKind>, LoadError> {
        let missing = Err(tag.missing("source").kind().clone());
        let (mut inside, mut children) = (missing.clone(), self.children(tag)?);
        while let Some(data) = self.child(&mut children)? {
            if data.name() == "data" {
                inside = match data.attribute("encoding")?.unwrap_or_default() {
                    encoding if encoding == "base64" => decode_base64(&self.text(&data)?).map_err(|(_, kind)| kind),
                    encoding => Err(data.wrong("encoding", &encoding, "base64").kind().clone()),
                };
            }
        }
        Ok(if inside.as_ref().is_ok_and(Vec::is_empty) { missing } else { inside })
    }
}

/// Checks that the tiles of a set with an image have a size.
fn check_sheet(tag: &Element<'_>, set: &RawSet) -> Result<(), LoadError> {
    let sides = [(set.tile_size.x, "tilewidth"), (set.tile_size.y, "tileheight")];
    match sides.iter().find(|(side, _)| *side == 0) {
        Some((_, name)) => Err(tag.wrong(name, "0", "a number of pixels above 0")),
        None => Ok(()),
    }
}

/// Checks a collision shape. A shape with a template is checked once the template is known.
fn check_shape(tag: &Element<'_>, shape: &RawObject) -> Result<(), LoadError> {
    let is_valid = shape.template.is_some() || shape.clone().build_shape().is_none_or(|shape| shape.is_valid());
    if is_valid { Ok(()) } else { Err(tag.error(LoadErrorKind::Map(TileMapError::Object { id: shape.id }))) }
}

/// Parses the anchor of objects that are tiles, in fractions of their size. As in Tiled, the default is bottom left.
fn anchor(tag: &Element<'_>) -> Result<DVec2, LoadError> {
    const EXPECTED: &str = "unspecified, center, or a side or corner such as top or bottomleft";
    let Some(name) = tag.attribute("objectalignment")? else { return Ok(BOTTOM_LEFT) };
    Ok(match name.as_str() {
        "topleft" => dvec2(0.0, 0.0),
        "top" => dvec2(0.5, 0.0),
        "topright" => dvec2(1.0, 0.0),
        "left" => dvec2(0.0, 0.5),
        "center" => dvec2(0.5, 0.5),
        "right" => dvec2(1.0, 0.5),
        "unspecified" | "bottomleft" => BOTTOM_LEFT,
        "bottom" => dvec2(0.5, 1.0),
        "bottomright" => dvec2(1.0, 1.0),
        _ => return Err(tag.wrong("objectalignment", &name, EXPECTED)),
    })
}
