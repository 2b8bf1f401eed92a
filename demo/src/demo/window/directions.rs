use super::Window;
use minifb::Key;
use tileray::glam::Vec2;

/// The keys that move, and where to.
pub(super) const KEYS: [(Key, Vec2); 8] = [
    (Key::W, Vec2::NEG_Y),
    (Key::Up, Vec2::NEG_Y),
    (Key::S, Vec2::Y),
    (Key::Down, Vec2::Y),
    (Key::A, Vec2::NEG_X),
    (Key::Left, Vec2::NEG_X),
    (Key::D, Vec2::X),
    (Key::Right, Vec2::X),
];

/// Where the keys that are held lead to.
pub(super) fn held(window: &Window) -> Vec2 {
    KEYS.iter().filter(|(key, _)| window.is_held(*key)).map(|(_, to)| *to).sum()
}
