//! Which way a line runs.

/// Which axis is major, and which way the line runs along it.
///
/// For a single ray that is data, [`AnySense`]: a branch on it would be mispredicted for every other ray. Rays of a batch
/// are sorted by it, so that it is code, [`Sense`], and half of the choices fall away.
pub(super) trait Heading: Copy {
    /// Whether y is major.
    fn is_steep(self) -> bool;
    /// Whether the line runs toward smaller major coordinates.
    fn is_backward(self) -> bool;

    /// From (major, minor) to (x, y).
    #[inline(always)]
    fn to_world<T>(self, major: T, minor: T) -> (T, T) {
        if self.is_steep() { (minor, major) } else { (major, minor) }
    }

    /// Of some lanes, one bit each, that which the walk meets first; none of the 32 where there are none.
    #[inline(always)]
    fn first_lane(self, lanes: u32) -> i32 {
        (if self.is_backward() { 31_u32.wrapping_sub(lanes.leading_zeros()) } else { lanes.trailing_zeros() }) as i32
    }
}

/// A direction that is known where the program is compiled.
#[derive(Clone, Copy)]
pub(super) struct Sense<const STEEP: bool, const BACKWARD: bool>;

/// A direction that is known where the program runs.
#[derive(Clone, Copy)]
pub(super) struct AnySense {
    pub(super) steep: bool,
    pub(super) backward: bool,
}

impl<const STEEP: bool, const BACKWARD: bool> Heading for Sense<STEEP, BACKWARD> {
    #[inline(always)]
    fn is_steep(self) -> bool {
        STEEP
    }

    #[inline(always)]
    fn is_backward(self) -> bool {
        BACKWARD
    }
}

impl Heading for AnySense {
    #[inline(always)]
    fn is_steep(self) -> bool {
        self.steep
    }

    #[inline(always)]
    fn is_backward(self) -> bool {
        self.backward
    }
}
