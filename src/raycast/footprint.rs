//! What the walks of the two traversals differ in.

use super::heading::Heading;
use super::track::{Pair, Track};
use crate::terrain::{Block, BrickGrid};
use fearless_simd::Simd;
use std::ops::ControlFlow;

/// The pixels that a line tests while it crosses columns of them (rows, where it is steep), and what it finds there.
pub(super) trait Footprint: Copy {
    /// Where a walk has met something solid. The default is of no account: it holds the place of one to be written.
    type Found<'a>: Copy + Default;

    /// By how much the row at the end of a strip lies past that at its beginning, but for the slope times its width.
    fn past(slope: i64) -> i64;

    /// Looks for something solid in a strip of 16 columns, in those of its lanes that are `begun`: not before the line's
    /// beginning. Where that ends the walk it breaks, with what was found.
    fn look<'a, S: Simd, D: Heading>(
        &self,
        simd: S,
        grid: &'a BrickGrid,
        track: &Track<S, D, Self>,
        blocks: &Pair<'a, Block>,
        strip: i32,
        begun: u32,
    ) -> ControlFlow<Option<Self::Found<'a>>>;
}
