//! Levels: assets with a map and its terrain, and the component that puts one into the world.

use crate::files::AssetFiles;
use crate::terrain::TileTerrain;
use bevy_asset::io::Reader;
use bevy_asset::{AsAssetId, Asset, AssetEvent, AssetId, AssetLoader, Assets, Handle, LoadContext};
use bevy_ecs::name::Name;
use bevy_ecs::prelude::*;
use bevy_log::error;
use bevy_reflect::{Reflect, TypePath};
use bevy_transform::components::Transform;
use tileray::load::{LoadOptions, Project, ProjectOptions};
use tileray::terrain::TerrainError;
use tileray::tile::TileMapError;
use tileray::{LayerSet, LoadError, Terrain, TileMap};

/// A level: a tile map, and the terrain of its solid layers.
///
/// Bevy's [`AssetServer`](bevy_asset::AssetServer) loads it from maps of Tiled (`.tmx`, `.tmj`), projects of LDtk (`.ldtk`)
/// and pictures (PNG; solid where they are not transparent). All files are read through Bevy, so it works on the web, from
/// archives and embedded; each file that a map names is a dependency, and where Bevy watches files, a level is loaded anew
/// when one of them is saved.
///
/// A project of LDtk is its whole first world; `project.ldtk#Level_0` is one of its levels. [`LevelSettings`] tell what is
/// solid.
#[derive(Asset, Clone, Debug, TypePath)]
pub struct TileLevelAsset {
    map: TileMap,
    terrain: Terrain,
}

impl TileLevelAsset {
    /// Creates a level of a map, from the layers that are solid by default.
    ///
    /// # Errors
    /// [`TerrainError`] for a map whose terrain would be too large.
    pub fn new(map: TileMap) -> Result<Self, TerrainError> {
        let terrain = Terrain::from_layers(&map, &LayerSet::solid(&map))?;
        Ok(Self { map, terrain })
    }

    /// Returns the map: layers, objects such as spawn points, properties.
    #[must_use]
    pub const fn map(&self) -> &TileMap {
        &self.map
    }

    /// Returns the terrain as it was loaded.
    #[must_use]
    pub const fn terrain(&self) -> &Terrain {
        &self.terrain
    }
}

/// Puts a level into the world: inserts its [`TileTerrain`] when it is loaded.
///
/// The top left corner of the map's pixel `(0, 0)` lies at the entity, and the map goes down from there.
///
/// Where the asset is loaded anew, the terrain takes over what changed in the file; what was carved elsewhere stays. With
/// another handle it becomes the other level.
#[derive(Clone, Component, Debug, Reflect)]
#[reflect(Component, Clone, Debug)]
#[require(Transform)]
pub struct TileLevel(pub Handle<TileLevelAsset>);

impl AsAssetId for TileLevel {
    type Asset = TileLevelAsset;

    fn as_asset_id(&self) -> AssetId<TileLevelAsset> {
        self.0.id()
    }
}

/// Options of a level: which pixels are solid, and the limits on its files.
///
/// ```no_run
/// use bevy_asset::{AssetServer, Handle};
/// use bevy_tileray::{LevelSettings, TileLevelAsset};
/// use tileray::solidity::AlphaThreshold;
///
/// fn load(server: &AssetServer) -> Handle<TileLevelAsset> {
///     let rule = AlphaThreshold::at_least(128);
///     let change = move |settings: &mut LevelSettings| settings.0.load = settings.0.load.rule(rule);
///     server.load_builder().with_settings(change).load("island.png")
/// }
/// ```
#[derive(Clone, Debug, PartialEq, serde::Deserialize, serde::Serialize)]
pub struct LevelSettings(pub ProjectOptions);

impl Default for LevelSettings {
    /// Returns the library's options; tiles keep their pictures where the plugin can draw.
    fn default() -> Self {
        Self(ProjectOptions::from(LoadOptions::default().keep_images(cfg!(feature = "draw"))))
    }
}

/// Why a level cannot be loaded.
#[derive(Debug, thiserror::Error)]
pub enum LevelError {
    /// A file is missing or wrong; the error names it, the place and the remedy.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// Bevy cannot read a file.
    #[error("{path}: cannot be read: {message}")]
    Read {
        /// The asset.
        path: String,
        /// What Bevy says.
        message: String,
    },
    /// The terrain would be too large.
    #[error(transparent)]
    Terrain(#[from] TerrainError),
    /// A picture does not make a map.
    #[error(transparent)]
    Picture(#[from] TileMapError),
}

/// The loader of [`TileLevelAsset`]s.
#[derive(Debug, Default, TypePath)]
pub(crate) struct LevelLoader;

impl AssetLoader for LevelLoader {
    type Asset = TileLevelAsset;
    type Settings = LevelSettings;
    type Error = LevelError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        LevelSettings(options): &LevelSettings,
        context: &mut LoadContext<'_>,
    ) -> Result<TileLevelAsset, LevelError> {
        let path = context.path().path().to_owned();
        let mut files = AssetFiles::of(reader, context).await?;
        let is_picture = files.main().starts_with(b"\x89PNG");
        if is_picture {
            let (mask, image) = (files.mask(&options.load)?, files.image(&options.load)?);
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            return Ok(TileLevelAsset::new(TileMap::from_picture(&name, mask, image)?)?);
        }
        if !Project::recognizes(files.main()) {
            let map = files.read(context, |files| TileMap::read(&path, files, &options.load)).await?;
            return Ok(TileLevelAsset::new(map)?);
        }
        // Making a map reads pictures too, so all maps are made while missing files are still fetched.
        let (levels, world) = files
            .read(context, |files| {
                let project = Project::read(&path, files, options)?;
                let level =
                    |(index, level): (usize, &tileray::load::Level)| Ok((level.name.clone(), project.map(index)?));
                let levels = project.levels().enumerate().map(level).collect::<Result<Vec<_>, LoadError>>()?;
                let world = if project.worlds().len() > 0 { project.world_map(0)? } else { project.map(0)? };
                Ok((levels, world))
            })
            .await?;
        for (name, map) in levels {
            context.add_labeled_asset(name, TileLevelAsset::new(map)?);
        }
        Ok(TileLevelAsset::new(world)?)
    }

    fn extensions(&self) -> &[&str] {
        &["tmx", "tmj", "ldtk"]
    }
}

/// Inserts the terrain of levels that are loaded or have another handle.
pub(crate) fn place_levels(
    mut commands: Commands,
    levels: Res<Assets<TileLevelAsset>>,
    placed: Query<(Entity, Ref<TileLevel>, Has<TileTerrain>)>,
) {
    for (entity, level, has_terrain) in &placed {
        if has_terrain && !level.is_changed() {
            continue;
        }
        match levels.get(&level.0) {
            Some(asset) => {
                commands.entity(entity).insert(TileTerrain::from(asset.terrain.clone()));
            }
            // It is still being loaded; what was there before must not be taken for it.
            None if has_terrain => {
                commands.entity(entity).remove::<TileTerrain>();
            }
            None => {}
        }
    }
}

/// Brings the terrain of levels up to date that were loaded anew.
pub(crate) fn update_levels(
    mut events: MessageReader<AssetEvent<TileLevelAsset>>,
    levels: Res<Assets<TileLevelAsset>>,
    mut placed: Query<(Entity, Option<&Name>, &TileLevel, &mut TileTerrain)>,
) {
    for event in events.read() {
        let AssetEvent::Modified { id } = event else { continue };
        let Some(asset) = levels.get(*id) else { continue };
        for (entity, name, _, mut terrain) in placed.iter_mut().filter(|(_, _, level, _)| level.0.id() == *id) {
            if let Err(error) = terrain.reload(&asset.map) {
                let place = crate::frame::describe(entity, name);
                error!("the terrain of {place} keeps its old level: {error}");
            }
        }
    }
}
