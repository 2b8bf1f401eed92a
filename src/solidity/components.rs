use super::{Connectivity, PixelRun, SolidityMap};
use crate::geometry::Rect;
use glam::IVec2;

/// Solid pixels that hang together, and with no other.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Component {
    /// The smallest rectangle that holds them.
    pub bounds: Rect,
    /// Their number.
    pub count: u64,
    /// Their runs, row after row and from left to right.
    pub runs: Vec<PixelRun>,
}

impl Component {
    /// The component alone, as a mask of the size of its [`bounds`](Self::bounds), whose first pixel is `bounds.min`.
    ///
    /// # Panics
    /// Where [`SolidityMap::try_new`] is an error for that size, as it is for no component of a mask.
    #[must_use]
    pub fn mask(&self) -> SolidityMap {
        let mut mask = SolidityMap::new(self.bounds.width(), self.bounds.height());
        for run in &self.runs {
            mask.fill_rect(run.bounds().translated(IVec2::ZERO.saturating_sub(self.bounds.min)), true);
        }
        mask
    }
}

impl SolidityMap {
    /// The parts that hang together, in the order of their first pixels row by row.
    ///
    /// Runs of pixels are joined to those of the row above by union-find, so that it costs some operations for each run and for
    /// every 64 pixels, and memory for each run.
    ///
    /// ```
    /// use tileray::solidity::Connectivity;
    /// use tileray::SolidityMap;
    ///
    /// let mask = SolidityMap::from_ascii("##..\n..##\n#..#")?;
    /// let counts = |connectivity| mask.components(connectivity).iter().map(|part| part.count).collect::<Vec<_>>();
    /// assert_eq!(counts(Connectivity::Four), [2, 3, 1]);
    /// assert_eq!(counts(Connectivity::Eight), [5, 1]);
    /// assert_eq!(mask.components(Connectivity::Four)[1].mask().to_ascii(), "##\n.#\n");
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn components(&self, connectivity: Connectivity) -> Vec<Component> {
        self.components_with(connectivity, 0)
    }

    /// The [`components`](Self::components) of at least `smallest` pixels.
    #[must_use]
    pub fn components_with(&self, connectivity: Connectivity, smallest: u64) -> Vec<Component> {
        let runs: Vec<PixelRun> = self.runs().collect();
        let roots = roots(&runs, connectivity);
        // A root is the first run of its component and stands before the others.
        let mut places = vec![usize::MAX; runs.len()];
        let mut components: Vec<Component> = Vec::new();
        for (index, (run, &root)) in runs.iter().zip(&roots).enumerate() {
            if root == index {
                places[index] = components.len();
                components.push(Component { bounds: Rect::EMPTY, count: 0, runs: Vec::new() });
            }
            let component = &mut components[places[root]];
            component.bounds = component.bounds.union(&run.bounds());
            component.count += u64::from(run.len());
            component.runs.push(*run);
        }
        components.retain(|component| component.count >= smallest);
        components
    }

    /// The largest component in this mask's size and frame, of equal ones the first; `None` where no pixel is solid.
    #[must_use]
    pub fn largest_component(&self, connectivity: Connectivity) -> Option<Self> {
        // Of equal ones `max_by_key` would take the last.
        let largest = self.components(connectivity).into_iter().rev().max_by_key(|component| component.count)?;
        let mut alone = Self::new(self.width(), self.height());
        for run in &largest.runs {
            alone.fill_rect(run.bounds(), true);
        }
        Some(alone)
    }

    /// The smallest rectangle around each of the [`components`](Self::components), in their order.
    #[must_use]
    pub fn bounding_rects(&self, connectivity: Connectivity) -> Vec<Rect> {
        self.components(connectivity).into_iter().map(|component| component.bounds).collect()
    }
}

/// For each run, the first run of its component.
fn roots(runs: &[PixelRun], connectivity: Connectivity) -> Vec<usize> {
    // Joined with its row above or beside the corner: with eight neighbors a run reaches one pixel farther.
    let reach = i32::from(connectivity == Connectivity::Eight);
    let mut parents: Vec<usize> = (0..runs.len()).collect();
    let mut above = 0;
    for (index, run) in runs.iter().enumerate() {
        // Runs that end before this one, or lie more than a row above it, do so for all that follow.
        while runs[above].y + 1 < run.y || (runs[above].y + 1 == run.y && runs[above].end + reach <= run.start) {
            above += 1;
        }
        let beside = runs[above..index].iter().take_while(|other| other.y < run.y && other.start < run.end + reach);
        for other in (above..).take(beside.count()) {
            join(&mut parents, other, index);
        }
    }
    // Parents come before their children, so one step from the front leads each to its root.
    for index in 0..parents.len() {
        parents[index] = parents[parents[index]];
    }
    parents
}

/// Makes two runs' components one, whose root is the earlier of theirs.
fn join(parents: &mut [usize], a: usize, b: usize) {
    let (a, b) = (root(parents, a), root(parents, b));
    parents[a.max(b)] = a.min(b);
}

/// The root of a run; the way to it is halved.
fn root(parents: &mut [usize], mut run: usize) -> usize {
    while parents[run] != run {
        parents[run] = parents[parents[run]];
        run = parents[run];
    }
    run
}
