//! The data of layers: blocks of cells, one for each chunk or one for the layer.

use super::cells::{CellEncoding, CellFault, check_count};
use super::element::Element;
use super::layers::chunk_frame;
use super::parser::DocumentParser;
use super::xml::Node;
use crate::geometry::Rect;
use crate::load::LoadError;
use crate::load::json::{self, Kind, Value, text_of, tiled_fault};
use crate::load::limits::Count;
use crate::load::tmx::model::{CellBlock, CellGids};
use glam::IVec2;
use std::borrow::Cow;

/// A `<data>` or a `<chunk>`.
struct DataElement<'e> {
    encoding: CellEncoding,
    cells: Rect,
    at: usize,
    element: &'e str,
}

impl<'d> DocumentParser<'d, '_> {
    /// Reads the data of a layer with these cells, whose chunks count from `corner`.
    pub(super) fn data(
        &mut self,
        tag: &Element<'d>,
        element: &str,
        corner: IVec2,
        cells: Rect,
    ) -> Result<Vec<CellBlock>, LoadError> {
        let (encoding, compression) = (tag.attribute("encoding")?, tag.attribute("compression")?);
        let encoding = encoding.as_deref().or(tag.is_json().then_some("csv"));
        let encoding = CellEncoding::new(encoding, compression.as_deref()).map_err(|kind| tag.error(kind))?;
        let data = DataElement { encoding, cells, at: tag.at, element };
        if tag.is_json() { self.json_data(tag, &data, corner) } else { self.xml_data(&data, true) }
    }

    /// Reads the open `<data>` or `<chunk>`.
    fn xml_data(&mut self, data: &DataElement<'_>, whole: bool) -> Result<Vec<CellBlock>, LoadError> {
        let expected = data.cells.area();
        let (mut chunks, mut gids, mut tiles) = (Vec::new(), Vec::new(), 0);
        let (mut content, depth): (Option<(usize, Cow<'d, str>)>, _) = (None, self.xml.depth);
        loop {
            match self.xml.next()? {
                Node::Close | Node::End if self.xml.depth < depth => break,
                Node::Open(_) if self.xml.depth != depth + 1 => {}
                Node::Open(tag) if tag.name() == "tile" && data.encoding == CellEncoding::Xml => {
                    tiles += 1;
                    if tiles <= expected {
                        gids.push(tag.number("gid", "a tile number")?.unwrap_or(0));
                    }
                }
                Node::Open(tag) if whole && tag.name() == "chunk" => {
                    let cells = chunk_frame(&tag, data.cells.min)?;
                    let element = format!("{}, chunk at ({}, {})", data.element, cells.min.x, cells.min.y);
                    let chunk = DataElement { encoding: data.encoding, cells, at: tag.at, element: &element };
                    let blocks = self.xml_data(&chunk, false).map_err(|error| error.within(element.as_str()))?;
                    chunks.extend(blocks);
                }
                Node::Text(at, text) if self.xml.depth == depth => match &mut content {
                    None => content = Some((at, text)),
                    // A comment or an element separates the two.
                    Some((_, first)) => first.to_mut().push_str(&text),
                },
                _ => {}
            }
        }
        let content = content.filter(|(_, text)| !text.trim_ascii().is_empty());
        let document = self.document;
        let fail = |(at, kind): CellFault| match (at, &content) {
            (Some(at), Some((start, _))) => document.error(start + at, kind),
            _ => document.error(data.at, kind),
        };
        let has_cells = content.is_some() || tiles > 0;
        if !has_cells && (!chunks.is_empty() || (whole && self.raw.infinite)) {
            return Ok(chunks);
        }
        self.raw.budget.take(Count::DataCells, expected).map_err(|kind| fail((None, kind)))?;
        let decoded = match &content {
            None => check_count(tiles, expected).map(|()| CellGids::from(gids)).map_err(|kind| (None, kind)),
            Some((_, text)) => data.encoding.decode(text, expected),
        };
        let gids = decoded.map_err(fail)?;
        chunks.push(CellBlock { cells: data.cells, gids });
        Ok(chunks)
    }

    fn json_data(
        &mut self,
        tag: &Element<'d>,
        data: &DataElement<'_>,
        corner: IVec2,
    ) -> Result<Vec<CellBlock>, LoadError> {
        let mut blocks = Vec::new();
        let chunks = tag.raw("chunks").map(|raw| self.json.items(raw, "chunks")).transpose()?;
        for raw in chunks.into_iter().flatten() {
            let chunk = self.json.object("chunk", raw)?;
            let cells = chunk_frame(&chunk, corner)?;
            let element = format!("{}, chunk at ({}, {})", data.element, cells.min.x, cells.min.y);
            let block = self.json_block(&chunk, data.encoding, cells);
            blocks.push(block.map_err(|error| error.within(element))?);
        }
        let own = tag.raw("data").map_or("", |data| data.get().trim_matches(['[', ']', '"']).trim_ascii());
        if !own.is_empty() || (blocks.is_empty() && !self.raw.infinite) {
            blocks.push(self.json_block(tag, data.encoding, data.cells)?);
        }
        Ok(blocks)
    }

    /// Reads the cells of a layer or of a chunk.
    fn json_block(&mut self, tag: &Element<'d>, encoding: CellEncoding, cells: Rect) -> Result<CellBlock, LoadError> {
        let (document, expected) = (self.document, cells.area());
        let raw = tag.raw("data");
        let start = raw.map_or(tag.at, |raw| document.offset_of(raw.get()));
        let fail = |kind| document.error(start, kind);
        self.raw.budget.take(Count::DataCells, expected).map_err(fail)?;
        let count = |gids: Vec<u32>| check_count(gids.len() as u64, expected).map(|()| gids.into()).map_err(fail);
        let gids = match raw {
            None => count(Vec::new())?,
            Some(list) if list.get().starts_with('[') && encoding == CellEncoding::Csv => {
                match json::read(document, list.get(), Kind::Cells(expected), tiled_fault)? {
                    Value::Cells(gids) => count(gids)?,
                    _ => CellGids::default(),
                }
            }
            Some(raw) => {
                // Slashes of base64 may be escaped. The text begins after the quote.
                let text = text_of(raw).unwrap_or(raw.get().into());
                encoding.decode(&text, expected).map_err(|(at, kind)| match at {
                    Some(at) => document.error(start + 1 + at, kind),
                    None => fail(kind),
                })?
            }
        };
        Ok(CellBlock { cells, gids })
    }
}
