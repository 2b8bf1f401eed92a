//! Rectangles of whole pixels.

use tileray::Rect;
use tileray::glam::{ivec2, uvec2};

#[test]
fn union_ignores_empty_rectangles() {
    let rect = Rect::new(ivec2(5, 5), ivec2(9, 6));
    assert_eq!(Rect::EMPTY.union(&rect), rect);
    assert_eq!(rect.union(&Rect::new(ivec2(100, 0), ivec2(100, 9))), rect);
}

#[test]
fn intersection_of_neighbors_is_empty() {
    let left = Rect::new(ivec2(0, 0), ivec2(4, 4));
    let right = Rect::new(ivec2(4, 0), ivec2(8, 4));
    assert!(left.intersection(&right).is_empty());
}

#[test]
fn size_stops_at_the_end_of_the_number_line() {
    let rect = Rect::from_size(ivec2(i32::MAX - 3, i32::MIN), uvec2(10, u32::MAX));
    assert_eq!(rect.max.x, i32::MAX);
    assert_eq!(rect.height(), u32::MAX);
}
