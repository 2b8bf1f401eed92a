//! Moving pictures into a GIF.

use super::canvas::Canvas;
use super::palette::Palette;
use anyhow::{Context, Result};
use gif::{DisposalMethod, Encoder, Repeat};
use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use tileray::glam::UVec2;

/// How long each picture is shown, in hundredths of a second.
const DELAY: u16 = 5;
/// Of how many pixels of a sample one is looked at.
const SAMPLED: usize = 7;

/// The parts of the way, from 0 to below 1, at which the pictures of an animation are taken.
pub(crate) fn parts(pictures: u32) -> impl Iterator<Item = f32> {
    (0..pictures).map(move |picture| picture as f32 / pictures as f32)
}

/// A GIF that goes on for ever. Each picture holds only what changed since the one before.
pub(crate) struct Animation {
    path: PathBuf,
    encoder: Encoder<BufWriter<File>>,
    palette: Palette,
    size: UVec2,
    shown: Vec<u8>,
}

impl Animation {
    /// Begins a file. All pictures share their colors, which are chosen from those of `samples` pictures along the way;
    /// `pixels_at` gives the pixels of the one at a [part](parts) of it.
    pub(crate) fn create(
        path: &Path,
        size: UVec2,
        samples: u32,
        mut pixels_at: impl FnMut(f32) -> Result<Vec<u32>>,
    ) -> Result<Self> {
        let mut seen = Vec::new();
        for part in parts(samples) {
            seen.extend(pixels_at(part)?.iter().step_by(SAMPLED));
        }
        let create = || -> Result<_> {
            let side = |length: u32| u16::try_from(length).context("a GIF has at most 65535 pixels a side");
            let palette = Palette::of(&seen);
            let file = BufWriter::new(File::create(path)?);
            let mut encoder = Encoder::new(file, side(size.x)?, side(size.y)?, &palette.to_rgb())?;
            encoder.set_repeat(Repeat::Infinite)?;
            Ok((encoder, palette))
        };
        let (encoder, palette) = create().with_context(|| format!("cannot write {}", path.display()))?;
        Ok(Self { path: path.to_owned(), encoder, palette, size, shown: Vec::new() })
    }

    /// Adds a picture of the size that was given.
    pub(crate) fn add(&mut self, canvas: &Canvas) -> Result<()> {
        let next: Vec<u8> = canvas.pixels().iter().map(|&pixel| self.palette.nearest(pixel)).collect();
        let mut drawn = next.clone();
        if !self.shown.is_empty() {
            for (pixel, before) in drawn.iter_mut().zip(&self.shown) {
                if pixel == before {
                    *pixel = Palette::TRANSPARENT;
                }
            }
        }
        let mut frame =
            gif::Frame::from_indexed_pixels(self.size.x as u16, self.size.y as u16, drawn, Some(Palette::TRANSPARENT));
        frame.delay = DELAY;
        frame.dispose = DisposalMethod::Keep;
        self.shown = next;
        self.encoder.write_frame(&frame).with_context(|| format!("cannot write {}", self.path.display()))
    }
}
