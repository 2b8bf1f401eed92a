use super::found::{RawGroup, RawSet, SetReference};
use super::slim::Slim;
use super::walk::{CELLS, Walk};
use super::xml::Tag;
use crate::load::error::shortened;
use crate::load::reader::resolve;
use crate::load::{LoadError, LoadErrorKind};
use glam::{DVec2, uvec2};
use std::sync::Arc;

/// The most layers and groups of a map: each takes memory far beyond the few bytes that an empty one has in its file.
const MAX_LAYERS: usize = 1 << 16;

impl<'d> Walk<'d, '_> {
    pub(super) fn map(mut self) -> Result<Vec<u8>, LoadError> {
        let tag = self.root("map", "map")?;
        match tag.attribute("orientation")?.as_deref() {
            None | Some("orthogonal") => {}
            Some(found) => {
                return Err(tag.error(LoadErrorKind::Orientation { found: shortened(found) }));
            }
        }
        self.infinite = tag.number::<u32>("infinite", "0 or 1")? == Some(1);
        let [width, height] = ["width", "height"].map(|name| match self.infinite {
            true => tag.number(name, CELLS).map(|cells| cells.unwrap_or(0)),
            false => tag.required::<u32>(name, CELLS),
        });
        self.map_size = uvec2(width?, height?);
        let cells = u64::from(self.map_size.x) * u64::from(self.map_size.y);
        if !self.infinite && cells > self.limits.cells {
            return Err(tag.error(LoadErrorKind::TooManyMapCells { cells, limit: self.limits.cells }));
        }
        let tile_size: [u32; 2] = [tile_side(&tag, "tilewidth")?, tile_side(&tag, "tileheight")?];

        let text = |value: &str| Some(value.to_owned());
        self.slim.open(
            "map",
            &[
                ("version", text("1.0")),
                ("orientation", text("orthogonal")),
                // The cells are cut out, so that what is left is a finite map whose layers have none.
                ("infinite", text("0")),
                ("width", Some(if self.infinite { 0 } else { self.map_size.x }.to_string())),
                ("height", Some(if self.infinite { 0 } else { self.map_size.y }.to_string())),
                ("tilewidth", Some(tile_size[0].to_string())),
                ("tileheight", Some(tile_size[1].to_string())),
            ],
        );
        self.layers()?;
        self.end()?;
        // All groups come after all layers, and nothing is nested: `tiled` would follow by recursion.
        for group in &self.found.groups {
            self.slim.append(&group.slim);
            self.slim.close("group");
        }
        self.slim.close("map");
        Ok(self.slim.into_bytes())
    }

    fn tile_set_of_map(&mut self, tag: &Tag<'d>) -> Result<(), LoadError> {
        let first_gid = tag.required("firstgid", "a tile number from 1 on")?;
        if first_gid == 0 {
            return Err(tag.wrong("firstgid", "0", "a tile number from 1 on"));
        }
        if self.found.sets.len() == usize::from(u16::MAX) {
            let what = "a map of more than 65535 tile sets".to_owned();
            return Err(tag.error(LoadErrorKind::NotSupported { what, remedy: "join some of them" }));
        }
        let Some(source) = tag.attribute("source")? else {
            let set = self.tile_set(tag, Some(first_gid))?;
            self.found.sets.push(SetReference { first_gid, document: 0, set });
            return Ok(());
        };
        let path = resolve(&self.document.path, &source);
        // The map is document 0.
        let next = self.found.files.len() + 1;
        let document = *self.found.documents.entry(path.clone()).or_insert(next);
        if document == next {
            self.found.files.push((path, tag.at));
        }
        // Its file is not read yet.
        let set = RawSet { tile_count: None, anchor: DVec2::ZERO, properties: Arc::default() };
        self.found.sets.push(SetReference { first_gid, document, set });
        self.slim
            .empty("tileset", &[("firstgid", Some(first_gid.to_string())), ("source", Some(document.to_string()))]);
        self.walker.skip()
    }

    /// The tile sets and layers of the map, groups and all, up to the map's end.
    fn layers(&mut self) -> Result<(), LoadError> {
        loop {
            let Some(tag) = self.walker.child()? else {
                match self.group {
                    None => return Ok(()),
                    Some(group) => self.group = self.found.groups[group].parent,
                }
                continue;
            };
            match self.group {
                _ if tag.is("layer") || tag.is("group") || tag.is("objectgroup") => {
                    let found = &self.found;
                    if found.layers.len() + found.groups.len() + found.object_layers.len() >= MAX_LAYERS {
                        let what = format!("a map of more than {MAX_LAYERS} layers and groups");
                        return Err(tag.error(LoadErrorKind::NotSupported { what, remedy: "join some of them" }));
                    }
                    match () {
                        () if tag.is("layer") => self.layer(&tag)?,
                        () if tag.is("group") => self.open_group(&tag)?,
                        () => self.object_layer(&tag)?,
                    }
                }
                None if tag.is("tileset") => self.tile_set_of_map(&tag)?,
                None if tag.is("properties") => self.found.map_properties = self.properties()?,
                Some(group) if tag.is("properties") => {
                    self.write_to(group, |walk| walk.layer_properties().map(drop))?;
                }
                _ => self.walker.skip()?,
            }
        }
    }

    fn open_group(&mut self, tag: &Tag<'d>) -> Result<(), LoadError> {
        let parent = self.group;
        let depth = parent.map_or(0, |group| self.found.groups[group].depth) + 1;
        let limit = self.limits.nesting;
        if depth > limit {
            return Err(tag.error(LoadErrorKind::TooDeep { limit }));
        }
        let group = self.found.groups.len();
        self.found.groups.push(RawGroup { parent, depth, slim: Slim::default() });
        self.group = Some(group);
        self.write_to(group, |walk| walk.open_layer("group", tag))
    }

    /// Lets `write` write what `tiled` reads of a group.
    fn write_to(
        &mut self,
        group: usize,
        write: impl FnOnce(&mut Self) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        std::mem::swap(&mut self.slim, &mut self.found.groups[group].slim);
        let written = write(self);
        std::mem::swap(&mut self.slim, &mut self.found.groups[group].slim);
        written
    }
}

fn tile_side(tag: &Tag<'_>, name: &'static str) -> Result<u32, LoadError> {
    const EXPECTED: &str = "a number of pixels from 1 to 65536";
    match tag.required(name, EXPECTED)? {
        side @ 1..=0x1_0000 => Ok(side),
        side => Err(tag.wrong(name, &side.to_string(), EXPECTED)),
    }
}
