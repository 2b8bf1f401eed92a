//! The scene of rays without a window: the flags that prepare it, and the picture or animation of it.

use super::edits::Brush;
use super::frame::Frame;
use super::level::Level;
use super::player::Player;
use super::probe::Probe;
use super::scene::Scene;
use crate::args::{DemoArgs, Show, TraversalArg};
use crate::demo::export::{self, Animation, OutputKind, parts};
use crate::demo::stage::TIMED_FRAMES;
use crate::number;
use anyhow::{Result, bail};
use std::path::Path;
use tileray::Rect;
use tileray::glam::{DVec2, IVec2, UVec2, Vec2, vec2};
use tileray::raycast::RaySpan;

/// The number of directions of the beam that are tried for a picture.
const DIRECTIONS: u32 = 1440;
/// The number of frames of an animation that its colors are chosen from.
const SAMPLES: u32 = 6;

/// Sums over all frames that were drawn.
#[derive(Debug, Default)]
struct RayTally {
    rays: usize,
    hits: usize,
    distance: f64,
}

impl RayTally {
    fn add(&mut self, scene: &Scene) {
        let casts = &scene.casts;
        self.rays += casts.rays();
        self.hits += casts.hits();
        self.distance += casts.mean_distance().unwrap_or(0.0) * casts.hits() as f64;
    }

    fn line(&self, level: &str, nanos: f64) -> String {
        let mean = if self.hits > 0 { format!("{:.1} px", self.distance / self.hits as f64) } else { "-".into() };
        let Self { rays, hits, .. } = self;
        format!("{level}: {rays} rays, {hits} hits, mean distance {mean}, {nanos:.0} ns a ray\n")
    }
}

/// Draws the start of a scene into a file, and says what was cast.
pub(crate) fn run(
    (level, player): (Level, Player),
    opening: &Opening,
    path: &Path,
    output: OutputKind,
    size: UVec2,
) -> Result<String> {
    let name = level.name.clone();
    let mut frame = Frame::new(&level, size)?;
    let mut scene = Scene::new(level, player, size);
    opening.apply(&mut scene)?;
    let mut tally = RayTally::default();
    let start = opening.angle(&scene).unwrap_or_else(|| telling_direction(&mut scene));
    match output {
        OutputKind::Image => {
            (0..TIMED_FRAMES).for_each(|_| scene.point(start));
            tally.add(&scene);
            export::write_png(frame.draw(&scene), path)?;
        }
        OutputKind::Animation(frames) => {
            // Small pictures have no room for it, and numbers that change all the time make large files.
            scene.status.values = false;
            let angle = |part: f32| start + part * std::f32::consts::TAU;
            let mut animation = Animation::create(path, size, SAMPLES, |part| {
                scene.point(angle(part));
                Ok(frame.draw(&scene).pixels().to_vec())
            })?;
            for part in parts(frames) {
                scene.point(angle(part));
                tally.add(&scene);
                animation.add(frame.draw(&scene))?;
            }
        }
    }
    let written = format!("wrote {} ({}x{})\n", path.display(), size.x, size.y);
    Ok(tally.line(&name, scene.status.timing.nanos()) + &written)
}

/// Returns the direction of the beam that shows most: bounces that spread over the picture.
fn telling_direction(scene: &mut Scene) -> f32 {
    let fan = std::mem::replace(&mut scene.switches.fan, false);
    let visible = scene.camera().visible();
    let mut best = (0.0, 0.0);
    for direction in 0..DIRECTIONS {
        let angle = direction as f32 / DIRECTIONS as f32 * std::f32::consts::TAU;
        scene.point(angle);
        let score = spread(scene, &visible) * slant(angle);
        if score > best.0 {
            best = (score, angle);
        }
    }
    scene.switches.fan = fan;
    best.1
}

/// Returns the score of the beam by the area that it spans in the picture beside the panels, and by its legs.
fn spread(scene: &Scene, visible: &Rect) -> f32 {
    let size = visible.size().as_vec2();
    let has_legend = scene.probe != Probe::default();
    let is_seen = |pixel: IVec2| {
        let at = (pixel - visible.min).as_vec2() / size;
        let under_values = at.cmplt(vec2(0.22, 0.42)).all();
        let under_legend = has_legend && at.x > 0.72 && at.y < 0.3;
        let under_loupe = at.cmpgt(vec2(0.80, 0.66)).all();
        let inside = at.cmpgt(Vec2::splat(0.06)).all() && at.cmplt(Vec2::splat(0.94)).all();
        inside && !under_values && !under_legend && !under_loupe
    };
    if let Some(spans) = &scene.probe.spans {
        // Many of them, each thick enough to be seen.
        let score = |span: &RaySpan| {
            let exit = span.exit.filter(|exit| is_seen(span.enter.pixel) && is_seen(exit.pixel))?;
            let thickness = exit.distance - span.enter.distance;
            Some(if thickness < 6.0 { -20.0 } else { 40.0 + thickness.min(60.0) })
        };
        return spans.iter().filter_map(score).sum();
    }
    let hits = scene.casts.beam.iter().filter_map(|leg| leg.hit.as_ref()).take_while(|hit| is_seen(hit.pixel));
    let eye = Rect::from_size(scene.eye(), UVec2::ONE);
    let (mut area, mut parts) = (eye, 0.0f32);
    for hit in hits {
        area = area.union(&Rect::from_size(hit.pixel, UVec2::ONE));
        // Short ways between two bounces are a tangle.
        parts += if hit.distance > 40.0 { 1.0 } else { -0.5 };
    }
    // The first way is the one that the values tell about.
    let first = scene.casts.hit().map_or(0.0, |hit| hit.distance / (0.22 * size.x));
    area.area() as f32 * parts.clamp(0.1, 5.0) * first.min(1.0)
}

/// Returns a factor that is small for directions along an axis, whose bounces run back along themselves.
fn slant(angle: f32) -> f32 {
    (2.0 * angle).sin().abs().max(0.05)
}

/// The start of a scene, as the flags describe it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    traversal: TraversalArg,
    show: Vec<Show>,
    /// The circles to carve, then to fill: the flag's value, the center and the radius.
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
    /// Fails if a circle lies outside the level.
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

    /// Returns the angle of the beam, if a flag gives one.
    pub(crate) fn angle(&self, scene: &Scene) -> Option<f32> {
        let along = self.aim? - (scene.eye().as_dvec2() + 0.5);
        Some(along.y.atan2(along.x) as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::demo::rays::testing;
    use tileray::glam::uvec2;

    #[test]
    fn a_picture_has_the_size_that_was_asked_for() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("room.png");
        run((testing::level(), testing::player()), &Opening::default(), &path, OutputKind::Image, uvec2(321, 123))?;
        let picture = crate::demo::sprite::decode_png(&std::fs::read(&path)?)?;
        assert_eq!(picture.size(), uvec2(321, 123));
        Ok(())
    }

    #[test]
    fn an_animation_has_all_its_pictures_and_changes() -> Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("room.gif");
        run(
            (testing::level(), testing::player()),
            &Opening::default(),
            &path,
            OutputKind::Animation(5),
            uvec2(200, 150),
        )?;
        let mut decoder = gif::DecodeOptions::new().read_info(std::fs::File::open(&path)?)?;
        assert_eq!((decoder.width(), decoder.height()), (200, 150));
        let mut pictures = 0;
        while let Some(frame) = decoder.read_next_frame()? {
            let changed = frame.buffer.iter().filter(|&&index| Some(index) != frame.transparent).count();
            assert!(changed > 0, "picture {pictures}");
            pictures += 1;
        }
        assert_eq!(pictures, 5);
        Ok(())
    }

    #[test]
    fn the_beam_of_a_picture_hits_something_in_it() {
        let mut scene = testing::scene();
        let direction = telling_direction(&mut scene);
        scene.point(direction);
        let hit = scene.casts.hit().expect("the room is closed");
        assert!(scene.camera().visible().contains(hit.pixel));
        assert!(scene.switches.fan && scene.casts.beam.len() > 2);
    }
}
