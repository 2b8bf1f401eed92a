use super::found::Findings;
use super::slim::Slim;
use super::xml::{Document, Tag, Walker};
use crate::load::{LoadError, LoadErrorKind, LoadLimits};
use crate::tile::OneWay;
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

    /// The custom properties of a tile set or a tile: of them, the one that is read.
    pub(super) fn properties(&mut self) -> Result<(), LoadError> {
        self.properties_or(|_, _, _| Ok(()))
    }

    /// The custom properties of a layer or a group: of them, those that are read.
    pub(super) fn layer_properties(&mut self) -> Result<(), LoadError> {
        self.properties_or(|slim, name, tag| if name == "one_way" { one_way(slim, tag) } else { Ok(()) })
    }

    /// The custom property that all may have, and by `other` those that not all do.
    fn properties_or(
        &mut self,
        other: impl Fn(&mut Slim, &str, &Tag<'d>) -> Result<(), LoadError>,
    ) -> Result<(), LoadError> {
        self.slim.open("properties", &[]);
        while let Some(tag) = self.walker.child()? {
            if tag.is("property") {
                match tag.attribute("name")?.as_deref() {
                    Some("solid") => solid(&mut self.slim, &tag)?,
                    Some(name) => other(&mut self.slim, name, &tag)?,
                    None => {}
                }
            }
            self.walker.skip()?;
        }
        self.slim.close("properties");
        Ok(())
    }
}

fn solid(slim: &mut Slim, tag: &Tag<'_>) -> Result<(), LoadError> {
    let expected = "bool: a custom property 'solid' is a yes or no, so give it that type or another name";
    match tag.attribute("type")?.as_deref() {
        Some("bool") => {}
        other => return Err(tag.wrong("type", other.unwrap_or("string"), expected)),
    }
    let value = tag.required::<bool>("value", "true or false")?;
    property(slim, "solid", "bool", &value.to_string());
    Ok(())
}

fn one_way(slim: &mut Slim, tag: &Tag<'_>) -> Result<(), LoadError> {
    let expected = "string: a custom property 'one_way' names a direction, so give it that type or another name";
    match tag.attribute("type")?.as_deref() {
        None | Some("string") => {}
        Some(other) => return Err(tag.wrong("type", other, expected)),
    }
    let value = tag.attribute("value")?.ok_or_else(|| tag.missing("value"))?;
    let expected = "down, up, left or right: the motion that the layer stops";
    let way = OneWay::from_name(&value).ok_or_else(|| tag.wrong("value", &value, expected))?;
    property(slim, "one_way", "string", way.name());
    Ok(())
}

fn property(slim: &mut Slim, name: &str, kind: &str, value: &str) {
    let text = |value: &str| Some(value.to_owned());
    slim.empty("property", &[("name", text(name)), ("type", text(kind)), ("value", text(value))]);
}
