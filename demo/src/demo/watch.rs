//! Watches the files of the map that is shown, and loads the map again when one of them is saved.
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
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, UNIX_EPOCH};
use std::{fs, thread};
use tileray_scenes::rays::{MapFault, MapFile, MapList, News};

/// The time from one look at the files to the next.
const POLL: Duration = Duration::from_millis(40);
/// The looks without a change after which a faulty file is told: a file is faulty while it is written.
const PATIENCE: u32 = 4;

/// The map that is shown, and the files that it was read from.
type Shown = (Playlist, Vec<PathBuf>);

/// The news of a map whose files changed, and its path.
type PathNews = (PathBuf, News);

/// A playlist whose map is watched while it is shown.
#[derive(Debug)]
pub(crate) struct WatchedPlaylist {
    playlist: Playlist,
    /// The channels to the worker and from it. The worker ends when the first one closes.
    watch: Option<(Sender<Shown>, Receiver<PathNews>)>,
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
        if let Some((to_worker, _)) = &self.watch {
            let _ = to_worker.send((self.playlist.clone(), files.to_vec()));
        } else if !self.playlist.is_built_in {
            self.watch = Some(Worker::start(self.playlist.clone(), files));
        }
    }

    fn news(&mut self) -> Option<News> {
        // News of the map that was left just now are dropped.
        let (_, news) = self.watch.as_ref()?;
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
    messages: Receiver<Shown>,
    news: Sender<PathNews>,
    playlist: Playlist,
    /// The files of the map, as they were at the last look.
    seen: BTreeMap<PathBuf, Stamp>,
    /// The looks since a file changed.
    quiet: u32,
    /// Whether a file has changed since the map was read.
    is_stale: bool,
    /// The fault of the map when it was last read, until it is reported.
    fault: Option<String>,
}

impl Worker {
    /// Starts to watch the files of the map that a playlist shows.
    fn start(playlist: Playlist, files: &[PathBuf]) -> (Sender<Shown>, Receiver<PathNews>) {
        let ((to_worker, messages), (sender, news)) = (channel(), channel());
        let seen = BTreeMap::new();
        let mut worker = Self { messages, news: sender, playlist, seen, quiet: 0, is_stale: false, fault: None };
        worker.watch(files);
        thread::spawn(move || worker.work());
        (to_worker, news)
    }

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
        match self.playlist.read(self.playlist.shown()) {
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
    use crate::load_args::LoadArgs;
    use std::fs::{remove_file, rename};
    use std::time::Instant;

    /// Far more than is needed, as the machine may be busy.
    const LONG: Duration = Duration::from_secs(30);
    const ALL: u64 = 4 * 256;

    /// A watched map of 4×1 cells of 16 pixels in a folder of its own, with a tile set `rock.tsx` and a picture
    /// `art/rock.png`.
    struct Watched {
        folder: tempfile::TempDir,
        list: WatchedPlaylist,
    }

    impl Watched {
        fn start() -> Result<Self> {
            let folder = tempfile::tempdir()?;
            let path = |name: &str| folder.path().join(name);
            fs::create_dir(path("art"))?;
            fs::write(path("art/rock.png"), png(|_, _| true)?)?;
            fs::write(path("rock.tsx"), set("art/rock.png"))?;
            fs::write(path("a.tmx"), map("0,1,1,0"))?;
            fs::write(path("b.tmx"), map("0,1,0,0"))?;
            let mut this =
                Self { list: WatchedPlaylist::new(Playlist::of(Some(&path("a.tmx")), LoadArgs::default())), folder };
            this.show(0)?;
            Ok(this)
        }

        /// Shows the map of an index.
        fn show(&mut self, index: usize) -> Result<()> {
            let files = self.list.read(index).map_err(|fault| fault.error)?.files().to_vec();
            self.list.show(index, &files);
            Ok(())
        }

        fn path(&self, name: &str) -> PathBuf {
            self.folder.path().join(name)
        }

        fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<()> {
            Ok(fs::write(self.path(name), content)?)
        }

        /// Waits for the news that are expected. On a busy machine a map may be read, or be faulty, between two steps of a
        /// save.
        fn expect(&mut self, way: &str, is_expected: impl Fn(&News) -> bool) -> Result<()> {
            let saved = Instant::now();
            while !self.list.news().is_some_and(|news| is_expected(&news)) {
                anyhow::ensure!(saved.elapsed() < LONG, "{way}: it is not noticed");
                thread::sleep(Duration::from_millis(2));
            }
            Ok(())
        }

        /// Waits until the map has so many solid pixels.
        fn expect_pixels(&mut self, way: &str, pixels: u64) -> Result<()> {
            let has_them = |file: &MapFile| file.map().solidity().count() == pixels;
            self.expect(way, |news| matches!(news, News::Read(file) if has_them(file)))
        }

        /// Waits until the map has a fault in one line with this text.
        fn expect_fault(&mut self, way: &str, text: &str) -> Result<()> {
            let is_it = |error: &str| error.contains(text) && !error.contains('\n');
            self.expect(way, |news| matches!(news, News::Faulty(error) if is_it(error)))
        }

        /// Writes what must not be noticed.
        fn assert_unnoticed(&mut self, name: &str, content: impl AsRef<[u8]>) -> Result<()> {
            self.write(name, content)?;
            thread::sleep(6 * POLL);
            assert!(self.list.news().is_none(), "{name}");
            Ok(())
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
    fn every_way_of_saving_is_noticed() -> Result<()> {
        let mut watched = Watched::start()?;
        watched.write("a.tmx", map("1,1,1,1"))?;
        watched.expect_pixels("written in place", ALL)?;
        watched.write("a.tmx~new", map("1,0,1,1"))?;
        rename(watched.path("a.tmx~new"), watched.path("a.tmx"))?;
        watched.expect_pixels("renamed over", 3 * 256)?;
        rename(watched.path("a.tmx"), watched.path("a.tmx.bak"))?;
        watched.write("a.tmx", map("0,0,1,1"))?;
        watched.expect_pixels("moved away and written anew", 2 * 256)?;
        remove_file(watched.path("a.tmx"))?;
        thread::sleep(Duration::from_millis(20));
        watched.write("a.tmx", map("0,0,0,1"))?;
        watched.expect_pixels("deleted and created", 256)?;
        let (text, mut file) = (map("1,1,0,1"), fs::File::create(watched.path("a.tmx"))?);
        for part in text.as_bytes().chunks(text.len() / 5) {
            std::io::Write::write_all(&mut file, part)?;
            thread::sleep(Duration::from_millis(15));
        }
        watched.expect_pixels("written slowly", 3 * 256)?;
        watched.assert_unnoticed("b.txt", "not a file of the map")?;
        watched.show(1)?;
        watched.assert_unnoticed("a.tmx", map("1,1,1,1"))?;
        watched.write("b.tmx", map("1,1,1,0"))?;
        watched.expect_pixels("the map that is shown now", 3 * 256)
    }

    #[test]
    fn pictures_and_tile_sets_are_watched_too() -> Result<()> {
        let mut watched = Watched::start()?;
        watched.write("art/rock.png", png(|_, y| y >= 8)?)?;
        watched.expect_pixels("a picture", 2 * 128)?;
        watched.write("rock.tsx", set("art/moss.png"))?;
        watched.expect_fault("a picture that is missing", "moss.png: there is no such file")?;
        watched.write("art/moss.png", png(|x, y| x >= 8 && y >= 8)?)?;
        watched.expect_pixels("it is drawn", 2 * 64)?;
        // The map does not use the first picture any more.
        watched.assert_unnoticed("art/rock.png", png(|_, _| true)?)
    }

    #[test]
    fn files_that_are_missing_are_watched_too() -> Result<()> {
        let mut watched = Watched::start()?;
        let hidden = r#"<tileset firstgid="2" source="moss.tsx"/><layer name="notes" visible="0">"#.to_owned();
        let hidden = hidden + r#"<data encoding="csv">2,0,0,0</data></layer><layer"#;
        watched.write("a.tmx", map("0,1,1,1").replace("<layer", &hidden))?;
        let lacks = |news: &News, parts| matches!(news, News::Read(file) if file.map().warnings().len() == parts);
        watched.expect("a set that no solid layer needs", |news| lacks(news, 1))?;
        watched.write("moss.tsx", set("art/moss.png"))?;
        watched.expect("it is there, but its picture is not", |news| lacks(news, 1))?;
        watched.write("art/moss.png", png(|_, _| true)?)?;
        watched.expect("nothing is missing any more", |news| lacks(news, 0))
    }

    #[test]
    fn faults_are_told_until_the_file_is_good_again() -> Result<()> {
        let mut watched = Watched::start()?;
        watched.write("a.tmx", "<map width='4'")?;
        watched.expect_fault("a broken map", "a.tmx:1:")?;
        watched.write("a.tmx", "")?;
        watched.expect_fault("an empty map", "a.tmx: the file is empty")?;
        remove_file(watched.path("a.tmx"))?;
        watched.expect_fault("a deleted map", "a.tmx: there is no such file")?;
        watched.write("a.tmx", map("1,1,1,0"))?;
        watched.expect_pixels("mended", 3 * 256)?;
        rename(watched.path("art"), watched.path("old art"))?;
        watched.expect_fault("a folder that is renamed", "rock.png: there is no such file")?;
        rename(watched.path("old art"), watched.path("art"))?;
        watched.expect_pixels("and renamed back", 3 * 256)?;
        watched.write("art/rock.png", png(|_, y| y >= 8)?)?;
        watched.expect_pixels("a picture in it", 3 * 128)
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed() -> Result<()> {
        let (mut watched, art) = (Watched::start()?, tempfile::tempdir()?);
        let linked = art.path().join("linked.png");
        fs::write(&linked, png(|x, _| x < 4)?)?;
        remove_file(watched.path("art/rock.png"))?;
        std::os::unix::fs::symlink(&linked, watched.path("art/rock.png"))?;
        watched.expect_pixels("a link", 2 * 64)?;
        fs::write(&linked, png(|x, _| x < 8)?)?;
        watched.expect_pixels("the file that it points to", 2 * 128)
    }
}
