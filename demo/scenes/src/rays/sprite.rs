//! Small pictures that are drawn over the map.

use crate::picture::decode_png;
use anyhow::{Context, Result};
use tileray::glam::{IVec2, ivec2};
use tileray::solidity::Orientation;
use tileray::tile::TileImage;

/// A picture, and the offset of its top left corner from the position of the sprite.
#[derive(Clone, Debug)]
pub(super) struct MapSprite {
    pub(super) picture: TileImage,
    pub(super) offset: IVec2,
}

impl MapSprite {
    /// Loads the hero, whose position is the pixel of its eye.
    pub(super) fn hero() -> Result<Self> {
        let picture = decode_png(include_bytes!("../../../../assets/hero.png")).context("the hero's picture")?;
        Ok(Self { picture, offset: ivec2(-8, -6) })
    }

    /// Loads a marker, whose position is its middle.
    pub(super) fn marker() -> Result<Self> {
        let picture = decode_png(include_bytes!("../../../../assets/marker.png")).context("the marker's picture")?;
        Ok(Self { offset: -picture.size().as_ivec2() / 2, picture })
    }

    /// Returns the sprite mirrored left to right about its position.
    pub(super) fn mirrored(&self) -> Self {
        let size = self.picture.size();
        let mirror = Orientation::new(false, true, false);
        let source = |x: u32, y: u32| mirror.source(ivec2(x as i32, y as i32), size);
        let pixels = (0..size.y).flat_map(|y| (0..size.x).map(move |x| source(x, y)));
        let pixels = pixels.map(|at| self.picture.get(at.x, at.y)).collect();
        let offset = ivec2(1 - self.offset.x - size.x as i32, self.offset.y);
        Self { picture: TileImage::new(size.x, pixels).unwrap_or_else(|| self.picture.clone()), offset }
    }

    /// Returns every pixel that is not fully transparent: its offset and its color.
    pub(super) fn pixels(&self) -> impl Iterator<Item = (IVec2, [u8; 4])> + '_ {
        let width = self.picture.width().max(1) as usize;
        let pixels = self.picture.pixels().iter().enumerate().filter(|(_, pixel)| pixel[3] > 0);
        pixels.map(move |(index, &pixel)| (self.offset + ivec2((index % width) as i32, (index / width) as i32), pixel))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mirrored_hero_keeps_its_eye() {
        let hero = MapSprite::hero().expect("it is part of the program");
        let mirrored = hero.mirrored();
        assert_eq!(mirrored.mirrored().offset, hero.offset);
        let at = |sprite: &MapSprite, x: i32| sprite.picture.get(x - sprite.offset.x, -sprite.offset.y);
        assert_eq!(at(&hero, 3), at(&mirrored, -3));
    }
}
