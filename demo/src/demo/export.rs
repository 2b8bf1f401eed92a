//! Files: PNG pictures, read and written, and GIF animations with a palette of 255 colors.

use crate::demo::canvas::Canvas;
use crate::demo::color::Rgb;
use crate::output::cannot_write;
use anyhow::{Context, Result, ensure};
use gif::{DisposalMethod, Encoder, Repeat};
use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Cursor};
use std::path::{Path, PathBuf};
use tileray::glam::UVec2;
use tileray::tile::TileImage;

/// The kind of an output file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum OutputKind {
    Image,
    /// An animation of a number of frames.
    Animation(u32),
}

/// The time of a frame, in hundredths of a second.
const DELAY: u16 = 5;
/// The step between the sampled pixels of a frame.
const SAMPLED: usize = 7;

/// Returns the phases of the frames of an animation, from 0 to below 1.
pub(crate) fn phases(frames: u32) -> impl Iterator<Item = f32> {
    (0..frames).map(move |frame| frame as f32 / frames as f32)
}

/// Draws a scene at phase 0 into a picture, or at each phase of its cycle into an animation whose colors are chosen
/// from `samples` frames.
pub(crate) fn write_scene(
    path: &Path,
    output: OutputKind,
    size: UVec2,
    samples: u32,
    mut draw: impl FnMut(f32) -> Result<Canvas>,
) -> Result<()> {
    let OutputKind::Animation(frames) = output else { return write_png(&draw(0.0)?, path) };
    let mut seen = Vec::new();
    for phase in phases(samples) {
        seen.extend(draw(phase)?.pixels().iter().step_by(SAMPLED));
    }
    let mut write = || -> Result<()> {
        let side = |length: u32| u16::try_from(length).context("a GIF has at most 65535 pixels a side");
        let (width, height) = (side(size.x)?, side(size.y)?);
        let mut palette = Palette::of(&seen);
        let file = BufWriter::new(File::create(path)?);
        let mut encoder = Encoder::new(file, width, height, &palette.to_rgb())?;
        encoder.set_repeat(Repeat::Infinite)?;
        let mut before: Vec<u8> = Vec::new();
        for phase in phases(frames) {
            let colors: Vec<u8> = draw(phase)?.pixels().iter().map(|&pixel| palette.nearest(pixel)).collect();
            // A frame stores only the pixels that changed since the frame before.
            let mut changed = colors.clone();
            for (color, _) in changed.iter_mut().zip(&before).filter(|(color, before)| *color == *before) {
                *color = Palette::TRANSPARENT;
            }
            let mut frame = gif::Frame::from_indexed_pixels(width, height, changed, Some(Palette::TRANSPARENT));
            frame.delay = DELAY;
            frame.dispose = DisposalMethod::Keep;
            encoder.write_frame(&frame)?;
            before = colors;
        }
        Ok(())
    };
    write().map_err(|error| cannot_write(path, error))
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

/// Decodes a picture to 8 bits per channel: a PNG of any kind, or another format that the library reads.
pub(crate) fn decode_picture(bytes: &[u8]) -> Result<TileImage> {
    if image::guess_format(bytes)? == image::ImageFormat::Png {
        return decode_png(bytes);
    }
    let picture = image::load_from_memory(bytes)?.into_rgba8();
    let pixels = picture.pixels().map(|pixel| pixel.0).collect();
    TileImage::new(picture.width(), pixels).context("the picture has no pixels")
}

/// Decodes a PNG of any kind to 8 bits per channel.
pub(crate) fn decode_png(bytes: &[u8]) -> Result<TileImage> {
    let mut decoder = png::Decoder::new(Cursor::new(bytes));
    decoder.set_transformations(png::Transformations::normalize_to_color8() | png::Transformations::ALPHA);
    let mut reader = decoder.read_info()?;
    let size = reader.output_buffer_size().context("the picture is too large")?;
    let mut buffer = vec![0; size];
    let info = reader.next_frame(&mut buffer)?;
    let pixels: Vec<[u8; 4]> = match info.color_type {
        png::ColorType::Rgba => {
            buffer[..info.buffer_size()].chunks_exact(4).map(|p| [p[0], p[1], p[2], p[3]]).collect()
        }
        png::ColorType::GrayscaleAlpha => {
            buffer[..info.buffer_size()].chunks_exact(2).map(|p| [p[0], p[0], p[0], p[1]]).collect()
        }
        other => anyhow::bail!("colors of type {other:?} are not read"),
    };
    ensure!(pixels.len() == info.width as usize * info.height as usize, "the picture is cut short");
    TileImage::new(info.width, pixels).context("the picture has no pixels")
}

/// Writes a canvas as a PNG.
pub(crate) fn write_png(canvas: &Canvas, path: &Path) -> Result<()> {
    let write = || -> Result<()> {
        let size = canvas.size();
        let mut encoder = png::Encoder::new(BufWriter::new(File::create(path)?), size.x, size.y);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&canvas.to_rgb())?;
        Ok(writer.finish()?)
    };
    write().map_err(|error| cannot_write(path, error))
}

/// Writes a canvas to the first free name of `tileray-001.png`, `tileray-002.png` … in a folder.
pub(crate) fn write_numbered(canvas: &Canvas, folder: &Path) -> Result<PathBuf> {
    let free = (1..=u32::MAX).map(|number| folder.join(format!("tileray-{number:03}.png"))).find(|path| !path.exists());
    let path = free.context("there is no number left for another screenshot")?;
    write_png(canvas, &path)?;
    Ok(path)
}

/// Asserts that `draw` writes PNGs of any size.
#[cfg(test)]
pub(crate) fn assert_sizes(draw: impl Fn(&Path, UVec2) -> Result<String>) -> Result<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("picture.png");
    for size in [(1, 1), (30, 700), (640, 360), (1700, 90)].map(UVec2::from) {
        draw(&path, size)?;
        assert_eq!(decode_png(&std::fs::read(&path)?)?.size(), size);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::glam::uvec2;

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
    fn broken_pictures_are_errors() {
        let whole = include_bytes!("../../../assets/marker.png");
        assert!(decode_png(whole).is_ok());
        assert!(decode_png(&whole[..60]).is_err());
        assert!(decode_png(b"").is_err());
    }

    #[test]
    fn screenshots_do_not_replace_each_other() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let mut canvas = Canvas::new(uvec2(3, 2));
        let first = write_numbered(&canvas, folder.path())?;
        canvas.fill(canvas.area(), Rgb(0x01_02_03), 255);
        let second = write_numbered(&canvas, folder.path())?;
        assert_ne!(first, second);
        assert_eq!(decode_png(&std::fs::read(&first)?)?.get(2, 1), [0, 0, 0, 255]);
        assert_eq!(decode_png(&std::fs::read(&second)?)?.get(2, 1), [1, 2, 3, 255]);
        Ok(())
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let error = write_png(&Canvas::new(uvec2(1, 1)), Path::new("nowhere/at/all.png")).expect_err("no folder");
        assert!(format!("{error:#}").contains("all.png"));
    }
}
