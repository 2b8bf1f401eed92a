//! Hits all over random terrain, and the hash of them that every machine must come to.

use crate::scenes;
use fastrand::Rng;
use tileray::glam::{IVec2, ivec2, uvec2};
use tileray::solidity::Orientation;
use tileray::{
    Direction, LayerSet, Ray, RayHit, Rect, SolidityMap, Terrain, TerrainQuery, Tile, TileLayer, TileMap, TileSet,
    Traversal,
};

/// The hash of the first so many hits, and of the misses among them. Computed once; every machine must come to it.
pub const HASHES: [(usize, &str); 3] =
    [(10_000, "3b5098174156dbc8"), (100_000, "a72ce47db218e21b"), (1_000_000, "56e0778314d93b43")];

/// Terrain, rays all over it, and how they are cast.
pub struct Batch {
    pub terrain: Terrain,
    pub rays: Vec<Ray>,
    pub traversal: Traversal,
    pub leaves_start: bool,
}

impl Batch {
    pub fn query(&self) -> TerrainQuery<'_> {
        let query = self.terrain.query().traversal(self.traversal);
        if self.leaves_start { query.leave_start() } else { query }
    }
}

/// All batches, without end.
pub fn batches() -> impl Iterator<Item = Batch> {
    let mut rng = Rng::with_seed(800);
    (0..).map(move |case| {
        let (terrain, rays) = scene(case, &mut rng);
        let traversal = [Traversal::Bresenham, Traversal::Exact][case / 3 % 2];
        Batch { terrain, rays, traversal, leaves_start: case / 5 % 3 == 2 }
    })
}

/// Terrain of one of 14 kinds, and rays all over it.
pub fn scene(case: usize, rng: &mut Rng) -> (Terrain, Vec<Ray>) {
    let kind = case % (scenes::KINDS.len() + 2);
    let corner = ivec2(rng.i32(-500..500), rng.i32(-500..500));
    let terrain = match scenes::KINDS.get(kind) {
        Some(kind) => Terrain::from_solidity_at(&scenes::mask(kind, rng), corner).expect("a small mask"),
        None if kind == scenes::KINDS.len() => {
            Terrain::from_solidity_at(&scenes::sparse_and_large(rng), corner).expect("a small mask")
        }
        None => level(rng),
    };
    let Rect { min, .. } = terrain.bounds();
    let size: IVec2 = terrain.bounds().size().as_ivec2();
    // More than one thread takes at a time.
    let rays = (0..rng.u64(1_100..1_300)).map(|_| scenes::any_ray(min, size, rng)).collect();
    (terrain, rays)
}

/// A map of three layers, the foremost of them platforms, whose tiles lie in all orientations.
fn level(rng: &mut Rng) -> Terrain {
    let tile_size = uvec2(rng.u32(5..40), rng.u32(5..40));
    let size = uvec2(rng.u32(10..30), rng.u32(10..30));
    let mut map = TileMap::new(tile_size).and_then(|map| map.with_size(size)).expect("a small map");
    let mut set = TileSet::new("stones", ivec2(rng.i32(-3..4), rng.i32(-3..4)));
    for id in 0..6 {
        let side = uvec2(rng.u32(1..50), rng.u32(1..50));
        set.insert(id, SolidityMap::from_fn(side.x, side.y, |x, y| (x + y) % (id + 2) > 0));
    }
    let set = map.add_tile_set(set);
    for (name, way) in [("back", None), ("ground", None), ("platforms", Some(Direction::Down))] {
        let cells = Rect::new(ivec2(-2, -1), size.as_ivec2());
        let offset = ivec2(rng.i32(-20..20), rng.i32(-20..20));
        let layer = TileLayer { offset, one_way: way, ..TileLayer::new(name, cells) };
        let layer = map.add_layer(layer).expect("a small layer");
        for _ in 0..size.x * size.y / 6 {
            let cell = ivec2(rng.i32(cells.min.x..cells.max.x), rng.i32(cells.min.y..cells.max.y));
            let tile = Tile { set, id: rng.u32(0..6), orientation: scenes::any_of(Orientation::ALL, rng) };
            map.set_tile(layer, cell, Some(tile)).expect("a tile of the set");
        }
    }
    Terrain::from_layers(&map, &LayerSet::all(&map)).expect("a small map")
}

/// The hash of the answers so far, which is held to [`HASHES`].
#[derive(Clone, Debug, Default)]
pub struct HitHash {
    hash: Hash,
    hits: usize,
}

impl HitHash {
    /// Adds answers until there are `wanted` hits; returns whether there are.
    ///
    /// # Errors
    /// Fails where the hash of 10,000, 100,000 or 1,000,000 hits is another than [`HASHES`] has.
    pub fn add(&mut self, answers: &[Option<RayHit>], wanted: usize) -> Result<bool, String> {
        for hit in answers {
            if self.hits == wanted {
                break;
            }
            self.hash.fold(hit.as_ref());
            self.hits += usize::from(hit.is_some());
            match HASHES.iter().find(|(count, _)| hit.is_some() && self.hits == *count) {
                Some((count, digits)) if self.digits() != *digits => {
                    return Err(format!("the hash of {count} hits is {}, not {digits}", self.digits()));
                }
                _ => {}
            }
        }
        Ok(self.hits == wanted)
    }

    pub fn hits(&self) -> usize {
        self.hits
    }

    pub fn digits(&self) -> String {
        self.hash.digits()
    }
}

/// Every bit of every answer, folded by FNV-1a.
#[derive(Clone, Copy, Debug)]
pub struct Hash(u64);

impl Default for Hash {
    fn default() -> Self {
        Self::new()
    }
}

impl Hash {
    pub fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    pub fn fold(&mut self, hit: Option<&RayHit>) {
        let Some(hit) = hit else {
            self.word(0);
            return;
        };
        let previous = hit.previous().unwrap_or(IVec2::MIN);
        for value in
            [hit.pixel().x, hit.pixel().y, previous.x, previous.y, hit.cell().x, hit.cell().y, hit.layer() as i32]
        {
            self.word(value as u32);
        }
        for value in [hit.point().x, hit.point().y, hit.distance(), hit.fraction(), hit.normal().x, hit.normal().y] {
            self.word(value.to_bits());
        }
        if let Some(tile) = hit.tile() {
            let Orientation { diagonal, horizontal, vertical } = tile.orientation;
            let turned = u32::from(diagonal) | u32::from(horizontal) << 1 | u32::from(vertical) << 2;
            [u32::from(tile.set), tile.id, turned].into_iter().for_each(|value| self.word(value));
        }
        self.word(u32::from(hit.inside()));
    }

    /// Any other 32 bits of an answer.
    pub fn word(&mut self, bits: u32) {
        for byte in bits.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    /// The number so far, in 16 digits.
    pub fn digits(self) -> String {
        format!("{:016x}", self.0)
    }
}
