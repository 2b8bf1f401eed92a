use tileray::glam::{IVec2, Vec2};
use tileray::solidity::PlacedMask;

/// What happened in the last step. Pictures and sounds follow events; the game itself depends on none.
#[derive(Clone, Debug, PartialEq)]
pub enum Event {
    /// The hero jumped; the point between its feet.
    Jumped(IVec2),
    /// The hero landed, with a speed in pixels a second.
    Landed {
        feet: IVec2,
        speed: f32,
    },
    /// The beam dug these pixels away. It came from `from`.
    Dug {
        pixels: PlacedMask,
        from: Vec2,
    },
    /// The beam hit a drone, or ended one.
    DroneHit(Vec2),
    DroneFell(Vec2),
    /// The hero was hit, or died there.
    Hurt(Vec2),
    Died(Vec2),
    /// The hero took the coin with this center.
    CoinTaken(IVec2),
    /// The hero reached the flag.
    Won(IVec2),
}
