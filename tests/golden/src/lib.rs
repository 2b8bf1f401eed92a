//! One hash for each kind of answer of the library, which every machine must come to.
//!
//! [`ROWS`] is the table of the workloads: seeded ones, of plain numbers and of numbers that do harm. [`HASHES`] is the
//! table of what they come to. Three programs run the same rows: the test of this crate; `golden`, which is also built for
//! other processors; and this crate as a module for WebAssembly. `.ci/targets` runs all that a machine has tools for.
//!
//! ```text
//! workload ──answers──▶ serde ──bytes, least significant first──▶ FNV-1a ──▶ a hash for each row
//! ```

mod answers;
mod bodies;
mod casts;
mod hashes;
mod hulls;
mod levels;
mod masks;
mod numbers;
mod polygons;
mod rays;
mod scans;
mod scenes;
mod shapes;
mod space;
mod sprites;
mod terrains;
mod views;
#[cfg(target_family = "wasm")]
mod wasm;
mod zeros;

pub use answers::{Answers, Setting};
pub use hashes::HASHES;

/// A kind of answers, and the workload that asks for them.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name, by which [`HASHES`] has its hash.
    pub name: &'static str,
    ask: fn(&mut Answers, &Setting),
}

/// The beginnings of the names of rows that ask with the vector instructions or on the threads of the setting.
const WITH_SETTING: &str = "rays|fans|spans|lines|traces|scans|ranges|batches|visible|sprite contacts|sprite queries|\
    zeros, terrain|zeros, boxes";

impl Row {
    /// Computes the answers.
    #[must_use]
    pub fn answers(&self, setting: &Setting) -> Answers {
        let mut answers = Answers::new(setting.prints_each);
        (self.ask)(&mut answers, setting);
        answers
    }

    /// Returns whether the setting changes the way to the answers.
    #[must_use]
    pub fn depends_on_setting(&self) -> bool {
        WITH_SETTING.split('|').any(|start| self.name.starts_with(start))
    }

    /// Returns the hash that the answers must have.
    #[must_use]
    pub fn expected(&self) -> Option<u64> {
        HASHES.iter().find(|(name, _)| *name == self.name).map(|(_, hash)| *hash)
    }
}

macro_rules! rows {
    ($($name:literal $ask:path,)*) => {
        &[$(Row { name: $name, ask: $ask }),*]
    };
}

/// All rows.
pub const ROWS: &[Row] = rows!(
    "rays, Bresenham" rays::bresenham_hits,
    "rays, exact" rays::exact_hits,
    "rays, layers and rules" rays::options,
    "rays, NaN and infinity" rays::nasty,
    "rays of over 2^20 px" rays::long,
    "fans" rays::fans,
    "spans and exits" rays::spans,
    "lines of sight" rays::lines_of_sight,
    "traces and pixels of lines" rays::traces,
    "surface normals" rays::surface_normals,
    "scans" scans::beams,
    "ranges" scans::ranges,
    "scans, NaN and infinity" scans::nasty,
    "frames in meters" scans::frames,
    "edits" terrains::edits,
    "tiles, snapshots, updates" terrains::states,
    "pieces of terrain" terrains::pieces,
    "mask algebra" masks::algebra,
    "mask overlaps" masks::overlaps,
    "components and contours" masks::contours,
    "distances and moments" masks::distances,
    "rotated masks, objects" masks::rotations,
    "polygons, pieces" polygons::pieces,
    "polygons, queries" polygons::queries,
    "outlines" hulls::outlines,
    "hulls of sprites" hulls::hulls,
    "contacts and sweeps" shapes::pairs,
    "ways out" shapes::partings,
    "distances of shapes" shapes::distances,
    "batches of shapes" shapes::batches,
    "shapes, NaN and infinity" shapes::nasty,
    "shapes in terrain" casts::shapes,
    "where discs fit" casts::free_space,
    "terrain, NaN and infinity" casts::nasty,
    "batches in terrain" casts::batches,
    "mask casts" casts::masks,
    "visible regions" views::regions,
    "visible pixels and cells" views::pixels,
    "sight, NaN and infinity" views::nasty,
    "moves and slides" bodies::moves,
    "platforms" bodies::platforms,
    "replays" bodies::replays,
    "smoothed steps" bodies::smoothed_steps,
    "pairs of boxes" sprites::boxes,
    "sprite contacts" sprites::contacts,
    "sprite queries" sprites::queries,
    "sprite pixels" sprites::pixels,
    "rays at moving shapes" sprites::colliders,
    "planes" space::planes,
    "polygons in space" space::polygons,
    "maps of Tiled" levels::tiled,
    "formats of levels" levels::formats,
    "pictures" levels::pictures,
    "zeros, terrain" zeros::terrain,
    "zeros, shapes" shapes::zeros,
    "zeros, polygons" polygons::zeros,
    "zeros, boxes and sprites" sprites::zeros,
    "zeros, space" space::zeros,
);
