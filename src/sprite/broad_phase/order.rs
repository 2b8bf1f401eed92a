/// Pairs as they are found, to be put in order.
#[derive(Clone, Debug, Default)]
pub(super) struct FoundPairs {
    pairs: Vec<(u32, u32)>,
    /// How many pairs each box is the first of; then where those end in the list.
    counts: Vec<usize>,
}

impl FoundPairs {
    /// Groups of more pairs than this are left to the standard library.
    const FEW: usize = 24;

    /// Forgets all pairs, and makes ready for those of so many boxes.
    pub(super) fn clear(&mut self, boxes: usize) {
        self.pairs.clear();
        self.counts.clear();
        self.counts.resize(boxes + 1, 0);
    }

    /// Adds a pair, given in either order.
    #[inline(always)]
    pub(super) fn push(&mut self, a: u32, b: u32) {
        let first = a.min(b);
        self.counts[first as usize + 1] += 1;
        self.pairs.push((first, a.max(b)));
    }

    /// Writes the pairs in ascending order: counted by their first boxes, moved there, and then sorted group by group.
    pub(super) fn write_to(&mut self, ordered: &mut Vec<(u32, u32)>) {
        // All of them are written anew, so what is there need not be cleared.
        ordered.resize(self.pairs.len(), (0, 0));
        let mut sum = 0;
        for count in &mut self.counts {
            sum += *count;
            *count = sum;
        }
        for &pair in &self.pairs {
            let next = &mut self.counts[pair.0 as usize];
            ordered[*next] = pair;
            *next += 1;
        }
        let mut first = 0;
        for &end in &self.counts {
            sort_by_second(&mut ordered[first..end]);
            first = end;
        }
    }
}

/// Sorts pairs whose first numbers are equal.
#[inline(always)]
fn sort_by_second(group: &mut [(u32, u32)]) {
    if group.len() > FoundPairs::FEW {
        return group.sort_unstable_by_key(|pair| pair.1);
    }
    for end in 1..group.len() {
        let pair = group[end];
        let mut at = end;
        while at > 0 && group[at - 1].1 > pair.1 {
            group[at] = group[at - 1];
            at -= 1;
        }
        group[at] = pair;
    }
}
