use crate::solidity::Brick;

/// The bricks of a block, and how many there can be.
pub(super) const BRICKS: usize = 256;

/// Bricks by number, for one block or for many. There is room for as many as a byte tells apart, so that no number needs to
/// be checked.
#[derive(Clone, Debug)]
pub(super) struct BrickTable {
    bricks: [Brick; BRICKS],
    /// A byte of a hash of each, so that a brick is found without a look at most others.
    tags: [u8; BRICKS],
    /// How many there are.
    len: usize,
}

impl BrickTable {
    /// That of at most [`BRICKS`] bricks, which are numbered as they come.
    pub(super) fn new(bricks: impl Iterator<Item = Brick>) -> Self {
        let mut table = Self { bricks: [Brick::EMPTY; BRICKS], tags: [0; BRICKS], len: 0 };
        bricks.take(BRICKS).for_each(|brick| table.set(table.len as u8, &brick));
        table
    }

    #[inline(always)]
    pub(super) const fn brick(&self, number: u8) -> &Brick {
        &self.bricks[number as usize]
    }

    /// Puts a brick at a number, which is at most the number of bricks.
    pub(super) fn set(&mut self, number: u8, brick: &Brick) {
        let place = usize::from(number);
        debug_assert!(place <= self.len);
        self.bricks[place] = *brick;
        self.tags[place] = tag(brick);
        self.len = self.len.max(place + 1);
    }

    /// The least number that a brick has.
    pub(super) fn find(&self, brick: &Brick) -> Option<u8> {
        let tag = tag(brick);
        (0_u8..).zip(self.tags[..self.len.next_multiple_of(32)].as_chunks::<32>().0).find_map(|(chunk, tags)| {
            // Without a way out of the middle, so that it is a few vector instructions.
            if !tags.iter().fold(false, |any, other| any | (*other == tag)) {
                return None;
            }
            let first = 32 * usize::from(chunk);
            let mut numbers = (first..(first + 32).min(self.len)).map(|number| number as u8);
            numbers.find(|&it| self.tags[usize::from(it)] == tag && self.brick(it) == brick)
        })
    }
}

/// A byte that is the same for equal bricks, and mostly another one for others.
const fn tag(brick: &Brick) -> u8 {
    let (mut hash, mut row) = (0_u64, 0);
    while row < 16 {
        // The fractional part of the golden ratio spreads the bits upward.
        hash = (hash ^ brick.rows()[row] as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        row += 1;
    }
    (hash >> 56) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_brick_is_found_where_it_is_first() {
        let mut rng = fastrand::Rng::with_seed(61);
        for kinds in [1, 2, 40, 256, 4096] {
            let brick = |kind: u16| Brick::from_rows(std::array::from_fn(|row| if row < 2 { kind } else { 0 }));
            let chosen: Vec<Brick> = (0..BRICKS).map(|_| brick(rng.u16(0..kinds))).collect();
            let len = rng.usize(1..=BRICKS);
            let table = BrickTable::new(chosen[..len].iter().copied());
            for kind in 0..kinds.max(300) {
                let expected = chosen[..len].iter().position(|known| *known == brick(kind)).map(|number| number as u8);
                assert_eq!(table.find(&brick(kind)), expected, "{len} of {kinds} kinds: {kind}");
            }
        }
    }
}
