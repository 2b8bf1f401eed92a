use super::raw_layer::RawLayer;
use super::slim::Slim;
use super::xml::{Document, Tag, Walker};
use crate::load::reader::{read_file, resolve};
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadLimits};
use glam::{UVec2, uvec2};
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
}

/// What the walks collect.
#[derive(Default)]
pub(super) struct Findings {
    pub(super) sets: Vec<SetReference>,
    /// The files of tile sets, each once, and where each is named first.
    pub(super) files: Vec<(PathBuf, usize)>,
    /// The numbers of those files among the documents.
    documents: HashMap<PathBuf, usize>,
    pub(super) pictures: Vec<PictureReference>,
    pub(super) layers: Vec<RawLayer>,
    /// What was claimed so far, which the limits bound: the cells of the layers' grids, those of their data, and tiles.
    pub(super) grid_cells: u64,
    pub(super) data_cells: u64,
    pub(super) tiles: u64,
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
            let (slim, tile_count) = Walk::new(&document, number, &mut found, limits).tile_set_file()?;
            tile_counts.push(tile_count);
            slims.push(slim);
            documents.push(document);
        }
        for set in found.sets.iter_mut().filter(|set| set.document > 0) {
            set.tile_count = tile_counts[set.document - 1];
        }
        Ok(Self { documents, slims, sets: found.sets, pictures: found.pictures, layers: found.layers })
    }
}

impl<'d, 'f> Walk<'d, 'f> {
    fn new(document: &'d Document, number: usize, found: &'f mut Findings, limits: &LoadLimits) -> Self {
        let (walker, slim) = (document.walk(), Slim::default());
        let limits = *limits;
        Self { document, number, walker, slim, found, limits, map_size: UVec2::ZERO, infinite: false }
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

    fn map(mut self) -> Result<Vec<u8>, LoadError> {
        let tag = self.root("map", "map")?;
        match tag.attribute("orientation")?.as_deref() {
            None | Some("orthogonal") => {}
            Some(found) => {
                return Err(tag.error(LoadErrorKind::Orientation { found: crate::load::error::shortened(found) }));
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
        while let Some(tag) = self.walker.child()? {
            match () {
                () if tag.is("tileset") => self.tile_set_of_map(&tag)?,
                () if tag.is("layer") => self.layer(&tag)?,
                () if tag.is("group") => self.group(&tag, 1)?,
                () => self.walker.skip()?,
            }
        }
        self.end()?;
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
            let tile_count = self.tile_set(tag, Some(first_gid))?;
            self.found.sets.push(SetReference { first_gid, document: 0, tile_count });
            return Ok(());
        };
        let path = resolve(&self.document.path, &source);
        // The map is document 0.
        let next = self.found.files.len() + 1;
        let document = *self.found.documents.entry(path.clone()).or_insert(next);
        if document == next {
            self.found.files.push((path, tag.at));
        }
        self.found.sets.push(SetReference { first_gid, document, tile_count: None });
        self.slim
            .empty("tileset", &[("firstgid", Some(first_gid.to_string())), ("source", Some(document.to_string()))]);
        self.walker.skip()
    }

    fn group(&mut self, tag: &Tag<'d>, depth: usize) -> Result<(), LoadError> {
        let limit = self.limits.nesting.min(LoadLimits::MAX_NESTING);
        if depth > limit {
            return Err(tag.error(LoadErrorKind::TooDeep { limit }));
        }
        self.open_layer("group", tag)?;
        while let Some(tag) = self.walker.child()? {
            match () {
                () if tag.is("properties") => self.properties()?,
                () if tag.is("layer") => self.layer(&tag)?,
                () if tag.is("group") => self.group(&tag, depth + 1)?,
                () => self.walker.skip()?,
            }
        }
        self.slim.close("group");
        Ok(())
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

fn tile_side(tag: &Tag<'_>, name: &'static str) -> Result<u32, LoadError> {
    const EXPECTED: &str = "a number of pixels from 1 to 65536";
    match tag.required(name, EXPECTED)? {
        side @ 1..=0x1_0000 => Ok(side),
        side => Err(tag.wrong(name, &side.to_string(), EXPECTED)),
    }
}
