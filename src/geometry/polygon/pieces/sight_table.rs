use super::sight_lines::{Between, SightLine};

/// The lines of sight of a polygon of few corners: a bit for each pair. What two corners see both is one operation.
pub(super) struct SightTable {
    /// For each corner those that it has a line to.
    seen: Vec<u64>,
    /// Of these, those to which the line touches nothing on its way.
    clear: Vec<u64>,
    /// The number of each line, by its first corner, then by the other one; without meaning where there is none.
    numbers: Vec<u32>,
}

impl SightTable {
    /// For more corners there is no table.
    pub(super) const MOST_CORNERS: usize = 64;

    pub(super) fn new(corners: usize) -> Self {
        Self { seen: vec![0; corners], clear: vec![0; corners], numbers: vec![0; corners * corners] }
    }

    /// Adds a line between two corners, which may be there already.
    pub(super) fn add(&mut self, line: SightLine) {
        for (corner, other) in [(line.from, line.to), (line.to, line.from)] {
            self.seen[corner as usize] |= 1 << other;
            self.clear[corner as usize] |= u64::from(line.clear) << other;
        }
    }

    /// All lines, by their first corner, then by the other one; they get their numbers in this order.
    pub(super) fn numbered(&mut self) -> Vec<SightLine> {
        let mut lines = Vec::with_capacity(self.seen.iter().map(|seen| seen.count_ones() as usize).sum::<usize>() / 2);
        for from in 0..self.seen.len() {
            for to in corners_of(self.seen[from] & !0 << from) {
                self.numbers[from * self.seen.len() + to as usize] = lines.len() as u32;
                lines.push(SightLine { from: from as u32, to, clear: self.clear[from] >> to & 1 == 1 });
            }
        }
        lines
    }

    /// The number of the line between two corners, the first of which is less.
    pub(super) fn between(&self, from: u32, to: u32) -> Option<u32> {
        (self.seen[from as usize] >> to & 1 == 1).then(|| self.number(from, to))
    }

    fn number(&self, from: u32, to: u32) -> u32 {
        self.numbers[from as usize * self.seen.len() + to as usize]
    }

    /// How many corners between two see the one, and how many the other.
    pub(super) fn around(&self, from: u32, to: u32) -> [usize; 2] {
        [from, to].map(|end| (self.seen[end as usize] & inside(from, to)).count_ones() as usize)
    }

    /// The corners between two that see both, in their order.
    pub(super) fn corners_between(&self, from: u32, to: u32) -> impl Iterator<Item = Between> + '_ {
        let both = self.seen[from as usize] & self.seen[to as usize] & inside(from, to);
        corners_of(both).map(move |corner| Between {
            corner,
            from_first: self.number(from, corner),
            to_last: self.number(corner, to),
        })
    }
}

/// The bits between two.
fn inside(from: u32, to: u32) -> u64 {
    (1 << to) - (2 << from)
}

/// The bits that are set, upward.
fn corners_of(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let corner = bits.trailing_zeros();
        // The lowest bit that is set, or none.
        bits &= bits.wrapping_sub(1);
        (corner < u64::BITS).then_some(corner)
    })
}
