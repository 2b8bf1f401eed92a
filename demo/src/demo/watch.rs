//! The watch over the files of the map that is shown, which loads the map again when one of them is saved.
//!
//! ```text
//! operating system ──events──▶ worker thread: wait until the files settle, read the map ──news──▶ state
//! state ──────────map──────────▶
//! ```
//!
//! Editors save by writing into a file, by renaming another one over it, or by deleting it and creating it again. So the
//! folders are watched and names are compared. The worker sleeps until a file changes; nothing is polled.
//!
//! The debouncers of notify do not fit: `notify-debouncer-mini` tells a file that is read from one that is written no more, so
//! that each map that is read would be read again, and `notify-debouncer-full` polls. Neither watches the folders of names.

use super::playlist::Playlist;
use super::watched_names::{WatchedNames, line_of};
use anyhow::Result;
use notify::Event;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};
use tileray_scenes::rays::{MapFault, MapFile, MapList, News};

/// The time without an event after which a file counts as written.
const SETTLED: Duration = Duration::from_millis(8);
/// The longest time that a program may go on writing before the map is read all the same.
const LONGEST_WRITE: Duration = Duration::from_millis(60);
/// The time that a faulty file has to become a good one before the fault is shown: a file is faulty while it is written.
const PATIENCE: Duration = Duration::from_millis(150);

/// A watch over the files of a map.
#[derive(Debug)]
pub(super) struct FileWatch {
    to_worker: Sender<Message>,
    news: Receiver<PathNews>,
}

/// What became of a map whose files changed, and its path.
type PathNews = (PathBuf, News);

/// A message to the worker.
enum Message {
    /// Something happened in a folder.
    Event(notify::Result<Event>),
    /// Another map is shown, which was read from these files.
    Show(Playlist, Vec<PathBuf>),
    Stop,
}

impl FileWatch {
    /// Starts to watch the `files` of the map that a playlist shows.
    ///
    /// # Errors
    /// Fails where the system has no more watches.
    pub(super) fn start(playlist: Playlist, files: &[PathBuf]) -> Result<Self> {
        let (to_worker, messages) = channel();
        let (sender, news) = channel();
        let events = to_worker.clone();
        let watcher = notify::recommended_watcher(move |event| _ = events.send(Message::Event(event)))?;
        let files = files.to_vec();
        let work = || {
            let names = WatchedNames::new(watcher);
            let mut worker = Worker { messages, news: sender, names, files: Vec::new(), playlist };
            worker.show(files);
            worker.work();
        };
        thread::Builder::new().name("file watch".into()).spawn(work)?;
        Ok(Self { to_worker, news })
    }

    /// Watches another map from now on.
    pub(super) fn show(&self, playlist: Playlist, files: &[PathBuf]) {
        let _ = self.to_worker.send(Message::Show(playlist, files.to_vec()));
    }

    /// Returns the next piece of news, if there is one.
    fn news(&self) -> Option<PathNews> {
        self.news.try_recv().ok()
    }
}

impl Drop for FileWatch {
    fn drop(&mut self) {
        let _ = self.to_worker.send(Message::Stop);
    }
}

/// A playlist whose map is watched while it is shown.
#[derive(Debug)]
pub(crate) struct WatchedPlaylist {
    playlist: Playlist,
    watch: Option<FileWatch>,
    /// The reason why nothing is watched, until it is told.
    failure: Option<String>,
}

impl WatchedPlaylist {
    /// Watches the maps of a playlist, if they are files.
    pub(crate) const fn new(playlist: Playlist) -> Self {
        Self { playlist, watch: None, failure: None }
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
            watch.show(self.playlist.clone(), files);
        } else if self.playlist.is_on_disk() {
            match FileWatch::start(self.playlist.clone(), files) {
                Ok(watch) => self.watch = Some(watch),
                Err(error) => self.failure = Some(format!("{error:#}")),
            }
        }
    }

    fn news(&mut self) -> Option<News> {
        if let Some(failure) = self.failure.take() {
            return Some(News::Unwatched(failure));
        }
        // News of the map that was left just now are dropped.
        let watch = self.watch.as_ref()?;
        std::iter::from_fn(|| watch.news()).find(|(path, _)| path == self.playlist.path()).map(|(_, news)| news)
    }
}

/// The thread that waits for events and reads the map.
struct Worker {
    messages: Receiver<Message>,
    news: Sender<PathNews>,
    names: WatchedNames,
    /// The files of the last map that was read.
    files: Vec<PathBuf>,
    playlist: Playlist,
}

/// What a wait for messages ended with.
#[derive(PartialEq, Eq)]
enum Wait {
    /// A file of the map changed.
    Changed,
    /// Another map is shown.
    Turned,
    /// No message came in time.
    Quiet,
    /// The watch ended.
    Stopped,
}

impl Worker {
    fn work(mut self) {
        loop {
            match self.wait(None) {
                Wait::Changed => {
                    if self.read() == Wait::Stopped {
                        return;
                    }
                }
                Wait::Turned | Wait::Quiet => {}
                Wait::Stopped => return,
            }
        }
    }

    /// Waits for a message that matters, without an end or for some time.
    fn wait(&mut self, time: Option<Duration>) -> Wait {
        let end = time.map(|time| Instant::now() + time);
        loop {
            let message = match end {
                None => self.messages.recv().ok(),
                Some(end) => match self.messages.recv_timeout(end.saturating_duration_since(Instant::now())) {
                    Err(RecvTimeoutError::Timeout) => return Wait::Quiet,
                    message => message.ok(),
                },
            };
            match message {
                Some(Message::Event(Ok(event))) if self.names.concern(&event) => return Wait::Changed,
                Some(Message::Event(Ok(_))) => {}
                Some(Message::Event(Err(error))) => self.tell(News::Unwatched(line_of(&error))),
                Some(Message::Show(playlist, files)) => {
                    self.playlist = playlist;
                    self.show(files);
                    return Wait::Turned;
                }
                Some(Message::Stop) | None => return Wait::Stopped,
            }
        }
    }

    /// Reads the map once its files have settled, until it can be read or stays faulty, and tells which.
    fn read(&mut self) -> Wait {
        loop {
            let started = Instant::now();
            loop {
                match self.wait(Some(SETTLED)) {
                    Wait::Changed if started.elapsed() < LONGEST_WRITE => {}
                    Wait::Changed | Wait::Quiet => break,
                    wait => return wait,
                }
            }
            match self.playlist.read_shown() {
                Ok(map) => {
                    self.show(map.files().to_vec());
                    self.tell(News::Read(Box::new(map)));
                    return Wait::Quiet;
                }
                Err(fault) => {
                    // One of these has to change before the map is good again.
                    let files = [self.files.clone(), fault.files].concat();
                    self.watch(&files);
                    match self.wait(Some(PATIENCE)) {
                        Wait::Changed => {}
                        Wait::Quiet => {
                            self.tell(News::Faulty(format!("{:#}", fault.error)));
                            return Wait::Quiet;
                        }
                        wait => return wait,
                    }
                }
            }
        }
    }

    /// Watches the files of a map that was read.
    fn show(&mut self, files: Vec<PathBuf>) {
        self.watch(&files);
        self.files = files;
    }

    fn watch(&mut self, files: &[PathBuf]) {
        if let Err(error) = self.names.watch(files) {
            self.tell(News::Unwatched(format!("{error:#}")));
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
    use crate::demo::saved_map::{SavedMap, png};
    use anyhow::Context;
    use std::fs;

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
            let watch = FileWatch::start(playlist, file.files())?;
            // The first save must come after the worker has watched the folder.
            thread::sleep(Duration::from_millis(200));
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
        thread::sleep(Duration::from_millis(200));
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
        watched.watch.show(playlist, &files);
        thread::sleep(Duration::from_millis(200));
        watched.assert_unnoticed(|map| map.write("a.tmx", SavedMap::text("1,1,1,1")))?;
        other.write("a.tmx", SavedMap::text("1,1,1,1"))?;
        assert_eq!(watched.watch.news.recv_timeout(LONG)?.0, other.path("a.tmx"));
        Ok(())
    }
}
