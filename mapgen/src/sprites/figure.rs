//! Figures built of parts, each lit from the upper left, with a dark line around the whole.

use crate::palette::Rgba;
use crate::picture::Picture;

use super::INK;

/// A point in pixels; the pixel `(0, 0)` has its center at `(0.5, 0.5)`.
pub(super) type Point = (f64, f64);

/// A picture that parts are painted onto, from the back to the front.
#[derive(Debug)]
pub(super) struct Figure {
    picture: Picture,
}

impl Figure {
    /// A figure without parts.
    pub(super) fn new(width: i32, height: i32) -> Self {
        Self { picture: Picture::new(width, height) }
    }

    /// Paints a part: `shade` tells how bright it is at a point, 0 to 1, or none beside it.
    /// The ramp begins with the color of the line that parts it from what lies behind it.
    pub(super) fn part(&mut self, ramp: &[Rgba], shade: impl Fn(Point) -> Option<f64>) {
        let behind = self.picture.clone();
        let (line, shades) = (ramp[0], &ramp[1..]);
        let at = |x: i32, y: i32| shade((f64::from(x) + 0.5, f64::from(y) + 0.5));
        for y in 0..behind.height() {
            for x in 0..behind.width() {
                if let Some(bright) = at(x, y) {
                    let index = (bright.max(0.0) * shades.len() as f64) as usize;
                    self.picture.set(x, y, shades[index.min(shades.len() - 1)]);
                } else if behind.get(x, y)[3] > 0 && around(x, y).iter().any(|&(i, j)| at(i, j).is_some()) {
                    self.picture.set(x, y, line);
                }
            }
        }
    }

    /// Draws a picture onto the figure.
    pub(super) fn detail(&mut self, picture: &Picture, x: i32, y: i32) {
        self.picture.draw(picture, x, y);
    }

    /// The figure with a dark line around it, one pixel wide: the line covers clear pixels. It
    /// covers a pixel that it shuts in, too, which would be a pinhole between two legs.
    pub(super) fn outlined(self) -> Picture {
        let inner = self.picture;
        Picture::from_fn(inner.width(), inner.height(), |x, y| {
            let color = inner.get(x, y);
            let solid = |(i, j): (i32, i32)| inner.get(i, j)[3] > 0;
            let reached = |(i, j): (i32, i32)| solid((i, j)) || around(i, j).into_iter().any(solid);
            let covered = reached((x, y)) || around(x, y).into_iter().all(reached);
            if color[3] == 0 && covered { INK } else { color }
        })
    }
}

/// The four pixels that share a side with this one.
pub(super) fn around(x: i32, y: i32) -> [(i32, i32); 4] {
    [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
}

/// How bright a sphere of radius 1 is where `(x, y)` is in front of its middle, of a light in the
/// direction `(-0.48, -0.64, 0.6)`. None beside it.
fn sphere(x: f64, y: f64) -> Option<f64> {
    let square = x * x + y * y;
    (square <= 1.0).then(|| 0.6 * (1.0 - square).sqrt() - 0.48 * x - 0.64 * y)
}

/// An ellipse, round like an egg.
pub(super) fn ellipse(center: Point, radii: Point) -> impl Fn(Point) -> Option<f64> {
    move |(x, y)| sphere((x - center.0) / radii.0, (y - center.1) / radii.1)
}

/// A limb between two points, with a radius at each.
pub(super) fn limb(a: Point, b: Point, radii: (f64, f64)) -> impl Fn(Point) -> Option<f64> {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    move |(x, y)| {
        let t = ((x - a.0) * dx + (y - a.1) * dy) / (dx * dx + dy * dy);
        let t = t.clamp(0.0, 1.0);
        let radius = radii.0 + (radii.1 - radii.0) * t;
        sphere((x - a.0 - dx * t) / radius, (y - a.1 - dy * t) / radius)
    }
}

/// A ring, round like a tube.
pub(super) fn ring(center: Point, inner: f64, outer: f64) -> impl Fn(Point) -> Option<f64> {
    move |(x, y)| {
        let (dx, dy) = (x - center.0, y - center.1);
        let distance = (dx * dx + dy * dy).sqrt();
        let across = (2.0 * distance - inner - outer) / (outer - inner);
        sphere(dx / distance * across, dy / distance * across)
    }
}

/// A flat shape between corners, as bright as `bright` says.
pub(super) fn cloth(corners: Vec<Point>, bright: impl Fn(Point) -> f64) -> impl Fn(Point) -> Option<f64> {
    move |(x, y)| {
        let next = corners.iter().cycle().skip(1);
        let crossed = corners
            .iter()
            .zip(next)
            .filter(|&(&(ax, ay), &(bx, by))| (ay <= y) != (by <= y) && x < ax + (y - ay) / (by - ay) * (bx - ax));
        (crossed.count() % 2 == 1).then(|| bright((x, y)))
    }
}

/// The joint between two bones of the same length, on the right of the way from `a` to `b` as seen
/// on a screen. Where the points are too far apart it lies between them.
pub(super) fn joint(a: Point, b: Point, bone: f64) -> Point {
    let (dx, dy) = (b.0 - a.0, b.1 - a.1);
    let square = dx * dx + dy * dy;
    let bend = (bone * bone / square - 0.25).max(0.0).sqrt();
    (a.0 + dx / 2.0 - dy * bend, a.1 + dy / 2.0 + dx * bend)
}
