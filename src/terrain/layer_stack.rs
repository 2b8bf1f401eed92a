//! The layers of a terrain, and the grids that a query about some of them reads.

use super::grid::BrickGrid;
use super::layer_mask::{LayerMask, OneWayRule};
use crate::geometry::{Direction, Rect};
use crate::tile::{LayerSet, TileMap};
use glam::{DVec2, IVec2};
use std::collections::HashSet;

/// The solidity of a terrain: a grid for each layer, and the union of the layers that stop every motion.
///
/// Most queries read the union only. Where a single layer stops every motion, the union is its grid, which is stored
/// once.
///
/// The one-way tiles of a layer are layers of the stack of their own, one for each direction:
///
/// ```text
/// layers of the map     layers of the stack, back to front
/// ground                (0, -)                         the tiles without a direction, and filled pixels
/// planks                (1, -) (1, left) (1, down)     some of its tiles are one-way
/// ```
#[derive(Clone, Debug)]
pub(super) struct LayerStack {
    union: BrickGrid,
    /// Back to front.
    layers: Vec<TerrainLayer>,
    /// Whether no layer is one-way.
    is_plain: bool,
}

/// A layer of the map, or its one-way tiles of one direction.
#[derive(Clone, Debug)]
pub(super) struct TerrainLayer {
    /// The index of the layer in the map.
    pub(super) index: usize,
    /// The one-way direction of the tiles that it holds; `None` for tiles without one, and for filled pixels.
    pub(super) tiles: Option<Direction>,
    /// The direction that it stops: that of its tiles, else that of the layer in the map.
    pub(super) one_way: Option<Direction>,
    /// Whether it was ever filled, so that pixels may be solid without a tile.
    pub(super) is_filled: bool,
    /// `None` for the only layer that stops every motion: the union is its grid.
    own: Option<BrickGrid>,
}

impl TerrainLayer {
    /// Returns whether the layer is solid for a query about some layers and for a motion.
    ///
    /// The answer decides whether a layer stops a ray or a mask cast, and whether it may own a hit. A new rule also
    /// changes [`is_two_way`](Self::is_two_way), as such a layer must not be in the union; every use of `one_way`
    /// below; and `TerrainQuery::for_all`, by which a batch chooses its grids once. Bodies ask for the two-way layers
    /// and for the layers of one direction instead: one-way layers stop them at faces only (`motion/probe.rs`).
    pub(super) fn stops(&self, layers: LayerMask, rule: OneWayRule, motion: DVec2) -> bool {
        layers.contains(self.index)
            && match (self.one_way, rule) {
                (None, _) | (_, OneWayRule::Solid) => true,
                (_, OneWayRule::Free) => false,
                (Some(direction), OneWayRule::Respect) => direction.is_against(motion),
            }
    }

    /// Returns whether the layer is solid for a query about some layers, whatever the motion.
    #[inline]
    pub(super) const fn stops_all(&self, layers: LayerMask, rule: OneWayRule) -> bool {
        layers.contains(self.index) && (self.is_two_way() || matches!(rule, OneWayRule::Solid))
    }

    const fn is_two_way(&self) -> bool {
        self.one_way.is_none()
    }
}

/// A layer of the stack that [`LayerStack::rearrange`] makes.
#[derive(Default)]
pub(super) struct NextLayer {
    /// The index of the layer in the map.
    pub(super) index: usize,
    /// The one-way direction of the tiles that it holds.
    pub(super) tiles: Option<Direction>,
    pub(super) one_way: Option<Direction>,
    /// The present position of the layer; `None` if its grid is made anew.
    pub(super) kept: Option<usize>,
}

impl NextLayer {
    /// Returns the layers for some layers of a map and for their one-way tiles, back to front. `kept` returns the present
    /// position of a layer by its index in the map and the direction of its tiles.
    pub(super) fn all_of(
        map: &TileMap,
        layers: &LayerSet,
        kept: impl Fn(usize, Option<Direction>) -> Option<usize>,
    ) -> Vec<Self> {
        let mut all = Vec::new();
        for (index, layer) in map.layers().enumerate().filter(|(index, _)| layers.contains(*index)) {
            all.push(Self { index, tiles: None, one_way: layer.one_way, kept: kept(index, None) });
            for direction in Direction::ALL {
                let (tiles, kept) = (Some(direction), kept(index, Some(direction)));
                if kept.is_some() || map.has_one_way_tile(index, direction) {
                    all.push(Self { index, tiles, one_way: tiles, kept });
                }
            }
        }
        all
    }
}

impl LayerStack {
    /// Creates a stack of new layers over an `area` of bricks. The layers come from back to front. `build` makes the grid
    /// of a layer by its index and the direction of its tiles.
    pub(super) fn new(
        area: Rect,
        layers: &[NextLayer],
        build: impl FnMut(usize, Option<Direction>) -> BrickGrid,
    ) -> Self {
        let mut stack = Self { union: BrickGrid::empty(area), layers: Vec::new(), is_plain: true };
        stack.rearrange(area, layers, build, |_, _, _| [0; 16]);
        stack
    }

    /// Makes the union anew. Every layer must have its own grid.
    fn unite(&mut self) {
        self.is_plain = self.layers.iter().all(TerrainLayer::is_two_way);
        let area = *self.union.area();
        let mut two_way = self.layers.iter_mut().filter(|layer| layer.is_two_way());
        match (two_way.next(), two_way.next()) {
            (None, _) => self.union = BrickGrid::empty(area),
            (Some(only), None) => {
                if let Some(own) = only.own.take() {
                    self.union = own;
                }
            }
            (Some(_), Some(_)) => {
                let grids: Vec<&BrickGrid> = self.two_way().filter_map(|layer| layer.own.as_ref()).collect();
                self.union = BrickGrid::union_of(area, &grids);
            }
        }
    }

    /// Sets the direction of a layer; returns false if no layer has this index.
    ///
    /// Looks at every brick of the layers.
    pub(super) fn set_one_way(&mut self, layer: usize, one_way: Option<Direction>) -> bool {
        let is_layer = |known: &&mut TerrainLayer| known.index == layer && known.tiles.is_none();
        let Some(known) = self.layers.iter_mut().find(is_layer) else { return false };
        let before = std::mem::replace(&mut known.one_way, one_way);
        if before.is_some() != one_way.is_some() {
            for layer in &mut self.layers {
                layer.own.get_or_insert_with(|| self.union.clone());
            }
            self.unite();
        }
        true
    }

    /// Replaces the layers by `next`, over an `area` of bricks. `build` makes the grid of a new layer by its index and the
    /// direction of its tiles. `draw` makes the bricks of a kept layer outside the old area.
    ///
    /// Looks at every brick of the layers, but at none if the area and the two-way layers stay the same.
    pub(super) fn rearrange(
        &mut self,
        area: Rect,
        next: &[NextLayer],
        mut build: impl FnMut(usize, Option<Direction>) -> BrickGrid,
        draw: impl Fn(usize, Option<Direction>, IVec2) -> [u16; 16],
    ) {
        let positions = self.layers.iter().enumerate();
        let two_way = positions.filter(|(_, layer)| layer.is_two_way()).map(|(position, _)| Some(position));
        let next_two_way = next.iter().filter(|layer| layer.one_way.is_none()).map(|layer| layer.kept);
        let is_union_kept = area == *self.union.area() && two_way.eq(next_two_way);
        if !is_union_kept {
            for layer in &mut self.layers {
                layer.own.get_or_insert_with(|| self.union.clone());
            }
        }
        let layers = next.iter().map(|&NextLayer { index, tiles, one_way, kept }| match kept {
            Some(position) => {
                let kept = &self.layers[position];
                let own = kept.own.clone().map(|grid| grid.moved_to(area, |brick| draw(index, tiles, brick)));
                TerrainLayer { index, tiles, one_way, is_filled: kept.is_filled, own }
            }
            None => TerrainLayer { index, tiles, one_way, is_filled: false, own: Some(build(index, tiles)) },
        });
        self.layers = layers.collect();
        self.is_plain = self.layers.iter().all(TerrainLayer::is_two_way);
        if !is_union_kept {
            self.union = BrickGrid::empty(area);
            self.unite();
        }
    }

    /// Adds a layer for the one-way tiles of a layer, without tiles, unless there is one. `is_filled` tells that its
    /// pixels may become solid without a tile.
    pub(super) fn add_tiles(&mut self, layer: usize, direction: Direction, is_filled: bool) {
        let order = |tiles: Option<Direction>| tiles.map(|direction| direction as u8);
        let mut known = self.layers.iter().enumerate().filter(|(_, known)| known.index == layer);
        let last = known.rfind(|(_, known)| order(known.tiles) <= order(Some(direction)));
        if let Some((position, _)) = last.filter(|(_, last)| last.tiles != Some(direction)) {
            let (tiles, own) = (Some(direction), Some(BrickGrid::empty(*self.union.area())));
            let added = TerrainLayer { index: layer, tiles, one_way: tiles, is_filled, own };
            self.layers.insert(position + 1, added);
            self.is_plain = false;
        }
    }

    /// Removes the layers of one-way tiles that are not `used`.
    pub(super) fn keep_tiles(&mut self, used: impl Fn(usize, Direction) -> bool) {
        self.layers.retain(|layer| layer.tiles.is_none_or(|direction| used(layer.index, direction)));
        self.is_plain = self.layers.iter().all(TerrainLayer::is_two_way);
    }

    /// Returns a stack with the same layers and no solid pixel, over another `area` of bricks. Its pixels may become solid
    /// without a tile.
    pub(super) fn emptied(&self, area: Rect) -> Self {
        let empty = BrickGrid::empty(area);
        let layers = self.layers.iter().map(|layer| {
            let own = layer.own.as_ref().map(|_| empty.clone());
            TerrainLayer { is_filled: true, own, ..*layer }
        });
        Self { layers: layers.collect(), union: empty, is_plain: self.is_plain }
    }

    /// Visits each grid of this stack with the grid of `other`, which has the same layers and perhaps further ones of
    /// one-way tiles. These are added. The visit is told whether the grid is that of one-way tiles.
    pub(super) fn each_grid(&mut self, other: &Self, mut visit: impl FnMut(&mut BrickGrid, &BrickGrid, bool)) {
        if self.layers.len() < other.layers.len() {
            for (index, tiles) in other.layers.iter().filter_map(|layer| Some((layer.index, layer.tiles?))) {
                self.add_tiles(index, tiles, true);
            }
        }
        // Without a two-way layer the union stays empty.
        if other.two_way().next().is_some() {
            visit(&mut self.union, &other.union, false);
        }
        for (layer, other) in self.layers.iter_mut().zip(&other.layers) {
            if let (Some(own), Some(other)) = (&mut layer.own, &other.own) {
                visit(own, other, layer.tiles.is_some());
            }
        }
    }

    /// Returns whether no layer is one-way.
    pub(super) const fn is_plain(&self) -> bool {
        self.is_plain
    }

    #[inline]
    pub(super) const fn union(&self) -> &BrickGrid {
        &self.union
    }

    /// Returns the layers, back to front.
    #[inline]
    pub(super) fn layers(&self) -> &[TerrainLayer] {
        &self.layers
    }

    /// Returns the layers by the layer of the map, back to front: those of each one together.
    fn by_index(&self) -> impl Iterator<Item = &[TerrainLayer]> {
        self.layers.chunk_by(|layer, next| layer.index == next.index)
    }

    /// Returns the indices of the layers of the map, each once, back to front.
    pub(super) fn indices(&self) -> impl Iterator<Item = usize> + '_ {
        self.layers.iter().filter(|layer| layer.tiles.is_none()).map(|layer| layer.index)
    }

    /// Returns the layers that stop every motion, back to front.
    pub(super) fn two_way(&self) -> impl Iterator<Item = &TerrainLayer> {
        self.layers.iter().filter(|layer| layer.is_two_way())
    }

    /// Returns the grid of a layer.
    #[inline]
    pub(super) fn grid<'a>(&'a self, layer: &'a TerrainLayer) -> &'a BrickGrid {
        layer.own.as_ref().unwrap_or(&self.union)
    }

    /// Returns whether a pixel is solid on any layer.
    #[inline]
    pub(super) fn is_solid(&self, pixel: IVec2) -> bool {
        self.union.is_solid(pixel) || (!self.is_plain && self.is_one_way_at(pixel))
    }

    /// Returns whether a pixel is solid on one of some layers where nothing moves.
    pub(super) fn is_solid_on(&self, pixel: IVec2, layers: LayerMask, rule: OneWayRule) -> bool {
        let mut stopping = self.layers.iter().filter(|layer| layer.stops(layers, rule, DVec2::ZERO));
        stopping.any(|layer| self.grid(layer).is_solid(pixel))
    }

    fn is_one_way_at(&self, pixel: IVec2) -> bool {
        self.layers.iter().any(|layer| layer.one_way.is_some() && self.grid(layer).is_solid(pixel))
    }

    /// Returns the grids of the layers that are solid for a motion.
    #[inline]
    pub(super) fn select(&self, layers: LayerMask, rule: OneWayRule, motion: DVec2) -> LayerSelection<'_> {
        match self.union_for_all(layers) {
            Some(union) => LayerSelection::One(union),
            None => self.select_some(layers, rule, motion),
        }
    }

    /// Returns the union if these are all layers, and none is one-way.
    #[inline]
    pub(super) fn union_for_all(&self, layers: LayerMask) -> Option<&BrickGrid> {
        (self.is_plain && layers == LayerMask::ALL).then_some(&self.union)
    }

    #[cold]
    #[inline(never)]
    fn select_some(&self, layers: LayerMask, rule: OneWayRule, motion: DVec2) -> LayerSelection<'_> {
        // The union stands for all two-way layers, so it serves only queries about all of these.
        let all = self.two_way().all(|layer| layers.contains(layer.index));
        let union = (all && self.two_way().next().is_some()).then_some(&self.union);
        let stopping = self.layers.iter().filter(|layer| layer.stops(layers, rule, motion));
        let others = stopping.filter(|layer| layer.one_way.is_some() || !all);
        union.into_iter().chain(others.map(|layer| self.grid(layer))).collect()
    }

    /// Returns the grids of the layers that stop one direction only; `None` if no layer does.
    pub(super) fn select_one_way(&self, layers: LayerMask, direction: Direction) -> Option<LayerSelection<'_>> {
        let stops = |layer: &&TerrainLayer| layer.one_way == Some(direction) && layers.contains(layer.index);
        let mut stopping = self.layers.iter().filter(stops).peekable();
        stopping.peek()?;
        Some(stopping.map(|layer| self.grid(layer)).collect())
    }

    /// Applies `edit` to the grids of the chosen layers, each with the one-way direction of its tiles, and returns whether
    /// any pixel changed. `edit` changes a brick of the world, and returns whether a pixel changed. `fills` tells that pixels may become solid without a tile.
    pub(super) fn edit(
        &mut self,
        brick: IVec2,
        is_chosen: impl Fn(&TerrainLayer) -> bool,
        mut edit: impl FnMut(&mut BrickGrid, Option<Direction>) -> bool,
        fills: bool,
    ) -> bool {
        let (mut changed, mut is_union_stale) = (false, false);
        for layer in self.layers.iter_mut().filter(|layer| is_chosen(layer)) {
            let has_changed = match &mut layer.own {
                Some(grid) => {
                    let has_changed = edit(grid, layer.tiles);
                    is_union_stale |= has_changed && layer.one_way.is_none();
                    has_changed
                }
                None => edit(&mut self.union, layer.tiles),
            };
            layer.is_filled |= has_changed && fills;
            changed |= has_changed;
        }
        if is_union_stale {
            let union = self.two_way().fold([0; 16], |union: [u16; 16], layer| {
                let rows = self.grid(layer).rows(brick);
                std::array::from_fn(|row| union[row] | rows[row])
            });
            self.union.change(brick, |_| union);
        }
        changed
    }

    /// Visits rectangles that hold the pixels that differ between two stacks on some layer. Returns false, and visits
    /// nothing, if the stacks have other layers or another area.
    #[must_use]
    pub(super) fn differences(&self, other: &Self, visit: &mut dyn FnMut(Rect)) -> bool {
        if self.union.area() != other.union.area() || !self.indices().eq(other.indices()) {
            return false;
        }
        self.union.differences(&other.union, visit);
        let empty = BrickGrid::empty(*self.union.area());
        for (own, others) in self.by_index().zip(other.by_index()) {
            for tiles in std::iter::once(None).chain(Direction::ALL.map(Some)) {
                let [own, others] = [own, others].map(|layers| layers.iter().find(|layer| layer.tiles == tiles));
                if [own, others].iter().flatten().any(|layer| layer.own.is_some()) {
                    let own = own.map_or(&empty, |layer| self.grid(layer));
                    own.differences(others.map_or(&empty, |layer| other.grid(layer)), visit);
                }
            }
        }
        true
    }

    fn grids(&self) -> impl Iterator<Item = &BrickGrid> {
        std::iter::once(&self.union).chain(self.layers.iter().filter_map(|layer| layer.own.as_ref()))
    }

    /// Returns the bytes that the grids take, without nodes `known` from other stacks; nodes that grids share count once.
    pub(super) fn memory(&self, known: &mut HashSet<*const ()>) -> usize {
        self.grids().map(|grid| grid.memory(known)).sum()
    }
}

/// The grids that a query reads: a pixel is solid where it is solid in one of them.
#[derive(Clone, Debug)]
pub(crate) enum LayerSelection<'a> {
    One(&'a BrickGrid),
    /// The union and one one-way layer, as in many platformers: no allocation.
    Two([&'a BrickGrid; 2]),
    /// None, or three and more.
    Several(Vec<&'a BrickGrid>),
}

impl<'a> LayerSelection<'a> {
    #[inline]
    pub(crate) fn grids(&self) -> &[&'a BrickGrid] {
        match self {
            Self::One(grid) => std::slice::from_ref(grid),
            Self::Two(grids) => grids,
            Self::Several(grids) => grids,
        }
    }

    /// Returns whether a pixel is solid.
    #[inline]
    pub(crate) fn is_solid(&self, pixel: IVec2) -> bool {
        match self {
            Self::One(grid) => grid.is_solid(pixel),
            _ => self.is_solid_on_some(pixel),
        }
    }

    #[cold]
    fn is_solid_on_some(&self, pixel: IVec2) -> bool {
        self.grids().iter().any(|grid| grid.is_solid(pixel))
    }
}

impl<'a> FromIterator<&'a BrickGrid> for LayerSelection<'a> {
    fn from_iter<I: IntoIterator<Item = &'a BrickGrid>>(grids: I) -> Self {
        let mut grids = grids.into_iter();
        match (grids.next(), grids.next(), grids.next()) {
            (None, ..) => Self::Several(Vec::new()),
            (Some(only), None, _) => Self::One(only),
            (Some(a), Some(b), None) => Self::Two([a, b]),
            (Some(a), Some(b), Some(c)) => Self::Several([a, b, c].into_iter().chain(grids).collect()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solidity::Brick;

    #[test]
    fn nodes_say_which_children_are_empty_and_the_union_has_what_layers_have() {
        let area = Rect::new(IVec2::splat(-3), IVec2::splat(300));
        let directions = [None, Some(Direction::Down), None];
        let layers = directions.iter().enumerate();
        let layers: Vec<_> =
            layers.map(|(index, &one_way)| NextLayer { index, one_way, ..NextLayer::default() }).collect();
        let mut stack = LayerStack::new(area, &layers, |_, _| BrickGrid::empty(area));
        let (mut rng, mut kept) = (fastrand::Rng::with_seed(7), Vec::new());
        let spots: Vec<IVec2> =
            [-3, -2, 12, 13, 14, 252, 253, 299].map(|x| [IVec2::new(x, 5), IVec2::splat(x)]).concat();
        for step in 0..600 {
            let (brick, layer) = (spots[rng.usize(0..spots.len())], rng.usize(0..4));
            let is_chosen = |known: &TerrainLayer| known.index == layer || layer == 3;
            let rows = match rng.u32(0..4) {
                0 => [0; 16],
                1 => [u16::MAX; 16],
                _ => std::array::from_fn(|_| rng.u16(..)),
            };
            if layer < 3 && rng.bool() {
                stack.edit(brick, is_chosen, |grid, _| grid.put(brick, Brick::solid(rows).as_ref()), false);
            } else {
                stack.edit(brick, is_chosen, |grid, _| grid.change(brick, |_| rows), false);
            }
            let set = stack.layers.iter().filter(|known| is_chosen(known));
            set.for_each(|layer| assert_eq!(stack.grid(layer).rows(brick), &rows, "step {step}: {brick}"));
            let rows_of = |stack: &LayerStack| -> Vec<[u16; 16]> {
                stack.grids().flat_map(|grid| spots.iter().map(|brick| *grid.rows(*brick))).collect()
            };
            let is_kept = step % 20 > 0 || kept.iter().all(|(copy, rows)| rows_of(copy) == *rows);
            assert!(is_kept, "step {step}: a copy was changed with the stack");
            match rng.u32(0..20) {
                0 => kept.push((stack.clone(), rows_of(&stack))),
                1 => drop(kept.pop()),
                2 => assert!(stack.set_one_way(rng.usize(0..3), directions[rng.usize(0..3)])),
                _ => {}
            }
            for grid in stack.grids() {
                grid.check();
            }
            for brick in &spots {
                let union = stack.two_way().fold([0; 16], |union: [u16; 16], layer| {
                    let rows = stack.grid(layer).rows(*brick);
                    std::array::from_fn(|row| union[row] | rows[row])
                });
                assert_eq!(stack.union.rows(*brick), &union, "step {step}: {brick}");
            }
        }
    }

    #[test]
    fn one_way_tiles_lie_right_in_front_of_their_layer_while_they_are_used() {
        let area = Rect::new(IVec2::ZERO, IVec2::splat(4));
        let layers: Vec<_> = [3, 7].map(|index| NextLayer { index, ..NextLayer::default() }).into();
        let mut stack = LayerStack::new(area, &layers, |_, _| BrickGrid::empty(area));
        let all = |stack: &LayerStack| stack.layers.iter().map(|layer| (layer.index, layer.tiles)).collect::<Vec<_>>();
        let (right, down) = (Some(Direction::Right), Some(Direction::Down));
        for (layer, direction) in
            [(7, Direction::Down), (3, Direction::Down), (7, Direction::Right), (7, Direction::Down)]
        {
            stack.add_tiles(layer, direction, false);
        }
        stack.add_tiles(5, Direction::Down, false);
        assert_eq!(all(&stack), [(3, None), (3, down), (7, None), (7, right), (7, down)]);
        assert!(stack.indices().eq([3, 7]) && !stack.is_plain());
        stack.keep_tiles(|layer, _| layer == 3);
        assert_eq!(all(&stack), [(3, None), (3, down), (7, None)]);
        stack.keep_tiles(|_, _| false);
        assert!(stack.indices().eq([3, 7]) && stack.is_plain());
    }
}
