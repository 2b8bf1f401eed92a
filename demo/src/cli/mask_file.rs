use crate::output::cannot_write;
use anyhow::bail;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use tileray::SolidityMap;

/// Writes a mask as a PNG of one bit a pixel, white where it is solid.
pub(super) fn write_mask(path: &Path, mask: &SolidityMap) -> anyhow::Result<()> {
    let (width, height) = (mask.width(), mask.height());
    if width == 0 || height == 0 {
        bail!("{}: a mask of {width}x{height} pixels cannot be a PNG; leave out --out", path.display());
    }
    let written =
        File::create(path).map_err(png::EncodingError::from).and_then(|file| encode(BufWriter::new(file), mask));
    written.map_err(|error| cannot_write(path, error))
}

/// Row by row, so that only the mask itself is held in memory.
fn encode(mut file: impl Write, mask: &SolidityMap) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(&mut file, mask.width(), mask.height());
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::One);
    let mut picture = encoder.write_header()?;
    let mut rows = picture.stream_writer()?;
    let mut row = vec![0; mask.width().div_ceil(8) as usize];
    for y in 0..mask.height() as i32 {
        for (x, byte) in (0..).step_by(8).zip(&mut row) {
            // The leftmost pixel is the highest bit. Past the width nothing is solid.
            *byte = (0..8).fold(0, |bits, i| bits << 1 | u8::from(mask.get(x + i, y)));
        }
        rows.write_all(&row)?;
    }
    rows.finish()?;
    picture.finish()?;
    Ok(file.flush()?)
}
