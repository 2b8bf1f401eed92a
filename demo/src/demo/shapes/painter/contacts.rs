use crate::demo::color::{self, Rgb};
use crate::demo::painter::Painter;
use crate::demo::shapes::encounters::Encounters;
use crate::demo::shapes::table::Table;
use tileray::glam::Vec2;

/// How long the arrow along a normal is.
const NORMAL: f32 = 44.0;

impl Painter<'_> {
    /// What bodies share.
    pub(super) fn overlaps(&mut self, encounters: &Encounters) {
        for region in encounters.found.iter().flat_map(|encounter| &encounter.overlaps) {
            let ring = self.on_screen(region);
            self.canvas.fill_polygon(&ring, color::OVERLAP, 150);
            let width = 0.7 * self.width();
            self.canvas.outline(&ring, width, color::OVERLAP);
        }
    }

    /// The chosen body as it would be out of what it overlaps most, and how it gets there.
    pub(super) fn way_out(&mut self, table: &Table) {
        let (chosen, encounters) = (table.chosen, &table.findings.encounters);
        let (Some(body), Some(deepest)) = (table.bodies.get(chosen), encounters.deepest_of(chosen)) else { return };
        let mtv = deepest.contact_of(chosen).mtv();
        self.ghost(body, mtv, color::WAY_OUT);
        let middle = body.pose().translation;
        self.dot(middle, 1.3, color::WAY_OUT);
        self.arrow(middle, middle + mtv, color::WAY_OUT);
    }

    /// Where bodies push on each other, and the normals there.
    pub(super) fn contacts(&mut self, table: &Table) {
        for encounter in &table.findings.encounters.found {
            // Each normal is that of the chosen body, or else of the body that lies above.
            let upper = if encounter.first == table.chosen { encounter.first } else { encounter.second };
            let normal = encounter.contact_of(upper).normal;
            let count = encounter.points.len().max(1) as f32;
            let middle = encounter.points.iter().sum::<Vec2>() / count;
            if !encounter.points.is_empty() {
                self.arrow(middle, middle + normal * NORMAL, color::NORMAL);
            }
            for &point in &encounter.points {
                self.dot(point, 1.7, Rgb::WHITE);
            }
        }
    }
}
