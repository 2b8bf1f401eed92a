//! Random shapes of Tiled, their text, and a plain oracle for the pixels that they cover.

use fastrand::Rng;
use reference::pixels::even_odd;
use reference::targets::distance_to_segment;

/// The points of a shape are rounded to 1/256 px; the oracle counts in halves of that.
const UNITS: i128 = 512;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Rectangle,
    Ellipse,
    Capsule,
    Polygon,
    Polyline,
}

/// A shape with the numbers of its object; `corners` are those of a polygon or a polyline.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub(crate) kind: Kind,
    pub(crate) position: [f32; 2],
    pub(crate) size: [f32; 2],
    /// Clockwise, in degrees.
    pub(crate) rotation: f64,
    pub(crate) corners: Vec<[f32; 2]>,
}

/// The scale and the shift of a shape, and the width of its line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn {
    pub(crate) scale: [f64; 2],
    pub(crate) shift: [f64; 2],
    pub(crate) line_width: u16,
}

impl Drawn {
    pub(crate) const PLAIN: Self = Self { scale: [1.0; 2], shift: [0.0; 2], line_width: 1 };
}

impl Shape {
    /// A shape near a tile of `width` by `height` pixels: inside, across its border or beyond it.
    pub(crate) fn random(rng: &mut Rng, width: u32, height: u32) -> Self {
        // Whole pixels, halves, multiples of 1/256 and any numbers: centers on borders, and none.
        let grid = [1.0, 0.5, 1.0 / 256.0, 0.013][rng.usize(0..4)];
        let number = |rng: &mut Rng, low: f32, high: f32| {
            let number = low + rng.f32() * (high - low);
            (number / grid).round() * grid
        };
        let (w, h) = (width as f32, height as f32);
        let kinds = [Kind::Rectangle, Kind::Ellipse, Kind::Capsule, Kind::Polygon, Kind::Polyline];
        let count = rng.usize(0..9);
        Self {
            kind: kinds[rng.usize(0..5)],
            position: [number(rng, -0.3 * w, w), number(rng, -0.3 * h, h)],
            size: [number(rng, 0.0, 1.2 * w), number(rng, 0.0, 1.2 * h)],
            rotation: match rng.u32(0..8) {
                0..4 => 0.0,
                4 => 90.0,
                5 => -90.0,
                6 => 180.0,
                _ => f64::from(rng.i32(-3600..3600)) / 8.0,
            },
            corners: (0..count).map(|_| [number(rng, -0.6 * w, w), number(rng, -0.6 * h, h)]).collect(),
        }
    }

    pub(crate) fn xml(&self) -> String {
        let Self { position: [x, y], size: [width, height], rotation, .. } = self;
        let points: Vec<String> = self.corners.iter().map(|[x, y]| format!("{x},{y}")).collect();
        let inside = match self.kind {
            Kind::Rectangle => String::new(),
            Kind::Ellipse => "<ellipse/>".into(),
            Kind::Capsule => "<capsule/>".into(),
            Kind::Polygon => format!(r#"<polygon points="{}"/>"#, points.join(" ")),
            Kind::Polyline => format!(r#"<polyline points="{}"/>"#, points.join(" ")),
        };
        let turned = if *rotation == 0.0 { String::new() } else { format!(r#" rotation="{rotation}""#) };
        format!(r#"<object id="1" x="{x}" y="{y}" width="{width}" height="{height}"{turned}>{inside}</object>"#)
    }

    /// The corner `own` of the shape, rotated about its position, scaled and rounded, in units.
    fn placed(&self, own: [f32; 2], drawn: &Drawn) -> [i128; 2] {
        let [x, y] = own.map(f64::from);
        // The platform's sine is not exact at quarter turns.
        let (sin, cos) = match self.rotation {
            0.0 => (0.0, 1.0),
            90.0 => (1.0, 0.0),
            -90.0 => (-1.0, 0.0),
            180.0 => (0.0, -1.0),
            degrees => f64::from((degrees % 360.0).to_radians() as f32).sin_cos(),
        };
        let turned = [x * cos - y * sin, x * sin + y * cos];
        std::array::from_fn(|axis| {
            let point = (f64::from(self.position[axis]) + turned[axis]) * drawn.scale[axis] + drawn.shift[axis];
            (point * 256.0).round() as i128 * 2
        })
    }

    /// Whether the center of a pixel lies in the shape; `None` where that is too close to tell without the rounding of
    /// the library: for round shapes that are rotated or scaled, at less than 1/64 px from the border.
    pub(crate) fn holds(&self, pixel: [i32; 2], drawn: &Drawn) -> Option<bool> {
        let center = pixel.map(|side| i128::from(side) * UNITS + UNITS / 2);
        let [w, h] = self.size;
        match self.kind {
            Kind::Rectangle => {
                Some(even_odd(&[[0.0, 0.0], [w, 0.0], [w, h], [0.0, h]].map(|own| self.placed(own, drawn)), center))
            }
            Kind::Polygon => {
                let corners: Vec<_> = self.corners.iter().map(|own| self.placed(*own, drawn)).collect();
                Some(even_odd(&corners, center))
            }
            Kind::Ellipse | Kind::Capsule if self.is_plain(drawn) => {
                let [[left, top], [right, bottom]] = [[0.0, 0.0], [w, h]].map(|own| self.placed(own, drawn));
                let (size, middle) = ([right - left, bottom - top], [(left + right) / 2, (top + bottom) / 2]);
                let mut arm = [center[0] - middle[0], center[1] - middle[1]];
                let mut radii = [size[0] / 2, size[1] / 2];
                if self.kind == Kind::Capsule {
                    // Beside the middle part the nearest point of the capsule's segment is straight across.
                    let radius = radii[0].min(radii[1]);
                    for axis in 0..2 {
                        let reach = radii[axis] - radius;
                        arm[axis] -= arm[axis].clamp(-reach, reach);
                    }
                    radii = [radius; 2];
                }
                let (a, b, c) = (arm[0] * radii[1], arm[1] * radii[0], radii[0] * radii[1]);
                if c == 0 {
                    return Some(false);
                }
                Some(a * a + b * b <= c * c)
            }
            Kind::Ellipse | Kind::Capsule => self.holds_nearly(center, drawn),
            Kind::Polyline if drawn.line_width <= 1 => Some(drawn.line_width == 1 && self.passes(pixel, drawn)),
            Kind::Polyline => {
                let corners: Vec<[f64; 2]> = self.corners.iter().map(|own| float(self.placed(*own, drawn))).collect();
                let lines = corners.windows(2).map(|ends| distance(float(center), ends[0], ends[1]));
                let nearest = lines.fold(f64::INFINITY, f64::min);
                let off = nearest - f64::from(drawn.line_width) / 2.0;
                // Upright and level lines need no rounding, but their borders do.
                (off.abs() > 1.0 / 64.0).then_some(off < 0.0)
            }
        }
    }

    fn is_plain(&self, drawn: &Drawn) -> bool {
        self.rotation == 0.0 && (drawn.scale == [1.0; 2] || self.kind == Kind::Ellipse)
    }

    /// The same for a round shape that is rotated or scaled: the center is taken back into the frame of the shape.
    fn holds_nearly(&self, center: [i128; 2], drawn: &Drawn) -> Option<bool> {
        let [w, h] = self.size.map(f64::from);
        if w == 0.0 || h == 0.0 {
            return Some(false);
        }
        let center = float(center);
        let back = |center: [f64; 2]| {
            let arm: [f64; 2] = std::array::from_fn(|axis| {
                (center[axis] - drawn.shift[axis]) / drawn.scale[axis] - f64::from(self.position[axis])
            });
            let (sin, cos) = self.rotation.to_radians().sin_cos();
            [arm[0] * cos + arm[1] * sin, arm[1] * cos - arm[0] * sin]
        };
        let is_inside = |point: [f64; 2]| {
            let [x, y] = back(point);
            match self.kind {
                Kind::Ellipse => ((x * 2.0 / w - 1.0).powi(2) + (y * 2.0 / h - 1.0).powi(2)) < 1.0,
                _ => {
                    let radius = w.min(h) / 2.0;
                    distance([x, y], [radius, radius], [w - radius, h - radius]) < radius
                }
            }
        };
        // The points around the center agree unless the border is near.
        const NEAR: f64 = 1.0 / 64.0;
        let first = is_inside(center);
        let around = (0..8).map(|eighth| f64::from(eighth).to_radians() * 45.0).map(f64::sin_cos);
        let agree = around
            .flat_map(|(sin, cos)| {
                [0.3, 1.0].map(|part| [center[0] + part * NEAR * cos, center[1] + part * NEAR * sin])
            })
            .all(|point| is_inside(point) == first);
        // A shape thinner than this has no inside that can be told.
        let thin = w.min(h) * drawn.scale[0].min(drawn.scale[1]) < 4.0 * NEAR;
        (agree && !thin).then_some(first)
    }

    /// Whether a line of this width passes through a pixel, or beside it through a corner.
    fn passes(&self, pixel: [i32; 2], drawn: &Drawn) -> bool {
        let corners: Vec<_> = self.corners.iter().map(|own| self.placed(*own, drawn)).collect();
        corners.windows(2).any(|ends| is_on_line(ends[0], ends[1], pixel.map(i128::from)))
    }
}

/// The parts of a line that lie in the half-open square of a pixel, over `|dx|·|dy|`: from where to where, and whether the
/// ends belong to them. `None` where no point does.
fn parts_in(from: [i128; 2], to: [i128; 2], pixel: [i128; 2]) -> Option<((i128, bool), (i128, bool))> {
    let way = [to[0] - from[0], to[1] - from[1]];
    let whole = way[0].abs().max(1) * way[1].abs().max(1);
    let (mut first, mut last) = ((0, true), (whole, true));
    for axis in [0, 1] {
        let (near, far) = (UNITS * pixel[axis] - from[axis], UNITS * (pixel[axis] + 1) - from[axis]);
        let scale = whole / way[axis].abs().max(1);
        // Of two beginnings the later counts, and at the same part the one that does not hold it; of two ends likewise.
        let (begin, end) = match way[axis].signum() {
            0 if near > 0 || far <= 0 => return None,
            0 => continue,
            1 => ((near * scale, true), (far * scale, false)),
            _ => ((-far * scale, false), (-near * scale, true)),
        };
        first = if (begin.0, !begin.1) > (first.0, !first.1) { begin } else { first };
        last = if end < last { end } else { last };
    }
    (first.0 < last.0 || (first.0 == last.0 && first.1 && last.1)).then_some((first, last))
}

/// Whether a pixel holds a point of a line, or lies beside a corner of pixels on it.
fn is_on_line(from: [i128; 2], to: [i128; 2], at: [i128; 2]) -> bool {
    let parts = |at| parts_in(from, to, at);
    let beside = |before, across| match (parts(before), parts(across)) {
        (Some((_, (end, _))), Some(((begin, _), _))) => end == begin,
        _ => false,
    };
    let sign = [(to[0] - from[0]).signum(), (to[1] - from[1]).signum()];
    let is_beside = sign[0] != 0
        && sign[1] != 0
        && (beside([at[0] - sign[0], at[1]], [at[0], at[1] + sign[1]])
            || beside([at[0], at[1] - sign[1]], [at[0] + sign[0], at[1]]));
    parts(at).is_some() || is_beside
}

fn float(point: [i128; 2]) -> [f64; 2] {
    point.map(|side| side as f64 / UNITS as f64)
}

fn distance(point: [f64; 2], from: [f64; 2], to: [f64; 2]) -> f64 {
    distance_to_segment(from.into(), to.into(), point.into())
}
