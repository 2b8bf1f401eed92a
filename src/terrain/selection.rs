use super::{BrickGrid, LayerMask, OneWayRule, Terrain};
use glam::{DVec2, IVec2};

/// The grids that a query is about: what is solid in one of them is solid.
#[derive(Clone, Debug)]
pub(crate) enum Selection<'a> {
    One(&'a BrickGrid),
    Several(Vec<&'a BrickGrid>),
}

impl<'a> Selection<'a> {
    pub(crate) fn grids(&self) -> &[&'a BrickGrid] {
        match self {
            Self::One(grid) => std::slice::from_ref(grid),
            Self::Several(grids) => grids,
        }
    }

    #[inline]
    pub(crate) fn is_solid(&self, pixel: IVec2) -> bool {
        match self {
            Self::One(grid) => grid.is_solid(pixel),
            Self::Several(grids) => grids.iter().any(|grid| grid.is_solid(pixel)),
        }
    }
}

impl Terrain {
    /// The grids of the layers that are solid for a motion.
    #[inline]
    pub(crate) fn select(&self, _layers: LayerMask, _rule: OneWayRule, _motion: DVec2) -> Selection<'_> {
        Selection::One(&self.bricks)
    }
}
