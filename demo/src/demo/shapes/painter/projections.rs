use crate::demo::color;
use crate::demo::painter::Painter;
use crate::demo::shapes::projection::Projection;
use crate::demo::shapes::solid::Piece;

impl Painter<'_> {
    /// A point or a circle, and where it is led to.
    pub(super) fn projection(&mut self, projection: &Projection) {
        let Projection { probe, out } = *projection;
        if probe.radius > 0.0 {
            let width = 0.8 * self.width();
            let ring = self.on_screen(&Piece::Circle(probe).ring());
            self.canvas.outline(&ring, width, color::MOTION);
            let ring = self.on_screen(&Piece::Circle(probe.translated(out - probe.center)).ring());
            self.canvas.fill_polygon(&ring, color::WAY_OUT, 30);
            self.canvas.outline(&ring, width, color::WAY_OUT);
        }
        self.stroke(probe.center, out, 0.9, color::WAY_OUT);
        self.dot(probe.center, 1.5, color::MOTION);
        self.dot(out, 1.5, color::WAY_OUT);
    }
}
