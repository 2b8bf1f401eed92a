//! Barriers: the tiles and solids that may stop a shape, without those that are ignored.
//!
//! They are found word by word, not pixel by pixel. The pixels of a shape and the solid pixels are read as rows of 64
//! bits, in blocks of 64×64 pixels. A terrain answers for many pixels at once which tile they belong to.
//!
//! ```text
//! for each block of 64×64 pixels that the entered pixels reach:
//!     common = entered & two-way
//!     while a bit of common is left:
//!         take the tile at that bit, and all bits in its cell out of common
//!         ignored → look for them on the other layers; else found
//!     for each face in entered & one-way & !two-way, under the free part of the sole: the tile at that pixel, unless ignored
//! for each solid that is not ignored: entered & solid, row by row
//! for each rise that a step to the side of a one-way layer or solid enters: the tile at that pixel, or the solid
//! ```

use super::collision_world::CollisionWorld;
use super::contact::{ContactKey, MoveContact, MoveContacts};
use super::face::{FacesRule, faces_of_row, is_face};
use super::obstacles::{edge_of, nearest_bit};
use super::shape::BodyShape;
use super::sole::{FreePart, Pixels};
use super::solid::Solid;
use crate::geometry::{Direction, Rect};
use crate::solidity::{SolidityMap, bits_between};
use crate::terrain::{BrickGrid, LayerMask, LayerSelection, OneWayRule};
use glam::{DVec2, IVec2, Vec2, ivec2};
use std::ops::Range;

/// The side of a block of pixels.
pub(super) const SIDE: usize = u64::BITS as usize;

/// Rows of pixels, bit 0 at the left.
pub(super) type BitRows = [u64; SIDE];

/// Receives a tile or solid and its pixels: the first pixel of the first row, and rows of bits, not all empty. Returns
/// whether to stop the search.
type Found<'f> = &'f mut dyn FnMut(ContactKey, IVec2, &[u64]) -> bool;

/// The order of contacts: nearer to the middle of the body first, then the left pixel, then the upper one, then the
/// terrain's with the lower layer, then the solid with the lower index.
type ContactRank = (i32, i32, i32, (u8, u32));

/// A collision world, the grids of its layers, and what is ignored.
#[derive(Debug)]
pub(super) struct Barriers<'a> {
    pub(super) world: CollisionWorld<'a>,
    pub(super) two_way: LayerSelection<'a>,
    /// The layers that are solid against one direction only, by direction.
    pub(super) one_way: [Option<LayerSelection<'a>>; 4],
    /// The ignored tiles and solids. `None` for most motions, which ask no callback.
    ignored: Option<Box<Ignored>>,
}

#[derive(Debug, Default)]
struct Ignored {
    /// The tiles, in the order of [`tile_order`].
    tiles: Vec<ContactKey>,
    /// The indices of the solids.
    solids: Vec<usize>,
}

/// The step of a shape from a position; without a direction, the shape at rest.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry<'s> {
    /// The pixels that are newly covered, and their position.
    entered: &'s SolidityMap,
    to: IVec2,
    /// The bounding box of the shape after the step, and a box around the pixels that are newly covered.
    bounds: Rect,
    reach: Rect,
    /// Twice the point from which contacts are ordered: the middle of the body, which may lie between two pixels, or a
    /// column.
    middle: IVec2,
    direction: Option<Direction>,
    shape: &'s BodyShape,
    at: IVec2,
}

impl<'s> Entry<'s> {
    pub(super) fn new(shape: &'s BodyShape, at: IVec2, direction: Option<Direction>) -> Self {
        let step = direction.map_or(IVec2::ZERO, Direction::step);
        let entered = direction.map_or(shape.mask(), |direction| shape.front(direction));
        let bounds = shape.bounds().translated(at + step);
        let is_edge = shape.is_box() && direction.is_some();
        let reach = if is_edge { edge_of(&shape.bounds().translated(at), step) } else { bounds };
        let middle = bounds.min + bounds.max - 1;
        Self { entered, to: at + step, bounds, reach, middle, direction, shape, at }
    }

    /// Returns the same step, whose contacts are ordered by their distance from a column.
    pub(super) const fn nearest_to_column(mut self, x: i32) -> Self {
        self.middle.x = 2 * x;
        self
    }

    /// Returns the entered pixels of a row of 64 pixels.
    fn row(&self, first: IVec2) -> u64 {
        let inside = (first - self.to).as_i64vec2();
        self.entered.bits_from(inside.x, inside.y)
    }

    /// Returns the pixels that something solid against one direction holds: the free part of the sole.
    fn free_part(&self, one_way: Direction, is_solid: Pixels<'_>) -> FreePart {
        self.shape.sole(one_way).free_part(self.at, is_solid)
    }

    /// Returns twice the distance of a pixel from the [`middle`](Self::middle), across the step.
    fn off(&self, pixel: IVec2) -> i32 {
        let off = (2 * pixel - self.middle).abs();
        match self.direction {
            Some(Direction::Left | Direction::Right) => off.y,
            Some(Direction::Up | Direction::Down) => off.x,
            None => off.element_sum(),
        }
    }

    /// Returns the pixel of some rows that is nearest to the [`middle`](Self::middle), with its distance; on a tie, the
    /// left one, then the upper one. `None` if the rows are empty.
    fn nearest(&self, left: i32, lines: Range<i32>, row: impl Fn(i32) -> u64) -> Option<(i32, IVec2)> {
        let counts_rows = !matches!(self.direction, Some(Direction::Up | Direction::Down));
        let off = |y: i32| (2 * y - self.middle.y).abs();
        let start = self.middle.y.div_euclid(2).clamp(lines.start - 1, lines.end - 1);
        let mut best: Option<(i32, i32, i32)> = None;
        // From the middle row outward, so that most rows are not read.
        for by in 0..lines.len() as i32 {
            let pair = [start - by, start + 1 + by].into_iter().filter(|y| lines.contains(y));
            if counts_rows && best.is_some_and(|(distance, ..)| pair.clone().all(|y| distance < off(y))) {
                break;
            }
            for y in pair {
                let bits = row(y);
                if bits != 0 {
                    let x = match self.direction {
                        Some(Direction::Left | Direction::Right) => bits.trailing_zeros() as i32,
                        _ => nearest_bit(bits, self.middle.x - 2 * left),
                    };
                    let found = (self.off(ivec2(left + x, y)), left + x, y);
                    best = Some(best.map_or(found, |best| best.min(found)));
                }
            }
        }
        best.map(|(distance, x, y)| (distance, ivec2(x, y)))
    }
}

impl<'a> Barriers<'a> {
    #[inline(always)]
    pub(super) fn new(world: CollisionWorld<'a>) -> Self {
        let one_way = match world.terrain.has_one_way() {
            true => Direction::ALL.map(|direction| world.terrain.one_way(world.layers, direction)),
            false => [const { None }; 4],
        };
        Self { two_way: world.terrain.two_way(world.layers), world, one_way, ignored: None }
    }

    /// Ignores a tile or a solid from now on.
    pub(super) fn ignore(&mut self, key: ContactKey) {
        let Ignored { tiles, solids } = &mut **self.ignored.get_or_insert_default();
        match key {
            ContactKey::Solid { index } => solids.push(index as usize),
            ContactKey::Tile { .. } => {
                let place = tiles.partition_point(|known| tile_order(known) < tile_order(&key));
                tiles.insert(place, key);
            }
        }
    }

    /// Returns the tiles that are ignored.
    fn ignored_tiles(&self) -> &[ContactKey] {
        self.ignored.as_ref().map_or(&[], |ignored| &ignored.tiles)
    }

    /// Returns whether any tile is ignored.
    #[inline]
    pub(super) fn ignores_tiles(&self) -> bool {
        !self.ignored_tiles().is_empty()
    }

    fn ignores(&self, tile: &ContactKey) -> bool {
        self.ignored_tiles().binary_search_by_key(&tile_order(tile), tile_order).is_ok()
    }

    /// Returns the solids whose bounding boxes meet a rectangle, with their indices.
    #[inline]
    pub(super) fn solids_in(&self, pixels: Rect) -> impl Iterator<Item = (usize, &'a Solid)> {
        let ignored: &[usize] = self.ignored.as_ref().map_or(&[], |ignored| &ignored.solids);
        self.world.solids_in(pixels).filter(move |(index, _)| !ignored.contains(index))
    }

    /// Takes the pixels that stop nothing, since their tiles are ignored, out of the rows of an area: of two-way
    /// pixels, or of the faces that stop one direction.
    pub(super) fn clear_ignored(&self, area: &Rect, direction: Option<Direction>, rows: &mut BitRows) {
        let faces = if direction.is_some() { FacesRule::Only } else { FacesRule::Ignore };
        for key in self.ignored_tiles() {
            let ContactKey::Tile { layer, cell, .. } = *key else { continue };
            let pixels = self.world.terrain.owned_pixels(layer as usize, cell).intersection(area);
            if pixels.is_empty() {
                continue;
            }
            let (low, high) = (pixels.min - area.min, pixels.max - area.min);
            let (lines, across) = (low.y as usize..high.y as usize, bits_between(low.x.into(), high.x.into()));
            let mut own = [0; SIDE];
            for line in lines.clone() {
                own[line] = rows[line] & across;
                rows[line] &= !across;
            }
            self.search_block(self.world.layers, area, lines, &own, (direction, None), faces, &mut |_, first, kept| {
                let rows = rows[(first.y - area.min.y) as usize..].iter_mut();
                rows.zip(kept).for_each(|(row, kept)| *row |= kept);
                false
            });
        }
    }

    /// Returns whether the terrain stops a step; without a direction, whether the shape overlaps two-way pixels. Rises do
    /// not count.
    pub(super) fn is_stopped_by_terrain(&self, entry: &Entry<'_>, faces: FacesRule) -> bool {
        self.search_terrain(entry, faces, &mut |_, _, _| true)
    }

    /// Visits the rises of one-way layers and solids that stop a step to their sides, without those against the direction
    /// `except`, until a visit returns true. Returns whether one did.
    pub(super) fn find_rise(
        &self,
        entry: &Entry<'_>,
        except: Option<Direction>,
        found: &mut dyn FnMut(ContactKey, IVec2) -> bool,
    ) -> bool {
        let Some(side) = entry.direction else { return false };
        let is_beside = |one_way: &Direction| one_way.step().dot(side.step()) == 0 && Some(*one_way) != except;
        let find = |one_way: Direction, is_solid: Pixels<'_>, found: &mut dyn FnMut(IVec2) -> bool| {
            entry.shape.sole(one_way).find_rise(entry.at, side, is_solid, found)
        };
        for one_way in Direction::ALL.into_iter().filter(is_beside) {
            let Some(layers) = &self.one_way[one_way as usize] else { continue };
            let mut tile = |pixel| self.solid_tile_at(pixel, one_way).is_some_and(|tile| found(tile, pixel));
            if find(one_way, &|pixel| layers.is_solid(pixel), &mut tile) {
                return true;
            }
        }
        self.solids_in(entry.bounds).any(|(index, solid)| {
            let Some(one_way) = solid.one_way.filter(is_beside) else { return false };
            let mut key = |pixel| found(ContactKey::Solid { index: index as u32 }, pixel);
            find(one_way, &|pixel| solid.place.has_pixel(pixel), &mut key)
        })
    }

    /// Returns the contacts of a step, nearest to the middle of the body first: at most 8, one for each tile and solid.
    /// Without a direction, returns the two-way tiles and solids that the shape overlaps. Leaves out the rises of
    /// one-way layers and solids that stop the direction `except`.
    pub(super) fn contacts(
        &self,
        entry: &Entry<'_>,
        faces: FacesRule,
        except: Option<Direction>,
        velocity: Vec2,
    ) -> MoveContacts {
        let mut found: Vec<(ContactRank, MoveContact)> = Vec::new();
        let mut add = |key: ContactKey, (distance, pixel): (i32, IVec2)| {
            let owner = match key {
                ContactKey::Tile { layer, .. } => (0, layer),
                ContactKey::Solid { index } => (1, index),
            };
            let contact = MoveContact { pixel, key, direction: entry.direction, velocity };
            found.push(((distance, pixel.x, pixel.y, owner), contact));
        };
        self.search_terrain(entry, faces, &mut |key, first, rows| {
            let row = |y: i32| rows[(y - first.y) as usize];
            let lines = first.y..first.y + rows.len() as i32;
            entry.nearest(first.x, lines, row).into_iter().for_each(|nearest| add(key, nearest));
            false
        });
        for (index, solid) in self.solids_in(entry.reach) {
            let is_face = solid.one_way.is_some();
            if !faces.covers(is_face) || (is_face && solid.one_way != entry.direction) {
                continue;
            }
            let own = |pixel: IVec2| {
                let inside = (pixel - solid.position()).as_i64vec2();
                solid.shape().mask().bits_from(inside.x, inside.y)
            };
            let free = solid.one_way.map(|one_way| entry.free_part(one_way, &|pixel| solid.place.has_pixel(pixel)));
            let common = solid.rect().intersection(&entry.reach);
            for x in (common.min.x..common.max.x).step_by(SIDE) {
                let row = |y: i32| {
                    let first = ivec2(x, y);
                    let before = solid.one_way.map_or(0, |direction| own(first - direction.step()));
                    entry.row(first) & own(first) & !before & free.as_ref().map_or(u64::MAX, |free| free.row(first))
                };
                let nearest = entry.nearest(x, common.min.y..common.max.y, row);
                nearest.into_iter().for_each(|nearest| add(ContactKey::Solid { index: index as u32 }, nearest));
            }
        }
        if faces.covers(true) {
            self.find_rise(entry, except, &mut |key, pixel| {
                add(key, (entry.off(pixel), pixel));
                false
            });
        }
        #[expect(clippy::disallowed_methods, reason = "each step of a body waits for it")]
        found.sort_unstable_by_key(|(rank, _)| *rank);
        // Of the contacts with a tile or solid, the list keeps the first.
        let mut contacts = MoveContacts::default();
        found.into_iter().for_each(|(_, contact)| contacts.add(contact));
        contacts
    }

    fn search_terrain(&self, entry: &Entry<'_>, faces: FacesRule, found: Found<'_>) -> bool {
        let one_way = entry.direction.filter(|_| faces.covers(true));
        let is_any = |solid: &LayerSelection<'_>| solid.is_any_solid_in(&entry.reach);
        let one_way = one_way.and_then(|direction| self.one_way[direction as usize].as_ref());
        let one_way = one_way.filter(|solid| is_any(solid));
        let is_near = one_way.is_some() || (faces.covers(false) && is_any(&self.two_way));
        if !is_near {
            return false;
        }
        // A shape that is apart is free everywhere.
        let free = entry
            .direction
            .zip(one_way)
            .filter(|(_, solid)| solid.is_any_solid_in(&entry.shape.bounds().translated(entry.at)))
            .map(|(direction, solid)| entry.free_part(direction, &|pixel| solid.is_solid(pixel)));
        let step = (entry.direction, free.as_ref());
        let whole = one_way.map_or(Rect::EMPTY, LayerSelection::pixels).union(&self.two_way.pixels());
        let bricks = BrickGrid::whole_bricks_around(&entry.reach.intersection(&whole));
        (bricks.min.y..bricks.max.y).step_by(SIDE).any(|y| {
            (bricks.min.x..bricks.max.x).step_by(SIDE).any(|x| {
                let min = ivec2(x, y);
                let area = Rect::new(min, (min + SIDE as i32).min(bricks.max));
                let low = (entry.reach.min.y - y).max(0) as usize;
                let lines = low..(entry.reach.max.y.min(area.max.y) - y) as usize;
                let mut pixels = [0; SIDE];
                for line in lines.clone() {
                    pixels[line] = entry.row(ivec2(x, y + line as i32));
                }
                self.search_block(self.world.layers, &area, lines, &pixels, step, faces, found)
            })
        })
    }

    /// Searches some pixels of a block of whole bricks, on some layers.
    #[expect(clippy::too_many_arguments, reason = "a block, and the question about it")]
    fn search_block(
        &self,
        layers: LayerMask,
        area: &Rect,
        lines: Range<usize>,
        pixels: &BitRows,
        step: (Option<Direction>, Option<&FreePart>),
        faces: FacesRule,
        found: Found<'_>,
    ) -> bool {
        let (direction, free) = step;
        let (terrain, first) = (self.world.terrain, |line: usize| area.min + ivec2(0, line as i32));
        let mut two_way = [0; SIDE];
        if faces.covers(false) {
            terrain.two_way(layers).draw_rows(area, &mut two_way);
        }
        let mut left: BitRows = std::array::from_fn(|line| two_way[line] & pixels[line]);
        let owners = terrain.owners(layers, OneWayRule::Free);
        for line in lines.clone() {
            while left[line] != 0 {
                let pixel = first(line) + ivec2(left[line].trailing_zeros() as i32, 0);
                let (owner, extent) = owners.with_extent(pixel);
                let extent = extent.intersection(area);
                let (of_owner, end) = (
                    bits_between((extent.min.x - area.min.x).into(), (extent.max.x - area.min.x).into()),
                    ((extent.max.y - area.min.y) as usize).min(lines.end),
                );
                let key = ContactKey::of_tile(&owner);
                let is_ignored = self.ignores(&key);
                let mut rows = [0; SIDE];
                for line in line..end {
                    rows[line] = left[line] & of_owner;
                    left[line] &= !of_owner;
                }
                if !is_ignored {
                    if found(key, first(line), &rows[line..end]) {
                        return true;
                    }
                    continue;
                }
                // Other layers may be solid at these pixels too.
                let others = layers.without(LayerMask::layer(owner.layer));
                let is_other = others != layers && terrain.layers().len() > 1;
                if is_other && self.search_block(others, area, line..end, &rows, step, faces, found) {
                    return true;
                }
            }
        }
        let Some(direction) = direction.filter(|_| faces.covers(true)) else { return false };
        let Some(one_way) = terrain.one_way(layers, direction) else { return false };
        let mut rows = [0; SIDE];
        one_way.draw_rows(area, &mut rows);
        lines.into_iter().any(|line| {
            // At the border of the block a pixel may be no face, since the pixel before it is not known.
            let mut bits = faces_of_row(&rows, line, direction) & pixels[line] & !two_way[line];
            while bits != 0 {
                let pixel = first(line) + ivec2(bits.trailing_zeros() as i32, 0);
                let is_held = free.is_none_or(|free| free.has(pixel));
                let tile = if is_held { self.face_at(layers, pixel, direction) } else { None };
                if tile.is_some_and(|tile| found(tile, first(line), &[bits & bits.wrapping_neg()])) {
                    return true;
                }
                bits &= bits - 1;
            }
            false
        })
    }

    /// Returns the two-way tile, or the cell of a filled pixel, at a pixel.
    fn two_way_at(&self, pixel: IVec2) -> Option<ContactKey> {
        self.first_not_ignored(self.world.layers, |layers| {
            let is_solid = self.world.terrain.two_way(layers).is_solid(pixel);
            is_solid.then(|| self.owner(layers, pixel, None))
        })
    }

    /// Returns the tile, or the cell of a filled pixel, whose face stops a step at a pixel of some layers.
    fn face_at(&self, layers: LayerMask, pixel: IVec2, direction: Direction) -> Option<ContactKey> {
        self.first_not_ignored(layers, |layers| {
            let one_way = self.world.terrain.one_way(layers, direction)?;
            let is_face = is_face(pixel, direction, |pixel| one_way.is_solid(pixel));
            is_face.then(|| self.owner(layers, pixel, Some(direction)))
        })
    }

    /// Returns the tile, or the cell of a filled pixel, that is solid against one direction at a pixel. `None` where
    /// something two-way is solid.
    fn solid_tile_at(&self, pixel: IVec2, one_way: Direction) -> Option<ContactKey> {
        if self.two_way_at(pixel).is_some() {
            return None;
        }
        self.first_not_ignored(self.world.layers, |layers| {
            let is_solid = self.world.terrain.one_way(layers, one_way)?.is_solid(pixel);
            is_solid.then(|| self.owner(layers, pixel, Some(one_way)))
        })
    }

    /// Returns the first tile that is not ignored, given the frontmost one on some layers.
    fn first_not_ignored(
        &self,
        mut layers: LayerMask,
        frontmost: impl Fn(LayerMask) -> Option<ContactKey>,
    ) -> Option<ContactKey> {
        loop {
            let tile = frontmost(layers)?;
            if !self.ignores(&tile) {
                return Some(tile);
            }
            // Other layers may be solid at this pixel too.
            let others = layers.without(LayerMask::layer(tile.layer()?));
            if others == layers {
                return None;
            }
            layers = others;
        }
    }

    /// Returns the tile that is two-way at a pixel, or that is solid against a direction.
    fn owner(&self, layers: LayerMask, pixel: IVec2, one_way: Option<Direction>) -> ContactKey {
        let rule = if one_way.is_some() { OneWayRule::Respect } else { OneWayRule::Free };
        let motion = || one_way.map_or(DVec2::ZERO, |direction| direction.step().as_dvec2());
        ContactKey::of_tile(&self.world.terrain.owners(layers, rule).owner_of(pixel, motion))
    }
}

/// The order of tiles: by layer and cell, then a filled pixel of that cell.
fn tile_order(tile: &ContactKey) -> (u32, i32, i32, bool) {
    match *tile {
        ContactKey::Tile { layer, cell, tile } => (layer, cell.y, cell.x, tile.is_none()),
        ContactKey::Solid { index } => (index, 0, 0, false),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::terrain::Terrain;
    use crate::tile::{Tile, TileLayer, TileMap, TileSet};
    use glam::{UVec2, uvec2};

    /// Layers of tiles at odd offsets, some larger than their cells, some one-way, some filled here and there.
    fn terrain(rng: &mut fastrand::Rng) -> Terrain {
        let (side, grid) = ([16, 8, 5][rng.usize(0..3)], Rect::new(IVec2::ZERO, IVec2::splat(6)));
        let mut map = TileMap::new(UVec2::splat(side)).and_then(|map| map.with_size(UVec2::splat(6))).expect("a map");
        let mut set = TileSet::new("rock", IVec2::ZERO);
        for id in 0..4 {
            let size = if id == 3 { uvec2(side * 2, side) } else { UVec2::splat(side) };
            set.insert(id, SolidityMap::from_fn(size.x, size.y, |_, _| rng.u8(0..4) > 0));
        }
        let (set, ids) = (map.add_tile_set(set), if rng.bool() { 3 } else { 4 });
        for _ in 0..rng.usize(1..5) {
            let offset = ivec2(rng.i32(0..7), 0) * rng.i32(0..2);
            let one_way = (rng.u8(0..3) == 0).then(|| Direction::ALL[rng.usize(0..4)]);
            let layer = TileLayer { offset, one_way, ..TileLayer::new("ground", grid) };
            let layer = map.add_layer(layer).expect("a layer");
            for cell in (0..36).map(|cell| ivec2(cell % 6, cell / 6)) {
                let tile = rng.bool().then(|| Tile { set, id: rng.u32(0..ids), ..Tile::default() });
                map.set_tile(layer, cell, tile).expect("a cell");
            }
        }
        let mut terrain = Terrain::from_map(&map);
        if rng.u8(0..3) == 0 {
            terrain.fill_circle((20.0, 30.0), 9.0);
        }
        terrain
    }

    #[test]
    fn words_find_what_pixels_find_on_all_layers() {
        let mut rng = reference::seeded(7);
        let (mut cleared, mut kept, mut held) = (0, 0, 0);
        for _ in 0..reference::cases(400) {
            let terrain = terrain(&mut rng);
            let world = CollisionWorld::from(&terrain);
            let mut barriers = Barriers::new(world);
            let pixels = terrain.bounds();
            for _ in 0..rng.usize(0..9) {
                let pixel = ivec2(rng.i32(0..pixels.max.x), rng.i32(0..pixels.max.y));
                let direction = Direction::ALL[rng.usize(0..4)];
                let tile = barriers.two_way_at(pixel).or_else(|| barriers.face_at(LayerMask::ALL, pixel, direction));
                tile.into_iter().for_each(|tile| barriers.ignore(tile));
            }
            let corner = ivec2(rng.i32(-1..3), rng.i32(-1..3)) * 16;
            let area = Rect::new(corner, corner + SIDE as i32);
            for direction in [None, Some(Direction::Left), Some(Direction::Down), Some(Direction::Up)] {
                let mut rows = [0; SIDE];
                match direction {
                    None => barriers.two_way.draw_rows(&area, &mut rows),
                    Some(direction) => {
                        let Some(one_way) = &barriers.one_way[direction as usize] else { continue };
                        let mut solid = [0; SIDE];
                        one_way.draw_rows(&area, &mut solid);
                        rows = std::array::from_fn(|y| faces_of_row(&solid, y, direction));
                    }
                }
                let before = rows;
                barriers.clear_ignored(&area, direction, &mut rows);
                // Faces at the border of the area are not known.
                for y in 1..SIDE - 1 {
                    let is_found = |x: &i32| {
                        let pixel = corner + ivec2(*x, y as i32);
                        let face = |direction| barriers.face_at(LayerMask::ALL, pixel, direction);
                        direction.map_or_else(|| barriers.two_way_at(pixel), face).is_some()
                    };
                    let expected = (1..63).filter(is_found).fold(0, |row, x| row | 1 << x);
                    assert_eq!(rows[y] & !(1 | 1 << 63), expected, "row {y}, {direction:?}");
                    cleared += (before[y] & !rows[y]).count_ones();
                    kept += rows[y].count_ones();
                }
            }
            for _ in 0..20 {
                let shape = BodyShape::rounded((rng.u32(1..70), rng.u32(1..70)), rng.u32(0..9)).expect("a shape");
                let at = ivec2(rng.i32(-40..100), rng.i32(-40..100));
                let direction = rng.bool().then(|| Direction::ALL[rng.usize(0..4)]);
                let entry = Entry::new(&shape, at, direction);
                for faces in [FacesRule::Count, FacesRule::Ignore] {
                    let layers = direction.and_then(|direction| terrain.one_way(LayerMask::ALL, direction));
                    let free = direction
                        .zip(layers)
                        .map(|(direction, layers)| entry.free_part(direction, &|pixel| layers.is_solid(pixel)));
                    let mut keys: Vec<(IVec2, ContactKey)> = Vec::new();
                    for pixel in entry.entered.pixels().map(|pixel| pixel + entry.to) {
                        let is_held = free.as_ref().is_none_or(|free| free.has(pixel));
                        let direction = direction.filter(|_| is_held && faces.covers(true));
                        let face = || barriers.face_at(LayerMask::ALL, pixel, direction?);
                        keys.extend(barriers.two_way_at(pixel).or_else(face).map(|key| (pixel, key)));
                    }
                    assert_eq!(barriers.is_stopped_by_terrain(&entry, faces), !keys.is_empty(), "{entry:?}");
                    held += usize::from(free.is_some_and(|free| !free.is_all()));
                    if faces.covers(true) {
                        barriers.find_rise(&entry, None, &mut |key, pixel| {
                            keys.push((pixel, key));
                            false
                        });
                    }
                    keys.sort_by_key(|&(pixel, _)| (entry.off(pixel), pixel.x, pixel.y));
                    let mut expected = MoveContacts::default();
                    keys.iter().for_each(|&(pixel, key)| {
                        expected.add(MoveContact { pixel, key, direction, velocity: Vec2::ZERO });
                    });
                    assert_eq!(barriers.contacts(&entry, faces, None, Vec2::ZERO), expected, "{entry:?}");
                }
            }
        }
        assert!(cleared > 100 && kept > 1000 && held > 10, "{cleared} {kept} {held}");
    }
}
