//! The pictures of the repository.

use super::simplify::{BIASES, check};
use std::path::{Path, PathBuf};
use tileray::SolidityMap;
use tileray::hull::{HullOptions, simplify};

/// All pictures in a folder and those below it.
fn pictures(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder of pictures");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let (folders, files): (Vec<PathBuf>, Vec<PathBuf>) = paths.partition(|path| path.is_dir());
    let below = folders.iter().flat_map(|folder| pictures(folder));
    files.into_iter().filter(|path| path.extension().is_some_and(|end| end == "png")).chain(below).collect()
}

#[test]
fn promises_hold_for_the_sprites_of_the_repository() {
    let mut sprites = 0;
    let mut corners = [0, 0];
    for path in pictures(&Path::new(env!("CARGO_MANIFEST_DIR")).join("assets")) {
        let mask = SolidityMap::open(&path).expect("a picture of the repository");
        // Tile sheets are the same again, but longer to check pair by pair.
        if mask.width() * mask.height() > 64 * 64 {
            continue;
        }
        sprites += 1;
        let contours = mask.contours();
        for bias in BIASES {
            // Each bound costs a debug build a second.
            let bounds: &[f32] = if cfg!(debug_assertions) { &[1.0] } else { &[0.71, 1.0, 2.0] };
            for &max_error in bounds {
                let options = HullOptions::new().max_error(max_error).bias(bias);
                let simplified = simplify(&contours, &options).expect("a good bound");
                check(&mask, &contours, &options, &simplified);
                // In pictures of a few pixels nearly every corner counts.
                if mask.height() < 20 {
                    continue;
                }
                corners[0] += contours.iter().map(|contour| contour.points().len()).sum::<usize>();
                corners[1] += simplified.contours.iter().map(|contour| contour.points().len()).sum::<usize>();
            }
        }
    }
    assert!(sprites >= 8, "{sprites} sprites");
    assert!(corners[1] * 3 < corners[0] * 2, "{corners:?}");
}
