//! The watch over the files of the map that is shown, which loads the map again when one of them is saved.
//!
//! ```text
//! worker thread, every 40 ms: times and sizes of the files ── changed, then at rest: read the map ──news──▶ state
//! state ──────────map──────────▶
//! ```
//!
//! Editors save by writing into a file, by renaming another one over it, or by deleting it and creating it again; files may
//! be links. The time and the size of a file tell all of that, on every system, and are read in microseconds.

use super::playlist::Playlist;
use anyhow::Result;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, UNIX_EPOCH};
use tileray_scenes::rays::{MapFault, MapFile, MapList, News};

/// The time from one look at the files to the next.
const POLL: Duration = Duration::from_millis(40);
/// The looks without a change after which a faulty file is told: a file is faulty while it is written.
const PATIENCE: u32 = 4;

/// A watch over the files of a map.
#[derive(Debug)]
struct FileWatch {
    /// The map that is shown, and the files that it was read from. The watch ends with this sender.
    to_worker: Sender<(Playlist, Vec<PathBuf>)>,
    news: Receiver<PathNews>,
}

/// What became of a map whose files changed, and its path.
type PathNews = (PathBuf, News);

impl FileWatch {
    /// Starts to watch the `files` of the map that a playlist shows.
    fn start(playlist: Playlist, files: &[PathBuf]) -> Self {
        let (to_worker, messages) = channel();
        let (sender, news) = channel();
        let mut worker =
            Worker { messages, news: sender, playlist, seen: BTreeMap::new(), quiet: 0, is_stale: false, fault: None };
        worker.watch(files);
        thread::spawn(move || worker.work());
        Self { to_worker, news }
    }
}

/// A playlist whose map is watched while it is shown.
#[derive(Debug)]
pub(crate) struct WatchedPlaylist {
    playlist: Playlist,
    watch: Option<FileWatch>,
}

impl WatchedPlaylist {
    /// Watches the maps of a playlist, if they are files.
    pub(crate) const fn new(playlist: Playlist) -> Self {
        Self { playlist, watch: None }
    }
}

impl MapList for WatchedPlaylist {
    fn count(&self) -> usize {
        self.playlist.count()
    }

    fn shown(&self) -> usize {
        self.playlist.shown()
    }

    fn read(&self, index: usize) -> Result<MapFile, MapFault> {
        self.playlist.read(index)
    }

    fn show(&mut self, index: usize, files: &[PathBuf]) {
        self.playlist.show(index, files);
        if let Some(watch) = &self.watch {
            let _ = watch.to_worker.send((self.playlist.clone(), files.to_vec()));
        } else if self.playlist.is_on_disk() {
            self.watch = Some(FileWatch::start(self.playlist.clone(), files));
        }
    }

    fn news(&mut self) -> Option<News> {
        // News of the map that was left just now are dropped.
        let news = &self.watch.as_ref()?.news;
        news.try_iter().find(|(path, _)| path == self.playlist.path()).map(|(_, news)| news)
    }
}

/// The time and the size of a file; nothing where there is none. They are only compared.
type Stamp = Option<(Option<Duration>, u64)>;

fn stamp(path: &Path) -> Stamp {
    let found = fs::metadata(path).ok()?;
    let time = found.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
    Some((time, found.len()))
}

/// The thread that looks at the files and reads the map.
struct Worker {
    messages: Receiver<(Playlist, Vec<PathBuf>)>,
    news: Sender<PathNews>,
    playlist: Playlist,
    /// The files of the map, as they were at the last look.
    seen: BTreeMap<PathBuf, Stamp>,
    /// The looks since a file changed.
    quiet: u32,
    /// Whether a file has changed since the map was read.
    is_stale: bool,
    /// What was wrong with the map when it was read, until that is told.
    fault: Option<String>,
}

impl Worker {
    fn work(mut self) {
        loop {
            match self.messages.recv_timeout(POLL) {
                Ok((playlist, files)) => {
                    self.playlist = playlist;
                    (self.seen, self.is_stale, self.fault) = (BTreeMap::new(), false, None);
                    self.watch(&files);
                }
                Err(RecvTimeoutError::Timeout) => self.look(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Watches these files. Those that were watched before may have changed since the last look.
    fn watch(&mut self, files: &[PathBuf]) {
        let seen = |file: &PathBuf| (file.clone(), self.seen.get(file).copied().unwrap_or_else(|| stamp(file)));
        self.seen = files.iter().map(seen).collect();
    }

    /// Looks at the files, and reads the map once they are at rest.
    fn look(&mut self) {
        let now: BTreeMap<PathBuf, Stamp> = self.seen.keys().map(|file| (file.clone(), stamp(file))).collect();
        if now != self.seen {
            (self.seen, self.quiet, self.is_stale, self.fault) = (now, 0, true, None);
            return;
        }
        self.quiet = self.quiet.saturating_add(1);
        if std::mem::take(&mut self.is_stale) {
            self.read();
        } else if self.quiet > PATIENCE
            && let Some(fault) = self.fault.take()
        {
            self.tell(News::Faulty(fault));
        }
    }

    fn read(&mut self) {
        match self.playlist.read_shown() {
            Ok(map) => {
                self.watch(map.files());
                self.tell(News::Read(Box::new(map)));
            }
            Err(fault) => {
                // One of these has to change before the map is good again.
                let files: Vec<PathBuf> = self.seen.keys().cloned().chain(fault.files).collect();
                self.watch(&files);
                self.fault = Some(format!("{:#}", fault.error));
            }
        }
    }

    fn tell(&self, news: News) {
        // The other end is gone when the program ends.
        let _ = self.news.send((self.playlist.path().to_owned(), news));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;
    use std::time::Instant;

    /// Far more than is needed, as the machine may be busy.
    const LONG: Duration = Duration::from_secs(30);

    /// A watch over a map in a folder of its own.
    struct Watched {
        map: SavedMap,
        watch: FileWatch,
    }

    impl Watched {
        fn start() -> Result<Self> {
            let map = SavedMap::new()?;
            let playlist = Playlist::of(Some(&map.path("a.tmx")));
            let file = playlist.read_shown().map_err(|fault| fault.error)?;
            let watch = FileWatch::start(playlist, file.files());
            Ok(Self { map, watch })
        }

        /// Saves in some way, and waits for the news that are expected; prints how long they took. On a busy machine a
        /// map may be read, or be faulty, between two steps of a save.
        fn expect(
            &self,
            way: &str,
            save: impl FnOnce(&SavedMap) -> Result<()>,
            is_expected: impl Fn(&News) -> bool,
        ) -> Result<()> {
            save(&self.map)?;
            let saved = Instant::now();
            loop {
                let time = LONG.saturating_sub(saved.elapsed());
                let news = self.watch.news.recv_timeout(time).with_context(|| way.to_owned())?;
                assert_eq!(news.0, self.map.path("a.tmx"), "{way}");
                if is_expected(&news.1) {
                    println!("{way}: news {:.1?} after the save", saved.elapsed());
                    return Ok(());
                }
                println!("{way}: {:?}", news.1);
            }
        }

        /// Saves in some way, after which the map has so many solid pixels.
        fn expect_pixels(&self, way: &str, pixels: u64, save: impl FnOnce(&SavedMap) -> Result<()>) -> Result<()> {
            let has_them = |file: &MapFile| file.map().solidity().count() == pixels;
            self.expect(way, save, |news| matches!(news, News::Read(file) if has_them(file)))
        }

        /// Saves in some way, after which the map has a fault in one line with this text.
        fn expect_fault(&self, way: &str, text: &str, save: impl FnOnce(&SavedMap) -> Result<()>) -> Result<()> {
            let is_it = |error: &str| error.contains(text) && !error.contains('\n');
            self.expect(way, save, |news| matches!(news, News::Faulty(error) if is_it(error)))
        }

        /// Does what must not be noticed.
        fn assert_unnoticed(&self, save: impl FnOnce(&SavedMap) -> Result<()>) -> Result<()> {
            while self.watch.news.recv_timeout(Duration::from_millis(300)).is_ok() {}
            save(&self.map)?;
            let news = self.watch.news.recv_timeout(Duration::from_millis(300));
            assert!(news.is_err(), "{news:?}");
            Ok(())
        }
    }

    #[test]
    fn every_way_of_saving_is_noticed() -> Result<()> {
        let watched = Watched::start()?;
        let text = |tiles: &str| SavedMap::text(tiles);
        watched.expect_pixels("written in place", 4 * 256, |map| map.write("a.tmx", text("1,1,1,1")))?;
        let rename = |map: &SavedMap| {
            map.write("a.tmx~new", text("1,0,1,1"))?;
            Ok(fs::rename(map.path("a.tmx~new"), map.path("a.tmx"))?)
        };
        watched.expect_pixels("renamed over", 3 * 256, rename)?;
        let anew = |map: &SavedMap| {
            fs::rename(map.path("a.tmx"), map.path("a.tmx.bak"))?;
            map.write("a.tmx", text("0,0,1,1"))
        };
        watched.expect_pixels("moved away and written anew", 2 * 256, anew)?;
        let deleted = |map: &SavedMap| {
            fs::remove_file(map.path("a.tmx"))?;
            thread::sleep(Duration::from_millis(20));
            map.write("a.tmx", text("0,0,0,1"))
        };
        watched.expect_pixels("deleted and created", 256, deleted)?;
        let slow = |map: &SavedMap| {
            use std::io::Write;
            let (text, mut file) = (text("1,1,0,1"), fs::File::create(map.path("a.tmx"))?);
            for part in text.as_bytes().chunks(text.len() / 5) {
                file.write_all(part)?;
                thread::sleep(Duration::from_millis(15));
            }
            Ok(())
        };
        watched.expect_pixels("written slowly", 3 * 256, slow)?;
        watched.assert_unnoticed(|map| map.write("b.txt", "not a file of the map"))
    }

    #[test]
    fn pictures_and_tile_sets_are_watched_too() -> Result<()> {
        let watched = Watched::start()?;
        let half = |_: u32, y: u32| y >= 8;
        watched.expect_pixels("a picture", 2 * 128, |map| map.write("art/rock.png", png(16, half)?))?;
        let moss = SavedMap::set("art/moss.png");
        let missing = "moss.png: there is no such file";
        watched.expect_fault("a picture that is missing", missing, |map| map.write("rock.tsx", moss))?;
        let quarter = |x: u32, y: u32| x >= 8 && y >= 8;
        watched.expect_pixels("it is drawn", 2 * 64, |map| map.write("art/moss.png", png(16, quarter)?))?;
        // The map does not use the first picture any more.
        watched.assert_unnoticed(|map| map.write("art/rock.png", png(16, |_, _| true)?))
    }

    #[test]
    fn faults_are_told_until_the_file_is_good_again() -> Result<()> {
        let watched = Watched::start()?;
        watched.expect_fault("a broken map", "a.tmx:1:", |map| map.write("a.tmx", "<map width='4'"))?;
        watched.expect_fault("an empty map", "a.tmx: the file is empty", |map| map.write("a.tmx", ""))?;
        let gone = |map: &SavedMap| Ok(fs::remove_file(map.path("a.tmx"))?);
        watched.expect_fault("a deleted map", "a.tmx: there is no such file", gone)?;
        watched.expect_pixels("mended", 3 * 256, |map| map.write("a.tmx", SavedMap::text("1,1,1,0")))?;
        let gone = |map: &SavedMap| Ok(fs::rename(map.path("art"), map.path("old art"))?);
        watched.expect_fault("a folder that is renamed", "rock.png: there is no such file", gone)?;
        let back = |map: &SavedMap| Ok(fs::rename(map.path("old art"), map.path("art"))?);
        watched.expect_pixels("and renamed back", 3 * 256, back)?;
        let half = |_: u32, y: u32| y >= 8;
        watched.expect_pixels("a picture in it", 3 * 128, |map| map.write("art/rock.png", png(16, half)?))
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() -> Result<()> {
        let watched = Watched::start()?;
        let art = tempfile::tempdir()?;
        let link = |map: &SavedMap| {
            fs::write(art.path().join("linked.png"), png(16, |x, _| x < 4)?)?;
            fs::remove_file(map.path("art/rock.png"))?;
            Ok(std::os::unix::fs::symlink(art.path().join("linked.png"), map.path("art/rock.png"))?)
        };
        watched.expect_pixels("a link", 2 * 64, link)?;
        let drawn = |_: &SavedMap| Ok(fs::write(art.path().join("linked.png"), png(16, |x, _| x < 8)?)?);
        watched.expect_pixels("the file that it points to", 2 * 128, drawn)?;
        Ok(())
    }

    #[test]
    fn what_is_saved_is_read_by_the_scene() -> Result<()> {
        let map = SavedMap::new()?;
        let mut list = WatchedPlaylist::new(Playlist::of(Some(&map.path("a.tmx"))));
        let shown = list.shown();
        let files = list.read(shown).map_err(|fault| fault.error)?.files().to_vec();
        list.show(shown, &files);
        assert!(list.news().is_none());
        map.write("a.tmx", SavedMap::text("1,1,1,1"))?;
        let saved = Instant::now();
        loop {
            anyhow::ensure!(saved.elapsed() < LONG, "the save is not noticed");
            match list.news() {
                Some(News::Read(file)) if file.map().solidity().count() == 4 * 256 => return Ok(()),
                _ => thread::sleep(Duration::from_millis(2)),
            }
        }
    }

    #[test]
    fn another_map_is_watched_in_place_of_the_first() -> Result<()> {
        let watched = Watched::start()?;
        let other = SavedMap::new()?;
        let playlist = Playlist::of(Some(&other.path("a.tmx")));
        let files = playlist.read_shown().map_err(|fault| fault.error)?.files().to_vec();
        watched.watch.to_worker.send((playlist, files))?;
        thread::sleep(Duration::from_millis(200));
        watched.assert_unnoticed(|map| map.write("a.tmx", SavedMap::text("1,1,1,1")))?;
        other.write("a.tmx", SavedMap::text("1,1,1,1"))?;
        assert_eq!(watched.watch.news.recv_timeout(LONG)?.0, other.path("a.tmx"));
        Ok(())
    }

    /// A map of 4×1 cells of 16 pixels in a folder of its own, with a tile set `rock.tsx` and a picture `art/rock.png`.
    #[derive(Debug)]
    struct SavedMap {
        folder: tempfile::TempDir,
    }

    impl SavedMap {
        /// Saves the map `a.tmx` with a full tile in cells 1 and 2.
        fn new() -> Result<Self> {
            let map = Self { folder: tempfile::tempdir()? };
            fs::create_dir(map.path("art"))?;
            map.write("art/rock.png", png(16, |_, _| true)?)?;
            map.write("rock.tsx", Self::set("art/rock.png"))?;
            map.write("a.tmx", Self::text("0,1,1,0"))?;
            Ok(map)
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<()> {
            Ok(fs::write(self.path(name), content)?)
        }

        /// Returns a map with these tiles.
        fn text(tiles: &str) -> String {
            format!(
                r#"<map width="4" height="1" tilewidth="16" tileheight="16"><tileset firstgid="1" source="rock.tsx"/>
<layer name="ground" width="4" height="1"><data encoding="csv">{tiles}</data></layer></map>"#
            )
        }

        /// Returns a tile set with this picture.
        fn set(picture: &str) -> String {
            format!(
                r#"<tileset name="rock" tilewidth="16" tileheight="16" tilecount="1" columns="1"><image source="{picture}"
width="16" height="16"/></tileset>"#
            )
        }
    }

    /// Returns a square picture with opaque pixels where `is_solid`.
    fn png(side: u32, is_solid: impl Fn(u32, u32) -> bool) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, side, side);
        encoder.set_color(png::ColorType::Rgba);
        let color = |index: u32| if is_solid(index % side, index / side) { [150, 110, 80, 255] } else { [0; 4] };
        let mut writer = encoder.write_header()?;
        writer.write_image_data((0..side * side).map(color).collect::<Vec<_>>().as_flattened())?;
        writer.finish()?;
        Ok(bytes)
    }
}
