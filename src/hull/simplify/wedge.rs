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
    /// Its two sides, the one that comes first as angles grow; none where all directions will do.
    sides: Option<[Ray; 2]>,
}

/// One side of a wedge.
#[derive(Clone, Copy)]
struct Ray {
    /// Not normalized.
    way: DVec2,
    /// The cross product with the way to a point at the distance of the tolerance from it: the tolerance times the ray's length.
    reach: f64,
}

/// What a place says of the ways through a wedge.
pub(super) struct Passed {
    /// Whether the way to it lies in the wedge.
    pub(super) is_held: bool,
    /// Whether any direction is left that passes near it, too.
    pub(super) is_open: bool,
}

impl Wedge {
    pub(super) fn new(tolerance: f64, side: f64) -> Self {
        // Rounding must not shut out a corner that lies exactly at the bound.
        let tolerance = tolerance * (1.0 + 1e-9);
        Self { tolerance, tolerance2: tolerance * tolerance, side, sides: None }
    }

    /// Whether a direction lies in it; where it leads to a corner, it is narrowed to the directions that pass near that, on the
    /// right side of it.
    ///
    /// A corner ahead narrows a side where it lies farther inside of it than the tolerance, which the two products tell that
    /// also tell whether the direction lies in the wedge.
    #[inline]
    pub(super) fn pass(&mut self, way: DVec2, is_corner: bool) -> Passed {
        let Some([low, high]) = &mut self.sides else {
            return Passed { is_held: true, is_open: !is_corner || self.narrow(way) };
        };
        let (from_low, to_high) = (low.way.perp_dot(way), way.perp_dot(high.way));
        let (is_along_low, is_along_high) = (low.way.dot(way) > 0.0, high.way.dot(way) > 0.0);
        let is_held = from_low >= 0.0 && to_high >= 0.0 && (is_along_low || is_along_high);
        if !is_corner {
            return Passed { is_held, is_open: true };
        }
        if self.side != 0.0 || !is_along_low || !is_along_high {
            return Passed { is_held, is_open: self.narrow(way) };
        }
        let (narrows_low, narrows_high) = (from_low > low.reach, to_high > high.reach);
        if narrows_low || narrows_high {
            let [tangent_low, tangent_high] = tangents(way, self.tolerance, self.tolerance2);
            *low = if narrows_low { tangent_low } else { *low };
            *high = if narrows_high { tangent_high } else { *high };
        }
        Passed { is_held, is_open: low.way.perp_dot(high.way) >= 0.0 }
    }

    /// Narrows it to the directions that pass near a corner, on the right side of it; false where none is left.
    fn narrow(&mut self, way: DVec2) -> bool {
        // With a bias to a side, nothing asks for the reach.
        let ray = |way| Ray { way, reach: 0.0 };
        let [tangent_low, tangent_high] = if way.length_squared() > self.tolerance2 {
            tangents(way, self.tolerance, self.tolerance2)
        } else if self.side == 0.0 {
            return true;
        } else {
            // Near to the point any direction will do that has the corner on the right side; a quarter turn is enough.
            [-way.perp(), way.perp()].map(ray)
        };
        let low = if self.side < 0.0 { ray(way) } else { tangent_low };
        let high = if self.side > 0.0 { ray(way) } else { tangent_high };
        let [low, high] = match self.sides {
            None => [low, high],
            Some([old_low, old_high]) => [
                if old_low.way.perp_dot(low.way) > 0.0 { low } else { old_low },
                if old_high.way.perp_dot(high.way) < 0.0 { high } else { old_high },
            ],
        };
        self.sides = Some([low, high]);
        low.way.perp_dot(high.way) >= 0.0 && (low.way.dot(way) > 0.0 || high.way.dot(way) > 0.0)
    }
}

/// The two rays that pass a point at the distance of the tolerance; it is farther away than that.
#[inline]
fn tangents(way: DVec2, tolerance: f64, tolerance2: f64) -> [Ray; 2] {
    // Turned by the angle whose sine is `ε/d` and whose cosine is `√(d² − ε²)/d`, and lengthened by `d`.
    let distance2 = way.length_squared();
    let (along, across) = (way * (distance2 - tolerance2).max(0.0).sqrt(), way.perp() * tolerance);
    let reach = tolerance * distance2;
    [Ray { way: along - across, reach }, Ray { way: along + across, reach }]
}
