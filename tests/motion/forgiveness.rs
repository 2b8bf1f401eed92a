//! Ledge forgiveness and walls that are tried again, with numbers of a platformer, to both sides. `same.rs` and `contacts.rs`
//! compare them with a plain mover.

use reference::motion::level::Level;
use tileray::glam::{IVec2, Vec2, ivec2, vec2};
use tileray::motion::{Side, Slide};
use tileray::{Body, MoveOptions, SolidityMap};

const DT: f32 = 1.0 / 60.0;
const WIDTH: i32 = 600;

/// A level from pixels, and its mirror image.
fn both_sides(is_solid: impl Fn(i32, i32) -> bool) -> [(f32, Level); 2] {
    [1.0, -1.0].map(|side| {
        let mask = SolidityMap::from_fn(WIDTH as u32, 300, |x, y| {
            let x = x as i32;
            is_solid(if side > 0.0 { x } else { WIDTH - 1 - x }, y as i32)
        });
        (side, Level::of(mask))
    })
}

/// A body whose left border is at `x`, or whose right border is at its image.
fn body(side: f32, size: IVec2, at: IVec2) -> Body {
    let x = if side > 0.0 { at.x } else { WIDTH - size.x - at.x };
    Body::rectangle(size.as_uvec2(), ivec2(x, at.y)).expect("a body")
}

/// Runs over a gap in a floor at y = 200; returns whether the body is on the floor behind it.
fn runs_over(levels: &[(f32, Level); 2], options: &MoveOptions, offset: f32) -> bool {
    let crossed = levels.each_ref().map(|(side, level)| {
        let (size, mut velocity) = (ivec2(39, 48), vec2(375.0 * side, 0.0));
        let mut hero = body(*side, size, ivec2(100, 200 - size.y));
        hero.move_x(level.around(), offset * side);
        for _ in 0..40 {
            velocity.y += 3000.0 * DT;
            let slide = hero.move_and_slide(level.around(), velocity, DT, options);
            velocity = vec2(375.0 * side, slide.velocity.y);
        }
        hero.position().y == 200 - size.y
    });
    assert_eq!(crossed[0], crossed[1], "mirrored");
    crossed[0]
}

#[test]
fn a_body_runs_over_a_gap_a_little_wider_than_itself() {
    // 39 px wide at 375 px/s, a gap of 48 px, from 200 places 1/32 px apart.
    let count = |options: MoveOptions, gap| {
        let levels = both_sides(|x, y| y >= 200 && !(200..200 + gap).contains(&x));
        (0..200).filter(|&start| runs_over(&levels, &options, start as f32 / 32.0)).count()
    };
    assert_eq!(count(MoveOptions::new().ledge_forgiveness(4), 48), 200);
    assert_eq!(count(MoveOptions::new(), 48), 40, "the others fall by more than a slope of 45° rises");
    // A gap of twice its width is too wide.
    assert_eq!(count(MoveOptions::new().ledge_forgiveness(4), 78), 0);
}

#[test]
fn a_ledge_counts_while_falling_or_always_and_a_steep_slope_is_none() {
    let falls = MoveOptions::new().ledge_forgiveness(5).corner_correction(0);
    let always = falls.ledge_while_rising(true);
    // The body's lower side is some pixels below the ledge at y = 100, and it touches the wall.
    let lands = |options: MoveOptions, below: i32, fall: f32, slope: i32| {
        let landed = both_sides(|x, y| x >= 300 && y >= 100 - (x - 300) * slope).map(|(side, level)| {
            let mut hero = body(side, ivec2(12, 14), ivec2(288, 100 + below - 14));
            let slide = hero.move_and_slide(level.around(), vec2(2.0 * side, fall), 1.0, &options);
            let is_up = slide.wall.is_none() && hero.position().y <= 86;
            assert_eq!(slide.moved.x, if is_up { 2 * side as i32 } else { 0 });
            is_up
        });
        assert_eq!(landed[0], landed[1], "mirrored");
        landed[0]
    };
    for (below, fall, expected) in
        [(5, 0.5, [true, true]), (6, 0.5, [false, false]), (5, -0.25, [false, true]), (2, -0.25, [false, true])]
    {
        assert_eq!([falls, always].map(|options| lands(options, below, fall, 0)), expected, "{below} {fall}");
    }
    assert!(!lands(MoveOptions::new(), 2, 0.5, 0), "off by default");
    assert!(!lands(falls, 3, 0.5, 3), "a slope of 3 px a pixel");
    // A ceiling over the body leaves no way up.
    for (side, level) in both_sides(|x, y| (x >= 300 && y >= 100) || y < 88) {
        let mut hero = body(side, ivec2(12, 14), ivec2(288, 89));
        let slide = hero.move_and_slide(level.around(), vec2(2.0 * side, 0.5), 1.0, &falls);
        assert!(slide.wall.is_some());
    }
}

#[test]
fn at_a_corner_that_is_free_after_the_rise_no_frame_is_lost() {
    let levels = both_sides(|x, y| y >= 250 || (x >= 300 && y >= 210));
    let mut lost = [0; 2];
    for (option, lost) in [false, true].into_iter().zip(&mut lost) {
        let options = MoveOptions::new().wall_retry(option);
        for run in 0..220 {
            let frames = levels.each_ref().map(|&(side, ref level)| {
                // A jump right beside a wall of 40 px.
                let mut hero = body(side, ivec2(12, 14), ivec2(288, 236));
                hero.move_y(level.around(), -(run as f32) / 8.0);
                let mut velocity = vec2(90.0 * side, -280.0);
                let mut frames: Vec<(Vec2, Slide)> = Vec::new();
                let mut lost = 0;
                for _ in 0..30 {
                    velocity = vec2(90.0 * side, velocity.y + 900.0 * DT);
                    let slide = hero.move_and_slide(level.around(), velocity, DT, &options);
                    let ahead = if side > 0.0 { Side::Right } else { Side::Left };
                    lost += usize::from(slide.wall.is_some() && !hero.is_on_wall(level.around(), ahead));
                    velocity = slide.velocity;
                    let x = if side > 0.0 { hero.exact_position().x } else { 588.0 - hero.exact_position().x };
                    frames.push((vec2(x, hero.exact_position().y), slide));
                }
                (frames.iter().map(|(at, slide)| (*at, slide.moved.y)).collect::<Vec<_>>(), lost)
            });
            assert_eq!(frames[0], frames[1], "mirrored");
            *lost += usize::from(frames[0].1 > 0);
        }
    }
    assert!(lost[0] > 40, "{lost:?}");
    assert_eq!(lost[1], 0);
}

#[test]
fn late_steps_are_taken_where_the_wall_ends() {
    // A tunnel as high as the body, beside a shaft in which it falls past the tunnel in one motion.
    for (side, level) in both_sides(|x, y| x >= 300 && !(150..164).contains(&y)) {
        let velocity = vec2(8.0 * side, 120.0);
        let fall = |retries| {
            let mut hero = body(side, ivec2(12, 14), ivec2(288, 60));
            let slide = hero.move_and_slide(level.around(), velocity, 1.0, &MoveOptions::new().wall_retry(retries));
            (slide.moved, slide.wall.is_some(), slide.velocity.x)
        };
        assert_eq!(fall(false), (ivec2(0, 120), true, 0.0));
        // It goes in, and lands there.
        assert_eq!(fall(true), (ivec2(8 * side as i32, 90), false, velocity.x));
    }
}
