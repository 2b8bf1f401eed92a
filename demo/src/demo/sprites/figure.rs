//! Sprites: picture, solid pixels and hull, and the settings that hulls are made with.

use anyhow::Result;
use tileray::glam::{IVec2, Vec2};
use tileray::hull::{HullMode, OutlineBias};
use tileray::solidity::{Connectivity, Contour, RotatedMask};
use tileray::tile::TileImage;
use tileray::{Hull, HullOptions, SolidityMap, SpriteHull};

/// The longest side of a picture.
pub(super) const MAX_SIDE: u32 = 256;

/// A sprite: what it looks like, its solid pixels, and its hull. It turns about its center of mass, the pivot, which
/// is the origin of its own frame.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    pub(super) name: String,
    pub(super) picture: TileImage,
    mask: SolidityMap,
    /// The pivot, in pixels of the picture.
    pub(super) pivot: Vec2,
    /// The border of the solid pixels.
    pub(super) contour: Vec<Vec<Vec2>>,
    pub(super) sprite: SpriteHull,
    /// The hull, and the rings that it is made of.
    pub(super) hull: Hull,
    pub(super) outline: Vec<Vec<Vec2>>,
}

impl Figure {
    /// # Errors
    /// Fails if no pixel is solid.
    pub(super) fn new(name: &str, picture: TileImage, settings: &Settings) -> Result<Self> {
        let size = picture.size();
        let mask = SolidityMap::from_fn(size.x, size.y, |x, y| picture.get(x as i32, y as i32)[3] > 0);
        let sprite = SpriteHull::from_mask(&mask, &settings.options())?;
        let pivot = mask.centroid().unwrap_or_default();
        let contour = rings(&mask.contours_with(Connectivity::Eight), pivot);
        let (hull, outline) = (sprite.hull.translated(-pivot), outline(&sprite, pivot));
        Ok(Self { name: name.to_owned(), picture, mask, pivot, contour, sprite, hull, outline })
    }

    /// Makes the hull anew.
    ///
    /// # Errors
    /// Fails if the sprite has no hull of that kind; the hull stays unchanged.
    pub(super) fn fit(&mut self, settings: &Settings) -> Result<()> {
        self.sprite = SpriteHull::from_mask(&self.mask, &settings.options())?;
        self.hull = self.sprite.hull.translated(-self.pivot);
        self.outline = outline(&self.sprite, self.pivot);
        Ok(())
    }

    /// Returns the solid pixels turned about the pivot, and where they lie in the picture's frame.
    pub(super) fn turned(&self, rotation: f32) -> RotatedMask {
        // A picture is far too small to be refused.
        self.mask.try_rotated_about(rotation, self.pivot).unwrap_or_default()
    }

    /// Returns the mass: the number of solid pixels.
    pub(super) fn mass(&self) -> f32 {
        self.sprite.fit.solid as f32
    }

    /// Returns the moment of inertia, of a rectangle of the sprite's size.
    pub(super) fn inertia(&self) -> f32 {
        self.mass() * self.mask.size().as_vec2().length_squared() / 12.0
    }

    /// Returns the color at a point of its own frame; of points just outside, that of the nearest pixel.
    pub(super) fn color_at(&self, point: Vec2) -> [u8; 4] {
        let last = self.picture.size().as_ivec2() - 1;
        let pixel = (point + self.pivot).floor().as_ivec2().clamp(IVec2::ZERO, last);
        self.picture.get(pixel.x, pixel.y)
    }
}

fn rings(contours: &[Contour], pivot: Vec2) -> Vec<Vec<Vec2>> {
    contours.iter().map(|contour| contour.points().iter().map(|point| point.as_vec2() - pivot).collect()).collect()
}

/// Returns the rings around the hull: the simplified contours, or the one piece of the kinds that are not made of
/// them.
fn outline(sprite: &SpriteHull, pivot: Vec2) -> Vec<Vec<Vec2>> {
    match sprite.mode {
        HullMode::Pieces => rings(&sprite.contours, pivot),
        _ => sprite.hull.pieces().map(|piece| piece.points().map(|point| point - pivot).collect()).collect(),
    }
}

/// The error bounds that can be chosen, in pixels.
const ERRORS: [f32; 12] = [0.0, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0];
/// The one that is chosen first.
const FIRST_ERROR: usize = 4;
const MODES: [(HullMode, &str); 4] =
    [(HullMode::Pieces, "pieces"), (HullMode::Convex, "convex"), (HullMode::Box, "box"), (HullMode::Circle, "circle")];
const BIASES: [(OutlineBias, &str); 3] =
    [(OutlineBias::Nearest, "nearest"), (OutlineBias::Grow, "grow"), (OutlineBias::Shrink, "shrink")];

/// The settings of hulls: indices in the lists of choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Settings {
    error: usize,
    mode: usize,
    bias: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { error: FIRST_ERROR, mode: 0, bias: 0 }
    }
}

impl Settings {
    pub(super) fn options(&self) -> HullOptions {
        let (mode, bias) = (MODES[self.mode].0, BIASES[self.bias].0);
        HullOptions { mode, bias, max_error: self.max_error(), ..HullOptions::default() }
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

    /// Takes the error bound that is `by` further in the list: larger, or smaller where `by` is negative.
    pub(super) fn change_error(&mut self, by: i32) {
        self.error = self.error.saturating_add_signed(by as isize).min(ERRORS.len() - 1);
    }

    pub(super) fn next_mode(&mut self) {
        self.mode = (self.mode + 1) % MODES.len();
    }

    pub(super) fn next_bias(&mut self) {
        self.bias = (self.bias + 1) % BIASES.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_stop_at_their_ends_and_kinds_go_round() {
        let mut settings = Settings::default();
        assert_eq!(settings.options(), HullOptions::default());
        (0..20).for_each(|_| settings.change_error(1));
        assert_eq!(settings.max_error(), 8.0);
        (0..20).for_each(|_| settings.change_error(-1));
        assert_eq!(settings.max_error(), 0.0);
        let names: Vec<_> = (0..5).map(|_| (settings.mode_name(), settings.next_mode()).0).collect();
        assert_eq!(names, ["pieces", "convex", "box", "circle", "pieces"]);
        let names: Vec<_> = (0..4).map(|_| (settings.bias_name(), settings.next_bias()).0).collect();
        assert_eq!(names, ["nearest", "grow", "shrink", "nearest"]);
    }
}
