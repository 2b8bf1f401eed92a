//! The panel of controls at the right border of the canvas, for the mouse and for fingers.

use super::control::{Control, ControlKind};
use super::layout::{Layout, Place};
use crate::canvas::Canvas;
use crate::color::{self, Rgb};
use crate::hud::Hud;
use crate::input::Input;
use tileray::Rect;
use tileray::glam::{IVec2, UVec2, ivec2};

/// The least size of a screen on which the panel is open at first.
const ROOMY: UVec2 = UVec2::new(900, 520);

/// Returns whether a screen of `size` pixels has room for everything at once.
pub(crate) fn is_roomy(size: UVec2) -> bool {
    size.cmpge(ROOMY).all()
}

/// The panel: whether it is shown and open, and what the mouse holds.
#[derive(Clone, Debug)]
pub(crate) struct Panel {
    /// Whether there is a panel at all; pictures have none.
    pub(crate) is_shown: bool,
    /// Whether it is folded; `None` until a key or a press decides, and the size of the screen does.
    folded: Option<bool>,
    /// The index of the first control in view.
    first: usize,
    /// What the mouse holds since its button went down.
    grip: Grip,
    /// The layout on the screen, which is what a press is aimed at.
    layout: Option<Layout>,
}

/// What the mouse holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum Grip {
    /// Nothing: the button is up.
    #[default]
    Free,
    /// The scene beside the panel.
    Scene,
    /// The panel.
    Panel,
    /// The bar of the slider with this name.
    Slider(String),
    /// The bar at the border.
    Bar,
}

/// The new value of the control with a name.
pub(crate) type Change = (String, usize);

impl Default for Panel {
    fn default() -> Self {
        Self { is_shown: true, folded: None, first: 0, grip: Grip::Free, layout: None }
    }
}

impl Panel {
    /// Returns whether only the title is shown on a screen of `size` pixels.
    pub(crate) fn is_folded(&self, size: UVec2) -> bool {
        self.folded.unwrap_or(!is_roomy(size))
    }

    /// Folds or opens the panel.
    pub(crate) fn fold(&mut self) {
        let is_folded = self.layout.as_ref().is_some_and(|layout| layout.places.is_empty());
        self.folded = Some(!self.folded.unwrap_or(is_folded));
    }

    /// Returns the pixels that the panel covered when it was drawn last.
    pub(crate) fn area(&self) -> Rect {
        self.layout.as_ref().map_or(Rect::EMPTY, |layout| layout.area)
    }

    /// Applies the mouse to the panel. Returns the change that it makes, and the rest of the input for the scene: a mouse
    /// on the panel is not on the scene, and a button that went down on the panel stays up for the scene.
    pub(crate) fn take(&mut self, input: &Input) -> (Input, Option<Change>) {
        let is_down = input.left || input.right;
        let over = input.cursor.filter(|&cursor| self.area().contains(cursor));
        let goes_down = is_down && self.grip == Grip::Free;
        let change = match (&self.grip, input.cursor) {
            _ if goes_down => self.press(over.filter(|_| input.left), over.is_some()),
            (Grip::Slider(id), Some(cursor)) => self.drag(id, cursor),
            (Grip::Bar, Some(cursor)) => {
                self.first = self.layout.as_ref().map_or(0, |layout| layout.first_at(cursor.y));
                None
            }
            _ => None,
        };
        let is_held = !matches!(self.grip, Grip::Free | Grip::Scene);
        if !is_down {
            self.grip = Grip::Free;
        }
        let mut rest = input.clone();
        if is_held || (over.is_some() && self.grip != Grip::Scene) {
            (rest.cursor, rest.left, rest.right) = (None, false, false);
            self.scroll(rest.wheel.take());
        }
        (rest, change)
    }

    /// Takes what is under the mouse, whose button goes down.
    fn press(&mut self, at: Option<IVec2>, is_over: bool) -> Option<Change> {
        self.grip = if is_over { Grip::Panel } else { Grip::Scene };
        let (layout, at) = (self.layout.as_ref()?, at?);
        if layout.title.contains(at) {
            self.fold();
            return None;
        }
        if layout.bar.is_some_and(|bar| bar.contains(at)) {
            self.first = layout.first_at(at.y);
            self.grip = Grip::Bar;
            return None;
        }
        let place = layout.at(at)?;
        let id = place.control.id.clone();
        let is_bar = place.bar(layout.letter).contains(at);
        if is_bar && matches!(place.control.kind, ControlKind::Slider { .. }) {
            self.grip = Grip::Slider(id.clone());
        }
        place.pressed(at, layout.letter).map(|value| (id, value))
    }

    /// Returns the change of the slider `id` whose bar is dragged.
    fn drag(&self, id: &str, cursor: IVec2) -> Option<Change> {
        let layout = self.layout.as_ref()?;
        let place = layout.places.iter().find(|place| place.control.id == id)?;
        let value = place.dragged(cursor.x, layout.letter);
        (value != place.control.number()).then(|| (id.to_owned(), value))
    }

    /// Moves the controls by a step of the wheel, where not all are in view.
    fn scroll(&mut self, wheel: Option<i32>) {
        if let (Some(by), Some(layout)) = (wheel, &self.layout) {
            let last = layout.count - layout.places.len();
            self.first = layout.first.saturating_add_signed(-by as isize).min(last);
        }
    }

    /// Draws the panel with some controls.
    pub(crate) fn draw(&mut self, canvas: &mut Canvas, controls: Vec<Control>) {
        self.layout = None;
        if !self.is_shown || controls.is_empty() {
            return;
        }
        let hud = Hud::of(canvas);
        let is_folded = self.is_folded(canvas.size());
        let layout = Layout::new(&hud, canvas.size(), controls, self.first, is_folded);
        let ink = Painter { hud, canvas, layout: &layout };
        ink.draw(is_folded);
        self.layout = Some(layout);
    }
}

/// Draws the parts of a panel.
struct Painter<'a> {
    hud: Hud,
    canvas: &'a mut Canvas,
    layout: &'a Layout,
}

impl Painter<'_> {
    fn draw(mut self, is_folded: bool) {
        let Layout { area, title, letter, .. } = *self.layout;
        let scale = self.hud.scale();
        let before = self.canvas.set_clip(area);
        self.canvas.fill(area, color::PANEL, 205);
        self.canvas.frame(area, scale, Rgb::WHITE, 26);
        let pad = self.hud.margin() * 4 / 5;
        let at = title.min + ivec2(pad, pad / 2 + scale);
        self.hud.write_heading(self.canvas, at, "Controls");
        let sign = if is_folded { "I +" } else { "I -" };
        let right = ivec2(title.max.x - pad - 3 * letter, at.y);
        self.hud.write(self.canvas, right, sign, color::LABEL);
        for place in &self.layout.places {
            self.place(place);
        }
        if let Some(bar) = self.layout.bar {
            self.canvas.fill(bar, Rgb::WHITE, 20);
            let part = |index: usize| bar.min.y + (bar.height() as usize * index / self.layout.count.max(1)) as i32;
            let (first, shown) = (self.layout.first, self.layout.places.len());
            let thumb = Rect::new(ivec2(bar.min.x, part(first)), ivec2(bar.max.x, part(first + shown)));
            self.canvas.fill(thumb, Rgb::WHITE, 120);
        }
        self.canvas.set_clip(before);
    }

    fn place(&mut self, place: &Place) {
        let Layout { letter, label, key, .. } = *self.layout;
        let (control, row, scale) = (&place.control, place.row, self.hud.scale());
        let text = |text: &str, width: i32| text.chars().take((width / letter).max(0) as usize).collect::<String>();
        if control.kind == ControlKind::Button {
            let frame = Rect::new(row.min, ivec2(place.value.max.x - letter, row.max.y - scale));
            self.canvas.fill(frame, Rgb::WHITE, 28);
            self.canvas.frame(frame, scale, Rgb::WHITE, 50);
            let label = text(&control.label, frame.width() as i32 - letter);
            self.hud.write(self.canvas, row.min + ivec2(letter / 2, 0), &label, color::VALUE);
        } else {
            self.hud.write(self.canvas, row.min, &text(&control.label, label - letter / 2), color::LABEL);
        }
        if key > 0 {
            self.hud.write(self.canvas, ivec2(place.value.max.x, row.min.y), &text(control.key, key), color::CELL);
        }
        match control.kind {
            ControlKind::Toggle { is_on } => {
                let room = place.value.width() as i32 - 2 * letter;
                let value = if matches!(&*control.value, "on" | "off") { "" } else { &control.value };
                self.switch(place.value, is_on, &text(value, room));
            }
            ControlKind::Slider { step, last } => {
                let bar = place.bar(letter);
                let part = bar.width() as usize * step / last.max(1);
                let done = Rect::new(bar.min, ivec2(bar.min.x + part as i32, bar.max.y - scale));
                self.value(place, &text(&control.value, bar.width() as i32), Some(done));
            }
            ControlKind::Choice { .. } => {
                let value = text(&control.value, place.bar(letter).width() as i32);
                self.value(place, &value, None);
            }
            ControlKind::Button => {}
        }
    }

    /// Draws a box that is filled if it is on, and the value beside it where that tells more.
    fn switch(&mut self, area: Rect, is_on: bool, value: &str) {
        let side = area.height() as i32 - 4 * self.hud.scale();
        let corner = area.min + self.hud.scale();
        let square = Rect::new(corner, corner + side);
        self.canvas.fill(square, Rgb::WHITE, 28);
        self.canvas.frame(square, self.hud.scale(), Rgb::WHITE, 110);
        if is_on {
            let inset = (side / 3).max(1);
            self.canvas.fill(Rect::new(square.min + inset, square.max - inset), color::SEEN, 255);
        }
        let beside = ivec2(square.max.x + self.layout.letter / 2, area.min.y);
        self.hud.write(self.canvas, beside, value, color::LABEL);
    }

    /// Draws `<` and `>`, the value between them, and the filled part of the bar behind it.
    fn value(&mut self, place: &Place, value: &str, done: Option<Rect>) {
        let Layout { letter, .. } = *self.layout;
        let scale = self.hud.scale();
        let bar = place.bar(letter);
        let back = Rect::new(bar.min, bar.max - ivec2(0, scale));
        self.canvas.fill(back, Rgb::WHITE, 28);
        if let Some(done) = done {
            self.canvas.fill(done, color::BLOCK, 130);
        }
        self.hud.write(self.canvas, place.value.min, "<", color::VALUE);
        self.hud.write(self.canvas, ivec2(bar.max.x, bar.min.y), ">", color::VALUE);
        let left = (bar.width() as i32 - self.hud.size_of(value).x).max(0) / 2;
        self.hud.write(self.canvas, bar.min + ivec2(left, 0), value, color::VALUE);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::uvec2;

    fn controls() -> Vec<Control> {
        let kinds = [
            ControlKind::Toggle { is_on: true },
            ControlKind::Slider { step: 3, last: 10 },
            ControlKind::Choice { chosen: 2, names: ["a", "b", "c"].map(str::to_owned).to_vec() },
            ControlKind::Button,
        ];
        let all = kinds.into_iter().cycle().take(40).enumerate();
        let control = |(index, kind): (usize, ControlKind)| Control {
            id: index.to_string(),
            label: format!("control {index}"),
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

    fn press(panel: &mut Panel, at: IVec2) -> Option<Change> {
        let (rest, change) = panel.take(&Input { cursor: Some(at), left: true, wheel: Some(1), ..Input::default() });
        assert_eq!((rest.cursor, rest.left, rest.wheel), (None, false, None), "the scene gets nothing of it");
        panel.take(&Input { cursor: Some(at), ..Input::default() });
        change
    }

    #[test]
    fn each_kind_is_pressed_at_its_parts() {
        let mut panel = panel();
        let layout = panel.layout.clone().expect("it is drawn");
        let at = |index: usize, letters: i32| layout.places[index].value.min + ivec2(letters * layout.letter + 2, 4);
        let change = |id: &str, value: usize| Some((id.to_owned(), value));
        assert_eq!(press(&mut panel, at(0, 0)), change("0", 0));
        // The label of a switch is pressed too, that of a slider is not.
        assert_eq!(press(&mut panel, at(0, -9)), change("0", 0));
        assert_eq!(press(&mut panel, at(1, -9)), None);
        assert_eq!(press(&mut panel, at(1, 0)), change("1", 2));
        assert_eq!(press(&mut panel, at(1, 11)), change("1", 4));
        assert_eq!(press(&mut panel, layout.places[1].bar(layout.letter).min), change("1", 0));
        assert_eq!(press(&mut panel, layout.places[1].bar(layout.letter).max - ivec2(1, 9)), change("1", 10));
        assert_eq!(press(&mut panel, at(2, 0)), change("2", 1));
        assert_eq!(press(&mut panel, at(2, 4)), change("2", 0));
        assert_eq!(press(&mut panel, at(3, -3)), change("3", 0));
    }

    #[test]
    fn a_slider_follows_the_mouse_until_the_button_is_up() {
        let mut panel = panel();
        let layout = panel.layout.clone().expect("it is drawn");
        let bar = layout.places[1].bar(layout.letter);
        press_down(&mut panel, bar.min + 2);
        let beyond = Input { cursor: Some(ivec2(9, 700)), left: true, ..Input::default() };
        assert_eq!(panel.take(&beyond).1, Some(("1".into(), 0)));
        let (rest, change) = panel.take(&Input { cursor: Some(ivec2(1279, 0)), left: true, ..Input::default() });
        assert_eq!((rest.cursor, rest.left, change), (None, false, Some(("1".into(), 10))));
        panel.take(&Input { cursor: Some(ivec2(9, 9)), ..Input::default() });
        assert_eq!(panel.take(&beyond).1, None);
    }

    fn press_down(panel: &mut Panel, at: IVec2) {
        panel.take(&Input { cursor: Some(at), left: true, ..Input::default() });
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

    #[test]
    fn the_wheel_and_the_bar_scroll_long_lists() {
        let mut panel = panel();
        let over = Some(panel.area().min + 40);
        panel.take(&Input { cursor: over, wheel: Some(-1), ..Input::default() });
        assert_eq!(panel.first, 1);
        let bar = panel.layout.as_ref().and_then(|layout| layout.bar).expect("40 controls need one");
        press_down(&mut panel, bar.max - 1);
        panel.draw(&mut Canvas::new(uvec2(1280, 720)), controls());
        let layout = panel.layout.as_ref().expect("it is drawn");
        assert_eq!(layout.first + layout.places.len(), 40);
    }

    #[test]
    fn panels_of_any_size_are_drawn() {
        for size in [(1, 1), (30, 700), (700, 30), (320, 200), (5000, 4000)].map(UVec2::from) {
            let mut panel = panel();
            panel.draw(&mut Canvas::new(size), controls());
            press_down(&mut panel, size.as_ivec2() / 2);
        }
    }

    #[test]
    fn pictures_have_no_panel() {
        let (mut panel, mut canvas) = (Panel { is_shown: false, ..Panel::default() }, Canvas::new(uvec2(90, 90)));
        panel.draw(&mut canvas, controls());
        assert!(canvas.pixels().iter().all(|&pixel| pixel == 0) && panel.area().is_empty());
    }
}
