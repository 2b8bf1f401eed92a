//! The playlist: the maps that the window steps through, either built in or in a folder. The map that is shown is read again
//! when one of its files is saved.

use super::watch::Watch;
use crate::load_args::{LimitsArg, LoadArgs};
use crate::output::note;
use anyhow::Result;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tileray::LoadError;
use tileray::load::{AssetReader, Files};
use tileray_scenes::file_kind::{FileKind, has_extension};
use tileray_scenes::files;
use tileray_scenes::rays::{MapFile, MapOptions, RayScene};
use tileray_scenes::scene::Scene;

/// The time from one look at the files to the next.
const POLL: Duration = Duration::from_millis(100);

/// A list of maps, one of which is shown.
#[derive(Debug)]
pub(super) struct Playlist {
    maps: Vec<PathBuf>,
    /// Whether the maps are part of the program.
    is_built_in: bool,
    /// The index of the map that is shown.
    shown: usize,
    /// How the files are loaded.
    load: LoadArgs,
    /// The index of the file of the command line, whose level the arguments name if it is a project.
    first: usize,
    /// The files of the map that is shown.
    watch: Watch,
    looked: Instant,
}

impl Playlist {
    /// Lists a file and the maps beside it, or the maps of the program, and sets how they are loaded.
    pub(super) fn of(map: Option<&Path>, load: LoadArgs) -> Self {
        let (watch, looked) = (Watch::default(), Instant::now());
        let Some(map) = map else {
            let maps = files::maps().map(Path::to_owned).collect();
            return Self { maps, is_built_in: true, shown: 0, load, first: 0, watch, looked };
        };
        let extensions = ["tmx", "tmj", "ldtk", "world", "yaml", "yml"];
        let is_map = |path: &PathBuf| extensions.iter().any(|known| has_extension(path, known));
        let folder = map.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let mut maps: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_map).collect();
        // The file itself keeps the path of the command line, for the messages.
        maps.retain(|path| path.file_name() != map.file_name());
        maps.push(map.to_owned());
        maps.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
        let shown = maps.iter().position(|path| path == map).unwrap_or(0);
        Self { maps, is_built_in: false, shown, load, first: shown, watch, looked }
    }

    /// Reads the first map that is shown.
    ///
    /// # Errors
    /// Fails if the map cannot be read.
    pub(super) fn open(&mut self) -> Result<MapFile> {
        let map = self.read(self.shown).map_err(explain)?;
        self.show(self.shown, map.files().to_vec());
        Ok(map)
    }

    /// Enters the map that is `by` maps further in the list, which is a ring; maps that cannot be opened are skipped.
    pub(super) fn turn(&mut self, by: isize, rays: &mut RayScene) {
        let count = self.maps.len() as isize;
        let mut failed = None;
        for step in 1..count {
            let index = (self.shown as isize + by * step).rem_euclid(count) as usize;
            let entered = self.read(index).map_err(explain).and_then(|map| {
                let files = map.files().to_vec();
                rays.state.enter_map(map).map(|()| files)
            });
            match entered {
                Ok(files) => return self.show(index, files),
                Err(error) => {
                    note(format_args!("{error:#}"));
                    failed = Some(format!("{error:#}"));
                }
            }
        }
        rays.status().tell(failed.unwrap_or_else(|| "there is no other map here".into()));
    }

    /// Shows the map anew if it was saved, or the reason why it cannot be shown.
    pub(super) fn follow(&mut self, rays: &mut RayScene) {
        if self.looked.elapsed() < POLL {
            return;
        }
        self.looked = Instant::now();
        let saved = self.saved().map(|read| read.and_then(|map| rays.state.update_map(map)));
        if let Some(Err(error)) = saved {
            note(format_args!("{error:#}"));
            rays.status().fault = Some(format!("{error:#}"));
        }
    }

    /// Looks at the files of the map that is shown, and reads it if they are at rest after a change.
    fn saved(&mut self) -> Option<Result<MapFile>> {
        if !self.watch.look() {
            return None;
        }
        let read = self.read(self.shown);
        match &read {
            Ok(map) => self.watch.set(map.files().to_vec()),
            // One of these has to change before the map is good again.
            Err(error) => {
                if let Some(fault) = error.downcast_ref::<LoadError>() {
                    let files = [Some(fault.path()), fault.referencing_file()].into_iter().flatten();
                    self.watch.add(files.map(Path::to_owned));
                }
            }
        }
        Some(read.map_err(explain))
    }

    fn show(&mut self, index: usize, files: Vec<PathBuf>) {
        self.shown = index;
        self.watch = Watch::default();
        if !self.is_built_in {
            self.watch.set(files);
        }
    }

    fn read(&self, index: usize) -> Result<MapFile> {
        let path = &*self.maps[index];
        // Other files have other levels and values.
        let mut load = self.load.clone();
        if index != self.first {
            (load.level, load.int_grid, load.unknown) = (None, Vec::new(), None);
        }
        let reader: &dyn AssetReader = if self.is_built_in { &files::read } else { &Files };
        load.refuse_unused(FileKind::of(path, reader), path)?;
        let (project, unknown) = (load.project_options(), load.unknown.unwrap_or_default());
        let options = MapOptions { load: load.options(), project, level: load.level, unknown };
        MapFile::read(path, reader, &options)
    }
}

/// Names the option of this program that raises a limit in the error of the library.
fn explain(error: anyhow::Error) -> anyhow::Error {
    error.downcast::<LoadError>().map_or_else(|error| error, LimitsArg::explain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{remove_file, rename};
    use std::thread;
    use tileray::glam::uvec2;
    use tileray_scenes::rays::RayState;

    #[test]
    fn all_built_in_maps_open_with_their_pictures() -> Result<()> {
        let playlist = Playlist::of(None, LoadArgs::default());
        assert_eq!(playlist.maps.len(), files::maps().count());
        for index in 0..playlist.maps.len() {
            let file = playlist.read(index)?;
            let map = file.map();
            let pictures = map.tile_sets().all(|set| set.ids().all(|id| set.image(id).is_some()));
            assert!(pictures && !map.bounds().is_empty(), "{index}");
        }
        Ok(())
    }

    /// A map of 4×1 cells of 16 pixels in a folder of its own, with a tile set `rock.tsx`, a picture `art/rock.png`, and two
    /// maps beside it. The first of those is broken.
    struct Shown {
        folder: tempfile::TempDir,
        list: Playlist,
    }

    impl Shown {
        fn new() -> Result<Self> {
            let folder = tempfile::tempdir()?;
            let path = |name: &str| folder.path().join(name);
            fs::create_dir(path("art"))?;
            fs::write(path("art/rock.png"), png(|_, _| true)?)?;
            fs::write(path("rock.tsx"), set("art/rock.png"))?;
            fs::write(path("a.tmx"), map("0,1,1,0"))?;
            fs::write(path("b.tmx"), "<map")?;
            fs::write(path("c.tmx"), map("0,1,0,0"))?;
            let mut list = Playlist::of(Some(&path("a.tmx")), LoadArgs::default());
            list.open()?;
            Ok(Self { folder, list })
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        /// Writes a file, at another time than before.
        fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<()> {
            thread::sleep(Duration::from_millis(20));
            Ok(fs::write(self.path(name), content)?)
        }

        /// Returns what is read after a change: at the first look, the files are not at rest yet.
        #[track_caller]
        fn saved(&mut self) -> Result<MapFile> {
            assert!(self.list.saved().is_none(), "it may still be written");
            let saved = self.list.saved().expect("it is noticed");
            assert!(self.list.saved().is_none(), "it is read once");
            saved
        }

        #[track_caller]
        fn assert_pixels(&mut self, pixels: u64) {
            assert_eq!(self.saved().expect("it is good").map().solidity().count(), pixels);
        }

        /// Asserts that the map has a fault in one line with this text.
        #[track_caller]
        fn assert_fault(&mut self, text: &str) {
            let error = format!("{:#}", self.saved().expect_err("it is faulty"));
            assert!(error.contains(text) && !error.contains('\n'), "{error}");
        }

        #[track_caller]
        fn assert_unnoticed(&mut self) {
            assert!((0..3).all(|_| self.list.saved().is_none()));
        }
    }

    fn map(tiles: &str) -> String {
        let set = r#"<tileset firstgid="1" source="rock.tsx"/>"#;
        let layer = format!(r#"<layer name="ground" width="4" height="1"><data encoding="csv">{tiles}</data></layer>"#);
        format!(r#"<map width="4" height="1" tilewidth="16" tileheight="16">{set}{layer}</map>"#)
    }

    fn set(picture: &str) -> String {
        let image = format!(r#"<image source="{picture}" width="16" height="16"/>"#);
        format!(r#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1">{image}</tileset>"#)
    }

    /// Returns a picture of 16×16 pixels, opaque where `is_solid`.
    fn png(is_solid: impl Fn(usize, usize) -> bool) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, 16, 16);
        encoder.set_color(png::ColorType::GrayscaleAlpha);
        let alpha = |index: usize| u8::from(is_solid(index % 16, index / 16)) * 255;
        let mut writer = encoder.write_header()?;
        writer.write_image_data((0..256).map(|index| [120, alpha(index)]).collect::<Vec<_>>().as_flattened())?;
        writer.finish()?;
        Ok(bytes)
    }

    #[test]
    fn the_list_is_a_ring_and_maps_that_cannot_be_opened_are_skipped() -> Result<()> {
        let mut shown = Shown::new()?;
        let mut rays = RayScene::new(RayState::open(shown.list.open()?, uvec2(64, 64))?)?;
        for (by, name) in [(1, "c.tmx"), (1, "a.tmx"), (-1, "c.tmx"), (-1, "a.tmx")] {
            shown.list.turn(by, &mut rays);
            assert_eq!(
                (shown.list.maps[shown.list.shown].file_name(), rays.status().message()),
                (Some(name.as_ref()), Some(name))
            );
        }
        remove_file(shown.path("c.tmx"))?;
        shown.list.turn(-1, &mut rays);
        assert!(rays.status().message().is_some_and(|text| text.contains("b.tmx:1:")));
        assert_eq!(shown.list.shown, 0);
        Ok(())
    }

    #[test]
    fn every_way_of_saving_is_noticed() -> Result<()> {
        let mut shown = Shown::new()?;
        shown.write("a.tmx", map("1,1,1,1"))?;
        shown.assert_pixels(4 * 256);
        shown.write("a.tmx~new", map("1,0,1,1"))?;
        rename(shown.path("a.tmx~new"), shown.path("a.tmx"))?;
        shown.assert_pixels(3 * 256);
        remove_file(shown.path("a.tmx"))?;
        shown.write("a.tmx", map("0,0,0,1"))?;
        shown.assert_pixels(256);
        let (text, mut file) = (map("1,1,0,1"), fs::File::create(shown.path("a.tmx"))?);
        for part in text.as_bytes().chunks(text.len() / 5) {
            std::io::Write::write_all(&mut file, part)?;
            assert!(shown.list.saved().is_none(), "it grows");
        }
        assert_eq!(shown.list.saved().transpose()?.map(|file| file.map().solidity().count()), Some(3 * 256));
        shown.write("b.txt", "not a file of the map")?;
        shown.assert_unnoticed();
        Ok(())
    }

    #[test]
    fn pictures_and_tile_sets_are_watched_too() -> Result<()> {
        let mut shown = Shown::new()?;
        shown.write("art/rock.png", png(|_, y| y >= 8)?)?;
        shown.assert_pixels(2 * 128);
        shown.write("rock.tsx", set("art/moss.png"))?;
        shown.assert_fault("moss.png: there is no such file");
        shown.write("art/moss.png", png(|x, y| x >= 8 && y >= 8)?)?;
        shown.assert_pixels(2 * 64);
        // The map does not use the first picture any more.
        shown.write("art/rock.png", png(|_, _| true)?)?;
        shown.assert_unnoticed();
        // A set that no solid layer needs, and its picture.
        let hidden = r#"<tileset firstgid="2" source="moss.tsx"/><layer name="notes" visible="0">"#.to_owned();
        let hidden = hidden + r#"<data encoding="csv">2,0,0,0</data></layer><layer"#;
        shown.write("a.tmx", map("0,1,1,1").replace("<layer", &hidden))?;
        assert_eq!(shown.saved()?.map().warnings().len(), 1);
        shown.write("moss.tsx", set("art/fern.png"))?;
        assert_eq!(shown.saved()?.map().warnings().len(), 1);
        shown.write("art/fern.png", png(|_, _| true)?)?;
        assert_eq!(shown.saved()?.map().warnings().len(), 0);
        Ok(())
    }

    #[test]
    fn faults_are_told_until_the_file_is_good_again() -> Result<()> {
        let mut shown = Shown::new()?;
        shown.write("a.tmx", "<map width='4'")?;
        shown.assert_fault("a.tmx:1:");
        remove_file(shown.path("a.tmx"))?;
        shown.assert_fault("a.tmx: there is no such file");
        shown.write("a.tmx", map("1,1,1,0"))?;
        shown.assert_pixels(3 * 256);
        rename(shown.path("art"), shown.path("old art"))?;
        shown.assert_fault("rock.png: there is no such file");
        rename(shown.path("old art"), shown.path("art"))?;
        shown.assert_pixels(3 * 256);
        shown.write("art/rock.png", png(|_, y| y >= 8)?)?;
        shown.assert_pixels(3 * 128);
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() -> Result<()> {
        let (mut shown, art) = (Shown::new()?, tempfile::tempdir()?);
        let linked = art.path().join("linked.png");
        fs::write(&linked, png(|x, _| x < 4)?)?;
        remove_file(shown.path("art/rock.png"))?;
        std::os::unix::fs::symlink(&linked, shown.path("art/rock.png"))?;
        shown.assert_pixels(2 * 64);
        thread::sleep(Duration::from_millis(20));
        fs::write(&linked, png(|x, _| x < 8)?)?;
        shown.assert_pixels(2 * 128);
        Ok(())
    }
}
