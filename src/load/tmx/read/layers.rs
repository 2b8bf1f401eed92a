//! The map, its layers and its groups.

use super::element::Element;
use super::objects::object_id;
use super::parser::DocumentParser;
use super::properties::{PropertyList, SettingsOf};
use crate::geometry::Rect;
use crate::load::error::Limit;
use crate::load::limits::Count;
use crate::load::tmx::model::{
    CellBlock, LayerHead, MAX_TILE_SETS, RawContent, RawGroup, RawLayer, RawSet, SetReference, Settings,
    add_properties, too_many_sets,
};
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{Properties, RenderOrder};
use glam::{IVec2, UVec2, dvec2, ivec2, uvec2};
use std::sync::Arc;

/// The maximum number of layers and groups. Each takes far more memory than the few bytes of an empty one in its file.
const MAX_LAYERS: usize = 1 << 16;

/// The expected value of a number of cells, for errors.
const CELLS: &str = "a number of cells, 0 or more";

impl<'d> DocumentParser<'d, '_> {
    /// Reads a map.
    pub(super) fn map(&mut self) -> Result<(), LoadError> {
        let tag = self.root("map", "a Tiled map")?;
        self.map_head(&tag)?;
        // The map, and the groups around the current layer.
        let mut open = vec![self.children(&tag)?];
        while let Some(children) = open.last_mut() {
            let Some(tag) = self.child(children)? else {
                open.pop();
                self.close_group();
                continue;
            };
            if ["layer", "objectgroup", "group"].contains(&tag.name()) {
                self.check_layers(&tag)?;
            }
            match tag.name() {
                "layer" => {
                    let element = tag.title("layer")?;
                    self.layer(&tag, &element).map_err(|error| error.within(element))?;
                }
                "objectgroup" => {
                    let element = tag.title("object layer")?;
                    self.object_layer(&tag, &element).map_err(|error| error.within(element))?;
                }
                "group" => {
                    self.open_group(&tag)?;
                    open.push(self.children(&tag)?);
                }
                "tileset" if self.group.is_none() => self.set_of_map(&tag)?,
                "properties" => self.add_properties(&tag)?,
                _ => {}
            }
        }
        self.end()
    }

    /// Parses the attributes of the map.
    fn map_head(&mut self, tag: &Element<'_>) -> Result<(), LoadError> {
        match tag.attribute("orientation")?.as_deref() {
            None | Some("orthogonal") => {}
            Some(found @ ("isometric" | "staggered" | "hexagonal" | "oblique")) => {
                let what = format!("the map's orientation '{found}', whose cells overlap on the screen,");
                let remedy = "cast rays in an orthogonal map with a square for each cell, as docs/levels.md says";
                return Err(tag.error(LoadErrorKind::not_supported(what, remedy)));
            }
            Some(found) => return Err(tag.wrong("orientation", found, "orthogonal")),
        }
        self.raw.infinite = tag.number::<u32>("infinite", "0 or 1")? == Some(1);
        let [width, height] = ["width", "height"].map(|name| match self.raw.infinite {
            true => tag.number(name, CELLS).map(|cells| cells.unwrap_or(0)),
            false => tag.required::<u32>(name, CELLS),
        });
        let size = uvec2(width?, height?);
        let cells = u64::from(size.x) * u64::from(size.y);
        if !self.raw.infinite {
            self.limits.check(Limit::Cells, cells).map_err(|kind| tag.error(kind))?;
        }
        self.raw.cell = uvec2(tile_side(tag, "tilewidth")?, tile_side(tag, "tileheight")?);
        self.raw.size = size;
        // As in Tiled, an unknown order is the default.
        self.raw.render_order = match tag.attribute("renderorder")?.as_deref() {
            Some("right-up") => RenderOrder::RightUp,
            Some("left-down") => RenderOrder::LeftDown,
            Some("left-up") => RenderOrder::LeftUp,
            _ => RenderOrder::RightDown,
        };
        Ok(())
    }

    /// Reads a tile set of the map. Files of tile sets are read later.
    fn set_of_map(&mut self, tag: &Element<'d>) -> Result<(), LoadError> {
        let first_gid = tag.required("firstgid", "a tile number from 1 on")?;
        if first_gid == 0 {
            return Err(tag.wrong("firstgid", "0", "a tile number from 1 on"));
        }
        if self.raw.sets.len() == MAX_TILE_SETS {
            return Err(tag.error(too_many_sets()));
        }
        let source = tag.attribute("source")?.filter(|source| !source.is_empty());
        let file = source.map(|source| self.raw.set_files.index(self.reference(tag.at, &source)));
        let set = if file.is_none() { self.tile_set(tag)? } else { RawSet::default() };
        self.raw.sets.push(SetReference { first_gid: Some(first_gid), file, set: Arc::new(set) });
        Ok(())
    }

    /// Reads custom properties of the open group or of the map.
    fn add_properties(&mut self, tag: &Element<'d>) -> Result<(), LoadError> {
        let of = if self.group.is_none() { SettingsOf::Nothing } else { SettingsOf::Layer };
        let mut properties = PropertyList::new(of);
        self.properties(tag, &mut properties)?;
        let (properties, settings) = properties.finish();
        match self.group {
            None => add_properties(&mut self.raw.properties, properties),
            Some(group) => {
                let head = &mut self.raw.groups[group].head;
                add_properties(&mut head.properties, properties);
                head.settings = settings.or(head.settings);
            }
        }
        Ok(())
    }

    /// Checks that the map may have one more layer or group.
    fn check_layers(&self, tag: &Element<'_>) -> Result<(), LoadError> {
        if self.raw.layers.len() + self.raw.groups.len() < MAX_LAYERS {
            return Ok(());
        }
        let what = format!("a map of more than {MAX_LAYERS} layers and groups");
        Err(tag.error(LoadErrorKind::not_supported(what, "join some of them")))
    }

    /// Opens a group of layers.
    fn open_group(&mut self, tag: &Element<'_>) -> Result<(), LoadError> {
        let depth = self.group.map_or(0, |group| self.raw.groups[group].depth) + 1;
        self.limits.check(Limit::Nesting, depth as u64).map_err(|kind| tag.error(kind))?;
        let head = self.layer_head(tag)?;
        self.raw.groups.push(RawGroup { head, depth });
        self.group = Some(self.raw.groups.len() - 1);
        Ok(())
    }

    /// Closes the open group, if there is one.
    fn close_group(&mut self) {
        self.group = self.group.and_then(|group| self.raw.groups[group].head.group);
    }

    /// Parses the attributes that all layers and groups have.
    fn layer_head(&self, tag: &Element<'_>) -> Result<LayerHead, LoadError> {
        let offset = |side| tag.finite(side, "a number of pixels").map(|offset| offset.unwrap_or(0.0));
        let parallax = |side| tag.finite(side, "a factor such as 0.5").map(|factor| factor.unwrap_or(1.0));
        Ok(LayerHead {
            at: tag.at,
            group: self.group,
            name: tag.attribute("name")?.unwrap_or_default(),
            visible: tag.number::<i32>("visible", "0 or 1")? != Some(0),
            offset: dvec2(offset("offsetx")?, offset("offsety")?),
            parallax: dvec2(parallax("parallaxx")?, parallax("parallaxy")?),
            settings: Settings::default(),
            properties: Properties::default(),
        })
    }

    /// Reads a tile layer. As in Tiled, a layer without data is empty.
    fn layer(&mut self, tag: &Element<'d>, element: &str) -> Result<(), LoadError> {
        let mut head = self.layer_head(tag)?;
        let (corner, whole) = frame(tag, self.raw.size)?;
        let mut properties = PropertyList::new(SettingsOf::Layer);
        let (mut blocks, mut children) = (Vec::new(), self.children(tag)?);
        while let Some(child) = self.child(&mut children)? {
            match child.name() {
                "properties" => self.properties(&child, &mut properties)?,
                "data" => blocks.extend(self.data(&child, element, corner, whole)?),
                _ => {}
            }
        }
        (head.properties, head.settings) = properties.finish();
        // Chunks define the grid. Without any it is the layer's frame.
        let chunked = blocks.iter().fold(Rect::EMPTY, |cells, block: &CellBlock| cells.union(&block.cells));
        let whole = if self.raw.infinite { Rect::EMPTY } else { whole };
        let cells = if chunked.is_empty() { whole } else { chunked };
        self.raw.budget.take(Count::Cells, cells.area()).map_err(|kind| tag.error(kind))?;
        self.raw.layers.push(RawLayer { head, content: RawContent::Cells(cells, blocks) });
        Ok(())
    }

    fn object_layer(&mut self, tag: &Element<'d>, element: &str) -> Result<(), LoadError> {
        let mut head = self.layer_head(tag)?;
        let mut properties = PropertyList::new(SettingsOf::Nothing);
        let (mut objects, mut children) = (Vec::new(), self.children(tag)?);
        while let Some(child) = self.child(&mut children)? {
            match child.name() {
                "object" => {
                    let id = object_id(&child)?;
                    let object = self.object(&child, id, true);
                    objects.push(object.map_err(|error| error.within(format!("{element}, object {id}")))?);
                }
                "properties" => self.properties(&child, &mut properties)?,
                _ => {}
            }
        }
        head.properties = properties.finish().0;
        self.raw.layers.push(RawLayer { head, content: RawContent::Objects(objects) });
        Ok(())
    }
}

/// The expected value of a cell's coordinate, for errors.
const CORNER: &str = "a cell's column or row that a map can have";

/// Returns the corner and the cells of a layer by its attributes. The default size is the map's.
fn frame(tag: &Element<'_>, default: UVec2) -> Result<(IVec2, Rect), LoadError> {
    let number = |name| tag.number(name, CORNER).map(Option::unwrap_or_default);
    let corner = ivec2(number("x")?, number("y")?);
    // JSON without chunks has the first cell of an infinite layer here.
    let start = ivec2(number("startx")?, number("starty")?);
    let side = |name, default: u32| tag.number(name, CELLS).map(|side| side.unwrap_or(default));
    let size = uvec2(side("width", default.x)?, side("height", default.y)?);
    Ok((corner, cells_at(tag, corner.saturating_add(start), size)?))
}

/// Returns the cells of a chunk of the layer at `corner`.
pub(super) fn chunk_frame(tag: &Element<'_>, corner: IVec2) -> Result<Rect, LoadError> {
    let own = ivec2(tag.required("x", CORNER)?, tag.required("y", CORNER)?);
    let size = uvec2(tag.required("width", CELLS)?, tag.required("height", CELLS)?);
    cells_at(tag, corner.saturating_add(own), size)
}

fn cells_at(tag: &Element<'_>, corner: IVec2, size: UVec2) -> Result<Rect, LoadError> {
    let cells = Rect::from_size(corner, size);
    match cells.size() == size {
        true => Ok(cells),
        false => Err(tag.wrong("x or y", &format!("{},{}", corner.x, corner.y), CORNER)),
    }
}

/// Returns a side of the map's cells.
fn tile_side(tag: &Element<'_>, name: &'static str) -> Result<u32, LoadError> {
    const EXPECTED: &str = "a number of pixels from 1 to 65536";
    match tag.required(name, EXPECTED)? {
        side @ 1..=0x1_0000 => Ok(side),
        side => Err(tag.wrong(name, &side.to_string(), EXPECTED)),
    }
}
