//! The tour as a film, whose cycle is the whole tour.

use super::film::RayStart;
use super::scene::RayScene;
use super::state::RayState;
use super::tour::{STOPS, TOUR_TIME};
use crate::canvas::Canvas;
use crate::film::Film;
use crate::scene::Scene;
use anyhow::Result;
use tileray::glam::UVec2;

/// The tour of the scene of rays, with a beam that turns as in a window.
#[derive(Debug)]
pub struct TourFilm {
    scene: RayScene,
    canvas: Canvas,
    /// The angle of the beam at the start.
    start: f32,
}

impl TourFilm {
    /// Creates a film of `size` pixels that begins as `start` says.
    ///
    /// # Errors
    /// Fails if a sprite of the program is damaged.
    pub fn new(mut state: RayState, start: &RayStart, size: UVec2) -> Result<Self> {
        state.begin(start);
        let start = state.angle();
        Ok(Self { scene: RayScene::new(state)?, canvas: Canvas::new(size), start })
    }
}

impl Film for TourFilm {
    fn samples(&self) -> u32 {
        STOPS.len() as u32
    }

    fn seconds(&self) -> Option<f32> {
        Some(TOUR_TIME)
    }

    fn draw(&mut self, phase: f32) -> Result<&Canvas> {
        self.scene.state.show_tour_at(phase * TOUR_TIME, self.start);
        self.scene.draw(&mut self.canvas);
        Ok(&self.canvas)
    }

    fn report(&mut self, _: u32) -> Result<String> {
        let name = &self.scene.state.level.name;
        Ok(format!("{name}: a tour of {} stops, {TOUR_TIME:.0} s\n", STOPS.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::{assert_sizes, phases};
    use crate::rays::testing;
    use tileray::glam::uvec2;

    #[test]
    fn a_tour_has_pictures_of_any_size() -> Result<()> {
        assert_sizes(|size| TourFilm::new(testing::state_of(size), &RayStart::default(), size))
    }

    #[test]
    fn a_phase_has_one_picture_wherever_the_film_was_before() -> Result<()> {
        let size = uvec2(320, 200);
        let mut film = TourFilm::new(testing::state_of(size), &RayStart::default(), size)?;
        film.scene.state.status.values = false;
        let pictures: Vec<Vec<u32>> =
            phases(7).map(|phase| Ok(film.draw(phase)?.pixels().to_vec())).collect::<Result<_>>()?;
        for (phase, picture) in phases(7).zip(&pictures).collect::<Vec<_>>().into_iter().rev() {
            assert!(film.draw(phase)?.pixels() == picture, "phase {phase}");
        }
        assert!(pictures.windows(2).all(|pair| pair[0] != pair[1]));
        Ok(())
    }
}
