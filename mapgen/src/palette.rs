//! The colours of the art: a few ramps, each from dark to light.

/// Red, green, blue and alpha; the art uses alpha 0 and 255 only, because alpha is collision.
pub(crate) type Rgba = [u8; 4];

/// No pixel.
pub(crate) const CLEAR: Rgba = [0, 0, 0, 0];

/// An opaque colour from `0xRRGGBB`.
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
pub(crate) const MOSS: [Rgba; 5] = [
    rgb(0x0f3038),
    rgb(0x18504d),
    rgb(0x287a64),
    rgb(0x52a878),
    rgb(0x9ad690),
];

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
pub(crate) const AMBER: [Rgba; 5] = [
    rgb(0x6b331f),
    rgb(0xb85c28),
    rgb(0xef9c3c),
    rgb(0xffd878),
    rgb(0xfff4c8),
];

/// Crystals, cool.
pub(crate) const CRYSTAL: [Rgba; 5] = [
    rgb(0x2a2668),
    rgb(0x4350b4),
    rgb(0x5f9be6),
    rgb(0xa5e4fb),
    rgb(0xeafcff),
];

/// Crystals, warm: also the caps of mushrooms.
pub(crate) const ROSE: [Rgba; 5] = [
    rgb(0x471f55),
    rgb(0x853078),
    rgb(0xc9508f),
    rgb(0xf591a8),
    rgb(0xffd9d4),
];

/// Timber.
pub(crate) const WOOD: [Rgba; 5] = [
    rgb(0x2c1a1c),
    rgb(0x4d2e25),
    rgb(0x77492f),
    rgb(0xa36d3f),
    rgb(0xcf9c5b),
];

/// Iron and stone trim.
pub(crate) const IRON: [Rgba; 4] = [rgb(0x1b1a26), rgb(0x3a3a4d), rgb(0x6b7086), rgb(0xb0b8c4)];
