use crate::demo::colour;
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
            self.canvas.outline(&ring, width, colour::MOTION);
            let ring = self.on_screen(&Piece::Circle(probe.translated(out - probe.centre)).ring());
            self.canvas.fill_polygon(&ring, colour::WAY_OUT, 30);
            self.canvas.outline(&ring, width, colour::WAY_OUT);
        }
        self.stroke(probe.centre, out, 0.9, colour::WAY_OUT);
        self.dot(probe.centre, 1.5, colour::MOTION);
        self.dot(out, 1.5, colour::WAY_OUT);
    }
}
