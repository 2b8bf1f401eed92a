//! Contours with fewer corners, in which nothing crosses that did not.

mod chord;
mod outline;
mod path;
mod repair;

use super::options::{OutlineBias, SimplifiedContours, SimplifyError, SimplifyOptions};
use crate::solidity::Contour;
use outline::{DraftOutline, LoopSet, SimplifyGoal};
use repair::repaired;

/// To how many pixels the bound is found that leaves few enough corners.
const BOUND_STEP: f64 = 1.0 / 64.0;

/// The contours of a mask with fewer corners: each point of the given loops is within
/// [`max_error`](SimplifyOptions::max_error) of the loop that stands for its own.
///
/// The corners are lattice points of the given loops. LoopSet still do not cross each other or themselves, and touch at most
/// where the given ones do; each has at least three corners and an area of the same sign; and what lay within a loop lies
/// within it. With a [bias](OutlineBias) no solid pixel is lost, or none won. LoopSet keep their order and their parents.
///
/// What is sought is a cheap direction around each loop. A corner costs 1, or 5/4 where the solid takes more than half a turn there, which
/// mostly costs a convex piece; an edge costs its misfit, which is about the area between it and the border: the root mean square
/// distance of the border from it, times its length, in units of a 64th of the bound times the loop's
/// [size](SimplifyOptions::max_error), a hole's being that of the loop around it. Within the bound that keeps the shape's area and drops what is little seen. Edges that would get into each other's direction are split. `max_error` 0 leaves the
/// contours as they are.
///
/// Meant for contours of one mask, or of masks that do not overlap. LoopSet that cross each other are taken as they are.
///
/// Takes time in proportion to the number of corners, mostly; a bound on the corners costs about ten times as much.
///
/// The edges that are within the bound are those of Imai and Iri 1988, "Polygonal approximations of a curve", and the choice among
/// them by misfit that of Selinger 2003, "Potrace: a polygon-based tracing algorithm".
///
/// # Errors
///
/// [`SimplifyError::MaxError`] where the bound is negative, infinite or NaN; [`SimplifyError::TooFewVertices`] where no bound
/// leaves as few corners as `max_vertices`; [`SimplifyError::TooManyCorners`].
///
/// ```
/// use tileray::hull::{OutlineBias, SimplifyOptions, simplify};
/// use tileray::SolidityMap;
///
/// let ramp = SolidityMap::from_fn(64, 32, |x, y| x / 2 + y >= 31);
/// let contours = ramp.contours();
/// assert_eq!(contours[0].points().len(), 66);
///
/// let near = simplify(&contours, &SimplifyOptions::default())?;
/// assert!(near.contours[0].points().len() < 40 && near.error <= 1.0);
/// let fewer = simplify(&contours, &SimplifyOptions { max_vertices: Some(4), ..Default::default() })?;
/// assert!(fewer.contours[0].points().len() <= 4 && fewer.error <= 1.0);
/// let around = simplify(&contours, &SimplifyOptions { bias: OutlineBias::Grow, ..Default::default() })?;
/// assert!(around.contours[0].doubled_area() >= contours[0].doubled_area());
/// # Ok::<(), tileray::hull::SimplifyError>(())
/// ```
pub fn simplify(contours: &[Contour], options: &SimplifyOptions) -> Result<SimplifiedContours, SimplifyError> {
    simplified(contours, options, SimplifyGoal::Shape)
}

/// The same with the fewest corners that the bound allows, whatever the misfit.
///
/// # Errors
///
/// Those of [`simplify`].
pub(super) fn simplify_most(
    contours: &[Contour],
    options: &SimplifyOptions,
) -> Result<SimplifiedContours, SimplifyError> {
    simplified(contours, options, SimplifyGoal::Fewest)
}

fn simplified(
    contours: &[Contour],
    options: &SimplifyOptions,
    aim: SimplifyGoal,
) -> Result<SimplifiedContours, SimplifyError> {
    options.check()?;
    let &SimplifyOptions { max_error, bias, max_vertices } = options;
    let loops = LoopSet::new(contours)?;
    let simplified = Simplified::new(&loops, aim, f64::from(max_error), bias);
    match max_vertices {
        Some(max_vertices) if simplified.corners() > max_vertices => fewer(&loops, options, max_vertices),
        _ => Ok(simplified.finished()),
    }
}

/// The contours by the least bound that leaves `max_vertices` corners at most, up to a 64th of a pixel. All that counts then is
/// the number of corners.
///
/// It is doubled until that is so, then found by halving. More than the whole picture's size it cannot use.
fn fewer(
    loops: &LoopSet<'_>,
    options: &SimplifyOptions,
    max_vertices: usize,
) -> Result<SimplifiedContours, SimplifyError> {
    let attempt = |bound: f64| Simplified::new(loops, SimplifyGoal::Fewest, bound, options.bias);
    let mut low = f64::from(options.max_error);
    let within_bound = attempt(low);
    if within_bound.corners() <= max_vertices {
        return Ok(within_bound.finished());
    }
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
        if high > extent {
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
struct Simplified {
    contours: Vec<Contour>,
    error2: f64,
}

impl Simplified {
    fn new(loops: &LoopSet<'_>, aim: SimplifyGoal, bound: f64, bias: OutlineBias) -> Self {
        if bound == 0.0 {
            return Self { contours: loops.contours.to_vec(), error2: 0.0 };
        }
        let outline: DraftOutline<'_> = repaired(loops, aim, bound, bias.side());
        Self { contours: outline.contours(), error2: outline.error2() }
    }

    fn corners(&self) -> usize {
        self.contours.iter().map(|contour| contour.points().len()).sum()
    }

    fn finished(self) -> SimplifiedContours {
        SimplifiedContours { contours: self.contours, error: self.error2.sqrt() as f32 }
    }
}
