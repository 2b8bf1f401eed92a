//! The level of a map.

use crate::Game;
use std::io::{self, ErrorKind};
use std::path::Path;
use tileray::glam::{IVec2, UVec2, ivec2};
use tileray::load::{AssetReader, Files, LoadOptions};
use tileray::terrain::TerrainError;
use tileray::tile::LayerNameError;
use tileray::{LayerMask, LayerSet, LoadError, Terrain, TileLayer, TileMap};

/// A level that can be played: solid in it are the layers that the map declares so, and those of the group `game`.
#[derive(Clone, Debug)]
pub struct Level {
    /// The terrain before any digging.
    pub terrain: Terrain,
    /// The solid layers. They are drawn even where the map hides them.
    pub solid: LayerSet,
    /// The hero's top left corner at the start.
    pub spawn: IVec2,
}

/// The error of a level that cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum LevelError {
    /// A file of the map cannot be read.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// The layers cannot be told apart.
    #[error("{map}: {error}")]
    Layer {
        /// The map.
        map: String,
        /// The reason.
        error: LayerNameError,
    },
    /// The map is too large.
    #[error("{map}: {error}")]
    Terrain {
        /// The map.
        map: String,
        /// The reason.
        error: TerrainError,
    },
    /// The picture of the map does not fit into one texture.
    #[error(
        "{map}: the map has {size} pixels, and a texture at most {most}×{most}: take a smaller one",
        most = Level::MOST_SIDE
    )]
    Large {
        /// The map.
        map: String,
        /// Its pixels across and down.
        size: UVec2,
    },
    /// The map has no spawn point.
    #[error("{map} has no object of class 'spawn': add a point where the hero stands")]
    NoSpawn {
        /// The map.
        map: String,
    },
    /// The hero would begin inside rock.
    #[error("{map}: the hero has no room at the spawn point {feet}: move it to a free place")]
    Buried {
        /// The map.
        map: String,
        /// The spawn point.
        feet: IVec2,
    },
}

/// The files of the cave, which are part of the program: it runs on a web page as on a desktop.
const CAVE: [(&str, &[u8]); 9] = [
    ("maps/cave.tmx", include_bytes!("../../../maps/cave.tmx")),
    ("assets/cave.tsx", include_bytes!("../../../assets/cave.tsx")),
    ("assets/cave.png", include_bytes!("../../../assets/cave.png")),
    ("assets/cave-back.tsx", include_bytes!("../../../assets/cave-back.tsx")),
    ("assets/cave-back.png", include_bytes!("../../../assets/cave-back.png")),
    ("assets/cave-props.tsx", include_bytes!("../../../assets/cave-props.tsx")),
    ("assets/cave-props.png", include_bytes!("../../../assets/cave-props.png")),
    ("assets/machines.tsx", include_bytes!("../../../assets/machines.tsx")),
    ("assets/machines.png", include_bytes!("../../../assets/machines.png")),
];

impl Level {
    /// The most pixels of a level across and down: what a texture holds on most machines.
    pub const MOST_SIDE: u32 = 8192;

    /// Reads the cave from the program itself.
    ///
    /// # Errors
    /// None with the cave of the repository.
    pub fn cave() -> Result<Self, LevelError> {
        let files = |path: &Path| -> io::Result<&[u8]> {
            let found = CAVE.iter().find(|(name, _)| Path::new(name) == path);
            found.map(|(_, bytes)| *bytes).ok_or_else(|| ErrorKind::NotFound.into())
        };
        Self::read(Path::new("maps/cave.tmx"), &files)
    }

    /// Reads a map from a disk.
    ///
    /// # Errors
    /// As [`read`](Self::read).
    pub fn open(map: &Path) -> Result<Self, LevelError> {
        Self::read(map, &Files)
    }

    /// Reads a map.
    ///
    /// # Errors
    /// [`LevelError`] names the map, what is wrong with it, and what to do.
    pub fn read(path: &Path, reader: &dyn AssetReader) -> Result<Self, LevelError> {
        let map = TileMap::read(path, reader, &LoadOptions::default().with_images(true))?;
        let name = || path.display().to_string();
        let size = map.bounds().size();
        if size.max_element() > Self::MOST_SIDE {
            return Err(LevelError::Large { map: name(), size });
        }
        let solid = map
            .layers()
            .filter(|layer| layer.is_solid_by_default() || layer.path().starts_with("game/"));
        let solid = LayerSet::named(&map, solid.map(TileLayer::path))
            .map_err(|error| LevelError::Layer { map: name(), error })?;
        let terrain = Terrain::from_layers(&map, &solid)
            .map_err(|error| LevelError::Terrain { map: name(), error })?;
        let spawn = map.objects().find(|object| object.class() == "spawn");
        let spawn = spawn.ok_or_else(|| LevelError::NoSpawn { map: name() })?;
        let feet = spawn.position().floor().as_ivec2();
        let level = Self { terrain, solid, spawn: feet - ivec2(6, 20) };
        let hero = level.start().hero;
        if level.terrain.overlap(hero.shape().mask(), hero.position(), LayerMask::ALL).is_some() {
            return Err(LevelError::Buried { map: name(), feet });
        }
        Ok(level)
    }

    /// Returns the game at its start.
    pub fn start(&self) -> Game {
        Game::new(self.terrain.clone(), self.spawn).expect("the shapes of the game have pixels")
    }
}
