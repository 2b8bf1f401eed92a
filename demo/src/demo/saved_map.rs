//! A small map in a folder, for tests of the watch over files.

use anyhow::Result;
use std::fs;
use std::path::PathBuf;

/// A map of 4×1 cells of 16 pixels in a folder of its own, with a tile set `rock.tsx` and a picture `art/rock.png`.
#[derive(Debug)]
pub(super) struct SavedMap {
    folder: tempfile::TempDir,
}

impl SavedMap {
    /// Saves the map `a.tmx` with a full tile in cells 1 and 2.
    pub(super) fn new() -> Result<Self> {
        let map = Self { folder: tempfile::tempdir()? };
        fs::create_dir(map.path("art"))?;
        map.write("art/rock.png", png(16, |_, _| true)?)?;
        map.write("rock.tsx", Self::set("art/rock.png"))?;
        map.write("a.tmx", Self::text("0,1,1,0"))?;
        Ok(map)
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(super) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<()> {
        Ok(fs::write(self.path(name), content)?)
    }

    /// Returns a map with these tiles.
    pub(super) fn text(tiles: &str) -> String {
        format!(
            r#"<map width="4" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" source="rock.tsx"/>
<layer name="ground" width="4" height="1"><data encoding="csv">{tiles}</data></layer></map>"#
        )
    }

    /// Returns a tile set with this picture.
    pub(super) fn set(picture: &str) -> String {
        format!(
            r#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="{picture}"
width="16" height="16"/></tileset>"#
        )
    }
}

/// Returns a square picture with opaque pixels where `is_solid`.
pub(super) fn png(side: u32, is_solid: impl Fn(u32, u32) -> bool) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, side, side);
    encoder.set_color(png::ColorType::Rgba);
    let color = |index: u32| if is_solid(index % side, index / side) { [150, 110, 80, 255] } else { [0; 4] };
    let mut writer = encoder.write_header()?;
    writer.write_image_data((0..side * side).map(color).collect::<Vec<_>>().as_flattened())?;
    writer.finish()?;
    Ok(bytes)
}
