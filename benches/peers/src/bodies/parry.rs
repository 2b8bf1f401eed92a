//! parry2d: the cave as voxels and as merged boxes, and a cuboid that is cast among them.

use super::contestant::{BEHIND, Way};
use super::motion::{Motion, REACH, SIZE};
use crate::race::{BoxedTester, each};
use parry2d::math::{Pose, Vector};
use parry2d::query::{self, ShapeCastHit, ShapeCastOptions};
use parry2d::shape::{Cuboid, Shape};

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
    /// The way from [`BEHIND`] the place, in pixels.
    from_behind: f64,
}

pub(super) fn mover<'a>(name: &'static str, cave: &'a dyn Shape, motions: &[Motion]) -> BoxedTester<'a, Way> {
    let cast = move |Cast { cuboid, pose, velocity, .. }: &Cast| {
        query::cast_shapes(&Pose::IDENTITY, Vector::ZERO, cave, pose, *velocity, cuboid, OPTIONS).unwrap_or(None)
    };
    let way = |hit: &Option<ShapeCastHit>| f64::from(hit.map_or(1.0, |hit| hit.time_of_impact)) * f64::from(REACH);
    let query = |motion: &Motion| {
        let from_behind = way(&cast(&Cast::new(motion, BEHIND)));
        Cast { from_behind, ..Cast::new(motion, 0.0) }
    };
    let casts = motions.iter().map(query).collect();
    each(name, casts, cast, move |cast, hit| (way(hit), Some(cast.from_behind)))
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
            from_behind: f64::NAN,
        }
    }
}
