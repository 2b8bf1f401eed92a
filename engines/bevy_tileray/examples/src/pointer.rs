//! The mouse in the world.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// Where the mouse points to, and its buttons.
#[derive(SystemParam)]
pub struct Pointer<'w, 's> {
    buttons: Res<'w, ButtonInput<MouseButton>>,
    window: Single<'w, 's, &'static Window>,
    camera: Single<'w, 's, (&'static Camera, &'static GlobalTransform)>,
}

impl Pointer<'_, '_> {
    /// Returns the point of the world under the mouse while a button is held.
    pub fn held(&self, button: MouseButton) -> Option<Vec2> {
        let (camera, eye) = *self.camera;
        let at = self.window.cursor_position().filter(|_| self.buttons.pressed(button))?;
        camera.viewport_to_world_2d(eye, at).ok()
    }
}
