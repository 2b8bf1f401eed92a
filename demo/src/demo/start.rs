//! The start of the scene of rays, by the arguments.

use crate::args::{DemoArgs, Show};
use anyhow::{Context, Result};
use tileray::Circle;
use tileray_scenes::rays::{Brush, RayStart, RayState};

/// Applies the strokes of the arguments to a scene, and returns what it shows at its start.
///
/// # Errors
/// Fails if a circle lies outside the level.
pub(super) fn begin(args: &DemoArgs, state: &mut RayState) -> Result<RayStart> {
    for (brush, flag, circles) in [(Brush::Carve, "--carve", &args.carve), (Brush::Fill, "--fill", &args.fill)] {
        for circle in circles {
            let drawn = Circle::new(circle.center.as_vec2(), circle.radius as f32);
            state.stroke(brush, drawn).with_context(|| format!("{flag} '{circle}'"))?;
        }
    }
    let shows = |part| args.show.contains(&part);
    Ok(RayStart {
        traversal: args.traversal.unwrap_or_default().into(),
        trace: shows(Show::Trace),
        spans: shows(Show::Spans),
        normals: shows(Show::Normals),
        fog: shows(Show::Fog),
        aim: args.aim,
    })
}
