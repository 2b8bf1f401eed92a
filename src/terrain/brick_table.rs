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
        let chunks = &self.tags.as_chunks::<32>().0[..self.len.div_ceil(32)];
        // Without a way out of the middle of a chunk, so that it is a few vector instructions.
        let is_tagged = |tags: &[u8; 32]| tags.iter().fold(false, |any, other| any | (*other == tag));
        let tagged = (0..).step_by(32).zip(chunks).filter(|(_, tags)| is_tagged(tags));
        let is_it = |place: &usize| self.tags[*place] == tag && self.bricks[*place] == *brick;
        tagged
            .map(|(first, _)| first..self.len.min(first + 32))
            .find_map(|mut places| places.find(is_it))
            .map(|it| it as u8)
    }
}

/// A byte that is the same for equal bricks, and mostly another one for others.
fn tag(brick: &Brick) -> u8 {
    // The fractional part of the golden ratio spreads the bits upward.
    let mixed = |hash: u64, row: &u16| (hash ^ u64::from(*row)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (brick.rows().iter().fold(0, mixed) >> 56) as u8
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
