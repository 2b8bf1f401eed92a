//! Solid and free cells, before they get shapes: smoothing, filling of pockets, tunnels.

use std::collections::VecDeque;

/// A rectangle of cells; what lies outside counts as `outside`.
#[derive(Clone, Debug)]
pub(crate) struct Land {
    /// Width in cells.
    pub(crate) width: i32,
    /// Height in cells.
    pub(crate) height: i32,
    outside: bool,
    solid: Vec<bool>,
}

impl Land {
    /// Cells that are computed.
    pub(crate) fn from_fn(
        width: i32,
        height: i32,
        outside: bool,
        f: impl Fn(i32, i32) -> bool,
    ) -> Self {
        let solid = (0..width * height).map(|n| f(n % width, n / width));
        Self {
            width,
            height,
            outside,
            solid: solid.collect(),
        }
    }

    /// Whether a cell is solid.
    pub(crate) fn get(&self, x: i32, y: i32) -> bool {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            self.solid[(y * self.width + x) as usize]
        } else {
            self.outside
        }
    }

    /// Sets a cell; outside nothing happens.
    pub(crate) fn set(&mut self, x: i32, y: i32, solid: bool) {
        if (0..self.width).contains(&x) && (0..self.height).contains(&y) {
            self.solid[(y * self.width + x) as usize] = solid;
        }
    }

    /// Each cell becomes what most of the nine around it are; some rounds of that.
    pub(crate) fn settle(&mut self, rounds: usize) {
        for _ in 0..rounds {
            let old = self.clone();
            *self = Self::from_fn(self.width, self.height, self.outside, |x, y| {
                let around = (0..9).filter(|n| old.get(x + n % 3 - 1, y + n / 3 - 1));
                around.count() >= 5
            });
        }
    }

    /// Removes whiskers one cell thick, and fills gaps one cell wide, in x and in y.
    pub(crate) fn trim(&mut self) {
        for _ in 0..3 {
            for (dx, dy) in [(1, 0), (0, 1)] {
                for n in 0..self.width * self.height {
                    let (x, y) = (n % self.width, n / self.width);
                    let here = self.get(x, y);
                    let before = self.get(x - dx, y - dy);
                    let after = self.get(x + dx, y + dy);
                    if before == after && before != here {
                        self.set(x, y, before);
                    }
                }
            }
        }
    }

    /// Clears (or fills) the disc of this radius.
    pub(crate) fn disc(&mut self, (x, y): (i32, i32), radius: i32, solid: bool) {
        for j in -radius..=radius {
            for i in -radius..=radius {
                if i * i + j * j <= radius * radius + radius {
                    self.set(x + i, y + j, solid);
                }
            }
        }
    }

    /// The regions of solid or of free cells that touch by their sides, largest first.
    fn regions(&self, solid: bool) -> Vec<Vec<(i32, i32)>> {
        let mut seen = Self::from_fn(self.width, self.height, true, |_, _| false);
        let mut regions = Vec::new();
        for n in 0..self.width * self.height {
            let start = (n % self.width, n / self.width);
            if seen.get(start.0, start.1) || self.get(start.0, start.1) != solid {
                continue;
            }
            seen.set(start.0, start.1, true);
            let mut region = Vec::new();
            let mut queue = VecDeque::from([start]);
            while let Some((x, y)) = queue.pop_front() {
                region.push((x, y));
                for (i, j) in [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)] {
                    if !seen.get(i, j) && self.get(i, j) == solid {
                        seen.set(i, j, true);
                        queue.push_back((i, j));
                    }
                }
            }
            regions.push(region);
        }
        regions.sort_by_key(|region| std::cmp::Reverse(region.len()));
        regions
    }

    /// Turns solid (or free) regions of fewer cells than `least` into the opposite.
    pub(crate) fn drop_small(&mut self, solid: bool, least: usize) {
        for region in self.regions(solid) {
            if region.len() < least {
                for (x, y) in region {
                    self.set(x, y, !solid);
                }
            }
        }
    }

    /// Digs tunnels until every free cell can be reached from every other.
    pub(crate) fn connect(&mut self, radius: i32) {
        loop {
            let regions = self.regions(false);
            let [main, other, ..] = regions.as_slice() else {
                return;
            };
            // Every third cell is near enough to the nearest one, and spares most of the pairs.
            let pairs = other.iter().step_by(3).flat_map(|a| {
                let main = main.iter().step_by(3);
                main.map(move |b| ((a.0 - b.0).pow(2) + (a.1 - b.1).pow(2), *a, *b))
            });
            let Some((_, a, b)) = pairs.min() else {
                return;
            };
            let steps = (b.0 - a.0).abs().max((b.1 - a.1).abs()).max(1);
            for k in 0..=steps {
                let at = (a.0 + (b.0 - a.0) * k / steps, a.1 + (b.1 - a.1) * k / steps);
                self.disc(at, radius, false);
            }
        }
    }
}
