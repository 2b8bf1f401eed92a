//! The images of levels, solids, bodies and floor areas.

use super::level::Level;
use crate::mirrors::Image;
use tileray::glam::IVec2;
use tileray::motion::FloorArea;
use tileray::{Body, BodyShape, Solid};

impl Image {
    pub fn shape(self, shape: &BodyShape) -> BodyShape {
        BodyShape::from_mask(self.mask(shape.mask())).expect("a shape")
    }

    pub fn solid(self, solid: &Solid) -> Solid {
        let (_, at) = self.placed(solid.shape().mask(), solid.position());
        let conveyor = solid.conveyor * self.step(IVec2::X).x as f32;
        let one_way = solid.one_way.map(|way| self.direction(way));
        let mut image = Solid::new(self.shape(solid.shape()), at).with_one_way(one_way).with_conveyor(conveyor);
        (image.weight, image.category, image.collides_with) = (solid.weight, solid.category, solid.collides_with);
        image
    }

    pub fn level(self, level: &Level) -> Level {
        let one_way = level.one_way.iter().map(|(way, mask)| (self.direction(*way), self.mask(mask)));
        let solids = level.solids.iter().map(|solid| self.solid(solid));
        let (ground, corner) = self.placed(&level.ground, level.corner);
        Level::new(corner, ground, one_way.collect(), solids.collect())
    }

    pub fn body(self, body: &Body) -> Body {
        let mut image = Body::new(self.shape(body.shape()), self.placed(body.shape().mask(), body.position()).1)
            .with_categories(body.category, body.collides_with);
        image.own_solid = body.own_solid;
        image
    }

    pub fn area(self, area: &FloorArea) -> FloorArea {
        let (_, at) = self.placed(area.shape().mask(), area.position());
        FloorArea::new(self.shape(area.shape()), at, self.vector(area.velocity))
    }
}
