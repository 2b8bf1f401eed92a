//! The sprites of the program, or those of the command line.

use super::figure::{Figure, MAX_SIDE, Settings};
use crate::demo::export::decode_png;
use anyhow::{Context, Result, anyhow, ensure};
use std::fs;
use std::path::{Path, PathBuf};
use tileray::SolidityMap;
use tileray::tile::TileImage;

/// The most sprites that are shown.
const MOST: usize = 32;

/// The source of the sprites.
#[derive(Clone, Debug, Default)]
pub(crate) struct Source {
    /// Pictures; where there is none, those that are part of the program.
    paths: Vec<PathBuf>,
}

impl Source {
    /// These pictures, or those of the program where there is none.
    ///
    /// # Errors
    /// Fails if there are too many.
    pub(crate) fn of(paths: &[PathBuf]) -> Result<Self> {
        let count = paths.len();
        ensure!(count <= MOST, "--sprites: {count} sprites are more than {MOST}; name fewer");
        Ok(Self { paths: paths.to_vec() })
    }

    /// Returns whether they are those of the program.
    pub(super) fn is_built_in(&self) -> bool {
        self.paths.is_empty()
    }

    /// Returns the sprites with their hulls.
    pub(super) fn figures(&self, settings: &Settings) -> Result<Vec<Figure>> {
        if self.is_built_in() {
            return BUILT_IN
                .iter()
                .map(|(name, bytes)| Figure::new(name, decode_png(bytes).context(*name)?, settings).context(*name))
                .collect();
        }
        self.paths.iter().map(|path| of_file(path, settings)).collect()
    }
}

/// The sprites that are part of the program.
const BUILT_IN: [(&str, &[u8]); 6] = [
    ("hero", include_bytes!("../../../../assets/sprites/hero.png")),
    ("bat", include_bytes!("../../../../assets/sprites/bat.png")),
    ("crate", include_bytes!("../../../../assets/sprites/crate.png")),
    ("key", include_bytes!("../../../../assets/sprites/key.png")),
    ("sword", include_bytes!("../../../../assets/sprites/sword.png")),
    ("blob", include_bytes!("../../../../assets/sprites/blob.png")),
];

fn of_file(path: &Path, settings: &Settings) -> Result<Figure> {
    // The loader tells what is wrong with a file, and looks at its size before it takes memory.
    let size = SolidityMap::open(path)?.size();
    let shown = || path.display().to_string();
    let fits = size.max_element() <= MAX_SIDE;
    ensure!(fits, "{}: a sprite of {}x{} pixels; sides may have {MAX_SIDE} here", shown(), size.x, size.y);
    let bytes = fs::read(path).map_err(|error| anyhow!(error)).with_context(shown)?;
    let picture: TileImage = decode_png(&bytes).with_context(shown)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    Figure::new(&name, picture, settings).with_context(shown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sprites_of_the_program_have_hulls_that_fit() -> Result<()> {
        for figure in Source::default().figures(&Settings::default())? {
            let fit = figure.sprite.fit;
            assert!(fit.iou() > 0.8, "{}: {fit:?}", &figure.name);
        }
        Ok(())
    }

    #[test]
    fn files_are_named_where_they_are_refused() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let clear = folder.path().join("clear.png");
        let canvas = |width: u32, height: u32, alpha: u8| -> Result<Vec<u8>> {
            let mut file = Vec::new();
            let mut encoder = png::Encoder::new(&mut file, width, height);
            encoder.set_color(png::ColorType::Rgba);
            encoder.write_header()?.write_image_data(&[9, 9, 9, alpha].repeat((width * height) as usize))?;
            Ok(file)
        };
        fs::write(&clear, canvas(5, 4, 0)?)?;
        let large = folder.path().join("large.png");
        fs::write(&large, canvas(MAX_SIDE + 1, 1, 255)?)?;
        for (path, word) in [(&clear, "5x4"), (&large, "257x1"), (&folder.path().join("none.png"), "no such file")] {
            let error = Source::of(std::slice::from_ref(path))?.figures(&Settings::default()).expect_err(word);
            let text = format!("{error:#}");
            assert!(text.contains(word) && text.contains(&path.display().to_string()), "{text}");
        }
        assert!(Source::of(&vec![clear; MOST + 1]).is_err());
        Ok(())
    }
}
