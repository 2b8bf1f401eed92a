use tileray::glam::{Vec2, vec2};

/// Random numbers for pictures: SplitMix64. They depend on the seed alone, so a replay looks the same each time.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    pub(super) const fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// Returns a number from `low` up to, not including, `high`.
    pub(super) fn between(&mut self, low: f32, high: f32) -> f32 {
        let unit = (self.next() >> 40) as f32 / (1_u32 << 24) as f32;
        low + (high - low) * unit
    }

    /// Returns an index below `count`, which is not 0.
    pub(super) fn below(&mut self, count: usize) -> usize {
        (self.next() % count as u64) as usize
    }

    /// Returns a vector within a circle of this radius.
    pub(super) fn within(&mut self, radius: f32) -> Vec2 {
        // A point of the square, drawn again until it lies in the circle: no platform's sine decides.
        loop {
            let point = vec2(self.between(-1.0, 1.0), self.between(-1.0, 1.0));
            if point.length_squared() <= 1.0 {
                return point * radius;
            }
        }
    }
}
