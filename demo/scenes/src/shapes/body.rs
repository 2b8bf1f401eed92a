//! Bodies: forms at positions. A form is a polygon, a circle or a sprite; its collision shape is a circle or a hull.

use crate::canvas::pixels_of;
use crate::color::Rgb;
use crate::files::embedded;
use crate::picture::decode_png;
use anyhow::{Context, Result};
use std::f32::consts::TAU;
use tileray::collide::{Contact, Sweep};
use tileray::glam::{IVec2, UVec2, Vec2, ivec2, uvec2, vec2};
use tileray::tile::TileImage;
use tileray::{Aabb, Circle, ConvexPolygon, Hull, HullOptions, Polygon, Pose, Rect, SolidityMap, SpriteHull, collide};

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

    /// Creates a crate.
    pub(super) fn crate_box(scale: f32) -> Result<Self> {
        Self::sprite("crate", props(ivec2(80, 48), uvec2(16, 16))?, scale)
    }

    /// Creates a boulder, which collides as a circle.
    pub(super) fn boulder(scale: f32) -> Result<Self> {
        let picture = props(ivec2(64, 80), uvec2(32, 32))?;
        let solid = ShapeSolid::Circle(Circle::new(Vec2::ZERO, 15.5 * scale));
        let skin = Skin { picture, scale, corner: vec2(-16.0, -16.5) * scale };
        Ok(Self { name: "boulder", solid, outline: None, skin: Some(skin) })
    }

    /// Creates a picture with the outline of its visible pixels.
    pub(super) fn sprite(name: &'static str, picture: TileImage, scale: f32) -> Result<Self> {
        let size = picture.size();
        let mask = SolidityMap::from_fn(size.x, size.y, |x, y| picture.get(x as i32, y as i32)[3] > 0);
        let hull = SpriteHull::from_mask(&mask, &HullOptions::new().max_error(1.5))?;
        let contour = hull.contours.first().context(name)?;
        let outline =
            Polygon::new(contour.points().iter().map(|point| point.as_vec2() * scale).collect()).context(name)?;
        let middle = outline.bounds().center();
        let form = Self::of_outline(name, outline.translated(-middle).context(name)?);
        Ok(Self { skin: Some(Skin { picture, scale, corner: -middle }), ..form })
    }
}

/// Returns a part of the picture of the props of the cave.
fn props(corner: IVec2, size: UVec2) -> Result<TileImage> {
    let sheet = decode_png(embedded!("assets/cave-props.png")).context("the picture of the props")?;
    let pixels = pixels_of(Rect::from_size(corner, size)).map(|at| sheet.get(at.x, at.y)).collect();
    TileImage::new(size.x, pixels).context("the picture of the props")
}

/// The collision shape of a body, or one convex piece of it.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ShapeSolid {
    Circle(Circle),
    /// The convex pieces of a polygon.
    Hull(Hull),
}

/// The number of corners of a drawn circle.
const CORNERS: usize = 56;

impl ShapeSolid {
    /// Returns the solid turned around the origin of its frame, then moved.
    pub(super) fn placed(&self, pose: &Pose) -> Self {
        match self {
            Self::Circle(circle) => Self::Circle(Circle::new(pose.apply(circle.center), circle.radius)),
            Self::Hull(hull) => Self::Hull(hull.transformed(pose)),
        }
    }

    pub(super) fn translated(&self, offset: Vec2) -> Self {
        match self {
            Self::Circle(circle) => Self::Circle(circle.translated(offset)),
            Self::Hull(hull) => Self::Hull(hull.translated(offset)),
        }
    }

    pub(super) fn bounds(&self) -> Aabb {
        match self {
            Self::Circle(circle) => circle.bounds(),
            Self::Hull(hull) => hull.bounds(),
        }
    }

    /// Returns the convex pieces: circles, and hulls of one polygon.
    pub(super) fn pieces(&self) -> Vec<Self> {
        match self {
            Self::Circle(_) => vec![self.clone()],
            Self::Hull(hull) => hull.pieces().map(|piece| Self::Hull(piece.into())).collect(),
        }
    }

    pub(super) fn contact(&self, other: &Self) -> Option<Contact> {
        match (self, other) {
            (Self::Circle(a), Self::Circle(b)) => collide::contact(a, b),
            (Self::Circle(a), Self::Hull(b)) => collide::contact(a, b),
            (Self::Hull(a), Self::Circle(b)) => collide::contact(a, b),
            (Self::Hull(a), Self::Hull(b)) => collide::contact(a, b),
        }
    }

    pub(super) fn sweep(&self, other: &Self, motion: Vec2) -> Sweep {
        match (self, other) {
            (Self::Circle(a), Self::Circle(b)) => collide::sweep(a, b, motion),
            (Self::Circle(a), Self::Hull(b)) => collide::sweep(a, b, motion),
            (Self::Hull(a), Self::Circle(b)) => collide::sweep(a, b, motion),
            (Self::Hull(a), Self::Hull(b)) => collide::sweep(a, b, motion),
        }
    }

    pub(super) fn contains(&self, point: Vec2) -> bool {
        match self {
            Self::Circle(circle) => circle.contains(point),
            Self::Hull(hull) => hull.contains(point),
        }
    }

    /// Returns the convex pieces as polygons; a circle becomes a regular one.
    pub(super) fn polygons(&self) -> Vec<ConvexPolygon> {
        match self {
            Self::Circle(_) => ConvexPolygon::new(self.ring()).into_iter().collect(),
            Self::Hull(hull) => hull.pieces().collect(),
        }
    }

    /// Returns the corners of a piece, clockwise on screen; a circle becomes a regular polygon.
    pub(super) fn ring(&self) -> Vec<Vec2> {
        match self {
            Self::Circle(circle) => {
                let turned = |corner: usize| Pose::new(circle.center, TAU * corner as f32 / CORNERS as f32);
                (0..CORNERS).map(|corner| turned(corner).apply(Vec2::new(circle.radius, 0.0))).collect()
            }
            Self::Hull(hull) => hull.pieces().flat_map(|piece| piece.points().collect::<Vec<_>>()).collect(),
        }
    }

    /// Returns the extent along a direction, from the least to the largest projection.
    pub(super) fn extent(&self, direction: Vec2) -> [f32; 2] {
        match self {
            Self::Circle(circle) => {
                let middle = circle.center.dot(direction);
                [middle - circle.radius, middle + circle.radius]
            }
            Self::Hull(_) => {
                let projections = self.ring().into_iter().map(|corner| corner.dot(direction));
                projections.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)])
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn concave_forms_are_cut_into_convex_pieces() {
        let hero = decode_png(embedded!("assets/hero.png")).expect("part of the program");
        for form in [Form::star(60.0, 25.0, 5), Form::arch(60.0, 35.0), Form::sprite("hero", hero, 3.0)] {
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
