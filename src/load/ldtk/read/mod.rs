//! Reading: the project, its external levels and the images become what is kept.

mod sets;

use super::model::{LayerContent, LayerTiles, LayerValues, LdtkProject, LevelContent, ObjectContent, at, within_level};
use super::raw::{RawEntity, RawField, RawHead, RawLayer, RawLayerKind, RawLevel, RawProject, parse, parse_color};
use crate::geometry::Bound;
use crate::load::error::shortened;
use crate::load::input::content::{LDTK, describe_content};
use crate::load::input::{NotingReader, TextDocument, is_json_object, resolve};
use crate::load::level::{Level, ProjectOptions, World, WorldLayout};
use crate::load::limits::Count;
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadLimits};
use crate::tile::{Properties, Property};
use glam::{DVec2, IVec2, dvec2, ivec2, uvec2, vec2};
use sets::SetDefinitions;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The name of the only world of a project, as LDtk calls it.
const ONLY_WORLD: &str = "World";

/// The cells of a level without layers of tiles, where the project has no default.
const DEFAULT_GRID: u32 = 16;

/// A project that was read.
pub(in crate::load) struct ReadProject {
    pub(in crate::load) levels: Vec<Level>,
    pub(in crate::load) worlds: Vec<World>,
    pub(in crate::load) content: LdtkProject,
}

/// A world as it stands in the file.
struct RawWorldLevels<'d> {
    name: Arc<str>,
    layout: WorldLayout,
    levels: Vec<RawLevel<'d>>,
}

/// Reads a project, its external levels and the images of the tile sets that its levels use.
pub(in crate::load) fn read(
    path: &Path,
    reader: &dyn AssetReader,
    options: &ProjectOptions,
) -> Result<ReadProject, LoadError> {
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
        let layout = raw.world_layout.map_or(WorldLayout::Free, |layout| layout.0);
        worlds.push(RawWorldLevels { name: ONLY_WORLD.into(), layout, levels: raw.levels });
    }
    worlds.extend(others.into_iter().map(|world| RawWorldLevels {
        name: world.identifier.into(),
        layout: world.world_layout.map_or(WorldLayout::Free, |layout| layout.0),
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
    let (sets, budget) = sets.decode(&reader)?;
    let files = reader.into_opened();
    let content = LdtkProject { path: path.to_owned(), files, default_grid, levels: contents, sets, budget };
    Ok(ReadProject { levels: read, worlds: all_worlds, content })
}

/// Reads a text in UTF-8 that looks like JSON.
fn read_text(
    path: PathBuf,
    reader: &dyn AssetReader,
    limits: &LoadLimits,
    expected: &'static str,
) -> Result<TextDocument, LoadError> {
    let check = |bytes: &[u8]| match is_json_object(bytes) {
        true => Ok(()),
        false => {
            let remedy = match expected {
                LDTK => "name a file that LDtk saved as .ldtk",
                _ => "save the project again in LDtk, which writes its levels anew",
            };
            Err(LoadErrorKind::NotLdtk { found: describe_content(bytes), remedy })
        }
    };
    let not_utf8 = LoadErrorKind::LdtkJson { detail: "it is not UTF-8".into() };
    TextDocument::read(reader, path, limits, check, not_utf8)
}

/// Parses a project. What cannot be parsed may be of an old version, or another file of LDtk or of another program.
fn parse_project(document: &TextDocument) -> Result<RawProject<'_>, LoadError> {
    let project = parse::<RawProject<'_>>(document);
    let old = |version: &str| {
        let is_old = version.split('.').next().is_none_or(|major| major.parse::<u32>().unwrap_or(0) == 0);
        is_old.then(|| LoadErrorKind::LdtkVersion { found: shortened(version) })
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
                let detail = format!("its file is that of level '{}', too", shortened(other));
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

/// The reader of levels: it counts what they have, and numbers their entities.
struct LevelReader<'s, 'p> {
    sets: &'s mut SetDefinitions<'p>,
    /// The object numbers of the entities of all levels.
    ids: HashMap<String, u32>,
    next_id: u32,
}

impl<'s, 'p> LevelReader<'s, 'p> {
    /// Numbers the entities of all levels, in the order in which [`level`](Self::level) will come to them.
    fn new<'l, 'd: 'l>(sets: &'s mut SetDefinitions<'p>, layers: impl Iterator<Item = &'l Vec<RawLayer<'d>>>) -> Self {
        let mut ids = HashMap::new();
        let mut next_id = 1;
        for layer in layers.flat_map(|layers| layers.iter().rev()).filter(|layer| layer.kind == RawLayerKind::Entities)
        {
            for entity in layer.entity_instances.iter().flatten() {
                ids.entry(entity.iid.clone()).or_insert(next_id);
                next_id += 1;
            }
        }
        Self { sets, ids, next_id: 1 }
    }

    /// Reads custom fields.
    fn properties(&mut self, fields: Option<&[RawField<'_>]>, path: &Path) -> Result<Properties, LoadError> {
        let read = self.fields(fields.unwrap_or_default());
        Ok(read.map_err(|kind| LoadError::new(path, kind))?.into_iter().collect())
    }

    fn fields(&mut self, fields: &[RawField<'_>]) -> Result<Vec<(String, Property)>, LoadErrorKind> {
        let mut properties = Vec::new();
        for field in fields {
            let before = properties.len();
            field.add_to(&mut properties, &self.ids);
            self.sets.budget.take(Count::Properties, (properties.len() - before) as u64)?;
        }
        Ok(properties)
    }

    /// Reads the layers of a level, which the file has from front to back.
    fn level(&mut self, path: &Path, name: &str, layers: Vec<RawLayer<'_>>) -> Result<LevelContent, LoadError> {
        let mut read = Vec::with_capacity(layers.len());
        for layer in layers.into_iter().rev().filter(|layer| layer.kind != RawLayerKind::Unknown) {
            let element = format!("{}, layer '{}'", within_level(name), shortened(&layer.identifier));
            let content = self.layer(layer).map_err(|(within, kind)| {
                let element = within.map_or(element.clone(), |within| format!("{element}, {within}"));
                LoadError::new(path, kind).within(element)
            })?;
            read.push(content);
        }
        Ok(LevelContent { layers: read })
    }

    fn layer(&mut self, layer: RawLayer<'_>) -> Result<LayerContent, (Option<String>, LoadErrorKind)> {
        let fail = |kind| (None, kind);
        let wrong = |detail, remedy| (None, LoadErrorKind::LdtkContent { detail, remedy });
        if layer.grid == 0 || layer.grid > 0x1_0000 {
            let detail = format!("its cells have a side of {} pixels, not of 1 to 65536", layer.grid);
            return Err(wrong(detail, "choose another grid size in LDtk"));
        }
        let Some(definition) = self.sets.layers.get(&layer.definition) else {
            let detail = format!("the project has no definition of the number {} for it", layer.definition);
            return Err(wrong(detail, "save the project again in LDtk"));
        };
        let [pivot_x, pivot_y] =
            [definition.tile_pivot_x, definition.tile_pivot_y].map(|pivot| pivot.unwrap_or(0.0).within(0.0, 1.0));
        // In LDtk 0 is the speed of the camera, and 1 stands still.
        let speed = |factor: Option<f64>| 1.0 - factor.unwrap_or(0.0).within(-1.0, 1.0) as f32;
        let parallax = vec2(speed(definition.parallax_factor_x), speed(definition.parallax_factor_y));
        let offset = ivec2(layer.offset_x, layer.offset_y);

        let mut tiles = match layer.kind {
            RawLayerKind::Tiles => layer.grid_tiles,
            RawLayerKind::AutoLayer | RawLayerKind::IntGrid => layer.auto_layer_tiles,
            RawLayerKind::Entities | RawLayerKind::Unknown => None,
        }
        .unwrap_or_default();
        self.sets.budget.take(Count::Cells, tiles.len() as u64).map_err(fail)?;
        let set = match layer.tile_set {
            Some(number) if layer.kind != RawLayerKind::Entities => self.sets.image_set(number).map_err(fail)?,
            _ => None,
        };
        match set {
            Some(set) => {
                self.sets.claim_drawn(set, &tiles).map_err(fail)?;
                self.sets.use_tiles(set, &tiles).map_err(|(tile, kind)| (Some(at(tile.px)), kind))?;
            }
            None => tiles.clear(),
        }
        let has_tiles = match layer.kind {
            RawLayerKind::Tiles | RawLayerKind::AutoLayer => true,
            RawLayerKind::IntGrid => set.is_some(),
            RawLayerKind::Entities | RawLayerKind::Unknown => false,
        };
        let tiles = has_tiles.then(|| LayerTiles { set, tiles, solid: self.sets.solid_tiles() });

        let values = match layer.kind {
            RawLayerKind::IntGrid => {
                let values = layer.values.unwrap_or_default();
                let expected = u64::from(layer.columns) * u64::from(layer.rows);
                if values.len() as u64 != expected {
                    let detail = format!("it has {} values for {expected} cells", values.len());
                    return Err(wrong(detail, "save the project again in LDtk"));
                }
                self.sets.budget.take(Count::Cells, expected).map_err(fail)?;
                let used = values.iter().filter(|value| **value != 0).count();
                self.sets.claim_drawn_squares(used, layer.grid).map_err(fail)?;
                let set = self.sets.use_values(layer.definition, layer.grid, &values);
                Some(LayerValues { set, values, solid: self.sets.solid_values() })
            }
            _ => None,
        };
        let objects = match layer.kind {
            RawLayerKind::Entities => {
                let entities = layer.entity_instances.unwrap_or_default();
                self.sets.budget.take(Count::Objects, entities.len() as u64).map_err(fail)?;
                let object = |entity: RawEntity<'_>| {
                    let place = format!("entity '{}' {}", shortened(&entity.identifier), at(entity.px));
                    self.object(entity, offset.as_dvec2()).map_err(|kind| (Some(place), kind))
                };
                Some(entities.into_iter().map(object).collect::<Result<_, _>>()?)
            }
            _ => None,
        };
        Ok(LayerContent {
            name: layer.identifier,
            visible: layer.visible.unwrap_or(true),
            grid: layer.grid,
            size: uvec2(layer.columns, layer.rows),
            offset,
            parallax,
            pivot: dvec2(pivot_x, pivot_y),
            tiles,
            values,
            objects,
        })
    }

    fn object(&mut self, entity: RawEntity<'_>, offset: DVec2) -> Result<ObjectContent, LoadErrorKind> {
        let (position, size) = (entity.corner() + offset, entity.size());
        let tile = match entity.tile {
            Some(part) => self.sets.image_set(part.tile_set)?.map(|set| (set, self.sets.use_part(set, part))),
            None => None,
        };
        let id = self.next_id;
        self.next_id += 1;
        // A field of the same name counts.
        let mut properties = vec![("iid".to_owned(), Property::String(entity.iid))];
        properties.extend(self.fields(entity.field_instances.as_deref().unwrap_or_default())?);
        let class = entity.identifier;
        Ok(ObjectContent { id, class, position, size, tile, properties: properties.into_iter().collect() })
    }
}
