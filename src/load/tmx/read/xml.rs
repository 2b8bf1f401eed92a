//! XML: walks through a document from start to end, without recursion.

use super::cells::{CellEncoding, CellFault, check_count, decode_base64};
use super::element::{Element, ElementStart, describe_error, xml_fault};
use super::layers::{chunk_frame, frame};
use super::objects::{PLAIN_SHAPES, object_id};
use super::parser::DocumentParser;
use super::properties::{CLASS, LIST, PropertyList, SettingsOf};
use super::sets::{check_shape, check_sheet, is_isometric, tile_offset};
use crate::geometry::Rect;
use crate::load::LoadError;
use crate::load::limits::Count;
use crate::load::tmx::model::{
    CellBlock, CellGids, ImageSource, RawContent, RawImage, RawLayer, RawObject, RawSet, RawTile,
};
use crate::tile::ObjectShape;
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
                    let mut properties =
                        PropertyList::new(if group.is_none() { SettingsOf::Nothing } else { SettingsOf::Layer });
                    self.properties(&mut properties)?;
                    self.parser.add_properties(properties);
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
        let (_, cells) = frame(tag, self.parser.raw.size)?;
        let mut properties = PropertyList::new(SettingsOf::Layer);
        let (mut blocks, depth) = (Vec::new(), self.depth);
        while let Some(child) = self.child(depth)? {
            match () {
                () if child.is("properties") => self.properties(&mut properties)?,
                () if child.is("data") => {
                    let (encoding, compression) = (child.attribute("encoding")?, child.attribute("compression")?);
                    let encoding = CellEncoding::new(encoding.as_deref(), compression.as_deref());
                    let encoding = encoding.map_err(|kind| child.error(kind))?;
                    let data = DataElement { encoding, cells, at: child.at, element };
                    blocks.extend(self.data(&data, true)?);
                }
                () => {}
            }
        }
        (head.properties, head.settings) = properties.finish();
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
                    let cells = chunk_frame(&tag, data.cells.min)?;
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
        let (mut objects, mut properties, depth) = (Vec::new(), PropertyList::new(SettingsOf::Nothing), self.depth);
        while let Some(child) = self.child(depth)? {
            if child.is("object") {
                let id = object_id(&child)?;
                let object = self.object(&child, id, true);
                objects.push(object.map_err(|error| error.within(format!("{element}, object {id}")))?);
            } else if child.is("properties") {
                self.properties(&mut properties)?;
            }
        }
        head.properties = properties.finish().0;
        self.parser.raw.layers.push(RawLayer { head, content: RawContent::Objects(objects) });
        Ok(())
    }

    fn object(&mut self, tag: &Element<'d>, id: u32, may_have_template: bool) -> Result<RawObject, LoadError> {
        let mut object = self.parser.object(tag, id, may_have_template)?;
        let (mut properties, depth) = (PropertyList::new(SettingsOf::Nothing), self.depth);
        while let Some(child) = self.child(depth)? {
            match () {
                () if child.is("properties") => self.properties(&mut properties)?,
                () if child.is("text") => object.shape = Some(ObjectShape::Text(self.text()?)),
                () if child.is("polygon") => object.shape = Some(ObjectShape::Polygon(self.corners(&child)?)),
                () if child.is("polyline") => object.shape = Some(ObjectShape::Polyline(self.corners(&child)?)),
                () => {
                    let plain = PLAIN_SHAPES.into_iter().find(|(name, _)| child.is(name));
                    object.shape = plain.map(|(_, shape)| shape).or(object.shape);
                }
            }
        }
        object.set_properties(properties);
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
        let mut properties = PropertyList::new(SettingsOf::TileSet);
        while let Some(child) = self.child(depth)? {
            match () {
                () if child.is("image") => {
                    check_sheet(tag, &set)?;
                    set.image = Some(self.image(&child)?);
                }
                () if child.is("tile") => {
                    let id = child.required("id", "a tile's id")?;
                    let mut tile = set.tiles.remove(&id).unwrap_or_default();
                    self.tile(&child, id, &mut tile)?;
                    set.tiles.insert(id, tile);
                }
                () if child.is("properties") => self.properties(&mut properties)?,
                () if child.is("tileoffset") => set.offset = tile_offset(&child)?,
                () if child.is("grid") => set.has_isometric_grid = is_isometric(&child)?,
                () => {}
            }
        }
        set.settings = properties.finish().1;
        Ok(set)
    }

    /// Reads a tile. Like Tiled, it adds what a second element of a tile has to what the first one had.
    fn tile(&mut self, tag: &Element<'d>, id: u32, tile: &mut RawTile) -> Result<(), LoadError> {
        self.parser.tile(tag, tile)?;
        let [mut of_shapes, mut own] = [(); 2].map(|()| PropertyList::new(SettingsOf::Tile));
        let depth = self.depth;
        while let Some(child) = self.child(depth)? {
            match () {
                () if child.is("image") => tile.image = Some(self.image(&child)?),
                () if child.is("properties") => self.properties(&mut own)?,
                () if child.is("objectgroup") => {
                    let shapes = self.collision_shapes(&mut of_shapes);
                    tile.shapes = shapes.map_err(|error| error.within(format!("tile {id}, a collision shape")))?;
                }
                // An animated tile is solid like its own image.
                () => {}
            }
        }
        tile.add_properties(of_shapes, own);
        Ok(())
    }

    /// Reads the collision shapes of a tile, the open `<objectgroup>`. As in Tiled, its offset does not count, and its
    /// properties are the tile's.
    fn collision_shapes(&mut self, properties: &mut PropertyList) -> Result<Vec<RawObject>, LoadError> {
        let (mut shapes, depth) = (Vec::new(), self.depth);
        while let Some(child) = self.child(depth)? {
            if child.is("object") {
                let shape = self.object(&child, object_id(&child)?, true)?;
                check_shape(&child, &shape)?;
                shapes.push(shape);
            } else if child.is("properties") {
                self.properties(properties)?;
            }
        }
        Ok(shapes)
    }

    /// Reads the open `<image>`: the reference to a file, or the image itself as base64.
    fn image(&mut self, tag: &Element<'d>) -> Result<RawImage, LoadError> {
        let source = tag.attribute("source")?.filter(|source| !source.is_empty());
        let mut inside = None;
        if source.is_none() {
            let depth = self.depth;
            while let Some(data) = self.child(depth)? {
                if data.is("data") {
                    inside = Some(match data.attribute("encoding")?.unwrap_or_default() {
                        encoding if encoding == "base64" => decode_base64(&self.text()?).map_err(|(_, kind)| kind),
                        encoding => Err(data.wrong("encoding", &encoding, "base64").kind().clone()),
                    });
                }
            }
            let is_empty = inside.as_ref().is_none_or(|data| data.as_ref().is_ok_and(Vec::is_empty));
            if is_empty {
                inside = Some(Err(tag.missing("source").kind().clone()));
            }
        }
        let mut file = self.parser.reference(tag.at, source.as_deref().unwrap_or_default());
        if inside.is_some() {
            file.path.clone_from(&self.parser.document.path);
        }
        self.parser.image(tag, ImageSource { file, inside }, ["trans", "width", "height"])
    }

    /// Reads the open `<properties>` and adds them to a list.
    fn properties(&mut self, properties: &mut PropertyList) -> Result<(), LoadError> {
        let depth = self.depth;
        while let Some(tag) = self.child(depth)? {
            if tag.is("property") {
                self.property(&tag, tag.attribute("name")?, 0, properties)?;
            }
        }
        Ok(())
    }

    /// Reads the open `<property>` or `<item>`, `nested` lists and classes deep. One without a name is skipped.
    fn property(
        &mut self,
        tag: &Element<'d>,
        name: Option<String>,
        nested: usize,
        properties: &mut PropertyList,
    ) -> Result<(), LoadError> {
        self.parser.claim_property(tag, name.as_deref().unwrap_or_default(), nested)?;
        let kind = tag.attribute("type")?;
        let kind = kind.as_deref().unwrap_or("string");
        let (first, depth) = (properties.len(), self.depth);
        let (mut items, mut text) = (0, String::new());
        loop {
            match self.next()? {
                // A value of several lines is the element's text.
                Node::Text(_, part) if self.depth == depth => text.push_str(&part),
                Node::Open(item) if self.depth == depth + 1 && kind == LIST && item.is("item") => {
                    let own = name.as_ref().map(|name| format!("{name}[{items}]"));
                    self.property(&item, own, nested + 1, properties)?;
                    items += 1;
                }
                Node::Open(members) if self.depth == depth + 1 && kind == CLASS && members.is("properties") => {
                    while let Some(member) = self.child(depth + 1)? {
                        if member.is("property") {
                            let own = member.attribute("name")?;
                            let own = name.as_ref().zip(own).map(|(name, own)| format!("{name}.{own}"));
                            self.property(&member, own, nested + 1, properties)?;
                        }
                    }
                }
                Node::Close | Node::End if self.depth < depth => break,
                _ => {}
            }
        }
        let Some(name) = name else { return Ok(()) };
        if kind == LIST || kind == CLASS {
            if nested == 0 {
                properties.add_parts(name, first);
            }
            return Ok(());
        }
        let value = match tag.attribute("value")? {
            Some(value) if text.is_empty() || !value.is_empty() => Some(value),
            _ => Some(text).filter(|text| !text.is_empty()),
        };
        self.parser.property(tag, name, kind, value, properties)
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
