use super::Arena;
use tileray::glam::Vec2;

/// How much of the speed at which two sprites meet they part with.
const BOUNCE: f32 = 0.95;

/// Changes the speeds of two sprites that push on each other at a point, along the normal that leads the first one out.
///
/// With `r` from a center to the point, speed of the point `v + ω × r`, the push `j` along the normal `n` that turns the speed
/// at which the points come nearer around is `−(1 + e) v·n / Σ (1/m + (r × n)² / I)`.
pub(super) fn bounce(arena: &mut Arena, pair: [usize; 2], masses: [f32; 2], at: Vec2, normal: Vec2) {
    let arms = pair.map(|body| at - arena.bodies[body].pose().translation);
    let speed = |side: usize| {
        let body = &arena.bodies[pair[side]];
        body.velocity + arms[side].perp() * body.spin
    };
    let nearing = (speed(0) - speed(1)).dot(normal);
    let inertia = |side: usize| {
        let figure = &arena.figures[arena.bodies[pair[side]].figure];
        // What is held does not turn, either.
        if masses[side].is_finite() { figure.inertia() } else { f32::INFINITY }
    };
    let inertias = [inertia(0), inertia(1)];
    let give = |side: usize| 1.0 / masses[side] + arms[side].perp_dot(normal).powi(2) / inertias[side];
    let push = -(1.0 + BOUNCE) * nearing / (give(0) + give(1));
    // NaN where neither can give way.
    if nearing >= 0.0 || !push.is_finite() {
        return;
    }
    for (side, push) in [(0, normal * push), (1, -normal * push)] {
        let body = &mut arena.bodies[pair[side]];
        body.velocity += push / masses[side];
        body.spin += arms[side].perp_dot(push) / inertias[side];
    }
}
