//! Files: PNG pictures, and GIF animations with a palette of 255 colors.

use crate::output_file::write_file;
use anyhow::{Context, Result};
use gif::{DisposalMethod, Encoder, Repeat};
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use tileray::glam::UVec2;
use tileray_scenes::canvas::Canvas;
use tileray_scenes::color::Rgb;
use tileray_scenes::film::{Film, phases};

/// The kind of an output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputKind {
    Image,
    /// An animation of a number of frames.
    Animation(u32),
}

/// The usual time of a frame, in hundredths of a second.
const DELAY: u16 = 5;
/// The step between the sampled pixels of a frame.
const SAMPLED: usize = 7;

/// Draws a film at phase 0 into a picture, or at each phase of its cycle into an animation.
pub(crate) fn write_film(path: &Path, output: OutputKind, size: UVec2, film: &mut dyn Film) -> Result<()> {
    let OutputKind::Animation(frames) = output else { return write_png(film.draw(0.0)?, path) };
    let mut seen = Vec::new();
    for phase in phases(film.samples()) {
        seen.extend(film.draw(phase)?.pixels().iter().step_by(SAMPLED));
    }
    write_file(path, |file| {
        let side = |length: u32| u16::try_from(length).context("a GIF has at most 65535 pixels a side");
        let (width, height) = (side(size.x)?, side(size.y)?);
        let mut palette = Palette::of(&seen);
        let mut encoder = Encoder::new(file, width, height, &palette.to_rgb())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut before: Vec<u8> = Vec::new();
        let delay = film.seconds().map_or(DELAY, |seconds| (seconds * 100.0 / frames as f32).round() as u16);
        for phase in phases(frames) {
            let colors: Vec<u8> = film.draw(phase)?.pixels().iter().map(|&pixel| palette.nearest(pixel)).collect();
            // A frame stores only the pixels that changed since the frame before.
            let mut changed = colors.clone();
            for (color, _) in changed.iter_mut().zip(&before).filter(|(color, before)| *color == *before) {
                *color = Palette::TRANSPARENT;
            }
            let mut frame = gif::Frame::from_indexed_pixels(width, height, changed, Some(Palette::TRANSPARENT));
            frame.delay = delay;
            frame.dispose = DisposalMethod::Keep;
            encoder.write_frame(&frame)?;
            before = colors;
        }
        // Ends the file, and reports what the encoder would ignore when it is dropped.
        Ok(encoder.into_inner()?.flush()?)
    })
}

/// Colors chosen by median cut (Heckbert, "Color image quantization for frame buffer display", 1982).
#[derive(Clone, Debug)]
struct Palette {
    colors: Vec<[u8; 3]>,
    /// The nearest palette entry of each color of 6 bits per channel that was looked up.
    found: HashMap<u32, u8>,
}

/// A color, and the number of its pixels.
type Counted = ([u8; 3], u64);

impl Palette {
    /// The index of the transparent color.
    const TRANSPARENT: u8 = 255;

    /// Chooses colors close to all samples (`0x00RRGGBB`), closest to the frequent ones.
    fn of(samples: &[u32]) -> Self {
        let mut counts: HashMap<u32, u64> = HashMap::new();
        samples.iter().for_each(|&sample| *counts.entry(coarse(sample)).or_default() += 1);
        let mut colors: Vec<Counted> =
            counts.into_iter().map(|(color, count)| (Rgb(color).channels(), count)).collect();
        colors.sort_unstable();
        let mut boxes = vec![colors];
        while boxes.len() < usize::from(Self::TRANSPARENT) {
            let widest = boxes.iter().enumerate().filter(|(_, colors)| colors.len() > 1);
            let Some((index, _)) = widest.max_by_key(|(_, colors)| weight(colors)) else { break };
            let colors = boxes.swap_remove(index);
            let (low, high) = cut(colors);
            boxes.extend([low, high]);
        }
        let colors = boxes.iter().filter(|colors| !colors.is_empty()).map(|colors| mean(colors)).collect();
        Self { colors, found: HashMap::new() }
    }

    /// Returns red, green and blue of 256 colors.
    fn to_rgb(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self.colors.iter().flatten().copied().collect();
        bytes.resize(3 * 256, 0);
        bytes
    }

    /// Returns the index of the color nearest to one.
    fn nearest(&mut self, pixel: u32) -> u8 {
        let key = coarse(pixel);
        *self.found.entry(key).or_insert_with(|| {
            let wanted = Rgb(key).channels();
            let distance = |color: &[u8; 3]| {
                let squared = |channel: usize| (i32::from(color[channel]) - i32::from(wanted[channel])).pow(2);
                // The eye distinguishes greens best and blues worst.
                3 * squared(0) + 4 * squared(1) + 2 * squared(2)
            };
            let best = self.colors.iter().enumerate().min_by_key(|(_, color)| distance(color));
            best.map_or(0, |(index, _)| index as u8)
        })
    }
}

/// Returns the middle of the colors with the same upper 6 bits per channel.
const fn coarse(pixel: u32) -> u32 {
    pixel & 0xfc_fc_fc | 0x02_02_02
}

/// Returns the channel with the largest range of values, and the range.
fn widest_channel(colors: &[Counted]) -> (usize, u8) {
    let range = |channel: usize| {
        let values = || colors.iter().map(|(color, _)| color[channel]);
        values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    (0..3).map(|channel| (channel, range(channel))).max_by_key(|&(_, range)| range).unwrap_or((0, 0))
}

/// Returns the gain of cutting a box: the largest for wide boxes with many pixels.
fn weight(colors: &[Counted]) -> u64 {
    let count: u64 = colors.iter().map(|(_, count)| count).sum();
    u64::from(widest_channel(colors).1).pow(2) * count.isqrt()
}

/// Cuts a box of at least two colors at the median pixel.
fn cut(mut colors: Vec<Counted>) -> (Vec<Counted>, Vec<Counted>) {
    let (channel, _) = widest_channel(&colors);
    colors.sort_unstable_by_key(|(color, _)| color[channel]);
    let half = colors.iter().map(|(_, count)| count).sum::<u64>() / 2;
    let mut below = 0;
    let middle = colors.iter().position(|(_, count)| {
        below += count;
        below > half
    });
    let high = colors.split_off(middle.unwrap_or(1).clamp(1, colors.len() - 1));
    (colors, high)
}

fn mean(colors: &[Counted]) -> [u8; 3] {
    let count: u64 = colors.iter().map(|(_, count)| count).sum();
    let sum = |channel: usize| colors.iter().map(|(color, count)| u64::from(color[channel]) * count).sum::<u64>();
    [0, 1, 2].map(|channel| (sum(channel) / count.max(1)) as u8)
}

/// Writes a canvas as a PNG.
pub(crate) fn write_png(canvas: &Canvas, path: &Path) -> Result<()> {
    write_file(path, |file| {
        let size = canvas.size();
        let mut encoder = png::Encoder::new(file, size.x, size.y);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&canvas.to_rgb())?;
        Ok(writer.finish()?)
    })
}

/// Writes a canvas to the first free name of `tileray-001.png`, `tileray-002.png` … in a folder.
pub(crate) fn write_numbered(canvas: &Canvas, folder: &Path) -> Result<PathBuf> {
    let free = (1..=u32::MAX).map(|number| folder.join(format!("tileray-{number:03}.png"))).find(|path| !path.exists());
    let path = free.context("there is no number left for another screenshot")?;
    write_png(canvas, &path)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::uvec2;
    use tileray_scenes::picture::decode_png;

    #[test]
    fn few_colors_are_kept_apart() {
        let samples = [0xff_00_00, 0x00_ff_00, 0x00_00_ff, 0xff_ff_ff, 0];
        let mut palette = Palette::of(&samples);
        let mut found: Vec<u8> = samples.iter().map(|&sample| palette.nearest(sample)).collect();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), samples.len());
    }

    #[test]
    fn many_colors_come_close() {
        let samples: Vec<u32> = (0..4096).map(|n: u32| (n & 15) << 20 | (n >> 4 & 15) << 12 | (n >> 8) << 4).collect();
        let mut palette = Palette::of(&samples);
        for &sample in &samples {
            let index = usize::from(palette.nearest(sample));
            let near = palette.colors[index];
            let far = near.iter().zip(Rgb(sample).channels()).map(|(a, b)| a.abs_diff(b)).max();
            assert!(far <= Some(48), "{sample:06x} became {near:?}");
        }
        assert!(palette.colors.len() <= usize::from(Palette::TRANSPARENT));
    }

    #[test]
    fn no_samples_give_no_colors() {
        assert_eq!(Palette::of(&[]).nearest(0x12_34_56), 0);
    }

    #[test]
    fn screenshots_do_not_replace_each_other() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let mut canvas = Canvas::new(uvec2(3, 2));
        let first = write_numbered(&canvas, folder.path())?;
        canvas.fill(tileray::Rect::from_size(tileray::glam::IVec2::ZERO, canvas.size()), Rgb(0x01_02_03), 255);
        let second = write_numbered(&canvas, folder.path())?;
        assert_ne!(first, second);
        assert_eq!(decode_png(&std::fs::read(&first)?)?.get(2, 1), [0, 0, 0, 255]);
        assert_eq!(decode_png(&std::fs::read(&second)?)?.get(2, 1), [1, 2, 3, 255]);
        Ok(())
    }

    #[test]
    fn an_animation_has_all_its_pictures_and_changes() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let (path, size) = (folder.path().join("shapes.gif"), uvec2(200, 150));
        write_film(&path, OutputKind::Animation(5), size, &mut tileray_scenes::shapes::ShapeFilm::new(size))?;
        let mut decoder = gif::DecodeOptions::new().read_info(std::fs::File::open(&path)?)?;
        assert_eq!((decoder.width(), decoder.height()), (200, 150));
        let mut pictures = 0;
        while let Some(frame) = decoder.read_next_frame()? {
            let changed = frame.buffer.iter().filter(|&&index| Some(index) != frame.transparent).count();
            assert!(changed > 0, "picture {pictures}");
            pictures += 1;
        }
        assert_eq!(pictures, 5);
        Ok(())
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let error = write_png(&Canvas::new(uvec2(1, 1)), Path::new("nowhere/at/all.png")).expect_err("no folder");
        assert!(format!("{error:#}").contains("all.png"));
    }
}
