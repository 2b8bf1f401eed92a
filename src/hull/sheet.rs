//! Hulls of sprite sheets.

use super::options::{HullOptions, SpriteHullError};
use super::sprite_hull::SpriteHull;
use crate::geometry::Rect;
use crate::solidity::SolidityMap;
use glam::{IVec2, UVec2};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::error::Error;
use std::fmt;

/// The hulls of a sprite sheet's frames. Equal frames share one hull.
///
/// ```
/// use tileray::{HullOptions, SolidityMap, glam::uvec2};
/// use tileray::hull::HullSheet;
///
/// // Three frames of 8×8: a box, nothing, the same box.
/// let sheet = SolidityMap::from_fn(24, 8, |x, y| x / 8 != 1 && (2..6).contains(&(x % 8)) && y > 1);
/// let hulls = HullSheet::from_grid(&sheet, uvec2(8, 8), &HullOptions::default())?;
/// assert_eq!((hulls.len(), hulls.distinct().len()), (3, 1));
/// assert!(hulls.get(1).is_none());
/// assert_eq!(hulls.get(0), hulls.get(2));
/// # Ok::<(), tileray::hull::SheetError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct HullSheet {
    hulls: Vec<SpriteHull>,
    /// The index of each frame's hull; `None` for an empty frame.
    frames: Vec<Option<usize>>,
}

/// The reason that a sprite sheet has no hulls.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SheetError {
    /// A side of the frames is 0.
    NoSize {
        /// The width of a frame.
        width: u32,
        /// The height of a frame.
        height: u32,
    },
    /// The sheet does not consist of whole frames.
    Remainder {
        /// The width of the sheet.
        sheet_width: u32,
        /// The height of the sheet.
        sheet_height: u32,
        /// The width of a frame.
        width: u32,
        /// The height of a frame.
        height: u32,
    },
    /// A frame has no hull.
    Frame {
        /// The first such frame.
        index: usize,
        /// The error of its hull.
        source: SpriteHullError,
    },
}

impl fmt::Display for SheetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSize { width, height } => {
                write!(f, "frames of {width}x{height} pixels are empty; make both sides at least 1")
            }
            Self::Remainder { sheet_width, sheet_height, width, height } => write!(
                f,
                "a sheet of {sheet_width}x{sheet_height} pixels is not made of whole frames of {width}x{height}; check the \
                size of a frame"
            ),
            Self::Frame { index, source } => write!(f, "frame {index}: {source}"),
        }
    }
}

impl Error for SheetError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Frame { source, .. } => Some(source),
            _ => None,
        }
    }
}

impl HullSheet {
    /// Makes the hulls of frames of one size that fill the sheet, row by row from the left.
    ///
    /// # Errors
    ///
    /// [`SheetError::NoSize`], [`SheetError::Remainder`], and [`SheetError::Frame`] for the errors of
    /// [`SpriteHull::from_mask`]; a frame without solid pixels is not an error.
    pub fn from_grid(sheet: &SolidityMap, frame: impl Into<UVec2>, options: &HullOptions) -> Result<Self, SheetError> {
        let frame = frame.into();
        let (width, height) = (frame.x, frame.y);
        if width == 0 || height == 0 {
            return Err(SheetError::NoSize { width, height });
        }
        let (sheet_width, sheet_height) = (sheet.width(), sheet.height());
        if sheet_width % width != 0 || sheet_height % height != 0 {
            return Err(SheetError::Remainder { sheet_width, sheet_height, width, height });
        }
        let frames = (0..sheet_height / height).flat_map(|row| {
            (0..sheet_width / width)
                .map(move |column| Rect::from_size(IVec2::new((column * width) as i32, (row * height) as i32), frame))
        });
        let mut known = HashMap::new();
        let mut all = Self { hulls: Vec::new(), frames: Vec::new() };
        for (index, frame) in frames.enumerate() {
            let mask = sheet.crop(frame);
            if mask.is_empty() {
                all.frames.push(None);
                continue;
            }
            let hull = match known.entry(mask) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(new) => {
                    let hull = SpriteHull::from_mask(new.key(), options)
                        .map_err(|source| SheetError::Frame { index, source })?;
                    all.hulls.push(hull);
                    *new.insert(all.hulls.len() - 1)
                }
            };
            all.frames.push(Some(hull));
        }
        Ok(all)
    }

    /// Returns the number of frames.
    #[must_use]
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Returns whether there is no frame.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Returns the hull of a frame; `None` if no pixel of it is solid, or the frame does not exist.
    #[must_use]
    pub fn get(&self, frame: usize) -> Option<&SpriteHull> {
        self.hulls.get((*self.frames.get(frame)?)?)
    }

    /// Returns each distinct hull once, in the order of the first frames.
    #[must_use]
    pub fn distinct(&self) -> &[SpriteHull] {
        &self.hulls
    }
}
