use glam::Vec2;

/// Splits a minimum translation vector between two bodies: what to add to the position of the first, and of the second.
///
/// Each moves by the share of the other's mass, so the heavier one moves less; the first part minus the second is the
/// whole. A body of infinite mass does not move, and neither of two does: then both parts are zero, and they stay as they
/// are. A mass of 0 gives way to any other; two of 0, like two of the same mass, move by half each. A mass that is negative
/// or NaN counts as 0. A vector that is not finite gives parts that are not.
///
/// ```
/// use tileray::{collide, glam::vec2};
///
/// let (player, boulder) = collide::split_mtv(vec2(-4.0, 0.0), 1.0, 3.0);
/// assert_eq!((player, boulder), (vec2(-3.0, 0.0), vec2(1.0, 0.0)));
/// let (player, wall) = collide::split_mtv(vec2(-4.0, 0.0), 1.0, f32::INFINITY);
/// assert_eq!((player, wall), (vec2(-4.0, 0.0), vec2(0.0, 0.0)));
/// ```
#[must_use]
pub fn split_mtv(mtv: impl Into<Vec2>, mass_a: f32, mass_b: f32) -> (Vec2, Vec2) {
    let mtv = mtv.into();
    // NaN is not above 0.
    let mass = |mass: f32| if mass > 0.0 { f64::from(mass) } else { 0.0 };
    let (a, b) = (mass(mass_a), mass(mass_b));
    let share = match (a.is_infinite(), b.is_infinite()) {
        (true, true) => return (Vec2::ZERO, Vec2::ZERO),
        (true, false) => 0.0,
        (false, true) => 1.0,
        (false, false) if a + b == 0.0 => 0.5,
        (false, false) => b / (a + b),
    };
    let first = (mtv.as_dvec2() * share).as_vec2();
    (first, first - mtv)
}
