use crate::geometry::Direction;
use crate::geometry::Rect;
use crate::solidity::SolidityMap;
use glam::{IVec2, UVec2};
use std::sync::Arc;

/// The pixels of a [`Body`](super::Body) or a [`Solid`](super::Solid), in the frame of its position.
///
/// It is shared: a clone costs a pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "SolidityMap", into = "SolidityMap"))]
pub struct BodyShape(Arc<Pixels>);

#[derive(Debug, PartialEq, Eq)]
struct Pixels {
    mask: SolidityMap,
    bounds: Rect,
    is_box: bool,
    /// For each direction the pixels whose neighbor that way is not one of the shape's: what goes first.
    fronts: [SolidityMap; 4],
}

/// Why there is no shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BodyShapeError {
    /// It would have no pixel.
    #[error("a body of {width}x{height} pixels has no solid pixel: give it at least one")]
    Empty {
        /// The width that was asked for.
        width: u32,
        /// The height that was asked for.
        height: u32,
    },
    /// A side is longer than [`BodyShape::MAX_SIDE`].
    #[error("a body of {width}x{height} pixels is too large: a side may have {} pixels", BodyShape::MAX_SIDE)]
    TooLarge {
        /// The width that was asked for.
        width: u32,
        /// The height that was asked for.
        height: u32,
    },
}

impl BodyShape {
    /// The longest side of a shape, in pixels.
    pub const MAX_SIDE: u32 = 4096;

    /// A box of `size` pixels.
    ///
    /// # Errors
    /// Where a side is 0 or above [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn rectangle(size: impl Into<UVec2>) -> Result<Self, BodyShapeError> {
        Self::rounded(size, 0)
    }

    /// A box of `size` pixels whose corners are cut by quarters of circles of `radius` pixels, at most half of a side.
    ///
    /// A pixel stays where its center lies in the rounded box. With half of the shorter side it is a capsule. Cut corners
    /// slide past what a box would be caught by: a body that jumps beside a ledge, and the ends of steps.
    ///
    /// # Errors
    /// Where a side is 0 or above [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn rounded(size: impl Into<UVec2>, radius: u32) -> Result<Self, BodyShapeError> {
        let size = Self::checked(size.into())?;
        // In half pixels, as centers lie between.
        let (sides, radius) = (size.as_ivec2() * 2, 2 * radius.min(size.min_element() / 2) as i32);
        let mask = SolidityMap::from_fn(size.x, size.y, |x, y| {
            let center = IVec2::new(2 * x as i32 + 1, 2 * y as i32 + 1);
            let out = (IVec2::splat(radius) - center).max(center - (sides - radius)).max(IVec2::ZERO);
            out.x * out.x + out.y * out.y <= radius * radius
        });
        Self::from_mask(mask)
    }

    /// The solid pixels of a mask; the body's position is where the mask's pixel `(0, 0)` lies.
    ///
    /// # Errors
    /// Where no pixel is solid or a side is above [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn from_mask(mask: SolidityMap) -> Result<Self, BodyShapeError> {
        let size = Self::checked(mask.size())?;
        let bounds = mask.bounds().ok_or(BodyShapeError::Empty { width: size.x, height: size.y })?;
        let is_box = mask.count() == bounds.area();
        let fronts = Direction::ALL.map(|way| mask.subtract(&mask, -way.step()));
        Ok(Self(Arc::new(Pixels { mask, bounds, is_box, fronts })))
    }

    fn checked(size: UVec2) -> Result<UVec2, BodyShapeError> {
        let UVec2 { x: width, y: height } = size;
        match (size.min_element(), size.max_element()) {
            (0, _) => Err(BodyShapeError::Empty { width, height }),
            (_, longest) if longest > Self::MAX_SIDE => Err(BodyShapeError::TooLarge { width, height }),
            _ => Ok(size),
        }
    }

    /// Its pixels.
    #[must_use]
    pub fn mask(&self) -> &SolidityMap {
        &self.0.mask
    }

    /// The smallest rectangle around its pixels, relative to the position.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.0.bounds
    }

    /// Whether it has every pixel of its bounds.
    pub(super) fn is_box(&self) -> bool {
        self.0.is_box
    }

    /// The pixels that go first on a step: those whose neighbor that way the shape does not have.
    pub(super) fn front(&self, way: Direction) -> &SolidityMap {
        &self.0.fronts[way as usize]
    }

    /// Whether a step newly covers a pixel of a face: one that is solid, where the pixel before it, against the step, is not.
    pub(super) fn enters(&self, at: IVec2, way: Direction, is_solid: impl Fn(IVec2) -> bool) -> bool {
        let mut entered = self.front(way).pixels().map(|pixel| pixel + at + way.step());
        entered.any(|pixel| is_solid(pixel) && !is_solid(pixel - way.step()))
    }

    /// Whether two shapes at two places share a pixel.
    pub(super) fn overlaps(&self, at: IVec2, other: &Self, other_at: IVec2) -> bool {
        let meets = self.bounds().translated(at).intersection(&other.bounds().translated(other_at));
        !meets.is_empty() && self.mask().overlap(other.mask(), other_at - at).is_some()
    }
}

impl From<BodyShape> for SolidityMap {
    fn from(shape: BodyShape) -> Self {
        shape.mask().clone()
    }
}

impl TryFrom<SolidityMap> for BodyShape {
    type Error = BodyShapeError;

    fn try_from(mask: SolidityMap) -> Result<Self, BodyShapeError> {
        Self::from_mask(mask)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounded_box_lacks_its_corners() {
        let picture = |size: (u32, u32), radius| BodyShape::rounded(size, radius).expect("a shape").mask().to_ascii();
        assert_eq!(picture((6, 4), 0), "######\n######\n######\n######\n");
        assert_eq!(picture((7, 5), 2), ".#####.\n#######\n#######\n#######\n.#####.\n");
        assert_eq!(picture((4, 8), 9), ".##.\n####\n####\n####\n####\n####\n####\n.##.\n");
        assert_eq!(picture((1, 1), 9), "#\n");
    }

    #[test]
    fn fronts_go_first() {
        let shape = BodyShape::from_mask(SolidityMap::from_ascii(".##\n###\n").expect("a mask")).expect("a shape");
        assert_eq!(
            Direction::ALL.map(|way| shape.front(way).to_ascii()),
            ["..#\n..#\n", ".#.\n#..\n", "...\n###\n", ".##\n#..\n"]
        );
        assert!(!shape.is_box() && BodyShape::rectangle((3, 2)).expect("a box").is_box());
    }

    #[test]
    fn what_has_no_pixel_or_too_many_is_refused() {
        let (empty, large) = (
            |width, height| BodyShapeError::Empty { width, height },
            |width, height| BodyShapeError::TooLarge { width, height },
        );
        assert_eq!(BodyShape::rectangle((0, 4)), Err(empty(0, 4)));
        assert_eq!(BodyShape::rectangle((4, 0)), Err(empty(4, 0)));
        assert_eq!(BodyShape::rounded((4097, 2), 1), Err(large(4097, 2)));
        assert_eq!(BodyShape::rectangle((u32::MAX, u32::MAX)), Err(large(u32::MAX, u32::MAX)));
        assert_eq!(BodyShape::from_mask(SolidityMap::new(3, 3)), Err(empty(3, 3)));
        assert_eq!(empty(4, 0).to_string(), "a body of 4x0 pixels has no solid pixel: give it at least one");
    }
}
