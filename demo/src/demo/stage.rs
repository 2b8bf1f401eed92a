use super::canvas::Canvas;

/// A scene with all that draws it, of which a window shows one.
pub(crate) trait Stage {
    /// Draws the scene as it is now.
    fn draw(&mut self) -> &Canvas;

    /// Tells something for a while.
    fn tell(&mut self, text: String);

    /// Takes how many frames a second are shown.
    fn set_frame_rate(&mut self, rate: f32);

    /// Goes `by` maps on, where the scene has maps.
    fn turn_map(&mut self, _by: isize) {}
}
