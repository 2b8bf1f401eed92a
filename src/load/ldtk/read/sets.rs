//! Tile sets: their definitions, the used tiles, and the masks and images of tiles.

use crate::geometry::{Direction, Rect, sort_by};
use crate::load::error::{Limit, shortened};
use crate::load::input::resolve;
use crate::load::json::{LdtkTile, Object, Value};
use crate::load::ldtk::model::{SetContent, values_name};
use crate::load::ldtk::raw::RawRect;
use crate::load::level::{IntGridRule, ProjectOptions, no_such_int_grid_value};
use crate::load::limits::{Budget, Count};
use crate::load::picture::pixels::DecodedImage;
use crate::load::picture::tile_sampler::{TileSampler, TileSizing};
use crate::load::{AssetReader, LoadError, LoadErrorKind, TileSolidity};
use crate::solidity::SolidityMap;
use crate::tile::{Properties, TileSet};
use glam::{IVec2, UVec2, ivec2, uvec2};
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

/// The first id of parts of an image that are not tiles of the set's grid. Only entities show them.
const FIRST_PART: u32 = 1 << 28;

/// The tile sets of a project, while its levels are read.
pub(super) struct SetDefinitions<'p> {
    project: &'p Path,
    options: &'p ProjectOptions,
    pub(super) budget: Budget,
    images: Vec<ImageSet>,
    /// The index in `images` by the set's number.
    numbers: HashMap<i64, usize>,
    pub(super) layers: HashMap<i64, Object<'p>>,
    values: Vec<ValueSet>,
    value_indices: HashMap<(i64, u32), usize>,
}

/// A tile set whose tiles are cut from an image.
struct ImageSet {
    name: String,
    /// The image's path. `None` for built-in icons, and if no image was chosen.
    image: Option<PathBuf>,
    /// The size of the image by the project. It counts only if the image is missing.
    stated_size: UVec2,
    columns: u32,
    side: u32,
    padding: u32,
    spacing: u32,
    properties: HashMap<u32, Properties>,
    /// The parts that entities show and that are not tiles of the grid.
    parts: Vec<RawRect>,
    part_indices: HashMap<RawRect, u32>,
    is_used: bool,
}

/// A tile set of the values of an IntGrid layer.
struct ValueSet {
    definition: i64,
    grid: u32,
    used: HashSet<u32>,
}

impl ImageSet {
    fn new(project: &Path, raw: &Object<'_>, budget: &mut Budget) -> Result<Self, LoadErrorKind> {
        let mut properties: HashMap<u32, Properties> = HashMap::new();
        for tag in raw.objects("enumTags") {
            let Some(Value::Cells(ids)) = tag.get("tileIds") else { continue };
            budget.take(Count::Properties, ids.len() as u64)?;
            let (name, one_way) = (tag.text("enumValueId"), one_way_of(tag.text("enumValueId")));
            for id in ids {
                let properties = properties.entry(*id).or_default();
                properties.set(name, true);
                one_way.into_iter().for_each(|direction| properties.set(TileSet::ONE_WAY, direction.name()));
            }
        }
        for custom in raw.objects("customData") {
            budget.take(Count::Properties, 1)?;
            let (properties, data) = (properties.entry(custom.whole("tileId")).or_default(), custom.text("data"));
            properties.set("customData", data);
            let one_way = data.split(['\n', ',', ';']).find_map(one_way_of);
            one_way.into_iter().for_each(|direction| properties.set(TileSet::ONE_WAY, direction.name()));
        }
        let [side, padding, spacing] = ["tileGridSize", "padding", "spacing"].map(|name| raw.whole(name));
        if side == 0 || side > 0x1_0000 {
            let detail = format!("its tiles have a side of {side} pixels, not of 1 to 65536");
            return Err(LoadErrorKind::content(detail, "choose another size in LDtk"));
        }
        let room = raw.whole::<u64>("pxWid").saturating_sub(2 * u64::from(padding));
        let fitting = || room.div_ceil(u64::from(side) + u64::from(spacing)) as u32;
        Ok(Self {
            name: raw.text("identifier").to_owned(),
            image: raw.find_text("relPath").map(|path| resolve(project, path)),
            stated_size: uvec2(raw.whole("pxWid"), raw.find_whole("pxHei").unwrap_or(0)),
            columns: raw.find_whole("__cWid").unwrap_or_else(fitting),
            side,
            padding,
            spacing,
            properties,
            parts: Vec::new(),
            part_indices: HashMap::new(),
            is_used: false,
        })
    }

    /// Returns the position in the image of a column or a row of tiles.
    fn start(&self, index: u32) -> u64 {
        u64::from(self.padding) + u64::from(index) * (u64::from(self.side) + u64::from(self.spacing))
    }

    /// Returns the position of a tile in the image, or `None` if the set has no columns.
    fn source(&self, id: u32) -> Option<[u64; 2]> {
        let row = id.checked_div(self.columns)?;
        Some([self.start(id % self.columns), self.start(row)])
    }

    /// Returns the id of the part of the image that an entity shows.
    fn part(&mut self, part: RawRect) -> u32 {
        let stride = u64::from(self.side) + u64::from(self.spacing);
        let index = |start: i32| {
            let inside = u64::try_from(start).ok()?.checked_sub(u64::from(self.padding))?;
            inside.is_multiple_of(stride).then(|| u32::try_from(inside / stride).ok())?
        };
        let is_tile = [part.w, part.h].iter().all(|side| i64::from(*side) == i64::from(self.side));
        if let (true, Some(column), Some(row)) = (is_tile, index(part.x), index(part.y))
            && column < self.columns
            && let Some(id) = row.checked_mul(self.columns).and_then(|first| first.checked_add(column))
            && id < FIRST_PART
        {
            return id;
        }
        let next = FIRST_PART + self.parts.len() as u32;
        let id = *self.part_indices.entry(part).or_insert(next);
        if id == next {
            self.parts.push(part);
        }
        id
    }

    /// Reads the image and cuts it into tiles. If the image is missing, there are tiles of the stated size where pixels
    /// decide nothing.
    fn decode(
        &self,
        project: &Path,
        reader: &dyn AssetReader,
        options: &ProjectOptions,
        budget: &mut Budget,
    ) -> Result<SetContent, LoadError> {
        let tiles = TileSet::new(self.name.clone(), IVec2::ZERO);
        let mut built = SetContent { tiles, side: self.side, fault: None, part_faults: HashMap::new() };
        let Some(path) = self.image.as_ref().filter(|_| self.is_used) else { return Ok(built) };
        let element = format!("tile set '{}'", shortened(&self.name));
        let (limits, solidity) = (&options.load.limits, options.load.tile_solidity);
        let fail = |kind| LoadError::new(project, kind).within(element.as_str());
        let read = DecodedImage::read(path, reader, limits);
        let image = match read.map_err(|error| error.referenced_by(project, None, element.as_str())) {
            Ok(image) => {
                budget.take(Count::ImagePixels, image.rect().area()).map_err(fail)?;
                Some(image)
            }
            Err(error) if error.is_limit() => return Err(error),
            Err(error) => {
                built.fault = Some(error);
                let area = u64::from(self.stated_size.x) * u64::from(self.stated_size.y);
                let is_needed = matches!(solidity, TileSolidity::Pixels | TileSolidity::ShapesOrPixels);
                if is_needed || limits.check(Limit::ImagePixels, area).is_err() {
                    return Ok(built);
                }
                None
            }
        };
        let size = image.as_ref().map_or(self.stated_size, |image| image.size);

        let mut add = |id: u32, part: Rect| {
            let sampler = TileSampler::new(image.as_ref(), part, TileSizing::Own, UVec2::ZERO);
            budget.take_tile(sampler.size)?;
            let mask = match solidity {
                TileSolidity::Pixels | TileSolidity::ShapesOrPixels => sampler.mask(options.load.rule),
                TileSolidity::Shapes => SolidityMap::new(sampler.size.x, sampler.size.y),
                TileSolidity::Cells => SolidityMap::from_fn(sampler.size.x, sampler.size.y, |_, _| true),
            };
            sampler.add_to(&mut built.tiles, id, mask, self.properties.get(&id), options.load.keep_images);
            Ok(())
        };
        let starts = |length: u32| {
            let last = u64::from(length).checked_sub(self.side.into());
            (0..).map(|index| self.start(index)).take_while(move |start| last.is_some_and(|last| *start <= last))
        };
        for (row, y) in (0..).zip(starts(size.y)) {
            for (column, x) in (0..self.columns).zip(starts(size.x)) {
                let id = u64::from(self.columns) * u64::from(row as u32) + u64::from(column);
                if id < FIRST_PART.into() {
                    let part = Rect::from_size(ivec2(x as i32, y as i32), UVec2::splat(self.side));
                    add(id as u32, part).map_err(fail)?;
                }
            }
        }
        for (id, part) in (FIRST_PART..).zip(&self.parts) {
            let corner = [part.x, part.y].map(i64::from);
            let end = [corner[0] + i64::from(part.w), corner[1] + i64::from(part.h)];
            let is_inside = part.w > 0
                && part.h > 0
                && corner.iter().all(|corner| *corner >= 0)
                && end[0] <= i64::from(size.x)
                && end[1] <= i64::from(size.y);
            if !is_inside {
                let detail = format!(
                    "an entity shows {}x{} pixels at {},{} of the image, which has only {}x{}",
                    part.w, part.h, part.x, part.y, size.x, size.y
                );
                let fault = LoadErrorKind::content(detail, "choose the entity's tile again in LDtk");
                built.part_faults.insert(id, fault);
                continue;
            }
            let rect = Rect::from_size(ivec2(part.x, part.y), uvec2(part.w as u32, part.h as u32));
            add(id, rect).map_err(fail)?;
        }
        Ok(built)
    }
}

impl<'p> SetDefinitions<'p> {
    pub(super) fn new(
        project: &'p Path,
        definitions: Option<Value<'p>>,
        options: &'p ProjectOptions,
    ) -> Result<Self, LoadError> {
        let mut raw = if let Some(Value::Object(definitions)) = definitions { definitions } else { Object::default() };
        let mut budget = Budget::new(options.load.limits);
        let (mut images, mut numbers) = (Vec::new(), HashMap::new());
        for raw in raw.objects("tilesets") {
            numbers.insert(raw.whole("uid"), images.len());
            let set = ImageSet::new(project, raw, &mut budget);
            images.push(set.map_err(|kind| {
                LoadError::new(project, kind).within(format!("tile set '{}'", shortened(raw.text("identifier"))))
            })?);
        }
        let layers = raw.take_objects("layers").unwrap_or_default();
        let layers = layers.into_iter().map(|layer| (layer.whole("uid"), layer)).collect();
        let (values, value_indices) = (Vec::new(), HashMap::new());
        let sets = Self { project, options, budget, images, numbers, layers, values, value_indices };
        sets.check_rule()?;
        Ok(sets)
    }

    /// Checks that the project has the IntGrid values that the options name.
    fn check_rule(&self) -> Result<(), LoadError> {
        let IntGridRule::Values(asked) = &self.options.int_grid else { return Ok(()) };
        let mut known: Vec<(u32, Option<&str>)> = self.layers.values().flat_map(int_grid_values).collect();
        sort_by(&mut known, Ord::cmp);
        let is_known = |asked: &str| known.iter().any(|(number, name)| is_asked(asked, *number, *name));
        match asked.iter().find(|asked| !is_known(asked)) {
            None => Ok(()),
            Some(name) => {
                let name_of = |(number, name): &(u32, Option<&str>)| {
                    name.map_or(number.to_string(), |name| format!("{name} ({number})"))
                };
                let mut available: Vec<String> = known.iter().map(name_of).collect();
                available.dedup();
                Err(LoadError::new(self.project, no_such_int_grid_value(name, available)))
            }
        }
    }

    /// Returns the value of [`TileLayer::solid`](crate::tile::TileLayer::solid) for tile layers.
    pub(super) fn solid_tiles(&self) -> Option<bool> {
        if self.options.solid_tiles { None } else { Some(false) }
    }

    /// Returns whether layers of IntGrid values are solid.
    pub(super) fn solid_values(&self) -> bool {
        self.options.int_grid != IntGridRule::None
    }

    /// Returns the index of a tile set by its number, or `None` if it has no image. If the project does not have the set,
    /// its number is the error.
    pub(super) fn image_set(&self, number: i64) -> Result<Option<usize>, i64> {
        let index = self.numbers.get(&number).copied().ok_or(number)?;
        Ok(self.images[index].image.is_some().then_some(index))
    }

    /// Returns the side of the tiles of a set with an image.
    pub(super) fn side(&self, set: usize) -> u32 {
        self.images[set].side
    }

    /// Counts the pixels of `count` squares that cells draw.
    pub(super) fn claim_drawn(&mut self, count: usize, side: u32) -> Result<(), LoadErrorKind> {
        let bits = SolidityMap::bits_of_size(UVec2::splat(side));
        self.budget.take(Count::DrawnPixels, bits.saturating_mul(count as u64))
    }

    /// Checks that the positions of tiles in the image agree with their ids, and records that the set is used.
    pub(super) fn use_tiles(&mut self, set: usize, tiles: &[LdtkTile]) -> Result<(), (LdtkTile, LoadErrorKind)> {
        let set = &mut self.images[set];
        set.is_used |= !tiles.is_empty();
        for tile in tiles {
            let expected = set.source(tile.id);
            let is_there = expected.is_some_and(|at| at.map(i128::from) == tile.src.map(i128::from));
            if !is_there || tile.id >= FIRST_PART {
                let place = expected.map_or("nowhere".into(), |[x, y]| format!("at {x},{y}"));
                let detail = format!(
                    "the layer places tile {} of tile set '{}' at {},{} of its image, but the set has it {place}",
                    tile.id,
                    shortened(&set.name),
                    tile.src[0],
                    tile.src[1]
                );
                return Err((*tile, LoadErrorKind::content(detail, "save the project again in LDtk")));
            }
        }
        Ok(())
    }

    /// Returns the id of the part of a set's image that an entity shows, and records that the set is used.
    pub(super) fn use_part(&mut self, set: usize, part: RawRect) -> u32 {
        self.images[set].is_used = true;
        self.images[set].part(part)
    }

    /// Returns the index of the tile set of an IntGrid layer's values, and records the used values.
    pub(super) fn use_values(&mut self, definition: i64, grid: u32, values: &[u32]) -> usize {
        let next = self.values.len();
        let index = *self.value_indices.entry((definition, grid)).or_insert(next);
        if index == next {
            self.values.push(ValueSet { definition, grid, used: HashSet::new() });
        }
        let mut last = 0;
        for value in values {
            if *value != last && *value != 0 {
                self.values[index].used.insert(*value);
            }
            last = *value;
        }
        self.images.len() + index
    }

    /// Decodes the images of the used sets, and makes the sets of IntGrid values.
    pub(super) fn decode(mut self, reader: &dyn AssetReader) -> Result<(Vec<SetContent>, Budget), LoadError> {
        let mut sets = Vec::with_capacity(self.images.len() + self.values.len());
        for set in &self.images {
            sets.push(set.decode(self.project, reader, self.options, &mut self.budget)?);
        }
        for set in &self.values {
            let layer = self.layers.get(&set.definition);
            let name = layer.map_or("", |layer| layer.text("identifier"));
            let fail = |kind| LoadError::new(self.project, kind).within(format!("layer '{}'", shortened(name)));
            let mut tiles = TileSet::new(values_name(name), IVec2::ZERO);
            let used = set.used.iter().map(|value| (*value, None));
            let values: HashMap<_, _> = used.chain(layer.into_iter().flat_map(int_grid_values)).collect();
            for (value, name) in values {
                self.budget.take_tile(UVec2::splat(set.grid)).map_err(fail)?;
                let is_solid = match &self.options.int_grid {
                    IntGridRule::Values(asked) => asked.iter().any(|asked| is_asked(asked, value, name)),
                    IntGridRule::None | IntGridRule::All => true,
                };
                tiles.insert(value, SolidityMap::from_fn(set.grid, set.grid, |_, _| is_solid));
                if let Some(name) = name {
                    let one_way = one_way_of(name).map(|direction| (TileSet::ONE_WAY, direction.name()));
                    let properties = [("name", name)].into_iter().chain(one_way);
                    tiles.set_properties(value, properties.collect());
                }
            }
            sets.push(SetContent { tiles, side: set.grid, fault: None, part_faults: HashMap::new() });
        }
        Ok((sets, self.budget))
    }
}

/// Returns the direction that a tag of a tile names, whose letters count alone, in either case: `one_way` or `OneWay` for
/// down, `one_way_up` or `ONE_WAY: up`. `None` for any other tag.
fn one_way_of(tag: &str) -> Option<Direction> {
    let letters: String = tag.chars().filter(|it| it.is_alphanumeric()).map(|it| it.to_ascii_lowercase()).collect();
    match letters.strip_prefix("oneway")? {
        "" | "true" => Some(Direction::Down),
        name => Direction::from_name(name),
    }
}

/// Returns the IntGrid values of a layer's definition, with their names.
fn int_grid_values<'l>(layer: &'l Object<'_>) -> impl Iterator<Item = (u32, Option<&'l str>)> {
    layer.objects("intGridValues").iter().map(|value| (value.whole("value"), value.find_text("identifier")))
}

/// Returns whether `asked` is the name or the number of an IntGrid value.
fn is_asked(asked: &str, value: u32, name: Option<&str>) -> bool {
    name == Some(asked) || asked.parse() == Ok(value)
}
