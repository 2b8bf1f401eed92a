use super::found::{ImageReference, RawSet};
use super::walk::{PIXELS, Walk};
use super::xml::Tag;
use crate::load::error::shortened;
use crate::load::reader::resolve;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::Properties;
use glam::{DVec2, dvec2};
use std::collections::BTreeMap;
use std::sync::Arc;

impl<'d> Walk<'d, '_> {
    /// A tile set with a file of its own: its slim document, and what that does not say.
    pub(super) fn tile_set_file(mut self) -> Result<(Vec<u8>, RawSet), LoadError> {
        let tag = self.root("tileset", "tile set")?;
        let set = self.tile_set(&tag, None)?;
        self.end()?;
        Ok((self.slim.into_bytes(), set))
    }

    pub(super) fn tile_set(&mut self, tag: &Tag<'d>, first_gid: Option<u32>) -> Result<RawSet, LoadError> {
        let name = tag.attribute("name")?.unwrap_or_default();
        let place = format!("tile set '{}'", shortened(&name));
        self.tile_set_within(tag, name, first_gid).map_err(|error| error.within(place))
    }

    fn tile_set_within(&mut self, tag: &Tag<'d>, name: String, first_gid: Option<u32>) -> Result<RawSet, LoadError> {
        let tile_count = tag.number::<u32>("tilecount", "a number of tiles, 0 or more")?;
        self.found.tiles += u64::from(tile_count.unwrap_or(0));
        let (tiles, limit) = (self.found.tiles, self.limits.tiles);
        if tiles > limit {
            return Err(tag.error(LoadErrorKind::TooManyTiles { tiles, limit }));
        }
        let side = |name| tag.number::<u32>(name, PIXELS).map(|side| side.unwrap_or(0));
        let (width, height) = (side("tilewidth")?, side("tileheight")?);
        let attributes = [
            ("firstgid", first_gid.map(|gid| gid.to_string())),
            ("name", Some(name)),
            // The picture tells both, and `tiled` makes room for what they claim.
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
        self.slim.open("tileset", &attributes);
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
                    let (id, found) = self.tile(&child)?;
                    if !found.is_empty() {
                        properties.insert(id, found);
                    }
                }
                () if child.is("properties") => drop(self.tile_properties()?),
                () if child.is("tileoffset") => {
                    let side =
                        |name| child.number::<i32>(name, "a whole number of pixels").map(Option::unwrap_or_default);
                    let (x, y) = (side("x")?, side("y")?);
                    self.slim.empty("tileoffset", &[("x", Some(x.to_string())), ("y", Some(y.to_string()))]);
                    self.walker.skip()?;
                }
                () => self.walker.skip()?,
            }
        }
        self.slim.close("tileset");
        Ok(RawSet { tile_count, anchor, properties: Arc::new(properties) })
    }

    /// A tile with an element of its own: its id and its custom properties.
    fn tile(&mut self, tag: &Tag<'d>) -> Result<(u32, Properties), LoadError> {
        let id: u32 = tag.required("id", "a tile's id")?;
        self.found.tile_elements += 1;
        let (tiles, limit) = (self.found.tile_elements, self.limits.tiles);
        if tiles > limit {
            return Err(tag.error(LoadErrorKind::TooManyTiles { tiles, limit }));
        }
        let side = |name| Ok(tag.number::<i32>(name, "a number of pixels")?.map(|side| side.to_string()));
        let part = [("x", side("x")?), ("y", side("y")?), ("width", side("width")?), ("height", side("height")?)];
        let [x, y, width, height] = part;
        let mut properties = Properties::default();
        self.slim.open("tile", &[("id", Some(id.to_string())), x, y, width, height]);
        while let Some(child) = self.walker.child()? {
            match () {
                () if child.is("image") => self.image(&child)?,
                () if child.is("properties") => properties = self.tile_properties()?,
                // An animated tile is solid as its own picture is. Collision shapes are not read, and `tiled` would
                // follow their templates for ever where those name each other.
                () => self.walker.skip()?,
            }
        }
        self.slim.close("tile");
        Ok((id, properties))
    }

    fn image(&mut self, tag: &Tag<'d>) -> Result<(), LoadError> {
        let Some(source) = tag.attribute("source")? else {
            let what = "a picture inside the file".to_owned();
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
        let (pictures, limit) = (self.found.pictures.len() as u64, self.limits.tiles.saturating_add(1 << 16));
        if pictures >= limit {
            return Err(tag.error(LoadErrorKind::TooManyTiles { tiles: pictures, limit }));
        }
        let path = resolve(&self.document.path, &source);
        let attributes = [
            ("source", Some(self.found.pictures.len().to_string())),
            ("trans", key),
            // `tiled` wants both, but the picture knows them better.
            ("width", Some("0".to_owned())),
            ("height", Some("0".to_owned())),
        ];
        self.slim.empty("image", &attributes);
        self.found.pictures.push(ImageReference { path, document: self.number, at: tag.at });
        self.walker.skip()
    }
}

/// Where on a tile that is an object its position lies; bottom left where the set does not say it, as in Tiled.
fn anchor(tag: &Tag<'_>) -> Result<DVec2, LoadError> {
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

fn one_of(
    tag: &Tag<'_>,
    name: &'static str,
    values: &[&str],
    expected: &'static str,
) -> Result<Option<String>, LoadError> {
    match tag.attribute(name)? {
        Some(value) if !values.contains(&value.as_str()) => Err(tag.wrong(name, &value, expected)),
        value => Ok(value),
    }
}
