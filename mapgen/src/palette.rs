//! The colors of the art: a few ramps, each from dark to light.

/// Red, green, blue and alpha; the art uses alpha 0 and 255 only, because alpha is collision.
pub(crate) type Rgba = [u8; 4];

/// No pixel.
pub(crate) const CLEAR: Rgba = [0, 0, 0, 0];

/// An opaque color from `0xRRGGBB`.
pub(crate) const fn rgb(hex: u32) -> Rgba {
    [(hex >> 16) as u8, (hex >> 8) as u8, hex as u8, 255]
}

/// Warm rock with violet shadows.
pub(crate) const ROCK: [Rgba; 8] = [
    rgb(0x1d1520),
    rgb(0x2b1d29),
    rgb(0x3c2933),
    rgb(0x543a3e),
    rgb(0x715049),
    rgb(0x936c56),
    rgb(0xb79168),
    rgb(0xdcc08c),
];

/// Teal moss.
pub(crate) const MOSS: [Rgba; 5] = [rgb(0x0f3038), rgb(0x18504d), rgb(0x287a64), rgb(0x52a878), rgb(0x9ad690)];

/// Far cave wall: deep blue, turning warm where a lantern shines.
pub(crate) const WALL: [Rgba; 9] = [
    rgb(0x0c0b1b),
    rgb(0x121028),
    rgb(0x191635),
    rgb(0x221d43),
    rgb(0x2f2550),
    rgb(0x452e59),
    rgb(0x64405d),
    rgb(0x8a575b),
    rgb(0xb5775a),
];

/// Rock between the far wall and the ground: a shade with a cool rim.
pub(crate) const SHADE: [Rgba; 4] = [rgb(0x0e0c1e), rgb(0x15122b), rgb(0x24204a), rgb(0x353366)];

/// Lantern light.
pub(crate) const AMBER: [Rgba; 5] = [rgb(0x6b331f), rgb(0xb85c28), rgb(0xef9c3c), rgb(0xffd878), rgb(0xfff4c8)];

/// Crystals, cool.
pub(crate) const CRYSTAL: [Rgba; 5] = [rgb(0x2a2668), rgb(0x4350b4), rgb(0x5f9be6), rgb(0xa5e4fb), rgb(0xeafcff)];

/// Crystals, warm: also the caps of mushrooms.
pub(crate) const ROSE: [Rgba; 5] = [rgb(0x471f55), rgb(0x853078), rgb(0xc9508f), rgb(0xf591a8), rgb(0xffd9d4)];

/// Timber.
pub(crate) const WOOD: [Rgba; 5] = [rgb(0x2c1a1c), rgb(0x4d2e25), rgb(0x77492f), rgb(0xa36d3f), rgb(0xcf9c5b)];

/// Iron and stone trim.
pub(crate) const IRON: [Rgba; 4] = [rgb(0x1b1a26), rgb(0x3a3a4d), rgb(0x6b7086), rgb(0xb0b8c4)];

/// Cold stone.
pub(crate) const FROST: [Rgba; 8] = [
    rgb(0x141a2e),
    rgb(0x1d2740),
    rgb(0x2a3a57),
    rgb(0x3e5674),
    rgb(0x5a7d98),
    rgb(0x80a8b8),
    rgb(0xaed0d2),
    rgb(0xe2f4ea),
];

/// Earth of the floating islands.
pub(crate) const EARTH: [Rgba; 8] = [
    rgb(0x33233f),
    rgb(0x4a2f4a),
    rgb(0x663f50),
    rgb(0x875555),
    rgb(0xa9705c),
    rgb(0xc88f6a),
    rgb(0xe3b281),
    rgb(0xf6d6a4),
];

/// Grass and leaves in daylight.
pub(crate) const GRASS: [Rgba; 5] = [rgb(0x1f4a48), rgb(0x2f7350), rgb(0x55a14f), rgb(0x93c953), rgb(0xd9ec7a)];

/// A sky in the late afternoon, from the top down.
pub(crate) const SKY: [Rgba; 10] = [
    rgb(0x3c5aa8),
    rgb(0x4a6fbc),
    rgb(0x5a86cd),
    rgb(0x6d9dda),
    rgb(0x84b3e2),
    rgb(0x9fc7e7),
    rgb(0xbcd8e8),
    rgb(0xdce3dd),
    rgb(0xf3dfc4),
    rgb(0xf9cba5),
];

/// Clouds, from their shaded side up.
pub(crate) const CLOUD: [Rgba; 4] = [rgb(0xa9b6dc), rgb(0xc9d3ea), rgb(0xe8edf6), rgb(0xffffff)];

/// Meadow of the town.
pub(crate) const MEADOW: [Rgba; 5] = [rgb(0x2f5a44), rgb(0x3f7547), rgb(0x528a4a), rgb(0x689d50), rgb(0x8fbb62)];

/// Cobbles.
pub(crate) const COBBLE: [Rgba; 8] = [
    rgb(0x4f4a4f),
    rgb(0x6b625f),
    rgb(0x867a6f),
    rgb(0x9c8f80),
    rgb(0xb0a390),
    rgb(0xc3b7a1),
    rgb(0xd4cab2),
    rgb(0xe5ddc7),
];

/// Water.
pub(crate) const WATER: [Rgba; 6] =
    [rgb(0x1f3f66), rgb(0x285a84), rgb(0x3477a0), rgb(0x4a96b8), rgb(0x82c3d3), rgb(0xd3f0ef)];

/// Roof tiles.
pub(crate) const CLAY: [Rgba; 5] = [rgb(0x4f2430), rgb(0x7d3237), rgb(0xa8463d), rgb(0xcb6548), rgb(0xe69263)];

/// Slate roofs.
pub(crate) const SLATE: [Rgba; 5] = [rgb(0x23273f), rgb(0x363f60), rgb(0x4d5b80), rgb(0x6b7d9f), rgb(0x98acc2)];

/// Plastered walls.
pub(crate) const PLASTER: [Rgba; 4] = [rgb(0x8d7a6c), rgb(0xc0ab8e), rgb(0xe0cfab), rgb(0xf3e8c8)];
