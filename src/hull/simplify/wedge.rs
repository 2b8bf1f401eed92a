//! The directions in which a shortcut may leave a corner.

use glam::DVec2;

/// The directions from a point in which a ray passes near all corners that were met so far.
///
/// A ray passes within `ε` of a point at distance `d` where it deviates by at most `asin(ε/d)` from the direction to it; a
/// shortcut to a corner outside of all these cannot do, and where none is left the search ends (Imai and Iri 1988, "Polygonal
/// approximations of a curve"; the cone of Sklansky and Gonzalez 1980). It says where to look, and
/// [`Shortcut`](super::shortcut::Shortcut) decides.
pub(super) struct Wedge {
    tolerance: f64,
    tolerance2: f64,
    side: f64,
    /// Its two sides, not normalized, the one that comes first as angles grow; none where all directions will do.
    sides: Option<(DVec2, DVec2)>,
}

impl Wedge {
    pub(super) fn new(tolerance: f64, side: f64) -> Self {
        // Rounding must not shut out a corner that lies exactly at the bound.
        let tolerance = tolerance * (1.0 + 1e-9);
        Self { tolerance, tolerance2: tolerance * tolerance, side, sides: None }
    }

    /// Whether a direction lies in it.
    #[inline]
    pub(super) fn holds(&self, way: DVec2) -> bool {
        match self.sides {
            None => true,
            Some((low, high)) => {
                low.perp_dot(way) >= 0.0 && way.perp_dot(high) >= 0.0 && (low.dot(way) > 0.0 || high.dot(way) > 0.0)
            }
        }
    }

    /// Narrows it to the directions that pass near a corner, on the right side of it; false where none is left.
    #[inline]
    pub(super) fn narrow(&mut self, way: DVec2) -> bool {
        let rest2 = way.length_squared() - self.tolerance2;
        let (tangent_low, tangent_high) = if rest2 > 0.0 {
            // Turned by the angle whose sine is `ε/d` and whose cosine is `√(d² − ε²)/d`, and lengthened by `d`.
            let (along, across) = (way * rest2.sqrt(), way.perp() * self.tolerance);
            (along - across, along + across)
        } else if self.side == 0.0 {
            return true;
        } else {
            // Near to the point any direction will do that has the corner on the right side; a quarter turn is enough.
            (-way.perp(), way.perp())
        };
        let low = if self.side < 0.0 { way } else { tangent_low };
        let high = if self.side > 0.0 { way } else { tangent_high };
        let (low, high) = match self.sides {
            None => (low, high),
            Some((old_low, old_high)) => (
                if old_low.perp_dot(low) > 0.0 { low } else { old_low },
                if old_high.perp_dot(high) < 0.0 { high } else { old_high },
            ),
        };
        self.sides = Some((low, high));
        low.perp_dot(high) >= 0.0 && (low.dot(way) > 0.0 || high.dot(way) > 0.0)
    }
}
