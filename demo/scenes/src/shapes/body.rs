//! Bodies: forms at positions. A form is a polygon, a circle or a sprite.

use super::solid::ShapeSolid;
use crate::canvas::pixels_of;
use crate::color::Rgb;
use crate::picture::decode_png;
use anyhow::{Context, Result};
use std::f32::consts::TAU;
use tileray::glam::{IVec2, UVec2, Vec2, ivec2, uvec2, vec2};
use tileray::tile::TileImage;
use tileray::{Circle, Hull, Polygon, Pose, Rect};

/// A form at a position.
#[derive(Clone, Debug)]
pub(super) struct ShapeBody {
    pub(super) form: Form,
    pub(super) color: Rgb,
    pub(super) pose: Pose,
    /// The solid of the form in the pose of the body.
    pub(super) solid: ShapeSolid,
}

impl ShapeBody {
    /// Creates the form turned by `degrees`, with its middle at `x`, `y`.
    pub(super) fn new(form: Form, (x, y): (f32, f32), degrees: f32, color: Rgb) -> Self {
        let pose = Pose::new((x, y), degrees.to_radians());
        let solid = form.solid.placed(&pose);
        Self { form, color, pose, solid }
    }

    /// Moves the body to a pose.
    pub(super) fn place(&mut self, pose: Pose) {
        self.pose = pose;
        self.solid = self.form.solid.placed(&pose);
    }

    pub(super) fn translate(&mut self, offset: Vec2) {
        self.place(Pose { translation: self.pose.translation + offset, ..self.pose });
    }

    /// Returns the border in the pose of the body; `None` for circles.
    pub(super) fn outline(&self) -> Option<Polygon> {
        self.form.outline.as_ref()?.transformed(&self.pose).ok()
    }

    /// Returns the corners of the border; a circle becomes a regular polygon.
    pub(super) fn ring(&self) -> Vec<Vec2> {
        match self.outline() {
            Some(outline) => outline.points().to_vec(),
            None => self.solid.pieces().first().map(ShapeSolid::ring).unwrap_or_default(),
        }
    }
}

/// The picture and the collision shape of a body, in a frame with the origin at its middle.
#[derive(Clone, Debug)]
pub(super) struct Form {
    pub(super) name: &'static str,
    pub(super) solid: ShapeSolid,
    /// The border, convex or not; circles have none.
    pub(super) outline: Option<Polygon>,
    pub(super) skin: Option<Skin>,
}

/// The picture of a form.
#[derive(Clone, Debug)]
pub(super) struct Skin {
    pub(super) picture: TileImage,
    /// The size of a pixel of the picture.
    pub(super) scale: f32,
    /// The position of the picture's top left corner.
    pub(super) corner: Vec2,
}

impl Form {
    pub(super) fn circle(radius: f32) -> Self {
        let solid = ShapeSolid::Circle(Circle::new(Vec2::ZERO, radius));
        Self { name: "circle", solid, outline: None, skin: None }
    }

    /// Creates a polygon, convex or not, cut into convex pieces.
    pub(super) fn polygon(name: &'static str, corners: Vec<Vec2>) -> Result<Self> {
        let outline = Polygon::new(corners).context(name)?;
        let outline = outline.translated(-outline.centroid()).context(name)?;
        Ok(Self::of_outline(name, outline))
    }

    /// Creates a regular polygon.
    pub(super) fn regular(name: &'static str, radius: f32, corners: usize) -> Result<Self> {
        Ok(Self::of_outline(name, Polygon::regular((0.0, 0.0), radius, corners).context(name)?))
    }

    pub(super) fn rectangle(name: &'static str, width: f32, height: f32) -> Result<Self> {
        let (x, y) = (width / 2.0, height / 2.0);
        Self::polygon(name, vec![vec2(-x, -y), vec2(x, -y), vec2(x, y), vec2(-x, y)])
    }

    /// Creates a star with a number of tips.
    pub(super) fn star(outer: f32, inner: f32, tips: usize) -> Result<Self> {
        let corner = |index: usize| {
            let radius = if index.is_multiple_of(2) { outer } else { inner };
            let turns = index as f32 / (2 * tips) as f32 - 0.25;
            Pose::new((0.0, 0.0), turns * TAU).apply(vec2(radius, 0.0))
        };
        Self::polygon("star", (0..2 * tips).map(corner).collect())
    }

    /// Creates a ring with a gap to the right, like a C.
    pub(super) fn arch(outer: f32, inner: f32) -> Result<Self> {
        const STEPS: usize = 10;
        let at = |radius: f32, step: usize| {
            let turns = 0.12 + 0.76 * step as f32 / STEPS as f32;
            Pose::new((0.0, 0.0), turns * TAU).apply(vec2(radius, 0.0))
        };
        let around = (0..=STEPS).map(|step| at(outer, step));
        let corners = around.chain((0..=STEPS).rev().map(|step| at(inner, step))).collect();
        Ok(Self::of_outline("C", Polygon::new(corners).context("C")?))
    }

    fn of_outline(name: &'static str, outline: Polygon) -> Self {
        Self { name, solid: ShapeSolid::Hull(Hull::from(&outline)), outline: Some(outline), skin: None }
    }

    /// Creates the explorer.
    pub(super) fn hero(scale: f32) -> Result<Self> {
        const OUTLINE: &[u8] = &[
            6, 0, 10, 0, 13, 2, 14, 5, 12, 9, 15, 11, 16, 16, 12, 18, 12, 21, 16, 22, 16, 24, 3, 24, 4, 18, 1, 15, 1,
            11, 3, 9, 2, 6, 2, 3,
        ];
        let picture = decode_png(include_bytes!("../../../../assets/hero.png"))?;
        Self::sprite("hero", picture, OUTLINE, scale)
    }

    /// Creates a cart full of hay.
    pub(super) fn cart(scale: f32) -> Result<Self> {
        const OUTLINE: &[u8] = &[
            8, 3, 29, 3, 32, 7, 32, 12, 36, 12, 36, 17, 48, 17, 48, 20, 36, 20, 36, 26, 31, 32, 25, 32, 21, 29, 17, 29,
            13, 32, 7, 32, 2, 27, 2, 12, 4, 12, 5, 6,
        ];
        let picture = decode_png(include_bytes!("../../../../assets/town-cart.png"))?;
        Self::sprite("cart", picture, OUTLINE, scale)
    }

    /// Creates a statue on its socket.
    pub(super) fn statue(scale: f32) -> Result<Self> {
        const OUTLINE: &[u8] =
            &[11, 9, 13, 9, 14, 12, 18, 17, 18, 31, 22, 31, 22, 40, 2, 40, 2, 31, 6, 31, 8, 22, 6, 19, 7, 14, 10, 12];
        let picture = decode_png(include_bytes!("../../../../assets/town-statue.png"))?;
        Self::sprite("statue", picture, OUTLINE, scale)
    }

    /// Creates a crate.
    pub(super) fn crate_box(scale: f32) -> Result<Self> {
        let picture = props(ivec2(80, 48), uvec2(16, 16))?;
        Self::sprite("crate", picture, &[0, 0, 16, 0, 16, 16, 0, 16], scale)
    }

    /// Creates a boulder, which collides as a circle.
    pub(super) fn boulder(scale: f32) -> Result<Self> {
        let picture = props(ivec2(64, 80), uvec2(32, 32))?;
        let solid = ShapeSolid::Circle(Circle::new(Vec2::ZERO, 15.5 * scale));
        let skin = Skin { picture, scale, corner: vec2(-16.0, -16.5) * scale };
        Ok(Self { name: "boulder", solid, outline: None, skin: Some(skin) })
    }

    /// Creates a picture with an outline around its visible pixels: x and y of each corner, in pixels of the picture.
    fn sprite(name: &'static str, picture: TileImage, outline: &[u8], scale: f32) -> Result<Self> {
        let corner = |at: &[u8]| vec2(at[0].into(), at[1].into()) * scale;
        let corners = outline.chunks_exact(2).map(corner).collect();
        let outline = Polygon::new(corners).context(name)?;
        let middle = outline.bounds().center();
        let form = Self::of_outline(name, outline.translated(-middle).context(name)?);
        Ok(Self { skin: Some(Skin { picture, scale, corner: -middle }), ..form })
    }
}

/// Returns a part of the picture of the props of the cave.
fn props(corner: IVec2, size: UVec2) -> Result<TileImage> {
    let sheet = decode_png(include_bytes!("../../../../assets/cave-props.png")).context("the picture of the props")?;
    let pixels = pixels_of(Rect::from_size(corner, size)).map(|at| sheet.get(at.x, at.y)).collect();
    TileImage::new(size.x, pixels).context("the picture of the props")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprites() -> Vec<Form> {
        [Form::hero(1.0), Form::cart(1.0), Form::statue(1.0), Form::crate_box(1.0)]
            .map(|form| form.expect("part of it"))
            .into()
    }

    #[test]
    fn hulls_fit_their_sprites() {
        for form in sprites() {
            let (skin, outline) = (form.skin.expect("a sprite"), form.outline.expect("a polygon"));
            let (mut seen, mut held, mut beyond) = (0, 0, 0);
            for at in pixels_of(Rect::from_size(IVec2::ZERO, skin.picture.size())) {
                let is_seen = skin.picture.get(at.x, at.y)[3] > 0;
                let is_held = outline.contains(at.as_vec2() + 0.5 + skin.corner);
                seen += usize::from(is_seen);
                held += usize::from(is_seen && is_held);
                beyond += usize::from(!is_seen && is_held);
            }
            assert!(held * 100 >= seen * 96, "{}: {held} of {seen}", form.name);
            assert!(beyond * 100 <= seen * 25, "{}: {beyond} beside {seen}", form.name);
        }
    }

    #[test]
    fn concave_forms_are_cut_into_convex_pieces() {
        for form in [Form::star(60.0, 25.0, 5), Form::arch(60.0, 35.0), Form::hero(3.0), Form::cart(2.0)] {
            let form = form.expect("part of the program");
            let ShapeSolid::Hull(hull) = &form.solid else { panic!("{} is a polygon", form.name) };
            let outline = form.outline.expect("a polygon");
            assert!(hull.pieces().len() > 1 && !outline.is_convex(), "{}", form.name);
            let area: f32 =
                hull.pieces().filter_map(|piece| Polygon::new(piece.points().collect()).ok()).map(|p| p.area()).sum();
            assert!((area - outline.area()).abs() < outline.area() * 1e-4, "{}", form.name);
        }
    }
}
