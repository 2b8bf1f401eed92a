//! Figures: the picture, the solid pixels and the hull of a sprite, and the settings of hulls. Bodies: figures
//! at positions, with velocities.

use crate::files::embedded;
use crate::picture::decode_png;
use anyhow::{Context, Result};
use tileray::glam::{IVec2, Vec2};
use tileray::hull::{HullMode, OutlineBias};
use tileray::solidity::{Connectivity, Contour, PlacedMask};
use tileray::sprite::SpritePixels;
use tileray::tile::TileImage;
use tileray::{Hull, HullOptions, Pose, SolidityMap, SpriteHull};

/// The picture, the solid pixels and the hull of a sprite. The origin of its frame is the pivot: the center of mass.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub(super) name: &'static str,
    pub(super) picture: TileImage,
    mask: SolidityMap,
    /// The pivot, in pixels of the picture.
    pub(super) pivot: Vec2,
    pub(super) contour: Vec<Vec<Vec2>>,
    pub(super) sprite: SpriteHull,
    pub(super) hull: Hull,
    pub(super) outline: Vec<Vec<Vec2>>,
}

impl Figure {
    /// Creates the figure of a picture.
    ///
    /// # Errors
    /// Fails if no pixel is solid.
    fn new(name: &'static str, picture: TileImage, settings: &Settings) -> Result<Self> {
        let size = picture.size();
        let mask = SolidityMap::from_fn(size.x, size.y, |x, y| picture.get(x as i32, y as i32)[3] > 0);
        let sprite = SpriteHull::from_mask(&mask, &settings.options())?;
        let pivot = mask.centroid().unwrap_or_default();
        let contour = rings(&mask.contours_with(Connectivity::Eight), pivot);
        let (hull, outline) = (sprite.hull.translated(-pivot), outline(&sprite, pivot));
        Ok(Self { name, picture, mask, pivot, contour, sprite, hull, outline })
    }

    /// Makes the hull again, with other settings.
    ///
    /// # Errors
    /// Fails if the sprite has no hull of that kind; the hull stays unchanged.
    pub(super) fn fit(&mut self, settings: &Settings) -> Result<()> {
        self.sprite = SpriteHull::from_mask(&self.mask, &settings.options())?;
        self.hull = self.sprite.hull.translated(-self.pivot);
        self.outline = outline(&self.sprite, self.pivot);
        Ok(())
    }

    /// Returns the solid pixels rotated about the pivot, with their offset in the frame of the picture.
    pub(super) fn turned(&self, rotation: f32) -> PlacedMask {
        // The size is small, so this cannot fail.
        self.mask.try_rotated_about(rotation, self.pivot).unwrap_or_default()
    }

    /// Returns the mass: the number of solid pixels.
    pub(super) fn mass(&self) -> f32 {
        self.sprite.fit.solid as f32
    }

    /// Returns the color at a point of the frame; outside the picture, the color of the nearest pixel.
    pub(super) fn color_at(&self, point: Vec2) -> [u8; 4] {
        let last = self.picture.size().as_ivec2() - 1;
        let pixel = (point + self.pivot).floor().as_ivec2().clamp(IVec2::ZERO, last);
        self.picture.get(pixel.x, pixel.y)
    }
}

/// A figure at a position, with a velocity. It is drawn and collides at whole pixels.
#[derive(Clone, Debug)]
pub(super) struct SpriteBody {
    pub(super) figure: usize,
    /// The velocity, in pixels per second.
    pub(super) velocity: Vec2,
    /// The angular velocity, in radians per second.
    pub(super) spin: f32,
    pub(super) pose: Pose,
    /// The pose at whole pixels.
    pub(super) shown: Pose,
    /// The hull in the pose at whole pixels.
    pub(super) hull: Hull,
    /// The rotated mask, which is kept as many queries share it.
    turned: PlacedMask,
    corner: IVec2,
}

impl SpriteBody {
    pub(super) fn new(index: usize, figure: &Figure, pose: Pose) -> Self {
        let mut body = Self {
            figure: index,
            velocity: Vec2::ZERO,
            spin: 0.0,
            pose,
            shown: pose,
            hull: figure.hull.clone(),
            turned: figure.turned(pose.rotation),
            corner: IVec2::ZERO,
        };
        body.place(figure, pose);
        body
    }

    /// Returns the pixels of the arena that it covers.
    pub(super) fn pixels(&self) -> SpritePixels<'_> {
        // The mask is already rotated, at whole pixels.
        SpritePixels::new(&self.turned.mask, Vec2::ZERO, &Pose::IDENTITY).translated(self.corner)
    }

    pub(super) fn place(&mut self, figure: &Figure, pose: Pose) {
        if pose.rotation != self.pose.rotation {
            self.turned = figure.turned(pose.rotation);
        }
        self.pose = pose;
        let shift = (pose.translation - figure.pivot).round();
        self.shown = Pose { translation: figure.pivot + shift, ..pose };
        self.corner = self.turned.at + shift.as_ivec2();
        self.hull = figure.hull.transformed(&self.shown);
    }

    pub(super) fn translate(&mut self, figure: &Figure, offset: Vec2) {
        self.place(figure, Pose { translation: self.pose.translation + offset, ..self.pose });
    }
}

fn rings(contours: &[Contour], pivot: Vec2) -> Vec<Vec<Vec2>> {
    contours.iter().map(|contour| contour.points().iter().map(|point| point.as_vec2() - pivot).collect()).collect()
}

/// Returns the outlines of the hull: the simplified contours for pieces, else the only piece.
fn outline(sprite: &SpriteHull, pivot: Vec2) -> Vec<Vec<Vec2>> {
    match sprite.mode {
        HullMode::Pieces => rings(&sprite.contours, pivot),
        _ => sprite.hull.pieces().map(|piece| piece.points().map(|point| point - pivot).collect()).collect(),
    }
}

/// Returns the figures of the sprites of the program.
///
/// # Errors
/// Fails if a picture of the program is damaged.
pub(super) fn figures(settings: &Settings) -> Result<Vec<Figure>> {
    let figure = |&(name, bytes): &(&'static str, &[u8])| Figure::new(name, decode_png(bytes)?, settings).context(name);
    BUILT_IN.iter().map(figure).collect()
}

/// The sprites that are part of the program.
const BUILT_IN: [(&str, &[u8]); 6] = [
    ("hero", embedded!("assets/sprites/hero.png")),
    ("bat", embedded!("assets/sprites/bat.png")),
    ("crate", embedded!("assets/sprites/crate.png")),
    ("key", embedded!("assets/sprites/key.png")),
    ("sword", embedded!("assets/sprites/sword.png")),
    ("blob", embedded!("assets/sprites/blob.png")),
];

/// The choices of the largest error, in pixels.
pub(super) const ERRORS: [f32; 12] = [0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0];
pub(super) const MODES: [(HullMode, &str); 4] =
    [(HullMode::Pieces, "pieces"), (HullMode::Convex, "convex"), (HullMode::Box, "box"), (HullMode::Circle, "circle")];
pub(super) const BIASES: [(OutlineBias, &str); 3] =
    [(OutlineBias::Nearest, "nearest"), (OutlineBias::Grow, "grow"), (OutlineBias::Shrink, "shrink")];

/// The settings of hulls: indices in the lists of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    pub(super) error: usize,
    pub(super) mode: usize,
    pub(super) bias: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { error: 4, mode: 0, bias: 0 }
    }
}

impl Settings {
    pub(super) fn options(&self) -> HullOptions {
        let (mode, bias) = (MODES[self.mode].0, BIASES[self.bias].0);
        HullOptions::new().mode(mode).bias(bias).max_error(self.max_error())
    }

    pub(super) fn max_error(&self) -> f32 {
        ERRORS[self.error]
    }

    pub(super) fn mode_name(&self) -> &'static str {
        MODES[self.mode].1
    }

    pub(super) fn bias_name(&self) -> &'static str {
        BIASES[self.bias].1
    }

    /// Makes the largest error `by` steps larger.
    pub(super) fn change_error(&mut self, by: i32) {
        self.error = self.error.saturating_add_signed(by as isize).min(ERRORS.len() - 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_stop_at_their_ends() {
        let mut settings = Settings::default();
        assert_eq!(settings.options(), HullOptions::default());
        (0..20).for_each(|_| settings.change_error(1));
        assert_eq!(settings.max_error(), 8.0);
        (0..20).for_each(|_| settings.change_error(-1));
        assert_eq!(settings.max_error(), 0.0);
    }

    #[test]
    fn the_sprites_of_the_program_have_hulls_that_fit() -> Result<()> {
        for figure in figures(&Settings::default())? {
            let fit = figure.sprite.fit;
            assert!(fit.iou() > 0.8, "{}: {fit:?}", figure.name);
        }
        Ok(())
    }
}
