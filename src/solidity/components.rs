//! Runs of solid pixels, and the connected components that they form.
//!
//! Components are found in one pass over the runs, by union-find:
//!
//! ```text
//! row 0   aa..bb      two runs, two components
//! row 1   ..cccc      c touches b, so b and c are one; with eight neighbors it touches a at a corner, too
//! ```

use super::bits::{next_clear, next_set};
use super::map::SolidityMap;
use crate::geometry::Rect;
use glam::{IVec2, ivec2};

/// The neighbors of a pixel that are connected to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Connectivity {
    /// The four that share an edge: pixels that only touch at a corner are not connected.
    #[default]
    Four,
    /// The eight that share an edge or a corner.
    Eight,
}

/// A maximal run of solid pixels in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct PixelRun {
    /// The row.
    pub y: i32,
    /// The first pixel.
    pub start: i32,
    /// One past the last pixel.
    pub end: i32,
}

impl PixelRun {
    /// Returns the number of pixels.
    #[must_use]
    pub const fn len(&self) -> u32 {
        if self.end > self.start { self.end.abs_diff(self.start) } else { 0 }
    }

    /// Returns whether the run has no pixels; runs of a mask always have some.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.end <= self.start
    }

    /// Returns the rectangle of the run's pixels.
    #[must_use]
    pub fn bounds(&self) -> Rect {
        Rect::new(ivec2(self.start, self.y), ivec2(self.end, self.y.saturating_add(1)))
    }
}

/// A connected component: solid pixels that are connected with each other and with no other solid pixel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Component {
    /// The bounding box.
    pub bounds: Rect,
    /// The number of pixels.
    pub count: u64,
    /// The runs of pixels, row after row and from left to right.
    pub runs: Vec<PixelRun>,
}

impl Component {
    /// Moves the component.
    pub(crate) fn translate(&mut self, offset: IVec2) {
        self.bounds = self.bounds.translated(offset);
        for run in &mut self.runs {
            (run.y, run.start, run.end) = (run.y + offset.y, run.start + offset.x, run.end + offset.x);
        }
    }

    /// Returns the component alone, as a mask of the size of its [`bounds`](Self::bounds). Pixel `(0, 0)` of the mask
    /// is pixel `bounds.min`.
    ///
    /// # Panics
    /// If [`SolidityMap::try_new`] returns an error for that size. No component of a mask has such a size.
    #[must_use]
    pub fn mask(&self) -> SolidityMap {
        let mut mask = SolidityMap::new(self.bounds.width(), self.bounds.height());
        for run in &self.runs {
            mask.fill_rect(run.bounds().translated(IVec2::ZERO.saturating_sub(self.bounds.min)));
        }
        mask
    }
}

impl SolidityMap {
    /// Returns the runs of solid pixels, row after row and from left to right.
    ///
    /// Costs a few operations for each run and for every 64 pixels.
    ///
    /// ```
    /// use tileray::SolidityMap;
    ///
    /// let mask = SolidityMap::from_ascii("..##.#\n......\n######")?;
    /// let runs: Vec<_> = mask.runs().map(|run| (run.y, run.start..run.end)).collect();
    /// assert_eq!(runs, [(0, 2..4), (0, 5..6), (2, 0..6)]);
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    pub fn runs(&self) -> impl Iterator<Item = PixelRun> + '_ {
        // The row, and the pixel in it where the search goes on.
        let (mut y, mut next) = (0, 0);
        std::iter::from_fn(move || {
            while y < self.height() {
                let row = self.row(y);
                if let Some(start) = next_set(row, next) {
                    next = next_clear(row, start);
                    return Some(PixelRun { y: y as i32, start: start as i32, end: next as i32 });
                }
                (y, next) = (y + 1, 0);
            }
            None
        })
    }

    /// Returns the solid pixels, row after row and from left to right.
    ///
    /// ```
    /// use tileray::{SolidityMap, glam::ivec2};
    ///
    /// let mask = SolidityMap::from_ascii(".#.\n#.#")?;
    /// assert_eq!(mask.pixels().collect::<Vec<_>>(), [ivec2(1, 0), ivec2(0, 1), ivec2(2, 1)]);
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    pub fn pixels(&self) -> impl Iterator<Item = IVec2> + '_ {
        // One past the current word, and the bits of it that are still to come.
        let (mut next_word, mut rest) = (0, 0);
        std::iter::from_fn(move || {
            while rest == 0 {
                rest = *self.words().get(next_word)?;
                next_word += 1;
            }
            let (word, words) = (next_word - 1, self.words_per_row());
            let x = (word % words) as i32 * 64 + rest.trailing_zeros() as i32;
            rest &= rest - 1;
            Some(ivec2(x, (word / words) as i32))
        })
    }

    /// Returns the connected components, in the order of their first pixels row by row.
    ///
    /// Costs some operations for each run and for every 64 pixels, and memory for each run.
    ///
    /// ```
    /// use tileray::SolidityMap;
    /// use tileray::solidity::Connectivity;
    ///
    /// let mask = SolidityMap::from_ascii("##..\n..##\n#..#")?;
    /// let counts = |connectivity| -> Vec<u64> {
    ///     mask.components(connectivity).iter().map(|component| component.count).collect()
    /// };
    /// assert_eq!(counts(Connectivity::Four), [2, 3, 1]);
    /// assert_eq!(counts(Connectivity::Eight), [5, 1]);
    /// assert_eq!(mask.components(Connectivity::Four)[1].mask().to_ascii(), "##\n.#\n");
    /// # Ok::<(), tileray::solidity::AsciiError>(())
    /// ```
    #[must_use]
    pub fn components(&self, connectivity: Connectivity) -> Vec<Component> {
        self.components_with(connectivity, 0)
    }

    /// Returns the [`components`](Self::components) of at least `smallest` pixels.
    #[must_use]
    pub fn components_with(&self, connectivity: Connectivity, smallest: u64) -> Vec<Component> {
        let runs: Vec<PixelRun> = self.runs().collect();
        let roots = roots(&runs, connectivity);
        // A root is the first run of its component and comes before the others.
        let mut indices = vec![usize::MAX; runs.len()];
        let mut components: Vec<Component> = Vec::new();
        for (index, (run, &root)) in runs.iter().zip(&roots).enumerate() {
            if root == index {
                indices[index] = components.len();
                components.push(Component { bounds: Rect::EMPTY, count: 0, runs: Vec::new() });
            }
            let component = &mut components[indices[root]];
            component.bounds = component.bounds.union(&run.bounds());
            component.count += u64::from(run.len());
            component.runs.push(*run);
        }
        components.retain(|component| component.count >= smallest);
        components
    }

    /// Returns the largest component in this mask's size and frame, or `None` if no pixel is solid. On a tie, it is the
    /// first one.
    #[must_use]
    pub fn largest_component(&self, connectivity: Connectivity) -> Option<Self> {
        // On a tie, `max_by_key` takes the last.
        let largest = self.components(connectivity).into_iter().rev().max_by_key(|component| component.count)?;
        let mut alone = Self::new(self.width(), self.height());
        alone.draw(&largest.mask(), largest.bounds.min);
        Some(alone)
    }

    /// Returns the bounding box of each of the [`components`](Self::components), in their order.
    #[must_use]
    pub fn bounding_rects(&self, connectivity: Connectivity) -> Vec<Rect> {
        self.components(connectivity).into_iter().map(|component| component.bounds).collect()
    }
}

/// Returns, for each run, the index of the first run of its component.
fn roots(runs: &[PixelRun], connectivity: Connectivity) -> Vec<usize> {
    // With eight neighbors a run reaches one pixel farther, to the corners of the row above.
    let reach = i32::from(connectivity == Connectivity::Eight);
    let mut parents: Vec<usize> = (0..runs.len()).collect();
    let mut above = 0;
    for (index, run) in runs.iter().enumerate() {
        // A run that ends before this one, or lies more than a row above it, touches no later run either.
        while runs[above].y + 1 < run.y || (runs[above].y + 1 == run.y && runs[above].end + reach <= run.start) {
            above += 1;
        }
        let touching = runs[above..index].iter().take_while(|other| other.y < run.y && other.start < run.end + reach);
        for other in (above..).take(touching.count()) {
            // The earlier of the two roots becomes the root of both.
            let (a, b) = (find_root(&mut parents, other), find_root(&mut parents, index));
            parents[a.max(b)] = a.min(b);
        }
    }
    // Parents come before their children, so one step from the front leads each run to its root.
    for index in 0..parents.len() {
        parents[index] = parents[parents[index]];
    }
    parents
}

/// Returns the root of a run, and halves the path to it.
fn find_root(parents: &mut [usize], mut run: usize) -> usize {
    while parents[run] != run {
        parents[run] = parents[parents[run]];
        run = parents[run];
    }
    run
}
