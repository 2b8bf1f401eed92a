use super::simplify::{SimplifiedContours, simplify, simplify_most};
use super::{HullOptions, SpriteHullError};
use crate::collide::ConvexPolygon;
use crate::geometry::convex_pieces_of_rings;
use crate::solidity::Contour;

/// How often the error bound is halved between one that gives too many pieces and one that does not.
const HALVINGS: usize = 6;

/// The contours simplified as the options ask, and the convex pieces that tile them.
pub(super) fn pieces_of(
    contours: &[Contour],
    options: &HullOptions,
) -> Result<(SimplifiedContours, Vec<ConvexPolygon>), SpriteHullError> {
    let with_pieces = |outline: SimplifiedContours| {
        let pieces = convex_pieces(&outline.contours);
        (outline, pieces)
    };
    let cut = |max_error: f32| -> Result<_, SpriteHullError> {
        Ok(with_pieces(simplify_most(contours, &HullOptions { max_error, ..*options }.outline())?))
    };
    let finest = with_pieces(simplify(contours, &options.outline())?);
    let Some(most) = options.max_pieces.filter(|&most| finest.1.len() > most) else { return Ok(finest) };
    // The bound is doubled until there are few enough, then the least such bound is looked for in between.
    let (mut too_fine, mut bound, mut least) = (options.max_error, options.max_error, finest.1.len());
    let mut found = loop {
        let coarser = cut(bound)?;
        least = least.min(coarser.1.len());
        if coarser.1.len() <= most {
            break coarser;
        }
        if bound > reach(contours) {
            return Err(SpriteHullError::TooFewPieces { asked: most, least });
        }
        (too_fine, bound) = (bound, (bound * 2.0).max(0.5));
    };
    for _ in 0..HALVINGS {
        let middle = (too_fine + bound) / 2.0;
        let coarser = cut(middle)?;
        if coarser.1.len() <= most {
            (found, bound) = (coarser, middle);
        } else {
            too_fine = middle;
        }
    }
    Ok(found)
}

/// A bound at which nothing is left to simplify.
fn reach(contours: &[Contour]) -> f32 {
    contours.iter().map(|contour| contour.bounds().size().as_vec2().length()).fold(0.0, f32::max)
}

/// The convex polygons that tile what is between contours.
fn convex_pieces(contours: &[Contour]) -> Vec<ConvexPolygon> {
    let rings: Vec<Vec<_>> =
        contours.iter().map(|contour| contour.points().iter().map(|point| point.as_vec2()).collect()).collect();
    // A piece is convex by the same exact signs that are asked for here, so that none is left out.
    convex_pieces_of_rings(&rings).into_iter().filter_map(|piece| ConvexPolygon::new(piece).ok()).collect()
}
