//! What is found out about the beam besides what it hits.

use super::casts::{Leg, NORMAL_RADIUS};
use super::color::{self, Rgb};
use super::switches::Switches;
use tileray::glam::Vec2;
use tileray::raycast::{RaySpan, RayTrace, TraceLevel, TraceOutcome};
use tileray::{LayerMask, RayHit, RayOptions, Terrain};

/// The spans that the legend tells one by one.
const TOLD_SPANS: usize = 8;

/// What is found out about the beam, as far as it is switched on.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Probe {
    /// What its first leg looked at.
    pub(crate) trace: Option<RayTrace>,
    /// Everything solid along the whole of its first leg, beyond the hit too.
    pub(crate) spans: Option<Vec<RaySpan>>,
    /// Its bounces.
    pub(crate) bounces: Option<Vec<Bounce>>,
}

/// Where the beam meets a surface.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounce {
    pub(crate) hit: RayHit,
    /// The smooth normal.
    pub(crate) normal: Vec2,
    /// Where a ray would go on that is mirrored at the surface with that normal.
    pub(crate) reflection: Vec2,
}

/// A title, and what each color stands for.
pub(crate) type Legend = (&'static str, Vec<(Rgb, String)>);

impl Probe {
    /// Finds out what is switched on.
    pub(crate) fn look(terrain: &Terrain, beam: &[Leg], switches: &Switches, options: &RayOptions) -> Self {
        let first = beam.first().map(Leg::ray);
        let bounce = |leg: &Leg| {
            let hit = leg.hit?;
            let normal = terrain.surface_normal(hit.pixel, NORMAL_RADIUS, LayerMask::ALL)?;
            let along = (leg.end - leg.from).as_vec2().normalize_or_zero();
            // A surface that is rough may be hit from behind its smooth normal, and mirrors nothing then.
            let reflection = if along.dot(normal) < 0.0 { along.reflect(normal) } else { Vec2::ZERO };
            Some(Bounce { hit, normal, reflection })
        };
        Self {
            trace: first.filter(|_| switches.trace).map(|ray| terrain.raycast_traced(&ray, options)),
            spans: first.filter(|_| switches.spans).map(|ray| terrain.raycast_spans(&ray, options).collect()),
            bounces: switches.normals.then(|| beam.iter().filter_map(bounce).collect()),
        }
    }

    /// What the colors in the picture stand for, one legend for each thing that is shown.
    pub(crate) fn legends(&self) -> Vec<Legend> {
        let trace = self.trace.as_ref().map(trace_legend);
        let spans = self.spans.as_deref().map(spans_legend);
        let bounces = self.bounces.as_deref().map(normals_legend);
        [trace, spans, bounces].into_iter().flatten().collect()
    }
}

/// The levels of squares, from the largest on: what they are called and their color.
pub(crate) const SQUARES: [(TraceLevel, &str, Rgb); 4] = [
    (TraceLevel::Outside, "outside the map", color::OUTSIDE),
    (TraceLevel::Region, "region, 4096 px", color::REGION),
    (TraceLevel::Block, "block, 256 px", color::BLOCK),
    (TraceLevel::Brick, "brick, 16 px", color::BRICK),
];

fn trace_legend(trace: &RayTrace) -> Legend {
    let count =
        |level, outcome| trace.steps.iter().filter(|step| (step.level, step.outcome) == (level, outcome)).count();
    let mut rows = Vec::new();
    for (level, name, color) in SQUARES {
        let (skipped, entered) = (count(level, TraceOutcome::Skipped), count(level, TraceOutcome::Entered));
        if skipped + entered > 0 {
            rows.push((color, format!("{name}: {skipped} skipped, {entered} entered")));
        }
    }
    let pixels = trace.steps.iter().filter(|step| step.level == TraceLevel::Pixel).count();
    rows.push((color::TESTED, format!("pixels tested: {pixels}")));
    ("What the ray looked at", rows)
}

fn spans_legend(spans: &[RaySpan]) -> Legend {
    let mut rows = vec![(color::HIT, "enter".to_owned()), (color::EXIT, "exit".to_owned())];
    for (span, number) in spans.iter().zip(1..).take(TOLD_SPANS) {
        let enter = span.enter.distance;
        let told = match span.exit {
            Some(exit) => format!("{number}: {enter:.1} to {:.1}, {:.1} px", exit.distance, exit.distance - enter),
            None => format!("{number}: {enter:.1} to the ray's end"),
        };
        rows.push((color::SPAN, told));
    }
    if spans.len() > TOLD_SPANS {
        rows.push((color::SPAN, format!("and {} more", spans.len() - TOLD_SPANS)));
    }
    ("Solid along the ray", rows)
}

fn normals_legend(bounces: &[Bounce]) -> Legend {
    let mut rows = vec![(color::NORMAL, "face normal".to_owned())];
    let told = bounces.first().map_or_else(String::new, |bounce| {
        let degrees = bounce.normal.y.atan2(bounce.normal.x).to_degrees();
        format!(": {:.2}, {:.2} ({degrees:.0}\u{b0})", bounce.normal.x, bounce.normal.y)
    });
    rows.push((color::SMOOTH, format!("smooth normal{told}")));
    rows.push((color::REFLECTION, "reflection off it".to_owned()));
    ("Normals", rows)
}
