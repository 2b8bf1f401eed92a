//! Contours with fewer corners, in which nothing crosses that did not.

mod crossing;
mod grid;
mod loops;
mod options;
mod outline;
mod repair;
mod shortcut;
mod track;
mod wedge;

use crate::solidity::Contour;
use loops::Loops;
pub use options::{OutlineBias, Simplified, SimplifyError, SimplifyOptions};
use outline::Outline;
use repair::repaired;

/// To how many pixels the bound is found that leaves few enough corners.
const BOUND_STEP: f64 = 1.0 / 64.0;

/// The contours of a mask with fewer corners: each point of the given loops is within
/// [`max_error`](SimplifyOptions::max_error) of the loop that stands for its own.
///
/// The corners are lattice points of the given loops. Loops still do not cross each other or themselves, and touch only
/// where the given ones do; each has at least three corners and an area of the same sign; and what lay within a loop lies
/// within it. With a [bias](OutlineBias) no solid pixel is lost, or none won. Loops keep their order and their parents.
///
/// The number of corners is not always the least, but mostly near it: each loop goes along edges that are within the bound and
/// lead far, and edges that get into each other's way are split. Where many loops lie close, a large bound may leave more
/// corners than a small one. `max_error` 0 leaves the contours as they are.
///
/// Meant for contours of one mask, or of masks that do not overlap. Loops that cross each other are taken as they are.
///
/// Takes time in proportion to the number of corners, mostly: a few tenths of a microsecond for each. A bound on the corners
/// costs about twenty times that.
///
/// The search for shortcuts is that of Imai and Iri 1988, "Polygonal approximations of a curve", with the end points and both
/// rays of Chan and Chin 1996, "Approximation of polygonal curves with minimum number of line segments or minimum error".
///
/// # Errors
///
/// [`SimplifyError::MaxError`] where the bound is negative, infinite or NaN; [`SimplifyError::TooFewVertices`] where no bound
/// leaves as few corners as `max_vertices`; [`SimplifyError::TooManyCorners`].
///
/// ```
/// use tileray::{OutlineBias, SimplifyOptions, SolidityMap, simplify};
///
/// let ramp = SolidityMap::from_fn(64, 32, |x, y| x / 2 + y >= 31);
/// let contours = ramp.contours();
/// assert_eq!(contours[0].points().len(), 66);
///
/// let near = simplify(&contours, &SimplifyOptions::default())?;
/// assert!(near.contours[0].points().len() <= 4 && near.error <= 1.0);
/// let around = simplify(&contours, &SimplifyOptions { bias: OutlineBias::Grow, ..Default::default() })?;
/// assert!(around.contours[0].area2() >= contours[0].area2());
/// # Ok::<(), tileray::SimplifyError>(())
/// ```
pub fn simplify(contours: &[Contour], options: &SimplifyOptions) -> Result<Simplified, SimplifyError> {
    let &SimplifyOptions { max_error, bias, max_vertices } = options;
    if !(0.0..f32::INFINITY).contains(&max_error) {
        return Err(SimplifyError::MaxError { max_error });
    }
    let loops = Loops::new(contours)?;
    let simplified = Attempt::new(&loops, f64::from(max_error), bias);
    match max_vertices {
        Some(max_vertices) if simplified.corners() > max_vertices => fewer(&loops, options, max_vertices),
        _ => Ok(simplified.finished()),
    }
}

/// The contours by the least bound that leaves `max_vertices` corners at most, up to a 64th of a pixel.
///
/// It is doubled until that is so, then found by halving. More than the whole picture's size it cannot use.
fn fewer(loops: &Loops<'_>, options: &SimplifyOptions, max_vertices: usize) -> Result<Simplified, SimplifyError> {
    let attempt = |bound: f64| Attempt::new(loops, bound, options.bias);
    let mut low = f64::from(options.max_error);
    let mut high = low.max(0.5);
    let mut fewest = usize::MAX;
    let extent = {
        let min = loops.corners.iter().copied().fold(glam::DVec2::MAX, glam::DVec2::min);
        let max = loops.corners.iter().copied().fold(glam::DVec2::MIN, glam::DVec2::max);
        (max - min).length()
    };
    let mut best = loop {
        let found = attempt(high);
        let corners = found.corners();
        if corners <= max_vertices {
            break found;
        }
        fewest = fewest.min(corners);
        if high > extent || max_vertices < 3 * loops.count() {
            return Err(SimplifyError::TooFewVertices { max_vertices, loops: loops.count(), fewest });
        }
        (low, high) = (high, high * 2.0);
    };
    while high - low > BOUND_STEP {
        let middle = (low + high) / 2.0;
        let found = attempt(middle);
        if found.corners() <= max_vertices {
            (best, high) = (found, middle);
        } else {
            low = middle;
        }
    }
    Ok(best.finished())
}

/// The contours by one bound.
struct Attempt {
    contours: Vec<Contour>,
    error2: f64,
}

impl Attempt {
    fn new(loops: &Loops<'_>, bound: f64, bias: OutlineBias) -> Self {
        if bound == 0.0 {
            return Self { contours: loops.contours.to_vec(), error2: 0.0 };
        }
        let outline: Outline<'_> = repaired(loops, bound, bias.side());
        Self { contours: outline.contours(), error2: outline.error2() }
    }

    fn corners(&self) -> usize {
        self.contours.iter().map(|contour| contour.points().len()).sum()
    }

    fn finished(self) -> Simplified {
        Simplified { contours: self.contours, error: self.error2.sqrt() as f32 }
    }
}
