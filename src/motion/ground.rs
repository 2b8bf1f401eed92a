use super::course::Course;
use super::place::Place;
use super::window::Window;
use super::{BodyShape, CollisionWorld, MoveOptions, Solid};
use crate::geometry::Direction;
use crate::terrain::LayerSelection;
use glam::{IVec2, ivec2};

/// Tells for a shape which of its steps are stopped.
///
/// A step is stopped where a pixel that the shape would newly cover is solid for every motion; or is solid for motions that
/// way only, and the pixel before it, against the motion, is not: it belongs to the face. So one who is within a one-way
/// platform may go on through it, and one who is outside is stopped by its face.
#[derive(Debug)]
pub(super) struct Ground<'a> {
    around: CollisionWorld<'a>,
    shape: &'a BodyShape,
    two_way: LayerSelection<'a>,
    /// What is solid for one direction of motion only, by direction.
    one_way: [Option<LayerSelection<'a>>; 4],
    /// Whether there is anything that is solid one way only.
    has_one_way: bool,
    /// Whether the shape is small enough for a window, and the window once it is asked.
    has_window: bool,
    window: Option<Window<'a>>,
    /// Where the motion leads.
    toward: IVec2,
}

impl<'a> Ground<'a> {
    /// For a motion that leads so many pixels away.
    #[inline]
    pub(super) fn new(around: CollisionWorld<'a>, shape: &'a BodyShape, toward: IVec2) -> Self {
        let one_way = match around.terrain.has_one_way() {
            true => Direction::ALL.map(|way| around.terrain.one_way(around.layers, way)),
            false => [const { None }; 4],
        };
        let has_one_way =
            one_way.iter().any(Option::is_some) || around.solids.iter().any(|solid| solid.one_way.is_some());
        let (two_way, has_window) = (around.terrain.two_way(around.layers), Window::fits(shape));
        Self { around, shape, two_way, one_way, has_one_way, has_window, window: None, toward }
    }

    /// The same without a window, each answer from what is there at the time.
    pub(super) fn plain(around: CollisionWorld<'a>, shape: &'a BodyShape) -> Self {
        Self { has_window: false, ..Self::new(around, shape, IVec2::ZERO) }
    }

    pub(super) const fn has_one_way(&self) -> bool {
        self.has_one_way
    }

    /// Whether nothing is solid in the box around all that a motion passes over, and under it where the floor counts.
    #[inline]
    pub(super) fn is_clear(&mut self, at: IVec2, motion: IVec2, minds_floor: bool) -> bool {
        let bounds = self.shape.bounds().translated(at);
        let mut reach = bounds.union(&bounds.translated(motion));
        reach.max.y += i32::from(minds_floor);
        if let Some(is_clear) = self.window.as_ref().and_then(|window| window.is_clear_in(&reach)) {
            return is_clear;
        }
        !self.two_way.is_any_solid_in(&reach)
            && !self.one_way.iter().flatten().any(|solid| solid.is_any_solid_in(&reach))
            && self.around.solids_in(reach).next().is_none()
    }

    /// Whether the shape shares no pixel with what stops every motion.
    pub(super) fn is_free(&mut self, at: IVec2) -> bool {
        let shape = self.shape;
        match self.window_at(at) {
            Some(window) => !window.overlaps(at),
            None => !self.around.is_blocked(shape, at),
        }
    }

    /// Takes the steps of a course that are free, as a walk would, up to where something holds the shape if the floor counts;
    /// whether it went anywhere. `None` where it cannot do so faster than step by step.
    pub(super) fn fly(&mut self, course: &mut Course, at: &mut IVec2, minds_floor: bool) -> Option<bool> {
        let window = self.window_at(*at).filter(|window| window.is_for_boxes())?;
        Some(window.fly(course, at, minds_floor))
    }

    /// Takes the steps of a course along x for a shape that stands, as long as the floor is level.
    pub(super) fn stroll(&mut self, course: &mut Course, at: &mut IVec2) {
        let has_one_way = self.has_one_way;
        if let Some(window) = self.window_at(*at).filter(|window| !has_one_way && window.is_for_boxes()) {
            window.stroll(course, at);
        }
    }

    /// Whether a step from a free place is stopped.
    #[inline]
    pub(super) fn stops(&mut self, at: IVec2, way: Direction) -> bool {
        match self.window_at(at) {
            Some(window) => window.stops(at, way),
            None => self.is_step_blocked(at, way) || self.faces(at, way),
        }
    }

    /// The same by what stops every motion alone.
    pub(super) fn stops_two_way(&mut self, at: IVec2, way: Direction) -> bool {
        match self.window_at(at) {
            Some(window) => window.stops_two_way(at, way),
            None => self.is_step_blocked(at, way),
        }
    }

    /// Whether a step from a free place is stopped by what is solid that way only.
    pub(super) fn stops_one_way(&mut self, at: IVec2, way: Direction) -> bool {
        self.has_one_way && self.faces(at, way)
    }

    /// Whether nothing but what is solid against motion down only holds a shape at a free place.
    pub(super) fn is_held_by_faces(&mut self, at: IVec2) -> bool {
        self.stops_one_way(at, Direction::Down) && !self.stops_two_way(at, Direction::Down)
    }

    /// The window, looking at the pixels around a place; `None` for shapes that are too large for it.
    #[inline]
    fn window_at(&mut self, at: IVec2) -> Option<&Window<'a>> {
        if !self.has_window {
            return None;
        }
        let window = self.window.get_or_insert_with(|| Window::new(self.shape));
        if !window.sees(at) {
            window.look(at, self.toward, &self.around, &self.two_way, &self.one_way);
        }
        Some(window)
    }

    /// The shortest way out for a shape that is not free, as few pixels as can be; of equal ones up before the sides, the
    /// left before the right, and down last. `None` where none is as short as the options allow.
    pub(super) fn way_out(&mut self, at: IVec2, options: &MoveOptions) -> Option<IVec2> {
        let reach = MoveOptions::reach(options.max_push_out);
        let mut ways: Vec<IVec2> = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| ivec2(x, y))).collect();
        ways.retain(|way| way.length_squared() <= reach * reach);
        ways.sort_by_key(|way| (way.length_squared(), way.y, way.x));
        ways.into_iter().find(|&way| Place::is_within(at + way) && self.is_free(at + way))
    }

    /// How fast the floor runs that a shape at a place stands on; `None` where it does not, or there is none.
    pub(super) fn conveyor(&mut self, at: IVec2) -> Option<f32> {
        if !self.around.has_conveyor() || !self.stops(at, Direction::Down) {
            return None;
        }
        self.around.conveyor_under(self.shape, at)
    }

    /// Whether a step would end in what stops every motion.
    fn is_step_blocked(&self, at: IVec2, way: Direction) -> bool {
        self.meets_terrain(at, way)
            || self.solids_at(at + way.step()).any(|solid| solid.stops_two_way(self.shape, at, way))
    }

    /// Whether what goes first on a step comes upon terrain that stops every motion.
    fn meets_terrain(&self, at: IVec2, way: Direction) -> bool {
        if !self.shape.is_box() {
            return self.two_way.overlap(self.shape.front(way), at + way.step()).is_some();
        }
        // Of a box these are a row or a column beside it, which has far fewer bricks than all of a large one.
        let mut beside = self.shape.bounds().translated(at);
        match way {
            Direction::Right => (beside.min.x, beside.max.x) = (beside.max.x, beside.max.x + 1),
            Direction::Left => (beside.min.x, beside.max.x) = (beside.min.x - 1, beside.min.x),
            Direction::Down => (beside.min.y, beside.max.y) = (beside.max.y, beside.max.y + 1),
            Direction::Up => (beside.min.y, beside.max.y) = (beside.min.y - 1, beside.min.y),
        }
        self.two_way.is_any_solid_in(&beside)
    }

    /// Whether a step would enter a face of what is solid that way only.
    fn faces(&self, at: IVec2, way: Direction) -> bool {
        if !self.has_one_way {
            return false;
        }
        let terrain = &self.one_way[way as usize];
        terrain.as_ref().is_some_and(|solid| self.shape.enters(at, way, |pixel| solid.is_solid(pixel)))
            || self.solids_at(at + way.step()).any(|solid| solid.stops_one_way(self.shape, at, way))
    }

    fn solids_at(&self, at: IVec2) -> impl Iterator<Item = &'a Solid> + use<'a> {
        self.around.solids_in(self.shape.bounds().translated(at)).map(|(_, solid)| solid)
    }
}
