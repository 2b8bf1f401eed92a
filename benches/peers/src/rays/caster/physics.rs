//! Those that know shapes instead of pixels, and answer with a distance.

#[cfg(feature = "box2d")]
mod box2d;
mod parry;

use super::RayCaster;
use crate::rays::rivals::Rivals;
use tileray::Ray;

pub(super) fn casters<'a>(rivals: &'a Rivals, rays: &[Ray]) -> Vec<RayCaster<'a>> {
    parry::casters(rivals, rays).into_iter().chain(box2d(rivals, rays)).collect()
}

#[cfg(feature = "box2d")]
fn box2d<'a>(rivals: &'a Rivals, rays: &[Ray]) -> Option<RayCaster<'a>> {
    Some(box2d::caster(&rivals.world, rays))
}

#[cfg(not(feature = "box2d"))]
fn box2d<'a>(_: &'a Rivals, _: &[Ray]) -> Option<RayCaster<'a>> {
    None
}
