//! What the scene of rays shows at its start.

use super::casts::RaySettings;
use super::edits::Brush;
use super::fog::Fog;
use super::level::Level;
use super::state::RayState;
use anyhow::{Result, bail};
use tileray::glam::{DVec2, IVec2};
use tileray::{Circle, Rect, Traversal};

/// What the scene of rays shows at its start.
#[derive(Clone, Copy, Debug, Default)]
pub struct RayStart {
    /// The traversal of all rays.
    pub traversal: Traversal,
    /// Whether the squares and pixels that the beam tests are shown.
    pub trace: bool,
    /// Whether the solid spans along the beam are shown.
    pub spans: bool,
    /// Whether the two normals of each bounce are shown.
    pub normals: bool,
    /// Whether pixels that were never in sight are dark.
    pub fog: bool,
    /// The point that the beam is aimed at, in pixels of the map.
    pub aim: Option<DVec2>,
}

impl RayState {
    /// Begins as `start` says.
    pub fn begin(&mut self, start: &RayStart) {
        let RayStart { traversal, trace, spans, normals, fog, aim } = *start;
        // Bounces would cover the trace and the spans; normals need bounces.
        let reflections = normals || !(trace || spans);
        self.settings = RaySettings { traversal, trace, spans, normals, reflections, ..self.settings };
        if fog {
            self.fog = Some(Fog::over(&self.level));
        }
        if let Some(aim) = aim {
            let along = aim - (self.eye().as_dvec2() + 0.5);
            self.point(along.y.atan2(along.x) as f32);
        }
    }

    /// Carves or fills a circle, as a stroke that can be undone.
    ///
    /// # Errors
    /// Fails if the circle lies outside the map.
    pub fn stroke(&mut self, brush: Brush, circle: Circle) -> Result<()> {
        let Level { name, bounds, edits, terrain, .. } = &mut self.level;
        let Circle { center, radius } = circle;
        let reach = Rect::new((center - radius).floor().as_ivec2(), (center + radius).ceil().as_ivec2());
        if reach.intersection(bounds).is_empty() {
            let (min, last) = (bounds.min, bounds.max - IVec2::ONE);
            let extent = format!("whose pixels go from {},{} to {},{}", min.x, min.y, last.x, last.y);
            bail!("it lies outside {name}, {extent}; give a circle that meets them");
        }
        edits.begin(terrain);
        edits.stroke(terrain, brush, [center; 2], radius);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rays::testing;
    use tileray::glam::ivec2;

    #[test]
    fn strokes_outside_the_map_are_refused() {
        let mut state = testing::state();
        let error = state.stroke(Brush::Carve, Circle::new((-50.0, 5.0), 9.0)).expect_err("outside");
        assert!(error.to_string().contains("from 0,0 to 383,223"), "{error}");
        assert!(state.stroke(Brush::Carve, Circle::new((3.0, 100.0), 9.0)).is_ok());
        assert!(!state.level.terrain.is_solid(ivec2(3, 100)));
    }
}
