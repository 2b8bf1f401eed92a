//! Bodies: forms that lie somewhere.

use super::form::Form;
use super::solid::{Piece, ShapeSolid};
use crate::demo::color::Rgb;
use anyhow::Result;
use tileray::glam::Vec2;
use tileray::{Polygon, Pose};

/// A form that lies somewhere.
#[derive(Clone, Debug)]
pub(super) struct ShapeBody {
    pub(super) form: Form,
    pub(super) color: Rgb,
    pose: Pose,
    /// The solid of the form, where the body lies.
    solid: ShapeSolid,
}

impl ShapeBody {
    /// Creates the form turned by `degrees`, with its middle at `x`, `y`.
    pub(super) fn new(form: Form, (x, y): (f32, f32), degrees: f32, color: Rgb) -> Self {
        let pose = Pose::new((x, y), degrees.to_radians());
        let solid = form.solid.placed(&pose);
        Self { form, color, pose, solid }
    }

    /// Creates a polygon that lies where its corners are.
    pub(super) fn of_corners(name: &'static str, corners: &[(f32, f32)], color: Rgb) -> Result<Self> {
        let corners: Vec<Vec2> = corners.iter().map(|&corner| corner.into()).collect();
        let form = Form::polygon(name, corners.clone())?;
        // The form's frame has its middle at the polygon's.
        let first = form.outline.as_ref().and_then(|outline| outline.points().first().copied()).unwrap_or_default();
        Ok(Self::new(form, (corners[0] - first).into(), 0.0, color))
    }

    pub(super) fn pose(&self) -> Pose {
        self.pose
    }

    pub(super) fn solid(&self) -> &ShapeSolid {
        &self.solid
    }

    pub(super) fn place(&mut self, pose: Pose) {
        self.pose = pose;
        self.solid = self.form.solid.placed(&pose);
    }

    pub(super) fn translate(&mut self, offset: Vec2) {
        self.place(Pose { translation: self.pose.translation + offset, ..self.pose });
    }

    /// Returns the border where the body lies; `None` for circles.
    pub(super) fn outline(&self) -> Option<Polygon> {
        self.form.outline.as_ref()?.transformed(&self.pose).ok()
    }

    /// Returns the corners of what it looks like from outside.
    pub(super) fn ring(&self) -> Vec<Vec2> {
        match self.outline() {
            Some(outline) => outline.points().to_vec(),
            None => self.solid.pieces().first().map(Piece::ring).unwrap_or_default(),
        }
    }
}
