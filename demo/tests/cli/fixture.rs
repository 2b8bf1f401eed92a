//! Small levels whose every answer is known, and files that are broken in one way each.

use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A folder of its own that goes when the test ends.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().expect("a folder for the test"))
    }

    /// A folder with the level of [`MAP`] in it, and the path of the level.
    pub(crate) fn with_level() -> (Self, String) {
        let folder = Self::new();
        folder.write("rock.png", rock());
        let level = folder.write("level.tmx", MAP);
        (folder, level)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The path of a file in it, for the command line.
    pub(crate) fn name(&self, name: &str) -> String {
        self.path(name).to_str().expect("a path in UTF-8").to_owned()
    }

    /// Writes a file and gives its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        fs::write(self.path(name), content).expect("the test's folder can be written");
        self.name(name)
    }
}

/// Random words, the same in each run.
pub(crate) fn random_words() -> impl FnMut() -> u64 {
    let mut state = 88_172_645_463_325_252_u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    }
}

/// 4×3 tiles of 8×8 pixels. Tile 0 is solid everywhere, tile 1 in its left half.
///
/// ```text
/// back (hidden)   rocks/ground    rocks/ledge, 4 px further right
/// 1 . . .         . . . .         . . . .
/// . . . .         . . 1 .         . . . 2
/// . . . .         1 1 1 1H        . . . .
/// ```
pub(crate) const MAP: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" orientation="orthogonal" renderorder="right-down" width="4" height="3" tilewidth="8" tileheight="8" infinite="0">
 <tileset firstgid="1" name="rock" tilewidth="8" tileheight="8" tilecount="2" columns="2">
  <image source="rock.png" width="16" height="8"/>
 </tileset>
 <layer id="1" name="back" width="4" height="3" visible="0">
  <data encoding="csv">1,0,0,0,0,0,0,0,0,0,0,0</data>
 </layer>
 <group id="2" name="rocks">
  <layer id="3" name="ground" width="4" height="3">
   <data encoding="csv">0,0,0,0,0,0,1,0,1,1,1,2147483650</data>
  </layer>
  <layer id="4" name="ledge" width="4" height="3" offsetx="4">
   <data encoding="csv">0,0,0,0,0,0,0,2,0,0,0,0</data>
  </layer>
 </group>
</map>
"#;

/// The picture of [`MAP`]'s tile set.
fn rock() -> Vec<u8> {
    png(16, 8, |x, _| if x < 12 { 255 } else { 0 })
}

/// A PNG in gray with this alpha.
pub(crate) fn png(width: u32, height: u32, alpha: impl Fn(u32, u32) -> u8) -> Vec<u8> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::GrayscaleAlpha);
    let pixels: Vec<u8> =
        (0..height).flat_map(|y| (0..width).map(move |x| (x, y))).flat_map(|(x, y)| [90, alpha(x, y)]).collect();
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&pixels).expect("the pixels");
    writer.finish().expect("the end");
    file
}

/// The pixels of a gray PNG of one bit a pixel: a line of `#` (white) and `.` for each row.
pub(crate) fn read_mask(path: &Path) -> String {
    let file = std::io::BufReader::new(fs::File::open(path).expect("the mask was written"));
    let mut reader = png::Decoder::new(file).read_info().expect("the mask is a PNG");
    assert_eq!(reader.output_color_type(), (png::ColorType::Grayscale, png::BitDepth::One));
    let mut bytes = vec![0; reader.output_buffer_size().expect("a size in memory")];
    let frame = reader.next_frame(&mut bytes).expect("the mask has pixels");
    let pixel = |row: &[u8], x: usize| if row[x / 8] >> (7 - x % 8) & 1 == 1 { '#' } else { '.' };
    let line = |row: &[u8]| (0..frame.width as usize).map(|x| pixel(row, x)).collect::<String>() + "\n";
    bytes[..frame.buffer_size()].chunks_exact(frame.line_size).map(line).collect()
}
