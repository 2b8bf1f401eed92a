use super::layers::one_way;
use super::preflight::Preflight;
use super::sets::solid;
use crate::geometry::Direction;
use crate::load::{LoadError, LoadErrorKind};
use glam::{DVec2, dvec2};
use tiled::{Layer, LayerType};

/// The groups of a map, and how much text is repeated from them and from templates.
pub(super) struct Groups {
    outside: Around,
    known: Vec<Around>,
    /// The bytes of text that layers and objects have from elsewhere.
    repeated: u64,
    most_repeated: u64,
}

/// What a layer has from the groups around it.
pub(super) struct Around {
    pub(super) path: String,
    pub(super) visible: bool,
    pub(super) offset: DVec2,
    pub(super) solid: Option<bool>,
    pub(super) one_way: Option<Direction>,
}

impl Groups {
    /// The groups in the order of their elements, each with what it has from those around it.
    pub(super) fn new(groups: &[Layer<'_>], preflight: &Preflight, most_repeated: u64) -> Result<Self, LoadError> {
        let outside = Around { path: String::new(), visible: true, offset: DVec2::ZERO, solid: None, one_way: None };
        let mut all = Self { outside, known: Vec::with_capacity(groups.len()), repeated: 0, most_repeated };
        for (group, parent) in groups.iter().zip(&preflight.groups) {
            let around = all.around(*parent).around(group);
            all.claim(around.path.len(), preflight)?;
            all.known.push(around);
        }
        Ok(all)
    }

    /// What the layers in a group have from it.
    pub(super) fn around(&self, group: Option<usize>) -> &Around {
        group.map_or(&self.outside, |group| &self.known[group])
    }

    /// Counts text that is repeated: layers repeat the names of the groups around them, objects that of their layer and
    /// what their templates say, so a few long texts can grow without bound.
    pub(super) fn claim(&mut self, bytes: usize, preflight: &Preflight) -> Result<(), LoadError> {
        self.repeated = self.repeated.saturating_add(bytes as u64);
        let most = self.most_repeated;
        if self.repeated <= most {
            return Ok(());
        }
        let what = format!("a map whose layers and objects repeat more than {most} bytes of names and templates");
        let kind = LoadErrorKind::NotSupported { what, remedy: "shorten the names of its groups and layers" };
        Err(LoadError::new(&preflight.documents[0].path, kind))
    }
}

impl Around {
    /// What a layer or a group has, and what lies in it has from it.
    pub(super) fn around(&self, layer: &Layer<'_>) -> Self {
        Self {
            path: self.path_of(&layer.name),
            visible: self.visible && layer.visible,
            offset: self.offset + dvec2(f64::from(layer.offset_x), f64::from(layer.offset_y)),
            solid: solid(&layer.properties).or(self.solid),
            one_way: one_way(&layer.properties).or(self.one_way),
        }
    }

    /// The path of a layer here.
    pub(super) fn path_of(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}/{name}", self.path) }
    }
}

/// The layers of one type, in the order of their elements.
pub(super) fn of_type(source: &tiled::Map, wanted: fn(&LayerType<'_>) -> bool) -> Vec<Layer<'_>> {
    source.layers().filter(|layer| wanted(&layer.layer_type())).collect()
}
