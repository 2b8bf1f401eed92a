//! The things of a platformer, as sheets of frames side by side: coin, drone, platform, flag, and the hero's moves.

use crate::palette::{AMBER, CRYSTAL, GRASS, IRON, MOSS, ROSE, Rgba, WOOD, rgb};
use crate::picture::Picture;

use super::INK;
use super::figure::{Figure, Point, cloth, ellipse, limb};

const GOLD: [Rgba; 5] = [AMBER[0], AMBER[1], AMBER[2], AMBER[3], AMBER[4]];
const METAL: [Rgba; 4] = [IRON[0], IRON[1], IRON[2], IRON[3]];

/// Frames side by side.
fn sheet<const N: usize>(frames: &[Picture; N]) -> Picture {
    let (width, height) = (frames[0].width(), frames[0].height());
    let mut sheet = Picture::new(N as i32 * width, height);
    for (place, frame) in (0..).zip(frames) {
        sheet.draw(frame, place * width, 0);
    }
    sheet
}

/// A coin that turns, six frames of 12×12.
pub(super) fn coin() -> Picture {
    sheet(&[5.0, 3.9, 2.4, 1.1, 2.4, 3.9].map(|half| {
        let mut figure = Figure::new(12, 12);
        // Flat, not round: a bright rim above, a dark one below, and the face between them.
        let inside = |(x, y): Point, inset: f64| {
            let (dx, dy) = ((x - 6.0) / (half - inset).max(0.4), (y - 6.0) / (5.0 - inset));
            dx * dx + dy * dy <= 1.0
        };
        figure.part(&GOLD, |(x, y)| inside((x, y), 0.0).then_some(if x + y < 12.0 { 0.9 } else { 0.1 }));
        figure.part(&GOLD[1..], |point| (half > 2.0 && inside(point, 1.3)).then_some(0.5));
        if half > 3.0 {
            figure.detail(&Picture::filled(2, 4, AMBER[1]), 5, 4);
            figure.detail(&Picture::filled(1, 4, AMBER[4]), 5, 4);
        }
        figure.outlined()
    }))
}

/// A drone with a rotor that spins, four frames of 16×16.
pub(super) fn drone() -> Picture {
    sheet(&[(7.0, 0), (4.5, 1), (2.0, 0), (4.5, -1)].map(|(reach, glance)| {
        let mut figure = Figure::new(16, 16);
        figure.part(&METAL, limb((8.0, 2.5), (8.0, 6.0), (0.9, 1.1)));
        figure.part(&METAL, limb((8.0 - reach + 0.8, 2.0), (8.0 + reach - 0.8, 2.0), (0.9, 0.9)));
        for side in [-1.0, 1.0] {
            figure.part(&METAL, limb((8.0 + 3.0 * side, 11.0), (8.0 + 4.4 * side, 13.6), (1.2, 0.8)));
        }
        figure.part(&METAL, ellipse((8.0, 9.5), (5.8, 4.3)));
        figure.part(&[IRON[0], ROSE[0], ROSE[1], ROSE[2]], ellipse((8.0 + f64::from(glance), 9.5), (2.6, 2.4)));
        figure.detail(&Picture::filled(2, 2, ROSE[4]), 7 + glance, 8);
        figure.outlined()
    }))
}

/// A moving platform, 48×8: boards in an iron frame with a lamp at each end.
pub(super) fn platform() -> Picture {
    let mut picture = Picture::filled(48, 8, INK);
    picture.rect(1, 1, 46, 1, WOOD[4]);
    picture.rect(1, 2, 46, 2, WOOD[3]);
    picture.rect(1, 4, 46, 1, WOOD[1]);
    for x in [12, 20, 27, 35] {
        picture.rect(x, 1, 1, 4, WOOD[1]);
    }
    for (x, y, length) in [(14, 2, 3), (22, 3, 4), (29, 2, 3), (9, 3, 2), (37, 3, 2)] {
        picture.rect(x, y, length, 1, WOOD[2]);
    }
    picture.rect(1, 5, 46, 2, IRON[1]);
    picture.rect(1, 5, 46, 1, IRON[2]);
    for x in [1, 40] {
        picture.rect(x, 1, 7, 6, IRON[1]);
        picture.rect(x, 1, 7, 1, IRON[3]);
        picture.rect(x, 2, 1, 5, IRON[2]);
        picture.rect(x + 2, 3, 3, 2, AMBER[2]);
        picture.rect(x + 2, 3, 2, 1, AMBER[4]);
    }
    for (x, y) in [(0, 0), (47, 0), (0, 7), (47, 7)] {
        picture.set(x, y, [0; 4]);
    }
    picture
}

/// A checkpoint, two frames of 16×32: its flag down, and flying.
pub(super) fn flag() -> Picture {
    sheet(&[false, true].map(|flying| {
        let mut figure = Figure::new(16, 32);
        let ramp: [Rgba; 4] = match flying {
            true => [MOSS[0], GRASS[1], GRASS[2], GRASS[3]],
            false => [ROSE[0], ROSE[0], ROSE[1], ROSE[2]],
        };
        let cloth_of = |corners: Vec<Point>| cloth(corners, |(x, y)| 1.05 - 0.03 * y - 0.02 * x);
        match flying {
            true => figure.part(
                &ramp,
                cloth_of(vec![
                    (4.0, 3.0),
                    (9.0, 4.0),
                    (15.0, 3.0),
                    (13.0, 7.0),
                    (15.0, 11.0),
                    (9.0, 12.0),
                    (4.0, 11.0),
                ]),
            ),
            false => figure.part(
                &ramp,
                cloth_of(vec![(4.0, 12.0), (7.0, 12.5), (9.0, 22.0), (7.5, 27.0), (6.0, 25.0), (4.0, 26.0)]),
            ),
        }
        let wood = [WOOD[0], WOOD[1], WOOD[2], WOOD[3]];
        figure.part(&wood, cloth(vec![(3.0, 2.0), (5.0, 2.0), (5.0, 31.0), (3.0, 31.0)], |(x, _)| 1.3 - 0.25 * x));
        let knob = if flying { [AMBER[0], AMBER[2], AMBER[3], AMBER[4]] } else { [IRON[0], IRON[1], IRON[2], IRON[3]] };
        figure.part(&knob, ellipse((4.0, 2.5), (1.6, 1.5)));
        figure.part(
            &METAL,
            cloth(vec![(1.0, 29.0), (7.0, 29.0), (8.0, 31.0), (1.0, 31.0)], |(_, y)| 1.0 - 0.3 * (y - 29.0)),
        );
        figure.outlined()
    }))
}

/// How the hero holds himself: how far he is down, his feet, and his lamp's hand.
struct Stance {
    down: f64,
    feet: [Point; 2],
    hand: Point,
}

/// The hero's moves, frames of 16×16 around his box of 12×14 pixels, looking right: two of standing, four of running, a
/// jump and a fall.
pub(super) fn hero_moves() -> Picture {
    let stand = [(6.0, 14.0), (9.6, 14.0)];
    sheet(
        &[
            (0.0, stand, (11.6, 11.0)),
            (0.6, stand, (11.6, 11.5)),
            (0.0, [(4.4, 13.2), (11.2, 14.0)], (11.8, 10.4)),
            (0.7, [(6.8, 12.2), (9.0, 14.0)], (11.4, 11.4)),
            (0.0, [(10.8, 14.0), (4.8, 12.6)], (11.8, 10.8)),
            (0.7, [(7.6, 14.0), (9.4, 12.2)], (11.4, 11.6)),
            (0.0, [(5.2, 13.6), (10.2, 12.0)], (12.0, 8.6)),
            (0.3, [(4.8, 13.2), (11.0, 13.6)], (12.0, 9.4)),
        ]
        .map(|(down, feet, hand)| hero(&Stance { down, feet, hand })),
    )
}

fn hero(stance: &Stance) -> Picture {
    let Stance { down, feet, hand } = stance;
    let mut figure = Figure::new(16, 16);
    let boots = [WOOD[0], WOOD[1], WOOD[2]];
    for (foot, hip) in feet.iter().zip([6.6, 8.8]) {
        figure.part(&boots, limb((hip, 11.6 + down), *foot, (1.1, 1.0)));
    }
    let coat = [MOSS[0], MOSS[1], MOSS[2], MOSS[3]];
    figure.part(&coat, ellipse((7.7, 10.2 + down), (3.2, 2.9)));
    figure.part(&coat, ellipse((7.6, 5.6 + down), (4.7, 4.3)));
    let skin = [MOSS[0], rgb(0xc98d72), rgb(0xf2c6a0), rgb(0xf2c6a0)];
    figure.part(&skin, ellipse((9.3, 6.6 + down), (2.7, 2.4)));
    let eyes = Picture::from_art(&["k.k", "k.k"], |_| INK);
    figure.detail(&eyes, 8, 6 + *down as i32);
    figure.part(&[AMBER[0], AMBER[1], AMBER[2]], limb((5.6, 9.4 + down), (9.6, 9.6 + down), (0.8, 0.8)));
    figure.part(&[IRON[0], AMBER[2], AMBER[3], CRYSTAL[4]], ellipse(*hand, (1.7, 1.7)));
    figure.outlined()
}
