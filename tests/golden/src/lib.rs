//! One hash for each kind of answer of the library, which every machine must come to.
//!
//! [`ROWS`] is the table of the workloads, seeded ones of plain numbers and of numbers that do harm, and of what they come
//! to. Three programs run the same rows: the test of this crate; `golden`, which is also built for other processors; and this
//! crate as a module for WebAssembly. `.ci/targets` runs all that a machine has tools for.
//!
//! ```text
//! workload ──answers──▶ serde ──bytes, least significant first──▶ FNV-1a ──▶ a hash for each row
//! ```

mod answers;
mod bodies;
mod casts;
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

use numbers::Numbers;

/// A kind of answers, and the workloads that ask for them.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Its name.
    pub name: &'static str,
    workloads: &'static [fn(&mut Answers, &Setting, &mut Numbers)],
    /// The seed of the numbers that it asks with.
    seed: u64,
    /// The hash that the answers must have.
    pub expected: u64,
}

/// The beginnings of the names of rows that ask with the vector instructions or on the threads of the setting.
const WITH_SETTING: &str = "rays|fans|spans|lines|traces|scans|ranges|batches|visible|sprite contacts|sprite queries|\
    zeros, terrain|zeros, boxes";

impl Row {
    /// Computes the answers.
    #[must_use]
    pub fn answers(&self, setting: &Setting) -> Answers {
        let mut answers = Answers::new(setting.prints_each);
        let has_zeros = self.name.starts_with("zeros");
        let mut numbers = if has_zeros { Numbers::with_zeros(self.seed) } else { Numbers::new(self.seed) };
        self.workloads.iter().for_each(|ask| ask(&mut answers, setting, &mut numbers));
        answers
    }

    /// Returns whether the setting changes the way to the answers.
    #[must_use]
    pub fn depends_on_setting(&self) -> bool {
        WITH_SETTING.split('|').any(|start| self.name.starts_with(start))
    }
}

macro_rules! rows {
    ($($name:literal $($ask:path)|+, $seed:literal, $expected:literal;)*) => {
        &[$(Row { name: $name, workloads: &[$($ask),+], seed: $seed, expected: $expected }),*]
    };
}

/// The golden table: the rows, with their seeds and hashes. A hash is computed once, and every machine must come to it.
pub const ROWS: &[Row] = rows!(
    "rays, Bresenham" rays::bresenham_hits, 1, 0x34a7_d5d7_c3a3_6e68;
    "rays, exact" rays::exact_hits, 1, 0xfb8a_a06f_216b_3425;
    "rays, layers and rules" rays::options, 2, 0xedb2_6c29_5406_ff5d;
    "rays, NaN and infinity" rays::nasty, 3, 0xf056_9fee_f105_e6d4;
    "rays of over 2^20 px" rays::long, 4, 0x12f5_578b_8100_a6f2;
    "fans" rays::fans, 5, 0x6e83_7292_2460_8363;
    "spans and exits" rays::spans, 6, 0xbca1_116b_ff29_93ee;
    "lines of sight" rays::lines_of_sight, 7, 0x8b6c_2b4d_8350_6af1;
    "traces and pixels of lines" rays::traces, 8, 0xf72a_d20c_ce4f_4467;
    "surface normals" rays::surface_normals, 9, 0x702d_a71b_cbce_a617;
    "scans" scans::beams, 21, 0x70ad_5ed2_ff83_f583;
    "ranges" scans::ranges, 22, 0x207e_8594_6178_d595;
    "scans, NaN and infinity" scans::nasty, 23, 0x1585_623b_ac1a_6343;
    "frames in meters" scans::frames, 24, 0x8dbe_d237_ce84_d5d5;
    "edits" terrains::edits, 31, 0x92b3_8404_3251_2ca8;
    "tiles, snapshots, updates" terrains::states, 32, 0xcd07_f55e_bd6a_6562;
    "pieces of terrain" terrains::pieces, 33, 0xcf52_83c7_1b31_3ca2;
    "mask algebra" masks::algebra, 41, 0x315e_31c8_3d92_32ba;
    "mask overlaps" masks::overlaps, 42, 0xa286_7f90_43f0_9037;
    "components and contours" masks::contours, 43, 0x68c0_0eeb_aed2_23fa;
    "distances and moments" masks::distances, 44, 0x4527_3d52_ca06_eefd;
    "rotated masks, objects" masks::rotations, 45, 0xc8c7_93ae_1cbc_3431;
    "polygons, pieces" polygons::pieces, 51, 0xe8c1_9e14_eb35_c50a;
    "polygons, queries" polygons::queries, 52, 0x670c_2fd5_bf63_b50b;
    "outlines" hulls::outlines, 61, 0xe061_72cb_2cfd_b2ec;
    "hulls of sprites" hulls::hulls, 62, 0xbf96_9e7a_72db_cc80;
    "contacts and sweeps" shapes::pairs, 71, 0xd508_14ea_b5f6_a153;
    "ways out" shapes::partings, 72, 0x9758_6b8e_cc15_038e;
    "distances of shapes" shapes::distances, 73, 0xc72a_779f_ce36_b3df;
    "batches of shapes" shapes::batches, 74, 0x83dc_8f47_eaf4_a695;
    "shapes, NaN and infinity" shapes::nasty, 75, 0x3697_4311_7885_f4c6;
    "shapes in terrain" casts::shapes, 81, 0x9787_95af_8c18_77f8;
    "where discs fit" casts::free_space, 84, 0xe18a_5ca3_9ee0_586e;
    "terrain, NaN and infinity" casts::nasty, 82, 0x7acc_cabe_b980_b951;
    "batches in terrain" casts::batches, 83, 0xcbf8_acb4_bef8_ea29;
    "mask casts" casts::masks, 84, 0x8d01_c508_de94_cfb6;
    "visible regions" views::regions, 91, 0x8008_e3cc_a0d7_9a61;
    "visible pixels and cells" views::pixels, 92, 0x81f7_0267_31e1_1e91;
    "sight, NaN and infinity" views::nasty, 93, 0x4d73_42d8_4ef2_115c;
    "moves and slides" bodies::moves, 101, 0xfd7e_cb7e_be41_e97e;
    "platforms" bodies::platforms, 102, 0x98a2_2e12_9dbd_4bb6;
    "replays" bodies::replays, 0, 0xea84_86f6_7b8e_f45b;
    "smoothed steps" bodies::smoothed_steps, 103, 0x65dd_e25b_f979_fc2b;
    "pairs of boxes" sprites::boxes, 121, 0xb3c3_2611_9e3b_35c1;
    "sprite contacts" sprites::contacts, 122, 0xbc32_2d85_30fc_e815;
    "sprite queries" sprites::queries, 123, 0x6e82_ae94_dbf6_637e;
    "sprite pixels" sprites::pixels, 124, 0x5423_de95_36bb_f1c9;
    "rays at moving shapes" sprites::colliders, 126, 0x1997_3be4_99c8_16b7;
    "planes" space::planes, 131, 0x2fb4_b48b_3404_a9bc;
    "polygons in space" space::polygons, 132, 0xd71b_bf17_3c93_cfa6;
    "maps of Tiled" levels::tiled, 0, 0x7a25_6238_0099_a4b4;
    "formats of levels" levels::formats, 0, 0xf25c_170d_d173_ce8b;
    "pictures" levels::pictures, 0, 0xf139_c5b5_c8b9_0b9c;
    "zeros, terrain" zeros::terrain, 141, 0x20a4_89d1_b2d1_f34d;
    "zeros, shapes" shapes::pairs | shapes::partings | shapes::distances, 76, 0x99ee_8379_d7b5_ca47;
    "zeros, polygons" polygons::pieces | polygons::queries, 53, 0xbaa3_21b3_a91f_f44b;
    "zeros, boxes and sprites" sprites::boxes | sprites::queries, 125, 0x85c4_2f0c_0f97_cd8b;
    "zeros, space" space::planes | space::polygons, 133, 0x5190_2cda_4e80_ebbf;
);
