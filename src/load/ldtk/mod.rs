//! Projects of the LDtk editor: `.ldtk`, with external levels in `.ldtkl`.
//!
//! ```text
//! project, levels ──parse──▶ raw ──LevelReader──▶ LevelContent ──LdtkProject::map──▶ TileMap
//! images ──decode, once──▶ SetContent ──────────────────────────────┘
//! ```
//!
//! Each text is parsed once, into typed values. What a file claims, such as the size of a layer, allocates nothing before
//! it is compared with the limits.

mod content;
mod map;
mod raw;
mod sets;

use super::content::describe_content;
use super::level::{Level, ProjectOptions, World, WorldLayout};
use super::reader::{NotingReader, TextDocument, read_file, resolve};
use super::{AssetReader, LoadError, LoadErrorKind, LoadLimits};
use content::{LevelContent, LevelReader, within_level};
use glam::{IVec2, ivec2, uvec2};
use raw::{RawHead, RawLevel, RawProject, parse, parse_color};
use sets::{ProjectClaims, SetContent, SetDefinitions};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a project of LDtk is described.
pub(super) const LDTK: &str = "an LDtk project";

/// The name of the only world of a project, as LDtk calls it.
const ONLY_WORLD: &str = "World";

/// The cells of a level without layers of tiles, where the project has no default.
const DEFAULT_GRID: u32 = 16;

/// A project that was read.
pub(super) struct ReadProject {
    pub(super) levels: Vec<Level>,
    pub(super) worlds: Vec<World>,
    pub(super) content: LdtkProject,
}

/// The content of a project's levels, and the tile sets that they use.
pub(super) struct LdtkProject {
    pub(super) path: PathBuf,
    /// The files that were read.
    files: Vec<PathBuf>,
    default_grid: u32,
    levels: Vec<LevelContent>,
    /// The tile sets in the order of the file, then those of IntGrid values.
    sets: Vec<SetContent>,
    /// What was read, for the limits.
    claims: ProjectClaims,
}

/// A world as it stands in the file.
struct RawWorldLevels<'d> {
    name: Arc<str>,
    layout: WorldLayout,
    levels: Vec<RawLevel<'d>>,
}

/// Reads a project, its external levels and the images of the tile sets that its levels use.
pub(super) fn read(path: &Path, reader: &dyn AssetReader, options: &ProjectOptions) -> Result<ReadProject, LoadError> {
    let reader = NotingReader::new(reader);
    let limits = &options.load.limits;
    let document = read_text(path.to_owned(), &reader, limits, LDTK)?;
    let raw = parse_project(&document)?;
    let default_grid = raw.default_grid_size.filter(|grid| (1..=0x1_0000).contains(grid)).unwrap_or(DEFAULT_GRID);
    let mut sets = SetDefinitions::new(path, raw.defs, options)?;

    // A project has levels of its own, or of several worlds.
    let mut worlds = Vec::new();
    let others = raw.worlds.unwrap_or_default();
    if !raw.levels.is_empty() || others.is_empty() {
        let layout = raw.world_layout.map_or(WorldLayout::Free, Into::into);
        worlds.push(RawWorldLevels { name: ONLY_WORLD.into(), layout, levels: raw.levels });
    }
    worlds.extend(others.into_iter().map(|world| RawWorldLevels {
        name: world.identifier.into(),
        layout: world.world_layout.map_or(WorldLayout::Free, Into::into),
        levels: world.levels,
    }));

    let files = read_level_files(path, worlds.iter().flat_map(|world| &world.levels), &reader, limits)?;
    let mut layers = Vec::with_capacity(files.len());
    for (level, file) in worlds.iter_mut().flat_map(|world| &mut world.levels).zip(&files) {
        let (text, level_layers) = match file {
            Some(file) => (file, parse::<RawLevel<'_>>(file)?.layer_instances),
            None => (&document, level.layer_instances.take()),
        };
        layers.push((text, level_layers.ok_or_else(|| no_layers(&text.path, level))?));
    }

    let mut content = LevelReader::new(&mut sets, layers.iter().map(|(_, layers)| layers));
    let mut read = Vec::with_capacity(layers.len());
    let mut all_worlds = Vec::with_capacity(worlds.len());
    let mut contents = Vec::with_capacity(layers.len());
    let mut layers = layers.into_iter();
    for world in &worlds {
        let first = read.len();
        let mut next = IVec2::ZERO;
        for (raw, (text, layers)) in world.levels.iter().zip(&mut layers) {
            let fail = |error: LoadError| error.within(within_level(&raw.identifier));
            let size = uvec2(raw.px_wid, raw.px_hei);
            let position = match world.layout {
                WorldLayout::LinearHorizontal | WorldLayout::LinearVertical => next,
                _ => ivec2(raw.world_x, raw.world_y),
            };
            match world.layout {
                WorldLayout::LinearHorizontal => next.x = next.x.saturating_add_unsigned(size.x),
                WorldLayout::LinearVertical => next.y = next.y.saturating_add_unsigned(size.y),
                _ => {}
            }
            let properties = content.properties(raw.field_instances.as_deref(), &text.path).map_err(fail)?;
            contents.push(content.level(&text.path, &raw.identifier, layers)?);
            read.push(Level {
                name: raw.identifier.clone(),
                iid: raw.iid.clone().unwrap_or_default(),
                world: world.name.clone(),
                position,
                depth: raw.world_depth.unwrap_or(0),
                size,
                background: raw.background.as_deref().and_then(parse_color),
                properties,
            });
        }
        all_worlds.push(World { name: world.name.clone(), layout: world.layout, levels: first..read.len() });
    }
    let (sets, claims) = sets.decode(&reader)?;
    let files = reader.into_opened();
    let content = LdtkProject { path: path.to_owned(), files, default_grid, levels: contents, sets, claims };
    Ok(ReadProject { levels: read, worlds: all_worlds, content })
}

/// Reads a text in UTF-8 that looks like JSON.
fn read_text(
    path: PathBuf,
    reader: &dyn AssetReader,
    limits: &LoadLimits,
    expected: &'static str,
) -> Result<TextDocument, LoadError> {
    let mut bytes = read_file(reader, &path, limits)?;
    if bytes.starts_with(b"\xef\xbb\xbf") {
        bytes.drain(..3);
    }
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        let remedy = match expected {
            LDTK => "name a file that LDtk saved as .ldtk",
            _ => "save the project again in LDtk, which writes its levels anew",
        };
        return Err(LoadError::new(&path, LoadErrorKind::NotLdtk { found: describe_content(&bytes), remedy }));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(TextDocument { path, text }),
        Err(error) => {
            let valid = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(&error.as_bytes()[..valid]).into_owned();
            let kind = LoadErrorKind::LdtkJson { detail: "it is not UTF-8".into() };
            Err(TextDocument { path, text }.error(valid, kind))
        }
    }
}

/// Parses a project. What cannot be parsed may be of an old version, or another file of LDtk or of another program.
fn parse_project(document: &TextDocument) -> Result<RawProject<'_>, LoadError> {
    let project = parse::<RawProject<'_>>(document);
    let old = |version: &str| {
        let is_old = version.split('.').next().is_none_or(|major| major.parse::<u32>().unwrap_or(0) == 0);
        is_old.then(|| LoadErrorKind::LdtkVersion { found: super::error::shortened(version) })
    };
    let fail = |kind| LoadError::new(&document.path, kind);
    match project {
        Ok(project) => match old(&project.json_version) {
            Some(kind) => Err(fail(kind)),
            None => Ok(project),
        },
        Err(error) => match parse::<RawHead<'_>>(document) {
            Ok(RawHead { json_version: Some(version), defs: Some(_), .. }) => Err(old(&version).map_or(error, fail)),
            Ok(RawHead { layer_instances: Some(_), .. }) => Err(fail(LoadErrorKind::NotLdtk {
                found: "a level of an LDtk project",
                remedy: "name the project, the .ldtk that lists the level",
            })),
            Ok(RawHead { json_version: None, .. }) => Err(fail(LoadErrorKind::NotLdtk {
                found: "a JSON document without a version of LDtk",
                remedy: "name a file that LDtk saved as .ldtk",
            })),
            _ => Err(error),
        },
    }
}

/// Reads the files of the levels that have one. No two may share one, as it would be parsed for each.
fn read_level_files<'r>(
    project: &Path,
    levels: impl Iterator<Item = &'r RawLevel<'r>>,
    reader: &dyn AssetReader,
    limits: &LoadLimits,
) -> Result<Vec<Option<TextDocument>>, LoadError> {
    let mut users: HashMap<PathBuf, &str> = HashMap::new();
    levels
        .map(|level| {
            let reference = match (&level.layer_instances, &level.external_rel_path) {
                (None, Some(reference)) => reference,
                _ => return Ok(None),
            };
            let path = resolve(project, reference);
            let element = within_level(&level.identifier);
            if let Some(other) = users.insert(path.clone(), &level.identifier) {
                let detail = format!("its file is that of level '{}', too", super::error::shortened(other));
                let kind = LoadErrorKind::LdtkContent { detail, remedy: "save the project again in LDtk" };
                return Err(LoadError::new(project, kind).within(element));
            }
            let text = read_text(path, reader, limits, "a level");
            text.map(Some).map_err(|error| error.referenced_by(project, None, element))
        })
        .collect()
}

fn no_layers(path: &Path, level: &RawLevel<'_>) -> LoadError {
    let detail = "it has no layers, neither here nor in a file of its own".into();
    let kind = LoadErrorKind::LdtkContent { detail, remedy: "save the project again in LDtk" };
    LoadError::new(path, kind).within(within_level(&level.identifier))
}
