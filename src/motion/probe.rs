//! The one question that all rules of motion ask: is a step of this shape stopped?

use super::bit_window::BitWindow;
use super::collision_world::CollisionWorld;
use super::contact::{ContactKey, MoveContacts};
use super::face::FacesRule;
use super::fixed::FixedPosition;
use super::obstacles::{BoxSweep, edge_of};
use super::options::MoveOptions;
use super::shape::BodyShape;
use super::steps::PixelSteps;
use crate::geometry::Direction;
use crate::terrain::LayerSelection;
use glam::{IVec2, Vec2, ivec2};

/// Answers which steps of a shape are stopped, by the rule atop `motion/mod.rs`. So a shape inside a one-way platform
/// passes through it, and a shape outside is stopped by its face.
///
/// [`BitWindow`] answers for shapes up to 40 pixels. For larger ones, two-way pixels are tested here and faces by
/// [`BodyShape::enters_face`].
#[derive(Debug)]
pub(super) struct StepProbe<'a> {
    pub(super) world: CollisionWorld<'a>,
    pub(super) shape: &'a BodyShape,
    pub(super) two_way: LayerSelection<'a>,
    /// The layers that are solid against one direction only, by direction.
    pub(super) one_way: [Option<LayerSelection<'a>>; 4],
    /// Whether a layer or a solid is solid against one direction only.
    has_one_way: bool,
    /// Whether the shape fits into a window.
    has_window: bool,
    /// The window, created by the first query.
    window: Option<BitWindow<'a>>,
    /// The displacement of the whole motion.
    toward: IVec2,
    /// Tiles and solids that do not count. With them there is no window, and steps are tested pixel by pixel.
    pub(super) ignored: Vec<ContactKey>,
    /// Whether contacts name no platforms that stop a fall only.
    pub(super) drops_through: bool,
}

impl<'a> StepProbe<'a> {
    /// Creates the probe of a motion with a displacement.
    #[inline]
    pub(super) fn new(world: CollisionWorld<'a>, shape: &'a BodyShape, toward: IVec2) -> Self {
        let one_way = match world.terrain.has_one_way() {
            true => Direction::ALL.map(|direction| world.terrain.one_way(world.layers, direction)),
            false => [const { None }; 4],
        };
        let has_one_way =
            one_way.iter().any(Option::is_some) || world.solids.iter().any(|solid| solid.one_way.is_some());
        let (two_way, has_window) = (world.terrain.two_way(world.layers), BitWindow::fits(shape));
        let (ignored, drops_through) = (Vec::new(), false);
        Self { world, shape, two_way, one_way, has_one_way, has_window, window: None, toward, ignored, drops_through }
    }

    /// Creates a probe without a window, for a few queries.
    pub(super) fn unbuffered(world: CollisionWorld<'a>, shape: &'a BodyShape) -> Self {
        Self { has_window: false, ..Self::new(world, shape, IVec2::ZERO) }
    }

    /// Makes contacts name no platforms that stop a fall only.
    pub(super) const fn drop_through(&mut self, drops_through: bool) {
        self.drops_through = drops_through;
    }

    /// Ignores a tile or a solid from now on.
    pub(super) fn ignore(&mut self, key: ContactKey) {
        (self.has_window, self.window) = (false, None);
        self.ignored.push(key);
    }

    /// Adds the contacts of a step that is stopped, the nearest to the middle of the body first. Without a direction they
    /// are what the shape overlaps that stops every motion.
    pub(super) fn add_contacts(
        &self,
        at: IVec2,
        direction: Option<Direction>,
        velocity: Vec2,
        into: &mut MoveContacts,
    ) {
        if let Some(direction) = direction
            && self.ignored.is_empty()
            && let Some(sweep) = BoxSweep::new(&self.world, &self.two_way, self.shape, at, direction.step())
        {
            let solid = match &self.window {
                Some(window) if window.covers(at) => window.solid_on_edge(at, direction),
                _ => sweep.solid_on_edge(None, 0),
            };
            return sweep.add_contacts(0, solid, velocity, into);
        }
        into.append(&self.contacts_by_pixels(at, direction, velocity));
    }

    pub(super) const fn has_one_way(&self) -> bool {
        self.has_one_way
    }

    /// Returns whether the bounding box of a motion has no solid pixel, nor the row under it if `stop_above_floor`.
    #[inline]
    pub(super) fn is_clear(&mut self, at: IVec2, motion: IVec2, stop_above_floor: bool) -> bool {
        let bounds = self.shape.bounds().translated(at);
        let mut swept = bounds.union(&bounds.translated(motion));
        swept.max.y += i32::from(stop_above_floor);
        if let Some(is_clear) = self.window.as_ref().and_then(|window| window.is_clear_in(&swept)) {
            return is_clear;
        }
        !self.two_way.is_any_solid_in(&swept)
            && !self.one_way.iter().flatten().any(|solid| solid.is_any_solid_in(&swept))
            && self.world.solids_in(swept).next().is_none()
    }

    /// Returns whether the shape overlaps nothing that stops every motion.
    pub(super) fn is_free(&mut self, at: IVec2) -> bool {
        let shape = self.shape;
        let ignores = !self.ignored.is_empty();
        match self.window_at(at) {
            Some(window) => !window.overlaps(at),
            None if ignores => !self.stops_by_pixels(at, None, FacesRule::Ignore),
            None => !self.world.overlaps(shape, at),
        }
    }

    /// Returns the shortest displacement that frees the shape, within [`MoveOptions::max_push_out`]; `None` if there is none.
    ///
    /// Of equal distances it is the one with the greatest preference; where that leaves several, longer ones are looked at.
    /// Where none is preferred in the end, it is the first of the shortest: up, then left, then right, then down.
    pub(super) fn push_out<P: Ord>(
        &mut self,
        at: IVec2,
        options: &MoveOptions,
        preference: impl Fn(IVec2) -> P,
    ) -> Option<IVec2> {
        let reach = MoveOptions::reach(options.max_push_out);
        let mut all: Vec<IVec2> = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| ivec2(x, y))).collect();
        all.retain(|out| out.length_squared() <= reach * reach);
        all.sort_by_key(|out| (out.length_squared(), out.y, out.x));
        let mut first = None;
        for same in all.chunk_by(|a, b| a.length_squared() == b.length_squared()) {
            let mut exits = same.to_vec();
            exits.retain(|&out| FixedPosition::is_in_world(at + out) && self.is_free(at + out));
            if let Some(best) = exits.iter().map(|&out| preference(out)).max() {
                first = first.or(exits.first().copied());
                exits.retain(|&out| preference(out) == best);
                if let [only] = exits[..] {
                    return Some(only);
                }
            }
        }
        first
    }

    /// Takes free steps, and stops above a floor if `stop_above_floor`; returns whether it took any. `None` if the
    /// shape or the world does not allow the fast loop.
    pub(super) fn take_free_steps(
        &mut self,
        steps: &mut PixelSteps,
        at: &mut IVec2,
        stop_above_floor: bool,
    ) -> Option<bool> {
        let window = self.window_at(*at).filter(|window| window.is_for_boxes())?;
        Some(window.take_free_steps(steps, at, stop_above_floor))
    }

    /// Takes steps along x of a shape on a floor, as long as the floor is level.
    pub(super) fn walk_level_floor(&mut self, steps: &mut PixelSteps, at: &mut IVec2) {
        let has_one_way = self.has_one_way;
        if let Some(window) = self.window_at(*at).filter(|window| !has_one_way && window.is_for_boxes()) {
            window.walk_level_floor(steps, at);
        }
    }

    /// Returns whether a step from a free position is stopped.
    #[inline]
    pub(super) fn stops(&mut self, at: IVec2, direction: Direction) -> bool {
        self.stops_by(FacesRule::Count, at, direction)
    }

    /// Returns whether a step from a free position is stopped by faces, by what stops every motion, or by either.
    #[inline]
    pub(super) fn stops_by(&mut self, faces: FacesRule, at: IVec2, direction: Direction) -> bool {
        match self.window_at(at) {
            Some(window) => window.stops_by(faces, at, direction),
            None => self.stops_unbuffered(faces, at, direction),
        }
    }

    #[inline(never)]
    fn stops_unbuffered(&self, faces: FacesRule, at: IVec2, direction: Direction) -> bool {
        if !self.ignored.is_empty() {
            return self.stops_by_pixels(at, Some(direction), faces);
        }
        let enters_face =
            |solid: &LayerSelection<'_>| self.shape.enters_face(at, direction, |pixel| solid.is_solid(pixel));
        let near = self.shape.bounds().translated(at + direction.step());
        (faces.covers(false) && self.meets_terrain(at, direction))
            || (faces.covers(true) && self.one_way[direction as usize].as_ref().is_some_and(enters_face))
            || self
                .world
                .solids_in(near)
                .any(|(_, solid)| faces.covers(solid.one_way.is_some()) && solid.stops(self.shape, at, direction))
    }

    /// Returns the conveyor speed of the floor under the shape; `None` if there is no floor or it does not move.
    pub(super) fn conveyor(&mut self, at: IVec2) -> Option<f32> {
        if !self.world.has_conveyor() || !self.stops(at, Direction::Down) {
            return None;
        }
        self.world.conveyor_under(self.shape, at)
    }

    /// Returns the window around a position; `None` for shapes that are too large for it.
    #[inline]
    fn window_at(&mut self, at: IVec2) -> Option<&BitWindow<'a>> {
        if !self.window.as_ref().is_some_and(|window| window.covers(at)) {
            self.load_window(at);
        }
        self.window.as_ref()
    }

    #[inline(never)]
    fn load_window(&mut self, at: IVec2) {
        if self.has_window {
            let window = self.window.get_or_insert_with(|| BitWindow::new(self.shape));
            window.load(at, self.toward, &self.world, &self.two_way, &self.one_way);
        }
    }

    /// Returns whether the leading edge of a step meets terrain that stops every motion.
    fn meets_terrain(&self, at: IVec2, direction: Direction) -> bool {
        if !self.shape.is_box() {
            return self.two_way.overlap(self.shape.front(direction), at + direction.step()).is_some();
        }
        // The row or column next to the box has far fewer bricks than the whole of a large box.
        let edge = edge_of(&self.shape.bounds().translated(at), direction.step());
        self.two_way.is_any_solid_in(&edge)
    }
}
