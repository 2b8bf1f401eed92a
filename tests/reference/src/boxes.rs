//! Pairs of boxes, by a loop over all pairs.

use tileray::Aabb;

/// Whether two boxes share more than a border, said in words of its own.
fn overlap(a: &Aabb, b: &Aabb) -> bool {
    let has_inside = |aabb: &Aabb| aabb.min.x < aabb.max.x && aabb.min.y < aabb.max.y;
    let along_x = a.max.x.min(b.max.x) > a.min.x.max(b.min.x);
    let along_y = a.max.y.min(b.max.y) > a.min.y.max(b.min.y);
    has_inside(a) && has_inside(b) && along_x && along_y
}

/// All pairs of boxes that overlap, in the order of the boxes.
pub fn all_pairs(boxes: &[Aabb]) -> Vec<(u32, u32)> {
    let mut pairs = Vec::new();
    for (first, a) in boxes.iter().enumerate() {
        for (second, b) in boxes.iter().enumerate().skip(first + 1) {
            if overlap(a, b) {
                pairs.push((first as u32, second as u32));
            }
        }
    }
    pairs
}
