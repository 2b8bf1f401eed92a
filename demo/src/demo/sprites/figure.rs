use super::settings::Settings;
use anyhow::Result;
use tileray::glam::{IVec2, Vec2};
use tileray::hull::HullMode;
use tileray::solidity::{Connectivity, Contour, RotatedMask};
use tileray::tile::TileImage;
use tileray::{Hull, SolidityMap, SpriteHull};

/// The longest side of a picture.
pub(super) const MAX_SIDE: u32 = 256;

/// A sprite: what it looks like, its solid pixels, and its hull. It turns about its center of mass, the pivot, which is the
/// origin of its own frame.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    name: String,
    picture: TileImage,
    mask: SolidityMap,
    /// The pivot, in pixels of the picture.
    pivot: Vec2,
    /// The border of the solid pixels.
    contour: Vec<Vec<Vec2>>,
    sprite: SpriteHull,
    /// The hull, and the rings that it is made of.
    hull: Hull,
    outline: Vec<Vec<Vec2>>,
}

impl Figure {
    /// # Errors
    /// Where no pixel is solid.
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
    /// Where there is none of that kind; the hull stays as it was.
    pub(super) fn fit(&mut self, settings: &Settings) -> Result<()> {
        self.sprite = SpriteHull::from_mask(&self.mask, &settings.options())?;
        self.hull = self.sprite.hull.translated(-self.pivot);
        self.outline = outline(&self.sprite, self.pivot);
        Ok(())
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn picture(&self) -> &TileImage {
        &self.picture
    }

    pub(super) fn pivot(&self) -> Vec2 {
        self.pivot
    }

    pub(super) fn contour(&self) -> &[Vec<Vec2>] {
        &self.contour
    }

    pub(super) fn sprite(&self) -> &SpriteHull {
        &self.sprite
    }

    pub(super) fn hull(&self) -> &Hull {
        &self.hull
    }

    pub(super) fn outline(&self) -> &[Vec<Vec2>] {
        &self.outline
    }

    /// The solid pixels turned about the pivot, and where they lie in the picture's frame.
    pub(super) fn turned(&self, rotation: f32) -> RotatedMask {
        // A picture is far too small to be refused.
        self.mask.try_rotated_about(rotation, self.pivot).unwrap_or_default()
    }

    /// A pixel weighs 1.
    pub(super) fn mass(&self) -> f32 {
        self.sprite.fit.solid as f32
    }

    /// How hard it is to turn: that of a rectangle of its size.
    pub(super) fn inertia(&self) -> f32 {
        self.mass() * self.mask.size().as_vec2().length_squared() / 12.0
    }

    /// The color at a point of its own frame; of points just outside, that of the nearest pixel.
    pub(super) fn color_at(&self, point: Vec2) -> [u8; 4] {
        let last = self.picture.size().as_ivec2() - 1;
        let pixel = (point + self.pivot).floor().as_ivec2().clamp(IVec2::ZERO, last);
        self.picture.get(pixel.x, pixel.y)
    }
}

fn rings(contours: &[Contour], pivot: Vec2) -> Vec<Vec<Vec2>> {
    contours.iter().map(|contour| contour.points().iter().map(|point| point.as_vec2() - pivot).collect()).collect()
}

/// The rings around the hull: the simplified contours, or the one piece of the kinds that are not made of them.
fn outline(sprite: &SpriteHull, pivot: Vec2) -> Vec<Vec<Vec2>> {
    match sprite.mode {
        HullMode::Pieces => rings(&sprite.contours, pivot),
        _ => sprite.hull.pieces().map(|piece| piece.points().map(|point| point - pivot).collect()).collect(),
    }
}
