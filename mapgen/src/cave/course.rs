//! The level of a platformer, from a start to a checkpoint: down a hill, over two gaps, and through a wall of rock that must
//! be dug away. Its layers lie in the group `game`; none is shown, nor solid unless it is named.

use crate::cave::place::Placed;
use crate::map::{Content, Grid, Layer, Map, Object, Property};
use crate::picture::FLIP_H;
use crate::rock::shape::ShapeGrid;
use crate::tileset::TILE;

/// The hero's box, whose feet stand in the middle of its lower edge.
const HERO: (i32, i32) = (12, 14);
const COIN: i32 = 12;
const DRONE: i32 = 16;
/// How high a drone flies.
const HOVER: i32 = 40;
const PLATFORM: (i32, i32) = (48, 8);

/// One-way planks of three cells, by their left cell. The columns are ways back up from the floors below the two gaps.
const PLANKS: [(i32, i32); 14] = [
    (86, 57),
    (86, 54),
    (86, 51),
    (86, 48),
    (86, 45),
    (90, 38),
    (90, 35),
    (90, 32),
    (127, 54),
    (127, 51),
    (127, 48),
    (127, 45),
    (127, 42),
    (138, 28),
];

/// Where conveyors are looked for, in cells, with their length and whether they run to the left.
const CONVEYORS: [((i32, i32), i32, bool); 2] = [((56, 40), 5, false), ((157, 26), 4, true)];

/// Coins above the ground: a column of pixels, and the height from which one falls to it.
const COINS: [(i32, i32); 10] = [
    (800, 530),
    (856, 580),
    (912, 580),
    (1050, 600),
    (1130, 580),
    (1210, 600),
    (1560, 540),
    (1968, 540),
    (2120, 440),
    (2420, 380),
];

/// Coins in the air, by their middles: over the gaps, where the platforms go, and above planks.
const COINS_IN_THE_AIR: [(i32, i32); 7] =
    [(1384, 624), (1416, 624), (1464, 596), (1464, 500), (2052, 600), (2052, 540), (2232, 436)];

/// Drones, by where they would stand, and how far they fly to either side.
const DRONES: [(i32, i32, i32); 4] = [(976, 560, 32), (1216, 560, 24), (1584, 530, 32), (2544, 370, 32)];

/// Platforms, by their upper left corner at the start, and how far they go.
const PLATFORMS: [(i32, i32, i32, i32); 2] = [(1352, 656, 56, 0), (2028, 640, 0, -144)];

/// Adds the group of layers to the map, whose props and machines begin at these global tile ids.
pub(crate) fn add(map: &mut Map, shapes: &ShapeGrid, placed: &Placed, props: u32, machines: u32) {
    let course = Course { shapes, placed };
    let layers = vec![
        Layer::new("planks", Content::Tiles(course.planks().offset(props)))
            .not_solid()
            .hidden()
            .with(Property::Text("one_way", "down")),
        Layer::new("machines", Content::Tiles(course.conveyors().offset(machines))).not_solid().hidden(),
        Layer::new("objects", Content::Objects(course.objects())),
    ];
    map.layers.push(Layer::new("game", Content::Group(layers)));
}

struct Course<'a> {
    shapes: &'a ShapeGrid,
    placed: &'a Placed,
}

impl Course<'_> {
    /// Whether a pixel belongs to what the map's own layers make solid; things on the ground count as whole cells.
    fn solid(&self, x: i32, y: i32) -> bool {
        let (column, row) = (x.div_euclid(TILE), y.div_euclid(TILE));
        self.shapes.get(column, row).solid(x.rem_euclid(TILE), y.rem_euclid(TILE))
            || self.placed.ground.get(column, row) != 0
            || (self.placed.ledges.get(column, row) != 0 && y.rem_euclid(TILE) < 4)
    }

    /// Refuses a place for a thing that would not be free.
    fn check_free(&self, what: &str, x: i32, y: i32, width: i32, height: i32) {
        let pixels = (y..y + height).flat_map(|y| (x..x + width).map(move |x| (x, y)));
        let stuck = pixels.into_iter().find(|&(x, y)| self.solid(x, y));
        assert!(stuck.is_none(), "{what} at {x}, {y} is stuck at {stuck:?}");
    }

    /// Where the feet of a hero stand who falls from here.
    fn feet(&self, x: i32, from: i32) -> i32 {
        let half = HERO.0 / 2;
        let lands = |y: &i32| (x - half..x + half).any(|x| self.solid(x, *y));
        let feet = (from..).find(lands).unwrap_or(from);
        self.check_free("the hero", x - half, feet - HERO.1, HERO.0, HERO.1);
        feet
    }

    fn planks(&self) -> Grid {
        let [end, middle, _] = self.placed.props.ledge;
        let mut grid = Grid::new(self.shapes.width, self.shapes.height);
        for (x, y) in PLANKS {
            self.check_free("a plank", x * TILE, y * TILE - HERO.1, 3 * TILE, HERO.1 + 4);
            for (k, id) in [end, middle, end | FLIP_H].into_iter().enumerate() {
                grid.set(x + k as i32, y, id);
            }
        }
        grid
    }

    /// Conveyors take the place of the floor's uppermost cells, so that nobody stumbles over their ends.
    fn conveyors(&self) -> Grid {
        let mut grid = Grid::new(self.shapes.width, self.shapes.height);
        for ((x, y), length, left) in CONVEYORS {
            let (x, y) = self.flat(x, y, length);
            for k in 0..length {
                let piece = if k == 0 { 0 } else { 1 + u32::from(k == length - 1) };
                grid.set(x + k, y, piece + 3 * u32::from(left) + 1);
            }
        }
        grid
    }

    /// The left cell of the level floor of so many cells that is nearest to a cell.
    fn flat(&self, x: i32, y: i32, length: i32) -> (i32, i32) {
        let near = (-12..=12).flat_map(|j| (-12..=12).map(move |i| (x + i, y + j)));
        let free = |x, y| self.shapes.empty(x, y) && self.placed.ground.get(x, y) == 0;
        let level = near.filter(|&(x, y)| {
            (x..x + length).all(|x| self.shapes.full(x, y) && free(x, y - 1) && free(x, y - 2))
                && self.grid_is_rock(x, y, length)
        });
        let best = level.min_by_key(|&(i, j)| ((i - x).abs() + 3 * (j - y).abs(), i, j));
        best.unwrap_or_else(|| panic!("no level floor of {length} cells near {x}, {y}"))
    }

    /// Whether no boulder or crate stands in for the rock.
    fn grid_is_rock(&self, x: i32, y: i32, length: i32) -> bool {
        (x..x + length).all(|x| self.placed.ground.get(x, y) == 0)
    }

    fn objects(&self) -> Vec<Object> {
        let mut objects = vec![point("hero", "spawn", (664, self.feet(664, 520)))];
        let on_ground = COINS.map(|(x, from)| (x, self.feet(x, from) - COIN));
        for (x, y) in on_ground.into_iter().chain(COINS_IN_THE_AIR) {
            self.check_free("a coin", x - COIN / 2, y - COIN / 2, COIN, COIN);
            objects.push(point("gold", "coin", (x, y)));
        }
        for (x, from, range) in DRONES {
            let y = self.feet(x, from) - HOVER;
            self.check_free("a drone", x - range - DRONE / 2, y - DRONE / 2, 2 * range + DRONE, DRONE);
            let properties = vec![Property::Float("range", f64::from(range))];
            objects.push(Object { properties, ..point("drone", "enemy", (x, y)) });
        }
        for (x, y, right, down) in PLATFORMS {
            let (width, height) = PLATFORM;
            let corner = (x + right.min(0), y + down.min(0));
            self.check_free("a platform", corner.0, corner.1, width + right.abs(), height + down.abs());
            let properties = vec![
                Property::Bool("one_way", true),
                Property::Float("speed", 32.0),
                Property::Float("to_x", f64::from(right)),
                Property::Float("to_y", f64::from(down)),
            ];
            objects.push(Object { size: Some(PLATFORM), properties, ..point("lift", "platform", (x, y)) });
        }
        let flag = (2672, self.feet(2672, 370));
        let size = (TILE, 2 * TILE);
        let corner = (flag.0 - size.0 / 2, flag.1 - size.1);
        self.check_free("the checkpoint", corner.0, corner.1, size.0, size.1);
        objects.push(Object { size: Some(size), ..point("goal", "checkpoint", corner) });
        objects
    }
}

fn point(name: &str, class: &'static str, (x, y): (i32, i32)) -> Object {
    Object { name: name.to_owned(), class, x, y, size: None, properties: Vec::new() }
}
