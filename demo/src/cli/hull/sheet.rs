//! A sprite, or a sheet of sprites, with their hulls.

use anyhow::{anyhow, bail};
use tileray::glam::{IVec2, UVec2};
use tileray::hull::{HullMode, HullSheet, SheetError, SimplifyError, SpriteHullError};
use tileray::{HullOptions, Rect, SolidityMap, SpriteHull};

/// The largest number of frames of a sheet, as the output for each frame is long.
const MAX_FRAMES: u64 = 1 << 16;

/// A sprite, or a sheet of sprites, with their hulls.
#[derive(Debug)]
pub(super) struct FittedSheet {
    pub(super) size: UVec2,
    mode: HullMode,
    /// The size of a frame; the size of the picture without frames.
    frame: UVec2,
    /// Whether frames were asked for.
    pub(super) has_frames: bool,
    hulls: HullSheet,
}

impl FittedSheet {
    /// Makes the hulls of frames of one size, or the hull of the whole picture without a size.
    pub(super) fn new(mask: &SolidityMap, frame: Option<UVec2>, options: &HullOptions) -> anyhow::Result<Self> {
        let size = mask.size();
        if let Some(UVec2 { x: width, y: height }) = frame
            && width.min(height) > 0
        {
            let frames = u64::from(size.x / width) * u64::from(size.y / height);
            if frames > MAX_FRAMES {
                bail!("--frames {width}x{height}: {frames} frames are more than {MAX_FRAMES}; give a larger size");
            }
        }
        if mask.count() == 0 {
            bail!("none of its {}x{} pixels is solid; lower --alpha, or check the picture", size.x, size.y);
        }
        let hulls =
            HullSheet::from_grid(mask, frame.unwrap_or(size), options).map_err(|error| refusal(error, frame))?;
        Ok(Self { size, mode: options.mode, frame: frame.unwrap_or(size), has_frames: frame.is_some(), hulls })
    }

    /// Returns the frames, row by row: the area in the picture, and the hull if the frame has a solid pixel.
    pub(super) fn frames(&self) -> impl Iterator<Item = (Rect, Option<&SpriteHull>)> {
        let columns = (self.size.x / self.frame.x.max(1)).max(1);
        (0..self.hulls.len()).map(move |index| {
            let cell = UVec2::new(index as u32 % columns, index as u32 / columns);
            let corner: IVec2 = (cell * self.frame).as_ivec2();
            (Rect::from_size(corner, self.frame), self.hulls.get(index))
        })
    }

    /// Returns the name of the kind of hull.
    pub(super) fn mode_name(&self) -> &'static str {
        match self.mode {
            HullMode::Convex => "convex",
            HullMode::Pieces => "pieces",
            HullMode::Box => "box",
            HullMode::Circle => "circle",
        }
    }
}

/// Returns an error of the library in terms of the flags.
fn refusal(error: SheetError, frame: Option<UVec2>) -> anyhow::Error {
    match (error, frame) {
        (SheetError::Frame { source, .. }, None) => anyhow!(of_sprite(&source)),
        (SheetError::Frame { index, source }, Some(_)) => anyhow!("frame {index}: {}", of_sprite(&source)),
        (error, Some(UVec2 { x, y })) => anyhow!("--frames {x}x{y}: {error}"),
        (error, None) => anyhow!(error),
    }
}

fn of_sprite(error: &SpriteHullError) -> String {
    let text = error.to_string();
    match error {
        SpriteHullError::Outline(SimplifyError::TooFewVertices { .. }) | SpriteHullError::TooFewVertices { .. } => {
            text.replace("`max_vertices`", "--max-vertices")
        }
        SpriteHullError::TooFewPieces { .. } => {
            text.replace("`max_pieces`", "--max-pieces").replace("`HullMode::Convex`", "--mode convex")
        }
        _ => text,
    }
}
