//! Shown by the page: a fan of rays as light, a beam that bounces, a brush.
use tileray::{Ray, RayFan, RayHit, Terrain, glam::Vec2};

pub(super) fn rays(terrain: &mut Terrain, eye: Vec2, mouse: Vec2, brush: f32) -> Vec<RayHit> {
    let mut light = vec![None; 1536];
    terrain.query().fan(&RayFan::circle(eye, 360.0), &mut light);
    let (mut beam, mut from, mut way) = (Vec::new(), eye, mouse - eye);
    while let Some(hit) = terrain.raycast(&Ray::new(from, way, 3000.0)).filter(|_| beam.len() < 8) {
        (from, way) = (hit.previous().unwrap_or(hit.pixel()).as_vec2() + 0.5, way.reflect(hit.normal()));
        beam.push(hit);
    }
    terrain.carve_circle(mouse, brush); // the next ray sees it
    beam
}
