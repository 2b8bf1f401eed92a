//! Draws sprites that collide. A look selects the parts of sprites that are drawn.

use super::arena::{Arena, PixelContact, SpriteOverlap};
use super::figure::{Figure, SpriteBody};
use crate::color::{self, Rgb};
use crate::painter::Painter;
use tileray::glam::{IVec2, Vec2};
use tileray::{Pose, Rect};

/// The pieces of a hull, one after the other.
const PIECES: [Rgb; 6] = [color::BLOCK, color::CELL, color::BRICK, color::VIOLET, color::REGION, color::NORMAL];

/// The opacity of a piece over a picture, and without one, of 255.
const OVER_PICTURE: u32 = 78;
const ALONE: u32 = 150;
/// The width of lines, in pixels of the screen.
const LINE: f32 = 1.4;
/// The length of the arrow along a normal, in pixels of the screen.
const NORMAL: f32 = 46.0;

impl Painter<'_> {
    /// Draws all sprites of an arena, and their overlaps.
    pub(super) fn arena(&mut self, arena: &Arena, look: Look) {
        for (index, body) in arena.bodies.iter().enumerate() {
            let meets = arena.overlaps.found.iter().any(|found| found.first == index || found.second == index);
            self.sprite(&arena.figures[body.figure], body, look, meets);
        }
        for SpriteOverlap { contact, touch, .. } in &arena.overlaps.found {
            if let Some(touch) = touch {
                self.touch(touch, touch.normal.unwrap_or(contact.normal), 1.0);
            }
        }
        for spark in &arena.sparks {
            self.touch(&spark.contact, spark.normal, spark.strength());
        }
    }

    /// Draws a sprite; `meets` is whether its hull overlaps another.
    pub(super) fn sprite(&mut self, figure: &Figure, body: &SpriteBody, look: Look, meets: bool) {
        let pose = body.shown;
        if look.picture {
            self.picture(figure, body, pose);
        }
        if look.pieces {
            let alpha = if look.picture { OVER_PICTURE } else { ALONE };
            for (piece, color) in body.hull.pieces().zip(PIECES.into_iter().cycle()) {
                let ring = self.on_screen(&piece.points().collect::<Vec<_>>());
                self.canvas.fill_polygon(&ring, color, alpha);
                self.canvas.outline(&ring, 0.5 * LINE, color::TABLE.under(color, 190));
            }
        }
        if look.contour {
            self.rings(&figure.contour, &pose, color::SEEN);
        }
        if look.hull {
            let color = if meets { color::TOUCH } else { color::MOTION };
            for ring in self.rings(&figure.outline, &pose, color) {
                for corner in ring {
                    self.canvas.stroke(corner, corner, 2.2 * LINE, color);
                }
            }
        }
    }

    /// Draws the solid pixels of a body, each in the color of the picture under its center.
    fn picture(&mut self, figure: &Figure, body: &SpriteBody, pose: Pose) {
        let pixels = body.pixels();
        let corner = pixels.bounds().min;
        // The map is affine, so a step of a pixel is the same everywhere.
        let local = |pixel: Vec2| pose.apply_inverse(pixel + 0.5);
        let start = local(corner.as_vec2());
        let back = Pose::new((0.0, 0.0), -pose.rotation);
        let (right, down) = (back.apply(Vec2::X), back.apply(Vec2::Y));
        for pixel in pixels.pixels() {
            let [right, down] = [right * (pixel - corner).x as f32, down * (pixel - corner).y as f32];
            let [red, green, blue, alpha] = figure.color_at(start + right + down);
            let area = self.square(pixel);
            self.canvas.fill(area, Rgb::from_channels([red, green, blue]), alpha.into());
        }
    }

    /// Draws rings of the frame of a sprite, and returns their corners on the screen.
    fn rings(&mut self, rings: &[Vec<Vec2>], pose: &Pose, color: Rgb) -> Vec<Vec<Vec2>> {
        let mut drawn = Vec::with_capacity(rings.len());
        for ring in rings {
            let placed: Vec<Vec2> = ring.iter().map(|&point| pose.apply(point)).collect();
            let ring = self.on_screen(&placed);
            self.canvas.outline(&ring, LINE, color);
            drawn.push(ring);
        }
        drawn
    }

    /// Draws the pixels that two sprites share, and the normal that leads the first one out, with an opacity of
    /// `strength`, up to 1.
    pub(super) fn touch(&mut self, touch: &PixelContact, normal: Vec2, strength: f32) {
        let alpha = (strength.clamp(0.0, 1.0) * 255.0) as u32;
        for &pixel in &touch.pixels {
            let area = self.square(pixel);
            self.canvas.fill(area, color::OVERLAP, alpha);
        }
        if alpha > 60 {
            let from = self.view.screen_of(touch.middle());
            self.canvas.arrow(from, normal, NORMAL, 2.0 * LINE, color::NORMAL);
        }
    }

    /// Returns the square of a pixel of the world on the screen.
    fn square(&self, pixel: IVec2) -> Rect {
        let corner = |pixel: IVec2| self.view.screen_of(pixel.as_vec2()).round().as_ivec2();
        Rect::new(corner(pixel), corner(pixel + 1))
    }
}

/// The parts of each sprite that are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Look {
    pub(super) name: &'static str,
    pub(super) picture: bool,
    pub(super) contour: bool,
    /// The outline that the hull is made of.
    pub(super) hull: bool,
    /// The convex pieces of the hull, each in a color of its own.
    pub(super) pieces: bool,
}

impl Look {
    /// The looks that a key steps through.
    pub(super) const ALL: [Self; 7] = [
        Self::new("picture, hull", [true, false, true, false]),
        Self::new("picture, hull, pieces", [true, false, true, true]),
        Self::new("picture, contour", [true, true, false, false]),
        Self::new("contour, hull", [false, true, true, false]),
        Self::new("hull, pieces", [false, false, true, true]),
        Self::new("picture", [true, false, false, false]),
        Self::new("everything", [true; 4]),
    ];

    const fn new(name: &'static str, [picture, contour, hull, pieces]: [bool; 4]) -> Self {
        Self { name, picture, contour, hull, pieces }
    }
}
