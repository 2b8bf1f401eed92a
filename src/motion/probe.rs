//! The step probe: is a step of a shape stopped? All rules of motion ask this question.

use super::barriers::{Barriers, Entry};
use super::bit_window::BitWindow;
use super::collision_world::CollisionWorld;
use super::contact::{ContactKey, MoveContacts};
use super::face::FacesRule;
use super::fixed::FixedPosition;
use super::obstacles::{BoxSweep, edge_of};
use super::options::MoveOptions;
use super::shape::BodyShape;
use super::steps::PixelSteps;
use crate::geometry::{Direction, sort_indexed_keys};
use crate::terrain::LayerSelection;
use glam::{IVec2, Vec2, ivec2};

/// Answers which steps of a shape are stopped, by the rule `stopped(step)` in the head of `motion/mod.rs`. So a shape
/// inside a one-way platform passes through it, and a shape outside is stopped by its face.
///
/// [`BitWindow`] answers for shapes up to 40 pixels. For larger shapes, two-way pixels are tested here, faces by
/// [`Sole::enters_face`](super::sole::Sole::enters_face), and rises by [`Barriers::find_rise`].
#[derive(Debug)]
pub(super) struct StepProbe<'a> {
    barriers: Barriers<'a>,
    shape: &'a BodyShape,
    /// Whether a layer or a solid is solid against one direction only.
    has_one_way: bool,
    /// Whether the shape fits into a window.
    has_window: bool,
    /// The window, created by the first query.
    window: Option<BitWindow<'a>>,
    /// The displacement of the whole motion.
    toward: IVec2,
    /// Whether contacts and rises leave out the platforms that stop only falls.
    drops_through: bool,
}

impl<'a> StepProbe<'a> {
    /// Creates the probe of a motion with a displacement.
    #[inline]
    pub(super) fn new(world: CollisionWorld<'a>, shape: &'a BodyShape, toward: IVec2) -> Self {
        let barriers = Barriers::new(world);
        let has_one_way =
            barriers.one_way.iter().any(Option::is_some) || world.solids.iter().any(|solid| solid.one_way.is_some());
        let (has_window, drops_through) = (BitWindow::fits(shape), false);
        Self { barriers, shape, has_one_way, has_window, window: None, toward, drops_through }
    }

    /// Creates a probe without a window, for a few queries.
    pub(super) fn unbuffered(world: CollisionWorld<'a>, shape: &'a BodyShape) -> Self {
        Self { has_window: false, ..Self::new(world, shape, IVec2::ZERO) }
    }

    /// Sets whether contacts and rises leave out the platforms that stop only falls.
    pub(super) const fn drop_through(&mut self, drops_through: bool) {
        self.drops_through = drops_through;
    }

    /// Ignores a tile or a solid from now on.
    pub(super) fn ignore(&mut self, key: ContactKey) {
        self.window = None;
        self.barriers.ignore(key);
    }

    /// Adds the contacts of a stopped step, nearest to the middle of the body first. Without a direction, adds the
    /// two-way tiles and solids that the shape overlaps.
    pub(super) fn add_contacts(
        &self,
        at: IVec2,
        direction: Option<Direction>,
        velocity: Vec2,
        into: &mut MoveContacts,
    ) {
        let barriers = &self.barriers;
        let is_solid_in = |around| barriers.solids_in(around).next().is_some();
        if let Some(direction) = direction
            && !barriers.ignores_tiles()
            && let (world, two_way) = (&barriers.world, &barriers.two_way)
            && let Some(sweep) = BoxSweep::new(world, two_way, self.shape, at, direction.step(), is_solid_in)
        {
            let solid = match &self.window {
                Some(window) if window.covers(at) => window.solid_on_edge(at, direction),
                _ => sweep.solid_on_edge(None, 0),
            };
            return sweep.add_contacts(0, solid, velocity, into);
        }
        let is_dropped = direction.is_some() && direction == self.dropped();
        let faces = if is_dropped { FacesRule::Ignore } else { FacesRule::Count };
        into.append(&barriers.contacts(&Entry::new(self.shape, at, direction), faces, self.dropped(), velocity));
    }

    /// Returns the direction against which one-way platforms do not count.
    fn dropped(&self) -> Option<Direction> {
        self.drops_through.then_some(Direction::Down)
    }

    /// Returns whether something one-way may stop a fall from one of some pixels above a position, as far as `rise`.
    #[inline]
    pub(super) fn is_one_way_near(&mut self, at: IVec2, rise: i32) -> bool {
        // A box within its upper half looks only at pixels that the window has.
        let is_known = self.shape.is_box() && 2 * rise <= self.shape.bounds().height() as i32;
        self.has_one_way && !(is_known && self.window_at(at).is_some_and(|window| !window.has_one_way()))
    }

    /// Returns whether the bounding box of a motion has no solid pixel, nor the row under it if `stop_above_floor`.
    #[inline]
    pub(super) fn is_clear(&self, at: IVec2, motion: IVec2, stop_above_floor: bool) -> bool {
        let bounds = self.shape.bounds().translated(at);
        let mut swept = bounds.union(&bounds.translated(motion));
        swept.max.y += i32::from(stop_above_floor);
        let barriers = &self.barriers;
        !barriers.two_way.is_any_solid_in(&swept)
            && !barriers.one_way.iter().flatten().any(|solid| solid.is_any_solid_in(&swept))
            && barriers.solids_in(swept).next().is_none()
    }

    /// Returns whether the shape overlaps nothing that stops every motion.
    pub(super) fn is_free(&mut self, at: IVec2) -> bool {
        match self.window_at(at) {
            Some(window) => !window.overlaps(at),
            None => !self.overlaps_unbuffered(at),
        }
    }

    /// Returns whether the shape at the start of the motion overlaps nothing that stops every motion. With `asks`, a
    /// callback may ignore the solids that it overlaps. Then a window that shows them would be loaded in vain.
    pub(super) fn is_free_at_start(&mut self, at: IVec2, asks: bool) -> bool {
        let overlaps_box = || self.barriers.solids_in(self.shape.bounds().translated(at)).next().is_some();
        if asks && overlaps_box() { !self.overlaps_unbuffered(at) } else { self.is_free(at) }
    }

    fn overlaps_unbuffered(&self, at: IVec2) -> bool {
        let (barriers, shape) = (&self.barriers, self.shape);
        let overlaps_terrain = match barriers.ignores_tiles() {
            true => barriers.is_stopped_by_terrain(&Entry::new(shape, at, None), FacesRule::Ignore),
            false => barriers.two_way.overlap(shape.mask(), at).is_some(),
        };
        let mut solids = barriers.solids_in(shape.bounds().translated(at));
        overlaps_terrain || solids.any(|(_, solid)| solid.one_way.is_none() && solid.place.overlaps(shape, at))
    }

    /// Returns the shortest displacement that frees the shape, within [`MoveOptions::max_push_out`]; `None` if there is
    /// none.
    ///
    /// Among equally short displacements, the one with the greatest preference is taken. If several share it, longer
    /// displacements are examined. If none is ever preferred alone, there is none: no side is chosen.
    pub(super) fn push_out<P: Ord>(
        &mut self,
        at: IVec2,
        options: &MoveOptions,
        preference: impl Fn(IVec2) -> P,
    ) -> Option<IVec2> {
        let reach = MoveOptions::reach(options.max_push_out);
        let all: Vec<IVec2> = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| ivec2(x, y))).collect();
        let mut by_length: Vec<_> = all.iter().map(|out| out.length_squared() as u64).zip(0..).collect();
        by_length.retain(|&(length, _)| length <= (reach * reach) as u64);
        sort_indexed_keys(&mut by_length);
        for same in by_length.chunk_by(|a, b| a.0 == b.0) {
            let mut exits: Vec<IVec2> = same.iter().map(|&(_, index)| all[index]).collect();
            exits.retain(|&out| FixedPosition::is_in_world(at + out) && self.is_free(at + out));
            let best = exits.iter().map(|&out| preference(out)).max();
            exits.retain(|&out| Some(preference(out)) == best);
            if let [only] = exits[..] {
                return Some(only);
            }
        }
        None
    }

    /// Takes the steps near the body that need no rules: free steps in the air, and along a level floor. A body that
    /// `rises` stands on no floor; one that `stands` stays on it. Returns whether there were any; `None` if the shape has
    /// no window or something is one-way.
    pub(super) fn take_free_steps(
        &mut self,
        steps: &mut PixelSteps,
        at: &mut IVec2,
        rises: bool,
        stands: bool,
    ) -> Option<bool> {
        if self.has_one_way {
            return None;
        }
        Some(self.window_at(*at)?.take_free_steps(steps, at, rises, stands))
    }

    /// Returns whether a step from a free position is stopped.
    #[inline]
    pub(super) fn stops(&mut self, at: IVec2, direction: Direction) -> bool {
        self.stops_by(FacesRule::Count, at, direction)
    }

    /// Returns whether a step from a free position is stopped: by faces, by two-way pixels, or by either.
    #[inline]
    pub(super) fn stops_by(&mut self, faces: FacesRule, at: IVec2, direction: Direction) -> bool {
        let dropped = self.dropped();
        match self.window_at(at) {
            Some(window) if window.stops_by(faces, at, direction) => true,
            Some(window) => {
                faces.covers(true)
                    && window.meets_rise(at, direction, dropped)
                    && (!self.barriers.ignores_tiles() || self.meets_rise(at, direction))
            }
            None => self.stops_unbuffered(faces, at, direction),
        }
    }

    #[inline(never)]
    fn meets_rise(&self, at: IVec2, direction: Direction) -> bool {
        let entry = Entry::new(self.shape, at, Some(direction));
        self.barriers.find_rise(&entry, self.dropped(), &mut |_, _| true)
    }

    /// Returns whether a part of the shape's underside has sunk into a one-way slope, while its middle is above.
    pub(super) fn is_sunk(&mut self, at: IVec2) -> bool {
        if !self.has_one_way {
            return false;
        }
        if let Some(window) = self.window_at(at) {
            return window.is_sunk(at, Direction::Down);
        }
        let (barriers, sole) = (&self.barriers, self.shape.sole(Direction::Down));
        let layers = &barriers.one_way[Direction::Down as usize];
        layers.as_ref().is_some_and(|layers| sole.free_part(at, &|pixel| layers.is_solid(pixel)).is_sunk())
            || barriers.solids_in(self.shape.bounds().translated(at)).any(|(_, solid)| {
                solid.one_way == Some(Direction::Down)
                    && sole.free_part(at, &|pixel| solid.place.has_pixel(pixel)).is_sunk()
            })
    }

    #[inline(never)]
    fn stops_unbuffered(&self, faces: FacesRule, at: IVec2, direction: Direction) -> bool {
        let (barriers, shape) = (&self.barriers, self.shape);
        let enters_face = |solid: &LayerSelection<'_>| {
            solid.is_any_solid_in(&shape.bounds().translated(at + direction.step()))
                && shape.sole(direction).enters_face(shape.front(direction), at, &|pixel| solid.is_solid(pixel))
        };
        let is_stopped_by_terrain = || {
            (faces.covers(false) && self.meets_terrain(at, direction))
                || (faces.covers(true) && barriers.one_way[direction as usize].as_ref().is_some_and(enters_face))
        };
        let near = shape.bounds().translated(at + direction.step());
        (is_stopped_by_terrain()
            && (!barriers.ignores_tiles()
                || barriers.is_stopped_by_terrain(&Entry::new(shape, at, Some(direction)), faces)))
            || barriers.solids_in(near).any(|(_, solid)| {
                let counts = solid.one_way.is_none_or(|one_way| one_way == direction);
                counts && faces.covers(solid.one_way.is_some()) && solid.stops(shape, at, direction)
            })
            || (faces.covers(true) && self.has_one_way && self.meets_rise(at, direction))
    }

    /// Returns the number of pixels to a side after which a step is free; `None` if that is beyond `reach`.
    pub(super) fn distance_aside(
        &mut self,
        mut at: IVec2,
        side: Direction,
        step: Direction,
        reach: i32,
    ) -> Option<i32> {
        for distance in 1..=reach {
            let to = at + side.step();
            if !FixedPosition::is_in_world(to) || self.stops(at, side) {
                return None;
            }
            at = to;
            if !self.stops(at, step) {
                return Some(distance);
            }
        }
        None
    }

    /// Returns the conveyor speed of the floor under the shape; `None` if there is no floor or it does not move.
    ///
    /// The floor is the pixel nearest to the middle of the shape. If there are two, it is the mean of their speeds.
    pub(super) fn conveyor(&mut self, at: IVec2) -> Option<f32> {
        let world = self.barriers.world;
        if !world.has_conveyor() || !self.stops(at, Direction::Down) {
            return None;
        }
        let floors = self.floors(at);
        let floor = floors.first()?;
        let speed = world.conveyor_of(floor.pixel(), floor.key);
        if floors.len() == 1 {
            return speed;
        }
        let bounds = self.shape.bounds().translated(at);
        let opposite = bounds.min.x + bounds.max.x - 1 - floor.pixel().x;
        let entry = Entry::new(self.shape, at, Some(Direction::Down)).nearest_to_column(opposite);
        let nearest = self.barriers.contacts(&entry, FacesRule::Count, None, Vec2::ZERO);
        let Some(other) = nearest.first().filter(|other| other.pixel().x == opposite) else { return speed };
        let other = world.conveyor_of(other.pixel(), other.key);
        if speed == other { speed } else { Some((speed.unwrap_or(0.0) + other.unwrap_or(0.0)) / 2.0) }
    }

    /// Returns the contacts that stop a fall of the shape. The first one has the pixel nearest to the middle of the shape;
    /// on a tie, the left one, then the terrain's.
    pub(super) fn floors(&self, at: IVec2) -> MoveContacts {
        let mut contacts = MoveContacts::default();
        self.add_contacts(at, Some(Direction::Down), Vec2::ZERO, &mut contacts);
        contacts
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
            window.load(at, self.toward, &self.barriers);
        }
    }

    /// Returns whether the leading edge of a step meets terrain that stops every motion.
    fn meets_terrain(&self, at: IVec2, direction: Direction) -> bool {
        let two_way = &self.barriers.two_way;
        if !self.shape.is_box() {
            return two_way.overlap(self.shape.front(direction), at + direction.step()).is_some();
        }
        // The row or column next to the box has far fewer bricks than the whole of a large box.
        two_way.is_any_solid_in(&edge_of(&self.shape.bounds().translated(at), direction.step()))
    }
}
