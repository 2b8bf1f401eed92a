//! Projects: many levels in one file. Each becomes a map when a program asks for it.

#[cfg(feature = "ldtk")]
use super::ldtk;
use crate::geometry::{Rect, sort_by_key};
use crate::load::input::{AssetReader, Files, LDTK, WORLD, describe_content};
use crate::load::level::{Level, ProjectOptions, ReadProject, World};
#[cfg(feature = "tmx")]
use crate::load::world;
use crate::load::{LoadError, LoadErrorKind};
use crate::tile::{LoadWarning, TileMap};
use glam::{IVec2, UVec2};
use std::fmt;
use std::path::{Path, PathBuf};

/// The levels of a project of the LDtk editor or of a world of Tiled, with their positions in worlds.
///
/// Opening reads all text files, and decodes the image of each used tile set once. [`map`](Self::map) then makes the
/// map of a level without reading a file. Maps share the masks of their tiles. Cloning a project costs nothing.
///
/// ```
/// use std::{io, path::Path};
/// use tileray::load::{IntGridRule, Project, ProjectOptions};
/// use tileray::Terrain;
///
/// // A level of 3x2 cells, whose IntGrid has a floor of the value 1.
/// let project = r##"{
///     "jsonVersion": "1.5.3", "worldLayout": "Free", "defaultGridSize": 8,
///     "defs": { "tilesets": [], "layers": [{ "uid": 1, "identifier": "Walls",
///         "intGridValues": [{ "value": 1, "identifier": "stone" }] }] },
///     "levels": [{ "identifier": "Cellar", "iid": "a", "worldX": 64, "worldY": -8, "pxWid": 24, "pxHei": 16,
///         "fieldInstances": [], "layerInstances": [{ "__identifier": "Walls", "__type": "IntGrid",
///             "__cWid": 3, "__cHei": 2, "__gridSize": 8, "__pxTotalOffsetX": 0, "__pxTotalOffsetY": 0,
///             "layerDefUid": 1, "visible": true, "intGridCsv": [0,0,0, 1,1,1],
///             "autoLayerTiles": [], "gridTiles": [], "entityInstances": [] }] }]
/// }"##;
/// let files = |path: &Path| match path.to_str() {
///     Some("game.ldtk") => Ok(project.as_bytes()),
///     _ => Err(io::ErrorKind::NotFound.into()),
/// };
/// let options = ProjectOptions::default().int_grid(IntGridRule::values(["stone"]));
/// let project = Project::read("game.ldtk", &files, &options)?;
///
/// let level = project.levels().next().expect("there is one");
/// assert_eq!((level.name.as_str(), level.position.to_array()), ("Cellar", [64, -8]));
/// let terrain = Terrain::from_map(&project.map_named("Cellar")?);
/// let hit = terrain.raycast(&tileray::Ray::between((4.5, 0.5), (4.5, 15.5))).expect("the floor");
/// assert_eq!((hit.pixel().y, hit.tile().map(|tile| tile.id)), (8, Some(1)));
/// # Ok::<(), tileray::LoadError>(())
/// ```
#[derive(Clone)]
pub struct Project(ReadProject);

impl Project {
    /// Opens a project of LDtk 1.0 or newer (`.ldtk`) with its external levels (`.ldtkl`), or a world of Tiled
    /// (`.world`) with its maps, and their images. The content of the file decides which, not its name.
    ///
    /// Worlds of Tiled:
    ///
    /// - Levels are the listed maps, then the maps that patterns find, in ascending order of their names. A level has
    ///   the name of its file, without the extension. A file counts once.
    /// - A pattern looks at the files beside the world that end in `.tmx`, `.tmj`, `.xml` or `.json`, and needs a
    ///   reader that [lists](AssetReader::list) them. Patterns are those of the crate `regex-lite`, without look-around
    ///   and references to groups.
    /// - A level has the size and the properties of its map. An infinite map has the size that the world states.
    /// - The world's own properties and `onlyShowAdjacentMaps` are not read. The limits hold for all maps together.
    ///   Tile sets in files of their own count once.
    ///
    /// Projects of LDtk:
    ///
    /// **The pixels of tiles decide what is solid**: any alpha above 0. So slopes, half tiles and rounded corners
    /// collide as they are drawn, and no collision shapes are needed. [`ProjectOptions`] adds the values of IntGrid
    /// layers, or lets only them decide. Backgrounds are solid too, as LDtk cannot mark a layer: choose the layers to
    /// collide with by [`LayerSet::named`] for [`Terrain::from_layers`](crate::Terrain::from_layers).
    ///
    /// Worlds and levels:
    ///
    /// - All world layouts are read, and one world or the `worlds` of a multi-worlds project. Levels are in the order
    ///   of the file.
    /// - Custom fields of levels are [`Properties`] of the level and of its map.
    /// - A level's background image, its neighbors, the table of contents and the simplified export are not read.
    ///
    /// Layers:
    ///
    /// - Layers of type Tiles, AutoLayer and IntGrid are [`TileLayer`]s with their names and the tiles that LDtk saved.
    ///   Its rules are not run. Offsets count; opacity of layers and tiles does not. Parallax is kept as
    ///   [`TileLayer::parallax`] and not applied. Tiles that reach out of the level are kept whole.
    /// - If tiles are stacked in a cell, or overlap in an order that a grid cannot draw, further layers of the same
    ///   name lie directly in front, with the paths `Name/2`, `Name/3` and so on. [`LayerSet::named`] finds all by the
    ///   name.
    /// - A tile off the grid belongs to the cell that its position lies in. It is drawn by a tile set of the same name
    ///   and ids with another [`offset`](crate::TileSet::offset).
    /// - If tiles are larger or smaller than cells, the layer's tile pivot is their anchor, as in LDtk. A flip mirrors
    ///   the tile about the middle of its cell.
    /// - The values of an IntGrid layer `Name` are a layer `Name/values` in front of its tiles. Its tiles are full
    ///   cells with the value as id, and the value's name as the property `name`. The layer is solid only if the
    ///   options ask for it. A value whose name makes tiles [one-way](crate::TileSet::ONE_WAY) is one-way.
    /// - The tile size of a map is the smallest grid of the level's layers. Layers with another grid have a [tile size
    ///   of their own](crate::TileLayer::tile_size).
    ///
    /// Tile sets:
    ///
    /// - Padding and spacing count. Images may have every format that is [switched on](crate::SolidityMap::open).
    ///   Aseprite files are not read.
    /// - Enum tags are properties of tiles: `true` under the name of the enum's value. Custom data is the property
    ///   `customData`.
    /// - The tag `one_way` makes tiles [one-way](crate::TileSet::ONE_WAY), solid against motion down. `one_way_up`,
    ///   `one_way_left`, `one_way_right` and `one_way_down` name the direction. Only letters count, in either case, as in
    ///   `OneWayUp`. So does a part of custom data between line breaks, commas and semicolons, as `one_way: up`.
    /// - [`LoadOptions::tile_solidity`](crate::load::LoadOptions::tile_solidity) counts, but LDtk's tiles have no
    ///   collision shapes.
    /// - Tiles of LDtk's built-in icons, and of sets without an image, are skipped, as their pixels are not in the
    ///   project.
    ///
    /// Entities are [`MapObject`]s:
    ///
    /// - Class and name are the entity's identifier, and the position is the top left corner. The
    ///   [`id`](crate::tile::MapObject::id) counts from 1 through all levels of the project. The property `iid` is
    ///   LDtk's own id.
    /// - An entity with a tile has it as its shape, whatever the size and the mode in which LDtk draws it.
    /// - Fields are properties: Int, Float, Bool, String, Multilines, Color, Enum (its name) and FilePath; EntityRef as
    ///   [`Property::Object`]. A Point `p` is the properties `p.cx` and `p.cy`, in cells. A Tile `t` is `t.tilesetUid`,
    ///   `t.x`, `t.y`, `t.w` and `t.h`. The items of an array `a` are `a[0]`, `a[1]` and so on. Unknown types and null are
    ///   skipped.
    ///
    /// Missing parts:
    ///
    /// - A level whose file is missing or broken is in the [`warnings`](Self::warnings). [`map`](Self::map) of that level
    ///   returns the error.
    /// - A tile set or an image that is missing is a matter of the maps that need it, as for
    ///   [`TileMap::open`](TileMap::open): an error where it decides what is solid, else one of their
    ///   [`warnings`](TileMap::warnings).
    /// - If whole tiles are solid, tiles without an image have the size that the project states.
    ///
    /// Costs about 3 ns a byte of a project of LDtk, which is 0.2 µs a tile, and the decoding of the images.
    ///
    /// # Errors
    /// See [`LoadErrorKind`].
    ///
    /// [`LayerSet::named`]: crate::LayerSet::named
    /// [`MapObject`]: crate::tile::MapObject
    /// [`Properties`]: crate::tile::Properties
    /// [`Property::Object`]: crate::tile::Property::Object
    /// [`TileLayer`]: crate::TileLayer
    /// [`TileLayer::parallax`]: crate::TileLayer::parallax
    pub fn open(path: impl AsRef<Path>) -> Result<Self, LoadError> {
        Self::open_with(path, &ProjectOptions::default())
    }

    /// Opens a project like [`open`](Self::open), with options.
    ///
    /// # Errors
    /// Returns the errors of [`open`](Self::open), and [`LoadErrorKind::NoSuchName`] for a name in the options
    /// that the project does not have.
    pub fn open_with(path: impl AsRef<Path>, options: &ProjectOptions) -> Result<Self, LoadError> {
        Self::read(path, &Files, options)
    }

    /// Reads a project like [`open_with`](Self::open_with), from the files of a reader. The reader is not needed later.
    ///
    /// # Errors
    /// Returns the errors of [`open_with`](Self::open_with).
    pub fn read(path: impl AsRef<Path>, reader: &dyn AssetReader, options: &ProjectOptions) -> Result<Self, LoadError> {
        let path = path.as_ref();
        #[cfg(feature = "tmx")]
        if world::is_world(path, reader) {
            return world::read(path, reader, options).map(Self);
        }
        #[cfg(feature = "ldtk")]
        return ldtk::read(path, reader, options).map(Self);
        #[cfg(not(feature = "ldtk"))]
        {
            let what = "a project other than a world of Tiled";
            let remedy = "switch on the feature 'ldtk' of tileray in the program's Cargo.toml";
            Err(LoadError::new(path, LoadErrorKind::not_supported(what, remedy)))
        }
    }

    /// Returns whether a file that begins with these bytes looks like a project of LDtk or a world of Tiled. Only the
    /// first 4096 bytes count.
    ///
    /// ```
    /// use tileray::load::Project;
    ///
    /// assert!(Project::recognizes(br#"{ "__header__": { "fileType": "LDtk Project JSON" }, "levels": ["#));
    /// assert!(!Project::recognizes(b"<map version=\"1.10\""));
    /// ```
    #[must_use]
    pub fn recognizes(start: &[u8]) -> bool {
        [LDTK, WORLD].contains(&describe_content(start))
    }

    /// Returns the worlds, in the order of the file. There is at least one.
    pub fn worlds(&self) -> impl ExactSizeIterator<Item = &World> + DoubleEndedIterator + '_ {
        self.0.worlds.iter()
    }

    /// Returns the levels of all worlds, world after world, in the order of the file.
    pub fn levels(&self) -> impl ExactSizeIterator<Item = &Level> + DoubleEndedIterator + '_ {
        self.0.levels.iter()
    }

    /// Returns the index of a level by its name.
    ///
    /// # Errors
    /// [`LoadErrorKind::NoSuchName`], which lists the levels and suggests the most similar name.
    pub fn level_named(&self, name: &str) -> Result<usize, LoadError> {
        self.0.levels.iter().position(|level| level.name == name).ok_or_else(|| {
            let available: Vec<String> = self.0.levels.iter().map(|level| level.name.clone()).collect();
            let nearest = nearest_name(name, &available).map(str::to_owned);
            let kind = LoadErrorKind::NoSuchName { what: "level", name: name.to_owned(), nearest, available };
            LoadError::new(self.path(), kind)
        })
    }

    /// Makes the map of a level, by its index in [`levels`](Self::levels). Pixel `(0, 0)` is the level's top left corner.
    ///
    /// Costs about 0.1 µs a tile, and a pointer for each tile of the sets.
    ///
    /// # Errors
    /// [`LoadErrorKind::NoSuchIndex`]. Errors of the limits. The error of a level that cannot be read, and of a missing
    /// part that decides what is solid.
    pub fn map(&self, level: usize) -> Result<TileMap, LoadError> {
        let Some(found) = self.0.levels.get(level) else {
            let kind = LoadErrorKind::NoSuchIndex { what: "level", index: level, count: self.0.levels.len() };
            return Err(LoadError::new(self.path(), kind));
        };
        self.0.content.map(found, level)
    }

    /// Makes one map of all levels of a world, each at its position. `world` is the index in [`worlds`](Self::worlds).
    ///
    /// [`TileMap::add_map`] puts the map together, from the lowest depth to the greatest and in the order of the
    /// levels. So layers of one name become one, except where levels overlap. The tile size is the first level's, and
    /// the frame is the box around all levels.
    ///
    /// # Errors
    /// [`LoadErrorKind::NoSuchIndex`], the errors of [`map`](Self::map), and the errors of [`TileMap::add_map`] with
    /// the name of the level. With [`allow_missing`](crate::load::LoadOptions::allow_missing), levels that cannot be read
    /// are left out, with a warning that concerns all layers.
    pub fn world_map(&self, world: usize) -> Result<TileMap, LoadError> {
        self.region_map(world, Rect::new(IVec2::MIN, IVec2::MAX))
    }

    /// Makes one map of those levels of a world that overlap a region, like [`world_map`](Self::world_map). The region
    /// is in pixels of the world.
    ///
    /// Levels are taken whole. For a level without a size, such as an infinite map, its tiles count.
    ///
    /// # Errors
    /// Returns the errors of [`world_map`](Self::world_map).
    pub fn region_map(&self, world: usize, region: Rect) -> Result<TileMap, LoadError> {
        let Some(found) = self.0.worlds.get(world) else {
            let kind = LoadErrorKind::NoSuchIndex { what: "world", index: world, count: self.0.worlds.len() };
            return Err(LoadError::new(self.path(), kind));
        };
        let mut indices: Vec<usize> = found.levels.clone().collect();
        sort_by_key(&mut indices, |&index| self.0.levels[index].depth);
        let (mut merged, mut left_out): (Option<TileMap>, Vec<&LoadError>) = (None, Vec::new());
        for index in indices {
            let level = &self.0.levels[index];
            let has_size = !level.rect().is_empty();
            if has_size && level.rect().intersection(&region).is_empty() {
                continue;
            }
            if let Some(error) = self.0.content.fault(index).filter(|_| self.0.allow_missing) {
                left_out.push(error);
                continue;
            }
            let map = self.map(index)?;
            let bounds = map.bounds().translated(level.position);
            if !has_size && bounds.intersection(&region).is_empty() {
                continue;
            }
            let fail = |error| LoadError::new(self.path(), LoadErrorKind::Map(error));
            let all = match &mut merged {
                Some(all) => all,
                None => {
                    let mut all = TileMap::new(map.tile_size()).map_err(fail)?;
                    all.render_order = map.render_order;
                    merged.insert(all)
                }
            };
            let added = all.add_map(&map, level.position);
            added.map_err(|error| fail(error).within(format!("level '{}'", level.name)))?;
        }
        let empty = || TileMap::new(UVec2::splat(16));
        let merged = merged.map_or_else(empty, Ok);
        let mut merged = merged.map_err(|error| LoadError::new(self.path(), LoadErrorKind::Map(error)))?;
        if !left_out.is_empty() {
            left_out.iter().for_each(|error| merged.add_warning(error.to_string()));
            let paths = left_out.iter().flat_map(|error| [Some(error.path()), error.referencing_file()]);
            let paths: Vec<PathBuf> = paths.flatten().map(Path::to_owned).collect();
            merged.set_dependencies([merged.dependencies(), &paths].concat());
        }
        Ok(merged)
    }

    /// Makes the map of a level by its name, like [`map`](Self::map).
    ///
    /// # Errors
    /// Returns the errors of [`level_named`](Self::level_named) and of [`map`](Self::map).
    pub fn map_named(&self, name: &str) -> Result<TileMap, LoadError> {
        self.map(self.level_named(name)?)
    }

    /// Returns the levels that are missing or broken, a warning for each. [`map`](Self::map) of such a level returns its
    /// error. What a level lacks that can be read is in the [`warnings`](TileMap::warnings) of its map.
    ///
    /// The 65th warning, if there is one, stands for all further levels.
    #[must_use]
    pub fn warnings(&self) -> &[LoadWarning] {
        self.0.warnings.list()
    }

    /// Returns the path of the project's file.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.content.path()
    }
}

impl fmt::Debug for Project {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Project")
            .field("path", &self.path())
            .field("worlds", &self.0.worlds.iter().map(|world| &world.name).collect::<Vec<_>>())
            .field("levels", &self.0.levels.iter().map(|level| &level.name).collect::<Vec<_>>())
            .finish()
    }
}

/// Returns the name with the least edit distance, if that is at most a third of the letters.
fn nearest_name<'n>(name: &str, names: &'n [String]) -> Option<&'n str> {
    // The time grows with the product of the lengths, and names from files may be long.
    const LONGEST: usize = 64;
    let letters = |text: &str| text.to_lowercase().chars().take(LONGEST).collect::<Vec<char>>();
    let wanted = letters(name);
    let distances = names.iter().take(1 << 12).map(|name| (edit_distance(&wanted, &letters(name)), name));
    let (distance, nearest) = distances.min_by_key(|(distance, _)| *distance)?;
    (distance * 3 <= wanted.len().max(3)).then_some(nearest)
}

/// Returns the edit distance: the least number of letters to insert, remove or replace to turn one text into the other.
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, letter) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, other) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(letter != other);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_a_slip_away() {
        let names = ["Cellar", "Tower_1", "Tower_2", "Crossroads"].map(str::to_owned);
        let cases = [
            ("cellar", Some("Cellar")),
            ("Celar", Some("Cellar")),
            ("Tower2", Some("Tower_2")),
            ("Crosroad", Some("Crossroads")),
            ("Dungeon", None),
            ("", None),
        ];
        for (name, nearest) in cases {
            assert_eq!(nearest_name(name, &names), nearest, "{name}");
        }
    }
}
