//! Tile layers: parsing, inherited settings of groups, and the layers of the map.

use super::cells::{CellEncoding, CellFault, CellGids, check_count};
use super::elements::{MapElement, MapNode, MapText};
use super::properties::LAYER_SETTINGS;
use super::raw::{CellBlock, DocumentParser, GidTable, LayerHead, RawLayer, RawMap, Settings};
use crate::geometry::Rect;
use crate::load::error::shortened;
use crate::load::limits::Count;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{Properties, TileLayer, TileMap};
use glam::{DVec2, UVec2, dvec2, ivec2, uvec2};

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

/// The greatest product of parallax factors, so that it stays finite.
const MAX_PARALLAX: DVec2 = DVec2::splat(f32::MAX as f64);

/// The groups of a map with what they inherit, and a count of repeated text.
pub(super) struct GroupTree {
    root: InheritedHead,
    groups: Vec<InheritedHead>,
    /// The bytes of text that layers and objects repeat from groups and templates.
    repeated: u64,
    max_repeated: u64,
}

/// What a layer or a group has, including what it inherits from the groups around it.
pub(super) struct InheritedHead {
    pub(super) path: String,
    pub(super) visible: bool,
    pub(super) offset: DVec2,
    parallax: DVec2,
    pub(super) settings: Settings,
}

impl GroupTree {
    /// Creates the tree of the groups, in the order of their elements.
    pub(super) fn new(raw: &RawMap, max_repeated: u64) -> Result<Self, LoadError> {
        let root = InheritedHead {
            path: String::new(),
            visible: true,
            offset: DVec2::ZERO,
            parallax: DVec2::ONE,
            settings: Settings::default(),
        };
        let mut tree = Self { root, groups: Vec::with_capacity(raw.groups.len()), repeated: 0, max_repeated };
        for group in &raw.groups {
            let inherited = tree.apply(&group.head, raw)?;
            tree.groups.push(inherited);
        }
        Ok(tree)
    }

    /// Returns what a layer or a group has, with what it inherits.
    pub(super) fn apply(&mut self, head: &LayerHead, raw: &RawMap) -> Result<InheritedHead, LoadError> {
        let around = head.group.map_or(&self.root, |group| &self.groups[group]);
        let inherited = InheritedHead {
            path: if around.path.is_empty() { head.name.clone() } else { format!("{}/{}", around.path, head.name) },
            visible: around.visible && head.visible,
            offset: around.offset + head.offset,
            parallax: (around.parallax * head.parallax).clamp(-MAX_PARALLAX, MAX_PARALLAX),
            settings: Settings {
                solid: head.settings.solid.or(around.settings.solid),
                one_way: head.settings.one_way.or(around.settings.one_way),
            },
        };
        self.claim(inherited.path.len(), raw)?;
        Ok(inherited)
    }

    /// Counts repeated text: layers repeat the names of the groups around them, and objects the name of their
    /// layer and the content of their templates. So a few long texts can grow without bound.
    pub(super) fn claim(&mut self, bytes: usize, raw: &RawMap) -> Result<(), LoadError> {
        self.repeated = self.repeated.saturating_add(bytes as u64);
        let max = self.max_repeated;
        if self.repeated <= max {
            return Ok(());
        }
        let what = format!("a map whose layers and objects repeat more than {max} bytes of names and templates");
        let kind = LoadErrorKind::NotSupported { what, remedy: "shorten the names of its groups and layers" };
        Err(LoadError::new(&raw.documents[0].path, kind))
    }
}

/// Adds a tile layer to the map.
pub(super) fn add_layer(
    map: &mut TileMap,
    layer: RawLayer,
    inherited: &InheritedHead,
    raw: &RawMap,
    gids: &mut GidTable,
) -> Result<(), LoadError> {
    let (document, head) = (&raw.documents[0], layer.head);
    let name = format!("layer '{}'", shortened(&head.name));
    // Halves are rounded up, so that layers at a distance of whole pixels stay so.
    let offset = (inherited.offset + 0.5).floor();
    let empty = TileLayer::new(head.name, layer.cells)
        .with_path(inherited.path.as_str())
        .with_visible(inherited.visible)
        .with_solid(inherited.settings.solid)
        .with_one_way(inherited.settings.one_way)
        .with_offset(ivec2(offset.x as i32, offset.y as i32))
        .with_parallax(inherited.parallax.as_vec2())
        .with_properties(head.properties);
    let index =
        map.add_layer(empty).map_err(|error| document.error(head.at, LoadErrorKind::Map(error)).within(&*name))?;
    for (cell, gid) in layer.blocks.iter().flat_map(CellBlock::tiles) {
        let fail = |kind| document.error(head.at, kind).within(format!("{name}, cell ({}, {})", cell.x, cell.y));
        let tile = gids.drawn_tile(gid).map_err(fail)?;
        map.set_tile(index, cell, Some(tile)).map_err(|error| fail(LoadErrorKind::Map(error)))?;
    }
    Ok(())
}
