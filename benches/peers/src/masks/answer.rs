//! What is asked of two masks, and what a contestant says.

use tileray::glam::IVec2;

/// What is asked of each pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// The first common pixel, row by row.
    First,
    /// The number of common pixels.
    Area,
}

/// The answer for one pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The first common pixel in the frame of the first mask, if there is one.
    First(Option<IVec2>),
    /// How many there are.
    Area(u64),
}

impl Question {
    /// The answer where these are the common pixels, row by row.
    pub(crate) fn answer(self, mut common: impl Iterator<Item = IVec2>) -> Answer {
        match self {
            Self::First => Answer::First(common.next()),
            Self::Area => Answer::Area(common.count() as u64),
        }
    }
}

impl Answer {
    /// Whether the two have a pixel in common.
    pub(crate) fn is_overlap(self) -> bool {
        !matches!(self, Self::First(None) | Self::Area(0))
    }

    /// Another answer to the same question.
    #[cfg(test)]
    pub(crate) fn changed(self) -> Self {
        match self {
            Self::First(None) => Self::First(Some(IVec2::ZERO)),
            Self::First(Some(pixel)) => Self::First(Some(pixel + IVec2::X)),
            Self::Area(area) => Self::Area(area + 1),
        }
    }
}
