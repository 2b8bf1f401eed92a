//! The step probe: is a step of a shape stopped? All rules of motion ask this question.

use super::bit_window::BitWindow;
use super::collision_world::CollisionWorld;
use super::contact::{ContactKey, MoveContact, MoveContacts};
use super::face::{FacesRule, is_face};
use super::fixed::FixedPosition;
use super::obstacles::{BoxSweep, edge_of, key_of};
use super::options::MoveOptions;
use super::shape::BodyShape;
use super::steps::PixelSteps;
use crate::geometry::{Direction, Rect};
use crate::solidity::SolidityMap;
use crate::terrain::{LayerMask, LayerSelection, OneWayRule};
use glam::{DVec2, IVec2, Vec2, ivec2};

/// Answers which steps of a shape are stopped, by the rule `stopped(step)` in the head of `motion/mod.rs`. So a shape
/// inside a one-way platform passes through it, and a shape outside is stopped by its face.
///
/// [`BitWindow`] answers for shapes up to 40 pixels. For larger ones, two-way pixels are tested here and faces by
/// [`BodyShape::enters_face`].
#[derive(Debug)]
pub(super) struct StepProbe<'a> {
    world: CollisionWorld<'a>,
    shape: &'a BodyShape,
    two_way: LayerSelection<'a>,
    /// The layers that are solid against one direction only, by direction.
    one_way: [Option<LayerSelection<'a>>; 4],
    /// Whether a layer or a solid is solid against one direction only.
    has_one_way: bool,
    /// Whether the shape fits into a window.
    has_window: bool,
    /// The window, created by the first query.
    window: Option<BitWindow<'a>>,
    /// The displacement of the whole motion.
    toward: IVec2,
    /// Tiles and solids that do not count. If there are any, there is no window, and steps are tested pixel by pixel.
    ignored: Vec<ContactKey>,
    /// Whether contacts leave out the platforms that stop only falls.
    drops_through: bool,
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

    /// Sets whether contacts leave out the platforms that stop only falls.
    pub(super) const fn drop_through(&mut self, drops_through: bool) {
        self.drops_through = drops_through;
    }

    /// Ignores a tile or a solid from now on.
    pub(super) fn ignore(&mut self, key: ContactKey) {
        (self.has_window, self.window) = (false, None);
        self.ignored.push(key);
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
        let mut all: Vec<IVec2> = (-reach..=reach).flat_map(|y| (-reach..=reach).map(move |x| ivec2(x, y))).collect();
        all.retain(|out| out.length_squared() <= reach * reach);
        all.sort_by_key(|out| out.length_squared());
        for same in all.chunk_by(|a, b| a.length_squared() == b.length_squared()) {
            let mut exits = same.to_vec();
            exits.retain(|&out| FixedPosition::is_in_world(at + out) && self.is_free(at + out));
            let best = exits.iter().map(|&out| preference(out)).max();
            exits.retain(|&out| Some(preference(out)) == best);
            if let [only] = exits[..] {
                return Some(only);
            }
        }
        None
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

    /// Returns whether a step from a free position is stopped: by faces, by two-way pixels, or by either.
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
        if !self.world.has_conveyor() || !self.stops(at, Direction::Down) {
            return None;
        }
        let (probe, mut contacts) = (Self::unbuffered(self.world, self.shape), MoveContacts::default());
        probe.add_contacts(at, Some(Direction::Down), Vec2::ZERO, &mut contacts);
        let floor = contacts.first()?;
        let speed = self.world.conveyor_at(floor.pixel(), floor.solid());
        if contacts.len() == 1 {
            return speed;
        }
        let bounds = self.shape.bounds().translated(at);
        let opposite = bounds.min.x + bounds.max.x - 1 - floor.pixel().x;
        let Some((pixel, solid)) = probe.floor_in_column(at, opposite) else { return speed };
        let other = self.world.conveyor_at(pixel, solid);
        if speed == other { speed } else { Some((speed.unwrap_or(0.0) + other.unwrap_or(0.0)) / 2.0) }
    }

    /// Returns the topmost pixel of a column that stops a fall of the shape, and the index of its solid.
    fn floor_in_column(&self, at: IVec2, x: i32) -> Option<(IVec2, Option<usize>)> {
        let (entered, to) = self.entered(at, Some(Direction::Down));
        let bounds = self.shape.bounds().translated(to);
        let column = (bounds.min.y..bounds.max.y).map(|y| ivec2(x, y));
        column.filter(|pixel| entered.get(pixel.x - to.x, pixel.y - to.y)).find_map(|pixel| {
            let mut found = None;
            self.for_each_key(pixel, &bounds, Some(Direction::Down), FacesRule::Count, |key| {
                found = found.or(Some((pixel, key.solid())));
            });
            found
        })
    }

    /// Returns the pixel that stops a fall of the shape, and the index of its solid. Of several pixels, it is the one
    /// nearest to the middle of the shape; on a tie, the left one, then the terrain's.
    pub(super) fn support(&self, at: IVec2) -> Option<(IVec2, Option<usize>)> {
        let mut contacts = MoveContacts::default();
        self.add_contacts(at, Some(Direction::Down), Vec2::ZERO, &mut contacts);
        contacts.first().map(|contact| (contact.pixel(), contact.solid()))
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

/// The order of contacts: nearer to the middle of the body first, then the left pixel, then the upper one, then the
/// terrain's, then the solid with the lower index.
type ContactRank = (i32, i32, i32, usize);

/// # Contacts, pixel by pixel
///
/// This is the plain rule. It names the tiles and solids that stop a step, and can ignore some. [`BoxSweep`] is the
/// fast path for boxes.
impl StepProbe<'_> {
    /// Returns the pixels that a step newly covers, and their position. Without a direction, returns all pixels of the
    /// shape.
    fn entered(&self, at: IVec2, direction: Option<Direction>) -> (&SolidityMap, IVec2) {
        match direction {
            Some(direction) => (self.shape.front(direction), at + direction.step()),
            None => (self.shape.mask(), at),
        }
    }

    /// Returns whether something stops a step. Without a direction, returns whether the shape overlaps something.
    fn stops_by_pixels(&self, at: IVec2, direction: Option<Direction>, faces: FacesRule) -> bool {
        let (entered, to) = self.entered(at, direction);
        let (bounds, mut is_stopped) = (self.shape.bounds().translated(to), false);
        entered.pixels().any(|pixel| {
            self.for_each_key(pixel + to, &bounds, direction, faces, |_| is_stopped = true);
            is_stopped
        })
    }

    /// Returns the contacts of a step, nearest to the middle of the body first: at most 8, one for each key. Without a
    /// direction, returns the two-way tiles and solids that the shape overlaps.
    fn contacts_by_pixels(&self, at: IVec2, direction: Option<Direction>, velocity: Vec2) -> MoveContacts {
        let (entered, to) = self.entered(at, direction);
        let bounds = self.shape.bounds().translated(to);
        let is_dropped = self.drops_through && direction == Some(Direction::Down);
        let faces = if is_dropped { FacesRule::Ignore } else { FacesRule::Count };
        let mut best: Vec<(ContactRank, MoveContact)> = Vec::new();
        for pixel in entered.pixels().map(|pixel| pixel + to) {
            self.for_each_key(pixel, &bounds, direction, faces, |key| {
                let rank = rank(pixel, &bounds, direction, key);
                let contact = MoveContact { pixel, key, direction, velocity };
                match best.iter_mut().find(|(_, known)| known.key == key) {
                    Some(known) if rank < known.0 => *known = (rank, contact),
                    Some(_) => {}
                    None => best.push((rank, contact)),
                }
            });
        }
        best.sort_unstable_by_key(|(rank, _)| *rank);
        let mut contacts = MoveContacts::default();
        best.into_iter().for_each(|(_, contact)| contacts.add(contact));
        contacts
    }

    /// Calls `found` with the tile and the solids that stop a step at a pixel; without a direction, with the two-way
    /// ones there.
    fn for_each_key(
        &self,
        pixel: IVec2,
        bounds: &Rect,
        direction: Option<Direction>,
        faces: FacesRule,
        mut found: impl FnMut(ContactKey),
    ) {
        if let Some(key) = self.terrain_key(pixel, direction, faces) {
            found(key);
        }
        for (index, solid) in self.world.solids_in(*bounds) {
            let key = ContactKey::Solid { index: index as u32 };
            let stops = faces.covers(solid.one_way.is_some()) && solid.stops_at(pixel, direction);
            if stops && !self.ignored.contains(&key) {
                found(key);
            }
        }
    }

    /// Returns the tile, or the cell of a filled pixel, that stops a step at a pixel of the terrain.
    fn terrain_key(&self, pixel: IVec2, direction: Option<Direction>, faces: FacesRule) -> Option<ContactKey> {
        let terrain = self.world.terrain;
        let direction = direction.filter(|_| faces.covers(true));
        let one_way = direction.and_then(|direction| self.one_way[direction as usize].as_ref());
        let mut layers = self.world.layers;
        let two_way = Some(&self.two_way).filter(|_| faces.covers(false));
        let mut found = key_at(&self.world, layers, two_way, one_way, pixel, direction)?;
        // Other layers may be solid at this pixel too.
        while self.ignored.contains(&found.0) {
            let others = layers.without(LayerMask::layer(found.1));
            if others == layers {
                return None;
            }
            layers = others;
            let one_way = direction.and_then(|direction| terrain.one_way(layers, direction));
            let two_way = Some(terrain.two_way(layers)).filter(|_| faces != FacesRule::Only);
            found = key_at(&self.world, layers, two_way.as_ref(), one_way.as_ref(), pixel, direction)?;
        }
        Some(found.0)
    }
}

/// Returns the key and the layer of a terrain pixel that is two-way, or whose face stops the step.
fn key_at(
    world: &CollisionWorld<'_>,
    layers: LayerMask,
    two_way: Option<&LayerSelection<'_>>,
    one_way: Option<&LayerSelection<'_>>,
    pixel: IVec2,
    direction: Option<Direction>,
) -> Option<(ContactKey, usize)> {
    let owner = if two_way.is_some_and(|two_way| two_way.is_solid(pixel)) {
        world.terrain.owners(layers, OneWayRule::Free).owner_of(pixel, || DVec2::ZERO)
    } else {
        let (one_way, direction) = (one_way?, direction?);
        if !is_face(pixel, direction, |pixel| one_way.is_solid(pixel)) {
            return None;
        }
        world.terrain.owners(layers, OneWayRule::Respect).owner_of(pixel, || direction.step().as_dvec2())
    };
    Some((key_of(&owner), owner.layer))
}

fn rank(pixel: IVec2, bounds: &Rect, direction: Option<Direction>, key: ContactKey) -> ContactRank {
    // Distances are doubled, as the middle may lie between two pixels.
    let off = (2 * pixel + 1 - bounds.min - bounds.max).abs();
    let distance = match direction {
        Some(Direction::Left | Direction::Right) => off.y,
        Some(Direction::Up | Direction::Down) => off.x,
        None => off.x + off.y,
    };
    let solid = match key {
        ContactKey::Tile { .. } => 0,
        ContactKey::Solid { index } => index as usize + 1,
    };
    (distance, pixel.x, pixel.y, solid)
}
