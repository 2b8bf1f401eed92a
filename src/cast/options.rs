//! Options of shape casts.

use crate::raycast::StartInside;
use crate::terrain::{LayerMask, OneWayRule};

/// Options of a shape cast.
///
/// ```
/// use tileray::cast::ShapeCastOptions;
/// use tileray::raycast::StartInside;
/// use tileray::{Circle, SolidityMap, Terrain};
///
/// let walls = SolidityMap::from_fn(64, 64, |x, _| x < 8 || x >= 40);
/// let terrain = Terrain::from_solidity(&walls);
/// let leave = ShapeCastOptions { inside: StartInside::Leave, ..ShapeCastOptions::default() };
/// let hit = terrain.cast_shape(&Circle::new((7.0, 20.0), 2.0), (40.0, 0.0), &leave);
/// assert_eq!(hit.map(|hit| (hit.pixel.x, hit.time)), Some((40, 31.0 / 40.0)));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ShapeCastOptions {
    /// The layers that can stop the shape.
    pub layers: LayerMask,
    /// How one-way layers are treated. They respect the direction of the motion as a whole.
    pub one_way: OneWayRule,
    /// The rule for shapes that overlap solid pixels before they move. With [`StartInside::Leave`] the shape first moves
    /// until it overlaps nothing.
    pub inside: StartInside,
}
