//! Random numbers that are the same on every machine, and numbers that do harm where they are not thought of.

use tileray::glam::{DVec2, IVec2, Vec2, dvec2, ivec2, vec2};

/// A generator of random numbers: splitmix64 (Steele, Lea and Flood 2014).
///
/// No draw depends on the width of a pointer, as those of a `usize` do in most generators.
#[derive(Clone, Debug)]
pub(crate) struct Numbers {
    state: u64,
    /// Whether half of the plain numbers are 0 or -0.
    has_zeros: bool,
}

impl Numbers {
    pub(crate) const fn new(seed: u64) -> Self {
        Self { state: seed.wrapping_mul(0x9e37_79b9_7f4a_7c15), has_zeros: false }
    }

    /// Numbers of which half are a zero of either sign, where they are plain, and the others whole.
    pub(crate) const fn with_zeros(seed: u64) -> Self {
        Self { has_zeros: true, ..Self::new(seed) }
    }

    /// The cases to ask: fewer with zeros, as one row asks them of several kinds.
    pub(crate) const fn cases(&self, plain: u32, with_zeros: u32) -> u32 {
        if self.has_zeros { with_zeros } else { plain }
    }

    pub(crate) const fn bits(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.state ^ self.state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    /// A number from 0 to `end - 1`.
    pub(crate) const fn below(&mut self, end: u32) -> u32 {
        (((self.bits() >> 32) * end as u64) >> 32) as u32
    }

    /// A number from `start` to `end - 1`.
    pub(crate) const fn int(&mut self, start: i32, end: i32) -> i32 {
        start + self.below((end - start) as u32) as i32
    }

    pub(crate) const fn one_in(&mut self, count: u32) -> bool {
        self.below(count) == 0
    }

    pub(crate) fn any_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len() as u32) as usize]
    }

    /// A number from 0 to 1.
    pub(crate) const fn unit(&mut self) -> f32 {
        (self.bits() >> 40) as f32 / (1 << 24) as f32
    }

    /// A number from `-reach` to `reach`; half of them whole, for ties.
    pub(crate) fn number(&mut self, reach: f32) -> f32 {
        if self.has_zeros && self.one_in(2) {
            return self.any_of(&[0.0, -0.0]);
        }
        let number = (self.unit() * 2.0 - 1.0) * reach;
        if self.has_zeros || self.one_in(2) { number.round() } else { number }
    }

    pub(crate) fn vector(&mut self, reach: f32) -> Vec2 {
        vec2(self.number(reach), self.number(reach))
    }

    pub(crate) fn pair(&mut self, start: i32, end: i32) -> IVec2 {
        ivec2(self.int(start, end), self.int(start, end))
    }

    /// A number that does harm: NaN, infinity, a huge or a tiny one, any bits, or a plain one.
    pub(crate) fn nasty(&mut self) -> f32 {
        match self.below(8) {
            0 => f32::from_bits(self.bits() as u32),
            1 | 2 => self.number(40.0),
            _ => self.any_of(NASTY.as_flattened()),
        }
    }

    pub(crate) fn nasty_vector(&mut self) -> Vec2 {
        vec2(self.nasty(), self.nasty())
    }

    /// A vector of which mostly one coordinate is nasty, and the other near.
    pub(crate) fn half_nasty_vector(&mut self, reach: f32) -> Vec2 {
        match self.below(6) {
            0 => self.nasty_vector(),
            1 => vec2(self.nasty(), self.number(reach)),
            2 => vec2(self.number(reach), self.nasty()),
            _ => self.vector(reach),
        }
    }

    pub(crate) fn nasty_f64(&mut self) -> f64 {
        match self.below(4) {
            0 => f64::from_bits(self.bits()),
            1 => self.any_of(&[f64::MAX, f64::MIN, f64::MIN_POSITIVE, 1e300, -1e300, 1_073_741_824.5]),
            _ => self.nasty().into(),
        }
    }

    pub(crate) fn nasty_dvec2(&mut self) -> DVec2 {
        dvec2(self.nasty_f64(), self.nasty_f64())
    }
}

/// Not a number with each sign and another payload, infinity, both zeros, the least and the greatest numbers, halves, and
/// those at which an integer of 24, 31, 32 or 63 bits ends.
const NASTY: [[f32; 5]; 6] = [
    [f32::NAN, f32::from_bits(0xffc0_0000), f32::from_bits(0x7f80_0001), f32::INFINITY, f32::NEG_INFINITY],
    [0.0, -0.0, f32::MIN_POSITIVE, 1e-45, -1e-45],
    [f32::MAX, f32::MIN, 1.8e19, -1.9e19, 1e18],
    [1.0, -1.0, 0.5, -0.5, -3.5],
    [16_777_216.0, -16_777_217.0, 1_073_741_824.0, -1_073_741_824.0, 2_147_483_648.0],
    [-2_147_483_648.0, 4_294_967_296.0, 9.223_372e18, 1e-20, -1e-20],
];
