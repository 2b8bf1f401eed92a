//! Hulls come to the same bits on every machine and in every build.

use super::masks;
use reference::hash::Hash;
use tileray::hull::{HullMode, OutlineBias};
use tileray::{Hull, HullOptions};

#[test]
fn hulls_come_to_the_same_bits() {
    let mut rng = fastrand::Rng::with_seed(110);
    let mut hash = Hash::new();
    for case in 0..400 {
        let mask = masks::any(&mut rng, 40);
        let options = HullOptions {
            mode: [HullMode::Pieces, HullMode::Convex, HullMode::Circle, HullMode::Box][case % 4],
            bias: [OutlineBias::Nearest, OutlineBias::Grow, OutlineBias::Shrink][case / 4 % 3],
            max_error: rng.u32(0..16) as f32 / 4.0,
            ..HullOptions::default()
        };
        for piece in Hull::from_mask(&mask, &options).expect("a hull").pieces() {
            hash.word(piece.len() as u32);
            piece.points().for_each(|corner| {
                hash.word(corner.x.to_bits());
                hash.word(corner.y.to_bits());
            });
        }
    }
    assert_eq!(hash.digits(), "0780ef2e4b5f13a0");
}
