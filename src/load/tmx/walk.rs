use super::found::Findings;
use super::slim::Slim;
use super::xml::{Document, Tag, Walker};
use crate::load::{LoadError, LoadErrorKind, LoadLimits};
use glam::UVec2;

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

pub(super) const PIXELS: &str = "a number of pixels, 0 or more";
pub(super) const CELLS: &str = "a number of cells, 0 or more";

impl<'d, 'f> Walk<'d, 'f> {
    pub(super) fn new(document: &'d Document, number: usize, found: &'f mut Findings, limits: &LoadLimits) -> Self {
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
                let remedy = "name a file that Tiled saved as TMX (a tile set as TSX, a template as TX)";
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
}
