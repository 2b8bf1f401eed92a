//! Whole coordinates come out exactly.

use tileray::collide;
use tileray::glam::{Vec2, vec2};
use tileray::{Circle, ConvexPolygon};

fn square(x: i32, y: i32, size: i32) -> ConvexPolygon {
    let corner = vec2(x as f32, y as f32);
    ConvexPolygon::rectangle(corner, corner + size as f32).expect("a square")
}

#[test]
fn squares_that_share_an_edge_or_a_corner_do_not_collide() {
    // Also far from the origin, where half of the numbers between whole ones are gone.
    for far in [0, 1000, 99_999, (1 << 20) - 40, -(1 << 22)] {
        for size in 1..=20 {
            let middle = square(far, -far, size);
            for (dx, dy) in [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)] {
                let neighbor = square(far + dx * size, -far + dy * size, size);
                assert!(!collide::intersects(&middle, &neighbor), "{far} {size} {dx} {dy}");
                assert_eq!(collide::contact(&middle, &neighbor), None);
                assert_eq!(collide::separation(&middle, &neighbor), Some(0.0));
                let sweep = collide::sweep(&middle, &neighbor, (-dx as f32, -dy as f32));
                assert_eq!(sweep.fraction, None, "moving apart");
            }
        }
    }
}

#[test]
fn by_one_pixel_they_do_with_depth_one() {
    for far in [0, 1000, 99_999, -(1 << 20)] {
        for size in 2..=20 {
            let middle = square(far, -far, size);
            for (dx, dy) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                let neighbor = square(far + dx * (size - 1), -far + dy * (size - 1), size);
                let contact = collide::contact(&middle, &neighbor).expect("they overlap by a pixel");
                assert_eq!(contact.depth, 1.0);
                assert_eq!(contact.normal, vec2(-dx as f32, -dy as f32));
                let apart = middle.translated(contact.mtv());
                assert!(!collide::intersects(&apart, &neighbor));
            }
            // Corner over corner by one pixel: of the two ways out the upright one is taken.
            let corner = square(far + size - 1, -far + size - 1, size);
            let contact = collide::contact(&middle, &corner).expect("they overlap by a pixel");
            assert_eq!((contact.normal, contact.depth), (vec2(0.0, -1.0), 1.0));
            assert_eq!(collide::contact(&corner, &middle).map(|contact| contact.normal), Some(vec2(0.0, 1.0)));
        }
    }
}

#[test]
fn times_of_whole_squares_are_exact() {
    let wall = square(100, 0, 16);
    for gap in [1, 2, 3, 7, 84] {
        let mover = square(100 - gap - 16, 3, 16);
        let sweep = collide::sweep(&mover, &wall, (gap as f32 * 2.0, 0.0));
        assert_eq!((sweep.fraction, sweep.normal), (Some(0.5), vec2(-1.0, 0.0)));
        assert_eq!(sweep.slide((gap as f32 * 2.0, 5.0)), vec2(gap as f32, 5.0));
        // A motion that ends with the touch has a time, but no overlap.
        let touch = collide::sweep(&mover, &wall, (gap as f32, 0.0));
        assert_eq!((touch.fraction, touch.will_intersect, touch.mtv), (Some(1.0), false, Vec2::ZERO));
        let short = collide::sweep(&mover, &wall, (gap as f32 - 0.5, 0.0));
        assert_eq!(short.fraction, None);
    }
}

#[test]
fn circles_of_whole_numbers_are_exact() {
    let wall = square(0, 0, 16);
    assert_eq!(collide::contact(&Circle::new((-5.0, 8.0), 5.0), &wall), None);
    assert_eq!(collide::contact(&Circle::new((-3.0, -4.0), 5.0), &wall), None);
    let contact = collide::contact(&Circle::new((-3.0, -4.0), 6.0), &wall).expect("a pixel deep in the corner");
    assert_eq!((contact.normal, contact.depth), (vec2(-0.6, -0.8), 1.0));
    let inside = collide::contact(&Circle::new((3.0, 8.0), 5.0), &wall).expect("inside");
    assert_eq!((inside.normal, inside.depth), (vec2(-1.0, 0.0), 8.0));
    let (a, b) = (Circle::new((0.0, 0.0), 2.0), Circle::new((3.0, 4.0), 3.0));
    assert_eq!(collide::contact(&a, &b), None);
    let contact = collide::contact(&a, &Circle::new((3.0, 4.0), 4.0)).expect("a pixel deep");
    assert_eq!((contact.normal, contact.depth), (vec2(-0.6, -0.8), 1.0));
    let sweep = collide::sweep(&Circle::new((-25.0, 8.0), 5.0), &wall, (40.0, 0.0));
    assert_eq!((sweep.fraction, sweep.normal), (Some(0.5), vec2(-1.0, 0.0)));
}
