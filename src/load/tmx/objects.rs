use super::gids::Gids;
use super::groups::Groups;
use super::preflight::Preflight;
use super::raw_object::{RawObject, RawObjectLayer};
use crate::geometry::sin_cos_of_turns;
use crate::load::error::shortened;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{MapObject, ObjectShape, Properties, Property, TileMap};
use glam::{DVec2, dvec2};
use std::f64::consts::TAU;

/// Adds the objects to the map, in the order of the file.
pub(super) fn add_objects(
    map: &mut TileMap,
    layers: Vec<RawObjectLayer>,
    preflight: &Preflight,
    groups: &mut Groups,
    gids: &mut Gids,
) -> Result<(), LoadError> {
    for layer in layers {
        let around = groups.around(layer.group);
        let (path, visible) = (around.path_of(&layer.name), around.visible && layer.visible);
        let offset = around.offset + layer.offset;
        for mut object in layer.objects {
            let (at, id) = (object.at, object.id);
            let fail = |kind| {
                let place = format!("object layer '{}', object {id}", shortened(&layer.name));
                preflight.documents[0].error(at, kind).within(place)
            };
            let repeated = object.template.map_or(0, |template| object.complete(&preflight.templates[template]));
            groups.claim(path.len() + repeated, preflight)?;
            let made = object.make(map, preflight, gids, offset, visible).map_err(fail)?.with_layer(&*path);
            map.add_object(made).map_err(|error| fail(LoadErrorKind::Map(error)))?;
        }
    }
    Ok(())
}

impl RawObject {
    /// Takes from the template what the object does not say; returns the bytes of text that this repeats.
    fn complete(&mut self, model: &Self) -> usize {
        let mut repeated = 0;
        for (own, from) in [(&mut self.name, &model.name), (&mut self.class, &model.class)] {
            if own.is_none() {
                repeated += from.as_ref().map_or(0, String::len);
                own.clone_from(from);
            }
        }
        self.width = self.width.or(model.width);
        self.height = self.height.or(model.height);
        self.rotation = self.rotation.or(model.rotation);
        self.visible = self.visible.or(model.visible);
        if self.shape.is_none() {
            self.shape.clone_from(&model.shape);
            repeated += match &self.shape {
                Some(ObjectShape::Text(text)) => text.len(),
                Some(ObjectShape::Polygon(corners) | ObjectShape::Polyline(corners)) => size_of_val(&**corners),
                _ => 0,
            };
        }
        self.gid = self.gid.or(model.gid);
        if self.properties.is_empty() {
            // A copy that shares them.
            self.properties = model.properties.clone();
        } else {
            repeated += model.properties.iter().map(|(name, value)| bytes_of(name, value)).sum::<usize>();
            self.properties = merged(&model.properties, &self.properties);
        }
        repeated
    }

    /// The object in a layer that lies at `offset`.
    fn make(
        self,
        map: &TileMap,
        preflight: &Preflight,
        gids: &mut Gids,
        offset: DVec2,
        visible: bool,
    ) -> Result<MapObject, LoadErrorKind> {
        // What is left of whole turns is exact, and so are quarter turns.
        let turns = self.rotation.unwrap_or(0.0) % 360.0 / 360.0;
        let mut size = dvec2(self.width.unwrap_or(0.0), self.height.unwrap_or(0.0));
        let mut position = offset + self.position;
        let shape = match self.gid {
            None => self.shape.unwrap_or(ObjectShape::Rectangle),
            Some(gid) => {
                let tile = gids.tile(gid)?;
                let mask = map.tile_set(tile.set).and_then(|set| set.mask(tile.id));
                let own = mask.map_or(DVec2::ZERO, |mask| mask.size().as_dvec2());
                size = dvec2(self.width.unwrap_or(own.x), self.height.unwrap_or(own.y));
                // From the anchor to the top left corner, turned around the anchor as the object is.
                let corner = -size * preflight.sets[usize::from(tile.set)].set.anchor;
                let (sin, cos) = sin_cos_of_turns(turns);
                position += dvec2(corner.x * cos - corner.y * sin, corner.x * sin + corner.y * cos);
                ObjectShape::Tile(tile)
            }
        };
        let made = MapObject::new(position.as_vec2(), shape)
            .with_id(self.id)
            .with_name(self.name.unwrap_or_default())
            .with_class(self.class.unwrap_or_default())
            .with_size(size.as_vec2())
            .with_rotation((turns * TAU) as f32)
            .with_visible(visible && self.visible.unwrap_or(true))
            .with_properties(self.properties);
        Ok(made)
    }
}

/// The properties of a template and of an object made after it, whose word counts.
fn merged(template: &Properties, own: &Properties) -> Properties {
    let all = template.iter().chain(own.iter());
    all.map(|(name, value)| (name.to_owned(), value.clone())).collect()
}

/// About what a copy of a property takes.
fn bytes_of(name: &str, value: &Property) -> usize {
    let text = match value {
        Property::String(text) | Property::File(text) => text.len(),
        _ => 0,
    };
    name.len() + text + size_of::<(String, Property)>()
}
