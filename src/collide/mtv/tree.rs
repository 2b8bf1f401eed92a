use super::difference::{Bounds, Difference};
use glam::DVec2;

/// How many differences a leaf holds.
const LEAF: usize = 4;

/// Boxes of boxes, to find the differences around a point.
#[derive(Debug)]
pub(super) struct Tree {
    /// The differences, those of a leaf next to each other.
    order: Vec<usize>,
    /// Each node before what it holds.
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    bounds: Bounds,
    /// The node after all that this one holds.
    next: usize,
    /// Of a leaf, where its differences are in the order; else nothing.
    leaf: std::ops::Range<usize>,
}

impl Tree {
    /// Cost: O(n log n).
    pub(super) fn new(differences: &[Difference]) -> Self {
        let mut tree = Self { order: (0..differences.len()).collect(), nodes: Vec::new() };
        tree.add(differences, 0, differences.len());
        tree
    }

    /// Adds the node of the differences `first` to `end` of the order, which are halved across the longer side of their box:
    /// as deep as the logarithm of their number.
    fn add(&mut self, differences: &[Difference], first: usize, end: usize) {
        let part = &mut self.order[first..end];
        let bounds = part.iter().fold(Bounds::EMPTY, |all, &one| all.union(&differences[one].bounds));
        let own = self.nodes.len();
        if part.len() <= LEAF {
            self.nodes.push(Node { bounds, next: own + 1, leaf: first..end });
            return;
        }
        let size = bounds.max - bounds.min;
        let middle = |&one: &usize| {
            let Bounds { min, max } = differences[one].bounds;
            if size.x >= size.y { min.x + max.x } else { min.y + max.y }
        };
        let half = part.len() / 2;
        part.select_nth_unstable_by(half, |a, b| middle(a).total_cmp(&middle(b)).then(a.cmp(b)));
        self.nodes.push(Node { bounds, next: 0, leaf: 0..0 });
        self.add(differences, first, first + half);
        self.add(differences, first + half, end);
        self.nodes[own].next = self.nodes.len();
    }

    /// The first answer that `found` gives for the differences whose leaf has `point` in its box.
    pub(super) fn find<T>(&self, point: DVec2, mut found: impl FnMut(usize) -> Option<T>) -> Option<T> {
        let mut node = 0;
        while let Some(Node { bounds, next, leaf }) = self.nodes.get(node) {
            if !bounds.surrounds(point) {
                node = *next;
                continue;
            }
            if let Some(answer) = self.order[leaf.clone()].iter().find_map(|&one| found(one)) {
                return Some(answer);
            }
            node += 1;
        }
        None
    }
}
