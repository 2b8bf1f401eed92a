//! Arguments whose value is one of a few words.

use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use tileray::Traversal::{self, Bresenham, Exact};
use tileray::hull::{HullMode, OutlineBias};

/// A word of an argument, its help, and its value.
pub(crate) type Word<T> = (&'static str, &'static str, T);

/// Returns a parser of one of some words.
pub(crate) fn one_of<T: Copy + Send + Sync>(words: &'static [Word<T>]) -> impl TypedValueParser<Value = T> {
    let values = words.iter().map(|&(word, help, _)| PossibleValue::new(word).help(help));
    PossibleValuesParser::new(values).try_map(|found| {
        let named = words.iter().find(|(word, ..)| *word == found);
        named.map(|&(.., value)| value).ok_or("it is no such word")
    })
}

/// Returns the word of a value.
pub(crate) fn word_of<T: Copy + PartialEq>(words: &[Word<T>], value: T) -> &'static str {
    words.iter().find(|(.., known)| *known == value).map_or("", |&(word, ..)| word)
}

/// The traversals of the pixels on a ray.
pub(crate) const TRAVERSALS: &[Word<Traversal>] = &[
    ("bresenham", "Bresenham's line: one pixel per step along the longer axis, the same in both directions", Bresenham),
    ("exact", "Every pixel that the segment passes through", Exact),
];

/// The kinds of hulls.
pub(crate) const MODES: &[Word<HullMode>] = &[
    ("convex", "The smallest convex polygon", HullMode::Convex),
    ("pieces", "Convex pieces that tile the outline and leave holes free", HullMode::Pieces),
    ("box", "The bounding box", HullMode::Box),
    ("circle", "A regular polygon around the smallest enclosing circle", HullMode::Circle),
];

/// The sides of the border on which an outline may lie.
pub(crate) const BIASES: &[Word<OutlineBias>] = &[
    ("nearest", "Both sides", OutlineBias::Nearest),
    ("grow", "Outside: covers every solid pixel", OutlineBias::Grow),
    ("shrink", "Inside: covers no free pixel", OutlineBias::Shrink),
];

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
