use super::raw_layer::RawLayer;
use super::raw_map::RawGroup;
use super::slim::Slim;
use super::xml::{Document, Tag, Walker};
use crate::load::reader::read_file;
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadLimits};
use glam::UVec2;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// A map whose documents were walked through: what `tiled` gets to read, and what it does not tell.
pub(super) struct Preflight {
    /// The map, then the tile sets that have files of their own.
    pub(super) documents: Vec<Document>,
    /// For each document, what `tiled` reads in its stead. It names the documents by their numbers here.
    pub(super) slims: Vec<Vec<u8>>,
    /// The map's tile sets, in the order in which it names them.
    pub(super) sets: Vec<SetReference>,
    /// The pictures of all tile sets; the slim documents name them by their places here.
    pub(super) pictures: Vec<PictureReference>,
    /// The tile layers, in the order of their elements.
    pub(super) layers: Vec<RawLayer>,
    /// For each group of layers the one around it, which comes before it.
    pub(super) groups: Vec<Option<usize>>,
}

/// A tile set of the map.
pub(super) struct SetReference {
    /// The number of its first tile in the map's cells.
    pub(super) first_gid: u32,
    /// The document that holds it: 0 for the map's own.
    pub(super) document: usize,
    /// How many tiles it claims.
    pub(super) tile_count: Option<u32>,
}

/// A picture that a tile set names.
pub(super) struct PictureReference {
    pub(super) path: PathBuf,
    /// The document that names it, and where.
    pub(super) document: usize,
    pub(super) at: usize,
}

/// One document on its way.
pub(super) struct Walk<'d, 'f> {
    pub(super) document: &'d Document,
    pub(super) number: usize,
    pub(super) walker: Walker<'d>,
    pub(super) slim: Slim,
    pub(super) found: &'f mut Findings,
    pub(super) limits: LoadLimits,
    /// The map's size in cells, which layers have that do not say theirs.
    pub(super) map_size: UVec2,
    pub(super) infinite: bool,
    /// The group that is open.
    pub(super) group: Option<usize>,
}

/// What the walks collect.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) sets: Vec<SetReference>,
    /// The files of tile sets, each once, and where each is named first.
    pub(super) files: Vec<(PathBuf, usize)>,
    /// The numbers of those files among the documents.
    pub(super) documents: HashMap<PathBuf, usize>,
    pub(super) pictures: Vec<PictureReference>,
    pub(super) layers: Vec<RawLayer>,
    pub(super) groups: Vec<RawGroup>,
    /// What was claimed so far, which the limits bound: the cells of the layers' grids, those of their data, and tiles.
    pub(super) grid_cells: u64,
    pub(super) data_cells: u64,
    pub(super) tiles: u64,
    /// The tiles that have elements of their own.
    pub(super) tile_elements: u64,
}

pub(super) const PIXELS: &str = "a number of pixels, 0 or more";
pub(super) const CELLS: &str = "a number of cells, 0 or more";

impl Preflight {
    /// Walks through the map at `path` and through the tile sets that it names.
    pub(super) fn new(path: &Path, reader: &dyn AssetReader, limits: &LoadLimits) -> Result<Self, LoadError> {
        let map = Document::new(path.to_owned(), read_file(reader, path, limits)?, "map")?;
        let mut found = Findings::default();
        let mut slims = vec![Walk::new(&map, 0, &mut found, limits).map()?];
        let mut documents = vec![map];
        let mut tile_counts = Vec::new();
        for number in 1..=found.files.len() {
            let (path, at) = found.files[number - 1].clone();
            let referrer = &documents[0];
            let named =
                |error: LoadError| error.named_by(&referrer.path, referrer.position(at), "a tile set of the map");
            let bytes = read_file(reader, &path, limits).map_err(named)?;
            let document = Document::new(path, bytes, "tile set").map_err(named)?;
            let walked = Walk::new(&document, number, &mut found, limits).tile_set_file();
            let (slim, tile_count) = walked.map_err(named)?;
            tile_counts.push(tile_count);
            slims.push(slim);
            documents.push(document);
        }
        for set in found.sets.iter_mut().filter(|set| set.document > 0) {
            set.tile_count = tile_counts[set.document - 1];
        }
        let groups = found.groups.iter().map(|group| group.parent).collect();
        Ok(Self { documents, slims, sets: found.sets, pictures: found.pictures, layers: found.layers, groups })
    }
}

impl<'d, 'f> Walk<'d, 'f> {
    fn new(document: &'d Document, number: usize, found: &'f mut Findings, limits: &LoadLimits) -> Self {
        let (walker, slim) = (document.walk(), Slim::default());
        let limits = *limits;
        Self { document, number, walker, slim, found, limits, map_size: UVec2::ZERO, infinite: false, group: None }
    }

    /// The start of the only element that is not inside another.
    pub(super) fn root(&mut self, name: &str, expected: &'static str) -> Result<Tag<'d>, LoadError> {
        match self.walker.child()? {
            Some(tag) if tag.is(name) => Ok(tag),
            Some(tag) => {
                let found = match () {
                    () if tag.is("tileset") => "a Tiled tile set (TSX)",
                    () if tag.is("map") => "a Tiled map (TMX)",
                    () if tag.is("template") => "a Tiled template (TX)",
                    () => "another XML document",
                };
                let remedy = "name a file that Tiled saved as TMX (a tile set as TSX)";
                Err(tag.error(LoadErrorKind::NotTiled { found, expected, remedy }))
            }
            None => {
                let detail = format!("it has no <{name}>");
                Err(self.document.error(0, LoadErrorKind::Xml { detail }))
            }
        }
    }

    /// Goes to the end of the document, after its only element.
    pub(super) fn end(&mut self) -> Result<(), LoadError> {
        match self.walker.child()? {
            None => Ok(()),
            Some(tag) => {
                let detail = format!("<{}> stands after the end of the document's element", tag.name());
                Err(tag.error(LoadErrorKind::Xml { detail }))
            }
        }
    }

    /// Opens a slim layer or group, with what both have.
    pub(super) fn open_layer(&mut self, name: &str, tag: &Tag<'d>) -> Result<(), LoadError> {
        let offset = |side| match tag.number::<f32>(side, "a number of pixels")? {
            Some(offset) if !offset.is_finite() => Err(tag.wrong(side, &offset.to_string(), "a number of pixels")),
            offset => Ok(offset.map(|offset| offset.to_string())),
        };
        let attributes = [
            ("name", tag.attribute("name")?),
            ("visible", tag.number::<i32>("visible", "0 or 1")?.map(|visible| visible.to_string())),
            ("offsetx", offset("offsetx")?),
            ("offsety", offset("offsety")?),
            // `tiled` wants these of layers, and passes over them in groups.
            ("width", Some("0".to_owned())),
            ("height", Some("0".to_owned())),
        ];
        self.slim.open(name, &attributes);
        Ok(())
    }

    /// The custom properties of a layer, a group, a tile set or a tile: of them, the one that is read.
    pub(super) fn properties(&mut self) -> Result<(), LoadError> {
        self.slim.open("properties", &[]);
        while let Some(tag) = self.walker.child()? {
            if tag.is("property") && tag.attribute("name")?.as_deref() == Some("solid") {
                let expected = "bool: a custom property 'solid' is a yes or no, so give it that type or another name";
                match tag.attribute("type")?.as_deref() {
                    Some("bool") => {}
                    other => return Err(tag.wrong("type", other.unwrap_or("string"), expected)),
                }
                let value = tag.required::<bool>("value", "true or false")?;
                let text = |value: &str| Some(value.to_owned());
                let attributes = [("name", text("solid")), ("type", text("bool")), ("value", Some(value.to_string()))];
                self.slim.empty("property", &attributes);
            }
            self.walker.skip()?;
        }
        self.slim.close("properties");
        Ok(())
    }
}
