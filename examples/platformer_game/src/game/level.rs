use super::Hero;
use super::drone::DronePlan;
use super::platform::PlatformPlan;
use anyhow::{Result, anyhow, bail, ensure};
use std::path::Path;
use std::sync::Arc;
use tileray::glam::{IVec2, Vec2};
use tileray::load::{AssetReader, LoadOptions};
use tileray::tile::MapObject;
use tileray::{BodyShape, Direction, LayerSet, Rect, Solid, SolidityMap, Terrain, TileMap};

/// The layers that are solid in the game.
pub const LAYERS: [&str; 4] = ["ground", "ledges", "game/planks", "game/machines"];

/// The layer of the objects.
const OBJECTS: &str = "game/objects";

/// The level before the game starts. It does not change during the game.
#[derive(Clone, Debug)]
pub struct Level {
    pub map: Arc<TileMap>,
    /// The terrain before any digging.
    pub terrain: Terrain,
    /// The spawn point of the hero's feet.
    pub spawn: IVec2,
    pub coins: Vec<IVec2>,
    pub drones: Vec<DronePlan>,
    pub platforms: Vec<PlatformPlan>,
    pub crates: Vec<Solid>,
    /// Whether the beam leaves no holes: the map's property `hard`.
    pub is_hard: bool,
    pub checkpoint: Rect,
    /// The pixels of a coin.
    pub coin: SolidityMap,
    /// The pixels of a drone.
    pub drone: SolidityMap,
}

impl Level {
    /// Reads a map, and the sprites from their folder. On a disk the reader is `tileray::load::Files`.
    pub fn read(map: &Path, sprites: &Path, reader: &dyn AssetReader) -> Result<Self> {
        // Only the layers of the game have to be whole, which `from_map` checks.
        let tiles = TileMap::read(map, reader, &LoadOptions::default().keep_images(true).allow_missing(true))?;
        let frame = |file: &str, side: i32| -> Result<SolidityMap> {
            let sheet = SolidityMap::read(sprites.join(file), reader, &LoadOptions::default())?;
            Ok(sheet.crop(Rect::new(IVec2::ZERO, IVec2::splat(side))))
        };
        Self::from_map(&map.display().to_string(), tiles, frame("coin.png", 12)?, frame("drone.png", 16)?)
    }

    /// Creates the level of a map, with the pixels of a coin and of a drone. `name` names the map in errors.
    pub fn from_map(name: &str, tiles: TileMap, coin: SolidityMap, drone: SolidityMap) -> Result<Self> {
        let layers = LayerSet::named(&tiles, LAYERS).map_err(|error| anyhow!("{name}: {error}"))?;
        if let Some(warning) = tiles.warnings().iter().find(|warning| warning.concerns(&layers)) {
            bail!("{warning}");
        }
        let terrain = Terrain::from_layers(&tiles, &layers).map_err(|error| anyhow!("{name}: {error}"))?;
        let of_class = |class: &'static str| {
            tiles.objects().filter(move |object| object.layer == OBJECTS && object.class == class)
        };
        let only = |class| {
            let missing =
                || anyhow!("{name} has no object of class '{class}' in the layer '{OBJECTS}': add one in Tiled");
            of_class(class).next().ok_or_else(missing)
        };
        let spawn = pixel(only("spawn")?.position);
        let checkpoint = only("checkpoint")?;
        let checkpoint = Rect::new(pixel(checkpoint.position), pixel(checkpoint.position + checkpoint.size));
        let fault = |object: &MapObject, fault: String| {
            anyhow!("{name}: object {} of class '{}' {fault}", object.id, object.class)
        };
        let platforms = of_class("platform").map(|object| platform(object).map_err(|error| fault(object, error)));
        let crates = of_class("crate").map(|object| weighed(object, &terrain).map_err(|error| fault(object, error)));
        let drones = of_class("enemy").map(|object| -> Result<DronePlan> {
            let range = number(object, "range").map_err(|error| fault(object, error))?;
            Ok(DronePlan { home: pixel(object.position), range: range as i32 })
        });
        let level = Self {
            spawn,
            coins: of_class("coin").map(|object| pixel(object.position)).collect(),
            drones: drones.collect::<Result<_>>()?,
            platforms: platforms.collect::<Result<_>>()?,
            crates: crates.collect::<Result<_>>()?,
            is_hard: tiles.properties.bool("hard").unwrap_or(false),
            checkpoint,
            coin,
            drone,
            map: Arc::new(tiles),
            terrain,
        };
        let hero = Hero::new(&level);
        ensure!(
            level.terrain.query().overlap_mask(hero.body.shape().mask(), hero.body.position()).is_none(),
            "{name}: the spawn at {spawn} is inside rock: move it to a free place"
        );
        Ok(level)
    }

    pub fn is_at_checkpoint(&self, hero: &Hero) -> bool {
        hero.body.rect().overlaps(&self.checkpoint)
    }
}

fn pixel(point: Vec2) -> IVec2 {
    point.floor().as_ivec2()
}

/// Returns a property that must be a number.
fn number(object: &MapObject, name: &str) -> Result<f32, String> {
    let number = object.properties.number(name).map(|number| number as f32);
    number.filter(|number| number.is_finite()).ok_or_else(|| format!("needs the property '{name}', a number"))
}

/// Returns the rectangle of an object as a solid.
fn solid(object: &MapObject) -> Result<Solid, String> {
    let shape = BodyShape::rectangle(object.size.max(Vec2::ZERO).as_uvec2()).map_err(|error| error.to_string())?;
    Ok(Solid::new(shape, pixel(object.position)))
}

/// Returns a crate.
fn weighed(object: &MapObject, terrain: &Terrain) -> Result<Solid, String> {
    let (solid, weight) = (solid(object)?, number(object, "weight")?);
    if weight < 0.0 {
        return Err(format!("has the weight {weight}: give it one of 0 or more"));
    }
    if terrain.query().overlap_mask(solid.shape().mask(), solid.position()).is_some() {
        return Err("is inside rock: move it to a free place".to_owned());
    }
    Ok(solid.with_weight(weight))
}

fn platform(object: &MapObject) -> Result<PlatformPlan, String> {
    let one_way = object.properties.bool("one_way").unwrap_or(false).then_some(Direction::Down);
    let speed = number(object, "speed")?;
    if speed <= 0.0 {
        return Err(format!("has the speed {speed}: give it one above 0"));
    }
    Ok(PlatformPlan {
        solid: solid(object)?.with_one_way(one_way),
        to: Vec2::new(number(object, "to_x")?, number(object, "to_y")?),
        speed,
    })
}
