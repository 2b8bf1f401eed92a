use crate::geometry::Rect;
use glam::{IVec2, UVec2, ivec2};

/// A grid of cells, each empty or with a tile, that lies at an offset in the world.
#[derive(Clone, Debug)]
pub struct TileLayer {
    pub(super) name: String,
    pub(super) path: String,
    pub(super) visible: bool,
    pub(super) solid: Option<bool>,
    pub(super) offset: IVec2,
    /// The cells that the grid holds; infinite maps have negative ones.
    pub(super) cells: Rect,
    /// Row after row: 0 for an empty cell, else one more than the place of its stamp in the map.
    pub(super) stamps: Vec<u32>,
    /// The pixels that some stamp of the layer covers, from the top left corner of its cell; it never shrinks.
    pub(super) reach: Rect,
    /// Whether every stamp stays within its cell, so that a pixel has one cell that may cover it.
    pub(super) tight: bool,
}

impl TileLayer {
    /// A visible layer without tiles, over the `cells` of the grid.
    #[must_use]
    pub fn new(name: impl Into<String>, cells: Rect) -> Self {
        let name = name.into();
        Self {
            path: name.clone(),
            name,
            visible: true,
            solid: None,
            offset: IVec2::ZERO,
            stamps: vec![0; cells.area() as usize],
            cells,
            reach: Rect::EMPTY,
            tight: true,
        }
    }

    /// The layer's name; it may be empty and need not be unique.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The names of the groups around it and its own, with slashes: `caves/upper/ground`.
    #[must_use]
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The same layer inside groups: `path` is [`path`](Self::path).
    #[must_use]
    pub fn with_path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// Whether it is shown; hidden layers are not solid unless they are asked for.
    #[must_use]
    pub const fn is_visible(&self) -> bool {
        self.visible
    }

    /// The same layer, shown or hidden.
    #[must_use]
    pub const fn with_visible(mut self, visible: bool) -> Self {
        self.visible = visible;
        self
    }

    /// What the layer says of its own solidity; `None` where it says nothing.
    #[must_use]
    pub const fn solid(&self) -> Option<bool> {
        self.solid
    }

    /// The same layer, which is solid or not whether it is shown or hidden.
    #[must_use]
    pub const fn with_solid(mut self, solid: Option<bool>) -> Self {
        self.solid = solid;
        self
    }

    /// Where the corner of cell `(0, 0)` lies, in pixels; the offsets of the groups around it are added.
    #[must_use]
    pub const fn offset(&self) -> IVec2 {
        self.offset
    }

    /// The same layer, moved to `offset`.
    #[must_use]
    pub const fn with_offset(mut self, offset: IVec2) -> Self {
        self.offset = offset;
        self
    }

    /// Whether rays and solidity use it where no layers are named: it says so itself, or else it is shown.
    #[must_use]
    pub fn is_solid_by_default(&self) -> bool {
        self.solid.unwrap_or(self.visible)
    }

    /// The cells that the grid holds, half open.
    #[must_use]
    pub const fn cells(&self) -> Rect {
        self.cells
    }

    /// The pixels of those cells, for cells of `tile_size`.
    pub(super) fn pixels(&self, tile_size: UVec2) -> Rect {
        let corner = |cell: IVec2| cell.saturating_mul(tile_size.as_ivec2()).saturating_add(self.offset);
        Rect::new(corner(self.cells.min), corner(self.cells.max))
    }

    /// The place of the stamp at `cell` in the map; `None` where the cell is empty or outside.
    pub(crate) fn stamp_index(&self, cell: IVec2) -> Option<usize> {
        let stamp = self.stamps[self.place(cell)?];
        (stamp != 0).then(|| stamp as usize - 1)
    }

    pub(super) fn clear(&mut self) {
        self.stamps.fill(0);
        self.reach = Rect::EMPTY;
        self.tight = true;
    }

    /// Puts a stamp that covers `reach` into a cell of `tile_size`, or empties it; `None` where the grid has no such cell.
    pub(super) fn put(&mut self, cell: IVec2, stamp: Option<u32>, reach: Rect, tile_size: UVec2) -> Option<()> {
        let place = self.place(cell)?;
        self.stamps[place] = stamp.map_or(0, |stamp| stamp + 1);
        self.reach = self.reach.union(&reach);
        self.tight &= reach.intersection(&Rect::from_size(IVec2::ZERO, tile_size)) == reach;
        Some(())
    }

    fn place(&self, cell: IVec2) -> Option<usize> {
        self.cells.contains(cell).then(|| {
            let (x, y) = (cell.x.abs_diff(self.cells.min.x), cell.y.abs_diff(self.cells.min.y));
            y as usize * self.cells.width() as usize + x as usize
        })
    }

    /// The cells of `area` that hold a stamp, and its place in the map, row after row.
    pub(crate) fn stamps_in(&self, area: Rect) -> impl DoubleEndedIterator<Item = (IVec2, usize)> + '_ {
        let area = area.intersection(&self.cells);
        (area.min.y..area.max.y).flat_map(move |y| {
            let first = self.place(ivec2(area.min.x, y)).unwrap_or(0);
            let row = &self.stamps[first..first + area.width() as usize];
            row.iter()
                .enumerate()
                .filter(|(_, stamp)| **stamp != 0)
                .map(move |(x, stamp)| (ivec2(area.min.x + x as i32, y), *stamp as usize - 1))
        })
    }
}
