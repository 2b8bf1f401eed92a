//! The way from map to map: another map, and the map that is shown after it was saved.

use super::level::Level;
use super::map_file::MapFile;
use super::state::RayState;
use crate::hud::counted;
use anyhow::Result;

impl RayState {
    /// Takes the wish for another map: how many maps further in its list it is. 0 is none.
    pub fn take_turn(&mut self) -> isize {
        std::mem::take(&mut self.turn)
    }

    /// Enters a map in place of the map that is shown. Settings stay as they are.
    ///
    /// # Errors
    /// Fails for a map that is too large. The map that is shown stays then.
    pub fn enter_map(&mut self, file: MapFile) -> Result<()> {
        let level = Level::of(file, &self.player)?;
        // The tour points at parts of the map before, and fills its circle there again.
        self.end_tour();
        self.status.tell(level.name.clone());
        self.status.fault = None;
        self.level = level;
        self.entered += 1;
        (self.brush.at, self.brush.stroke) = (None, None);
        self.status.nanos = 0.0;
        self.restart();
        Ok(())
    }

    /// Shows the map that is shown anew, after it was saved. The strokes, the place and the zoom stay.
    ///
    /// # Errors
    /// Fails for a map that is too large. The map before stays then.
    pub fn update_map(&mut self, file: MapFile) -> Result<()> {
        let changes = self.level.update(file, &self.player)?;
        self.status.fault = None;
        let what = if changes > 0 { counted(changes, "change") } else { "all solid pixels as before".into() };
        self.status.tell(format!("{} was saved: {what}", self.level.name));
        // The colors are drawn anew, whatever changed.
        self.entered += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::key::Key::{Space, U, Z};
    use crate::rays::edits::Brush;
    use crate::rays::testing::{self, press};
    use tileray::glam::{Vec2, ivec2};

    #[test]
    fn what_is_saved_is_shown_at_the_same_place() -> Result<()> {
        let mut state = testing::state();
        press(&mut state, &[Z, Space]);
        let Level { terrain, edits, .. } = &mut state.level;
        edits.begin(terrain);
        edits.stroke(terrain, Brush::Carve, [Vec2::new(4.0, 100.0); 2], 3.0);
        let place = (state.eye(), state.middle, state.zoom);
        state.status.fault = Some("room: it is broken".into());
        state.update_map(testing::room_file())?;
        press(&mut state, &[]);
        assert_eq!((state.eye(), state.middle, state.zoom), place);
        assert_eq!((state.entered, &state.status.fault), (2, &None));
        assert!(!state.level.terrain.is_solid(ivec2(4, 100)), "carved where the map is as it was");
        assert!(state.status.message().is_some_and(|text| text.starts_with("room was saved")));
        press(&mut state, &[U]);
        assert!(state.level.terrain.is_solid(ivec2(4, 100)), "the stroke is undone");
        Ok(())
    }
}
