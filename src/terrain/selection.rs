use super::{BrickGrid, LayerMask, OneWayRule, Terrain};
use glam::{DVec2, IVec2};

/// The grids that a query is about: what is solid in one of them is solid.
#[derive(Clone, Debug)]
pub(crate) enum Selection<'a> {
    One(&'a BrickGrid),
    /// As where platforms are one-way and all else is not: without a heap.
    Two([&'a BrickGrid; 2]),
    /// None, or three and more.
    Several(Vec<&'a BrickGrid>),
}

impl<'a> Selection<'a> {
    #[inline]
    pub(crate) fn grids(&self) -> &[&'a BrickGrid] {
        match self {
            Self::One(grid) => std::slice::from_ref(grid),
            Self::Two(grids) => grids,
            Self::Several(grids) => grids,
        }
    }

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

impl<'a> FromIterator<&'a BrickGrid> for Selection<'a> {
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

impl Terrain {
    /// The grids of the layers that are solid for a motion.
    ///
    /// One grid, found by two comparisons, where all layers are asked and none is one-way.
    #[inline]
    pub(crate) fn select(&self, layers: LayerMask, rule: OneWayRule, motion: DVec2) -> Selection<'_> {
        self.stack.select(layers, rule, motion)
    }
}
