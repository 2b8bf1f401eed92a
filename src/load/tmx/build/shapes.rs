//! Solid shapes: the collision shapes of tiles, and object layers that are terrain.

use super::layers::InheritedHead;
use crate::geometry::{Direction, Rect};
use crate::load::error::{Limit, shortened};
use crate::load::tmx::model::{RawMap, RawTile};
use crate::load::tmx::read::DIRECTION;
use crate::load::{LoadError, LoadErrorKind};
use crate::solidity::SolidityMap;
use crate::tile::{CountedLimit, MapObject, Property, ShapeFit};
use crate::tile::{SolidObjectsBudget, SolidObjectsError, SolidObjectsLimit, TileMap, TileMapError};
use glam::{IVec2, UVec2};

impl RawTile {
    /// Builds the collision shapes, with the values of their templates, and returns the error of one that is missing.
    /// `repeated` counts the bytes that are copied, and `fail` creates an error of the tile.
    pub(super) fn build_shapes(
        &self,
        raw: &RawMap,
        repeated: &mut CountedLimit,
        fail: impl Fn(LoadErrorKind) -> LoadError,
    ) -> Result<(Vec<MapObject>, Option<LoadError>), LoadError> {
        let (mut shapes, mut fault) = (Vec::new(), None);
        for shape in &self.shapes {
            let mut shape = shape.clone();
            let template = shape.template.map(|file| raw.templates[file].as_ref().ok_or(file)).transpose();
            let broken = |file| raw.template_error(file, raw.broken_templates[&file].clone());
            let Ok(template) = template.map_err(|file| fault = Some(broken(file))) else { continue };
            let copied = template.map_or(0, |template| shape.inherit(template));
            repeated.claim(copied as u64).map_err(|_| {
                let what =
                    format!("a map whose collision shapes repeat more than {} bytes of templates", repeated.limit);
                fail(LoadErrorKind::not_supported(what, "detach the shapes of its tiles from their templates"))
            })?;
            // Objects that are tiles are not shapes.
            let Some(shape) = shape.build_shape() else { continue };
            if shape.is_valid() {
                shapes.push(shape);
            } else {
                fault = Some(fail(LoadErrorKind::Map(TileMapError::Object { id: shape.id })));
            }
        }
        Ok((shapes, fault))
    }
}

/// Draws the collision shapes of a tile of `size`.
pub(super) fn shape_mask(
    shapes: &[MapObject],
    size: UVec2,
    fit: &ShapeFit,
    line_width: u16,
    steps: &mut CountedLimit,
) -> Result<SolidityMap, LoadErrorKind> {
    let mut mask = SolidityMap::new(size.x, size.y);
    let tile = Rect::from_size(IVec2::ZERO, size);
    for shape in shapes.iter().filter_map(|shape| shape.fixed_shape(fit, line_width)) {
        let most = steps.limit;
        steps.claim(shape.steps(&tile)).map_err(|asked| Limit::DrawingSteps.exceeded(asked, most))?;
        shape.draw(&mut mask, IVec2::ZERO);
    }
    Ok(mask)
}

/// The builder of tile layers from object layers.
pub(super) struct SolidLayerBuilder {
    pub(super) budget: SolidObjectsBudget,
    pub(super) line_width: u16,
}

impl SolidLayerBuilder {
    /// Adds the objects of the last object layer, from index `first` on, as a tile layer. Only the layer's own property
    /// `solid` asks for that; groups cannot declare it for objects.
    pub(super) fn add_layer(
        &mut self,
        map: &mut TileMap,
        first: usize,
        at: usize,
        inherited: &InheritedHead,
        raw: &RawMap,
    ) -> Result<(), LoadError> {
        let Some(objects) = map.object_layers().next_back() else { return Ok(()) };
        let name = objects.path.rsplit('/').next().map(shortened).unwrap_or_default();
        let fail = |kind| raw.documents[0].error(at, kind).within(format!("object layer '{name}'"));
        let one_way = match objects.properties.get("one_way") {
            None => inherited.settings.one_way,
            Some(value) => Some(direction(value).map_err(fail)?),
        };
        let layer = objects.terrain(one_way);
        let added = map.add_object_terrain(layer, first, self.line_width, &mut self.budget);
        added.map(|_| ()).map_err(|error| {
            fail(match error {
                SolidObjectsError::TooMany { what, asked, limit, .. } => match what {
                    SolidObjectsLimit::Cells => Limit::Cells.exceeded(asked, limit),
                    SolidObjectsLimit::Tiles => Limit::Tiles.exceeded(asked, limit),
                    SolidObjectsLimit::Pixels => Limit::MapPixels.exceeded(limit + 1, limit),
                    SolidObjectsLimit::Steps => Limit::DrawingSteps.exceeded(limit + 1, limit),
                },
                SolidObjectsError::Map(error) => LoadErrorKind::Map(error),
                other => LoadErrorKind::not_supported(other.to_string(), "use fewer solid object layers"),
            })
        })
    }
}

/// Returns the direction that a property names.
fn direction(value: &Property) -> Result<Direction, LoadErrorKind> {
    let text = if let Property::String(text) = value { text.as_str() } else { "another type" };
    Direction::from_name(text).ok_or_else(|| LoadErrorKind::Attribute {
        element: "property".into(),
        attribute: "one_way",
        found: shortened(text),
        expected: DIRECTION,
    })
}
