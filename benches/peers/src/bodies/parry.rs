//! parry2d: the cave as voxels and as merged boxes, and a cuboid that is cast among them.

use super::contestant::{BEHIND, Each, Mover};
use super::motion::{Motion, REACH, SIZE};
use crate::bit_mask::BitMask;
use crate::boxes::merged;
use parry2d::math::{IVector, Pose, Vector};
use parry2d::query::{self, ShapeCastHit, ShapeCastOptions};
use parry2d::shape::{Compound, Cuboid, Shape, SharedShape, Voxels};
use tileray::Rect;

/// The cave as shapes of parry2d.
pub(crate) struct Shapes {
    /// Every solid pixel.
    voxels: Voxels,
    /// The solid pixels merged into boxes.
    compound: Compound,
}

/// By how much the cuboid is smaller on either side that it slides along, in pixels.
///
/// parry2d's shapes meet where they touch: among the merged boxes, one of full size is stopped by the floor that it stands on.
const SKIN: f32 = 1.0 / 64.0;

const OPTIONS: ShapeCastOptions = ShapeCastOptions {
    max_time_of_impact: 1.0,
    target_distance: 0.0,
    // Else what the box touches from behind would stop it from going away.
    stop_at_penetration: false,
    compute_impact_geometry_on_penetration: false,
};

/// A motion as parry2d takes it.
struct Cast {
    cuboid: Cuboid,
    pose: Pose,
    velocity: Vector,
}

impl Shapes {
    pub(crate) fn new(mask: &BitMask) -> Self {
        let cells = (0..mask.height()).flat_map(|y| (0..mask.width()).map(move |x| (x, y)));
        let solid: Vec<IVector> =
            cells.filter(|&(x, y)| mask.bit(x, y)).map(|(x, y)| IVector::new(x as i32, y as i32)).collect();
        let part = |found: &Rect| {
            let (min, max) = (found.min.as_vec2(), found.max.as_vec2());
            let (middle, half) = ((min + max) / 2.0, (max - min) / 2.0);
            (Pose::from_translation(Vector::new(middle.x, middle.y)), SharedShape::cuboid(half.x, half.y))
        };
        Self {
            voxels: Voxels::new(Vector::new(1.0, 1.0), &solid),
            compound: Compound::new(merged(mask).iter().map(part).collect()),
        }
    }
}

pub(super) fn movers<'a>(shapes: &'a Shapes, motions: &[Motion]) -> Vec<Box<dyn Mover + 'a>> {
    vec![mover("parry2d Voxels", &shapes.voxels, motions), mover("parry2d Compound", &shapes.compound, motions)]
}

fn mover<'a>(name: &'static str, cave: &'a dyn Shape, motions: &[Motion]) -> Box<dyn Mover + 'a> {
    let casts = motions.iter().map(|motion| Cast::new(motion, 0.0)).collect();
    let from_behind: Vec<Cast> = motions.iter().map(|motion| Cast::new(motion, BEHIND)).collect();
    let cast = move |Cast { cuboid, pose, velocity }: &Cast| {
        query::cast_shapes(&Pose::IDENTITY, Vector::ZERO, cave, pose, *velocity, cuboid, OPTIONS).unwrap_or(None)
    };
    let way = |hit: &Option<ShapeCastHit>| f64::from(hit.map_or(1.0, |hit| hit.time_of_impact)) * f64::from(REACH);
    Each::rounded(name, casts, &from_behind, cast, way)
}

impl Cast {
    /// A motion that begins some pixels behind its place.
    fn new(motion: &Motion, behind: f32) -> Self {
        let half = SIZE.as_vec2() / 2.0;
        let middle = motion.at.as_vec2() + half - motion.step.as_vec2() * behind;
        let half = half - SKIN * (1.0 - motion.step.abs().as_vec2());
        let velocity = motion.vector().as_vec2();
        Self {
            cuboid: Cuboid::new(Vector::new(half.x, half.y)),
            pose: Pose::from_translation(Vector::new(middle.x, middle.y)),
            velocity: Vector::new(velocity.x, velocity.y),
        }
    }
}
