//! The player, which flies freely and collides with solid pixels, and small pictures over the map.

use crate::canvas::pixels_of;
use crate::files::embedded;
use crate::picture::decode_png;
use anyhow::{Context, Result};
use tileray::glam::{IVec2, Vec2, ivec2};
use tileray::tile::TileImage;
use tileray::{Rect, Terrain};

/// A picture, and the offset of its top left corner from the position of the sprite.
#[derive(Clone, Debug)]
pub(super) struct MapSprite {
    pub(super) picture: TileImage,
    pub(super) offset: IVec2,
}

impl MapSprite {
    /// Loads the hero, whose position is the pixel of its eye.
    pub(super) fn hero() -> Result<Self> {
        let picture = decode_png(embedded!("assets/hero.png")).context("the hero's picture")?;
        Ok(Self { picture, offset: ivec2(-8, -6) })
    }

    /// Loads a marker, whose position is its middle.
    pub(super) fn marker() -> Result<Self> {
        let picture = decode_png(embedded!("assets/marker.png")).context("the marker's picture")?;
        Ok(Self { offset: -picture.size().as_ivec2() / 2, picture })
    }

    /// Returns every pixel that is not fully transparent: its offset and its color. A mirrored sprite looks the other way.
    pub(super) fn pixels(&self, is_mirrored: bool) -> impl Iterator<Item = (IVec2, [u8; 4])> + '_ {
        let visible = pixels_of(Rect::from_size(IVec2::ZERO, self.picture.size()));
        let visible =
            visible.map(|at| (at + self.offset, self.picture.get(at.x, at.y))).filter(|(_, color)| color[3] > 0);
        visible.map(move |(at, color)| (if is_mirrored { ivec2(-at.x, at.y) } else { at }, color))
    }
}

/// The pixels of a player, relative to its eye.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pixels: Vec<IVec2>,
}

impl Player {
    /// Creates the player that covers the picture of the hero and its mirror image.
    pub(super) fn hero() -> Result<Self> {
        let hero = MapSprite::hero()?;
        Ok(Self::of([false, true].into_iter().flat_map(|is_mirrored| hero.pixels(is_mirrored)).map(|(at, _)| at)))
    }

    /// Creates the player that covers these pixels and the pixel of its eye.
    pub(super) fn of(pixels: impl IntoIterator<Item = IVec2>) -> Self {
        Self { pixels: pixels.into_iter().chain([IVec2::ZERO]).collect() }
    }

    /// Returns whether no solid pixel is in the player with its eye at `eye`.
    pub(super) fn fits(&self, terrain: &Terrain, eye: IVec2) -> bool {
        self.pixels.iter().all(|&at| !terrain.is_solid(eye + at))
    }

    /// Returns the position of the eye after a motion, which slides along obstacles.
    ///
    /// A player inside solid pixels moves freely, so that it can get out.
    pub(super) fn fly(&self, terrain: &Terrain, eye: Vec2, motion: Vec2) -> Vec2 {
        let pixel = |at: Vec2| at.floor().as_ivec2();
        if !self.fits(terrain, pixel(eye)) {
            return eye + motion;
        }
        let steps = motion.abs().max_element().ceil().max(1.0);
        let step = motion / steps;
        let mut eye = eye;
        for _ in 0..steps as u32 {
            for part in [Vec2::new(step.x, 0.0), Vec2::new(0.0, step.y)] {
                let aside = if part.x != 0.0 { Vec2::Y } else { Vec2::X };
                // Straight on, or along a slope of at most 45 degrees.
                let tries = [part, part + aside, part - aside];
                let free = tries.into_iter().find(|&part| self.fits(terrain, pixel(eye + part)));
                eye += free.unwrap_or(Vec2::ZERO);
            }
        }
        eye
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tileray::SolidityMap;

    fn square() -> Player {
        Player::of((-3..=3).flat_map(|y| (-3..=3).map(move |x| ivec2(x, y))))
    }

    #[test]
    fn it_stops_at_a_wall_and_never_enters_it() {
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, _| x >= 60));
        let player = square();
        let mut eye = Vec2::new(20.5, 50.5);
        for _ in 0..40 {
            eye = player.fly(&terrain, eye, Vec2::new(2.3, 0.4));
            assert!(player.fits(&terrain, eye.floor().as_ivec2()));
        }
        assert_eq!(eye.x.floor(), 56.0);
        assert!(eye.y > 60.0, "it slides along the wall");
    }

    #[test]
    fn it_climbs_slopes() {
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(100, 100, |x, y| y + x / 2 >= 90));
        let player = square();
        let mut eye = Vec2::new(10.5, 80.5);
        for _ in 0..50 {
            eye = player.fly(&terrain, eye, Vec2::new(1.5, 0.0));
        }
        assert!(eye.x > 70.0 && eye.y < 60.0, "{eye}");
    }

    #[test]
    fn a_player_inside_solid_pixels_can_leave() {
        let terrain = Terrain::from_solidity(&SolidityMap::from_fn(50, 50, |_, _| true));
        let eye = square().fly(&terrain, Vec2::new(25.0, 25.0), Vec2::new(-5.0, 0.0));
        assert_eq!(eye, Vec2::new(20.0, 25.0));
    }
}
