//! XML: walks through a document from start to end, without recursion.

use super::cells::{CellEncoding, CellFault, check_count};
use super::element::{Element, ElementStart, describe_error, xml_fault};
use super::layers::frame;
use super::objects::{PLAIN_SHAPES, object_id};
use super::parser::DocumentParser;
use super::properties::{PropertyList, SettingsOf};
use super::sets::{check_shape, check_sheet, tile_offset};
use crate::geometry::Rect;
use crate::load::limits::Count;
use crate::load::tmx::model::{
    CellBlock, CellGids, RawContent, RawImage, RawLayer, RawObject, RawSet, RawTile, Settings,
};
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{ObjectShape, Properties};
use glam::Vec2;
use quick_xml::Reader;
use quick_xml::escape::{EscapeError, resolve_xml_entity};
use quick_xml::events::{BytesRef, Event};
use std::borrow::Cow;

/// The reader of a document in XML.
pub(super) struct XmlReader<'d, 'r> {
    parser: DocumentParser<'d, 'r>,
    walker: Reader<&'d [u8]>,
    /// The number of open elements.
    depth: usize,
}

/// A node of a document. Comments, declarations and the like are skipped.
enum Node<'d> {
    Open(Element<'d>),
    /// A text with its position.
    Text(usize, Cow<'d, str>),
    Close,
    /// The end of the document, with every element closed.
    End,
}

/// A `<data>` or a `<chunk>`.
struct DataElement<'e> {
    encoding: CellEncoding,
    cells: Rect,
    at: usize,
    element: &'e str,
}

impl<'d, 'r> XmlReader<'d, 'r> {
    pub(super) fn new(parser: DocumentParser<'d, 'r>) -> Self {
        let mut walker = Reader::from_str(&parser.document.text);
        walker.config_mut().expand_empty_elements = true;
        Self { parser, walker, depth: 0 }
    }

    /// Reads a map.
    pub(super) fn map(mut self) -> Result<(), LoadError> {
        let tag = self.root("map")?;
        self.parser.map(&tag)?;
        let mut depth = self.depth;
        loop {
            let Some(tag) = self.child(depth)? else {
                if !self.parser.close_group() {
                    break;
                }
                depth -= 1;
                continue;
            };
            let group = self.parser.group;
            if ["layer", "objectgroup", "group"].iter().any(|name| tag.is(name)) {
                self.parser.check_layers(&tag)?;
            }
            match () {
                () if tag.is("layer") => {
                    let element = tag.title("layer")?;
                    self.layer(&tag, &element).map_err(|error| error.within(element))?;
                }
                () if tag.is("group") => {
                    self.parser.open_group(&tag)?;
                    depth = self.depth;
                }
                () if tag.is("objectgroup") => {
                    let element = tag.title("object layer")?;
                    self.object_layer(&tag, &element).map_err(|error| error.within(element))?;
                }
                () if tag.is("tileset") && group.is_none() => {
                    if self.parser.add_tile_set(&tag)? {
                        let set = self.tile_set(&tag)?;
                        self.parser.set_last(set);
                    }
                }
                () if tag.is("properties") => {
                    let (properties, settings) =
                        self.properties(if group.is_none() { SettingsOf::Nothing } else { SettingsOf::Layer })?;
                    self.parser.set_properties(properties, settings);
                }
                () => {}
            }
        }
        self.end()
    }

    /// Reads the file of a tile set.
    pub(super) fn tile_set_file(mut self) -> Result<RawSet, LoadError> {
        let tag = self.root("tileset")?;
        self.parser.check_root(&tag, "tileset", "a Tiled tile set")?;
        let set = self.tile_set(&tag)?;
        self.end()?;
        Ok(set)
    }

    /// Reads the file of a template.
    pub(super) fn template_file(mut self) -> Result<RawObject, LoadError> {
        let tag = self.root("template")?;
        self.parser.check_root(&tag, "template", "a Tiled template")?;
        let (mut object, mut set, depth) = (None, None, self.depth);
        while let Some(child) = self.child(depth)? {
            if child.is("object") && object.is_none() {
                object = Some(self.object(&child, 0, false)?);
            } else if child.is("tileset") {
                set = Some(self.parser.set_of_template(&child)?);
            }
        }
        self.end()?;
        self.parser.template(&tag, object, set)
    }

    fn layer(&mut self, tag: &Element<'d>, element: &str) -> Result<(), LoadError> {
        let mut head = self.parser.layer_head(tag)?;
        let cells = frame(tag, Some(self.parser.raw.size))?;
        let (mut blocks, depth): (Option<Vec<CellBlock>>, _) = (None, self.depth);
        while let Some(child) = self.child(depth)? {
            match () {
                () if child.is("properties") => {
                    (head.properties, head.settings) = self.properties(SettingsOf::Layer)?;
                }
                () if child.is("data") => {
                    let (encoding, compression) = (child.attribute("encoding")?, child.attribute("compression")?);
                    let encoding = CellEncoding::new(encoding.as_deref(), compression.as_deref());
                    let encoding = encoding.map_err(|kind| child.error(kind))?;
                    let data = DataElement { encoding, cells, at: child.at, element };
                    blocks.get_or_insert_default().extend(self.data(&data, true)?);
                }
                () => {}
            }
        }
        self.parser.add_layer(tag, head, cells, blocks)
    }

    /// Reads the open `<data>` or `<chunk>`.
    fn data(&mut self, data: &DataElement<'_>, whole: bool) -> Result<Vec<CellBlock>, LoadError> {
        let expected = data.cells.area();
        let (mut chunks, mut gids, mut tiles) = (Vec::new(), Vec::new(), 0);
        let (mut content, depth): (Option<(usize, Cow<'d, str>)>, _) = (None, self.depth);
        loop {
            match self.next()? {
                Node::Close | Node::End if self.depth < depth => break,
                Node::Open(_) if self.depth != depth + 1 => {}
                Node::Open(tag) if tag.is("tile") && data.encoding == CellEncoding::Xml => {
                    tiles += 1;
                    if tiles <= expected {
                        gids.push(tag.number("gid", "a tile number")?.unwrap_or(0));
                    }
                }
                Node::Open(tag) if whole && tag.is("chunk") => {
                    let cells = frame(&tag, None)?;
                    let element = format!("{}, chunk at ({}, {})", data.element, cells.min.x, cells.min.y);
                    let chunk = DataElement { encoding: data.encoding, cells, at: tag.at, element: &element };
                    let blocks = self.data(&chunk, false).map_err(|error| error.within(element.as_str()))?;
                    chunks.extend(blocks);
                }
                Node::Text(at, text) if self.depth == depth => match &mut content {
                    None => content = Some((at, text)),
                    // A comment or an element separates the two.
                    Some((_, first)) => first.to_mut().push_str(&text),
                },
                _ => {}
            }
        }
        let content = content.filter(|(_, text)| !text.trim_ascii().is_empty());
        let document = self.parser.document;
        let fail = |(at, kind): CellFault| match (at, &content) {
            (Some(at), Some((start, _))) => document.error(start + at, kind),
            _ => document.error(data.at, kind),
        };
        let has_cells = content.is_some() || tiles > 0;
        if !has_cells && (!chunks.is_empty() || (whole && self.parser.raw.infinite)) {
            return Ok(chunks);
        }
        self.parser.raw.budget.take(Count::DataCells, expected).map_err(|kind| fail((None, kind)))?;
        let decoded = match &content {
            None => check_count(tiles, expected).map(|()| CellGids::from(gids)).map_err(|kind| (None, kind)),
            Some((_, text)) => data.encoding.decode(text, expected),
        };
        let gids = decoded.map_err(fail)?;
        chunks.push(CellBlock { cells: data.cells, gids });
        Ok(chunks)
    }

    fn object_layer(&mut self, tag: &Element<'d>, element: &str) -> Result<(), LoadError> {
        let mut head = self.parser.layer_head(tag)?;
        let (mut objects, depth) = (Vec::new(), self.depth);
        while let Some(child) = self.child(depth)? {
            if child.is("object") {
                let id = object_id(&child)?;
                let object = self.object(&child, id, true);
                objects.push(object.map_err(|error| error.within(format!("{element}, object {id}")))?);
            } else if child.is("properties") {
                head.properties = self.properties(SettingsOf::Nothing)?.0;
            }
        }
        self.parser.raw.layers.push(RawLayer { head, content: RawContent::Objects(objects) });
        Ok(())
    }

    fn object(&mut self, tag: &Element<'d>, id: u32, may_have_template: bool) -> Result<RawObject, LoadError> {
        let mut object = self.parser.object(tag, id, may_have_template)?;
        let depth = self.depth;
        while let Some(child) = self.child(depth)? {
            match () {
                () if child.is("properties") => object.properties = self.properties(SettingsOf::Nothing)?.0,
                () if child.is("text") => object.shape = Some(ObjectShape::Text(self.text()?)),
                () if child.is("polygon") => object.shape = Some(ObjectShape::Polygon(self.corners(&child)?)),
                () if child.is("polyline") => object.shape = Some(ObjectShape::Polyline(self.corners(&child)?)),
                () => {
                    let plain = PLAIN_SHAPES.into_iter().find(|(name, _)| child.is(name));
                    object.shape = plain.map(|(_, shape)| shape).or(object.shape);
                }
            }
        }
        Ok(object)
    }

    /// Reads the corners of a polygon or a polyline: `0,0 12.5,-3`.
    fn corners(&mut self, tag: &Element<'d>) -> Result<Vec<Vec2>, LoadError> {
        let points = tag.attribute("points")?.ok_or_else(|| tag.missing("points"))?;
        let mut corners = Vec::new();
        for point in points.split_ascii_whitespace() {
            self.parser.corner(tag, &mut corners, point)?;
        }
        Ok(corners)
    }

    fn tile_set(&mut self, tag: &Element<'d>) -> Result<RawSet, LoadError> {
        let element = tag.title("tile set")?;
        self.tile_set_within(tag).map_err(|error| error.within(element))
    }

    fn tile_set_within(&mut self, tag: &Element<'d>) -> Result<RawSet, LoadError> {
        let (mut set, depth) = (self.parser.tile_set(tag)?, self.depth);
        while let Some(child) = self.child(depth)? {
            match () {
                () if child.is("image") => {
                    check_sheet(tag, &set)?;
                    set.image = Some(self.image(&child)?);
                }
                () if child.is("tile") => {
                    let id = child.required("id", "a tile's id")?;
                    let tile = self.tile(&child, id)?;
                    set.tiles.insert(id, tile);
                }
                () if child.is("properties") => set.settings = self.properties(SettingsOf::TileSet)?.1,
                () if child.is("tileoffset") => set.offset = tile_offset(&child)?,
                () => {}
            }
        }
        Ok(set)
    }

    fn tile(&mut self, tag: &Element<'d>, id: u32) -> Result<RawTile, LoadError> {
        let (mut tile, depth) = (self.parser.tile(tag)?, self.depth);
        while let Some(child) = self.child(depth)? {
            match () {
                () if child.is("image") => tile.image = Some(self.image(&child)?),
                () if child.is("properties") => (tile.properties, tile.settings) = self.properties(SettingsOf::Tile)?,
                () if child.is("objectgroup") => {
                    let shapes = self.collision_shapes();
                    tile.shapes = shapes.map_err(|error| error.within(format!("tile {id}, a collision shape")))?;
                }
                // An animated tile is solid like its own image.
                () => {}
            }
        }
        Ok(tile)
    }

    /// Reads the collision shapes of a tile, the open `<objectgroup>`. As in Tiled, its offset does not count.
    fn collision_shapes(&mut self) -> Result<Vec<RawObject>, LoadError> {
        let (mut shapes, depth) = (Vec::new(), self.depth);
        while let Some(child) = self.child(depth)? {
            if child.is("object") {
                let shape = self.object(&child, object_id(&child)?, true)?;
                check_shape(&child, &shape)?;
                shapes.push(shape);
            }
        }
        Ok(shapes)
    }

    fn image(&mut self, tag: &Element<'d>) -> Result<RawImage, LoadError> {
        let Some(source) = tag.attribute("source")? else {
            let remedy = "save it as a PNG of its own and choose that in Tiled";
            return Err(tag.error(LoadErrorKind::not_supported("an image inside the file", remedy)));
        };
        self.parser.image(tag, tag.at, &source, "trans")
    }

    /// Reads the custom properties of the open element, and the settings among them.
    fn properties(&mut self, settings: SettingsOf) -> Result<(Properties, Settings), LoadError> {
        let (mut properties, depth) = (PropertyList::new(settings), self.depth);
        while let Some(tag) = self.child(depth)? {
            if tag.is("property") {
                // A value of several lines is the element's text.
                let text = self.text()?;
                self.parser.property(&tag, text, &mut properties)?;
            }
        }
        Ok(properties.finish())
    }

    /// Returns the text of the open element up to its end, without the text of its children.
    fn text(&mut self) -> Result<String, LoadError> {
        let (mut whole, depth) = (String::new(), self.depth);
        loop {
            match self.next()? {
                Node::Text(_, text) if self.depth == depth => whole.push_str(&text),
                Node::Close | Node::End if self.depth < depth => return Ok(whole),
                _ => {}
            }
        }
    }

    /// Returns the root element. `name` is the expected one, for the error.
    fn root(&mut self, name: &str) -> Result<Element<'d>, LoadError> {
        let missing = xml_fault(format!("it has no <{name}>"));
        self.child(0)?.ok_or_else(|| self.parser.document.error(0, missing))
    }

    /// Reads to the end of the document, after its root element.
    fn end(&mut self) -> Result<(), LoadError> {
        match self.child(0)? {
            None => Ok(()),
            Some(tag) => {
                let detail = format!("<{}> comes after the end of the root element", tag.name());
                Err(tag.error(xml_fault(detail)))
            }
        }
    }

    /// Returns the next child of the element whose content has this depth, or `None` at its end. Skips text, and unread
    /// content of the last child.
    fn child(&mut self, depth: usize) -> Result<Option<Element<'d>>, LoadError> {
        loop {
            match self.next()? {
                Node::Open(tag) if self.depth == depth + 1 => return Ok(Some(tag)),
                Node::Close if self.depth < depth => return Ok(None),
                Node::End => return Ok(None),
                Node::Open(_) | Node::Close | Node::Text(..) => {}
            }
        }
    }

    /// Returns the next node.
    fn next(&mut self) -> Result<Node<'d>, LoadError> {
        let document = self.parser.document;
        loop {
            let at = self.walker.buffer_position() as usize;
            let malformed = |detail: String| document.error(at, xml_fault(detail));
            check_doctype(&document.text.as_bytes()[at..]).map_err(malformed)?;
            match self.walker.read_event().map_err(|error| malformed(describe_error(&error)))? {
                Event::Start(start) => {
                    self.depth += 1;
                    return Ok(Node::Open(Element { at, document, start: ElementStart::Xml(start) }));
                }
                // The reader accepts an end tag that the end of the text cuts off.
                Event::End(_) if document.text[..self.walker.buffer_position() as usize].ends_with('>') => {
                    self.depth -= 1;
                    return Ok(Node::Close);
                }
                Event::Text(text) => return Ok(Node::Text(at, text.into_inner())),
                Event::GeneralRef(entity) => {
                    let text = character_of(&entity).map_err(|error| malformed(describe_error(&error)))?;
                    return Ok(Node::Text(at, text.into()));
                }
                Event::CData(text) => return Ok(Node::Text(at + "<![CDATA[".len(), text.into_inner())),
                Event::Eof if self.depth == 0 => return Ok(Node::End),
                Event::End(_) | Event::Eof => return Err(malformed("it ends before all elements are closed".into())),
                Event::Empty(_) | Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
            }
        }
    }
}

/// Rejects a text that begins with a long document type declaration, as the reader's time is quadratic in its length.
fn check_doctype(text: &[u8]) -> Result<(), String> {
    const LONGEST: usize = 4096;
    if !matches!(text, [b'<', b'!', b'd' | b'D', ..]) {
        return Ok(());
    }
    let mut open = 0;
    for byte in text.iter().take(LONGEST) {
        open += i32::from(*byte == b'<') - i32::from(*byte == b'>');
        if open == 0 {
            return Ok(());
        }
    }
    Err(format!("its document type declaration has more than {LONGEST} bytes"))
}

/// Returns the text that an entity means.
fn character_of(entity: &BytesRef<'_>) -> Result<String, quick_xml::Error> {
    if let Some(character) = entity.resolve_char_ref()? {
        return Ok(character.into());
    }
    let known = resolve_xml_entity(entity).map(str::to_owned);
    known.ok_or_else(|| EscapeError::UnrecognizedEntity(0..0, entity.to_string()).into())
}
