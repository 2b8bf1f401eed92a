//! Ledge forgiveness and walls that are tried again, with numbers of a platformer. `same.rs` and `contacts.rs` compare them with a
//! plain mover, and `mirrors.rs` plays them to both sides.

use crate::hero;
use reference::motion::level::Level;
use tileray::glam::{ivec2, vec2};
use tileray::motion::Side;
use tileray::{Body, MoveOptions, SolidityMap};

const DT: f32 = 1.0 / 60.0;

/// Runs over a gap in a floor at y = 200; returns whether the body is on the floor behind it.
fn runs_over(level: &Level, options: &MoveOptions, offset: f32) -> bool {
    let mut velocity = vec2(375.0, 0.0);
    let mut runner = Body::rectangle((39, 48), ivec2(100, 152)).expect("a body");
    runner.move_x(level.around(), offset);
    for _ in 0..40 {
        velocity.y += 3000.0 * DT;
        let slide = runner.move_and_slide(level.around(), velocity, DT, options);
        velocity.y = slide.velocity.y;
    }
    runner.position().y == 152
}

#[test]
fn a_body_runs_over_a_gap_a_little_wider_than_itself() {
    // 39 px wide at 375 px/s, a gap of 48 px, from 200 places 1/32 px apart.
    let count = |options: MoveOptions, gap: u32| {
        let is_solid = |x, y| y >= 200 && !(200..200 + gap).contains(&x);
        let level = Level::of(SolidityMap::from_fn(600, 300, is_solid));
        (0..200).filter(|&start| runs_over(&level, &options, start as f32 / 32.0)).count()
    };
    assert_eq!(count(MoveOptions::new().ledge_forgiveness(4), 48), 200);
    assert_eq!(count(MoveOptions::new(), 48), 40, "the others fall by more than a slope of 45° rises");
    // A gap of twice its width is too wide.
    assert_eq!(count(MoveOptions::new().ledge_forgiveness(4), 78), 0);
}

#[test]
fn at_a_corner_that_is_free_after_the_rise_no_frame_is_lost() {
    let level = Level::of(SolidityMap::from_fn(600, 300, |x, y| y >= 250 || (x >= 300 && y >= 210)));
    let lost = [false, true].map(|retries| {
        let options = MoveOptions::new().wall_retry(retries);
        let loses = |run: &i32| {
            // A jump right beside a wall of 40 px.
            let (mut jumper, mut velocity) = (hero(288, 236), vec2(90.0, -280.0));
            jumper.move_y(level.around(), -(*run as f32) / 8.0);
            let mut step = || {
                velocity = vec2(90.0, velocity.y + 900.0 * DT);
                let slide = jumper.move_and_slide(level.around(), velocity, DT, &options);
                velocity = slide.velocity;
                slide.wall.is_some() && !jumper.is_on_wall(level.around(), Side::Right)
            };
            (0..30).any(|_| step())
        };
        (0..220).filter(loses).count()
    });
    assert!(lost[0] > 40 && lost[1] == 0, "{lost:?}");
}
