//! The layout of the panel of controls: which pixels of the screen belong to which control.
//!
//! ```text
//!  Controls              I -     title: folds the panel
//!  light       [x]       F       switch
//!  rays        < 1536  > + -     slider: `<` and `>` are a step, the bar between them is dragged
//!  traversal   < exact > T       choice
//!  [ undo ]              U       button
//! ```

use super::control::{Control, ControlKind};
use crate::hud::Hud;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, ivec2};

/// The widths of the columns in characters: labels, values and keys.
const LABEL: i32 = 12;
const VALUE: i32 = 13;
const KEY: i32 = 5;
/// The largest part of the screen that the panel covers, in percent of the width and of the height: neither its middle nor
/// the magnifier.
const WIDEST: i32 = 40;
const HIGHEST: i32 = 66;

/// The place of a control on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) control: Control,
    pub(super) row: Rect,
    /// The part of the row that shows the value.
    pub(super) value: Rect,
}

/// The places of all parts of the panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    pub(super) area: Rect,
    pub(super) title: Rect,
    /// The controls that are in view.
    pub(super) places: Vec<Place>,
    /// The index of the first control in view.
    pub(super) first: usize,
    /// The number of all controls.
    pub(super) count: usize,
    /// The bar at the right border, where not all controls are in view.
    pub(super) bar: Option<Rect>,
    /// The widths of the columns of labels and of keys, in pixels.
    pub(super) label: i32,
    pub(super) key: i32,
    /// The width of a character, which is also that of `<` and `>`.
    pub(super) letter: i32,
}

impl Layout {
    /// Lays out controls on a screen of `size` pixels, from control `first` on. A folded panel is only its title.
    pub(super) fn new(hud: &Hud, size: UVec2, controls: Vec<Control>, first: usize, is_folded: bool) -> Self {
        let (scale, line, letter) = (hud.scale(), hud.size_of("").y, hud.size_of("x").x);
        let (margin, pad) = (hud.margin(), hud.margin() * 4 / 5);
        let size = size.as_ivec2();
        let widest = ((size.x * WIDEST / 100 - margin - 2 * pad) / letter).max(4);
        // The keys go first where there is no room, then labels and values shrink.
        let key = if widest >= LABEL + VALUE + KEY { KEY } else { 0 };
        let label = LABEL.min(widest / 2);
        let value = VALUE.min(widest - label);
        let width = (label + value + key) * letter + 2 * pad;
        let head = line + pad;
        let room = (size.y * HIGHEST / 100 - margin - head - pad) / line;
        let count = controls.len();
        let shown = if is_folded { 0 } else { count.min(room.max(0) as usize) };
        let first = first.min(count - shown);
        let height = head + shown as i32 * line + if shown > 0 { pad } else { 0 };
        let corner = ivec2(size.x - margin - width, margin);
        let area = Rect::new(corner, corner + ivec2(width, height));
        let title = Rect::new(corner, corner + ivec2(width, head));
        let place = |(control, row): (Control, i32)| {
            let left = corner + ivec2(pad, head + row * line);
            let row = Rect::new(left, left + ivec2((label + value + key) * letter, line));
            let value = Rect::new(left + ivec2(label * letter, 0), left + ivec2((label + value) * letter, line));
            Place { control, row, value }
        };
        let places = controls.into_iter().skip(first).take(shown).zip(0..).map(place).collect();
        let bar = (shown > 0 && shown < count)
            .then(|| Rect::new(ivec2(area.max.x - pad + scale, title.max.y), area.max - ivec2(scale, pad)));
        let (label, key) = (label * letter, key * letter);
        Self { area, title, places, first, count, bar, label, key, letter }
    }

    /// Returns the control under a pixel.
    pub(super) fn at(&self, pixel: IVec2) -> Option<&Place> {
        self.places.iter().find(|place| place.row.contains(pixel))
    }

    /// Returns the first control in view when the bar is dragged to a height.
    pub(super) fn first_at(&self, y: i32) -> usize {
        let (shown, bar) = (self.places.len(), self.bar.unwrap_or(Rect::EMPTY));
        let part = f64::from(y - bar.min.y) / f64::from(bar.height().max(1));
        let middle = part * self.count as f64 - shown as f64 / 2.0;
        (middle.round().max(0.0) as usize).min(self.count - shown)
    }
}

impl Place {
    /// Returns the part of the value between `<` and `>`.
    pub(super) fn bar(&self, letter: i32) -> Rect {
        Rect::new(self.value.min + ivec2(letter, 0), self.value.max - ivec2(2 * letter, 0))
    }

    /// Returns the value that a press at a pixel sets; `None` beside the parts that are pressed.
    pub(super) fn pressed(&self, pixel: IVec2, letter: i32) -> Option<usize> {
        let (number, last, bar) = (self.control.number(), self.control.last(), self.bar(letter));
        let is_choice = match self.control.kind {
            ControlKind::Toggle { .. } => return Some(1 - number),
            ControlKind::Button => return Some(0),
            ControlKind::Choice { .. } => true,
            ControlKind::Slider { .. } => false,
        };
        if !self.value.contains(pixel) {
            return None;
        }
        Some(match pixel.x {
            x if x < bar.min.x && is_choice => (number + last) % (last + 1),
            x if x < bar.min.x => number.saturating_sub(1),
            // The last letter of the value is the gap before the key.
            _ if is_choice => (number + 1) % (last + 1),
            x if x >= bar.max.x => (number + 1).min(last),
            x => self.dragged(x, letter),
        })
    }

    /// Returns the step of a slider when its bar is dragged to `x`.
    pub(super) fn dragged(&self, x: i32, letter: i32) -> usize {
        let (bar, last) = (self.bar(letter), self.control.last());
        let part = f64::from(x - bar.min.x) / f64::from(bar.width().saturating_sub(1).max(1));
        (part.clamp(0.0, 1.0) * last as f64).round() as usize
    }
}
