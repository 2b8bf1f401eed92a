//! The way from map to map: the next map of the list, a map of elsewhere, and maps that are saved while they are shown.

use super::level::Level;
use super::map_file::{MapFile, News};
use super::state::RayState;
use crate::hud::counted;
use anyhow::Result;

impl RayState {
    /// Enters a map that was read elsewhere, in place of the map that is shown. Other settings stay as they are.
    ///
    /// # Errors
    /// Fails for a map that is too large. The map that is shown stays then.
    pub fn enter_map(&mut self, file: MapFile) -> Result<()> {
        let level = Level::of(file, &self.player)?;
        self.enter(level);
        Ok(())
    }

    /// Shows a map that was saved, or the reason why it cannot be shown.
    pub(super) fn follow_files(&mut self) {
        while let Some(news) = self.maps.news() {
            match news {
                News::Read(file) => match self.level.update(*file, &self.player) {
                    Ok(changes) => self.show_update(changes),
                    Err(error) => self.status.fault = Some(format!("{error:#}")),
                },
                News::Faulty(error) => {
                    self.status.log(error.clone());
                    self.status.fault = Some(error);
                }
            }
        }
    }

    fn show_update(&mut self, changes: usize) {
        self.status.fault = None;
        let what = if changes > 0 { counted(changes, "change") } else { "all solid pixels as before".into() };
        self.status.tell(format!("{} was saved: {what}", self.level.name));
        // The colors are drawn anew, whatever changed.
        self.entered += 1;
    }

    /// Enters the map that is `by` maps further in the list, which is a ring; maps that cannot be opened are skipped.
    /// Other settings stay as they are.
    pub(super) fn turn_map(&mut self, by: isize) {
        let (before, count) = (self.maps.shown() as isize, self.maps.count() as isize);
        let mut failed = None;
        for step in 1..count {
            let index = (before + by * step).rem_euclid(count) as usize;
            let opened = self.maps.read(index).map_err(|fault| fault.error);
            match opened.and_then(|file| Level::of(file, &self.player)) {
                Ok(level) => {
                    self.maps.show(index, level.map.dependencies());
                    return self.enter(level);
                }
                Err(error) => {
                    self.status.log(format!("{error:#}"));
                    failed = Some(format!("{error:#}"));
                }
            }
        }
        self.status.tell(failed.unwrap_or_else(|| "there is no other map here".into()));
    }

    fn enter(&mut self, level: Level) {
        // The tour points at parts of the map before, and fills its circle there again.
        self.end_tour();
        self.status.tell(level.name.clone());
        self.status.fault = None;
        self.level = level;
        self.entered += 1;
        (self.brush.at, self.brush.stroke) = (None, None);
        self.status.nanos = 0.0;
        self.restart();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Input;
    use crate::key::Key::{self, Backspace, N, Space, Tab, U, Z};
    use crate::rays::edits::Brush;
    use crate::rays::knobs::play;
    use crate::rays::testing::{self, press};
    use tileray::glam::{Vec2, ivec2};

    #[test]
    fn tab_enters_the_next_map_and_shift_the_previous_one() {
        let mut state = testing::state();
        press(&mut state, &[Tab]);
        let next = state.level.name.clone();
        assert_eq!((state.entered, state.status.message()), (2, Some(&*next)));
        press(&mut state, &[N]);
        assert_ne!(state.level.name, next);
        for held in [vec![Key::LeftShift], vec![]] {
            let key = if held.is_empty() { N } else { Tab };
            play(&mut state, &Input { pressed: vec![key], held, ..Input::default() }, 0.0);
        }
        press(&mut state, &[Backspace]);
        assert_eq!(state.level.name, next);
    }

    #[test]
    fn what_is_saved_is_shown_at_the_same_place() {
        let mut state = testing::state();
        let file = testing::room_file;
        press(&mut state, &[Z, Space]);
        let Level { terrain, edits, .. } = &mut state.level;
        edits.begin(terrain);
        edits.stroke(terrain, Brush::Carve, [Vec2::new(4.0, 100.0); 2], 3.0);
        let place = (state.eye(), state.middle, state.zoom);
        state.maps = testing::list_with_news([News::Faulty("room: it is broken".into())]);
        press(&mut state, &[]);
        assert_eq!(state.status.fault.as_deref(), Some("room: it is broken"));
        assert_eq!(state.status.take_log().len(), 1);
        assert!(!state.level.terrain.is_solid(ivec2(4, 100)), "the last good map");

        state.maps = testing::list_with_news([News::Read(Box::new(file()))]);
        press(&mut state, &[]);
        assert_eq!((state.eye(), state.middle, state.zoom), place);
        assert_eq!((state.entered, &state.status.fault), (2, &None));
        assert!(!state.level.terrain.is_solid(ivec2(4, 100)), "carved where the map is as it was");
        assert!(state.status.message().is_some_and(|text| text.starts_with("room was saved")));
        press(&mut state, &[U]);
        assert!(state.level.terrain.is_solid(ivec2(4, 100)), "the stroke is undone");
    }
}
