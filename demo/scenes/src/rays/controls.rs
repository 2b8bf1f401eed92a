//! The settings of the scene of rays for controls outside its picture: sliders and switches of a page.

use super::edits::RADII;
use super::scene::RayScene;
use super::state::RAYS;
use tileray::Traversal;

/// The settings that controls show. The switches are changed by the keys of the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayControls {
    /// The number of rays in the fan, and its index among those that a fan may have.
    pub rays: usize,
    /// The index of the number of rays, up to [`RayControls::LAST_RAYS`].
    pub rays_step: usize,
    /// The radius of the brush, in pixels.
    pub brush: f32,
    /// The index of the radius, up to [`RayControls::LAST_BRUSH`].
    pub brush_step: usize,
    /// The number of strokes that can be undone.
    pub strokes: usize,
    /// Whether the fan of rays gives light.
    pub fan: bool,
    /// Whether the fog of war is on.
    pub fog: bool,
    /// Whether the beam is reflected.
    pub reflections: bool,
    /// Whether the lines of sight to the markers are shown.
    pub sight: bool,
    /// Whether the beam goes on beyond the mouse.
    pub beyond: bool,
    /// Whether the squares and pixels that the beam tests are shown.
    pub trace: bool,
    /// Whether the solid spans along the beam are shown.
    pub spans: bool,
    /// Whether normals are smooth.
    pub normals: bool,
    /// Whether the magnifier is shown.
    pub loupe: bool,
    /// Whether the view is frozen.
    pub frozen: bool,
    /// Whether rays pass every pixel of their segment, and not the pixels of Bresenham's line.
    pub exact: bool,
}

impl RayControls {
    /// The index of the largest number of rays.
    pub const LAST_RAYS: usize = RAYS.len() - 1;
    /// The index of the largest radius.
    pub const LAST_BRUSH: usize = RADII.len() - 1;
}

impl RayScene {
    /// Returns the settings.
    pub fn controls(&self) -> RayControls {
        let (state, settings) = (&self.state, &self.state.settings);
        RayControls {
            rays: settings.rays,
            rays_step: RAYS.partition_point(|&rays| rays < settings.rays),
            brush: state.brush.radius(),
            brush_step: state.brush.size(),
            strokes: state.level.edits.strokes(),
            fan: settings.fan,
            fog: state.fog.is_some(),
            reflections: settings.reflections,
            sight: settings.sight,
            beyond: settings.beyond,
            trace: settings.trace,
            spans: settings.spans,
            normals: settings.normals,
            loupe: state.loupe,
            frozen: state.paused,
            exact: settings.traversal == Traversal::Exact,
        }
    }

    /// Changes the number of rays to one of those that a fan may have, by its index.
    pub fn set_rays_step(&mut self, step: usize) {
        let now = self.controls().rays_step;
        self.state.change_rays(step as i32 - now as i32);
    }

    /// Changes the radius of the brush to one that it may have, by its index.
    pub fn set_brush_step(&mut self, step: usize) {
        self.state.brush.resize(step as i32 - self.state.brush.size() as i32);
    }

    /// Enters a map that was read elsewhere, in place of the map that is shown.
    ///
    /// # Errors
    /// Fails for a map that is too large, and shows the map before then.
    pub fn enter_map(&mut self, file: super::MapFile) -> anyhow::Result<()> {
        self.state.enter_map(file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rays::testing;

    #[test]
    fn sliders_choose_by_index() {
        let mut scene = RayScene::new(testing::state()).expect("the sprites are part of the program");
        for step in [0, RayControls::LAST_RAYS, 7] {
            scene.set_rays_step(step);
            scene.set_brush_step(step.min(RayControls::LAST_BRUSH));
            let controls = scene.controls();
            assert_eq!((controls.rays_step, controls.brush_step), (step, step.min(RayControls::LAST_BRUSH)));
            assert_eq!(controls.rays, RAYS[step]);
        }
        scene.set_rays_step(999);
        assert_eq!(scene.controls().rays, RAYS[RayControls::LAST_RAYS]);
    }
}
