//! Reading: the project, its external levels and its images become the model.

mod sets;

use super::model::{LayerContent, LayerTiles, LayerValues, LdtkProject, LevelContent, ObjectContent, at, within_level};
use super::raw::{HEAD, LEVEL, PROJECT, RawRect, SAVE_AGAIN, add_field, json_fault, layout_of, parse, parse_color};
use crate::geometry::Bound;
use crate::load::error::shortened;
use crate::load::input::{LDTK, NotingReader, TextDocument, resolve};
use crate::load::json::{Object, Value};
use crate::load::level::{Level, ProjectOptions, ReadProject, World, WorldLayout};
use crate::load::limits::Count;
use crate::load::{AssetReader, LoadError, LoadErrorKind, LoadLimits};
use crate::tile::{MapObject, ObjectShape, Property};
use glam::{DVec2, IVec2, dvec2, ivec2, uvec2, vec2};
use sets::SetDefinitions;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The remedy for a file that is not a project.
const NAME_A_PROJECT: &str = "name a file that LDtk saved as .ldtk";

/// The name of the only world of a project, as LDtk calls it.
const ONLY_WORLD: &str = "World";

/// The side of the cells of a level without tile layers, if the project has no default.
const DEFAULT_GRID: u32 = 16;

/// Reads a project, its external levels and the images of the tile sets that its levels use.
pub(in crate::load) fn read(
    path: &Path,
    reader: &dyn AssetReader,
    options: &ProjectOptions,
) -> Result<ReadProject, LoadError> {
    let reader = NotingReader::new(reader);
    let limits = &options.load.limits;
    let document = TextDocument::read_json(&reader, path.to_owned(), limits, [LDTK, NAME_A_PROJECT], json_fault)?;
    let mut raw = parse_project(&document)?;
    let default_grid = Some(raw.whole("defaultGridSize")).filter(|grid| (1..=0x1_0000).contains(grid));
    let mut sets = SetDefinitions::new(path, raw.take("defs"), options)?;

    // A project has levels of its own, or several worlds with levels.
    let mut worlds = raw.take_objects("worlds").unwrap_or_default();
    if worlds.is_empty() || !raw.objects("levels").is_empty() {
        worlds.insert(0, raw);
    }
    let mut raw_levels: Vec<_> =
        worlds.iter_mut().map(|world| world.take_objects("levels").unwrap_or_default()).collect();
    let files = read_level_files(path, raw_levels.iter().flatten(), &reader, limits)?;
    let mut layers = Vec::with_capacity(files.len());
    for (level, file) in raw_levels.iter_mut().flatten().zip(&files) {
        let (text, level_layers) = match file {
            Some(Ok(file)) => (file, parse(file, LEVEL).map(|mut level| level.take_objects("layerInstances"))),
            Some(Err(error)) => (&document, Err(error.clone())),
            None => (&document, Ok(level.take_objects("layerInstances"))),
        };
        layers.push((text, level_layers.and_then(|layers| layers.ok_or_else(|| no_layers(&text.path, level)))));
    }

    let all_layers = layers.iter().flat_map(|(_, layers)| layers.as_deref().unwrap_or_default().iter().rev());
    let mut content = LevelReader::new(&mut sets, all_layers);
    let mut read = Vec::with_capacity(layers.len());
    let mut all_worlds = Vec::with_capacity(worlds.len());
    let mut contents = Vec::with_capacity(layers.len());
    let mut layers = layers.into_iter();
    for (world, levels) in worlds.iter().zip(&raw_levels) {
        let (name, layout): (Arc<str>, _) =
            (world.find_text("identifier").unwrap_or(ONLY_WORLD).into(), layout_of(world));
        let first = read.len();
        let mut next = IVec2::ZERO;
        for (raw, (text, layers)) in levels.iter().zip(&mut layers) {
            let level_name = raw.text("identifier");
            let size = uvec2(raw.whole("pxWid"), raw.whole("pxHei"));
            let position = match layout {
                WorldLayout::LinearHorizontal | WorldLayout::LinearVertical => next,
                _ => ivec2(raw.whole("worldX"), raw.whole("worldY")),
            };
            match layout {
                WorldLayout::LinearHorizontal => next.x = next.x.saturating_add_unsigned(size.x),
                WorldLayout::LinearVertical => next.y = next.y.saturating_add_unsigned(size.y),
                _ => {}
            }
            let properties = content
                .fields(raw)
                .map_err(|kind| LoadError::new(&text.path, kind).within(within_level(level_name)))?;
            let layers = match layers.and_then(|layers| content.level(&text.path, level_name, layers)) {
                Err(error) if error.is_limit() => return Err(error),
                layers => layers,
            };
            contents.push(layers.map(|layers| LevelContent { path: text.path.clone(), layers }));
            read.push(Level {
                name: level_name.to_owned(),
                iid: raw.text("iid").to_owned(),
                world: name.clone(),
                position,
                depth: raw.whole("worldDepth"),
                size,
                background: parse_color(raw.text("__bgColor")),
                properties: properties.into_iter().collect(),
            });
        }
        all_worlds.push(World { name, layout, levels: first..read.len() });
    }
    let (sets, budget) = sets.decode(&reader)?;
    let files = reader.into_opened();
    let default_grid = default_grid.unwrap_or(DEFAULT_GRID);
    let content = LdtkProject {
        path: path.to_owned(),
        options: options.load,
        files,
        default_grid,
        levels: contents,
        sets,
        budget,
    };
    Ok(ReadProject::new(read, all_worlds, Arc::new(content), &options.load))
}

/// Parses a project. If that fails, says whether the file is of an old version, another file of LDtk, or of another
/// program.
fn parse_project(document: &TextDocument) -> Result<Object<'_>, LoadError> {
    let old = |version: &str| {
        let is_old = version.split('.').next().is_none_or(|major| major.parse::<u32>().unwrap_or(0) == 0);
        let what = || format!("a project of LDtk {}, before 1.0,", shortened(version));
        is_old.then(|| LoadErrorKind::not_supported(what(), "open it in a current LDtk and save it"))
    };
    let fail = |kind| LoadError::new(&document.path, kind);
    let error = match parse(document, PROJECT) {
        Ok(project) => return old(project.text("jsonVersion")).map_or(Ok(project), |kind| Err(fail(kind))),
        Err(error) => error,
    };
    let Ok(head) = parse(document, HEAD) else { return Err(error) };
    let (found, remedy) = match head.find_text("jsonVersion") {
        Some(version) if head.get("defs").is_some() => return Err(old(version).map_or(error, fail)),
        _ if head.get("layerInstances").is_some() => {
            ("a level of an LDtk project", "name the project, the .ldtk that lists the level")
        }
        None => ("a JSON document without a version of LDtk", NAME_A_PROJECT),
        Some(_) => return Err(error),
    };
    Err(fail(LoadErrorKind::WrongFile { found, expected: LDTK, remedy }))
}

/// Reads the files of levels in files of their own; a file that cannot be read is an error of its level. Two levels may
/// not share a file, as it would be parsed for each.
fn read_level_files<'r>(
    project: &Path,
    levels: impl Iterator<Item = &'r Object<'r>>,
    reader: &dyn AssetReader,
    limits: &LoadLimits,
) -> Result<Vec<Option<Result<TextDocument, LoadError>>>, LoadError> {
    let mut users: HashMap<PathBuf, &str> = HashMap::new();
    levels
        .map(|level| {
            let reference = match (level.get("layerInstances"), level.find_text("externalRelPath")) {
                (None, Some(reference)) => reference,
                _ => return Ok(None),
            };
            let path = resolve(project, reference);
            let name = level.text("identifier");
            let element = within_level(name);
            if let Some(other) = users.insert(path.clone(), name) {
                let detail = format!("it has the same file as level '{}'", shortened(other));
                return Err(LoadError::new(project, LoadErrorKind::content(detail, SAVE_AGAIN)).within(element));
            }
            let remedy = "save the project again in LDtk, which writes its levels anew";
            let text = TextDocument::read_json(reader, path, limits, [LDTK, remedy], json_fault);
            match text.map_err(|error| error.referenced_by(project, None, element)) {
                Err(error) if error.is_limit() => Err(error),
                text => Ok(Some(text)),
            }
        })
        .collect()
}

/// Returns the entities of a layer of entities.
fn entities<'l, 'd>(layer: &'l Object<'d>) -> &'l [Object<'d>] {
    if layer.text("__type") == "Entities" { layer.objects("entityInstances") } else { &[] }
}

fn is_visible(layer: &Object<'_>) -> bool {
    !matches!(layer.get("visible"), Some(Value::Flag(false)))
}

fn no_layers(path: &Path, level: &Object<'_>) -> LoadError {
    let kind = LoadErrorKind::content("it has no layers, neither here nor in a file of its own", SAVE_AGAIN);
    LoadError::new(path, kind).within(within_level(level.text("identifier")))
}

/// The reader of levels. It counts their content against the limits, and numbers their entities.
struct LevelReader<'s, 'p> {
    sets: &'s mut SetDefinitions<'p>,
    /// The object numbers of the entities of all levels.
    ids: HashMap<String, u32>,
    next_id: u32,
}

impl<'s, 'p> LevelReader<'s, 'p> {
    /// Numbers the entities of all levels, in the order in which [`level`](Self::level) reads them.
    fn new<'l, 'd: 'l>(sets: &'s mut SetDefinitions<'p>, layers: impl Iterator<Item = &'l Object<'d>>) -> Self {
        let mut ids = HashMap::new();
        for (entity, id) in layers.flat_map(entities).zip(1..) {
            ids.entry(entity.text("iid").to_owned()).or_insert(id);
        }
        Self { sets, ids, next_id: 1 }
    }

    /// Reads the custom fields of a level or an entity.
    fn fields(&mut self, owner: &Object<'_>) -> Result<Vec<(String, Property)>, LoadErrorKind> {
        let mut properties = Vec::new();
        for field in owner.objects("fieldInstances") {
            add_field(field, &mut properties, &self.ids, &mut self.sets.budget)?;
        }
        Ok(properties)
    }

    /// Reads the layers of a level. The file lists them from front to back.
    fn level(&mut self, path: &Path, name: &str, layers: Vec<Object<'_>>) -> Result<Vec<LayerContent>, LoadError> {
        let entities: usize = layers.iter().map(entities).map(<[_]>::len).sum();
        let next_id = self.next_id + entities as u32;
        let read = self.layers(path, name, layers);
        // A layer that cannot be read leaves entities out.
        self.next_id = next_id;
        read
    }

    fn layers(&mut self, path: &Path, name: &str, layers: Vec<Object<'_>>) -> Result<Vec<LayerContent>, LoadError> {
        let mut read = Vec::with_capacity(layers.len());
        for layer in layers.into_iter().rev() {
            let element = format!("{}, layer '{}'", within_level(name), shortened(layer.text("__identifier")));
            let content = self.layer(layer).map_err(|(within, kind)| {
                let element = within.map_or(element.clone(), |within| format!("{element}, {within}"));
                LoadError::new(path, kind).within(element)
            })?;
            read.extend(content);
        }
        Ok(read)
    }

    /// Reads a layer. A layer of an unknown type, as of a later version, is skipped.
    fn layer(&mut self, mut layer: Object<'_>) -> Result<Option<LayerContent>, (Option<String>, LoadErrorKind)> {
        let fail = |kind| (None, kind);
        let wrong = |detail, remedy| (None, LoadErrorKind::content(detail, remedy));
        let kind = layer.text("__type");
        let (tiles, is_int_grid, is_entities) = match kind {
            "Tiles" => (Some("gridTiles"), false, false),
            "AutoLayer" => (Some("autoLayerTiles"), false, false),
            "IntGrid" => (Some("autoLayerTiles"), true, false),
            "Entities" => (None, false, true),
            _ => return Ok(None),
        };
        let grid = layer.whole("__gridSize");
        if grid == 0 || grid > 0x1_0000 {
            let detail = format!("its cells have a side of {grid} pixels, not of 1 to 65536");
            return Err(wrong(detail, "choose another grid size in LDtk"));
        }
        let number = layer.whole("layerDefUid");
        let Some(definition) = self.sets.layers.get(&number) else {
            let detail = format!("the project defines no layer with the number {number}");
            return Err(wrong(detail, SAVE_AGAIN));
        };
        let [pivot_x, pivot_y] = ["tilePivotX", "tilePivotY"].map(|pivot| definition.number(pivot).within(0.0, 1.0));
        // LDtk counts the other way: a factor of 0 moves with the map, and 1 stands still on the screen.
        let speed = |factor| 1.0 - definition.number(factor).within(-1.0, 1.0) as f32;
        let parallax = vec2(speed("parallaxFactorX"), speed("parallaxFactorY"));
        let offset = ivec2(layer.whole("__pxTotalOffsetX"), layer.whole("__pxTotalOffsetY"));

        let mut found = match tiles.and_then(|name| layer.take(name)) {
            Some(Value::Tiles(tiles)) => tiles,
            _ => Vec::new(),
        };
        self.sets.budget.take(Count::Cells, found.len() as u64).map_err(fail)?;
        let set = match layer.find_whole("__tilesetDefUid") {
            Some(number) if tiles.is_some() => self.sets.image_set(number),
            _ => Ok(None),
        };
        let missing_set = set.err().filter(|_| !found.is_empty());
        let set = set.unwrap_or(None);
        match set {
            Some(set) => {
                self.sets.claim_drawn(found.len(), self.sets.side(set)).map_err(fail)?;
                self.sets.use_tiles(set, &found).map_err(|(tile, kind)| (Some(at(tile.px)), kind))?;
            }
            None => found.clear(),
        }
        let has_tiles = tiles.is_some() && (!is_int_grid || set.is_some() || missing_set.is_some());
        let tiles = has_tiles.then(|| LayerTiles { set, missing_set, tiles: found, solid: self.sets.solid_tiles() });

        let size = uvec2(layer.whole("__cWid"), layer.whole("__cHei"));
        let mut values = None;
        if is_int_grid {
            let numbers = if let Some(Value::Cells(numbers)) = layer.take("intGridCsv") { numbers } else { Vec::new() };
            let expected = u64::from(size.x) * u64::from(size.y);
            if numbers.len() as u64 != expected {
                let detail = format!("it has {} values for {expected} cells", numbers.len());
                return Err(wrong(detail, SAVE_AGAIN));
            }
            self.sets.budget.take(Count::Cells, expected).map_err(fail)?;
            let used = numbers.iter().filter(|value| **value != 0).count();
            self.sets.claim_drawn(used, grid).map_err(fail)?;
            let set = self.sets.use_values(number, grid, &numbers);
            values = Some(LayerValues { set, values: numbers, solid: self.sets.solid_values() });
        }
        let mut objects = None;
        if is_entities {
            let entities = layer.objects("entityInstances");
            self.sets.budget.take(Count::Objects, entities.len() as u64).map_err(fail)?;
            let object = |entity: &Object<'_>| {
                let place = || format!("entity '{}' {}", shortened(entity.text("__identifier")), at(entity.pair("px")));
                self.object(entity, &layer, offset.as_dvec2()).map_err(|kind| (Some(place()), kind))
            };
            objects = Some(entities.iter().map(object).collect::<Result<_, _>>()?);
        }
        Ok(Some(LayerContent {
            name: layer.text("__identifier").to_owned(),
            visible: is_visible(&layer),
            grid,
            size,
            offset,
            parallax,
            pivot: dvec2(pivot_x, pivot_y),
            tiles,
            values,
            objects,
        }))
    }

    fn object(
        &mut self,
        entity: &Object<'_>,
        layer: &Object<'_>,
        offset: DVec2,
    ) -> Result<ObjectContent, LoadErrorKind> {
        let size = dvec2(entity.number("width"), entity.number("height"));
        let corner = DVec2::from(entity.pair("px")) - size * DVec2::from(entity.pair("__pivot"));
        let mut tile = None;
        if let Some(Value::Object(part)) = entity.get("__tile") {
            let rect = RawRect::read(part).ok_or_else(|| {
                LoadErrorKind::content("its part of an image needs x, y, w, h, or srcRect in LDtk 1.0", SAVE_AGAIN)
            })?;
            let set = self.sets.image_set(part.whole("tilesetUid")).transpose();
            tile = set.map(|set| set.map(|set| (set, self.sets.use_part(set, rect))));
        }
        let id = self.next_id;
        self.next_id += 1;
        // A field of the same name replaces it.
        let mut properties = vec![("iid".to_owned(), Property::String(entity.text("iid").to_owned()))];
        properties.extend(self.fields(entity)?);
        let object = MapObject {
            id,
            name: entity.text("__identifier").to_owned(),
            class: entity.text("__identifier").to_owned(),
            layer: layer.text("__identifier").to_owned(),
            size: size.as_vec2(),
            visible: is_visible(layer),
            properties: properties.into_iter().collect(),
            ..MapObject::new((corner + offset).as_vec2(), ObjectShape::Rectangle)
        };
        Ok(ObjectContent { object, px: entity.pair("px"), tile })
    }
}
