//! The edges that a sweep line crosses, in their order along it.

/// A sorted sequence of edges in which a place is found, and an edge put in or taken out, in O(log n) steps on average.
///
/// It is a binary tree whose nodes are also a heap by numbers that look random (a treap: Aragon and Seidel 1989,
/// "Randomized Search Trees"), with links to the neighbors in the sequence. The numbers are the same in each run. Whatever
/// the comparisons answer, every search ends at a leaf.
pub(super) struct SweepLine {
    nodes: Vec<Node>,
    root: Option<usize>,
    first: Option<usize>,
    random: u32,
}

struct Node {
    edge: usize,
    priority: u32,
    parent: Option<usize>,
    /// What comes before it and what comes after it, below it in the tree.
    children: [Option<usize>; 2],
    before: Option<usize>,
    after: Option<usize>,
}

impl SweepLine {
    pub(super) fn new() -> Self {
        Self { nodes: Vec::new(), root: None, first: None, random: 0x9E37_79B9 }
    }

    /// The node after which a point stands, `None` for the front; or the edge that it lies on, as an error.
    ///
    /// `side` is positive where the point comes after an edge and negative where it comes before it.
    pub(super) fn place_of(&self, side: impl Fn(usize) -> f64) -> Result<Option<usize>, usize> {
        let (mut place, mut next) = (None, self.root);
        while let Some(node) = next {
            let side = side(self.nodes[node].edge);
            if side > 0.0 {
                place = Some(node);
                next = self.nodes[node].children[1];
            } else if side < 0.0 {
                next = self.nodes[node].children[0];
            } else {
                return Err(self.nodes[node].edge);
            }
        }
        Ok(place)
    }

    /// Puts an edge after a node, or at the front, and returns its node.
    pub(super) fn insert_after(&mut self, place: Option<usize>, edge: usize) -> usize {
        // Marsaglia's xorshift.
        self.random ^= self.random << 13;
        self.random ^= self.random >> 17;
        self.random ^= self.random << 5;
        let after = place.map_or(self.first, |place| self.nodes[place].after);
        let new = self.nodes.len();
        // Of two neighbors one is below the other, and has no child on this side.
        let (parent, child) = match (place, after) {
            (Some(place), _) if self.nodes[place].children[1].is_none() => (Some(place), 1),
            (_, Some(after)) => (Some(after), 0),
            _ => (None, 0),
        };
        let (priority, children) = (self.random, [None, None]);
        self.nodes.push(Node { edge, priority, parent, children, before: place, after });
        match parent {
            Some(parent) => self.nodes[parent].children[child] = Some(new),
            None => self.root = Some(new),
        }
        self.link(place, Some(new));
        self.link(Some(new), after);
        while let Some(parent) = self.nodes[new].parent
            && self.nodes[parent].priority < priority
        {
            self.lift(new, parent);
        }
        new
    }

    /// Takes a node out; the numbers of the others stay.
    pub(super) fn remove(&mut self, node: usize) {
        let child = loop {
            match self.nodes[node].children {
                [Some(a), Some(b)] => {
                    let upper = if self.nodes[a].priority > self.nodes[b].priority { a } else { b };
                    self.lift(upper, node);
                }
                [a, b] => break a.or(b),
            }
        };
        let parent = self.nodes[node].parent;
        self.hang(child, node, parent);
        self.link(self.nodes[node].before, self.nodes[node].after);
    }

    /// Puts another edge into the place of a node.
    pub(super) fn replace(&mut self, node: usize, edge: usize) {
        self.nodes[node].edge = edge;
    }

    /// The edge just before a node.
    pub(super) fn edge_before(&self, node: usize) -> Option<usize> {
        self.nodes[node].before.map(|before| self.nodes[before].edge)
    }

    /// The edge just after a node.
    pub(super) fn edge_after(&self, node: usize) -> Option<usize> {
        self.nodes[node].after.map(|after| self.nodes[after].edge)
    }

    /// Makes two nodes neighbors; `None` is the end of the sequence.
    fn link(&mut self, before: Option<usize>, after: Option<usize>) {
        match before {
            Some(before) => self.nodes[before].after = after,
            None => self.first = after,
        }
        if let Some(after) = after {
            self.nodes[after].before = before;
        }
    }

    /// Lets `new` take the place that `old` has below `parent`.
    fn hang(&mut self, new: Option<usize>, old: usize, parent: Option<usize>) {
        match parent {
            Some(parent) => {
                let child = usize::from(self.nodes[parent].children[1] == Some(old));
                self.nodes[parent].children[child] = new;
            }
            None => self.root = new,
        }
        if let Some(new) = new {
            self.nodes[new].parent = parent;
        }
    }

    /// Turns the tree so that a node stands above its parent; the sequence stays as it is.
    fn lift(&mut self, node: usize, parent: usize) {
        let grandparent = self.nodes[parent].parent;
        self.hang(Some(node), parent, grandparent);
        let child = usize::from(self.nodes[parent].children[1] == Some(node));
        let inner = self.nodes[node].children[1 - child];
        self.nodes[parent].children[child] = inner;
        if let Some(inner) = inner {
            self.nodes[inner].parent = Some(parent);
        }
        self.nodes[node].children[1 - child] = Some(parent);
        self.nodes[parent].parent = Some(node);
    }
}
