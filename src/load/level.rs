//! Levels and worlds of a project, and the options for reading one.

use crate::geometry::Rect;
use crate::load::error::{LoadError, LoadErrorKind};
use crate::load::options::LoadOptions;
use crate::tile::{Properties, TileMap, Warnings};
use glam::{IVec2, UVec2};
use std::ops::Range;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::path::Path;
use std::sync::Arc;

/// A level of a [`Project`](super::Project): its name, and where it lies in its world.
///
/// Its tiles and objects are in the map that [`Project::map`](super::Project::map) makes.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Level {
    /// The level's name. LDtk calls it identifier; it is unique in the project.
    pub name: String,
    /// The level's unique instance identifier, which stays when the level is renamed. Empty if the file has none.
    pub iid: String,
    /// The name of the world that the level belongs to.
    pub world: Arc<str>,
    /// The position of the level's top left corner in its world, in pixels.
    ///
    /// In linear layouts the file has no positions. The levels lie side by side in their order, without gaps.
    pub position: IVec2,
    /// The level's depth. A level of a greater depth lies above the others.
    pub depth: i32,
    /// The level's width and height in pixels.
    pub size: UVec2,
    /// The background color as `0xAARRGGBB`, or `None` if the file has none.
    pub background: Option<u32>,
    /// The level's custom fields. The level's map has them too.
    pub properties: Properties,
}

impl Level {
    /// Returns the rectangle that the level covers, in pixels of the world.
    #[must_use]
    pub fn rect(&self) -> Rect {
        Rect::from_size(self.position, self.size)
    }
}

/// A world of a [`Project`](super::Project): levels with positions in one plane.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct World {
    /// The world's name. The only world of a project without named worlds is called `World`, as in LDtk.
    pub name: Arc<str>,
    /// The layout of the levels.
    pub layout: WorldLayout,
    /// The indices of the world's levels in [`Project::levels`](super::Project::levels).
    pub levels: Range<usize>,
}

/// The layout of a world's levels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum WorldLayout {
    /// Levels lie anywhere.
    #[default]
    Free,
    /// Levels lie on a grid, and may span several of its cells.
    GridVania,
    /// Levels lie in a row from left to right.
    LinearHorizontal,
    /// Levels lie in a column from top to bottom.
    LinearVertical,
}

/// A project that was read: its levels, its worlds, and the content of the levels.
#[derive(Clone)]
pub(super) struct ReadProject {
    pub(super) levels: Arc<[Level]>,
    pub(super) worlds: Arc<[World]>,
    pub(super) content: Arc<dyn ProjectContent>,
    /// A warning for each level that cannot be read.
    pub(super) warnings: Arc<Warnings>,
    /// Whether a map of several levels leaves these levels out.
    pub(super) allow_missing: bool,
}

impl ReadProject {
    pub(super) fn new(
        levels: Vec<Level>,
        worlds: Vec<World>,
        content: Arc<dyn ProjectContent>,
        options: &LoadOptions,
    ) -> Self {
        let mut warnings = Warnings::default();
        for error in (0..levels.len()).filter_map(|level| content.fault(level)) {
            warnings.push(|| error.to_string());
        }
        Self {
            levels: levels.into(),
            worlds: worlds.into(),
            content,
            warnings: Arc::new(warnings),
            allow_missing: options.allow_missing,
        }
    }
}

/// The content of a project's levels, in the form of its format.
pub(super) trait ProjectContent: Send + Sync + UnwindSafe + RefUnwindSafe {
    /// Returns the path of the project's file.
    fn path(&self) -> &Path;

    /// Returns the error of a level that cannot be read, by its index.
    fn fault(&self, level: usize) -> Option<&LoadError>;

    /// Makes the map of the level with this index.
    fn map(&self, level: &Level, index: usize) -> Result<TileMap, LoadError>;
}

/// Options for reading a [`Project`](super::Project).
///
/// By default the pixels of tiles decide what is solid. The options let an IntGrid decide instead, or too:
///
/// ```
/// use tileray::load::{IntGridRule, LoadOptions, ProjectOptions};
///
/// let by_pixels = ProjectOptions::default();
/// let by_values = ProjectOptions::default().int_grid(IntGridRule::values(["Walls", "2"])).solid_tiles(false);
/// let both = ProjectOptions::from(LoadOptions::default().keep_images(true)).int_grid(IntGridRule::All);
/// assert!(by_pixels != by_values && both.load.keep_images);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(default))]
#[non_exhaustive]
pub struct ProjectOptions {
    /// The rule for colors, the limits, and whether maps keep the images of tiles.
    pub load: LoadOptions,
    /// The cells of IntGrid layers that are solid; none by default.
    pub int_grid: IntGridRule,
    /// Whether the pixels of tiles are solid by default. If not, a tile layer is solid only where a caller names it.
    pub solid_tiles: bool,
}

impl Default for ProjectOptions {
    fn default() -> Self {
        Self::new()
    }
}

impl From<LoadOptions> for ProjectOptions {
    fn from(load: LoadOptions) -> Self {
        Self::new().load(load)
    }
}

impl ProjectOptions {
    /// Returns the default options.
    #[must_use]
    pub const fn new() -> Self {
        Self { load: LoadOptions::new(), int_grid: IntGridRule::None, solid_tiles: true }
    }

    /// Sets [`int_grid`](field@Self::int_grid).
    #[must_use]
    pub fn int_grid(mut self, rule: IntGridRule) -> Self {
        self.int_grid = rule;
        self
    }
}

setters! {
    ProjectOptions {
        load: LoadOptions,
        solid_tiles: bool,
    }
}

/// The rule that decides which cells of IntGrid layers are solid. All pixels of a solid cell are solid.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum IntGridRule {
    /// No cell.
    #[default]
    None,
    /// The cells of these values: names such as `Walls`, or numbers such as `2`. They count in every IntGrid layer that
    /// has them.
    Values(Vec<String>),
    /// Every cell that is not empty.
    All,
}

/// Returns the error of a rule with a value that the project does not have.
pub(super) fn no_such_int_grid_value(name: &str, available: Vec<String>) -> LoadErrorKind {
    LoadErrorKind::NoSuchName { what: "IntGrid value", name: name.to_owned(), nearest: None, available }
}

impl IntGridRule {
    /// Creates the rule for some values, by names or numbers.
    #[must_use]
    pub fn values<V: Into<String>>(values: impl IntoIterator<Item = V>) -> Self {
        Self::Values(values.into_iter().map(Into::into).collect())
    }
}
