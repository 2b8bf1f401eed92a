//! Places: the shape and the position that bodies, solids and floor areas have.

use super::fixed::FixedPosition;
use super::shape::BodyShape;
use crate::geometry::Rect;
use glam::IVec2;

/// A shape, and the position of its pixel `(0, 0)`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) shape: BodyShape,
    pub(super) position: FixedPosition,
}

impl Place {
    pub(super) const fn new(shape: BodyShape, position: IVec2) -> Self {
        Self { shape, position: FixedPosition::new(position) }
    }

    /// Returns the bounding box of the pixels in the world.
    pub(super) fn rect(&self) -> Rect {
        self.shape.bounds().translated(self.position.pixel())
    }

    /// Returns whether a pixel of the world belongs to the shape. Any pixel is allowed.
    pub(super) fn has_pixel(&self, pixel: IVec2) -> bool {
        // A difference clamped to the range of i32 lies outside every shape.
        let own = pixel.saturating_sub(self.position.pixel());
        self.shape.mask().get(own.x, own.y)
    }

    /// Returns whether a shape at a position shares a pixel with this one.
    pub(super) fn overlaps(&self, shape: &BodyShape, at: IVec2) -> bool {
        let meets = shape.bounds().translated(at).intersection(&self.rect());
        !meets.is_empty() && shape.mask().overlap(self.shape.mask(), self.position.pixel() - at).is_some()
    }
}

/// Implements the methods and the serialized form that all types with a `place` share. The form has the shape, the
/// position, and the fields that are listed here.
macro_rules! impl_place {
    ($type:ident { $($(#[$attribute:meta])* $field:ident: $kind:ty),* }) => {
        impl $type {
            /// Returns the pixels, relative to the position.
            #[must_use]
            pub const fn shape(&self) -> &BodyShape {
                &self.place.shape
            }

            /// Returns the position of the shape's pixel `(0, 0)`.
            #[must_use]
            pub const fn position(&self) -> IVec2 {
                self.place.position.pixel()
            }

            /// Teleports to a position and drops the fraction of a pixel. Nothing is carried or pushed.
            pub const fn set_position(&mut self, position: IVec2) {
                self.place.position = $crate::motion::fixed::FixedPosition::new(position);
            }

            /// Returns the position with its fraction of a pixel, from −1/2 to 1/2, which is kept for the next motion.
            ///
            /// The number is rounded to `f32`, which has the whole fraction up to ±256 pixels from the origin.
            #[must_use]
            pub fn exact_position(&self) -> Vec2 {
                self.place.position.to_vec2()
            }

            /// Teleports to a position with a fraction of a pixel, for games that keep positions of their own. Nothing
            /// is carried or pushed.
            ///
            /// The fraction is rounded to 1/65536 pixel. [`position`](Self::position) becomes the nearest pixel.
            /// Halfway between two pixels it becomes the one nearer to the present pixel, so mirrored teleports are
            /// mirrored. Coordinates are clamped to ±2^24 pixels. NaN changes nothing along its axis. Nor does a
            /// coordinate of [`exact_position`](Self::exact_position), so what is read and set again stays the same
            /// to the bit.
            ///
            /// ```
            /// use tileray::{Body, glam::{ivec2, vec2}};
            ///
            /// let mut hero = Body::rectangle((12, 14), ivec2(20, 40))?;
            /// hero.set_exact_position([20.75, 39.5]);
            /// assert_eq!((hero.position(), hero.exact_position()), (ivec2(21, 40), vec2(20.75, 39.5)));
            /// # Ok::<(), tileray::motion::BodyShapeError>(())
            /// ```
            pub fn set_exact_position(&mut self, position: impl Into<Vec2>) {
                self.place.position.set_exact(position.into());
            }

            /// Returns the bounding box of the pixels in the world.
            #[must_use]
            pub fn rect(&self) -> Rect {
                self.place.rect()
            }
        }

        #[cfg(feature = "serde")]
        const _: () = {
            #[derive(serde::Serialize, serde::Deserialize)]
            struct $type {
                shape: BodyShape,
                position: $crate::motion::fixed::FixedPosition,
                $($(#[$attribute])* $field: $kind,)*
            }

            impl serde::Serialize for self::$type {
                fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let Place { shape, position } = self.place.clone();
                    $type { shape, position, $($field: self.$field,)* }.serialize(serializer)
                }
            }

            impl<'de> serde::Deserialize<'de> for self::$type {
                fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                    let $type { shape, position, $($field,)* } = serde::Deserialize::deserialize(deserializer)?;
                    Ok(Self { place: Place { shape, position }, $($field,)* })
                }
            }
        };
    };
}
pub(super) use impl_place;
