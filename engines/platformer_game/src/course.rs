//! A recorded course through the cave.

use crate::Input;
use tileray::glam::IVec2;

/// Steps, and what is held during them: onto the ferry, over the valley, through crystals, over the hill, onto a one-way plank
/// and through it.
const COURSE: [(u32, Input); 29] = [
    (30, STAND),
    (30, RIGHT),
    (20, RIGHT_JUMP),
    (30, STAND),
    (100, RIGHT),
    (20, STAND),
    (1, dig(1142, 610)),
    (1, dig(1142, 618)),
    (1, dig(1153, 611)),
    (1, dig(1153, 619)),
    (1, dig(1164, 613)),
    (1, dig(1164, 621)),
    (1, dig(1158, 632)),
    (1, dig(1158, 640)),
    (40, STAND),
    (32, RIGHT),
    (30, STAND),
    (20, RIGHT_JUMP),
    (80, RIGHT),
    (20, RIGHT_JUMP),
    (15, RIGHT),
    (20, RIGHT_JUMP),
    (10, STAND),
    (36, RIGHT),
    (20, RIGHT_JUMP),
    (22, RIGHT),
    (30, STAND),
    (2, DOWN),
    (58, STAND),
];

const STAND: Input = Input { walk: 0, jump: false, down: false, dig: None };
const RIGHT: Input = Input { walk: 1, ..STAND };
const JUMP: Input = Input { jump: true, ..STAND };
const RIGHT_JUMP: Input = Input { walk: 1, ..JUMP };
const DOWN: Input = Input { down: true, ..STAND };

const fn dig(x: i32, y: i32) -> Input {
    Input { dig: Some(IVec2::new(x, y)), ..STAND }
}

/// Returns the input of each step of the course.
pub fn course() -> impl Iterator<Item = Input> {
    COURSE.into_iter().flat_map(|(steps, input)| std::iter::repeat_n(input, steps as usize))
}
