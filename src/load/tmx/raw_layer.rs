use super::cells::{Fault, Format, check_count};
use super::found::{Block, RawLayer};
use super::walk::{CELLS, Walk};
use super::xml::{Node, Tag, Text};
use crate::geometry::Rect;
use crate::load::error::shortened;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::Properties;
use glam::{ivec2, uvec2};

impl<'d> Walk<'d, '_> {
    pub(super) fn layer(&mut self, tag: &Tag<'d>) -> Result<(), LoadError> {
        let place = format!("layer '{}'", shortened(&tag.attribute("name")?.unwrap_or_default()));
        self.layer_within(tag, &place).map_err(|error| error.within(place))
    }

    fn layer_within(&mut self, tag: &Tag<'d>, place: &str) -> Result<(), LoadError> {
        self.open_layer("layer", tag)?;
        let frame = self.frame(tag, Some(self.map_size))?;
        let mut blocks: Option<Vec<Block>> = None;
        let mut properties = Properties::default();
        while let Some(child) = self.walker.child()? {
            match () {
                () if child.is("properties") => properties = self.layer_properties()?,
                () if child.is("data") => {
                    let (encoding, compression) = (child.attribute("encoding")?, child.attribute("compression")?);
                    let format = Format::new(encoding.as_deref(), compression.as_deref());
                    let format = format.map_err(|kind| child.error(kind))?;
                    let data = Data { format, frame, at: child.at, place };
                    blocks.get_or_insert_default().extend(self.data(&data, true)?);
                }
                () => self.walker.skip()?,
            }
        }
        self.slim.close("layer");

        let whole = if self.infinite { Rect::EMPTY } else { frame };
        let blocks = match blocks {
            Some(blocks) => blocks,
            None if whole.is_empty() => Vec::new(),
            None => return Err(tag.error(LoadErrorKind::TooFewCells { expected: whole.area(), found: 0 })),
        };
        // Chunks fix the grid wherever they are; without any it is what the layer says.
        let chunked = blocks.iter().fold(Rect::EMPTY, |cells, block| cells.union(&block.cells));
        let cells = if chunked.is_empty() { whole } else { chunked };
        claim(&mut self.found.grid_cells, cells.area(), self.limits.cells).map_err(|kind| tag.error(kind))?;
        self.found.layers.push(RawLayer { at: tag.at, group: self.group, cells, blocks, properties });
        Ok(())
    }

    /// The cells of a layer or a chunk by its attributes; only a layer may leave out its size and corner.
    fn frame(&self, tag: &Tag<'d>, default: Option<glam::UVec2>) -> Result<Rect, LoadError> {
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

    /// What the `<data>` or the `<chunk>` that is open holds.
    fn data(&mut self, data: &Data<'_>, whole: bool) -> Result<Vec<Block>, LoadError> {
        let expected = data.frame.area();
        let (mut chunks, mut gids, mut tiles) = (Vec::new(), Vec::new(), 0);
        let mut content: Option<Text<'d>> = None;
        loop {
            match self.walker.next()? {
                Node::Open(tag) if tag.is("tile") && data.format == Format::Xml => {
                    tiles += 1;
                    if tiles <= expected {
                        gids.push(tag.number("gid", "a tile number")?.unwrap_or(0));
                    }
                    self.walker.skip()?;
                }
                Node::Open(tag) if whole && tag.is("chunk") => {
                    let frame = self.frame(&tag, None)?;
                    let place = format!("{}, chunk at ({}, {})", data.place, frame.min.x, frame.min.y);
                    let chunk = Data { format: data.format, frame, at: tag.at, place: &place };
                    let blocks = self.data(&chunk, false).map_err(|error| error.within(place.as_str()))?;
                    chunks.extend(blocks);
                }
                Node::Open(_) => self.walker.skip()?,
                Node::Text(text) => match &mut content {
                    None => content = Some(text),
                    // A comment or an element stood between the two.
                    Some(first) => first.text.to_mut().push_str(&text.text),
                },
                Node::Close | Node::End => break,
            }
        }
        let content = content.filter(|content| !content.text.trim_ascii().is_empty());
        let fail = |(at, kind): Fault| match (at, &content) {
            (Some(at), Some(content)) => self.document.error(content.at + at, kind),
            _ => self.document.error(data.at, kind),
        };
        let has_cells = content.is_some() || tiles > 0;
        if !has_cells && (!chunks.is_empty() || (whole && self.infinite)) {
            return Ok(chunks);
        }
        claim(&mut self.found.data_cells, expected, self.limits.cells).map_err(|kind| fail((None, kind)))?;
        let decoded = match &content {
            None => check_count(tiles, expected).map(|()| gids).map_err(|kind| (None, kind)),
            Some(content) => data.format.decode(&content.text, expected),
        };
        let gids = decoded.map_err(fail)?;
        chunks.push(Block { cells: data.frame, gids });
        Ok(chunks)
    }
}

/// Counts cells before memory is taken for them.
fn claim(claimed: &mut u64, cells: u64, limit: u64) -> Result<(), LoadErrorKind> {
    *claimed = claimed.saturating_add(cells);
    if *claimed > limit { Err(LoadErrorKind::TooManyMapCells { cells: *claimed, limit }) } else { Ok(()) }
}

/// A `<data>` or a `<chunk>`.
struct Data<'p> {
    format: Format,
    frame: Rect,
    at: usize,
    place: &'p str,
}
