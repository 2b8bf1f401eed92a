//! Masks with their position in the world.

use super::map::SolidityMap;
use crate::geometry::Rect;
use glam::IVec2;

/// A mask and the position of its pixel `(0, 0)` in the world.
///
/// ```
/// use tileray::solidity::PlacedMask;
/// use tileray::{SolidityMap, glam::ivec2};
///
/// let plank = PlacedMask { mask: SolidityMap::from_ascii("##.##")?, at: ivec2(100, 40) };
/// assert!(plank.contains(ivec2(104, 40)) && !plank.contains(ivec2(102, 40)));
/// assert_eq!(plank.pixels().count(), 4);
/// # Ok::<(), tileray::solidity::AsciiError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PlacedMask {
    /// The mask.
    pub mask: SolidityMap,
    /// The position of the mask's pixel `(0, 0)` in the world.
    pub at: IVec2,
}

impl PlacedMask {
    /// Returns whether a pixel of the world is solid in the mask; pixels outside the mask are free.
    #[must_use]
    pub fn contains(&self, pixel: impl Into<IVec2>) -> bool {
        let pixel = pixel.into();
        // A difference beyond the range of `i32` saturates outside of every mask.
        let own = pixel.saturating_sub(self.at);
        self.mask.get(own.x, own.y)
    }

    /// Returns the bounding box of the solid pixels in the world, or `None` if no pixel is solid.
    #[must_use]
    pub fn bounds(&self) -> Option<Rect> {
        self.mask.bounds().map(|bounds| bounds.translated(self.at))
    }

    /// Returns the solid pixels in the world, row after row and from left to right.
    pub fn pixels(&self) -> impl Iterator<Item = IVec2> + '_ {
        self.mask.pixels().map(|pixel| self.at.saturating_add(pixel))
    }

    /// Returns whether no pixel is solid.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.mask.is_empty()
    }

    /// Crops the mask to the bounding box of its solid pixels. An empty mask becomes 0×0 pixels at `(0, 0)`.
    ///
    /// ```
    /// use tileray::solidity::PlacedMask;
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let dot = SolidityMap::from_fn(20, 20, |x, y| (x, y) == (7, 9));
    /// let trimmed = PlacedMask { mask: dot, at: ivec2(10, 10) }.trimmed();
    /// assert_eq!((trimmed.mask.width(), trimmed.at), (1, ivec2(17, 19)));
    /// ```
    #[must_use]
    pub fn trimmed(self) -> Self {
        match self.mask.bounds() {
            None => Self::default(),
            Some(bounds) if bounds.size() == self.mask.size() => self,
            Some(bounds) => Self { mask: self.mask.crop(bounds), at: self.at + bounds.min },
        }
    }
}
