//! Tile sets, and the references to their images.

use super::element::Element;
use super::parser::DocumentParser;
use super::properties::PropertyList;
use crate::load::error::Limit;
use crate::load::limits::Count;
use crate::load::picture::pixels::hex_color;
use crate::load::picture::tile_sampler::TileSizing;
use crate::load::tmx::model::{ImageSource, RawImage, RawObject, RawSet, RawTile, add_properties};
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::TileMapError;
use glam::{DVec2, IVec2, dvec2, ivec2, uvec2};

/// The default anchor of objects that are tiles.
pub(in crate::load::tmx) const BOTTOM_LEFT: DVec2 = dvec2(0.0, 1.0);

/// The expected value of a number of pixels, for errors.
const PIXELS: &str = "a number of pixels, 0 or more";

impl DocumentParser<'_, '_> {
    /// Parses the attributes of a tile set.
    pub(super) fn tile_set(&mut self, tag: &Element<'_>) -> Result<RawSet, LoadError> {
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

    /// Parses the attributes of a tile with an element of its own.
    pub(super) fn tile(&mut self, tag: &Element<'_>, tile: &mut RawTile) -> Result<(), LoadError> {
        self.raw.budget.take(Count::TileElements, 1).map_err(|kind| tag.error(kind))?;
        let side = |name| tag.number::<i32>(name, "a number of pixels").map(Option::unwrap_or_default);
        tile.part = (ivec2(side("x")?, side("y")?), ivec2(side("width")?, side("height")?));
        Ok(())
    }

    /// Adds an image. The names are those of the attributes with its transparent color, its width and its height.
    pub(super) fn image(
        &mut self,
        tag: &Element<'_>,
        source: ImageSource,
        [key, width, height]: [&'static str; 3],
    ) -> Result<RawImage, LoadError> {
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
        self.raw.images.push(source);
        Ok(RawImage { reference: self.raw.images.len() - 1, key, stated_size })
    }
}

impl RawTile {
    /// Adds custom properties: those of the group of its collision shapes, as Tiled wrote up to 1.0, and its own.
    pub(super) fn add_properties(&mut self, of_shapes: PropertyList, own: PropertyList) {
        let (properties, settings) = of_shapes.then(own).finish();
        self.settings = settings.or(self.settings);
        add_properties(&mut self.properties, properties);
    }
}

/// Checks that the tiles of a set with an image have a size.
pub(super) fn check_sheet(tag: &Element<'_>, set: &RawSet) -> Result<(), LoadError> {
    let sides = [(set.tile_size.x, "tilewidth"), (set.tile_size.y, "tileheight")];
    match sides.iter().find(|(side, _)| *side == 0) {
        Some((_, name)) => Err(tag.wrong(name, "0", "a number of pixels above 0")),
        None => Ok(()),
    }
}

/// Parses the drawing offset of a tile set.
pub(super) fn tile_offset(tag: &Element<'_>) -> Result<IVec2, LoadError> {
    let side = |name| tag.number::<i32>(name, "a whole number of pixels").map(Option::unwrap_or_default);
    Ok(ivec2(side("x")?, side("y")?))
}

/// Returns whether the grid of a tile set is isometric.
pub(super) fn is_isometric(tag: &Element<'_>) -> Result<bool, LoadError> {
    Ok(tag.attribute("orientation")?.as_deref() == Some("isometric"))
}

/// Checks a collision shape. A shape with a template is checked once the template is known.
pub(super) fn check_shape(tag: &Element<'_>, shape: &RawObject) -> Result<(), LoadError> {
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
