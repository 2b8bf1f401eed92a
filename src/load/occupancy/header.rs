//! The keys of `map.yaml`, checked.

use super::rule::{OccupancyMode, OccupancyRule};
use super::yaml::{self, Entry, Node, Value};
use crate::load::error::{LoadError, LoadErrorKind, TextPosition, shortened};
use crate::load::input::{AssetReader, TextDocument, describe_content};
use crate::load::limits::LoadLimits;
use glam::{DVec2, dvec2};
use std::path::{Path, PathBuf};

/// Each key with the remedy if it is missing. The last one may be missing.
const KEYS: [(&str, &str); 7] = [
    ("image", "add a line such as 'image: map.pgm'"),
    ("resolution", "add a line such as 'resolution: 0.05'"),
    ("origin", "add a line such as 'origin: [0.0, 0.0, 0.0]'"),
    ("negate", "add a line such as 'negate: 0'"),
    ("occupied_thresh", "add a line such as 'occupied_thresh: 0.65'"),
    ("free_thresh", "add a line such as 'free_thresh: 0.196'"),
    ("mode", ""),
];

/// The content of a `map.yaml`.
pub(super) struct Header {
    pub(super) path: PathBuf,
    pub(super) image: String,
    pub(super) image_at: TextPosition,
    pub(super) resolution: f64,
    pub(super) origin: DVec2,
    pub(super) yaw: f64,
    pub(super) rule: OccupancyRule,
}

impl Header {
    /// Reads a `map.yaml`.
    pub(super) fn read(path: &Path, reader: &dyn AssetReader, limits: &LoadLimits) -> Result<Self, LoadError> {
        let document = TextDocument::read(reader, path.to_owned(), limits, check_content, yaml::yaml_fault)?;
        let keys = KEYS.map(|(key, _)| key);
        let entries = Entries { document: &document, entries: yaml::entries(&document, &keys)? };
        for (index, entry) in entries.entries.iter().enumerate() {
            if let Some(key) = keys.iter().find(|key| **key == entry.key)
                && entries.entries[..index].iter().any(|earlier| earlier.key == *key)
            {
                return Err(entries.fail(entry.at, format!("the key '{key}' appears twice"), "remove one of them"));
            }
        }
        let image = entries.required("image")?;
        let resolution = entries.number("resolution", "a number above 0, the meters a pixel", |number| number > 0.0)?;
        let [x, y, yaw] = entries.origin()?;
        let rule = entries.rule()?;
        Ok(Self {
            image: entries.image(image)?,
            image_at: image.at,
            path: document.path,
            resolution,
            origin: dvec2(x, y),
            yaw,
            rule,
        })
    }
}

/// Checks that a file may be a `map.yaml`.
fn check_content(bytes: &[u8]) -> Result<(), LoadErrorKind> {
    let found = describe_content(bytes);
    if !matches!(found, "a text" | "a JSON document") {
        let remedy = match found {
            "a PGM image" | "a PNG image" => "name the .yaml beside it, which states its meters a pixel",
            _ => "name a .yaml that map_saver wrote",
        };
        return Err(LoadErrorKind::WrongFile { found, expected: "the map.yaml of a robot's map", remedy });
    }
    if bytes.len() > yaml::MOST_BYTES {
        let detail = format!("the file has more than {} bytes, but a map.yaml has less than 1000", yaml::MOST_BYTES);
        return Err(LoadErrorKind::content(detail, "name the map.yaml"));
    }
    Ok(())
}

/// The entries of a `map.yaml` whose keys are known.
struct Entries<'d> {
    document: &'d TextDocument,
    entries: Vec<Entry>,
}

impl Entries<'_> {
    fn fail(&self, at: TextPosition, detail: String, remedy: &'static str) -> LoadError {
        LoadError::new(&self.document.path, LoadErrorKind::content(detail, remedy)).at(at)
    }

    /// Returns the value of a key, or `None` if the key is missing.
    fn find(&self, key: &'static str) -> Option<&Node> {
        self.entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node)
    }

    /// Returns the value of a key that must be there.
    fn required(&self, key: &'static str) -> Result<&Node, LoadError> {
        self.find(key).ok_or_else(|| {
            let remedy = KEYS.iter().find(|(known, _)| *known == key).map_or("", |(_, remedy)| remedy);
            LoadError::new(&self.document.path, LoadErrorKind::content(format!("the map has no key '{key}'"), remedy))
        })
    }

    fn invalid(&self, key: &'static str, node: &Node, expected: &'static str) -> LoadError {
        let found = match &node.value {
            Value::Scalar { text, .. } => format!("'{}'", shortened(text)),
            Value::List(_, count) => format!("a list of {count}"),
            Value::Other(kind) => (*kind).to_owned(),
        };
        self.fail(node.at, format!("'{key}' is {found}, and should be {expected}"), "correct it")
    }

    /// Returns the path of the picture.
    fn image(&self, node: &Node) -> Result<String, LoadError> {
        let path = match &node.value {
            Value::Scalar { text, is_plain: true } if matches!(&**text, "~" | "null") => None,
            Value::Scalar { text, .. } => Some(text.clone()).filter(|text| !text.is_empty()),
            _ => None,
        };
        path.ok_or_else(|| self.invalid("image", node, "the path of a PGM or PNG"))
    }

    /// Returns a finite number that passes the check.
    fn number(
        &self,
        key: &'static str,
        expected: &'static str,
        check: impl FnOnce(f64) -> bool,
    ) -> Result<f64, LoadError> {
        let node = self.required(key)?;
        finite(node).filter(|number| check(*number)).ok_or_else(|| self.invalid(key, node, expected))
    }

    fn origin(&self) -> Result<[f64; 3], LoadError> {
        const EXPECTED: &str = "three numbers: [x, y, yaw] in meters and radians";
        let node = self.required("origin")?;
        let Value::List(items, 3) = &node.value else { return Err(self.invalid("origin", node, EXPECTED)) };
        let mut origin = [0.0; 3];
        for (number, item) in origin.iter_mut().zip(items) {
            *number = finite(item).ok_or_else(|| self.invalid("origin", item, EXPECTED))?;
        }
        Ok(origin)
    }

    fn rule(&self) -> Result<OccupancyRule, LoadError> {
        let negate = self.required("negate")?;
        let negate = switch(negate).ok_or_else(|| self.invalid("negate", negate, "0 or 1"))?;
        let is_probability = |number: f64| (0.0..=1.0).contains(&number);
        let occupied_thresh = self.number("occupied_thresh", "a number from 0 to 1", is_probability)?;
        let free_thresh = self.number("free_thresh", "a number from 0 to 1", is_probability)?;
        if free_thresh > occupied_thresh {
            let detail = format!("'free_thresh' is {free_thresh}, above 'occupied_thresh', which is {occupied_thresh}");
            let remedy = "swap them: a pixel is free up to free_thresh, and occupied from occupied_thresh on";
            return Err(self.fail(self.required("free_thresh")?.at, detail, remedy));
        }
        let mode = match self.find("mode") {
            None => OccupancyMode::Trinary,
            Some(node) => mode(node).ok_or_else(|| self.invalid("mode", node, "trinary, scale or raw"))?,
        };
        Ok(OccupancyRule { mode, negate, occupied_thresh, free_thresh })
    }
}

fn scalar(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Scalar { text, .. } => Some(text),
        _ => None,
    }
}

fn finite(node: &Node) -> Option<f64> {
    scalar(node)?.parse::<f64>().ok().filter(|number| number.is_finite())
}

/// Returns the value of a switch: a whole number, 0 for off, or one of YAML 1.1's words.
fn switch(node: &Node) -> Option<bool> {
    let text = scalar(node)?;
    match &*text.to_ascii_lowercase() {
        "true" | "yes" | "on" | "y" => Some(true),
        "false" | "no" | "off" | "n" => Some(false),
        _ => text.parse::<i32>().ok().map(|number| number != 0),
    }
}

/// Returns the mode with this name, in upper or lower case.
fn mode(node: &Node) -> Option<OccupancyMode> {
    let text = scalar(node)?;
    OccupancyMode::ALL.into_iter().find(|mode| text.eq_ignore_ascii_case(mode.name()))
}
