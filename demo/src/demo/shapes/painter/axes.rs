use crate::demo::color::{self, BLOCK, CELL, Rgb};
use crate::demo::painter::Painter;
use crate::demo::shapes::axes::Axes;

/// How long the mark of an axis is, and how far beyond the shapes the best one lies.
const MARK: f32 = 17.0;
const BESIDE: f32 = 26.0;

impl Painter<'_> {
    /// A mark at each edge for the axis that it brings, and beside the shapes the best axis with where both lie along it.
    pub(super) fn axes(&mut self, axes: &Axes) {
        for axis in &axes.all {
            let is_best = axis == &axes.best;
            let color = if is_best { color::NORMAL } else { Rgb(0x4b_6f_80) };
            let length = if is_best { 1.3 * MARK } else { MARK };
            self.stroke(axis.foot, axis.foot + axis.normal * length, if is_best { 1.3 } else { 0.7 }, color);
        }
        let normal = axes.best.normal;
        let across = normal.perp();
        // On the side that looks down, where there is more room for the eye.
        let across = if across.y < 0.0 || (across.y == 0.0 && across.x < 0.0) { -across } else { across };
        let beside = axes.reach(across) + BESIDE;
        let at = |along: f32, aside: f32| normal * along + across * (beside + aside);
        let [first, second] = axes.extents;
        let (low, high) = (first[0].min(second[0]) - 14.0, first[1].max(second[1]) + 14.0);
        self.stroke(at(low, 0.0), at(high, 0.0), 0.5, Rgb(0x4b_6f_80));
        for (extent, aside, color) in [(first, -5.0, CELL), (second, 5.0, BLOCK)] {
            self.stroke(at(extent[0], aside), at(extent[1], aside), 2.2, color);
        }
        // From where the other one begins to where the one with the edge ends: what parts them, or what they overlap by.
        let (own, other) = if axes.best.of_second { (second, first) } else { (first, second) };
        let shared = [other[0], own[1]];
        let color = if axes.best.separation < 0.0 { color::OVERLAP } else { color::WAY_OUT };
        let foot = axes.best.foot.dot(across) - beside;
        for along in shared {
            self.dashes(&[at(along, foot), at(along, 12.0)], false, color::TABLE.under(color, 150));
            self.stroke(at(along, -10.0), at(along, 10.0), 0.9, color);
        }
        let middle = f32::midpoint(shared[0], shared[1]);
        self.stroke(at(shared[0], 0.0), at(shared[1], 0.0), 1.6, color);
        self.label(at(middle, 15.0), across, &format!("{:.1} px", (shared[1] - shared[0]).abs()), color);
    }
}
