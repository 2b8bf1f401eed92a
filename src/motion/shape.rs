//! Body shapes: the pixels of bodies and solids.

use super::sole::{MAX_LINES, Pixels, Sole};
use crate::geometry::{Direction, Rect};
use crate::solidity::{FixedShape, SolidityMap};
use glam::{IVec2, UVec2};
use std::error::Error;
use std::fmt;
use std::sync::Arc;

/// The pixels of a [`Body`](super::Body) or a [`Solid`](super::Solid), in the frame of its position.
///
/// Clones share the pixels and cost a pointer.
///
/// ```
/// use tileray::{BodyShape, SolidityMap};
///
/// let capsule = BodyShape::rounded((6, 9), 3)?;
/// assert!(!capsule.mask().get(0, 0) && capsule.mask().get(3, 0));
/// let slope = BodyShape::from_mask(SolidityMap::from_ascii("..#\n.##\n###\n").expect("a mask"))?;
/// assert_eq!(slope.bounds().size(), (3, 3).into());
/// # Ok::<(), tileray::motion::BodyShapeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "SolidityMap", into = "SolidityMap"))]
pub struct BodyShape(Arc<ShapePixels>);

#[derive(Debug, PartialEq, Eq)]
struct ShapePixels {
    mask: SolidityMap,
    bounds: Rect,
    is_box: bool,
    /// The leading edge for each direction: the pixels whose neighbor in that direction is not in the shape.
    fronts: [SolidityMap; 4],
    /// The pixels as words, and those of the leading edges.
    rows: ShapeRows,
    front_rows: [ShapeRows; 4],
    soles: [Sole; 4],
}

/// Rows of a shape as words: bit 0 is the left column of its bounding box. Columns from 64 on are left out.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ShapeRows {
    /// The number of empty rows above the first one.
    pub(super) above: usize,
    pub(super) rows: Vec<u64>,
}

impl ShapeRows {
    /// Reads the rows of a part of a shape with some bounds, from its first row with a pixel to its last.
    fn new(part: &SolidityMap, shape: Rect) -> Self {
        // A shape has a pixel, so each of its parts has one.
        let own = part.bounds().unwrap_or(shape);
        let rows = (own.min.y..own.max.y).map(|y| part.bits_from(shape.min.x.into(), y.into())).collect();
        Self { above: (own.min.y - shape.min.y) as usize, rows }
    }
}

/// The error of a body shape without pixels, or with too many.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BodyShapeError {
    /// The shape would have no pixel.
    Empty {
        /// The requested width, in pixels.
        width: u32,
        /// The requested height, in pixels.
        height: u32,
    },
    /// A side is longer than [`BodyShape::MAX_SIDE`].
    TooLarge {
        /// The requested width, in pixels.
        width: u32,
        /// The requested height, in pixels.
        height: u32,
    },
}

impl fmt::Display for BodyShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty { width, height } => {
                write!(f, "a body of {width}x{height} pixels has no solid pixel: give it at least one")
            }
            Self::TooLarge { width, height } => write!(
                f,
                "a body of {width}x{height} pixels is too large: a side may have at most {} pixels",
                BodyShape::MAX_SIDE
            ),
        }
    }
}

impl Error for BodyShapeError {}

impl BodyShape {
    /// The longest side of a shape, in pixels.
    pub const MAX_SIDE: u32 = MAX_LINES;

    /// Creates a box of `size` pixels.
    ///
    /// # Errors
    /// Returns an error if a side is 0 or above [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn rectangle(size: impl Into<UVec2>) -> Result<Self, BodyShapeError> {
        Self::rounded(size, 0)
    }

    /// Creates a box of `size` pixels with round corners of `radius` pixels, at most half of the shorter side.
    ///
    /// The shape has the pixels whose centers lie in the rounded box. A radius of half the shorter side makes a
    /// capsule. Round corners slide past edges that would catch a box, such as a ledge beside a jump or the ends of
    /// steps.
    ///
    /// # Errors
    /// Returns an error if a side is 0 or above [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn rounded(size: impl Into<UVec2>, radius: u32) -> Result<Self, BodyShapeError> {
        let size = Self::checked(size.into())?;
        let mut mask = SolidityMap::new(size.x, size.y);
        FixedShape::rounded_box(size, radius.min(size.min_element() / 2)).draw(&mut mask, IVec2::ZERO);
        Self::from_mask(mask)
    }

    /// Creates a shape from the solid pixels of a mask. The position of a body is the position of the mask's pixel
    /// `(0, 0)`.
    ///
    /// # Errors
    /// Returns an error if no pixel is solid or a side is above [`MAX_SIDE`](Self::MAX_SIDE).
    pub fn from_mask(mask: SolidityMap) -> Result<Self, BodyShapeError> {
        let size = Self::checked(mask.size())?;
        let bounds = mask.bounds().ok_or(BodyShapeError::Empty { width: size.x, height: size.y })?;
        let is_box = mask.count() == bounds.area();
        let fronts = Direction::ALL.map(|direction| mask.subtract(&mask, -direction.step()));
        let sole = |direction| Sole::new(&mask, &fronts[direction as usize], bounds, direction);
        let soles = Direction::ALL.map(sole);
        let (rows, front_rows) =
            (ShapeRows::new(&mask, bounds), fronts.each_ref().map(|front| ShapeRows::new(front, bounds)));
        Ok(Self(Arc::new(ShapePixels { mask, bounds, is_box, fronts, rows, front_rows, soles })))
    }

    fn checked(size: UVec2) -> Result<UVec2, BodyShapeError> {
        let UVec2 { x: width, y: height } = size;
        match (size.min_element(), size.max_element()) {
            (0, _) => Err(BodyShapeError::Empty { width, height }),
            (_, longest) if longest > Self::MAX_SIDE => Err(BodyShapeError::TooLarge { width, height }),
            _ => Ok(size),
        }
    }

    /// Returns the pixels.
    #[inline]
    #[must_use]
    pub fn mask(&self) -> &SolidityMap {
        &self.0.mask
    }

    /// Returns the bounding box of the pixels, relative to the position.
    #[inline]
    #[must_use]
    pub fn bounds(&self) -> Rect {
        self.0.bounds
    }

    /// Returns whether the shape has every pixel of its bounding box.
    #[inline]
    pub(super) fn is_box(&self) -> bool {
        self.0.is_box
    }

    /// Returns the leading edge of a step: the pixels whose neighbor in its direction is not in the shape.
    #[inline]
    pub(super) fn front(&self, direction: Direction) -> &SolidityMap {
        &self.0.fronts[direction as usize]
    }

    /// Returns the rows of the pixels.
    #[inline]
    pub(super) fn rows(&self) -> &ShapeRows {
        &self.0.rows
    }

    /// Returns the rows of the leading edge of a step.
    #[inline]
    pub(super) fn front_rows(&self, direction: Direction) -> &ShapeRows {
        &self.0.front_rows[direction as usize]
    }

    /// Returns the last pixels in a direction.
    #[inline]
    pub(super) fn sole(&self, direction: Direction) -> &Sole {
        &self.0.soles[direction as usize]
    }

    /// Returns whether something that is solid against one direction stops a step.
    pub(super) fn is_stopped_one_way(
        &self,
        at: IVec2,
        direction: Direction,
        one_way: Direction,
        is_solid: Pixels<'_>,
    ) -> bool {
        let sole = self.sole(one_way);
        match direction {
            _ if direction == one_way => sole.enters_face(self.front(direction), at, is_solid),
            _ if direction == one_way.opposite() => false,
            side => sole.find_rise(at, side, is_solid, &mut |_| true),
        }
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
    fn shapes_without_pixels_or_too_large_are_errors() {
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
