//! The panel of controls at the right border of the canvas, for the mouse and for fingers.
//!
//! ```text
//!  Controls              I -     title: folds the panel
//!  light       [x]       F       switch
//!  rays        < 1536  > + -     slider: `<` and `>` are a step, the bar between them is dragged
//!  traversal   < exact > T       choice
//!  [ undo ]              U       button
//! ```

use super::{Control, ControlKind};
use crate::canvas::Canvas;
use crate::color::{self, Rgb};
use crate::hud::Hud;
use crate::input::Input;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, ivec2};

/// The least size of a screen on which the panel is open at first.
const ROOMY: UVec2 = UVec2::new(900, 520);
/// The widths of the columns in characters: labels, values and keys.
const LABEL: i32 = 12;
const VALUE: i32 = 13;
const KEY: i32 = 5;
/// The largest part of the screen that the panel covers, in percent of the width and of the height. It covers neither
/// the middle nor the magnifier.
const WIDEST: i32 = 40;
const HIGHEST: i32 = 66;

/// Returns whether a screen of `size` pixels has room for everything at once.
pub(crate) fn is_roomy(size: UVec2) -> bool {
    size.cmpge(ROOMY).all()
}

/// The panel: whether it is shown and open, what the mouse holds, and the places of its parts when it was drawn last.
#[derive(Clone, Debug, Default)]
pub(crate) struct Panel {
    /// Whether there is no panel at all, as in pictures.
    pub(crate) is_hidden: bool,
    /// Whether it is folded; `None` until a key or a press decides, and the size of the screen does.
    folded: Option<bool>,
    grip: Grip,
    area: Rect,
    title: Rect,
    /// The controls that there is room for.
    places: Vec<Place>,
}

/// The place of a control on the screen.
#[derive(Clone, Debug)]
struct Place {
    control: Control,
    row: Rect,
    /// The part of the row that shows the value, and the part of that between `<` and `>`.
    value: Rect,
    bar: Rect,
}

/// What the mouse holds since its button went down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Grip {
    /// Nothing: the button is up.
    #[default]
    Free,
    /// The scene beside the panel.
    Scene,
    /// The panel.
    Panel,
    /// The bar of the slider with this name.
    Slider(&'static str),
}

/// The name of a control, and its new value.
pub(crate) type Change = (&'static str, usize);

impl Panel {
    /// Returns whether only the title is shown on a screen of `size` pixels.
    pub(crate) fn is_folded(&self, size: UVec2) -> bool {
        self.folded.unwrap_or(!is_roomy(size))
    }

    /// Folds or opens the panel.
    pub(crate) fn fold(&mut self) {
        self.folded = Some(!self.folded.unwrap_or(!self.area.is_empty() && self.places.is_empty()));
    }

    /// Returns the pixels that the panel covered when it was drawn last.
    pub(crate) fn area(&self) -> Rect {
        self.area
    }

    /// Returns whether a button of the mouse was down in the last frame.
    pub(crate) fn was_pressed(&self) -> bool {
        self.grip != Grip::Free
    }

    /// Applies the mouse to the panel. Returns the change that it makes, and the rest of the input for the scene: a mouse
    /// on the panel is not on the scene, and a button that went down on the panel stays up for the scene.
    pub(crate) fn take(&mut self, input: &Input) -> (Input, Option<Change>) {
        let is_down = input.left || input.right;
        let over = input.cursor.filter(|&cursor| self.area.contains(cursor));
        let change = match (self.grip, input.cursor) {
            (Grip::Free, _) if is_down => {
                self.grip = if over.is_some() { Grip::Panel } else { Grip::Scene };
                over.filter(|_| input.left).and_then(|at| self.press(at))
            }
            (Grip::Slider(id), Some(cursor)) => {
                let place = self.places.iter().find(|place| place.control.id == id);
                place.map(|place| (id, place.dragged(cursor.x)))
            }
            _ => None,
        };
        let is_held = !matches!(self.grip, Grip::Free | Grip::Scene);
        if !is_down {
            self.grip = Grip::Free;
        }
        let mut rest = input.clone();
        if is_held || (over.is_some() && self.grip != Grip::Scene) {
            (rest.cursor, rest.wheel, rest.left, rest.right) = (None, None, false, false);
        }
        (rest, change)
    }

    /// Grips the part under the mouse when its button goes down.
    fn press(&mut self, at: IVec2) -> Option<Change> {
        if self.title.contains(at) {
            self.fold();
        }
        let place = self.places.iter().find(|place| place.row.contains(at))?;
        let id = place.control.id;
        if place.bar.contains(at) && matches!(place.control.kind, ControlKind::Slider { .. }) {
            self.grip = Grip::Slider(id);
        }
        place.pressed(at).map(|value| (id, value))
    }

    /// Draws the panel with the controls that there is room for. A folded panel is only its title.
    pub(crate) fn draw(&mut self, canvas: &mut Canvas, controls: Vec<Control>) {
        *self = Self { is_hidden: self.is_hidden, folded: self.folded, grip: self.grip, ..Self::default() };
        if self.is_hidden || controls.is_empty() {
            return;
        }
        let hud = Hud::of(canvas);
        let (scale, line, letter) = (hud.scale(), hud.size_of("").y, hud.size_of("x").x);
        let (margin, pad) = (hud.margin(), hud.margin() * 4 / 5);
        let size = canvas.size().as_ivec2();
        let widest = ((size.x * WIDEST / 100 - margin - 2 * pad) / letter).max(4);
        // The keys go first where there is no room, then labels and values shrink.
        let key = if widest >= LABEL + VALUE + KEY { KEY * letter } else { 0 };
        let label = LABEL.min(widest / 2) * letter;
        let value = VALUE.min(widest - label / letter) * letter;
        let (width, head) = (label + value + key + 2 * pad, line + pad);
        let room = (size.y * HIGHEST / 100 - margin - head - pad) / line;
        let is_folded = self.is_folded(canvas.size());
        let shown = if is_folded { 0 } else { controls.len().min(room.max(0) as usize) };
        let height = head + shown as i32 * line + if shown > 0 { pad } else { 0 };
        let corner = ivec2(size.x - margin - width, margin);
        self.area = Rect::new(corner, corner + ivec2(width, height));
        self.title = Rect::new(corner, corner + ivec2(width, head));

        let before = canvas.set_clip(self.area);
        canvas.fill(self.area, color::PANEL, 205);
        canvas.frame(self.area, scale, Rgb::WHITE, 26);
        let at = corner + ivec2(pad, pad / 2 + scale);
        hud.write_heading(canvas, at, "Controls");
        let sign = if is_folded { "I +" } else { "I -" };
        hud.write(canvas, ivec2(self.title.max.x - pad - 3 * letter, at.y), sign, color::LABEL);
        for (control, row) in controls.into_iter().take(shown).zip(0..) {
            let left = corner + ivec2(pad, head + row * line);
            let row = Rect::new(left, left + ivec2(label + value + key, line));
            let value = Rect::new(left + ivec2(label, 0), left + ivec2(label + value, line));
            let bar = Rect::new(value.min + ivec2(letter, 0), value.max - ivec2(2 * letter, 0));
            let place = Place { control, row, value, bar };
            place.draw(&hud, canvas);
            self.places.push(place);
        }
        canvas.set_clip(before);
    }
}

impl Place {
    /// Returns the value that a press at a pixel sets; `None` beside the parts that are pressed.
    fn pressed(&self, pixel: IVec2) -> Option<usize> {
        match self.control.kind {
            ControlKind::Toggle { .. } | ControlKind::Button => Some(self.control.beside(false)),
            _ if !self.value.contains(pixel) => None,
            ControlKind::Slider { .. } if self.bar.contains(pixel) => Some(self.dragged(pixel.x)),
            // The last letter of the value is the gap before the key.
            _ => Some(self.control.beside(pixel.x < self.bar.min.x)),
        }
    }

    /// Returns the step of a slider when its bar is dragged to `x`.
    fn dragged(&self, x: i32) -> usize {
        let part = f64::from(x - self.bar.min.x) / f64::from(self.bar.width().saturating_sub(1).max(1));
        (part.clamp(0.0, 1.0) * self.control.last() as f64).round() as usize
    }

    fn draw(&self, hud: &Hud, canvas: &mut Canvas) {
        let Self { control, row, value, bar } = self;
        let (scale, letter) = (hud.scale(), hud.size_of("x").x);
        let cut = |text: &str, width: i32| text.chars().take((width / letter).max(0) as usize).collect::<String>();
        if control.kind == ControlKind::Button {
            let frame = Rect::new(row.min, ivec2(value.max.x - letter, row.max.y - scale));
            canvas.fill(frame, Rgb::WHITE, 28);
            canvas.frame(frame, scale, Rgb::WHITE, 50);
            let label = cut(control.label, frame.width() as i32 - letter);
            hud.write(canvas, row.min + ivec2(letter / 2, 0), &label, color::VALUE);
        } else {
            let label = cut(control.label, value.min.x - row.min.x - letter / 2);
            hud.write(canvas, row.min, &label, color::LABEL);
        }
        hud.write(canvas, ivec2(value.max.x, row.min.y), &cut(control.key, row.max.x - value.max.x), color::CELL);
        if let ControlKind::Toggle { is_on } = control.kind {
            // A box that is filled if it is on.
            let (corner, side) = (value.min + scale, value.height() as i32 - 4 * scale);
            let square = Rect::new(corner, corner + side);
            canvas.fill(square, Rgb::WHITE, 28);
            canvas.frame(square, scale, Rgb::WHITE, 110);
            if is_on {
                let inset = (side / 3).max(1);
                canvas.fill(Rect::new(square.min + inset, square.max - inset), color::SEEN, 255);
            }
        } else if control.kind != ControlKind::Button {
            // `<` and `>`, the value between them, and the filled part of the bar behind it.
            canvas.fill(Rect::new(bar.min, bar.max - ivec2(0, scale)), Rgb::WHITE, 28);
            if let ControlKind::Slider { step, last } = control.kind {
                let part = bar.width() as usize * step / last.max(1);
                let done = ivec2(bar.min.x + part as i32, bar.max.y - scale);
                canvas.fill(Rect::new(bar.min, done), color::BLOCK, 130);
            }
            hud.write(canvas, value.min, "<", color::VALUE);
            hud.write(canvas, ivec2(bar.max.x, bar.min.y), ">", color::VALUE);
            let text = cut(&control.value, bar.width() as i32);
            let left = (bar.width() as i32 - hud.size_of(&text).x).max(0) / 2;
            hud.write(canvas, bar.min + ivec2(left, 0), &text, color::VALUE);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::uvec2;

    const IDS: [&str; 4] = ["toggle", "slider", "choice", "button"];

    fn controls() -> Vec<Control> {
        let kinds = [
            ControlKind::Toggle { is_on: true },
            ControlKind::Slider { step: 3, last: 10 },
            ControlKind::Choice { chosen: 2, names: vec!["a", "b", "c"] },
            ControlKind::Button,
        ];
        let all = kinds.into_iter().enumerate();
        let control = |(index, kind): (usize, ControlKind)| Control {
            id: IDS[index],
            label: "control",
            key: "K",
            hint: "",
            value: "value".into(),
            kind,
        };
        all.map(control).collect()
    }

    /// Returns a panel that is open, and drawn.
    fn panel() -> Panel {
        let mut panel = Panel { folded: Some(false), ..Panel::default() };
        panel.draw(&mut Canvas::new(uvec2(1280, 720)), controls());
        panel
    }

    /// Presses the button at a pixel, turns the wheel there, and releases the button.
    fn press(panel: &mut Panel, at: IVec2) -> Option<Change> {
        let (rest, change) = panel.take(&Input { cursor: Some(at), left: true, ..Input::default() });
        assert_eq!((rest.cursor, rest.left), (None, false), "the scene gets nothing of it");
        panel.take(&Input { cursor: Some(at), ..Input::default() });
        change
    }

    #[test]
    fn each_kind_is_pressed_at_its_parts() {
        let mut panel = panel();
        let (at, bar) = (|index: usize| panel.places[index].value.min + 4, panel.places[1].bar);
        let [toggle, slider, choice, action] = [0, 1, 2, 3].map(at);
        let (letter, left) = (ivec2(8, 0), ivec2(-72, 0));
        for (pixel, control, value) in [
            (toggle, 0, Some(0)),
            // The label of a switch is pressed too, that of a slider is not.
            (toggle + left, 0, Some(0)),
            (slider + left, 1, None),
            (slider, 1, Some(2)),
            (slider + 11 * letter, 1, Some(4)),
            (bar.min, 1, Some(0)),
            (bar.max - ivec2(1, 9), 1, Some(10)),
            (choice, 2, Some(1)),
            (choice + 4 * letter, 2, Some(0)),
            (action - 3 * letter, 3, Some(0)),
        ] {
            assert_eq!(press(&mut panel, pixel), value.map(|value| (IDS[control], value)), "{pixel}");
        }
    }

    #[test]
    fn a_slider_follows_the_mouse_until_the_button_is_up() {
        let mut panel = panel();
        let hold = |at: IVec2| Input { cursor: Some(at), left: true, ..Input::default() };
        panel.take(&hold(panel.places[1].bar.min + 2));
        assert_eq!(panel.take(&hold(ivec2(9, 700))).1, Some(("slider", 0)));
        let (rest, change) = panel.take(&hold(ivec2(1279, 0)));
        assert_eq!((rest.cursor, rest.left, change), (None, false, Some(("slider", 10))));
        panel.take(&Input { cursor: Some(ivec2(9, 9)), ..Input::default() });
        assert_eq!(panel.take(&hold(ivec2(9, 700))).1, None);
    }

    #[test]
    fn a_stroke_that_begins_beside_the_panel_goes_on_under_it() {
        let mut panel = panel();
        let over = panel.area().min + 40;
        for cursor in [ivec2(50, 50), over] {
            let input = Input { cursor: Some(cursor), right: true, ..Input::default() };
            let (rest, change) = panel.take(&input);
            assert_eq!((rest.cursor, rest.right, change), (Some(cursor), true, None));
        }
        // With the button up, the mouse over the panel is not on the scene.
        panel.take(&Input::default());
        assert_eq!(panel.take(&Input { cursor: Some(over), ..Input::default() }).0.cursor, None);
    }
}
