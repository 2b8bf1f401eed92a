use super::canvas::Canvas;
use super::ground::paint_ground;
use super::hud::{Density, Hud, Row};
use tileray::glam::{IVec2, UVec2};

/// What a scene of bodies is drawn on in a window: the ground, and over all else panels and messages.
#[derive(Debug)]
pub(crate) struct Board {
    canvas: Canvas,
    hud: Hud,
}

/// The panels and messages of a moment.
#[derive(Debug)]
pub(crate) struct Overlay<'a> {
    pub(crate) title: &'a str,
    /// The values, if they are shown, which begin so many characters in.
    pub(crate) values: Option<Vec<Row>>,
    pub(crate) label: i32,
    pub(crate) message: Option<&'a str>,
    /// The list of keys, if it is shown.
    pub(crate) keys: Option<&'a [(&'static str, &'a str)]>,
}

impl Board {
    pub(crate) fn new(size: UVec2) -> Self {
        Self { canvas: Canvas::new(size), hud: Hud::new(Density::of(size.y)) }
    }

    /// The ground alone, of this size.
    pub(crate) fn begin(&mut self, size: UVec2) -> (&mut Canvas, &Hud) {
        self.canvas.resize(size);
        let density = Density::of(size.y);
        if self.hud.density() != density {
            self.hud = Hud::new(density);
        }
        paint_ground(&mut self.canvas);
        (&mut self.canvas, &self.hud)
    }

    /// All that was drawn, under the overlay.
    pub(crate) fn finish(&mut self, overlay: &Overlay<'_>) -> &Canvas {
        if let Some(values) = &overlay.values {
            let margin = IVec2::splat(10 * self.hud.scale());
            self.hud.draw_panel(&mut self.canvas, margin, overlay.title, values, overlay.label);
        }
        if let Some(message) = overlay.message {
            self.hud.draw_message(&mut self.canvas, message);
        }
        if let Some(keys) = overlay.keys {
            self.hud.draw_help(&mut self.canvas, keys);
        }
        &self.canvas
    }
}
