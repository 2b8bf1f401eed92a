//! Those that know shapes instead of pixels, and answer with a distance.

#[cfg(feature = "box2d")]
mod box2d;
mod parry;

use super::RayCaster;
use crate::rays::rivals::Rivals;
use tileray::Ray;

pub(super) fn casters<'a>(rivals: &'a Rivals, rays: &[Ray]) -> Vec<Box<dyn RayCaster + 'a>> {
    let mut casters = parry::casters(rivals, rays);
    #[cfg(feature = "box2d")]
    casters.push(Box::new(box2d::WorldCaster::new(&rivals.world, rays)));
    casters
}
