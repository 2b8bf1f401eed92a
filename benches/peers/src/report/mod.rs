//! What a run found, as rows; and as tables.

mod asked;
mod markdown;
#[cfg(feature = "maps")]
mod scans;

pub(crate) use asked::Asked;
pub(crate) use markdown::markdown;
#[cfg(feature = "maps")]
pub(crate) use scans::{GrazeRow, ScanRow};

use serde::Serialize;

/// One finding. Rows are told apart by their group.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub(crate) enum Row {
    /// How long one contestant takes in one scene.
    Time(TimeRow),
    /// What a scene costs before it is queried.
    Terrain(TerrainRow),
    /// How long one contestant takes for a beam of a scan.
    #[cfg(feature = "maps")]
    Scan(ScanRow),
    /// A beam whose range differs from the true one.
    #[cfg(feature = "maps")]
    Graze(GrazeRow),
}

/// How long one contestant takes in one scene.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TimeRow {
    pub(crate) group: &'static str,
    pub(crate) scene: &'static str,
    /// The size of a query: the length of a ray in pixels, the corners of a shape, the side of a mask in pixels, the number of boxes,
    /// the length of a move in pixels.
    pub(crate) size: u32,
    pub(crate) name: &'static str,
    /// Nanoseconds a query.
    pub(crate) ns: f64,
    /// Those over Tileray's.
    pub(crate) ratio: f64,
    /// `equal`, or the share of answers that differ and why.
    pub(crate) checked: String,
    /// What was asked.
    #[serde(flatten)]
    pub(crate) asked: Asked,
}

/// What a scene's terrain costs.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct TerrainRow {
    pub(crate) group: &'static str,
    pub(crate) scene: &'static str,
    /// The side of the map in pixels.
    pub(crate) size: u32,
    pub(crate) build_ms: f64,
    pub(crate) bytes: usize,
    /// What one bit a pixel takes.
    pub(crate) mask_bytes: usize,
    /// The rectangles that the solid pixels merge into; not known where no rival is given them.
    pub(crate) boxes: Option<usize>,
}
