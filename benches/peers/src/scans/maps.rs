//! Maps of robots: an office as a laser scanner sees it, and large rooms; or a picture.

use anyhow::{Context, Result};
use fastrand::Rng;
use std::path::Path;
use tileray::SolidityMap;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::load::LoadOptions;
use tileray::solidity::SolidityRule;

/// The maps that may be asked for.
pub(super) const NAMES: [&str; 2] = ["office", "rooms"];

/// A map, and what it is called in tables.
#[derive(Debug)]
pub(super) struct ScanMap {
    /// It is there until the program ends, as the names of other scenes are.
    pub(super) name: &'static str,
    pub(super) mask: SolidityMap,
}

impl ScanMap {
    /// Returns the map of one of the [`NAMES`].
    pub(super) fn named(name: &'static str) -> Self {
        Self { name, mask: if name == "office" { office() } else { rooms() } }
    }

    /// Opens a picture: dark pixels are solid.
    pub(super) fn open(path: &Path) -> Result<Self> {
        let options = LoadOptions::default().rule(SolidityRule::Darkness);
        let mask = SolidityMap::open_with(path, &options).with_context(|| format!("map {}", path.display()))?;
        Ok(Self { name: path.file_stem().unwrap_or_default().to_string_lossy().into_owned().leak(), mask })
    }
}

/// Corridors, 1200 px at 5 cm: thin walls, a little tilted and rough, with doors, closets, clutter and noise. Outside is
/// unknown, hence free.
fn office() -> SolidityMap {
    /// Clockwise, around the center of the map.
    const OUTER: [(f32, f32); 9] = [
        (-480.0, -360.0),
        (420.0, -350.0),
        (425.0, 420.0),
        (-100.0, 420.0),
        (-100.0, 260.0),
        (-440.0, 260.0),
        (-440.0, 150.0),
        (-150.0, -260.0),
        (-480.0, -275.0),
    ];
    const INNER: [(f32, f32); 7] = [
        (-60.0, -262.0),
        (330.0, -255.0),
        (332.0, 370.0),
        (-50.0, 370.0),
        (-50.0, 210.0),
        (-290.0, 208.0),
        (-290.0, 160.0),
    ];
    let mut pen = Pen { mask: SolidityMap::new(1200, 1200), rng: Rng::with_seed(61), tilt: Vec2::from_angle(0.035) };
    for (corners, side) in [(&OUTER[..], 1.0), (&INNER[..], -1.0)] {
        for (&from, &to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
            pen.corridor(from.into(), to.into(), side);
        }
    }
    pen.mask
}

/// Four large rooms with doors, a few pillars and partitions, 1024 px.
fn rooms() -> SolidityMap {
    let mut pen = Pen { mask: SolidityMap::new(1024, 1024), rng: Rng::with_seed(62), tilt: Vec2::X };
    let (low, high) = (-489.5, 489.5);
    let frame = [vec2(low, low), vec2(high, low), vec2(high, high), vec2(low, high)];
    (0..4).for_each(|side| pen.line(frame[side], frame[(side + 1) % 4], 3));
    for (from, to) in [((low, 30.0), (-220.0, 30.0)), ((-140.0, 30.0), (260.0, 30.0)), ((340.0, 30.0), (high, 30.0))] {
        pen.line(from.into(), to.into(), 2);
    }
    for (from, to) in [((60.0, low), (60.0, -300.0)), ((60.0, -220.0), (60.0, 220.0)), ((60.0, 300.0), (60.0, high))] {
        pen.line(from.into(), to.into(), 2);
    }
    for (from, to) in
        [((-380.0, -330.0), (-250.0, -180.0)), ((200.0, -200.0), (360.0, -260.0)), ((-300.0, 250.0), (-120.0, 310.0))]
    {
        pen.line(from.into(), to.into(), 2);
    }
    for center in [(-120.0, -120.0), (280.0, -380.0), (250.0, 200.0), (380.0, 380.0), (-380.0, 420.0)] {
        pen.pillar(center.into(), 9.0);
    }
    pen.mask
}

/// Draws into a map, in a frame around its center.
struct Pen {
    mask: SolidityMap,
    rng: Rng,
    tilt: Vec2,
}

impl Pen {
    fn pixel(&self, point: Vec2) -> IVec2 {
        (self.tilt.rotate(point) + self.mask.size().as_vec2() / 2.0).floor().as_ivec2()
    }

    fn set(&mut self, pixel: IVec2) {
        if self.mask.size().as_ivec2().cmpgt(pixel).all() && pixel.cmpge(IVec2::ZERO).all() {
            self.mask.set(pixel.x, pixel.y, true);
        }
    }

    fn line(&mut self, from: Vec2, to: Vec2, width: i32) {
        let steps = (from.distance(to) * 2.0).ceil().max(1.0);
        for step in 0..=steps as i32 {
            let pixel = self.pixel(from.lerp(to, step as f32 / steps));
            for y in 0..width {
                (0..width).for_each(|x| self.set(pixel + ivec2(x, y)));
            }
        }
    }

    fn pillar(&mut self, center: Vec2, radius: f32) {
        let middle = self.pixel(center);
        let reach = radius.ceil() as i32;
        for y in -reach..=reach {
            for x in -reach..=reach {
                if ivec2(x, y).as_vec2().length() <= radius {
                    self.set(middle + ivec2(x, y));
                }
            }
        }
    }

    /// A wall of a corridor. The other side of the wall is `side` times the direction to its left.
    fn corridor(&mut self, from: Vec2, to: Vec2, side: f32) {
        const STRETCH: f32 = 60.0;
        let along = (to - from).normalize();
        let away = vec2(along.y, -along.x) * side;
        let count = (from.distance(to) / STRETCH).ceil();
        for part in 0..count as i32 {
            let (start, end) = (from.lerp(to, part as f32 / count), from.lerp(to, (part + 1) as f32 / count));
            match self.rng.u32(0..8) {
                0 => self.closet(start, end, away),
                1 => {
                    self.rough_wall(start, end);
                    self.clutter(start.lerp(end, 0.5) - away * 8.0);
                }
                _ => self.rough_wall(start, end),
            }
        }
    }

    /// An open door, and walls behind it.
    fn closet(&mut self, start: Vec2, end: Vec2, away: Vec2) {
        let depth = away * (25.0 + self.rng.f32() * 30.0);
        let (left, right) = (start.lerp(end, 0.3), start.lerp(end, 0.7));
        self.rough_wall(start, left);
        self.rough_wall(right, end);
        for (from, to) in [(start, start + depth), (start + depth, end + depth), (end + depth, end)] {
            self.rough_wall(from, to);
        }
        // The door's leaf.
        self.line(left, left + away.rotate(Vec2::from_angle(0.4)) * 16.0, 1);
    }

    /// A wall of 1 or 2 px with stray pixels beside it.
    fn rough_wall(&mut self, from: Vec2, to: Vec2) {
        let width = self.rng.i32(1..3);
        self.line(from, to, width);
        for _ in 0..(from.distance(to) / 6.0) as u32 {
            let aside = vec2(self.rng.f32() - 0.5, self.rng.f32() - 0.5) * 5.0;
            let at = from.lerp(to, self.rng.f32()) + aside;
            self.set(self.pixel(at));
        }
    }

    /// What stands around: outlines with holes, as a scanner sees them.
    fn clutter(&mut self, at: Vec2) {
        for _ in 0..3 {
            let corner = at + vec2(self.rng.f32() - 0.5, self.rng.f32() - 0.5) * 14.0;
            let side = Vec2::from_angle(self.rng.f32() * 6.0) * (4.0 + self.rng.f32() * 8.0);
            self.line(corner, corner + side, 1);
            self.line(corner, corner + side.perp() * 0.7, 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_maps_are_those_of_the_table() {
        for (name, solid) in NAMES.into_iter().zip([15_935, 17_645]) {
            assert_eq!(ScanMap::named(name).mask.count(), solid, "{name}: other pixels than were measured");
        }
    }
}
