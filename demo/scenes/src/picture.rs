//! Pictures: bytes to colors.

use anyhow::{Context, Result, ensure};
use std::io::Cursor;
use tileray::tile::TileImage;

/// Decodes a picture to 8 bits per channel: a PNG of any kind, or another format that the library reads.
pub fn decode_picture(bytes: &[u8]) -> Result<TileImage> {
    if image::guess_format(bytes)? == image::ImageFormat::Png {
        return decode_png(bytes);
    }
    #[cfg(feature = "pictures")]
    {
        let picture = image::load_from_memory(bytes)?.into_rgba8();
        let pixels = picture.pixels().map(|pixel| pixel.0).collect();
        TileImage::new(picture.width(), pixels).context("the picture has no pixels")
    }
    #[cfg(not(feature = "pictures"))]
    anyhow::bail!("this is no PNG picture; export it as PNG")
}

/// Decodes a PNG of any kind to 8 bits per channel.
pub fn decode_png(bytes: &[u8]) -> Result<TileImage> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::embedded;

    #[test]
    fn broken_pictures_are_errors() {
        let whole = embedded!("assets/marker.png");
        assert!(decode_png(whole).is_ok());
        assert!(decode_png(&whole[..60]).is_err());
        assert!(decode_png(b"").is_err());
    }
}
