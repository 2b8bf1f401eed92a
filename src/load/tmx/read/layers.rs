//! Tile layers and their cells.

use super::cells::{CellEncoding, CellFault, check_count};
use super::elements::{MapElement, MapNode, MapText};
use super::parser::DocumentParser;
use super::properties::LAYER_SETTINGS;
use crate::geometry::Rect;
use crate::load::error::shortened;
use crate::load::limits::Count;
use crate::load::tmx::model::{CellBlock, CellGids, LayerHead, RawLayer, Settings};
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::Properties;
use glam::{UVec2, dvec2, ivec2, uvec2};

/// The expected value of a number of cells, for errors.
pub(super) const CELLS: &str = "a number of cells, 0 or more";

impl<'d> DocumentParser<'d, '_> {
    /// Parses a tile layer.
    pub(super) fn layer(&mut self, tag: &MapElement<'d>) -> Result<(), LoadError> {
        let element = format!("layer '{}'", shortened(&tag.attribute("name")?.unwrap_or_default()));
        self.layer_within(tag, &element).map_err(|error| error.within(element))
    }

    fn layer_within(&mut self, tag: &MapElement<'d>, element: &str) -> Result<(), LoadError> {
        let mut head = self.layer_head(tag)?;
        let frame = self.layer_frame(tag, Some(self.raw.size))?;
        let mut blocks: Option<Vec<CellBlock>> = None;
        while let Some(child) = self.walker.child()? {
            match () {
                () if child.is("properties") => (head.properties, head.settings) = self.properties(LAYER_SETTINGS)?,
                () if child.is("data") => {
                    let (encoding, compression) = (child.attribute("encoding")?, child.attribute("compression")?);
                    let encoding = CellEncoding::new(encoding.as_deref(), compression.as_deref());
                    let encoding = encoding.map_err(|kind| child.error(kind))?;
                    let data = DataElement { encoding, frame, at: child.at, element };
                    blocks.get_or_insert_default().extend(self.data(&data, true)?);
                }
                () => self.walker.skip()?,
            }
        }
        let whole = if self.raw.infinite { Rect::EMPTY } else { frame };
        let blocks = match blocks {
            Some(blocks) => blocks,
            None if whole.is_empty() => Vec::new(),
            None => return Err(tag.error(LoadErrorKind::TooFewCells { expected: whole.area(), found: 0 })),
        };
        // Chunks define the grid; without any it is the layer's frame.
        let chunked = blocks.iter().fold(Rect::EMPTY, |cells, block| cells.union(&block.cells));
        let cells = if chunked.is_empty() { whole } else { chunked };
        self.raw.budget.take(Count::Cells, cells.area()).map_err(|kind| tag.error(kind))?;
        self.raw.layers.push(RawLayer { head, cells, blocks });
        Ok(())
    }

    /// Returns the cells of a layer or a chunk by its attributes; only a layer may omit its size and corner.
    fn layer_frame(&self, tag: &MapElement<'d>, default: Option<UVec2>) -> Result<Rect, LoadError> {
        const CORNER: &str = "a cell's column or row that a map can have";
        let corner = |name| match default {
            Some(_) => tag.number(name, CORNER).map(|corner| corner.unwrap_or(0)),
            None => tag.required::<i32>(name, CORNER),
        };
        let side = |name, default: Option<u32>| match default {
            Some(default) => tag.number(name, CELLS).map(|side| side.unwrap_or(default)),
            None => tag.required::<u32>(name, CELLS),
        };
        let corner = ivec2(corner("x")?, corner("y")?);
        let size = uvec2(side("width", default.map(|size| size.x))?, side("height", default.map(|size| size.y))?);
        let frame = Rect::from_size(corner, size);
        if frame.size() != size {
            return Err(tag.wrong("x or y", &format!("{},{}", corner.x, corner.y), CORNER));
        }
        Ok(frame)
    }

    /// Parses the attributes that layers of all kinds and groups have.
    pub(super) fn layer_head(&self, tag: &MapElement<'d>) -> Result<LayerHead, LoadError> {
        let offset = |side| tag.finite(side, "a number of pixels").map(|offset| offset.unwrap_or(0.0));
        let parallax = |side| tag.finite(side, "a factor such as 0.5").map(|factor| factor.unwrap_or(1.0));
        // It is not used, but a wrong one shows that the file is damaged.
        const OPACITY: &str = "a number from 0 to 1";
        match tag.finite("opacity", OPACITY)? {
            Some(opacity) if !(0.0..=1.0).contains(&opacity) => {
                return Err(tag.wrong("opacity", &opacity.to_string(), OPACITY));
            }
            _ => {}
        }
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

    /// Parses the open `<data>` or `<chunk>`.
    fn data(&mut self, data: &DataElement<'_>, whole: bool) -> Result<Vec<CellBlock>, LoadError> {
        let expected = data.frame.area();
        let (mut chunks, mut gids, mut tiles) = (Vec::new(), Vec::new(), 0);
        let mut content: Option<MapText<'d>> = None;
        loop {
            match self.walker.next()? {
                MapNode::Open(tag) if tag.is("tile") && data.encoding == CellEncoding::Xml => {
                    tiles += 1;
                    if tiles <= expected {
                        gids.push(tag.number("gid", "a tile number")?.unwrap_or(0));
                    }
                    self.walker.skip()?;
                }
                MapNode::Open(tag) if whole && tag.is("chunk") => {
                    let frame = self.layer_frame(&tag, None)?;
                    let element = format!("{}, chunk at ({}, {})", data.element, frame.min.x, frame.min.y);
                    let chunk = DataElement { encoding: data.encoding, frame, at: tag.at, element: &element };
                    let blocks = self.data(&chunk, false).map_err(|error| error.within(element.as_str()))?;
                    chunks.extend(blocks);
                }
                MapNode::Open(_) => self.walker.skip()?,
                MapNode::Text(text) => match &mut content {
                    None => content = Some(text),
                    // A comment or an element separates the two.
                    Some(first) => first.text.to_mut().push_str(&text.text),
                },
                MapNode::Close | MapNode::End => break,
            }
        }
        let content = content.filter(|content| !content.text.trim_ascii().is_empty());
        let fail = |(at, kind): CellFault| match (at, &content) {
            (Some(at), Some(content)) => self.document.error(content.at + at, kind),
            _ => self.document.error(data.at, kind),
        };
        let has_cells = content.is_some() || tiles > 0;
        if !has_cells && (!chunks.is_empty() || (whole && self.raw.infinite)) {
            return Ok(chunks);
        }
        self.raw.budget.take(Count::DataCells, expected).map_err(|kind| fail((None, kind)))?;
        let decoded = match &content {
            None => check_count(tiles, expected).map(|()| CellGids::from(gids)).map_err(|kind| (None, kind)),
            Some(content) => data.encoding.decode(&content.text, expected),
        };
        let gids = decoded.map_err(fail)?;
        chunks.push(CellBlock { cells: data.frame, gids });
        Ok(chunks)
    }
}

/// A `<data>` or a `<chunk>`.
struct DataElement<'e> {
    encoding: CellEncoding,
    frame: Rect,
    at: usize,
    element: &'e str,
}
