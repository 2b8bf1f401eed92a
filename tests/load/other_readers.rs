//! The maps of the repository are read by others too.

use std::fs;
use std::path::Path;

#[test]
fn every_map_loads() {
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("maps")).expect("maps/") {
        let path = entry.expect("an entry").path();
        if path.extension().is_some_and(|extension| extension == "tmx") {
            let map = tiled::Loader::new().load_tmx_map(&path);
            let map = map.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(map.layers().count() > 0, "{}", path.display());
            for set in map.tilesets() {
                let images = set.tiles().filter_map(|(_, tile)| tile.image.clone());
                for image in images.chain(set.image.clone()) {
                    let path = &image.source;
                    let file = fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                    let decoder = png::Decoder::new(std::io::BufReader::new(file));
                    let reader = decoder.read_info().expect("a PNG file");
                    let size = (reader.info().width as i32, reader.info().height as i32);
                    assert_eq!(size, (image.width, image.height), "{}", path.display());
                }
            }
        }
    }
}
