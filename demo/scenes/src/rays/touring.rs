//! The tour of the scene of rays: starts, goes on, is drawn, and ends by itself or by a press.

use super::casts::PixelRay;
use super::edits::Brush;
use super::level::Level;
use super::state::RayState;
use super::tour::{CARVED_RADIUS, STOPS, Stop, Subject, TOUR_TIME, Tour};
use crate::canvas::Canvas;
use crate::color;
use crate::hud::{Hud, Row, lines_of};
use crate::input::Input;
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::{RayHit, Rect};

/// The largest number of characters in a line of a caption.
const LONGEST_LINE: i32 = 56;

impl RayState {
    /// Starts the tour from its beginning.
    pub fn start_tour(&mut self) {
        self.end_tour();
        self.tour = Some(Tour { seconds: 0.0, carved: None });
        self.status.is_touring = true;
    }

    /// Ends the tour, if it is shown.
    pub fn end_tour(&mut self) {
        let Some(tour) = self.tour.take() else { return };
        self.status.is_touring = false;
        if tour.carved.is_some() {
            self.level.edits.undo(&mut self.level.terrain);
            self.cast();
        }
    }

    /// Ends the tour at a press of any key or button; a button that is still down, as that which started it, is no
    /// press. Returns the input without the keys, which do nothing else then.
    pub(super) fn skip_tour(&mut self, input: &Input) -> Input {
        let mut rest = input.clone();
        let is_press = (input.left || input.right) && !self.status.panel.was_pressed();
        if self.tour.is_some() && (is_press || !input.pressed.is_empty()) {
            self.end_tour();
            rest.pressed.clear();
        }
        rest
    }

    /// Advances the tour, and ends it after its time.
    pub(super) fn run_tour(&mut self, seconds: f32) {
        let Some(tour) = &mut self.tour else { return };
        tour.seconds += seconds;
        if tour.seconds >= TOUR_TIME {
            return self.end_tour();
        }
        let is_carved = tour.carved.is_some();
        if !is_carved && self.stop().is_some_and(|(_, _, (subject, _))| subject == Subject::Carved) {
            self.carve();
        }
    }

    /// Returns the current stop of the tour with its number, after the number of stops. What is off has no stop.
    fn stop(&self) -> Option<(usize, usize, Stop)> {
        let is_on = |&(subject, _): &Stop| match subject {
            Subject::Normal => self.settings.reflections,
            Subject::Fan | Subject::SightLine => self.place_of(subject).is_some(),
            _ => true,
        };
        let stops: Vec<Stop> = STOPS.into_iter().filter(is_on).collect();
        let index = self.tour.as_ref()?.stop(stops.len());
        Some((stops.len(), index + 1, stops[index]))
    }

    /// Carves a circle where the beam hits, or else where a ray of the fan does.
    fn carve(&mut self) {
        let near = self.casts.fan.iter().flatten().min_by(|a, b| a.distance().total_cmp(&b.distance()));
        let at = self.hit_in_view().or(near).map_or(self.level.start, RayHit::pixel);
        let center = at.as_vec2() + 0.5;
        let Level { terrain, edits, .. } = &mut self.level;
        edits.begin(terrain);
        edits.stroke(terrain, Brush::Carve, [center; 2], CARVED_RADIUS);
        self.tour.iter_mut().for_each(|tour| tour.carved = Some(at));
    }

    /// Returns the first hit of the beam that the view shows, not too near to its border.
    fn hit_in_view(&self) -> Option<&RayHit> {
        let seen = self.camera().visible();
        let border = seen.size().as_ivec2() / 10;
        let inside = Rect::new(seen.min + border, seen.max - border);
        self.casts.beam_hits().find(|hit| inside.contains(hit.pixel()))
    }

    /// Returns the point of the map that a stop of the tour points at; `None` for the controls, and where there is no
    /// such thing.
    fn place_of(&self, subject: Subject) -> Option<Vec2> {
        let middle = |pixel: IVec2| pixel.as_vec2() + 0.5;
        let (eye, beam) = (middle(self.eye()), self.casts.beam.first()?);
        let hit = self.hit_in_view();
        match subject {
            Subject::Beam => {
                let along = (beam.end - beam.from).as_vec2().normalize_or_zero();
                Some(eye + along * (beam.length() as f32 / 2.0).min(60.0))
            }
            Subject::Hit => hit.map(|hit| middle(hit.pixel())),
            Subject::Normal => hit.map(|hit| middle(hit.pixel()) + hit.normal() * 8.0),
            Subject::Fan => (!self.casts.fan.is_empty()).then(|| eye + Vec2::new(0.0, -40.0)),
            Subject::SightLine => {
                let length = |sight: &&PixelRay| (sight.hit.is_some(), (sight.end - sight.from).length_squared());
                let sight = self.casts.sights.iter().min_by_key(length)?;
                Some(middle(sight.from).lerp(middle(sight.end), 0.4))
            }
            Subject::Carved => self.tour.as_ref()?.carved.map(middle),
            Subject::Controls => None,
        }
    }
}

/// Draws the current stop of the tour.
pub(super) fn draw_tour(canvas: &mut Canvas, state: &RayState) {
    let Some((stops, stop, (subject, texts))) = state.stop() else { return };
    let (hud, host, panel) = (Hud::of(canvas), state.status.host, state.status.panel.area());
    let end = host.text(["any key", "any key or click", "a tap"]);
    let title = format!("{stop} of {stops} \u{b7} {end} ends the tour");
    let caption = draw_caption(canvas, &title, host.text(texts));
    let at = match subject {
        Subject::Controls if panel.is_empty() => None,
        Subject::Controls => Some((panel.min + ivec2(panel.width() as i32 / 2, hud.size_of("").y)).as_vec2()),
        _ => state.place_of(subject).map(|point| state.camera().screen_of(point)),
    };
    if let Some(at) = at {
        let carved = if subject == Subject::Carved { CARVED_RADIUS * state.camera().zoom as f32 } else { 0.0 };
        let radius = carved.max(10.0 * hud.scale() as f32) + 4.0;
        for (width, color) in [(4.0, color::PANEL), (2.0, color::CELL)] {
            let from = ivec2((caption.min.x + caption.max.x) / 2, caption.min.y).as_vec2();
            let toward = (at - from).normalize_or_zero();
            canvas.stroke(from, at - toward * radius, width, color);
        }
        canvas.ring(at, radius, color::CELL);
    }
}

/// Draws a caption in the middle above the lower border, and returns its area.
fn draw_caption(canvas: &mut Canvas, title: &str, text: &str) -> Rect {
    let hud = Hud::of(canvas);
    let IVec2 { x: letter, y: line } = hud.size_of("x");
    let room = ((canvas.size().x as i32 - 4 * hud.margin()) / letter).clamp(1, LONGEST_LINE);
    let rows: Vec<Row> = lines_of(text, room as usize).into_iter().map(|line| ("", line)).collect();
    let free = canvas.size().as_ivec2() - hud.panel_size(title, &rows, 0);
    let corner = ivec2(free.x / 2, free.y - 3 * line).max(IVec2::ZERO);
    hud.draw_panel(canvas, corner, title, &rows, 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Request;
    use crate::key::Key;
    use crate::rays::scene::RayScene;
    use crate::rays::testing;
    use crate::scene::Scene;
    use tileray::glam::uvec2;

    fn scene() -> RayScene {
        let mut scene = RayScene::new(testing::state()).expect("its sprites are part of the program");
        scene.state.settings.rays = 96;
        scene.update(&Input::default(), uvec2(640, 360), 0.0);
        scene
    }

    fn update(scene: &mut RayScene, input: &Input, seconds: f32) {
        scene.update(input, uvec2(640, 360), seconds);
    }

    #[test]
    fn it_visits_all_stops_and_ends_by_itself() {
        let mut scene = scene();
        let solid = |scene: &RayScene| {
            let mask =
                scene.state.level.terrain.query().layers(tileray::LayerMask::ALL).to_mask(scene.state.level.bounds);
            mask.count()
        };
        let before = solid(&scene);
        scene.state.start_tour();
        assert!(scene.state.status.is_touring);
        let (mut stops, mut seconds, mut carved) = (Vec::new(), 0.0, 0);
        while let Some((_, _, (subject, texts))) = scene.state.stop() {
            assert!(!["mouse", "button", "key", "W A S D"].iter().any(|word| texts[2].contains(word)), "for fingers");
            if stops.last() != Some(&subject) {
                stops.push(subject);
            }
            assert!(
                subject == Subject::Controls || scene.state.place_of(subject).is_some() || seconds == 0.0,
                "{subject:?}"
            );
            carved += usize::from(solid(&scene) < before);
            update(&mut scene, &Input::default(), 0.1);
            seconds += 0.1;
            assert!(seconds < 60.0, "it ends");
        }
        assert_eq!(stops, STOPS.map(|(subject, _)| subject));
        assert!((19.5..20.5).contains(&seconds) && carved > 20, "{seconds} s, {carved} frames");
        assert_eq!(solid(&scene), before, "what it carved is filled");
        assert!(!scene.state.status.is_touring);
    }

    #[test]
    fn what_is_off_has_no_stop() {
        let mut scene = scene();
        update(&mut scene, &Input { pressed: vec![Key::F, Key::R, Key::L], ..Input::default() }, 0.0);
        let subjects = [Subject::Beam, Subject::Hit, Subject::Carved, Subject::Controls];
        for (seconds, subject) in [0.0, 5.0, 10.0, 19.9].into_iter().zip(subjects) {
            scene.state.tour = Some(Tour { seconds, carved: None });
            assert!(scene.state.stop().is_some_and(|(stops, _, stop)| (stops, stop.0) == (4, subject)), "{subject:?}");
        }
    }

    #[test]
    fn any_press_ends_it_and_a_key_does_nothing_else() {
        let left = Input { left: true, cursor: Some(ivec2(320, 300)), ..Input::default() };
        let key = |key| Input { pressed: vec![key], ..Input::default() };
        for input in [key(Key::Escape), key(Key::F), key(Key::Home), key(Key::Y), left] {
            let mut scene = scene();
            scene.state.start_tour();
            update(&mut scene, &Input { held: vec![Key::D], cursor: Some(ivec2(9, 9)), ..Input::default() }, 0.1);
            assert!(scene.state.tour.is_some(), "a mouse that moves does not end it");
            assert!(scene.state.status.requests(&input).is_empty());
            update(&mut scene, &input, 0.01);
            assert!(scene.state.tour.is_none() && scene.state.settings.fan, "{input:?}");
            assert_eq!(scene.state.level.edits.strokes(), usize::from(input.left));
            assert_eq!(scene.state.status.requests(&key(Key::Escape)), [Request::Quit]);
        }
    }

    #[test]
    fn keys_and_controls_start_it_and_it_is_drawn_at_any_size() {
        for size in [(1, 1), (320, 200), (90, 700), (960, 600)].map(tileray::glam::UVec2::from) {
            let mut scene = scene();
            assert!(scene.set_control("tour", 0) && scene.state.tour.is_some());
            update(&mut scene, &Input { pressed: vec![Key::Slash], ..Input::default() }, 0.0);
            update(&mut scene, &Input { pressed: vec![Key::Slash], ..Input::default() }, 0.0);
            assert!(scene.state.tour.is_some(), "the first press ended it, the second one starts it again");
            let mut canvas = Canvas::new(size);
            for stop in 0..STOPS.len() {
                let now = stop as f32 * TOUR_TIME / STOPS.len() as f32 + 0.1;
                scene.state.tour.iter_mut().for_each(|tour| tour.seconds = now);
                scene.update(&Input::default(), size, 0.0);
                scene.draw(&mut canvas);
            }
        }
    }

    #[test]
    fn the_press_that_starts_it_does_not_end_it() {
        let (mut scene, size) = (scene(), uvec2(1280, 720));
        scene.update(&Input::default(), size, 0.0);
        scene.draw(&mut Canvas::new(size));
        // In the last row but one of the panel.
        let control = scene.state.status.panel.area().max - ivec2(60, 30);
        let (held, beside) = ((control, true, true), ivec2(320, 300));
        for (cursor, left, is_touring) in [held, held, (control, false, true), (beside, true, false)] {
            scene.update(&Input { cursor: Some(cursor), left, ..Input::default() }, size, 0.1);
            assert_eq!(scene.state.tour.is_some(), is_touring, "{cursor} {left}");
        }
    }

    #[test]
    fn another_map_or_a_control_ends_it_and_slow_machines_too() {
        let open = |scene: &mut RayScene| assert!(scene.state.enter_map(testing::room_file()).is_ok());
        let set = |scene: &mut RayScene| assert!(scene.set_control("fan", 0));
        let wait = |scene: &mut RayScene| (0..40).for_each(|_| update(scene, &Input::default(), 0.5));
        for end in [&open as &dyn Fn(&mut RayScene), &set, &wait] {
            let mut scene = scene();
            scene.state.start_tour();
            end(&mut scene);
            assert!(scene.state.tour.is_none() && !scene.state.status.is_touring);
            assert_eq!(scene.state.level.edits.strokes(), 0);
        }
    }
}
