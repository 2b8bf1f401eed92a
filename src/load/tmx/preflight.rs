use super::found::{Findings, ImageReference, RawLayer, SetReference};
use super::raw_object::{RawObject, RawObjectLayer};
use super::walk::Walk;
use super::xml::Document;
use crate::load::reader::read_file;
use crate::load::{AssetReader, LoadError, LoadLimits};
use crate::tile::Properties;
use std::path::Path;

/// A map whose documents were walked through: what `tiled` gets to read, and what it does not tell.
pub(super) struct Preflight {
    /// The map, then the tile sets that have files of their own.
    pub(super) documents: Vec<Document>,
    /// For each document, what `tiled` reads in its stead. It names the documents by their numbers here.
    pub(super) slims: Vec<Vec<u8>>,
    /// The map's tile sets, in the order in which it names them.
    pub(super) sets: Vec<SetReference>,
    /// The pictures of all tile sets; the slim documents name them by their places here.
    pub(super) pictures: Vec<ImageReference>,
    /// The tile layers, in the order of their elements.
    pub(super) layers: Vec<RawLayer>,
    /// For each group of layers the one around it, which comes before it.
    pub(super) groups: Vec<Option<usize>>,
    /// The layers of objects, in the order of their elements.
    pub(super) object_layers: Vec<RawObjectLayer>,
    /// What objects are made after, by their numbers.
    pub(super) templates: Vec<RawObject>,
    /// The map's own custom properties.
    pub(super) properties: Properties,
}

impl Preflight {
    /// Walks through the map at `path`, and through the tile sets and the templates that it names.
    pub(super) fn new(path: &Path, reader: &dyn AssetReader, limits: &LoadLimits) -> Result<Self, LoadError> {
        let map = Document::new(path.to_owned(), read_file(reader, path, limits)?, "map")?;
        let mut found = Findings::default();
        let mut slims = vec![Walk::new(&map, 0, &mut found, limits).map()?];
        let mut documents = vec![map];
        let mut sets = Vec::new();
        for number in 1..=found.files.len() {
            let (path, at) = found.files[number - 1].clone();
            let referrer = &documents[0];
            let named =
                |error: LoadError| error.named_by(&referrer.path, referrer.position(at), "a tile set of the map");
            let bytes = read_file(reader, &path, limits).map_err(named)?;
            let document = Document::new(path, bytes, "tile set").map_err(named)?;
            let walked = Walk::new(&document, number, &mut found, limits).tile_set_file();
            let (slim, set) = walked.map_err(named)?;
            sets.push(set);
            slims.push(slim);
            documents.push(document);
        }
        for set in found.sets.iter_mut().filter(|set| set.document > 0) {
            set.set = sets[set.document - 1].clone();
        }
        let mut templates = Vec::new();
        for (path, at) in std::mem::take(&mut found.template_files) {
            let named = |error: LoadError| {
                error.named_by(&documents[0].path, documents[0].position(at), "a template of the map's objects")
            };
            let bytes = read_file(reader, &path, limits).map_err(named)?;
            let document = Document::new(path, bytes, "template").map_err(named)?;
            templates.push(Walk::new(&document, 0, &mut found, limits).template_file().map_err(named)?);
        }
        let groups = found.groups.iter().map(|group| group.parent).collect();
        Ok(Self {
            documents,
            slims,
            sets: found.sets,
            pictures: found.pictures,
            layers: found.layers,
            groups,
            object_layers: found.object_layers,
            templates,
            properties: found.map_properties,
        })
    }
}
