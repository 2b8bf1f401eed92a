//! How a scene begins, as the command line says.

use super::DemoArgs;
use super::brush::Brush;
use super::scene::Scene;
use crate::args::TraversalArg;
use crate::number;
use anyhow::{Result, bail};
use tileray::Rect;
use tileray::glam::{DVec2, IVec2, Vec2};

/// What is drawn of the beam besides its way.
#[derive(clap::ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Show {
    /// The squares that it skips and the pixels that it tests
    Trace,
    /// Everything solid along it, with where it enters and exits
    Spans,
    /// Smooth normals where it hits, and reflections off them
    Normals,
}

/// How a scene begins.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    traversal: TraversalArg,
    show: Vec<Show>,
    /// What to carve and to fill, in this order: the flag's value, the center and the radius.
    strokes: Vec<(Brush, String, Vec2, f32)>,
    aim: Option<DVec2>,
}

impl Opening {
    /// Reads the flags.
    pub(crate) fn of(args: &DemoArgs) -> Result<Self> {
        let mut strokes = Vec::new();
        for (brush, flag, circles) in [(Brush::Carve, "--carve", &args.carve), (Brush::Fill, "--fill", &args.fill)] {
            for text in circles {
                let (center, radius) = number::circle(flag, text)?;
                strokes.push((brush, format!("{flag} '{text}'"), center.as_vec2(), radius as f32));
            }
        }
        let aim = args.aim.as_deref().map(|text| number::point("--aim", text)).transpose()?;
        Ok(Self { traversal: args.traversal.unwrap_or_default(), show: args.show.clone(), strokes, aim })
    }

    /// Makes a scene begin like this.
    ///
    /// # Errors
    /// Where a circle lies outside the level.
    pub(crate) fn apply(&self, scene: &mut Scene) -> Result<()> {
        scene.set_traversal(self.traversal.into());
        scene.switches.trace = self.show.contains(&Show::Trace);
        scene.switches.spans = self.show.contains(&Show::Spans);
        scene.switches.normals = self.show.contains(&Show::Normals);
        // What is shown of one ray is hard to read under its bounces, which normals are about.
        scene.switches.reflections = self.show.is_empty() || scene.switches.normals;
        let bounds = scene.level.bounds;
        for (brush, flag, center, radius) in &self.strokes {
            let reach = Rect::new((center - radius).floor().as_ivec2(), (center + radius).ceil().as_ivec2());
            if reach.intersection(&bounds).is_empty() {
                let (min, last) = (bounds.min, bounds.max - IVec2::ONE);
                let extent = format!("whose pixels go from {},{} to {},{}", min.x, min.y, last.x, last.y);
                bail!("{flag}: it lies outside {}, {extent}; give a circle that meets them", scene.level.name);
            }
            let level = &mut scene.level;
            level.edits.begin(&level.terrain);
            level.edits.stroke(&mut level.terrain, *brush, [*center; 2], *radius);
        }
        if let Some(angle) = self.angle(scene) {
            scene.point(angle);
        }
        Ok(())
    }

    /// Where the beam is to point; `None` where nobody said so.
    pub(crate) fn angle(&self, scene: &Scene) -> Option<f32> {
        let along = self.aim? - (scene.eye().as_dvec2() + 0.5);
        Some(along.y.atan2(along.x) as f32)
    }
}
