//! Hulls come to the same bits on every machine and in every build.

use crate::masks;
use tileray::{Hull, HullMode, HullOptions, OutlineBias};

#[test]
fn hulls_come_to_the_same_bits() {
    let mut rng = fastrand::Rng::with_seed(110);
    // FNV-1a.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut add = |number: u32| {
        for byte in number.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for case in 0..400 {
        let mask = masks::any(&mut rng, 40);
        let options = HullOptions {
            mode: [HullMode::Pieces, HullMode::Convex, HullMode::Circle, HullMode::Box][case % 4],
            bias: [OutlineBias::Nearest, OutlineBias::Grow, OutlineBias::Shrink][case / 4 % 3],
            max_error: rng.u32(0..16) as f32 / 4.0,
            ..HullOptions::default()
        };
        for piece in Hull::from_mask(&mask, &options).expect("a hull").pieces() {
            add(piece.len() as u32);
            piece.points().for_each(|corner| {
                add(corner.x.to_bits());
                add(corner.y.to_bits());
            });
        }
    }
    assert_eq!(hash, 0x0780_ef2e_4b5f_13a0, "{hash:#x}");
}
