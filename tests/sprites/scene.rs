//! Sprites of many kinds.

use fastrand::Rng;
use reference::separation::corners;
use tileray::glam::{DVec2, Vec2, vec2};
use tileray::sprite::SpriteId;
use tileray::{Hull, Polygon, Pose, Sprite, Sprites};

/// Where sprites may stand and how they may be turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Places {
    /// At whole coordinates, in quarter turns: all that is asked of such hulls is exact.
    Lattice,
    /// Anywhere, at any angle.
    Free,
}

fn points(coordinates: &[(i32, i32)]) -> Vec<Vec2> {
    coordinates.iter().map(|&(x, y)| vec2(x as f32, y as f32)).collect()
}

/// A hull of one or several pieces, whose corners have whole coordinates.
pub(crate) fn hull(rng: &mut Rng) -> Hull {
    let scale = if rng.u8(..16) == 0 { 20 } else { 1 };
    let side = |rng: &mut Rng| rng.i32(1..20) * scale;
    let (w, h) = (side(rng), side(rng));
    let corners = match rng.u8(..4) {
        0 => vec![(0, 0), (w, 0), (w, h), (0, h)],
        1 => vec![(0, 0), (w, h), (-h, w)],
        // An L, which is cut into pieces, and an arrow.
        2 => vec![(-w, -h), (0, -h), (0, 0), (w, 0), (w, h), (-w, h)],
        _ => vec![(0, 0), (2 * w, h), (0, 2 * h), (w / 2, h)],
    };
    Hull::from(&Polygon::new(points(&corners)).expect("a simple polygon"))
}

pub(crate) fn pose(rng: &mut Rng, places: Places, reach: i32) -> Pose {
    let along = |rng: &mut Rng| match places {
        Places::Lattice => rng.i32(-reach..=reach) as f32,
        Places::Free => (rng.f32() * 2.0 - 1.0) * reach as f32,
    };
    let rotation = match places {
        Places::Lattice => rng.i32(-2..=2) as f32 * std::f32::consts::FRAC_PI_2,
        Places::Free if rng.bool() => 0.0,
        Places::Free => rng.f32() * 10.0 - 5.0,
    };
    Pose::new((along(rng), along(rng)), rotation)
}

/// Up to so many sprites, some of which were removed or moved, some that stand nowhere.
pub(crate) fn sprites(rng: &mut Rng, places: Places, most: usize) -> Sprites {
    let reach = [30, 100, 100, 400, 3000][rng.usize(..5)];
    let mut sprites = Sprites::new();
    let mut ids: Vec<SpriteId> = Vec::new();
    for _ in 0..rng.usize(..=most) {
        let bits = |rng: &mut Rng| 1 << rng.u8(..3) | 1 << rng.u8(..3);
        let pose = match rng.u8(..40) {
            0 => Pose::at((f32::NAN, 0.0)),
            1 => Pose::at((f32::INFINITY, 0.0)),
            2 => Pose::new((0.0, 0.0), f32::NAN),
            _ => pose(rng, places, reach),
        };
        let (category, collides_with) = (bits(rng), bits(rng) | 1);
        ids.push(sprites.insert(Sprite { pose, category, collides_with, ..Sprite::new(hull(rng)) }));
        if rng.u8(..8) == 0 {
            sprites.remove(ids.swap_remove(rng.usize(..ids.len())));
        }
    }
    for id in ids {
        if rng.bool() {
            sprites.set_pose(id, pose(rng, places, reach));
        }
    }
    sprites
}

/// The corners of each piece of a sprite's hull where it stands, in `f64`.
pub(crate) fn pieces(sprites: &Sprites, id: SpriteId) -> Vec<Vec<DVec2>> {
    let hull = sprites.hull(id).expect("a sprite that is there");
    hull.pieces().map(|piece| corners(&piece)).collect()
}

/// Whether a piece holds a point, borders included.
pub(crate) fn holds(piece: &[DVec2], point: DVec2) -> bool {
    (0..piece.len()).all(|i| (piece[(i + 1) % piece.len()] - piece[i]).perp_dot(point - piece[i]) >= 0.0)
}

/// A number that whole coordinates go well with: a multiple of a quarter.
pub(crate) fn quarters(rng: &mut Rng, reach: i32) -> Vec2 {
    vec2(rng.i32(-4 * reach..=4 * reach) as f32, rng.i32(-4 * reach..=4 * reach) as f32) / 4.0
}
