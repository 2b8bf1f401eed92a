//! Contour simplification: fewer corners within an error bound, without new crossings.
//!
//! ```text
//! for each loop (alone):                                             path, chord
//!     nodes = its corners and the middles of its edges
//!     for each node, last to first:
//!         cone = all directions
//!         for each later node, while the cone is not empty:
//!             it is a candidate if it lies in the cone
//!             narrow the cone to directions that pass the node within max_error
//!         cost = the corner's price + min over the candidates of
//!                misfit of the chord to it + cost from there on
//!     follow the cheapest chords from the first corner: the farthest from the loop's center
//! until nothing changes (all loops):                                 outline, repair
//!     split chords that cross or touch another chord, and chords that
//!     jump over another loop, at the corner farthest from them
//!
//!               _|  b      the chord from a to b replaces the steps of a slope:
//!           __|·'          all of them are within max_error of it, and its misfit
//!       __|·'              is about the area between chord and steps
//!    a·'
//! ```
//!
//! A *loop* is one contour, and *corners* are its points. A *node* is a possible end of an edge, a *chord* is a
//! straight edge from node to node, and its *chain* is the part of the loop that it replaces. A corner costs 1, or 5/4
//! if it is reflex. An edge costs its *misfit*: the root mean square distance of its chain, times its length.
//! `tests/masks/contours` checks the bound and the absence of crossings on random masks. The docs of `repaired` prove
//! that the repair ends.

mod chord;
mod outline;
mod path;
mod repair;

pub(super) use outline::SimplifyGoal;

use super::canonical::{CanonicalContours, box_ends};
use super::options::{HullOptions, OutlineBias, SimplifiedContours, SpriteHullError};
use crate::solidity::Contour;
use outline::LoopSet;
use repair::repaired;

/// The precision, in pixels, of the bound found for a budget of corners.
const BOUND_STEP: f64 = 1.0 / 64.0;

/// Returns contours with fewer corners: each point of a given loop is within
/// [`max_error`](HullOptions::max_error) of the loop that replaces it.
///
/// The options `max_error`, `bias` and `max_vertices` count.
///
/// The corners are lattice points of the given loops. The loops still do not cross each other or themselves, and touch
/// at most where the given ones do. Each has at least three corners and an area of the same sign, and encloses the same
/// loops as before. With a [bias](OutlineBias) no solid pixel is lost, or none gained. Loops keep their order and their
/// parents. A `max_error` of 0 returns the contours unchanged.
///
/// The cost of each loop is minimized. A corner costs 1, or 5/4 if it is reflex, as a reflex corner mostly costs a
/// convex piece. An edge costs its misfit: the root mean square distance of the border from the edge, times the length
/// of the edge. That is about the area between the two. The unit of misfit is `max_error / 64` times the loop's
/// [size](HullOptions::max_error); a hole takes the size of the loop around it. Within the bound, this preserves the
/// area of the shape and drops inconspicuous details. Then edges that would cross are split.
///
/// Contours that are mirrored or turned by quarter turns have loops that are mirrored or turned; see
/// [mirror images](crate::hull#mirror-images).
///
/// Meant for the contours of one mask, or of masks that do not overlap. Loops that cross each other are not repaired.
///
/// Cost: mostly proportional to the number of corners; about ten times as much with a budget of corners.
///
/// The edges within the bound follow Imai and Iri 1988, "Polygonal approximations of a curve". The choice among them by
/// misfit follows Selinger 2003, "Potrace: a polygon-based tracing algorithm".
///
/// # Errors
///
/// - [`SpriteHullError::MaxError`] if the bound is negative, infinite or NaN;
/// - [`SpriteHullError::TooFewCorners`] if no bound leaves as few corners as `max_vertices`;
/// - [`SpriteHullError::TooManyCorners`] for more than 2^31 − 1 corners.
///
/// ```
/// use tileray::hull::{OutlineBias, simplify};
/// use tileray::{HullOptions, SolidityMap};
///
/// let ramp = SolidityMap::from_fn(64, 32, |x, y| x / 2 + y >= 31);
/// let contours = ramp.contours();
/// assert_eq!(contours[0].points().len(), 66);
///
/// let near = simplify(&contours, &HullOptions::default())?;
/// assert!(near.contours[0].points().len() < 40 && near.error <= 1.0);
/// let fewer = simplify(&contours, &HullOptions::new().max_vertices(Some(4)))?;
/// assert!(fewer.contours[0].points().len() <= 4 && fewer.error <= 1.0);
/// let around = simplify(&contours, &HullOptions::new().bias(OutlineBias::Grow))?;
/// assert!(around.contours[0].doubled_area() >= contours[0].doubled_area());
/// # Ok::<(), tileray::hull::SpriteHullError>(())
/// ```
pub fn simplify(contours: &[Contour], options: &HullOptions) -> Result<SimplifiedContours, SpriteHullError> {
    let canonical = CanonicalContours::new(contours);
    let SimplifiedContours { contours: found, error } = simplified(&canonical.contours, options, SimplifyGoal::Shape)?;
    Ok(SimplifiedContours { contours: canonical.sources(&found, contours), error })
}

/// Returns canonical contours with fewer corners, like [`simplify`], for a goal.
///
/// # Errors
///
/// Returns the errors of [`simplify`].
pub(super) fn simplified(
    contours: &[Contour],
    options: &HullOptions,
    goal: SimplifyGoal,
) -> Result<SimplifiedContours, SpriteHullError> {
    options.check()?;
    let loops = LoopSet::new(contours)?;
    let simplified = simplified_within(&loops, goal, f64::from(options.max_error), options.bias);
    match options.max_vertices {
        Some(most) if corner_count(&simplified) > most => simplified_to(&loops, options, most),
        _ => Ok(simplified),
    }
}

/// Returns the contours for the least bound, to 1/64 pixel, that leaves at most `max_vertices` corners. Misfit only
/// decides among equally few corners.
///
/// The bound is doubled up to the size of the whole picture, then bisected.
fn simplified_to(
    loops: &LoopSet<'_>,
    options: &HullOptions,
    max_vertices: usize,
) -> Result<SimplifiedContours, SpriteHullError> {
    let attempt = |bound: f64| simplified_within(loops, SimplifyGoal::Fewest, bound, options.bias);
    let [min, max] = box_ends(&loops.corners);
    let extent = (max - min).length();
    let (mut low, mut high) = (f64::from(options.max_error), f64::from(options.max_error));
    let mut fewest = usize::MAX;
    let mut best = loop {
        let found = attempt(high);
        if corner_count(&found) <= max_vertices {
            break found;
        }
        fewest = fewest.min(corner_count(&found));
        if high > extent {
            return Err(SpriteHullError::TooFewCorners { max_vertices, loops: loops.count(), fewest });
        }
        (low, high) = (high, if high < 0.5 { 0.5 } else { high * 2.0 });
    };
    while high - low > BOUND_STEP {
        let middle = (low + high) / 2.0;
        let found = attempt(middle);
        if corner_count(&found) <= max_vertices {
            (best, high) = (found, middle);
        } else {
            low = middle;
        }
    }
    Ok(best)
}

/// Returns the contours for one bound.
fn simplified_within(loops: &LoopSet<'_>, goal: SimplifyGoal, bound: f64, bias: OutlineBias) -> SimplifiedContours {
    if bound == 0.0 {
        return SimplifiedContours { contours: loops.contours.to_vec(), error: 0.0 };
    }
    let outline = repaired(loops, goal, bound, bias.side());
    SimplifiedContours { contours: outline.contours(), error: outline.error2().sqrt() as f32 }
}

fn corner_count(simplified: &SimplifiedContours) -> usize {
    simplified.contours.iter().map(|contour| contour.points().len()).sum()
}
