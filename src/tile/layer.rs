use super::Properties;
use super::cells::Cells;
use crate::geometry::Direction;
use crate::geometry::Rect;
use glam::{IVec2, UVec2};

/// A grid of cells, each empty or with a tile, that lies at an offset in the world.
#[derive(Clone, Debug)]
pub struct TileLayer {
    pub(super) name: String,
    pub(super) path: String,
    pub(super) visible: bool,
    pub(super) solid: Option<bool>,
    pub(super) offset: IVec2,
    pub(super) one_way: Option<Direction>,
    properties: Properties,
    /// 0 for an empty cell, else one more than the place of its stamp in the map.
    pub(super) cells: Cells,
    /// The pixels that some stamp of the layer covers, from the top left corner of its cell; it never shrinks.
    pub(super) reach: Rect,
    /// Whether every stamp stays within its cell, so that a pixel has one cell that may cover it.
    pub(super) tight: bool,
    /// Whether a conveyor was ever put into a cell.
    pub(super) has_conveyor: bool,
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
            one_way: None,
            properties: Properties::default(),
            cells: Cells::new(cells),
            reach: Rect::EMPTY,
            tight: true,
            has_conveyor: false,
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

    /// The one direction of motion that it stops; `None` where it stops all.
    #[must_use]
    pub const fn one_way(&self) -> Option<Direction> {
        self.one_way
    }

    /// The same layer, solid against one direction of motion only, or against all.
    #[must_use]
    pub const fn with_one_way(mut self, one_way: Option<Direction>) -> Self {
        self.one_way = one_way;
        self
    }

    /// Its custom properties, without those of the groups around it.
    #[must_use]
    pub const fn properties(&self) -> &Properties {
        &self.properties
    }

    /// The same layer with other custom properties. They are for programs to read: what the layer is solid against is said
    /// by [`with_solid`](Self::with_solid) and [`with_one_way`](Self::with_one_way).
    #[must_use]
    pub fn with_properties(mut self, properties: Properties) -> Self {
        self.properties = properties;
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

    /// Whether some tile of it may be a [conveyor](crate::tile::TileSet::CONVEYOR).
    pub(crate) const fn has_conveyor(&self) -> bool {
        self.has_conveyor
    }

    /// The cells that the grid holds, half open.
    #[must_use]
    pub const fn cells(&self) -> Rect {
        *self.cells.area()
    }

    /// The pixels of those cells, for cells of `tile_size`.
    pub(super) fn pixels(&self, tile_size: UVec2) -> Rect {
        let corner = |cell: IVec2| cell.saturating_mul(tile_size.as_ivec2()).saturating_add(self.offset);
        Rect::new(corner(self.cells().min), corner(self.cells().max))
    }

    /// The place of the stamp at `cell` in the map; `None` where the cell is empty or outside.
    #[inline]
    pub(super) fn stamp_index(&self, cell: IVec2) -> Option<usize> {
        stamp_of(self.cells.get(cell)?)
    }

    pub(super) fn clear(&mut self) {
        self.cells = Cells::new(self.cells());
        self.reach = Rect::EMPTY;
        self.tight = true;
    }

    /// Puts a stamp that covers `reach` into a cell of `tile_size`, or empties it. A cell that the grid does not have is
    /// passed over.
    pub(super) fn put(&mut self, cell: IVec2, stamp: Option<usize>, reach: Rect, tile_size: UVec2) {
        self.cells.set(cell, stamp.map_or(0, |stamp| stamp as u32 + 1));
        if stamp.is_some() {
            self.reach = self.reach.union(&reach);
            self.tight &= reach.intersection(&Rect::from_size(IVec2::ZERO, tile_size)) == reach;
        }
    }

    /// The cells of `area` that hold a stamp, and its place in the map, row after row.
    pub(super) fn stamps_in(&self, area: Rect) -> impl DoubleEndedIterator<Item = (IVec2, usize)> + '_ {
        self.cells.used_in(area).map(|(cell, number)| (cell, number as usize - 1))
    }
}

/// The place of a stamp by the number in a cell.
#[inline]
pub(super) const fn stamp_of(number: u32) -> Option<usize> {
    if number == 0 { None } else { Some(number as usize - 1) }
}
