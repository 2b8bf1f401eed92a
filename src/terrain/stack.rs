use super::grid::BrickGrid;
use super::{LayerMask, OneWayRule, Selection};
use crate::geometry::Direction;
use crate::geometry::Rect;
use crate::solidity::Brick;
use glam::{DVec2, IVec2};
use std::collections::HashSet;

/// The solidity of a terrain: that of each of its layers, and the union of those that stop every motion.
///
/// Most queries are about the union. Where only one layer stops every motion the union is that layer's solidity, and kept
/// once.
#[derive(Clone, Debug)]
pub(super) struct Stack {
    union: BrickGrid,
    /// The one at the back first.
    layers: Vec<Layer>,
    /// Whether no layer is one-way.
    is_plain: bool,
}

/// A layer of a terrain.
#[derive(Clone, Debug)]
pub(super) struct Layer {
    /// Its place in the map.
    pub(super) place: usize,
    pub(super) one_way: Option<Direction>,
    /// Whether it was ever filled, so that it may have pixels that no tile accounts for.
    pub(super) is_filled: bool,
    /// `None` for the only layer that stops every motion, of which the union holds all there is.
    own: Option<BrickGrid>,
}

impl Layer {
    /// Whether what is solid on it is solid for a query about some layers and for a motion.
    pub(super) fn stops(&self, layers: LayerMask, rule: OneWayRule, motion: DVec2) -> bool {
        layers.contains(self.place)
            && match (self.one_way, rule) {
                (None, _) | (_, OneWayRule::Solid) => true,
                (_, OneWayRule::Free) => false,
                (Some(way), OneWayRule::Respect) => way.is_against(motion),
            }
    }
}

impl Stack {
    /// The layers from back to front, with their places, what they stop, and their solidity. `empty` is a grid without a
    /// solid pixel over the same area.
    pub(super) fn new(empty: BrickGrid, layers: Vec<(usize, Option<Direction>, BrickGrid)>) -> Self {
        let layers =
            layers.into_iter().map(|(place, one_way, own)| Layer { place, one_way, is_filled: false, own: Some(own) });
        let mut stack = Self { union: empty, layers: layers.collect(), is_plain: true };
        stack.unite();
        stack
    }

    /// Makes the union anew where every layer has its own grid.
    fn unite(&mut self) {
        self.is_plain = self.layers.iter().all(|layer| layer.one_way.is_none());
        let mut two_way = self.layers.iter_mut().filter(|layer| layer.one_way.is_none());
        match (two_way.next(), two_way.next()) {
            (None, _) => self.union = BrickGrid::empty(*self.union.area()),
            (Some(only), None) => {
                if let Some(own) = only.own.take() {
                    self.union = own;
                }
            }
            (Some(_), Some(_)) => {
                let two_way = self.layers.iter().filter(|layer| layer.one_way.is_none());
                let grids: Vec<&BrickGrid> = two_way.filter_map(|layer| layer.own.as_ref()).collect();
                self.union = BrickGrid::united(*self.union.area(), &grids);
            }
        }
    }

    /// Makes a layer stop one direction or all; false where there is none with this place.
    ///
    /// Costs a look at every brick of the layers.
    pub(super) fn set_one_way(&mut self, place: usize, one_way: Option<Direction>) -> bool {
        let Some(index) = self.layers.iter().position(|layer| layer.place == place) else { return false };
        let before = std::mem::replace(&mut self.layers[index].one_way, one_way);
        if before.is_some() != one_way.is_some() {
            for layer in &mut self.layers {
                layer.own.get_or_insert_with(|| self.union.clone());
            }
            self.unite();
        }
        true
    }

    /// Whether no layer is one-way.
    pub(super) const fn is_plain(&self) -> bool {
        self.is_plain
    }

    #[inline]
    pub(super) const fn union(&self) -> &BrickGrid {
        &self.union
    }

    #[inline]
    pub(super) fn layers(&self) -> &[Layer] {
        &self.layers
    }

    /// What is solid on a layer.
    #[inline]
    pub(super) fn grid<'a>(&'a self, layer: &'a Layer) -> &'a BrickGrid {
        layer.own.as_ref().unwrap_or(&self.union)
    }

    /// Whether a pixel is solid on any layer.
    #[inline]
    pub(super) fn is_solid(&self, pixel: IVec2) -> bool {
        self.union.is_solid(pixel) || (!self.is_plain && self.is_one_way_at(pixel))
    }

    fn is_one_way_at(&self, pixel: IVec2) -> bool {
        self.layers.iter().any(|layer| layer.one_way.is_some() && self.grid(layer).is_solid(pixel))
    }

    /// The grids of the layers that are solid for a motion.
    #[inline]
    pub(super) fn select(&self, layers: LayerMask, rule: OneWayRule, motion: DVec2) -> Selection<'_> {
        if self.is_plain && layers == LayerMask::ALL {
            return Selection::One(&self.union);
        }
        self.select_some(layers, rule, motion)
    }

    #[cold]
    #[inline(never)]
    fn select_some(&self, layers: LayerMask, rule: OneWayRule, motion: DVec2) -> Selection<'_> {
        let two_way = || self.layers.iter().filter(|layer| layer.one_way.is_none());
        let all = two_way().all(|layer| layers.contains(layer.place));
        let union = (all && two_way().next().is_some()).then_some(&self.union);
        let stopping = self.layers.iter().filter(|layer| layer.stops(layers, rule, motion));
        // Where all are asked about that stop every motion, the union has them.
        let others = stopping.filter(|layer| layer.one_way.is_some() || !all);
        union.into_iter().chain(others.map(|layer| self.grid(layer))).collect()
    }

    /// The place of the backmost layer that stops every motion.
    pub(super) fn backmost(&self) -> Option<usize> {
        self.layers.iter().find(|layer| layer.one_way.is_none()).map(|layer| layer.place)
    }

    /// Changes a brick, counted from the corner of the world, on the layers that are meant; whether a pixel of it changed
    /// on some layer. `fills` says that pixels may become solid that no tile accounts for.
    pub(super) fn change(
        &mut self,
        brick: IVec2,
        is_meant: impl Fn(&Layer) -> bool,
        change: impl Fn(&[u16; 16]) -> [u16; 16],
        fills: bool,
    ) -> bool {
        let change = |grid: &mut BrickGrid| grid.change(brick, &change);
        self.edit(brick, is_meant, change, fills)
    }

    /// Puts a brick, `None` for the empty one, at a place of a layer that counts from the corner of the world.
    pub(super) fn put(&mut self, brick: IVec2, layer: usize, new: Option<&Brick>) {
        self.edit(brick, |known| known.place == layer, |grid| grid.put(brick, new), false);
    }

    /// The same as [`change`](Self::change) by what changes the brick in a grid and tells whether a pixel of it changed.
    fn edit(
        &mut self,
        brick: IVec2,
        is_meant: impl Fn(&Layer) -> bool,
        edit: impl Fn(&mut BrickGrid) -> bool,
        fills: bool,
    ) -> bool {
        let (mut changed, mut is_union_stale) = (false, false);
        for layer in &mut self.layers {
            if !is_meant(layer) {
                continue;
            }
            let here = match &mut layer.own {
                Some(grid) => {
                    let here = edit(grid);
                    is_union_stale |= here && layer.one_way.is_none();
                    here
                }
                None => edit(&mut self.union),
            };
            layer.is_filled |= here && fills;
            changed |= here;
        }
        if is_union_stale {
            let two_way = self.layers.iter().filter(|layer| layer.one_way.is_none());
            let grids = two_way.filter_map(|layer| layer.own.as_ref());
            let union = grids.fold([0; 16], |union: [u16; 16], grid| {
                let rows = grid.rows(brick);
                std::array::from_fn(|row| union[row] | rows[row])
            });
            self.union.change(brick, |_| union);
        }
        changed
    }

    /// The pixels that are solid in one of two stacks and not in the other, on some layer, as one rectangle; `None` where
    /// they have other layers or lie elsewhere.
    pub(super) fn difference(&self, other: &Self) -> Option<Rect> {
        let places = |stack: &Self| stack.layers.iter().map(|layer| layer.place).collect::<Vec<_>>();
        if self.union.area() != other.union.area() || places(self) != places(other) {
            return None;
        }
        let union = self.union.difference(&other.union);
        let layers = self.layers.iter().zip(&other.layers);
        Some(layers.fold(union, |pixels, (own, others)| {
            if own.own.is_none() && others.own.is_none() {
                return pixels;
            }
            pixels.union(&self.grid(own).difference(other.grid(others)))
        }))
    }

    fn grids(&self) -> impl Iterator<Item = &BrickGrid> {
        std::iter::once(&self.union).chain(self.layers.iter().filter_map(|layer| layer.own.as_ref()))
    }

    /// The number of distinct bricks, without the empty one.
    pub(super) fn distinct(&self) -> usize {
        self.grids().flat_map(BrickGrid::bricks).map(Brick::rows).collect::<HashSet<_>>().len()
    }

    /// The bytes that it takes; what grids share counts once.
    pub(super) fn memory(&self) -> usize {
        let mut known = HashSet::new();
        self.grids().map(|grid| grid.memory(&mut known)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grid(rows: &[(IVec2, [u16; 16])]) -> BrickGrid {
        let mut grid = BrickGrid::empty(Rect::new(IVec2::splat(-3), IVec2::splat(300)));
        rows.iter().for_each(|(brick, rows)| assert!(grid.change(*brick, |_| *rows)));
        grid
    }

    /// A number that looks random, by splitmix64.
    fn number(state: &mut u64) -> u64 {
        *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    #[test]
    fn nodes_say_which_children_are_empty_and_the_union_has_what_layers_have() {
        let ways = [None, Some(Direction::Down), None];
        let layers = ways.iter().enumerate().map(|(place, way)| (place, *way, grid(&[])));
        let mut stack = Stack::new(grid(&[]), layers.collect());
        let (mut state, mut kept) = (7, Vec::new());
        let spots: Vec<IVec2> =
            [-3, -2, 12, 13, 14, 252, 253, 299].map(|x| [IVec2::new(x, 5), IVec2::splat(x)]).concat();
        for step in 0..2000 {
            let mut random = |below: u64| number(&mut state) % below;
            let (brick, layer) = (spots[random(spots.len() as u64) as usize], random(4) as usize);
            let rows = match random(4) {
                0 => [0; 16],
                1 => [u16::MAX; 16],
                _ => std::array::from_fn(|_| random(1 << 16) as u16),
            };
            if layer < 3 && random(2) == 0 {
                stack.put(brick, layer, Brick::solid(rows).as_ref());
            } else {
                stack.change(brick, |known| known.place == layer || layer == 3, |_| rows, false);
            }
            let set = stack.layers.iter().filter(|known| known.place == layer || layer == 3);
            set.for_each(|layer| assert_eq!(stack.grid(layer).rows(brick), &rows, "step {step}: {brick}"));
            let rows_of = |stack: &Stack| -> Vec<[u16; 16]> {
                stack.grids().flat_map(|grid| spots.iter().map(|brick| *grid.rows(*brick))).collect()
            };
            let is_kept = step % 20 > 0 || kept.iter().all(|(copy, rows)| rows_of(copy) == *rows);
            assert!(is_kept, "step {step}: a copy was changed with the stack");
            match random(20) {
                0 => kept.push((stack.clone(), rows_of(&stack))),
                1 => drop(kept.pop()),
                2 => assert!(stack.set_one_way(random(3) as usize, ways[random(3) as usize])),
                _ => {}
            }
            for grid in stack.grids() {
                grid.check();
            }
            for brick in &spots {
                let two_way = stack.layers.iter().filter(|layer| layer.one_way.is_none());
                let union = two_way.fold([0; 16], |union: [u16; 16], layer| {
                    let rows = stack.grid(layer).rows(*brick);
                    std::array::from_fn(|row| union[row] | rows[row])
                });
                assert_eq!(stack.union.rows(*brick), &union, "step {step}: {brick}");
            }
        }
    }

    #[test]
    fn a_difference_is_as_small_as_can_be() {
        let base = grid(&[(IVec2::ZERO, [1; 16]), (IVec2::splat(290), [7; 16])]);
        let mut other = base.clone();
        assert_eq!(base.difference(&other), Rect::EMPTY);
        let mut rows = [1; 16];
        rows[5] = 0b1001;
        for rows in [rows, [7; 16]] {
            other.change(IVec2::splat(290), |_| rows);
        }
        assert_eq!(base.difference(&other), Rect::EMPTY, "a brick that is equal, but not shared any more");
        other.change(IVec2::ZERO, |_| rows);
        assert_eq!(base.difference(&other), Rect::new(IVec2::new(3, 5), IVec2::new(4, 6)));
        other.change(IVec2::splat(290), |_| [0; 16]);
        assert_eq!(other.difference(&base), Rect::new(IVec2::new(3, 5), IVec2::new(290 * 16 + 3, 290 * 16 + 16)));
    }
}
