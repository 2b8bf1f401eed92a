//! The painter of the scene of rays: draws the map, the player and the rays.

use super::camera::Camera;
use super::edits::{Brush, BrushState};
use super::light::{Light, LightTable};
use super::map_view::MapView;
use super::player::MapSprite;
use super::state::RayState;
use super::trace;
use super::view::View;
use crate::canvas::Canvas;
use crate::color::{self, BEAM, Rgb};
use anyhow::Result;
use std::cell::LazyCell;
use tileray::glam::{Vec2, ivec2};
use tileray::{RayHit, Rect};

/// The largest number of rays in a fan that shows each ray.
const RAYS_SHOWN: usize = 200;

/// The painter of the scene, and its caches from frame to frame.
#[derive(Debug)]
pub(super) struct RayPainter {
    pub(super) map: MapView,
    view: View,
    /// It takes long to make, so it waits for the first picture.
    light: LazyCell<LightTable>,
    hero: MapSprite,
    marker: MapSprite,
}

impl RayPainter {
    pub(super) fn new() -> Result<Self> {
        Ok(Self {
            map: MapView::default(),
            view: View::default(),
            light: LazyCell::new(LightTable::new),
            hero: MapSprite::hero()?,
            marker: MapSprite::marker()?,
        })
    }

    /// Draws the view of a camera; the canvas must contain the area of the view.
    pub(super) fn paint(&mut self, state: &RayState, camera: Camera, canvas: &mut Canvas) {
        self.view.look(camera);
        self.map.fill(state, &mut self.view);
        self.shine(state);
        self.draw_sights(state);
        self.draw_hero(state);
        if let Some(trace) = &state.trace {
            trace::draw_under_beam(&mut self.view, trace);
        }
        self.draw_beam(state);
        if let Some(trace) = &state.trace {
            trace::draw_over_beam(&mut self.view, trace);
        }
        self.view.show(canvas);

        let before = canvas.set_clip(camera.area);
        canvas.frame(camera.rect(state.level.bounds), 1, Rgb::WHITE, 40);
        if let Some(trace) = &state.trace {
            trace::draw_squares(canvas, camera, trace);
        }
        draw_brush(canvas, camera, &state.brush);
        if let Some(hit) = state.casts.hit() {
            draw_cell(canvas, state, camera, hit);
        }
        state.casts.beam_hits().enumerate().for_each(|(bounce, hit)| draw_normal(canvas, camera, hit, bounce == 0));
        // Last, so that nothing covers the hit pixels.
        state.casts.beam_hits().enumerate().for_each(|(bounce, hit)| draw_hit(canvas, camera, hit, bounce == 0));
        canvas.set_clip(before);
    }

    /// Draws the light of the fan, and its rays if they are few.
    fn shine(&mut self, state: &RayState) {
        let fan = &state.casts.fan;
        if fan.is_empty() {
            return;
        }
        let light = Light::new(&self.light, &state.level.terrain, state.eye(), fan);
        self.view.change(|pixel, color| light.at(pixel).of_color(color));
        if fan.len() <= RAYS_SHOWN {
            let pixels = state.casts.fan_pixels(state.eye(), state.settings.traversal);
            pixels.for_each(|pixel| self.view.add(pixel, BEAM[0], 46));
        }
    }

    /// Draws the markers, and dotted lines of sight to them: faint beyond an obstacle.
    fn draw_sights(&mut self, state: &RayState) {
        for sight in &state.casts.sights {
            let color = if sight.hit.is_none() { color::SEEN } else { color::UNSEEN };
            let blocked = sight.hit.map(|hit| hit.pixel());
            let mut free = true;
            for (step, pixel) in sight.whole().enumerate() {
                free &= Some(pixel) != blocked;
                match (free, step % 4) {
                    (true, 0 | 1) => self.view.blend(pixel, color, 170),
                    (true, 2) => self.view.blend(pixel, Rgb::BLACK, 90),
                    (false, 0) => self.view.blend(pixel, color, 44),
                    _ => {}
                }
            }
            if let Some(pixel) = blocked {
                self.view.blend(pixel, color, 255);
            }
        }
        for &marker in &state.level.markers {
            let sight = state.casts.sights.iter().find(|sight| sight.end == marker);
            for (at, [red, green, blue, alpha]) in self.marker.pixels(false) {
                let drawn = Rgb::from_channels([red, green, blue]);
                let drawn = match sight {
                    Some(sight) if sight.hit.is_some() => drawn.under(color::UNSEEN, 120),
                    _ => drawn,
                };
                self.view.blend(marker + at, drawn, alpha.into());
            }
        }
    }

    fn draw_hero(&mut self, state: &RayState) {
        for (at, [red, green, blue, alpha]) in self.hero.pixels(state.looks_left()) {
            self.view.blend(state.eye() + at, Rgb::from_channels([red, green, blue]), alpha.into());
        }
    }

    /// Draws the pixels of the beam with a glow around them, and the pixels that it hits.
    fn draw_beam(&mut self, state: &RayState) {
        let beam = &state.casts.beam;
        let sides = [ivec2(1, 0), ivec2(-1, 0), ivec2(0, 1), ivec2(0, -1)];
        for (bounce, leg) in beam.iter().enumerate() {
            let color = BEAM[bounce.min(BEAM.len() - 1)];
            for pixel in leg.pixels() {
                for (aside, strength) in [(1, 46), (2, 15)] {
                    sides.iter().for_each(|&side| self.view.halo(pixel + side * aside, color, strength));
                }
            }
        }
        // The first leg is drawn last, on top.
        for (bounce, leg) in beam.iter().enumerate().rev() {
            let color = BEAM[bounce.min(BEAM.len() - 1)];
            leg.pixels().for_each(|pixel| self.view.blend(pixel, color, 235));
        }
        for hit in state.casts.beam_hits() {
            self.view.blend(hit.pixel(), color::HIT, 255);
            if let Some(previous) = hit.previous() {
                self.view.blend(previous, color::PREVIOUS, 255);
            }
        }
    }
}

/// Draws a ring around the circle of the brush.
fn draw_brush(canvas: &mut Canvas, camera: Camera, brush: &BrushState) {
    if let Some(at) = brush.at {
        let color = match brush.stroke {
            Some(Brush::Carve) => color::CARVE,
            Some(Brush::Fill) => color::FILL,
            None => color::LABEL,
        };
        canvas.ring(camera.screen_of(at), brush.radius() * camera.zoom as f32, color);
    }
}

/// Draws the border of the cell of the tile that is hit.
fn draw_cell(canvas: &mut Canvas, state: &RayState, camera: Camera, hit: &RayHit) {
    if let (Some(_), Some(cell)) = (hit.tile(), state.level.map.cell_pixels(hit.layer(), hit.cell())) {
        let cell = camera.rect(cell);
        // Dark under bright, for contrast on every background.
        canvas.frame(grown(cell, 1), 3, Rgb::BLACK, 110);
        canvas.frame(cell, 1, color::CELL, 235);
    }
}

/// Draws the normal of the hit face.
fn draw_normal(canvas: &mut Canvas, camera: Camera, hit: &RayHit, first: bool) {
    if hit.normal() != Vec2::ZERO {
        let zoom = camera.zoom as f32;
        // From the far side of the pixel before the face, which stays visible.
        let from = camera.screen_of(hit.pixel().as_vec2() + 0.5 + hit.normal() * 1.5);
        let length = (7.0 * zoom).clamp(10.0, 64.0) * if first { 1.0 } else { 0.7 };
        canvas.arrow(from, hit.normal(), length, if first { 2.5 } else { 1.5 }, color::NORMAL);
    }
}

/// Draws the hit pixel and the pixel before it on their squares; the first hit has a border.
fn draw_hit(canvas: &mut Canvas, camera: Camera, hit: &RayHit, first: bool) {
    if let Some(previous) = hit.previous() {
        canvas.fill(camera.square(previous), color::PREVIOUS, 255);
    }
    let square = camera.square(hit.pixel());
    if first && camera.zoom >= 2.0 {
        canvas.fill(grown(square, 1), Rgb::WHITE, 255);
    }
    canvas.fill(square, color::HIT, 255);
}

fn grown(rect: Rect, by: i32) -> Rect {
    Rect::new(rect.min - by, rect.max + by)
}
