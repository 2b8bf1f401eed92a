//! Pictures as PNG files.

use crate::output::write_file;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use tileray_scenes::canvas::Canvas;

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
    use tileray_scenes::color::Rgb;
    use tileray_scenes::picture::decode_png;

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
}
