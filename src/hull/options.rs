use super::simplify::{OutlineBias, SimplifyOptions};
use crate::solidity::Connectivity;

/// What kind of hull a sprite gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum HullMode {
    /// One piece: the smallest convex polygon that holds every solid pixel's square, exact, without corners on a straight line.
    Convex,
    /// Convex pieces that tile the simplified contours; holes stay holes.
    #[default]
    Pieces,
    /// One piece: the bounding rectangle of the solid pixels.
    Box,
    /// One piece: a regular polygon around the smallest circle that holds every solid pixel's square.
    Circle,
}

/// How a sprite's hull is made.
///
/// ```
/// use tileray::hull::{HullMode, OutlineBias};
/// use tileray::HullOptions;
///
/// let options = HullOptions { max_error: 0.5, bias: OutlineBias::Grow, ..HullOptions::default() };
/// assert_eq!((options.mode, options.max_vertices), (HullMode::Pieces, None));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct HullOptions {
    /// What kind of hull.
    pub mode: HullMode,
    /// How far, in pixels, the mask's boundary may lie from the simplified contours; 1 by default. 0 keeps every corner.
    /// [`HullMode::Pieces`] alone makes its hull of them.
    pub max_error: f32,
    /// To which side of the boundary the simplified contours may lie; to both by default. The other modes always hold every
    /// solid pixel.
    pub bias: OutlineBias,
    /// Whether pixels that touch at a corner hang together; by default they do, so that a diagonal line of pixels is one
    /// thin piece.
    pub connectivity: Connectivity,
    /// The most corners that the simplified contours, or the one piece of the other modes, may have. The error bound is raised
    /// until they have no more; a [`HullMode::Circle`] has as many as this says, else 16.
    pub max_vertices: Option<usize>,
    /// The most convex pieces that [`HullMode::Pieces`] may give. The error bound is raised until there are no more.
    pub max_pieces: Option<usize>,
}

impl Default for HullOptions {
    fn default() -> Self {
        Self {
            mode: HullMode::default(),
            max_error: 1.0,
            bias: OutlineBias::default(),
            connectivity: Connectivity::Eight,
            max_vertices: None,
            max_pieces: None,
        }
    }
}

impl HullOptions {
    /// Those of the contours' simplification.
    pub(super) fn outline(&self) -> SimplifyOptions {
        SimplifyOptions { max_error: self.max_error, bias: self.bias, max_vertices: self.max_vertices }
    }

    /// The same without a budget, which is the piece's where that is not made of the contours.
    pub(super) fn outline_of_any_size(&self) -> SimplifyOptions {
        SimplifyOptions { max_vertices: None, ..self.outline() }
    }
}
