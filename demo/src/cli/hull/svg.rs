use super::sheet::Sheet;
use anyhow::anyhow;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use tileray::hull::SpriteSvg;

/// About how many pixels of the screen the longer side of the picture takes.
const SHOWN: u32 = 960;
/// No pixel of the picture is enlarged more than this.
const LARGEST_SCALE: u32 = 16;

/// The picture with its hulls over it. The picture is part of the SVG, which stands alone.
pub(super) fn picture(sheet: &Sheet, path: &Path) -> anyhow::Result<String> {
    let bytes = fs::read(path).map_err(|error| anyhow!("{}: it cannot be read again ({error})", path.display()))?;
    let picture = format!("data:image/png;base64,{}", STANDARD.encode(bytes));
    let size = sheet.size;
    let scale = (SHOWN / size.max_element().max(1)).clamp(1, LARGEST_SCALE);
    let mut frames = sheet.frames().filter_map(|frame| Some((frame.area, frame.hull?)));
    if !sheet.has_frames {
        let drawn =
            frames.next().map(|(_, sprite)| SpriteSvg { sprite, size, picture: Some(&picture), scale }.to_string());
        return Ok(drawn.unwrap_or_default());
    }
    let (width, height) = (u64::from(size.x) * u64::from(scale), u64::from(size.y) * u64::from(scale));
    let mut svg = String::new();
    writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">"#
    )?;
    writeln!(svg, r#"<image href="{picture}" width="{width}" height="{height}" style="image-rendering:pixelated"/>"#)?;
    for (area, sprite) in frames {
        let (x, y) = (i64::from(area.min.x) * i64::from(scale), i64::from(area.min.y) * i64::from(scale));
        let drawn = SpriteSvg { sprite, size: area.size(), picture: None, scale };
        writeln!(svg, r#"<g transform="translate({x} {y})">{drawn}</g>"#)?;
    }
    writeln!(svg, "</svg>")?;
    Ok(svg)
}
