//! Arguments whose value is one of a few words.

use clap::ValueEnum;
use tileray::Traversal;
use tileray::hull::{HullMode, OutlineBias};

/// Converts the values of an argument to the type of the library, whose values have the same names.
macro_rules! convert {
    ($arg:ident to $library:path: $($name:ident),*) => {
        impl From<$arg> for $library {
            fn from(arg: $arg) -> Self {
                match arg {
                    $($arg::$name => Self::$name),*
                }
            }
        }
    };
}

pub(crate) use convert;

/// The traversal of the pixels on a ray.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum TraversalArg {
    /// Bresenham's line: one pixel per step along the longer axis, the same in both directions
    #[default]
    Bresenham,
    /// Every pixel that the segment passes through
    Exact,
}

convert!(TraversalArg to Traversal: Bresenham, Exact);

/// The kind of hull.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ModeArg {
    /// The smallest convex polygon
    Convex,
    /// Convex pieces that tile the outline and leave holes free
    #[default]
    Pieces,
    /// The bounding box
    Box,
    /// A regular polygon around the smallest enclosing circle
    Circle,
}

convert!(ModeArg to HullMode: Convex, Pieces, Box, Circle);

/// The side of the border on which an outline may lie.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BiasArg {
    /// Both sides
    #[default]
    Nearest,
    /// Outside: covers every solid pixel
    Grow,
    /// Inside: covers no free pixel
    Shrink,
}

convert!(BiasArg to OutlineBias: Nearest, Grow, Shrink);

/// The format of a hull.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HullFormat {
    /// One object on one line
    Json,
    /// A self-contained picture: the sprite, its pieces and its outline
    Svg,
    /// For people
    Text,
}

/// The format of the answer to a ray.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HitFormat {
    /// For people
    Text,
    /// A header, then one line per ray
    Csv,
    /// One object per ray, each on its own line
    Json,
    /// An array of NumPy
    Npy,
}

/// The format of ranges.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RangeFormat {
    /// A header, then one line per ray or pose
    Csv,
    /// An array of NumPy
    Npy,
}

/// The format of a report.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ReportFormat {
    /// For people
    #[default]
    Text,
    /// One object on one line
    Json,
}
