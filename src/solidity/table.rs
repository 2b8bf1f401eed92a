/// A number for each pixel or offset would be too many, or their squares too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "a table of {width}x{height} numbers is too large: it may hold {}, with at most {} a side",
    TableSizeError::MAX_NUMBERS,
    TableSizeError::MAX_SIDE
)]
pub struct TableSizeError {
    /// The width that was asked for.
    pub width: u64,
    /// The height that was asked for.
    pub height: u64,
}

impl TableSizeError {
    /// The most numbers that a table may hold: 2^28, which take 1 GiB.
    pub const MAX_NUMBERS: u64 = 1 << 28;
    /// The longest side of a table: the square of its diagonal is a `u32`.
    pub const MAX_SIDE: u64 = 46_340;

    /// An error where a table of this size is too large.
    pub(super) const fn check(width: u64, height: u64) -> Result<(), Self> {
        if width > Self::MAX_SIDE || height > Self::MAX_SIDE || width * height > Self::MAX_NUMBERS {
            return Err(Self { width, height });
        }
        Ok(())
    }
}
