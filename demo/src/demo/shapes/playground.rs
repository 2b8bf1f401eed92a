//! The bodies that the scene begins with in a window.

use super::body::Body;
use super::form::Form;
use crate::demo::color::{BLOCK, CELL, Rgb, VIOLET};
use anyhow::Result;
use tileray::glam::{Vec2, vec2};

/// How much of the table the screen shows; the origin is in the middle.
pub(super) const SIZE: Vec2 = vec2(1280.0, 720.0);

/// The bodies, of which only the first one overlaps another.
pub(super) fn bodies() -> Result<Vec<Body>> {
    const STONE: Rgb = Rgb(0x8a_93_a8);
    let hexagon = Form::regular("hexagon", 74.0, 6)?;
    let plank = Form::rectangle("plank", 240.0, 34.0)?;
    let kite = Form::polygon("kite", vec![vec2(0.0, 0.0), vec2(70.0, -46.0), vec2(150.0, 0.0), vec2(70.0, 46.0)])?;
    let wedge = Form::polygon("wedge", vec![vec2(0.0, 80.0), vec2(150.0, 80.0), vec2(150.0, 0.0)])?;
    Ok(vec![
        Body::new(plank, (-205.0, 12.0), -24.0, BLOCK),
        Body::new(Form::star(112.0, 50.0, 5)?, (70.0, -205.0), 8.0, VIOLET),
        Body::new(Form::arch(116.0, 70.0)?, (345.0, -40.0), 20.0, VIOLET),
        Body::new(Form::circle(48.0), (-40.0, 160.0), 0.0, BLOCK),
        Body::new(wedge, (-330.0, 205.0), 0.0, BLOCK),
        Body::new(kite, (-90.0, -240.0), 60.0, BLOCK),
        Body::new(Form::circle(27.0), (520.0, 60.0), 0.0, BLOCK),
        Body::new(Form::boulder(3.0)?, (570.0, 240.0), 0.0, STONE),
        Body::new(Form::crate_box(5.0)?, (120.0, 250.0), 0.0, STONE),
        Body::new(Form::crate_box(5.0)?, (206.0, 258.0), 8.0, STONE),
        Body::new(Form::cart(4.0)?, (380.0, 225.0), 0.0, STONE),
        Body::new(Form::statue(4.0)?, (550.0, -190.0), 0.0, STONE),
        Body::new(Form::hero(5.0)?, (100.0, 60.0), 0.0, STONE),
        Body::new(hexagon, (-256.0, -42.0), 2.0, CELL),
    ])
}

/// The body that is chosen first.
pub(super) fn chosen(bodies: &[Body]) -> usize {
    bodies.len().saturating_sub(1)
}
