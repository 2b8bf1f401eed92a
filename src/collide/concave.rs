//! A circle against a polygon that may be concave: the polygon itself, not pieces of it, so that no seam is felt.

use super::contact::Contact;
use super::shape::Collide;
use super::sweep::{Sweep, circle_against_ring, slide, valid_motion};
use crate::geometry::{Circle, Polygon};
use glam::Vec2;

impl Collide<Polygon> for Circle {
    fn intersects(&self, other: &Polygon) -> bool {
        other.overlaps_circle(self)
    }

    /// The shortest way out of all of the polygon: that to [`Polygon::project_circle_out`].
    fn contact(&self, other: &Polygon) -> Option<Contact> {
        let out = other.project_circle_out(*self)?.as_dvec2() - self.center.as_dvec2();
        let depth = out.length();
        // Out by less than the coordinates can tell is no way.
        (depth > 0.0).then(|| Contact { normal: (out / depth).as_vec2(), depth: depth as f32 })
    }

    fn sweep(&self, other: &Polygon, motion: Vec2) -> Sweep {
        if !self.is_valid() {
            return Sweep::default();
        }
        let size = other.bounds().size().max_element().max(self.radius);
        slide(valid_motion(motion), size, |motion, place| {
            let circle = self.translated(place);
            match circle.contact(other) {
                Some(contact) => Sweep::overlapping(contact, motion),
                None => circle_against_ring(&circle, other, motion),
            }
        })
    }
}
