//! The start of the scene of rays, by the arguments.

use crate::args::{DemoArgs, Show};
use crate::number;
use anyhow::{Context, Result};
use tileray::Circle;
use tileray_scenes::rays::{Brush, RayStart, RayState};

/// Applies the strokes of the arguments to a scene, and returns what it shows at its start.
///
/// # Errors
/// Fails if an argument cannot be parsed, or if a circle lies outside the level.
pub(super) fn begin(args: &DemoArgs, state: &mut RayState) -> Result<RayStart> {
    for (brush, flag, circles) in [(Brush::Carve, "--carve", &args.carve), (Brush::Fill, "--fill", &args.fill)] {
        for text in circles {
            let (center, radius) = number::circle(flag, text)?;
            let circle = Circle::new(center.as_vec2(), radius as f32);
            state.stroke(brush, circle).with_context(|| format!("{flag} '{text}'"))?;
        }
    }
    let shows = |part| args.show.contains(&part);
    Ok(RayStart {
        traversal: args.traversal.unwrap_or_default().into(),
        trace: shows(Show::Trace),
        spans: shows(Show::Spans),
        normals: shows(Show::Normals),
        fog: shows(Show::Fog),
        aim: args.aim.as_deref().map(|text| number::point("--aim", text)).transpose()?,
    })
}
