//! One number for many answers.

use tileray::RayHit;
use tileray::glam::IVec2;

/// Every bit of every answer, folded by FNV-1a.
pub fn hash(hits: &[Option<RayHit>]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut fold = |bits: u32| {
        for byte in bits.to_le_bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    };
    for hit in hits {
        let Some(hit) = hit else {
            fold(0);
            continue;
        };
        let previous = hit.previous.unwrap_or(IVec2::MIN);
        for value in [hit.pixel.x, hit.pixel.y, previous.x, previous.y, hit.cell.x, hit.cell.y, hit.layer as i32] {
            fold(value as u32);
        }
        for value in [hit.point.x, hit.point.y, hit.distance, hit.fraction, hit.normal.x, hit.normal.y] {
            fold(value.to_bits());
        }
        fold(u32::from(hit.inside));
    }
    hash
}
