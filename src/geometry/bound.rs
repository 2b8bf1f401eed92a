//! Maxima and minima of floats, decided by comparisons.
//!
//! `f32::max(0.0, -0.0)` may be either zero, and so may other maxima, minima and clamps: it depends on the compiler,
//! the processor and what is inlined. The compiler even draws conclusions from such a maximum: it drops `x + 0.0` where
//! it concludes that `x` is never -0. So the library calls only the functions here. Clippy refuses the others
//! (`clippy.toml`), and `tests/project/zeros.rs` refuses sums with 0.

use glam::{DVec2, DVec3, Vec2, Vec3};

/// A float, or a vector whose coordinates are bounded one by one.
pub(crate) trait Bound: Copy {
    /// Returns `self` if it is greater than `low`, else `low`. So equal numbers, as 0 and -0 are, and NaN give `low`.
    ///
    /// `x.at_least(0.0)` is neither -0 nor NaN. On x86-64 it is one instruction, `maxss`.
    #[must_use]
    fn at_least(self, low: Self) -> Self;

    /// Returns `self` if it is less than `high`, else `high`. So equal numbers and NaN give `high`.
    #[must_use]
    fn at_most(self, high: Self) -> Self;

    /// Returns `low` if `self` is less, `high` if it is greater, else `self`. NaN, and a zero that equals a bound, are
    /// returned unchanged.
    #[must_use]
    #[inline(always)]
    fn within(self, low: Self, high: Self) -> Self
    where
        Self: PartialOrd,
    {
        // Two comparisons in a row are two instructions. With `else if`, a loop takes three times as long.
        let raised = if self < low { low } else { self };
        if raised > high { high } else { raised }
    }

    /// Replaces -0 by 0.
    #[must_use]
    fn positive_zero(self) -> Self;
}

/// The extreme coordinates of a vector.
pub(crate) trait Elements {
    type Element;

    /// Returns the greatest coordinate; of equal ones, the last.
    #[must_use]
    fn greatest(self) -> Self::Element;

    /// Returns the least coordinate; of equal ones, the last.
    #[must_use]
    fn least(self) -> Self::Element;
}

macro_rules! scalars {
    ($($Scalar:ty),*) => {$(
        impl Bound for $Scalar {
            #[inline(always)]
            fn at_least(self, low: Self) -> Self {
                if self > low { self } else { low }
            }

            #[inline(always)]
            fn at_most(self, high: Self) -> Self {
                if self < high { self } else { high }
            }

            #[inline(always)]
            fn positive_zero(self) -> Self {
                if self == 0.0 { 0.0 } else { self }
            }
        }
    )*};
}

macro_rules! nested {
    ($vector:ident $method:ident $last:ident) => {
        $vector.$last
    };
    ($vector:ident $method:ident $first:ident $($rest:ident)+) => {
        $vector.$first.$method(nested!($vector $method $($rest)+))
    };
}

macro_rules! vectors {
    ($($Vector:ty { $($axis:ident)* }: $Element:ty),*) => {$(
        impl Bound for $Vector {
            #[inline(always)]
            fn at_least(self, low: Self) -> Self {
                Self::new($(self.$axis.at_least(low.$axis)),*)
            }

            #[inline(always)]
            fn at_most(self, high: Self) -> Self {
                Self::new($(self.$axis.at_most(high.$axis)),*)
            }

            #[inline(always)]
            fn positive_zero(self) -> Self {
                Self::new($(self.$axis.positive_zero()),*)
            }
        }

        impl Elements for $Vector {
            type Element = $Element;

            #[inline(always)]
            fn greatest(self) -> $Element {
                nested!(self at_least $($axis)*)
            }

            #[inline(always)]
            fn least(self) -> $Element {
                nested!(self at_most $($axis)*)
            }
        }
    )*};
}

scalars!(f32, f64);
vectors!(Vec2 { x y }: f32, DVec2 { x y }: f64, Vec3 { x y z }: f32, DVec3 { x y z }: f64);

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;
    use std::hint::black_box;

    /// Both zeros and NaN give the bits that the documentation says, also to the optimizer.
    #[test]
    fn zeros_are_chosen() {
        let (zero, negative, nan) = (black_box(0.0_f32), black_box(-0.0_f32), black_box(f32::NAN));
        let same = |found: f32, expected: f32| assert_eq!(found.to_bits(), expected.to_bits(), "{found} {expected}");
        same(negative.at_least(0.0), 0.0);
        same(zero.at_least(negative), -0.0);
        same(negative.at_most(0.0), 0.0);
        same(zero.at_most(negative), -0.0);
        same(nan.at_least(1.0), 1.0);
        same(nan.at_most(1.0), 1.0);
        same(negative.within(0.0, 1.0), -0.0);
        same(zero.within(negative, 1.0), 0.0);
        assert!(nan.within(0.0, 1.0).is_nan());
        same(negative.positive_zero(), 0.0);
        same(negative.at_least(-1.0).positive_zero(), 0.0);
        same(zero.at_least(negative).positive_zero(), 0.0);
        assert!(nan.positive_zero().is_nan());
        same(vec2(negative, 1.0).at_least(Vec2::ZERO).x, 0.0);
        same(vec2(negative, zero).greatest(), 0.0);
        same(vec2(zero, negative).least(), -0.0);
    }
}
