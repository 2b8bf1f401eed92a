//! Hulls of a mask's solid pixels.

use super::bounding::{convex_hull, enclosing_polygon, smallest_circle};
use super::canonical::{CanonicalContours, CanonicalFrame};
use super::fit::HullFit;
use super::options::{HullMode, HullOptions, SimplifiedContours, SpriteHullError};
use super::simplify::{SimplifyGoal, simplified, simplify};
use crate::collide::{ConvexPolygon, Hull};
use crate::geometry::tolerance::ROUNDED_CORNERS;
use crate::geometry::{Bound, Circle, Elements, convex_pieces_of_rings, sin_cos_of_turns};
use crate::solidity::{Contour, SolidityMap};
use glam::{DVec2, IVec2, Vec2};

/// The longest side of a mask that can have a hull: `f32` represents all whole numbers up to it.
const LONGEST_SIDE: u32 = 1 << 24;

/// The default number of corners of a circle, and the largest.
const CORNERS_OF_A_CIRCLE: usize = 16;
const MOST_CORNERS_OF_A_CIRCLE: usize = 64;

/// A sprite's hull, with its contours and its fit.
///
/// ```
/// use tileray::{HullOptions, SolidityMap, SpriteHull};
///
/// // A disc with a hole.
/// let ring = SolidityMap::from_fn(40, 40, |x, y| {
///     let square = (x as i32 - 20).pow(2) + (y as i32 - 20).pow(2);
///     (64..324).contains(&square)
/// });
/// let sprite = SpriteHull::from_mask(&ring, &HullOptions::default())?;
/// assert!(sprite.fit.iou() > 0.95);
/// assert_eq!(sprite.contours.iter().filter(|contour| contour.is_hole()).count(), 1);
/// # Ok::<(), tileray::hull::SpriteHullError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct SpriteHull {
    /// The hull, with its origin at the top left corner of the mask's pixel `(0, 0)`.
    pub hull: Hull,
    /// The kind of hull.
    pub mode: HullMode,
    /// The mask's simplified contours; [`HullMode::Pieces`] makes the hull of them.
    pub contours: Vec<Contour>,
    /// The smallest circle that contains all solid pixels' squares, in [`HullMode::Circle`].
    pub circle: Option<Circle>,
    /// The fit of the hull to the mask.
    pub fit: HullFit,
}

impl From<SpriteHull> for Hull {
    fn from(sprite: SpriteHull) -> Self {
        sprite.hull
    }
}

impl SpriteHull {
    /// Makes the hull of a mask's solid pixels, with its contours and its fit.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Hull::from_mask`].
    pub fn from_mask(mask: &SolidityMap, options: &HullOptions) -> Result<Self, SpriteHullError> {
        let shape = HullParts::new(mask, options)?;
        let of_any_size = options.max_vertices(None);
        let contours = match shape.contours {
            Some(contours) => contours,
            // `max_vertices` limits the one piece, not the contours.
            None => simplify(&mask.contours_with(options.connectivity), &of_any_size)?.contours,
        };
        let hull = hull_of(shape.pieces);
        let fit = HullFit::measure(&hull, mask);
        Ok(Self { hull, mode: options.mode, contours, circle: shape.circle, fit })
    }
}

impl Hull {
    /// Makes the hull of a mask's solid pixels, with its origin at the top left corner of the mask's pixel `(0, 0)`.
    ///
    /// [`SpriteHull::from_mask`] also measures the fit. The result depends on mask and options alone. Costs a few
    /// operations for every 64 pixels, and in [`HullMode::Pieces`] the cost of cutting the simplified contours into
    /// [pieces](crate::Polygon::convex_pieces).
    ///
    /// ```
    /// use tileray::{Hull, HullOptions, SolidityMap};
    /// use tileray::hull::HullMode;
    ///
    /// let slope = SolidityMap::from_ascii("#...\n##..\n###.\n####\n")?;
    /// let hull = Hull::from_mask(&slope, &HullOptions::new().mode(HullMode::Convex))?;
    /// let corners: Vec<_> = hull.pieces().flat_map(|piece| piece.points().collect::<Vec<_>>()).collect();
    /// assert_eq!(corners.len(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// - [`SpriteHullError::Empty`] if no pixel is solid;
    /// - [`TooLarge`](SpriteHullError::TooLarge) if a side has more than 2^24 pixels;
    /// - the errors of [`simplify`] with these options;
    /// - [`TooFewVertices`](SpriteHullError::TooFewVertices) or [`TooFewPieces`](SpriteHullError::TooFewPieces) if the
    ///   hull needs more than the options allow.
    pub fn from_mask(mask: &SolidityMap, options: &HullOptions) -> Result<Self, SpriteHullError> {
        HullParts::new(mask, options).map(|shape| hull_of(shape.pieces))
    }
}

/// The pieces of a hull, with the contours or the circle that they come from.
struct HullParts {
    pieces: Vec<ConvexPolygon>,
    contours: Option<Vec<Contour>>,
    circle: Option<Circle>,
}

impl HullParts {
    fn new(mask: &SolidityMap, options: &HullOptions) -> Result<Self, SpriteHullError> {
        let (width, height) = (mask.width(), mask.height());
        if width.max(height) > LONGEST_SIDE {
            return Err(SpriteHullError::TooLarge { width, height });
        }
        let bounds = mask.bounds().ok_or(SpriteHullError::Empty { width, height })?;
        options.check()?;
        let most = options.max_vertices.unwrap_or(usize::MAX);
        let of_one = |piece: ConvexPolygon| Self { pieces: vec![piece], contours: None, circle: None };
        match options.mode {
            HullMode::Pieces => {
                let (outline, pieces) = pieces_of(&mask.contours_with(options.connectivity), options)?;
                Ok(Self { pieces, contours: Some(outline.contours), circle: None })
            }
            HullMode::Convex => polygon_around(&convex_hull(mask), most).map(of_one),
            HullMode::Box => {
                let (min, max) = (bounds.min, bounds.max);
                polygon_around(&[min, IVec2::new(max.x, min.y), max, IVec2::new(min.x, max.y)], most).map(of_one)
            }
            HullMode::Circle => {
                let (circle, frame) = smallest_circle(&convex_hull(mask));
                let piece = circumscribed_polygon(&circle, &frame, options.max_vertices)?;
                Ok(Self { circle: Some(circle), ..of_one(piece) })
            }
        }
    }
}

/// Returns the polygon of convex corners, or one of at most `most` corners around it.
fn polygon_around(corners: &[IVec2], most: usize) -> Result<ConvexPolygon, SpriteHullError> {
    let points = if corners.len() <= most {
        corners.iter().map(|corner| corner.as_vec2()).collect()
    } else {
        enclosing_polygon(corners, most)?.into_iter().map(DVec2::as_vec2).collect()
    };
    ConvexPolygon::convex_hull(points)
        .map_err(|_| SpriteHullError::TooFewVertices { asked: most, least: corners.len() })
}

/// Returns the regular polygon whose edges touch a circle. A corner lies to the right of the center in the frame.
fn circumscribed_polygon(
    circle: &Circle,
    frame: &CanonicalFrame,
    corners: Option<usize>,
) -> Result<ConvexPolygon, SpriteHullError> {
    let count = corners.unwrap_or(CORNERS_OF_A_CIRCLE).min(MOST_CORNERS_OF_A_CIRCLE);
    let too_few = SpriteHullError::TooFewVertices { asked: count, least: 3 };
    if count < 3 {
        return Err(too_few);
    }
    // Edges are closest to the center in their middle, half a corner's angle from their ends.
    let (_, cosine) = sin_cos_of_turns(0.5 / count as f64);
    let slack = f64::from(circle.center.abs().greatest() + circle.radius) * ROUNDED_CORNERS;
    let radius = f64::from(circle.radius) / cosine + slack;
    let corner = |index: usize| {
        let (sine, cosine) = sin_cos_of_turns(index as f64 / count as f64);
        let offset = frame.source_vector(DVec2::new(cosine, sine) * radius);
        (circle.center.as_dvec2() + offset).as_vec2()
    };
    ConvexPolygon::new((0..count).map(corner).collect()).map_err(|_| too_few)
}

fn hull_of(pieces: Vec<ConvexPolygon>) -> Hull {
    Hull::new(pieces).unwrap_or_else(|error| unreachable!("a mask with solid pixels has a piece: {error}"))
}

/// The number of bisections between an error bound with too many pieces and one with few enough.
const HALVINGS: usize = 6;

/// Simplifies the contours with the options, and returns the convex pieces that tile them too.
pub(super) fn pieces_of(
    contours: &[Contour],
    options: &HullOptions,
) -> Result<(SimplifiedContours, Vec<ConvexPolygon>), SpriteHullError> {
    let canonical = CanonicalContours::new(contours);
    let (mut outline, pieces) = canonical_pieces_of(&canonical.contours, options)?;
    outline.contours = canonical.sources(&outline.contours, contours);
    // The pieces are convex by the same exact signs that are checked here, so none is left out.
    let piece = |piece: Vec<Vec2>| {
        let points = canonical.frame.sources(piece.into_iter().map(DVec2::from));
        ConvexPolygon::new(points.into_iter().map(DVec2::as_vec2).collect()).ok()
    };
    Ok((outline, pieces.into_iter().filter_map(piece).collect()))
}

/// Returns [`pieces_of`] canonical contours, as rings of corners.
fn canonical_pieces_of(
    contours: &[Contour],
    options: &HullOptions,
) -> Result<(SimplifiedContours, Vec<Vec<Vec2>>), SpriteHullError> {
    let cut = |max_error: f32, goal: SimplifyGoal| -> Result<_, SpriteHullError> {
        let outline = simplified(contours, &options.max_error(max_error), goal)?;
        let pieces = convex_pieces(&outline.contours);
        Ok((outline, pieces))
    };
    let finest = cut(options.max_error, SimplifyGoal::Shape)?;
    let Some(most) = options.max_pieces.filter(|&most| finest.1.len() > most) else { return Ok(finest) };
    // The bound is doubled until there are few enough pieces, then bisected.
    let (mut too_fine, mut bound, mut least) = (options.max_error, options.max_error, finest.1.len());
    let mut found = loop {
        let coarser = cut(bound, SimplifyGoal::Fewest)?;
        least = least.min(coarser.1.len());
        if coarser.1.len() <= most {
            break coarser;
        }
        if bound > reach(contours) {
            return Err(SpriteHullError::TooFewPieces { asked: most, least });
        }
        (too_fine, bound) = (bound, (bound * 2.0).at_least(0.5));
    };
    for _ in 0..HALVINGS {
        let middle = (too_fine + bound) / 2.0;
        let coarser = cut(middle, SimplifyGoal::Fewest)?;
        if coarser.1.len() <= most {
            (found, bound) = (coarser, middle);
        } else {
            too_fine = middle;
        }
    }
    Ok(found)
}

/// Returns an error bound beyond which contours get no simpler.
fn reach(contours: &[Contour]) -> f32 {
    let diagonals = contours.iter().map(|contour| contour.bounds().size().as_vec2().length());
    diagonals.fold(0.0, |most, diagonal| diagonal.at_least(most))
}

/// Returns convex rings that tile the area between contours. Each outer contour is cut with its holes.
fn convex_pieces(contours: &[Contour]) -> Vec<Vec<Vec2>> {
    let mut outlines: Vec<Vec<Vec<Vec2>>> = vec![Vec::new(); contours.len()];
    for (index, contour) in contours.iter().enumerate() {
        let outer = contour.parent().filter(|_| contour.is_hole()).unwrap_or(index);
        outlines[outer].push(contour.points().iter().map(|point| point.as_vec2()).collect());
    }
    outlines.iter().flat_map(|rings| convex_pieces_of_rings(rings)).collect()
}
